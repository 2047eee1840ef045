"""Addresses, links to the repository and the list of all pages."""

from types import SimpleNamespace

import pytest

from tools import environment
from tools.extensions import site_extras
from tools.repository_address import Repository

OURS = Repository("Somebody", "book", "main")


def test_without_a_repository_no_link_leads_to_one():
    assert site_extras.links(None, "book/game.ipynb") == []


def test_a_page_can_be_edited_and_a_mistake_reported():
    edit, report = site_extras.links(OURS, "book/a b.ipynb")
    assert edit == (
        "Edit this page",
        "https://github.com/Somebody/book/edit/main/book/a%20b.ipynb",
    )
    assert report[1].startswith("https://github.com/Somebody/book/issues/new?title=Mistake%20in")
    # The search has no source, and so nothing to edit.
    assert site_extras.links(OURS, None)[0] == ("Source code", OURS.address)


def test_the_sitemap_lists_full_addresses():
    written = site_extras.sitemap(OURS.pages, ["book/game.html", "book/a&b.html"])
    assert "<loc>https://somebody.github.io/book/book/game.html</loc>" in written
    assert "a%26b.html" in written
    assert written.count("<url>") == 2


@pytest.mark.parametrize(
    ("set_by_hand", "wanted"),
    [("", "https://somebody.github.io/book/"), ("https://elsewhere/", "https://elsewhere/")],
)
def test_the_address_of_the_book_comes_from_the_repository(monkeypatch, set_by_hand, wanted):
    monkeypatch.setenv(environment.REPOSITORY, OURS.address)
    config = SimpleNamespace(html_baseurl=set_by_hand, html_additional_pages={})
    site_extras.configure(None, config)
    assert config.html_baseurl == wanted
    assert config.html_additional_pages == {"404": "lost.html"}
