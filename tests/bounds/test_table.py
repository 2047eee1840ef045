"""The table of the book has the rows of the paper's Table 1, and more."""

import numpy as np
import pytest

from vaslb_edu import bounds

TABLE_1 = {  # algorithm: worst case, deterministic case, written out a second time
    "ConfidenceBall2": (lambda d, s, T: d * T**0.5, None),
    "OFUL, sparse": (lambda d, s, T: (s * d * T) ** 0.5, None),
    "SL-UCB": (lambda d, s, T: s * T**0.5, None),
    "Selective explore-then-commit": (lambda d, s, T: s * T**0.5, None),
    "Weighted OFUL": (lambda d, s, T: d * T**0.5, lambda d, s, T: (d * T) ** 0.5),
    "VOFUL2": (lambda d, s, T: d**1.5 * T**0.5, lambda d, s, T: d**2),
    "VASLB with Weighted OFUL": (
        lambda d, s, T: s**2 * T**0.5 + s * (d * T) ** 0.5,
        lambda d, s, T: s**1.5 * T**0.5,
    ),
    "VASLB with VOFUL2": (
        lambda d, s, T: s**2.5 * T**0.5 + s * (d * T) ** 0.5,
        lambda d, s, T: s**3,
    ),
    "Lower bound": (lambda d, s, T: (d * T) ** 0.5, None),
}


def test_the_table_has_the_rows_of_the_paper_and_more():
    printed = [row.algorithm for row in bounds.TABLE if row.in_table_1]
    assert printed == list(TABLE_1)
    later = [row.algorithm for row in bounds.TABLE if not row.in_table_1]
    assert later == ["OFUL", "Lower bound", "Divide and conquer", "SAVE", "VASLB with SAVE"]


@pytest.mark.parametrize(
    "row", [row for row in bounds.TABLE if row.in_table_1], ids=lambda row: row.algorithm
)
def test_rows_agree_with_table_1(row):
    """Up to a factor of 2: the table drops terms that the others dominate (T is large)."""
    worst, quiet = TABLE_1[row.algorithm]
    assert (row.deterministic is None) == (quiet is None)
    for d, s, T in ((64, 4, 10**6), (10, 10, 10**8), (1000, 1, 10**9)):
        assert 1.0 <= row.regret(d, s, T, T) / worst(d, s, T) <= 2.0
        if quiet is not None:
            assert row.regret(d, s, T, 0.0) == pytest.approx(quiet(d, s, T))


@pytest.mark.parametrize("row", bounds.TABLE, ids=lambda row: f"{row.algorithm}, {row.source}")
def test_rows_are_complete_and_callable(row):
    assert row.setting in ("linear bandit", "sparse linear bandit")
    assert row.source
    assert row.worst_case or row.deterministic
    assert (row.variances is not None) <= (row.deterministic is not None)
    assert row.efficient is None or isinstance(row.efficient, bool)
    T = np.array([10.0, 100.0])
    regret = np.broadcast_to(row.regret(16, 2, T, 0.5 * T), 2)
    assert np.all(regret > 0.0)
    assert regret[1] >= regret[0]
    with pytest.raises(ValueError, match="s must be at most d = 3, got 4"):
        row.regret(3, 4, 10, 1.0)


def test_only_vaslb_with_save_is_sparse_efficient_and_without_variances():
    found = [
        row.algorithm
        for row in bounds.TABLE
        if row.setting == "sparse linear bandit" and row.efficient and row.variances == "unknown"
    ]
    assert found == ["VASLB with SAVE"]
