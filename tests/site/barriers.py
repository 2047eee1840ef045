"""What axe complains about on a page."""

from tools.site import browser, vendor

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
# No rule is about mathematics, and a formula has the colour of its text: `strangely_coloured`.
EVERYTHING_BUT_FORMULAS = {"exclude": [["math"]]}


def strangely_coloured(tab):
    """Return the formulas of a page that differ in colour from the text around them."""
    return tab.evaluate(
        """() => [...document.querySelectorAll('math, math *')].filter(
             one => getComputedStyle(one).color !== getComputedStyle(one.parentElement).color
           ).map(one => one.textContent.slice(0, 60))"""
    )


def barriers(tab, rules):
    """Return what axe complains about, and how many rules it could apply."""
    # Sections that wait for their turn are shown: axe must see them.
    tab.add_style_tag(content=browser.NOTHING_WAITS)
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    tab.evaluate((vendor.modules("quality") / "axe-core" / "axe.min.js").read_text("utf-8"))
    # Of what passes only the rules are wanted: naming every element takes time.
    arguments = [EVERYTHING_BUT_FORMULAS, {"runOnly": rules, "resultTypes": ["violations"]}]
    result = tab.evaluate("([where, how]) => axe.run(where, how)", arguments)
    assert [one["id"] for one in result["incomplete"] if one.get("error")] == []
    found = [(one["id"], one["nodes"][0]["html"][:200]) for one in result["violations"]]
    return found, len(result["passes"])
