"""The printed book: every page in order, numbered, with links that stay inside it."""

import pytest
from contents import PATIENCE
from pypdf import PdfReader

from tools.site import contents, pdf

pytestmark = pytest.mark.browser
PAGES = ["book/index", "book/notation", "book/licences"]


@pytest.fixture(scope="module")
def book(chromium, address, tmp_path_factory):
    tab = chromium.new_page(color_scheme="light")
    tab.set_default_timeout(PATIENCE)
    target = tmp_path_factory.mktemp("pdf") / "book.pdf"
    yield PdfReader(pdf.print_book(tab, address, PAGES, target))
    tab.context.close()


def test_every_page_has_a_bookmark(book):
    assert [one.title for one in book.outline] == [contents.title(page) for page in PAGES]
    starts = [book.get_destination_page_number(one) for one in book.outline]
    assert starts == sorted(set(starts))
    assert "licences" in book.pages[starts[-1]].extract_text()


def test_sheets_are_numbered(book):
    assert len(book.pages) > 5
    for number, sheet in enumerate(book.pages, start=1):
        assert sheet.extract_text().split()[-1] == str(number)


def test_no_link_leads_to_the_machine_that_printed(book, address):
    links = [link.get_object() for sheet in book.pages for link in sheet.get("/Annots", [])]
    actions = [link.get("/A", {}) for link in links]
    assert any(action.get("/S") == "/GoTo" for action in actions)
    assert any("opensource.org" in str(action.get("/URI", "")) for action in actions)
    assert not any(address in str(action.get("/URI", "")) for action in actions)
