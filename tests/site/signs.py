"""The fonts in which Chromium shows the signs of formulas."""

# One leaf of a formula for every text shown, so that few elements stand for many.
LEAVES = """() => {
  const leaves = {};
  for (const leaf of document.querySelectorAll('math :is(mi, mo, mn, mtext:not(.near))'))
    leaves[leaf.localName + leaf.textContent + leaf.getAttribute('mathvariant')] ??= leaf;
  let count = 0;
  for (const leaf of Object.values(leaves)) leaf.dataset.leaf = count++;
  return count;
}"""


def fonts_of_formulas(tab):
    """Return the fonts of a page's formulas, each with whether it came with the page."""
    count = tab.evaluate(LEAVES)
    tools = tab.context.new_cdp_session(tab)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    wanted = {"nodeId": root, "selector": "[data-leaf]"}
    nodes = tools.send("DOM.querySelectorAll", wanted)["nodeIds"]
    assert len(nodes) == count
    found = [tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    tools.detach()
    return {(font["familyName"], font["isCustomFont"]) for fonts in found for font in fonts}
