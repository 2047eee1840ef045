"""What x <= a + b sqrt(x) says about x."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaslb_edu import concentration as con


@given(a=st.floats(0.0, 1e6), b=st.floats(0.0, 1e3), x=st.floats(0.0, 1e8))
def test_self_bounding(a, b, x):
    sharp, printed = con.self_bounding(a, b), con.self_bounding(a, b, "printed")
    if x <= a + b * math.sqrt(x):
        assert x <= sharp * (1.0 + 1e-9) + 1e-9
    assert sharp == pytest.approx(a + b * math.sqrt(sharp), rel=1e-9, abs=1e-12)  # attained
    assert 2.0 * sharp <= printed * (1.0 + 1e-9) + 1e-300


def test_the_last_step_of_the_printed_self_bounding_proof_is_wrong():
    a, b = 1.0, 0.0
    assert (b + 2.0 * math.sqrt(a)) ** 2 <= 2.0 * b**2 + 8.0 * a
    a, b = 1.0, 1.0
    assert (b + 2.0 * math.sqrt(a)) ** 2 > 2.0 * b**2 + 4.0 * a
