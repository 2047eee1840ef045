"""The arithmetic of chance, a second time: exact sums over all outcomes, and SciPy's own tails."""

import ast
import math
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom, norm

from tests import chance

HERE = Path(__file__).parent
QUESTIONS = {"holds", "breaks", "happens_at", "near", "standard_errors", "allowed_failures"}


def tail(k, runs, rate):
    """P(more than k failures), as a fraction without rounding."""
    p = Fraction(rate)
    terms = (math.comb(runs, j) * p**j * (1 - p) ** (runs - j) for j in range(k + 1, runs + 1))
    return sum(terms, Fraction(0))


@pytest.mark.parametrize("limit", [1e-6, 1e-3])
@pytest.mark.parametrize("rate", [0.001, 0.05, 0.4, 0.9])
@pytest.mark.parametrize("runs", [1, 10, 150])
def test_allowed_failures_is_the_smallest_number_that_chance_hardly_exceeds(runs, rate, limit):
    allowed = chance.allowed_failures(runs, rate, limit)
    assert tail(allowed, runs, rate) <= limit
    assert allowed == 0 or tail(allowed - 1, runs, rate) > limit


@pytest.mark.parametrize("rate", [0.01, 0.05, 0.1, 0.5])
@pytest.mark.parametrize("runs", [60, 1_000, 20_000, 40_000])
def test_allowed_failures_against_scipy(runs, rate):
    allowed = chance.allowed_failures(runs, rate)
    assert binom.sf(allowed, runs, rate) <= chance.CHANCE < binom.sf(allowed - 1, runs, rate)


def test_holds_and_breaks_turn_at_the_allowed_number():
    allowed = chance.allowed_failures(100, 0.1)
    failed = np.arange(100) < allowed
    assert chance.holds(failed, 0.1)
    assert not chance.breaks(failed, 0.1)
    failed[allowed] = True
    assert chance.breaks(failed, 0.1)
    assert not chance.holds(failed, 0.1)


def test_happens_at_has_two_sides():
    for count in range(101):
        likely = binom.sf(count - 1, 100, 0.3) > 5e-7 and binom.cdf(count, 100, 0.3) > 5e-7
        assert chance.happens_at(np.arange(100) < count, 0.3) == likely


def test_near_is_a_normal_test():
    far = chance.standard_errors() * 2.0 / math.sqrt(400)
    assert 2 * norm.sf(chance.standard_errors()) == pytest.approx(chance.CHANCE)
    assert chance.near(np.full(400, 3.0 + 0.999 * far), 3.0, 2.0)
    assert not chance.near(np.full(400, 3.0 + 1.001 * far), 3.0, 2.0)
    assert not chance.near(np.full(400, 3.0 - 1.001 * far), 3.0, 2.0)


def test_overlooked_is_the_other_error():
    allowed = chance.allowed_failures(50, 0.1)
    assert chance.overlooked(50, 0.1, 0.6) == pytest.approx(1 - float(tail(allowed, 50, 0.6)))


# -- every test that leaves something to chance says so, and how much --------------------------


def is_statistical(function):
    return any(ast.unparse(mark).endswith("statistical") for mark in function.decorator_list)


def asks_chance(function):
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(ast.unparse(call).split(".")[-1] in QUESTIONS for call in calls)


def faults(code):
    """What is wrong with the marks in a file of tests, one sentence a fault."""
    module = ast.parse(code)
    for function in module.body:
        if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
            continue
        said = f"{ast.get_docstring(module)}\n{ast.get_docstring(function)}"
        if asks_chance(function) and not is_statistical(function):
            yield f"{function.name} leaves something to chance and has no statistical mark"
        if is_statistical(function) and not re.search(r"1e-\d+", said):
            yield f"{function.name} does not say how often it fails by chance"


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(HERE.rglob("test_*.py")) if path != Path(__file__)],
    ids=lambda path: path.relative_to(HERE).as_posix(),
)
def test_every_monte_carlo_test_is_marked_and_says_how_often_it_fails_by_chance(path):
    found = list(faults(path.read_text("utf-8")))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("def test_a():\n    assert chance.holds([], 0.1)", "no statistical mark"),
        ("@pytest.mark.statistical\ndef test_a():\n    '''Often.'''", "how often"),
        ("@statistical\ndef test_a():\n    assert breaks([], 0.1)", "how often"),
        ("@statistical\ndef test_a():\n    '''Below 1e-6.'''\n    assert breaks([], 0.1)", None),
        ("'''Below 1e-6.'''\n@statistical\ndef test_a():\n    pass", None),
        ("def test_a():\n    assert True", None),
    ],
)
def test_a_test_without_its_mark_is_found(code, fault):
    found = list(faults(code))
    assert len(found) == (fault is not None)
    assert fault is None or fault in found[0]
