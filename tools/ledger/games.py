"""What the algorithms of the paper do when they play: one function a statement.

Each plays from fixed seeds and returns a short sentence for the ledger, with a verdict.
"""

from __future__ import annotations

import math

import numpy as np

from tools.ledger.finding import Finding
from vaslb_edu import (
    VASLB,
    VOFUL2,
    RandomProjection,
    SharpVASLB,
    SparseLinearBandit,
    WeightedOFUL,
    bounds,
    simulate,
    sparse_parameter,
)
from vaslb_edu.events import phase_events
from vaslb_edu.learner import stretches
from vaslb_edu.random_projection import first_check

FOUR = [0.9, 0.4, 0.15, 0.1]
THREE = [0.8, 0.58, 0.15]
STALL = sparse_parameter(64, [math.sqrt(0.96), 0.2])


def _commits(version: str) -> list[tuple[float, float]]:
    """Return the gap and how far ||theta-hat||^2 is off, for the complete commits of the stall."""
    run = simulate(VASLB(WeightedOFUL(), version), STALL, 0.0, 200_000, seed=1)
    return [
        (p.gap, abs(float(p.estimate @ p.estimate) - float(np.sum(STALL[list(p.support)] ** 2))))
        for p in run.phases
        if p.kind == "commit" and p.complete
    ]


def conversion() -> Finding:
    """Lemma 17: the event G as printed, over commit phases."""
    told: list[bool] = []
    theta = sparse_parameter(8, THREE)
    for seed in range(20):
        run = simulate(VASLB(WeightedOFUL(), "printed", delta=0.2), theta, 0.05, 40_000, seed)
        events = phase_events(run.phases, theta, "printed")
        told += [e.estimated for e in events if e.estimated is not None]
    words = f"holds after {sum(told)} of {len(told)} commit phases"
    return Finding(words, bool(told) and sum(told) >= 0.8 * len(told))


def length() -> Finding:
    """Lemma 18: how far the squared length is off, in units of Δ²."""
    printed, repaired = (
        max(off / gap**2 for gap, off in _commits(version)) for version in ("printed", "repaired")
    )
    words = f"off by up to {printed:.2g} Δ² printed, {repaired:.2g} Δ² repaired; 3 Δ² are claimed"
    return Finding(words, repaired <= 6.1 and printed > 3)


def projection_means() -> Finding:
    """Lemma 19: means of projections at the stop."""
    theta, wrong = sparse_parameter(12, [0.8, 0.4, 0.3, 0.2]), 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        phase = RandomProjection(
            12, (0,), 0.95 * theta[:1], 0.25, 0.2, "squared-norm", first_check(0.2), rng
        )
        phase.run(SparseLinearBandit(theta, 0.2, 10**6, seed), chunk=4096)
        wrong += int(np.sum(np.abs(phase.means() - theta[1:]) > 0.25 / 4))
    return Finding(f"{wrong} of 440 means off by Δ/4 or more, allowed 20 %", wrong <= 88)


def identification() -> Finding:
    """Lemma 20: the event H, repaired and printed."""
    told: dict[str, list[bool]] = {"repaired": [], "printed": []}
    for version, theta, sigma in (("repaired", sparse_parameter(12, [0.8, 0.4, 0.25, 0.2]), 0.02),
                                  ("printed", STALL, 0.0)):  # fmt: skip
        for seed in range(6):
            run = simulate(VASLB(WeightedOFUL(), version), theta, sigma, 200_000, seed)
            events = phase_events(run.phases, theta, "printed")
            told[version] += [e.identified for e in events if e.identified is not None]
    shares = [f"{sum(ok)} of {len(ok)} levels {version}" for version, ok in told.items()]
    good = all(told["repaired"]) and not all(told["printed"])
    return Finding(f"holds after {shares[0]}, {shares[1]}", bool(told["repaired"]) and good)


def one_phase() -> Finding:
    """Lemma 21: the regret of one explore phase against the bound."""
    worst = 0.0
    theta = sparse_parameter(32, FOUR)
    for seed in range(8):
        run = simulate(VASLB(WeightedOFUL()), theta, 0.02, 100_000, seed)
        for event in phase_events(run.phases, theta):
            phase = event.phase
            if phase.kind == "explore":
                rounds = phase.stop - phase.start
                bound = bounds.single_phase(4, rounds, phase.gap, event.length, event.free, 0.05)
                worst = max(worst, phase.regret / float(bound))  # type: ignore[attr-defined]
    return Finding(f"at most {worst:.2f} of the bound", 0 < worst <= 1)


def explore_part() -> Finding:
    """Theorems 3 and 16: what explore phases cost, over s √(dV) + s."""
    ratios = []
    theta = sparse_parameter(64, FOUR)
    for sigma in (0.0, 0.1, 1.0):
        run = simulate(VASLB(WeightedOFUL()), theta, sigma, 300_000, seed=1)
        cost = sum(phase.regret for phase in run.phases if phase.kind == "explore")
        ratios.append(cost / float(bounds.explore_part(64, 4, 300_000 * sigma**2)))
    slopes = {}
    for version in ("printed", "repaired"):
        run = simulate(
            VASLB(WeightedOFUL(), version), STALL, 0.0, 10**6, 1, checkpoints=[500_000, 10**6]
        )
        slopes[version] = (run.regret[1] - run.regret[0]) / 500_000
    shown = ", ".join(f"{ratio:,.0f}" for ratio in ratios)
    stall = f"{slopes['printed']:.4f} printed, {slopes['repaired']:.6f} repaired"
    words = f"cost / (s√(dV)+s) = {shown} at σ = 0, 0.1, 1; the stall grows a round by {stall}"
    return Finding(words, slopes["repaired"] < slopes["printed"] / 100)


def known_variance() -> Finding:
    """Theorems 7 and 30: VASLB with Weighted OFUL over the printed rate."""
    ratios = []
    for d, sigma in ((16, 0.1), (64, 0.1), (64, 1.0)):
        run = simulate(VASLB(WeightedOFUL()), sparse_parameter(d, FOUR), sigma, 300_000, seed=1)
        rate = bounds.vaslb_known(d, 4, 300_000, 300_000 * sigma**2)
        ratios.append(run.final_regret / float(rate))
    shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    return Finding(f"regret / rate = {shown} at (d, σ) = (16, 0.1), (64, 0.1), (64, 1)", None)


def unknown_variance() -> Finding:
    """Theorems 5 and 22: VASLB with VOFUL2 over the printed rate."""
    ratios = []
    for sigma in (0.0, 0.1):
        theta = sparse_parameter(16, [0.9, 0.45])
        run = simulate(VASLB(VOFUL2()), theta, sigma, 100_000, seed=1, reveal_variances=False)
        rate = bounds.vaslb_unknown(16, 2, 100_000 * sigma**2)
        ratios.append(run.final_regret / float(rate))
    return Finding(f"regret / rate = {ratios[0]:,.0f} and {ratios[1]:.1f} at σ = 0 and 0.1", None)


def weighted_oful() -> Finding:
    """Propositions 6 and 31: Weighted OFUL alone over the printed rate."""
    ratios = []
    theta = np.full(4, 0.5)
    for sigma in (0.0, 0.1, 1.0):
        run = simulate(WeightedOFUL("printed"), theta, sigma, 100_000, seed=1)
        rate = bounds.weighted_oful(4, 100_000, 100_000 * sigma**2, 0.05)
        ratios.append(run.final_regret / float(rate))
    shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    return Finding(f"regret / rate with C = 1: {shown} at σ = 0, 0.1, 1", None)


def voful2() -> Finding:
    """Propositions 4 and 24: VOFUL2 alone over the printed rate."""
    ratios = []
    theta = np.array([0.6, 0.8])
    for sigma in (0.0, 0.1, 1.0):
        run = simulate(VOFUL2(), theta, sigma, 50_000, seed=1)
        rate = bounds.voful2(2, 50_000 * sigma**2, 0.05)
        ratios.append(run.final_regret / float(rate))
    shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    return Finding(f"regret / rate with C = 1: {shown} at σ = 0, 0.1, 1", None)


def voful2_report() -> Finding:
    """Lemma 23: the printed report of VOFUL2 with C = 1, and its set."""
    below, inside = 0, 0
    theta = np.array([0.6, 0.8])
    for seed in range(10):
        learner = VOFUL2(regret_bound="printed").fresh(2, 0.05, 5000)
        game = SparseLinearBandit(theta, 0.3, 5000, seed)
        last = [stretch.bounds[-1] for stretch in stretches(learner, game, (0, 1))][-1]
        below += game.account.total <= last
        inside += learner.certificate().high >= 1.0 - 1e-9
    words = f"above the regret in {below} of 10 games with C = 1; θ* inside the set in {inside}"
    return Finding(words, min(below, inside) >= 9)


def two_needles() -> Finding:
    """*The game*: the least mean regret of three players over the lower bound."""
    ratios = []
    dim, horizon = 17, 2000
    hidden = ((dim - 1) / horizon) ** 0.25
    for player in (WeightedOFUL(), VASLB(WeightedOFUL()), SharpVASLB(WeightedOFUL())):
        regrets = []
        for place in range(1, dim, 2):
            theta = np.zeros(dim)
            theta[[0, place]] = math.sqrt(1 - hidden**2), hidden
            regrets.append(simulate(player, theta, 1.0, horizon, seed=place).final_regret)
        ratios.append(np.mean(regrets) / math.sqrt((dim - 1) * horizon))
    least = float(min(ratios))
    words = f"the best of three players pays {least:.2f} √((d−1)T), and 1/256 is proved"
    return Finding(words, least >= 1 / 256)


def events() -> Finding:
    """The main theorem: games in which an event of the proof fails."""
    failed = {}
    for form, player, theta, sigma, horizon in (
        ("repaired", VASLB(WeightedOFUL()), sparse_parameter(8, THREE), 0.05, 80_000),
        ("sharp", SharpVASLB(WeightedOFUL()), sparse_parameter(32, THREE), 0.05, 20_000),
        ("printed", VASLB(WeightedOFUL(), "printed"), STALL, 0.0, 200_000),
    ):
        failed[form] = 0
        for seed in range(40):
            run = simulate(player, theta, sigma, horizon, seed, checkpoints=1)
            told = phase_events(run.phases, theta, form)
            assert any(event.identified is not None for event in told)
            failed[form] += any(False in (event.estimated, event.identified) for event in told)
    words = ", ".join(f"{count} of 40 {form}" for form, count in failed.items())
    good = max(failed["repaired"], failed["sharp"]) <= 2 and failed["printed"] > 2
    return Finding(f"an event fails in {words} games (the last: of the stall); 5 % may", good)
