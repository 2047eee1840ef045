"""The map of the algorithm: in words, at the head of every chapter, and with a mark."""

import re

import nbformat
import pytest

from tools.project import BOOK
from vaslb_edu.chapters.map import HERE, PARTS, algorithm_map


@pytest.mark.parametrize("chapter", HERE)
def test_the_map_says_in_words_what_it_shows(chapter):
    page = algorithm_map(chapter)._repr_html_()
    (alt,) = re.findall(r'role="img" aria-label="([^"]+)"', page)
    for heading, *_ in PARTS.values():
        assert heading in alt
    marked = [PARTS[part][0] for part in HERE[chapter][0]]
    assert page.count("● ") == len(marked)
    assert ("Marked for this chapter" in alt) == bool(marked)
    assert "http" not in page and "<script" not in page  # noqa: PT018


def test_every_chapter_has_a_place_on_the_map_and_shows_it_first():
    for chapter in HERE:
        name = "index" if chapter == "start" else chapter
        code = [
            cell.source
            for cell in nbformat.read(BOOK / f"{name}.ipynb", 4).cells
            if cell.cell_type == "code"
        ]
        places = [i for i, source in enumerate(code) if f'algorithm_map("{chapter}")' in source]
        assert len(places) == 1
        assert chapter == "start" or places[0] <= 3  # behind what fetches and imports the library


def test_another_chapter_is_refused():
    with pytest.raises(ValueError, match="chapter"):
        algorithm_map("cooking")
