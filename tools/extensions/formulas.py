"""A Sphinx extension: mathematics as MathML, written by Temml while the book is built.

A browser sets MathML itself, in a mathematical font that comes with the pages: no script, one
element a sign instead of nested boxes, and a screen reader has the formula. A formula that Temml
cannot read is a warning, and so a failure of the build.
"""

from __future__ import annotations

import atexit
import html
import json
import re
import subprocess
from functools import cache
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from tools.extensions import formula_lines
from tools.site import vendor

logger = logging.getLogger(__name__)

# One formula a line in, one answer a line out.
PROGRAM = """
import temml from %s;
import readline from "node:readline";
for await (const line of readline.createInterface({input: process.stdin})) {
  const [tex, displayMode] = JSON.parse(line);
  let answer;
  try {
    answer = {mathml: temml.renderToString(tex, {displayMode, wrap: "tex", throwOnError: true})};
  } catch (problem) {
    answer = {problem: String(problem.message)};
  }
  console.log(JSON.stringify(answer));
}
"""


BETWEEN_NUMBERS = re.compile(r"(?<=\d),(?=\d)")
"""A comma that Temml would take for a part of one long number."""

STRUT = '<mspace height="0.75em" depth="0.2em"></mspace>'
"""What a root covers is at least as high as its sign, which would hang down over a low letter."""


class FormulaError(ValueError):
    """A formula that cannot be read."""


@cache
def _typesetter() -> subprocess.Popen[str]:
    """Start the program once; it ends with this process."""
    module = vendor.modules("site") / "temml" / "dist" / "temml.mjs"
    source = PROGRAM % json.dumps(module.as_uri())
    running = subprocess.Popen(
        [vendor.node(), "--input-type=module", "--eval", source],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    atexit.register(running.kill)
    return running


@cache
def mathml(tex: str, display: bool = False) -> str:
    """Return a formula as MathML, or raise `FormulaError`."""
    running = _typesetter()
    assert running.stdin
    assert running.stdout
    tex = BETWEEN_NUMBERS.sub(", ", tex)
    running.stdin.write(json.dumps([tex, display]) + "\n")
    running.stdin.flush()
    line = running.stdout.readline()
    if not line:
        raise RuntimeError("the program that sets formulas has ended")
    answer = json.loads(line)
    if "problem" in answer:
        raise FormulaError(answer["problem"])
    text = str(answer["mathml"]).replace("<msqrt>", f"<msqrt>{STRUT}")
    return formula_lines.broken(text) if display else formula_lines.marked(text)


def set_or_warn(tex: str, display: bool = False) -> str:
    """Return a formula as MathML; one that cannot be read is shown as it is, with a warning."""
    try:
        return mathml(tex, display)
    except FormulaError as problem:
        logger.warning("the formula %r cannot be read: %s", tex, problem)
        return html.escape(tex)


def in_text(page: str) -> str:
    r"""Set the formulas that outputs of cells leave in a page as ``\(...\)``."""
    left = re.compile(r'<span class="vaslb-math">\\\((.*?)\\\)</span>', re.S)
    return left.sub(lambda found: set_or_warn(html.unescape(found[1])), page)


def with_punctuation(page: str) -> str:
    """Take the signs that cling to a formula into it: else a line could begin with a comma."""
    before = r'([(\[]+)(<math(?: class="parts")?>(?:<mrow>)?)'
    after = r"((?:</mrow>)?</math>)([,.;:!?)\]’”-]+)"
    page = re.sub(before, lambda found: found[2] + _near(found[1]), page)
    return re.sub(after, lambda found: _near(found[2]) + found[1], page)


def _near(signs: str) -> str:
    return f'<mtext class="near">{signs}</mtext>'


def visit_math(writer: Any, node: nodes.Element) -> None:
    """Write a formula inside a line."""
    writer.body.append(set_or_warn(node.astext()))
    raise nodes.SkipNode


def visit_math_block(writer: Any, node: nodes.Element) -> None:
    """Write a formula on a line of its own, with its number after it."""
    writer.body.append(writer.starttag(node, "div", CLASS="math"))
    formula = set_or_warn(node.astext(), display=True)
    writer.body.append(f'<div class="formula">{formula}</div>')
    if node["number"]:
        number = get_node_equation_number(writer, node)
        writer.body.append(f'<span class="eqno">({number})')
        writer.add_permalink_ref(node, "Link to this equation")
        writer.body.append("</span>")
    writer.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Make this the way formulas are written: ``html_math_renderer: temml``."""
    app.add_html_math_renderer("temml", (visit_math, None), (visit_math_block, None))
    app.add_css_file("formulas.css")
    return {"parallel_read_safe": True, "parallel_write_safe": False}
