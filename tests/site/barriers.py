"""What axe complains about on a page."""

import vendor

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]


def barriers(tab, rules):
    """Return what axe complains about, and how many rules it could apply."""
    # Sections that wait for their turn are shown: axe must see them.
    tab.add_style_tag(content="* { content-visibility: visible !important }")
    tab.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    tab.evaluate((vendor.install("quality") / "axe-core" / "axe.min.js").read_text("utf-8"))
    result = tab.evaluate("rules => axe.run({runOnly: rules})", rules)
    assert [one["id"] for one in result["incomplete"] if one.get("error")] == []
    found = [(one["id"], one["nodes"][0]["html"][:200]) for one in result["violations"]]
    return found, len(result["passes"])
