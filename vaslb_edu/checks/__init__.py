"""Checks of the coursework: one module a problem set, one function an item.

A check tests a mathematical property of an answer on fresh random input. It returns one line when
the answer holds, and otherwise raises `WrongAnswer` with what is probably wrong.
"""

from vaslb_edu.checks.verdict import Right, WrongAnswer

__all__ = ["Right", "WrongAnswer"]
