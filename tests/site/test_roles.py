"""A colour means the same in every figure of the book: what legends say about each role."""

import html
import json
import re

import pytest
from contents import EXPLORABLE

from vaslb_edu.figures import style

pytestmark = pytest.mark.browser  # it reads the pages that the browser tests read

WORDS = {
    "vaslb": r"VASLB|sharp|explor|measured|, sparse$",
    "oful": r"\bOFUL|centre|longest|regret|deaf to the noise",
    "weighted": r"Weighted OFUL|told the noise|commit|report|optimism|chosen|χ = |inside|longest"
    r"|regret|ellipse",
    "divide": r"[Dd]ivide|s = \d|measured|answered|must hold one",
    "voful2": r"VOFUL2|regret|told nothing",
    "printed": r"[Pp]rinted|each n",
    "repaired": r"repaired|corrected|valid|self-normalised|union over n",
    "bound": r"bound|δ|Δ|report|allow|promise|computed|proof|√|1/2|no player|a million|harmonic"
    r"|quiet search|its report",
}
"""What a label of each role may speak of. Ink (what is so) and grey (what helps) are free."""

FREE = {"truth", "aid"}


def roles(site, page):
    """Return the roles of each figure of a page, by the text of its picture."""
    text = (site / f"{page}.html").read_text("utf-8")
    stages = re.findall(r'<div class="vaslb-stage" data-roles="([^"]*)">.*?alt="([^"]*)"', text)
    assert len(stages) == text.count('class="vaslb-stage"')
    return [(alt[:60], json.loads(html.unescape(said))) for said, alt in stages]


def test_every_role_has_its_words():
    assert WORDS.keys() | FREE == style.PALETTE.keys()


@pytest.mark.parametrize("page", EXPLORABLE)
def test_a_role_never_means_anything_else(site, page):
    figures = roles(site, page)
    assert any(used for _, used in figures)
    for alt, used in figures:
        for role, labels in used.items():
            if role not in FREE:
                strange = [label for label in labels if not re.search(WORDS[role], label)]
                assert strange == [], (alt, role)


@pytest.mark.parametrize("page", EXPLORABLE)
def test_noise_levels_have_the_colours_of_the_ramp(site, page):
    for alt, used in roles(site, page):
        for role, labels in used.items():
            levels = [label for label in labels if re.match(r"σ = |V = ", label)]
            assert levels == [], (alt, role)


@pytest.mark.parametrize("page", EXPLORABLE)
def test_words_of_figures_are_set_as_the_text_is(site, page):
    """No raw subscripts or powers in labels of controls and legends."""
    text = (site / f"{page}.html").read_text("utf-8")
    said = [label for _, used in roles(site, page) for labels in used.values() for label in labels]
    for data in re.findall(r'<script type="application/json">(.*?)</script>', text, re.S):
        controls = json.loads(data.replace("<\\/", "</"))["controls"]
        said += [one["label"] for one in controls] + [t for one in controls for t in one["texts"]]
    assert [one for one in said if re.search(r"[A-Za-zα-ω]_\w|\de[+-]?\d|\^", one)] == []
