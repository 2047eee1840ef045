"""Formulas: read by Temml, set by the browser in the font that comes with the pages."""

import pytest
from fontTools.ttLib import TTFont
from signs import fonts_of_formulas

from tools.extensions import formulas
from tools.site import fonts, formula_style

pytestmark = pytest.mark.browser


def test_a_sign_that_the_font_lacks_would_be_seen(open_page):
    tab = open_page("book/notation.html")
    tab.evaluate("document.querySelector('math mi').textContent = 'ж'")
    assert len(fonts_of_formulas(tab)) == 2


def test_a_root_is_as_wide_as_its_sign_and_what_it_covers(open_page):
    """Chromium keeps room for the widest root sign; with uneven signs a gap would follow."""
    tab = open_page("book/notation.html")
    tab.evaluate(
        """() => document.querySelector('article').innerHTML =
             '<math style="font-size: 100px"><msqrt><mi>n</mi></msqrt></math>'"""
    )
    width = "tag => document.querySelector(tag).getBoundingClientRect().width"
    sign = tab.evaluate(width, "msqrt") - tab.evaluate(width, "msqrt mi")
    font = fonts.even_roots(TTFont(formula_style.font()))
    advance = font["hmtx"][font.getBestCmap()[ord("√")]][0] / font["head"].unitsPerEm
    assert sign == pytest.approx(100 * advance, abs=1.0)


def test_a_root_over_a_low_letter_does_not_push_lines_apart(open_page):
    tab = open_page("book/notation.html")
    height = """text => {
      const line = document.querySelector('article').appendChild(document.createElement('p'));
      line.innerHTML = text;
      return line.getBoundingClientRect().height;
    }"""
    plain, root = tab.evaluate(height, "word"), formulas.mathml(r"\sqrt{m}")
    assert tab.evaluate(height, f"word {root}") == pytest.approx(plain, abs=1.0)
    hanging = root.replace(formulas.STRUT, "")
    assert tab.evaluate(height, f"word {hanging}") > plain + 1


@pytest.mark.parametrize("formula", ["x", "x=1"])
def test_no_line_begins_with_a_comma(open_page, formula):
    """At every width of the line the comma is where the end of its formula is."""
    tab = open_page("book/notation.html")
    text = f"word by word ({formulas.mathml(formula)}, and on"
    strays = """text => {
      const line = document.querySelector('article').appendChild(document.createElement('p'));
      line.innerHTML = text;
      const last = [...line.querySelectorAll('mi, mn')].pop();
      const near = [...line.querySelectorAll('.near')];
      const spot = document.createRange();
      const comma = near.length ? near[1] : spot;
      if (!near.length) spot.setStart(line.lastChild, 0), spot.setEnd(line.lastChild, 1);
      let strays = 0;
      for (let width = 60; width < 200; width++) {
        line.style.width = width + 'px';
        const bottom = last.getBoundingClientRect().bottom;
        strays += comma.getBoundingClientRect().top > bottom - 1;
      }
      line.remove();
      return strays;
    }"""
    assert tab.evaluate(strays, text) > 0  # as it comes from Temml
    assert tab.evaluate(strays, formulas.with_punctuation(text)) == 0


def test_a_long_formula_in_a_line_breaks_after_a_relation(open_page):
    tab = open_page("book/notation.html", width=390, height=844)
    sums = "=".join(f"a_{{{k}}}+b_{{{k}}}" for k in range(20))
    rows = tab.evaluate(
        """formula => {
          const line = document.querySelector('article').appendChild(document.createElement('p'));
          line.innerHTML = 'So ' + formula + ', and on.';
          const tops = [...line.querySelectorAll('math > mrow')].map(
            row => Math.round(row.getBoundingClientRect().bottom));
          return [new Set(tops).size, line.scrollWidth <= line.clientWidth];
        }""",
        formulas.mathml(sums),
    )
    assert rows[0] > 2
    assert rows[1]
