"""Fonts of text hold what pages show, and nothing moves when they come late."""

import pytest

pytest.importorskip("fontTools")

from fontTools.ttLib import TTFont

from tools.site import text_fonts

PAGE = "<p>naïve θ &amp; “so”</p><script>ж</script><math><mi>ψ</mi></math>"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The folder, the style sheet and the early files of a page with a Greek letter."""
    folder = tmp_path_factory.mktemp("fonts")
    return folder, *text_fonts.write(folder, [PAGE])


@pytest.mark.slow
def test_fonts_hold_the_signs_of_the_text_and_not_of_formulas(written):
    folder, sheet, parts = written
    files = sorted(path.name for path in folder.iterdir())
    held = {name: set(TTFont(folder / name).getBestCmap()) for name in files}
    serif = set().union(*(signs for name, signs in held.items() if "serif-4-" in name))
    assert {ord(sign) for sign in "naïveθ&“”Q"} <= serif
    assert not {ord("ж"), ord("ψ")} & serif
    assert sheet.count("@font-face") == len(files)
    assert sheet.count("font-display:optional") == len(files)
    assert all(f"fonts/{name}" in sheet for name in files)
    early = text_fonts.early(parts, "<p>letters</p><math>θ</math>")
    assert len(early) == len(text_fonts.FACES)
    assert set(early) <= set(files)
    (greek,) = set(text_fonts.early(parts, "<p>&theta;</p>")) - set(early)
    assert greek.startswith("source-serif-4-greek-wght-normal-")
    player = '<p class="note vaslb-player">θ</p>'
    both = set(text_fonts.early(parts, player)) - set(early)
    assert both > {greek}
    assert all(name.startswith("inter-greek-") for name in both - {greek})
    long = "much text " * 400
    first = f"<section><h1>A</h1><section><p>{long}</p>{player}</section></section>"
    assert set(text_fonts.early(parts, first)) - set(early) == both
    second = first.replace("<p>", "<p></p></section><section><p>", 1)
    assert set(text_fonts.early(parts, second)) - set(early) == {greek}


@pytest.mark.slow
def test_a_file_has_the_weights_of_its_face(written):
    folder, sheet, _ = written
    roman = TTFont(next(folder.glob("source-serif-4-latin-wght-normal-*")))
    (weight,) = roman["fvar"].axes
    assert (weight.axisTag, weight.minValue, weight.maxValue) == ("wght", 400, 600)
    italic = TTFont(next(folder.glob("source-serif-4-latin-wght-italic-*")))
    assert "fvar" not in italic
    assert sheet.count("font-weight:400 600;") == 4  # Latin and Greek of two families
    assert sheet.count("font-weight:400;") == 2


@pytest.mark.slow
def test_a_part_for_few_signs_is_fetched_where_they_occur(written, tmp_path):
    _, sheet, _ = written
    assert "unicode-range:U+3B8;" in sheet
    (tmp_path / "source-serif-4-greek-old.woff2").touch()
    without, _ = text_fonts.write(tmp_path, ["<p>plain</p>"])
    assert "unicode-range" not in without
    assert not list(tmp_path.glob("*greek*"))  # what is no longer wanted is gone
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert text_fonts.write(tmp_path, ["<p>plain</p>"])[0] == without
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
