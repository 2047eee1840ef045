"""Every page can be read by everyone: axe finds nothing against WCAG 2.1 A and AA."""

import pytest
from barriers import RULES, barriers
from contents import PAGES, PHONE

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("page", PAGES)
def test_no_barrier_is_found(open_page, page):
    found, applied = barriers(open_page(page), RULES)
    assert found == []
    assert applied > 10


@pytest.mark.parametrize("page", [PAGES[1], PAGES[7], "search.html"])
def test_no_barrier_is_found_on_a_phone(open_page, page):
    tab = open_page(page, **PHONE)
    assert barriers(tab, RULES)[0] == []


def test_axe_would_find_a_barrier(open_page):
    tab = open_page("book/glossary.html")
    grey = '<p style="color:#999;background:#888">grey on grey</p>'
    tab.evaluate(
        "more => document.querySelector('article').innerHTML += more", "<img src=x>" + grey
    )
    found, _ = barriers(tab, RULES)
    assert {"image-alt", "color-contrast"} <= {name for name, _ in found}
