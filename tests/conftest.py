"""Shared settings: Hypothesis runs the same examples everywhere and has no clock."""

import numpy as np
import pytest
from hypothesis import settings

from tests.own_loop import no_running_loop

SITE = "tests/site/"


@pytest.hookimpl(trylast=True)  # when tests that do not run have left
def pytest_collection_modifyitems(items):
    """Order files so that workers of a parallel run end together: the first one builds the book.

    Then what takes long, and the pages when all others are done and the book is there. It counts
    with ``--no-loadscope-reorder``, and tests of one file stay in their order.
    """
    first = next((item.path for item in items if item.nodeid.startswith(SITE)), None)
    slow = {item.path for item in items if item.get_closest_marker("slow")}

    def place(item):
        if item.path == first:
            return 0
        if item.nodeid.startswith(SITE):
            return 3
        return 1 if item.path in slow else 2

    items.sort(key=place)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    """Begin a test as if no other of its worker had opened a browser."""
    if item.nodeid.startswith(SITE):
        return (yield)
    with no_running_loop():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Run a test in the same way; how it ends is left alone, as the browser may end with it."""
    return (yield from pytest_runtest_setup(item))


settings.register_profile("steady", derandomize=True, deadline=None, max_examples=80)
settings.load_profile("steady")


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator with a fixed seed."""
    return np.random.default_rng(20261116)
