"""A pytest plugin that prints what would run: every collected test, and whether it can be skipped.

``python -m pytest -p tests.ledger.collected_items --collect-only -q ...``
"""

import inspect
import json
import re

PREFIX = "COLLECTED "
GIVES_UP = re.compile(r"\b(skip|importorskip|xfail|skipTest)\(")


def marked(item):
    """Say whether a mark skips this case, or lets it fail."""
    never = any(item.iter_markers("skip")) or any(item.iter_markers("xfail"))
    return never or any(
        any(bool(condition) for condition in (*mark.args, mark.kwargs.get("condition", False)))
        for mark in item.iter_markers("skipif")
    )


def gives_up(item):
    """Say whether this test, or a fixture of this project that it uses, may skip while it runs."""
    fixtures = [one for found in item._fixtureinfo.name2fixturedefs.values() for one in found]
    functions = [item.function, *(fixture.func for fixture in fixtures)]
    ours = [one for one in functions if "site-packages" not in (inspect.getsourcefile(one) or "")]
    return any(GIVES_UP.search(inspect.getsource(one)) for one in ours)


def pytest_collection_finish(session):
    """Print one line of JSON: test, with and without its parameters -> do all its cases run?"""
    runs = {}
    for item in session.items:
        for name in {item.nodeid, item.nodeid.split("[")[0]}:
            runs[name] = runs.get(name, True) and not (marked(item) or gives_up(item))
    print("\n" + PREFIX + json.dumps(runs))
