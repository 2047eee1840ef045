"""Remarks in the margin of a wide screen: beside text of their section, over nothing."""

import pytest
from visits import everything_shown

pytestmark = pytest.mark.browser
WIDE = {"width": 1920, "height": 1080}
DESK = {"width": 1440, "height": 900}

MARGIN = """() => [...document.querySelectorAll('.bd-article .in-margin')].map(one => {
  const box = one.getBoundingClientRect();
  const meets = other => {
    const its = other.getBoundingClientRect();
    return its.width && its.left < box.right && its.right > box.left
      && its.top < box.bottom && its.bottom > box.top;
  };
  const text = [...one.parentElement.querySelectorAll(':scope > p')]
    .map(words => words.getBoundingClientRect());
  // What the remark is a part of, and what is a part of it, may overlap with it.
  const others = [...document.querySelectorAll('.bd-article :is(p, pre, table, figcaption, img)')]
    .filter(other => !one.contains(other) && other.checkVisibility());
  return {
    title: one.textContent.trim().slice(0, 60),
    left: box.left, right: box.right, top: box.top,
    column: Math.max(...text.map(words => words.right)),
    begins: one.parentElement.getBoundingClientRect().top,
    over: others.filter(meets).map(other => other.textContent.slice(0, 40)),
    seen: one.checkVisibility() && box.height > 50,
  };
})"""
PLACES = "() => [...document.querySelectorAll('.bd-article section > p')].map(one => one.offsetTop)"


@pytest.fixture(scope="module")
def pages(site):
    """The pages that have remarks in the margin."""
    every = (path for path in sorted(site.glob("book/**/*.html")))
    return [
        path.relative_to(site).as_posix()
        for path in every
        if "in-margin" in path.read_text("utf-8")
    ]


def test_remarks_in_the_margin_stand_beside_text(browse, pages):
    assert pages
    for page in pages:
        tab = browse(page, **WIDE)
        everything_shown(tab)
        found = tab.evaluate(MARGIN)
        assert found
        for one in found:
            assert one["seen"], (page, one)
            assert one["column"] < one["left"] < one["right"] <= WIDE["width"], (page, one)
            assert not one["over"], (page, one)
            assert one["top"] >= one["begins"], (page, one)
        # Without them the text stands where it stands with them.
        places = tab.evaluate(PLACES)
        tab.add_style_tag(content=".bd-article .in-margin { display: none }")
        moved = [abs(a - b) for a, b in zip(places, tab.evaluate(PLACES), strict=True) if b]
        assert max(moved) <= 1, page
        tab.context.close()


def test_where_there_is_no_margin_they_stand_in_the_text(browse, pages):
    tab = browse(pages[0], **DESK)
    everything_shown(tab)
    for one in tab.evaluate(MARGIN):
        assert one["seen"]
        assert one["left"] < one["column"]
        assert not one["over"]
    tab.context.close()
