"""A pytest plugin that prints what would run: every collected test, and whether a mark skips it.

``python -m pytest -p tests.ledger.collected_items --collect-only -q ...``
"""

import json

PREFIX = "COLLECTED "


def pytest_collection_finish(session):
    """Print one line of JSON: test without its parameters -> does any of its cases run?"""
    runs = {}
    for item in session.items:
        name = item.nodeid.split("[")[0]
        skipped = any(item.iter_markers("skip")) or any(
            all(bool(condition) for condition in mark.args) for mark in item.iter_markers("skipif")
        )
        unsure = any(item.iter_markers("xfail"))
        runs[name] = runs.get(name, False) or not (skipped or unsure)
    print("\n" + PREFIX + json.dumps(runs))
