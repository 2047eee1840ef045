"""What the inequalities of the paper are worth when they are tried: one function a statement.

Each draws from a fixed seed and returns a short sentence for the ledger, with a verdict.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tools.ledger.finding import Finding
from vaslb_edu import bounds, concentration

SAMPLES = 20_000


def share(failed: Any) -> float:
    """Return how many of all have failed, to a tenth of a per cent."""
    return round(float(np.mean(failed)), 3)


def percent(part: float) -> str:
    """Return a share as per cent, with one digit behind the point."""
    return f"{100 * part:.1f} %"


def maximal() -> Finding:
    """Proposition 8: the largest of all partial sums, against exp(-x²/2)."""
    walks = np.cumsum(np.random.default_rng(1).normal(size=(SAMPLES, 40)), axis=1)
    steps = np.diff(walks, axis=1, prepend=0.0)
    root = np.sqrt(np.sum(steps**2, axis=1))
    above, allowed = share(walks.max(axis=1) / root >= 2.0), share(concentration.maximal_tail(2.0))
    return Finding(f"above x = 2 in {percent(above)}, allowed {percent(allowed)}", above <= allowed)


def self_normalised() -> Finding:
    """Corollary 9: printed and corrected, at δ = 0.01 and twenty samples."""
    values = np.random.default_rng(2).normal(size=(SAMPLES, 20))
    total, squares = np.abs(values.sum(axis=1)), np.sum(values**2, axis=1)
    printed, corrected = (
        share(total > concentration.self_normalised(squares, 0.01, form))
        for form in ("printed", "corrected")
    )
    words = f"at δ = 1 % fails in {percent(printed)} as printed, {percent(corrected)} as corrected"
    return Finding(words, corrected <= 0.01 < printed)


def empirical_bernstein() -> Finding:
    """Theorem 10: printed fails at two samples; corrected says when it says nothing."""
    values = np.random.default_rng(3).normal(size=(SAMPLES, 2))
    centred = np.sum((values - values.mean(axis=1, keepdims=True)) ** 2, axis=1)
    total = np.abs(values.sum(axis=1))
    fails = share(total > concentration.empirical_bernstein(centred, 2, 0.05, "printed"))
    many = np.random.default_rng(4).normal(size=(SAMPLES, 40))
    spread = np.sum((many - many.mean(axis=1, keepdims=True)) ** 2, axis=1)
    good = share(np.abs(many.sum(axis=1)) > concentration.empirical_bernstein(spread, 40, 0.05))
    words = f"printed, n = 2, fails in {percent(fails)}; corrected, n = 40, in {percent(good)}"
    return Finding(f"at δ = 5 %: {words}", good <= 0.05 < fails)


def freedman() -> Finding:
    """Proposition 11 and Corollary 33: sums of Gaussians of changing size."""
    sizes = np.geomspace(0.1, 3.0, 30)
    walks = np.cumsum(sizes * np.random.default_rng(5).normal(size=(SAMPLES, 30)), axis=1)
    above = share(walks.max(axis=1) > concentration.freedman(np.sum(sizes**2), 0.05))
    return Finding(f"fails in {percent(above)}, allowed 5 %", above <= 0.05)


def square_mgf() -> Finding:
    """Proposition 12: the exact transform of a centred Gaussian's square against the bound."""
    rates = np.linspace(-0.25, 0.25, 1001)
    exact = -0.5 * np.log(1 - 2 * rates) - rates
    bound = concentration.square_log_mgf(rates, 1.0)
    ratio = np.max(exact[bound > 0] / bound[bound > 0])
    shifted = exact + 2 * rates**2 * 100 / (1 - 2 * rates)
    over = np.max(shifted[bound > 0] / bound[bound > 0])
    words = f"at most {ratio:.2f} of the bound for mean 0; {over:.0f} times it for mean 10"
    return Finding(words, bool(ratio <= 1 < over))


def squares() -> Finding:
    """Theorem 13 and Lemma 26: sums of squares."""
    sizes = np.geomspace(0.1, 2.0, 25) ** 2
    drawn = sizes * np.random.default_rng(6).normal(size=(SAMPLES, 25)) ** 2
    off = np.abs(drawn.sum(axis=1) - sizes.sum())
    two_sided = share(off > concentration.squares_deviation(sizes, 0.05, "printed"))
    upper = share(drawn.sum(axis=1) > concentration.squares_upper(sizes, 0.05, "printed"))
    words = f"fails in {percent(two_sided)} (two-sided) and {percent(upper)} (upper), allowed 5 %"
    return Finding(words, max(two_sided, upper) <= 0.05)


def centred_share() -> Finding:
    """Theorem 14: half of the squares, for few and for many samples."""
    shares = []
    for count in (2, 40):
        values = np.random.default_rng(count).normal(size=(SAMPLES, count))
        whole = np.sum(values**2, axis=1)
        centred = np.sum((values - values.mean(axis=1, keepdims=True)) ** 2, axis=1)
        shares.append(share(centred < whole / 2))
    few, many = shares
    words = f"the half is missed in {percent(few)} for n = 2, {percent(many)} for n = 40"
    return Finding(f"at δ = 5 % {words}", many <= 0.05 < few)


def ridge() -> Finding:
    """Lemma 15: residuals against squared noise."""
    rng, off = np.random.default_rng(7), []
    for _ in range(500):
        plays = rng.normal(size=(60, 3))
        plays /= np.linalg.norm(plays, axis=1, keepdims=True)
        noise = rng.normal(size=60)
        rewards = plays[:, 0] + noise
        beta = np.linalg.solve(np.eye(3) + plays.T @ plays, plays.T @ rewards)
        off.append(abs(np.sum(noise**2) - np.sum((rewards - plays @ beta) ** 2)))
    bound = float(concentration.ridge_residuals(60, 3, 0.05))
    few = float(concentration.ridge_residuals(2, 64, 0.1, regulariser=10.0, form="printed"))
    missed = share(np.array(off) > bound)
    words = f"largest difference {max(off) / bound:.2f} of the bound; printed at n = 2: {few:.0f}"
    return Finding(words, missed <= 0.05 and few < 0)


def gaussian_sum() -> Finding:
    """Lemma 25: the sum of Gaussians against 8 times the root of its squares."""
    values = np.random.default_rng(8).normal(size=(SAMPLES, 20))
    ratio = np.abs(values.sum(axis=1)) / np.sqrt(np.sum(values**2, axis=1) * math.log(4 / 0.05))
    needed = float(np.quantile(ratio, 0.95))
    return Finding(f"the constant 8 could be {needed:.2f} at δ = 5 %", needed <= 8)


def potential_and_count() -> Finding:
    """Propositions 27 and 34: random and repeated plays."""
    rng, worst, most = np.random.default_rng(9), 0.0, 0.0
    for trial in range(60):
        matrix, total, count = np.eye(4), 0.0, 0
        for _ in range(200):
            play = np.eye(4)[rng.integers(4)] if trial % 2 else rng.normal(size=4)
            play = play / np.linalg.norm(play)
            width = float(play @ np.linalg.solve(matrix, play))
            total, count = total + min(1.0, width), count + int(width >= 0.1)
            matrix += np.outer(play, play)
        log_det = np.linalg.slogdet(matrix)[1]
        worst = max(worst, total / float(concentration.elliptical_potential(log_det, "printed")))
        most = max(most, count / float(concentration.elliptical_count(4, 0.1)))
    words = f"potential at most {worst:.2f} of its bound, count {most:.2f}"
    return Finding(words, max(worst, most) <= 1)


def vector_radius() -> Finding:
    """Lemmas 32, 35 and 36: both parts and the whole, as shares of what they may be."""
    rng, largest = np.random.default_rng(10), np.zeros(3)
    for _ in range(60):
        matrix, total, cross, square = np.eye(3), np.zeros(3), 0.0, 0.0
        for t in range(1, 201):
            play = rng.normal(size=3) + 0.5 * total
            play /= np.linalg.norm(play)
            eta, along = rng.normal(), np.linalg.solve(matrix, play)
            width = play @ along
            cross += 2 * eta * (along @ total) / (1 + width)
            square += eta**2 * width / (1 + width)
            matrix, total = matrix + np.outer(play, play), total + play * eta
            beta2 = float(concentration.vector_bernstein(t, 3, 0.05)) ** 2
            parts = total @ np.linalg.solve(matrix, total), cross / 0.75, square / 0.25
            largest = np.maximum(largest, np.array(parts) / beta2)
    whole, first, second = largest
    words = f"at most {math.sqrt(whole):.2f} of β; {first:.3f} of ¾β², {second:.3f} of ¼β²"
    return Finding(words, bool(np.all(largest <= 1)))


def voful2_lemma() -> Finding:
    """Lemma 29: the W-norm of random differences against the bound with its constant."""
    rng, worst = np.random.default_rng(11), 0.0
    for _ in range(4000):
        plays = rng.normal(size=(rng.integers(1, 60), 2))
        plays /= np.linalg.norm(plays, axis=1, keepdims=True)
        truth, other = (v / max(1.0, float(np.linalg.norm(v))) for v in rng.normal(size=(2, 2)))
        noise = rng.choice([0.0, 0.01, 1.0]) * rng.normal(size=len(plays))
        mu, level = other - truth, int(rng.integers(1, 9))
        along = plays @ mu
        weights = np.sign(along) * np.minimum(np.abs(along), 2.0**-level)
        needed = [1.0]
        for left in (noise, noise - along):
            inside = float(np.sum(weights**2 * left**2))
            needed.append(float(np.sum(weights * left)) ** 2 / inside if inside else 1.0)
        width = mu @ mu * 2.0**-level + np.sum(weights * along)
        bound = float(bounds.voful2_width(level, float(np.sum(noise**2)), max(needed)))
        worst = max(worst, float(width) / bound)
    return Finding(f"at most {worst:.2f} of the bound in 4,000 pasts", worst <= 1)


def self_bounding() -> Finding:
    """Lemma 37: the largest x that satisfies the inequality."""
    a, b = np.meshgrid(np.geomspace(1e-3, 1e3, 40), np.geomspace(1e-3, 1e3, 40))
    sharp = concentration.self_bounding(a, b)
    printed = concentration.self_bounding(a, b, "printed")
    worst = float(np.max(sharp / printed))
    return Finding(f"the largest x is at most {worst:.2f} of 4a + 2b²", worst <= 1)
