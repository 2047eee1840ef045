"""Links that launch a page: right with an address, none of them dead without one."""

import json
import re
from types import SimpleNamespace

import pytest

pytest.importorskip("myst_nb")

from tools import environment
from tools.extensions import launch
from tools.notebooks import first_cell
from tools.repository_address import Repository

OURS = Repository("someone", "some-fork", "live")


def addresses(page):
    nav = re.search(r'<nav class="vaslb-launch" aria-label="[^"]+">(.*?)</nav>', page, re.S)
    found = re.findall(r'class="vaslb-launch-(\w+)" href="([^"]*)"', nav[1]) if nav else []
    return dict(found)


def test_a_notebook_can_be_run_in_three_ways():
    found = {one.kind: one for one in launch.links(OURS, "book/game.ipynb", "book/index.ipynb")}
    assert list(found) == ["binder", "colab", "download"]
    assert found["binder"].address == (
        "https://mybinder.org/v2/gh/someone/some-fork/live?labpath=book%2Fgame.ipynb"
    )
    assert found["colab"].address == (
        "https://colab.research.google.com/github/someone/some-fork/blob/live/book/game.ipynb"
    )
    assert found["download"].address == "game.ipynb"
    assert len({one.text for one in found.values()}) == 3


def test_a_page_of_text_leads_to_the_book_on_binder():
    [only] = launch.links(OURS, "book/notation.md", "book/index.ipynb")
    assert only.address.endswith("/some-fork/live?labpath=book%2Findex.ipynb")
    assert only.text == "Run the book on Binder"


def test_without_an_address_only_the_download_is_left():
    [only] = launch.links(None, "book/game.ipynb", "book/index.ipynb")
    assert only.kind == "download"
    assert launch.links(None, "book/notation.md", "book/index.ipynb") == []
    assert launch.bar([]) == ""


def test_addresses_are_escaped():
    strange = launch.bar([launch.Link("colab", "Open", 'https://x/"><script>&')])
    assert "<script>" not in strange
    assert 'href="https://x/&quot;&gt;&lt;script&gt;&amp;"' in strange


@pytest.fixture
def small_book(tmp_path):
    """A book of two pages, built with Sphinx and this extension alone."""
    source = tmp_path / "source"
    (source / "book").mkdir(parents=True)
    title = {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Title\n\nText."}
    toc = {"cell_type": "markdown", "id": "b", "metadata": {}, "source": "```{toctree}\nnotes\n```"}
    code = {"cell_type": "code", "id": "c", "metadata": {}, "source": "secret = 1", "outputs": []}
    code["execution_count"] = None
    language = {"language_info": {"name": "python", "pygments_lexer": "python"}}
    notebook = {"cells": [title, code, toc], "metadata": language, "nbformat": 4}
    notebook["nbformat_minor"] = 5
    notebook = first_cell.with_first_cell(notebook)
    (source / "book" / "start.ipynb").write_text(json.dumps(notebook))
    (source / "book" / "notes.md").write_text("# Notes\n\nText.\n")
    (source / "conf.py").write_text(
        "extensions = ['myst_nb', 'tools.extensions.launch']\n"
        "root_doc = 'book/start'\nnb_execution_mode = 'off'\nhtml_copy_source = False\n"
    )

    def build():
        from sphinx.cmd.build import build_main

        assert build_main(["-q", "-W", str(source), str(tmp_path / "site")]) == 0
        return tmp_path / "site" / "book"

    return build


def test_built_pages_follow_the_address(small_book, monkeypatch):
    """Built, built again with an address, and again with another: no page keeps old links."""
    monkeypatch.delenv(environment.REPOSITORY, raising=False)
    configured = launch.repository()
    for address in (None, "https://github.com/a/b", "https://github.com/c/d"):
        if address:
            monkeypatch.setenv(environment.REPOSITORY, address)
        site = small_book()
        start = addresses((site / "start.html").read_text("utf-8"))
        notes = addresses((site / "notes.html").read_text("utf-8"))
        assert start["download"] == "start.ipynb"
        assert (site / "start.ipynb").is_file()
        assert "download" not in notes
        if address or configured:
            wanted = (address or configured.address).removeprefix("https://github.com/")
            assert f"/gh/{wanted}/" in start["binder"]
            assert f"/github/{wanted}/blob/" in start["colab"]
            assert f"/gh/{wanted}/" in notes["binder"]
        else:
            assert list(start) == ["download"]
            assert notes == {}


def test_a_page_without_a_title_fails_the_build():
    from sphinx.errors import ExtensionError

    class App:
        config = SimpleNamespace(root_doc="start")
        env = SimpleNamespace(doc2path=lambda name, base: f"{name}.ipynb")

    with pytest.raises(ExtensionError, match="start has no title"):
        launch.page(App, "start", "", {"body": "<p>Text</p>"}, object())


def test_the_first_cell_is_in_the_download_and_not_on_the_page(small_book):
    site = small_book()
    page = (site / "start.html").read_text("utf-8")
    assert "secret" in page
    assert "find_spec" not in page
    cells = json.loads((site / "start.ipynb").read_text("utf-8"))["cells"]
    assert "".join(cells[1]["source"]) == first_cell.CELL


def test_the_first_cell_is_put_in_once():
    once = first_cell.with_first_cell(
        {"cells": [{"cell_type": "markdown", "id": "t"}, {"cell_type": "code", "id": "c"}]}
    )
    assert [cell["id"] for cell in once["cells"]] == ["t", first_cell.NAME, "c"]
    assert first_cell.with_first_cell(once) == once
    text_only = {"cells": [{"cell_type": "markdown", "id": "t"}]}
    assert first_cell.with_first_cell(text_only) == text_only


@pytest.mark.parametrize("path", first_cell.chapters(), ids=lambda path: path.stem)
def test_every_chapter_begins_with_the_cell(path):
    notebook = json.loads(path.read_text("utf-8"))
    assert notebook["cells"][0]["cell_type"] == "markdown"  # the title comes before it
    assert first_cell.with_first_cell(notebook) == notebook
