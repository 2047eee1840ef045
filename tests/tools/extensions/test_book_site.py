"""What the book changes in the pages that Sphinx writes; what is no longer there is noticed."""

import pytest

pytest.importorskip("sphinx")

from docutils.core import publish_parts

from tools.extensions import book_site
from tools.site.substitution import SubstitutionError

SOURCES = "Said in [one]_.\n\n.. [one] A book.\n.. [two] Another."


def test_the_sources_of_a_page_are_items_of_a_list():
    written = publish_parts(SOURCES, writer_name="html5")["body"]
    assert book_site.LIST in written
    changed = book_site.SOURCES.in_text(written, "a page")
    assert changed.count('role="listitem"') == 2
    assert "biblioentry" not in changed


def test_sources_with_another_role_fail_the_build():
    written = publish_parts(SOURCES, writer_name="html5")["body"]
    with pytest.raises(SubstitutionError, match="a page holds the role of a source in 0 places"):
        book_site.SOURCES.in_text(written.replace("biblioentry", "entry"), "a page")
