"""Code without its prose: what is left is what runs, letter by letter, in every version of Python.

Explained in the chapter *Table 1, measured*.
"""

from __future__ import annotations

import ast
import functools
import io
import tokenize


def bare(text: str, node: ast.stmt) -> str:
    """Return the lines of a statement without comments, docstrings and empty lines."""
    lines = _without_prose(text)
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
    return "\n".join(line for line in lines[first - 1 : node.end_lineno] if line.strip())


@functools.lru_cache(maxsize=4)
def _without_prose(text: str) -> list[str]:
    """Return all lines of a module, with nothing where prose was."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return [line.rstrip() for line in lines]
