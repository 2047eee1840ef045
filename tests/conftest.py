"""Shared settings: Hypothesis runs the same examples everywhere and has no clock."""

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, max_examples=80)
settings.load_profile("steady")


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator with a fixed seed."""
    return np.random.default_rng(20261116)
