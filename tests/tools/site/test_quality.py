"""What Lighthouse is asked for, and which pages it is shown."""

import pytest

from tools.site import contents, quality


@pytest.mark.parametrize(
    ("page", "preset", "performance"),
    [
        ("book/optimism.html", "phone", 90),
        ("book/optimism.html", "desktop", 100),
        ("book/glossary.html", "phone", 100),
        ("404.html", "phone", 100),
    ],
)
def test_only_a_chapter_on_a_phone_may_be_less_than_perfect(page, preset, performance):
    wanted = quality.targets(page, preset)
    assert wanted.pop("performance") == performance
    assert wanted == {"accessibility": 100, "best-practices": 100, "seo": 100}


def test_every_numbered_chapter_is_one():
    assert len(contents.numbered()) >= 10
    for page in contents.numbered():
        assert quality.targets(f"{page}.html", "phone")["performance"] == quality.LONG_PAGE


def test_the_page_that_only_leads_to_the_first_is_left_out(tmp_path):
    for name in ("index.html", "404.html", "book/game.html"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert quality.pages(tmp_path) == ["404.html", "book/game.html"]
