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


def test_of_timings_the_median_counts_and_of_all_else_the_worst():
    readings = [
        {"performance": p, "accessibility": a, "best-practices": 100, "seo": 100}
        for p, a in ((99, 100), (100, 97), (100, 100))
    ]
    assert quality.together(readings) == {
        "performance": 100,
        "accessibility": 97,
        "best-practices": 100,
        "seo": 100,
    }


@pytest.mark.parametrize(
    ("read", "times", "score", "readings"),
    [
        ([100], 1, 100, 1),
        ([99, 100, 100, 99, 100], 1, 100, 5),
        ([99, 99, 100, 99, 100], 1, 99, 5),
        ([100, 99, 100, 99, 99], 5, 99, 5),
    ],
)
def test_a_page_below_its_target_is_read_five_times(monkeypatch, read, times, score, readings):
    left = iter(read)

    def report(address, preset):
        found = {
            name: {"score": 1.0, "auditRefs": [{"id": "title", "weight": 1}]}
            for name in quality.CATEGORIES
        }
        found["performance"]["score"] = next(left) / 100
        audits = {"total-byte-weight": {"numericValue": 7.0}, "title": {"id": "title", "score": 1}}
        return {"categories": found, "audits": audits}

    monkeypatch.setattr(quality, "measure", report)
    result, weight, found, timings = quality.judged("here", "phone", 100, times)
    assert (result["performance"], weight, found) == (score, 7, [])
    assert timings == read[:readings]


def test_no_reading_at_all_is_refused(tmp_path, monkeypatch, capsys):
    (tmp_path / "404.html").touch()
    monkeypatch.setattr("sys.argv", ["quality", "--site", str(tmp_path), "--times", "0"])
    with pytest.raises(SystemExit):
        quality.main()
    assert "--times is 0" in capsys.readouterr().err
