"""Measure every page of the built book with Lighthouse, print the table, fail below the targets.

Pages come from a compressing server on the loopback address. Performance is a timing and varies
with the load of the machine: a page below its target is measured five times in all and the median
counts. `--times 5` takes as many readings of every page, also of those that pass at once.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools import environment
from tools.project import BUILD
from tools.site import browser, contents, serve, vendor

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PRESETS = ("phone", "desktop")
LONG_PAGE = 90
"""Of 100 for performance, for a chapter on a phone: it is long, and its formulas are many."""

WEIGHT_LIMIT = 2_000_000
ENOUGH = 5  # readings of a page


def pages(site: Path) -> list[str]:
    """Return the pages of a site, without the one that only leads to the first."""
    found = (path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html")))
    return [page for page in found if page != "index.html"]


def targets(page: str, preset: str) -> dict[str, int]:
    """Return the scores that a page must reach."""
    chapter = page.removesuffix(".html") in contents.numbered()
    performance = LONG_PAGE if chapter and preset == "phone" else 100
    return dict.fromkeys(CATEGORIES, 100) | {"performance": performance}


def measure(address: str, preset: str) -> dict[str, Any]:
    """Run Lighthouse once and return its report."""
    script = vendor.modules("quality") / "lighthouse" / "cli" / "index.js"
    flags = " ".join(["--headless=new", *browser.FLAGS])
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            vendor.node(),
            str(script),
            address,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--chrome-flags={flags} --user-data-dir={folder}/profile",
            "--no-enable-error-reporting",
            *(["--preset=desktop"] if preset == "desktop" else []),
        ]
        variables = environment.with_variables(CHROME_PATH=browser.path() or "")
        done = subprocess.run(command, env=variables, capture_output=True, text=True)
        if not report.exists():
            raise RuntimeError(f"Lighthouse failed on {address}:\n{done.stderr[-2000:]}")
        found = dict(json.loads(report.read_text("utf-8")))
    broken = [name for name in CATEGORIES if found["categories"][name]["score"] is None]
    if broken:
        errors = {a["errorMessage"] for a in found["audits"].values() if a.get("errorMessage")}
        raise RuntimeError(f"Lighthouse could not judge {broken} of {address}: {errors}")
    return found


def scores(report: dict[str, Any]) -> dict[str, int]:
    """Return the four scores of a report, 0 to 100."""
    return {name: round(100 * report["categories"][name]["score"]) for name in CATEGORIES}


def faults(report: dict[str, Any]) -> list[str]:
    """Return the audits that cost points outside performance."""
    found = []
    for name in CATEGORIES[1:]:
        for entry in report["categories"][name]["auditRefs"]:
            audit = report["audits"][entry["id"]]
            if entry["weight"] and audit["score"] is not None and audit["score"] < 1:
                found.append(f"{name}: {audit['id']}")
    return found


def together(readings: list[dict[str, int]]) -> dict[str, int]:
    """Return one score of each kind: of timings the median, of all else the worst."""
    worst = {name: min(one[name] for one in readings) for name in CATEGORIES}
    return worst | {"performance": round(statistics.median(one["performance"] for one in readings))}


def judged(
    address: str, preset: str, target: int, times: int
) -> tuple[dict[str, int], int, list[str], list[int]]:
    """Return scores, weight in bytes, faults and single timings of a page."""
    reports = [measure(address, preset) for _ in range(times)]
    result = together([scores(one) for one in reports])
    if result["performance"] < target:
        reports += [measure(address, preset) for _ in range(ENOUGH - times)]
        result = together([scores(one) for one in reports])
    weight = round(max(one["audits"]["total-byte-weight"]["numericValue"] for one in reports))
    found = sorted({fault for one in reports for fault in faults(one)})
    return result, weight, found, [scores(one)["performance"] for one in reports]


def main() -> int:
    """Measure all pages, or those named."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--site", type=Path, default=BUILD / "html")
    parser.add_argument("--times", type=int, default=1, help="readings of every page: 1, or 5")
    parser.add_argument("pages", nargs="*", help="for example book/game.html")
    chosen = parser.parse_args()
    if not pages(chosen.site):
        parser.error(f"there is no book in {chosen.site}: build it with `OPEN=0 make book`")
    if chosen.times < 1:
        parser.error(f"--times is {chosen.times}: at least one reading is needed")
    failed = 0
    print(f"{'page':<34}{'preset':<9}{'perf':>5}{'a11y':>6}{'best':>6}{'seo':>5}{'KB':>7}")
    with serve.Site(chosen.site) as site:
        for page in chosen.pages or pages(chosen.site):
            for preset in PRESETS:
                wanted = targets(page, preset)
                result, weight, found, timings = judged(
                    site.address + page, preset, wanted["performance"], chosen.times
                )
                short = [name for name in CATEGORIES if result[name] < wanted[name]]
                if weight > WEIGHT_LIMIT:
                    short.append("weight")
                failed += bool(short)
                numbers = "".join(
                    f"{result[name]:>{width}}"
                    for name, width in zip(CATEGORIES, (5, 6, 6, 5), strict=True)
                )
                several = f"  {sorted(timings)}" if len(timings) > 1 else ""
                mark = f"  below target: {', '.join(short)} {found or ''}" if short else ""
                print(
                    f"{page:<34}{preset:<9}{numbers}{weight / 1000:>7.0f}{several}{mark}",
                    flush=True,
                )
    print("All pages meet the targets." if not failed else f"{failed} measurements below target.")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
