"""What axe complains about on a page."""

import vendor

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
# The visible half of a formula is hidden from screen readers, and has the colour of its text.
EVERYTHING_BUT_FORMULAS = {"exclude": [[".katex-html"]]}


def barriers(tab, rules):
    """Return what axe complains about, and how many rules it could apply."""
    tab.evaluate((vendor.install("quality") / "axe-core" / "axe.min.js").read_text("utf-8"))
    arguments = [EVERYTHING_BUT_FORMULAS, {"runOnly": rules}]
    result = tab.evaluate("([where, how]) => axe.run(where, how)", arguments)
    assert [one["id"] for one in result["incomplete"] if one.get("error")] == []
    found = [(one["id"], one["nodes"][0]["html"][:200]) for one in result["violations"]]
    return found, len(result["passes"])
