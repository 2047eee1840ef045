"""What the book says about its chapters: read with care, drawn as a strip and as a map."""

import itertools
import json
import re

import numpy as np
import pytest
import yaml

from tools.project import BOOK
from tools.site import chapter_map, contents, strip
from tools.site.chapters import FILE, chapters, read
from vaslb_edu import schedules

ENTRY = "{question: Why so, needs: [%s], noise: {constant: {level: 0.5}}}"


def test_every_numbered_chapter_is_spoken_of():
    assert list(chapters()) == contents.numbered()
    assert [one.number for one in chapters().values()] == list(range(1, len(chapters()) + 1))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"a: {ENTRY % ''}", r"differs in \['b'\]"),
        (f"a: {ENTRY % ''}\nb: {ENTRY % ''}\nc: {ENTRY % ''}", r"differs in \['c'\]"),
        (f"a: {ENTRY % 'b'}\nb: {ENTRY % ''}", r"a can need only chapters before it, not \['b'\]"),
    ],
)
def test_a_file_that_speaks_of_other_chapters_is_refused(text, said):
    with pytest.raises(ValueError, match=said):
        read(text, ["a", "b"])


def test_nothing_is_said_twice():
    """YAML would keep the last of two equal keys, and say nothing."""
    waiting = [yaml.compose(FILE.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        keys = [key.value for key, _ in node.value]
        assert len(keys) == len(set(keys)), keys
        waiting += [inner for _, inner in node.value if isinstance(inner, yaml.MappingNode)]


def test_the_start_page_asks_the_same_questions():
    """The table of the start page is for those who read the notebook, where there is no map."""
    cells = json.loads((BOOK / "index.ipynb").read_text("utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells)
    rows = re.findall(r"^\| \d+\. \{doc\}`(\w+)` \| (.*) \|$", text, re.M)
    plain = [(page, question.replace('"', "")) for page, question in rows]
    wanted = [
        (one.page.removeprefix("book/"), re.sub("[“”]", "", one.question))
        for one in chapters().values()
    ]
    assert plain == wanted


def test_a_strip_is_drawn_once_and_for_all():
    noise = schedules.step(0.0, 1.0, at=120)
    drawn = strip.strip("book/game", noise)
    assert drawn == strip.strip("book/game", noise)
    assert strip.paths("book/game", noise) != strip.paths("book/vaslb", noise)
    assert "sigma = 0 up to round 120, 1 afterwards" in drawn
    quiet, loud = re.findall(r'<path class="noise-(\d)" d="([^"]*)"', drawn)
    assert (quiet[0], loud[0]) == ("0", str(strip.SHADES - 1))
    lengths = [
        np.array([float(one) for one in re.findall(r"v([\d.]+)", path)])
        for path in (quiet[1], loud[1])
    ]
    assert [one.size for one in lengths] == [120, 120]
    small = re.findall(r"v([\d.]+)", strip.paths("book/game", noise, every=3))
    assert [float(one) for one in small] == [*lengths[0][::3], *lengths[1][::3]]
    assert lengths[0].max() < 1 < np.median(lengths[1])


def test_a_chapter_stands_behind_all_that_it_needs():
    depth = {
        chapter.page: place
        for place, layer in enumerate(chapter_map.layers(chapters()))
        for chapter in layer
    }
    assert set(depth) == set(chapters())
    for page, chapter in chapters().items():
        assert all(depth[one] < depth[page] for one in chapter.needs)


def test_no_two_chapters_of_a_layer_stand_on_each_other():
    every = chapter_map.layers(chapters())
    row = chapter_map.rows(every)
    assert min(row.values()) == 0
    for layer in every:
        placed = sorted(row[one.page] for one in layer)
        assert all(after - before > 0.99 for before, after in itertools.pairwise(placed))


def test_the_map_leads_to_every_chapter_in_both_drawings():
    drawn = chapter_map.chapter_map(chapters(), lambda page: f"{page}.html")
    links = re.findall(r'<a href="([^"]*)" aria-label="Chapter \d+: ([^"]*)"', drawn)
    wanted = [(f"{page}.html", contents.title(page)) for page in chapters()]
    assert links == wanted * 2
    ways = re.findall(r'class="vaslb-map-ways" d="([^"]*)"', drawn)
    count = sum(len(one.needs) for one in chapters().values())
    assert [one.count("M") for one in ways] == [count, count]
