"""The ledger in a browser: filters by keyboard and on a phone, badges, and links both ways."""

import pytest

from tools.ledger.rows import STATUS, all_rows

pytestmark = pytest.mark.browser
PAGE = "book/ledger.html"
SHOWN = "[...document.querySelectorAll('.ledger-row')].filter(row => row.offsetHeight > 0).length"


def count(**wanted):
    return sum(
        all(getattr(row, key) == value for key, value in wanted.items()) for row in all_rows()
    )


@pytest.mark.parametrize("width", [1280, 360])
def test_the_filter_is_worked_by_keyboard(open_page, width):
    tab = open_page(PAGE, width=width)
    assert tab.evaluate(SHOWN) == len(all_rows())
    status, page = tab.get_by_label("Status"), tab.get_by_label("Stated in")
    status.focus()
    tab.keyboard.type(STATUS["open"][:3])  # a list chooses what one types
    assert status.input_value() == "open"
    assert tab.evaluate(SHOWN) == count(status="open") > 0
    assert tab.locator(".ledger-filter output").inner_text() == (
        f"{count(status='open')} of {len(all_rows())} rows"
    )
    tab.keyboard.press("Tab")
    assert page.evaluate("one => one === document.activeElement")
    page.select_option("concentration")
    assert tab.evaluate(SHOWN) == 0
    status.select_option("")
    assert 5 < tab.evaluate(SHOWN) < len(all_rows())
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.troubles == []


def test_a_row_that_two_chapters_state_is_shown_for_both(open_page):
    tab = open_page(PAGE)
    row = tab.locator(".ledger-row", has_text="Theorem 3: Regret of the explore phases")
    for page in ("vaslb", "proofs"):
        tab.get_by_label("Stated in").select_option(page)
        assert row.is_visible()
    tab.get_by_label("Stated in").select_option("voful2")
    assert not row.is_visible()


def test_a_link_to_a_hidden_row_shows_it(open_page):
    tab = open_page(PAGE)
    tab.get_by_label("Status").select_option("open")
    tab.evaluate("location.hash = 'ledger-lemma-37'")
    row = tab.locator(".ledger-row", has_text="Lemma 37")
    row.wait_for(state="visible")
    assert tab.get_by_label("Status").input_value() == ""


def test_a_link_to_a_row_leads_there_from_another_page(open_page):
    tab = open_page(f"{PAGE}#ledger-lemma-37")
    assert tab.locator(".ledger-row", has_text="Lemma 37").evaluate(
        "row => { const top = row.getBoundingClientRect().top; return top >= 0 && top < 400; }"
    )


def test_links_lead_both_ways(open_page):
    """Statement to row, row to function and back, row to test and back, row to statement."""
    tab = open_page("book/vaslb.html")
    tab.locator("#thm-vaslb-main .ledger-badge").first.click()
    tab.wait_for_url("**/ledger.html#ledger-theorem-3")
    row = tab.locator(".ledger-row", has_text="Theorem 3: Regret of the explore phases")
    test = row.get_by_role("link", name="test_printed_stalls_and_repaired_does_not")
    test.click()
    line = tab.locator("li", has=tab.locator(tab.evaluate("location.hash")))
    back = line.get_by_role("link", name="Theorem 3", exact=True)
    assert back.get_attribute("href").endswith("#ledger-theorem-3")
    row.get_by_role("link", name="explore_part").click()
    function = tab.locator("dl", has=tab.locator("[id='vaslb_edu.bounds.explore_part']")).first
    home = function.get_by_role("link", name="Theorem 3", exact=True)
    home.click()
    tab.wait_for_url("**/ledger.html#ledger-theorem-3")
    row.get_by_role("link", name="Theorem").first.click()
    tab.wait_for_url("**/vaslb.html#thm-vaslb-main")
    assert tab.troubles == []


def test_without_a_script_all_rows_are_there_and_no_control(open_page):
    tab = open_page(PAGE, java_script_enabled=False)
    assert tab.locator(".ledger-row").count() == len(all_rows())
    assert not tab.locator(".ledger-filter").is_visible()
