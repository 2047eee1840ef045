"""What axe complains about on a page."""

from tools.site import vendor

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
# No rule is about mathematics, and a formula has the colour of its text: `strangely_coloured`.
EVERYTHING_BUT_FORMULAS = {"exclude": [["math"]]}
# One piece of text for every look: colour, ground, size, weight, and the box it is placed in.
LOOKS = """() => {
  const known = new Map(), looks = new Set();
  const surroundings = one => {
    if (!one) return {ground: 'none', opacity: 1, place: ''};
    if (known.has(one)) return known.get(one);
    const around = {...surroundings(one.parentElement)}, style = getComputedStyle(one);
    if (style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.backgroundImage !== 'none')
      around.ground = style.backgroundColor + style.backgroundImage;
    if (style.position !== 'static') around.place = one.tagName + one.className;
    around.opacity *= style.opacity;
    known.set(one, around);
    return around;
  };
  document.querySelectorAll('[data-look]').forEach(one => delete one.dataset.look);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || one.closest('math, script, style')) continue;
    if (!one.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(one), {ground, opacity, place} = surroundings(one);
    const look = [style.color, ground, opacity, place, style.fontSize, style.fontWeight].join();
    if (!looks.has(look)) one.dataset.look = looks.add(look).size;
  }
  return looks.size;
}"""


def strangely_coloured(tab):
    """Return the formulas of a page that differ in colour from the text around them."""
    return tab.evaluate(
        """() => [...document.querySelectorAll('math, math *')].filter(
             one => getComputedStyle(one).color !== getComputedStyle(one.parentElement).color
           ).map(one => one.textContent.slice(0, 60))"""
    )


def barriers(tab):
    """Return what axe complains about, and how many rules it could apply.

    The rules are those of WCAG 2.1 A and AA, and the one on the size of targets from WCAG 2.2.
    """
    others = {"color-contrast": {"enabled": False}, "target-size": {"enabled": True}}
    found, applied = _run(tab, EVERYTHING_BUT_FORMULAS, {"runOnly": RULES, "rules": others})
    pale, more = contrast(tab)
    return found + pale, applied + more


def contrast(tab):
    """Return the texts that axe finds too pale, and whether it could judge any.

    Formulas lose their insides: axe would walk through them, though they are not judged.
    """
    tab.evaluate("() => document.querySelectorAll('math').forEach(one => one.replaceChildren())")
    assert tab.evaluate(LOOKS) > 0
    where = {"include": [["[data-look]"]], **EVERYTHING_BUT_FORMULAS}
    return _run(tab, where, {"runOnly": {"type": "rule", "values": ["color-contrast"]}})


def _run(tab, where, how):
    if not tab.evaluate("() => 'axe' in window"):
        tab.evaluate((vendor.modules("quality") / "axe-core" / "axe.min.js").read_text("utf-8"))
    # Of what passes only the rules are wanted: naming every element takes time.
    arguments = [where, how | {"resultTypes": ["violations"]}]
    result = tab.evaluate("([where, how]) => axe.run(where, how)", arguments)
    assert [one["id"] for one in result["incomplete"] if one.get("error")] == []
    found = [(one["id"], one["nodes"][0]["html"][:200]) for one in result["violations"]]
    return found, len(result["passes"])
