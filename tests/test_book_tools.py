"""The tools behind the book: tidy notebooks, light pages, a cache that cannot be stale."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("tinycss2")
pytest.importorskip("fontTools")

import lighter_pages  # noqa: E402
import nb  # noqa: E402
import page_fonts  # noqa: E402
import serve  # noqa: E402
import tinycss2  # noqa: E402

TEXT = """%% chapter {"description": "A test."}
%% md
# Title
%% code tags=hide-input {"mystnb": {"figure": {"name": "fig-x"}}}
draw()
%% code tags=nbval-check-output
print(1)
"""


def ran(notebook):
    """Leave behind what a run leaves behind."""
    for count, cell in enumerate(c for c in notebook.cells if c.cell_type == "code"):
        cell.execution_count = count + 3
        cell.outputs = [nbformat.v4.new_output("stream", text="1\n")]
        cell.metadata["execution"] = {"started": "now"}
    return notebook


def test_only_compared_outputs_are_kept():
    notebook = nb.tidy(ran(nb.from_text(TEXT)))
    silent, compared = (cell for cell in notebook.cells if cell.cell_type == "code")
    assert silent.outputs == []
    assert silent.execution_count is None
    assert compared.outputs[0].text == "1\n"
    assert compared.execution_count == 1
    assert "execution" not in compared.metadata


def test_tidying_twice_changes_nothing():
    once = nb.write(ran(nb.from_text(TEXT)))
    assert nb.write(nbformat.reads(once, as_version=4)) == once


def test_text_and_notebook_say_the_same():
    notebook = nb.from_text(TEXT)
    assert nb.to_text(notebook) == TEXT
    again = nb.from_text(TEXT.replace("# Title", "# New title"), nb.tidy(ran(notebook)))
    assert [cell.id for cell in again.cells[1:]] == [cell.id for cell in notebook.cells[1:]]
    assert again.cells[0].id != notebook.cells[0].id
    assert again.cells[2].outputs[0].text == "1\n"


def test_text_without_a_header_is_refused():
    with pytest.raises(ValueError, match="first line"):
        nb.from_text("%% md\nHello")


def test_every_notebook_of_the_book_is_tidy():
    untidy = []
    for path in sorted((ROOT / "book").rglob("*.ipynb")):
        # The released problem sets are compared with what is generated, in tests/coursework.
        if not {".ipynb_checkpoints", "release"} & set(path.parts):
            text = path.read_text("utf-8")
            if nb.write(nbformat.reads(text, as_version=4)) != text:
                untidy.append(path.name)
    assert untidy == []


def pruned(css, *words):
    return lighter_pages._pruned(tinycss2.parse_stylesheet(css, True, True), set(words))


def test_rules_without_a_page_are_dropped():
    css = ".a,.b:hover{x:1} .c .a{x:2} p{x:3} @media print{.a{x:4} .c{x:5}} @media tv{.c{x:6}}"
    kept = pruned(css, "a")
    assert kept == ".a{x:1}p{x:3}@media print{.a{x:4}}"


def test_a_negated_class_does_not_drop_a_rule():
    assert pruned("a:not(.gone,.lost){x:1}") == "a:not(.gone,.lost){x:1}"


def test_code_that_looks_like_its_surroundings_is_not_marked():
    sheet = """
html[data-theme="light"] .highlight { background: #fff; color: #080808 }
html[data-theme="light"] .highlight .n { color: #080808 } /* Name */
html[data-theme="light"] .highlight .p { color: #080808 } /* Punctuation */
html[data-theme="light"] .highlight .k { color: #7928a1 } /* Keyword */
html[data-theme="dark"] .highlight { background: #000; color: #F8F8F2 }
html[data-theme="dark"] .highlight .n { color: #F8F8F2 } /* Name */
html[data-theme="dark"] .highlight .p { color: #ff0000 } /* Punctuation */
html[data-theme="dark"] .highlight .k { color: #dcc6e0 } /* Keyword */
"""
    plain = lighter_pages._plain_code(sheet)
    code = '<span class="k">in</span> <span class="n">x</span><span class="p">:</span>'
    assert plain.sub(r"\1", code) == '<span class="k">in</span> x<span class="p">:</span>'
    with pytest.raises(RuntimeError, match="no kind of code"):
        lighter_pages._plain_code(sheet.replace("#F8F8F2 } /* Name", "#123456 } /* Name"))


def test_a_theme_that_looks_for_scrolling_boxes_elsewhere_is_noticed():
    theirs = (
        'f(()=>{document.querySelectorAll("pre, .x > .y").forEach((e=>'
        "{e.tabIndex=e.scrollWidth>e.clientWidth?0:-1}))},g)"
    )
    assert lighter_pages._without_tab_stops(theirs) == "f(()=>{void 0},g)"
    with pytest.raises(RuntimeError, match="in 0 places"):
        lighter_pages._without_tab_stops("something else")


def test_a_font_keeps_the_signs_that_formulas_show_or_imply():
    page = "<p>w</p><math><msqrt><mi>θ</mi></msqrt><mo>&lt;</mo><mtext>if </mtext></math><p>w</p>"
    signs = {chr(code) for code in page_fonts.signs_in_formulas([page])}
    assert signs >= set("θ<if √") | {"\N{MATHEMATICAL ITALIC SMALL THETA}"}
    assert not signs & set("wp√") - {"√"}
    assert "√" not in map(chr, page_fonts.signs_in_formulas(["<math><mi>x</mi></math>"]))


def test_the_server_stays_inside_its_folder_and_compresses(tmp_path):
    import http.client

    (tmp_path / "site").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "site" / "index.html").write_text("word " * 1000)
    with serve.Site(tmp_path / "site") as site:
        client = http.client.HTTPConnection("127.0.0.1", site.server_address[1])
        client.request("GET", "/", headers={"Accept-Encoding": "gzip"})
        answer = client.getresponse()
        assert answer.status == 200
        assert answer.headers["Content-Encoding"] == "gzip"
        assert len(answer.read()) < 200
        client.request("GET", "/../secret.txt")
        assert client.getresponse().status == 404


def test_the_cache_is_named_after_the_library(monkeypatch, tmp_path):
    pytest.importorskip("sphinx")
    import execution

    library = tmp_path / "vaslb_edu"
    library.mkdir()
    (tmp_path / "book").mkdir()
    (library / "game.py").write_text("x = 1")
    (tmp_path / "requirements.txt").write_text("numpy==2")
    monkeypatch.setattr(execution, "ROOT", tmp_path)
    monkeypatch.setattr(execution, "LIBRARY", library)
    names = [execution.library_digest()]
    (tmp_path / "book" / "game.ipynb").write_text("{}")
    (library / "checks").mkdir()
    (library / "checks" / "game.py").write_text("no chapter uses this")
    assert execution.library_digest() == names[0]
    for path, text in [("vaslb_edu/game.py", "x = 2"), ("requirements.txt", "numpy==3")]:
        (tmp_path / path).write_text(text)
        names.append(execution.library_digest())
    assert len(set(names)) == 3


def test_pages_are_written_again_when_their_look_changes(monkeypatch, tmp_path):
    pytest.importorskip("sphinx")
    import execution

    style = tmp_path / "book" / "assets" / "site.css"
    script = tmp_path / "vaslb_edu" / "figures" / "player" / "player.js"
    for path in (style, script):
        path.parent.mkdir(parents=True)
        path.write_text("one")
    monkeypatch.setattr(execution, "ROOT", tmp_path)
    monkeypatch.setattr(execution, "LIBRARY", tmp_path / "vaslb_edu")
    monkeypatch.setattr(execution, "__file__", str(tmp_path / "execution.py"))
    names = [execution.page_digest()]
    for path in (style, script):
        path.write_text("two")
        names.append(execution.page_digest())
    assert len(set(names)) == 3


def test_every_public_module_names_its_chapter():
    chapter_links = pytest.importorskip("chapter_links")
    library = ROOT / "vaslb_edu"
    public = [path for path in library.rglob("*.py") if not path.name.startswith("_")]
    public += [library / name / "__init__.py" for name in ("bounds", "concentration")]
    for path in public:
        if path.parent.name != "checks":  # these belong to the coursework
            found = chapter_links.EXPLAINED.search(ast.get_docstring(ast.parse(path.read_text())))
            assert found, path
            assert chapter_links.page_of(found) in chapter_links.chapters()


@pytest.mark.parametrize("text", ["chapter 5, *The game*", "the chapter *Middle*"])
def test_a_docstring_cannot_name_a_chapter_that_is_not_there(text):
    chapter_links = pytest.importorskip("chapter_links")
    with pytest.raises(ValueError, match="no chapter of the book"):
        chapter_links.linked(f"Explained in {text}.")


def test_a_named_chapter_becomes_a_link():
    chapter_links = pytest.importorskip("chapter_links")
    linked = chapter_links.linked("Explained in chapter 5, *Optimism*. The rest.")
    assert linked == "Explained in :doc:`chapter 5, Optimism </book/optimism>`. The rest."
