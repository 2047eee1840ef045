"""A build shows what a person wants to see, and keeps all of it in a file."""

import sys

import pytest
import yaml

from tools.project import ROOT
from tools.site import build, progress, vendor

LOG = """Running Sphinx v7
[etoc] Excluded 17 extra file(s) not in toc
» Running 2 of 3 chapters; the others have not changed
»   1 of 2: book/game.ipynb, 81 s
reading sources... [ 50%] book/game
reading sources... [100%] book/index
book/game.ipynb:3: WARNING: unknown document: 'optimism'
book/game.ipynb:4: WARNING: image file not readable: x.png
INFO:fontTools.subset: glyphs closed
writing output... [ 50%] book/game
writing output... [100%] book/index
» Making the pages light
Extension error (tools.extensions.book_site):
""".splitlines()


def test_steps_chapters_and_warnings_are_shown_and_nothing_else():
    assert list(progress.worth_showing(LOG)) == [
        "Running 2 of 3 chapters; the others have not changed",
        "  1 of 2: book/game.ipynb, 81 s",
        "Reading the pages",
        "book/game.ipynb:3: WARNING: unknown document: 'optimism'",
        "book/game.ipynb:4: WARNING: image file not readable: x.png",
        "Writing the pages",
        "Making the pages light",
        "Extension error (tools.extensions.book_site):",
    ]


def test_a_draft_counts_the_links_that_lead_out_of_it():
    shown = list(progress.worth_showing(LOG, draft=True))
    assert not any("unknown document" in line for line in shown)
    assert any("image file not readable" in line for line in shown)
    assert shown[-1] == "1 links lead to pages that are not part of this draft"


def program(code):
    return [sys.executable, "-u", "-c", code]


def test_everything_said_is_kept_in_a_file_without_colours(tmp_path, capfd):
    code = r"print('\x1b[01mfont log\x1b[0m'); print('» A step'); import sys; sys.exit(3)"
    log = tmp_path / "book.log"
    assert build.run_quietly(program(code), {"PYTHONIOENCODING": "utf-8"}, log, False) == 3
    assert log.read_text("utf-8") == "font log\n» A step\n"
    assert capfd.readouterr().out == "A step\n"


def test_a_failed_build_names_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(vendor, "modules", lambda group: tmp_path)
    monkeypatch.setattr(build, "START", "import sys; sys.exit('something is wrong')")
    with pytest.raises(SystemExit, match=r"The book was not built: .*book\.log"):
        build.build(tmp_path)
    assert "something is wrong" in (tmp_path / "book.log").read_text("utf-8")


def test_warnings_fail_the_build_of_the_book(tmp_path, monkeypatch):
    """The whole book is built with ``-W``; a draft is not, because its links lead elsewhere."""
    asked = []
    monkeypatch.setattr(vendor, "modules", lambda group: tmp_path)
    monkeypatch.setattr(build, "run_quietly", lambda command, *_, **__: asked.append(command))
    build.build(tmp_path)
    build.build(tmp_path, ["book/game"])
    assert ["-W" in command for command in asked] == [True, False]
    assert all("-n" in command for command in asked)  # names that do not resolve are warnings


def test_without_packages_the_build_says_what_to_run(tmp_path, monkeypatch):
    monkeypatch.setattr(vendor, "FOLDER", tmp_path)
    monkeypatch.setattr(vendor, "_is_fetched", lambda group, folder: False)
    with pytest.raises(SystemExit, match="make packages"):
        build.build(tmp_path)


def test_no_rule_of_make_that_builds_or_tests_goes_without_packages():
    text = (ROOT / "Makefile").read_text("utf-8")
    for target, wanted in {
        "book": "FOR_PAGES",
        "pdf": "FOR_PAGES",
        "check": "FOR_PAGES",
        "test": "PACKAGES",
        "test-site": "PACKAGES",
        "site-quality": "PACKAGES",
    }.items():
        [line] = [line for line in text.splitlines() if line.startswith(f"{target}:")]
        assert f"$({wanted})" in line


@pytest.mark.parametrize(
    "only",
    [["book/game"], ["book/bibliography"], ["book/api/figures", "book/api/game", "book/game"]],
)
def test_a_draft_names_no_page_twice(tmp_path, only):
    written = yaml.safe_load(build._contents_of(only, tmp_path).read_text("utf-8"))
    *others, reference = written["chapters"]
    named = [one["file"] for one in [*others, reference, *reference["sections"]]]
    assert len({written["root"], *named}) == 1 + len(named)
    assert {*only, "book/bibliography", "book/api/index", "book/api/game"} <= {only[0], *named}
