"""Fonts of text hold what pages show, and nothing moves when they come late."""

import pytest

pytest.importorskip("fontTools")

from fontTools.ttLib import TTFont

from tools.site import text_fonts


@pytest.mark.slow
def test_fonts_hold_the_signs_of_the_text_and_not_of_formulas(tmp_path):
    page = "<p>naïve θ &amp; “so”</p><script>ж</script><math><mi>ψ</mi></math>"
    sheet, early = text_fonts.write(tmp_path, [page])
    files = sorted(path.name for path in tmp_path.iterdir())
    held = {name: set(TTFont(tmp_path / name).getBestCmap()) for name in files}
    serif = set().union(*(signs for name, signs in held.items() if "serif-4-" in name))
    assert {ord(sign) for sign in "naïveθ&“”Q"} <= serif
    assert not {ord("ж"), ord("ψ")} & serif
    assert sheet.count("@font-face") == len(files)
    assert sheet.count("font-display:optional") == len(files)
    assert all(f"fonts/{name}" in sheet for name in files)
    assert len(early) == len(text_fonts.FACES)
    assert set(early) <= set(files)


@pytest.mark.slow
def test_a_file_has_the_weights_of_its_face_and_the_same_bytes_every_time(tmp_path):
    for folder in ("once", "again"):
        sheet, _ = text_fonts.write(tmp_path / folder, ["<p>plain</p>"])
    once, again = (
        {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
        for folder in ("once", "again")
    )
    assert once == again
    roman = TTFont(next((tmp_path / "once").glob("source-serif-4-latin-wght-normal-*")))
    (weight,) = roman["fvar"].axes
    assert (weight.axisTag, weight.minValue, weight.maxValue) == ("wght", 400, 600)
    italic = TTFont(next((tmp_path / "once").glob("source-serif-4-latin-wght-italic-*")))
    assert "fvar" not in italic
    assert sheet.count("font-weight:400 600;") == 2
    assert sheet.count("font-weight:400;") == 1


@pytest.mark.slow
def test_a_part_for_few_signs_is_fetched_where_they_occur(tmp_path):
    sheet, _ = text_fonts.write(tmp_path, ["<p>θ</p>"])
    assert "unicode-range:U+3B8;" in sheet
    without, _ = text_fonts.write(tmp_path, ["<p>plain</p>"])
    assert "unicode-range" not in without
    assert not list(tmp_path.glob("*greek*"))  # what is no longer wanted is gone
