"""The ledger on the first page of the book names tests; they exist where it says."""

import ast
import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
START = nbformat.read(ROOT / "book" / "index.ipynb", as_version=4)
NAMED = re.findall(r": ([\w ]+) \(`([\w/]+\.py)`\) \|", "\n".join(c.source for c in START.cells))


@pytest.mark.parametrize(("sentence", "file"), NAMED)
def test_a_named_test_exists(sentence, file):
    module = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
    functions = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
    assert f"test_{sentence.replace(' ', '_')}" in functions


def test_every_claim_of_the_ledger_names_its_test():
    (ledger,) = (cell.source for cell in START.cells if cell.source.startswith("| Claim |"))
    rows = [line for line in ledger.split("\n\n")[0].splitlines() if line.startswith("|")]
    assert len(NAMED) == len(rows) - 2 >= 7  # less the head of the table and its rule
