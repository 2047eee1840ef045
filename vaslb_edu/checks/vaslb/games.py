"""Checks of this set that play the game a student has designed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vaslb_edu.checks import answers
from vaslb_edu.checks.again import repeatable
from vaslb_edu.checks.answers import Array
from vaslb_edu.checks.verdict import Right, WrongAnswer, expect
from vaslb_edu.run import Run, simulate
from vaslb_edu.vaslb import VASLB, Version
from vaslb_edu.weighted_oful import WeightedOFUL

HORIZON, VARIANCE, LEAD = 60_000, 300.0, 300.0
# Both with the constants of the paper, so that nothing but the estimate differs.
PRINTED = VASLB(WeightedOFUL(), Version("mean-play", split="each-event", patient=False))
REPAIRED = VASLB(WeightedOFUL(), "hasty")


@repeatable
def stalling_parameter(answer: Any, rng: Any = None) -> Right:
    """Check by playing it that the printed version misses at least 0.1 a round for ever."""
    rng = np.random.default_rng(rng)
    d = int(rng.integers(32, 65))
    theta = answers.vector("θ*", answers.call("stalling_parameter", answer, d))
    expect(theta.shape == (d,), f"θ* should have d = {d} entries, not {len(theta)}.")
    norm = float(np.linalg.norm(theta))
    expect(abs(norm - 1.0) < 1e-6, f"θ* should be a unit vector; yours has length {norm:.4g}.")
    missed = _missed_after_first_exploration(theta)
    run = simulate(PRINTED, theta / norm, 0.0, 40_000, int(rng.integers(2**31)), checkpoints=1)
    kinds = [phase.kind for phase in run.phases]
    length = float(np.linalg.norm(run.phases[1].estimate))
    expect(
        kinds.count("explore") == 1,
        f"In the game just played exploration did resume: poor first plays made the mean play of "
        f"a short commit phase {length:.3f} long. Let fewer entries be found at first, and "
        "positive ones.",
    )
    return Right(f"The printed version stalls on your θ* and misses {missed:.3f} a round for ever.")


def _missed_after_first_exploration(theta: Array) -> float:
    """Return what a round misses once the entries above 1/4 are known; it must be enough."""
    sizes = np.abs(theta)
    expect(
        bool(sizes.max() >= 0.25),
        "No entry is larger than 1/4, so the first exploration finds nothing and the next one "
        "follows: there is no stall without a commit phase.",
    )
    lucky = sizes[(sizes > 3 / 16) & (sizes < 5 / 16)]
    expect(
        not lucky.size,
        f"Entries between 3/16 and 5/16, such as {lucky[:1].sum():.3f}, are found or missed by "
        "luck. Use smaller or larger ones.",
    )
    found = float(np.linalg.norm(theta[sizes >= 0.25]))
    missed = 1.0 - found
    expect(
        missed > 1e-9,
        "Every entry is found by the first exploration or is 0: nothing is left to be missed.",
    )
    expect(
        missed >= 0.1 - 1e-9,
        f"It stalls, but misses only {missed:.3f} a round. One entry below 3/16 costs less than "
        "0.02: hide several.",
    )
    return missed


@repeatable
def swap_schedules(answer: Any, rng: Any = None) -> Right:
    """Check two orders of the same noise by playing both versions under each."""
    rng = np.random.default_rng(rng)
    first, second = _two_schedules(answers.call("swap_schedules", answer, HORIZON, VARIANCE))
    seed = int(rng.integers(2**31))
    lead, _ = _lead_of_repaired(first, seed)
    expect(
        lead > -LEAD or _lead_of_repaired(second, seed)[0] < LEAD,
        "The two schedules are in the wrong order: the first is to favour REPAIRED.",
    )
    expect(
        lead >= LEAD,
        f"Under your first schedule REPAIRED leads by {lead:,.0f}, and {LEAD:,.0f} are asked for. "
        "Which noise lets it find the second entry soon?",
    )
    lead, run = _lead_of_repaired(second, seed)
    if lead > -LEAD:
        raise WrongAnswer(_why_not(second, run))
    return Right("The same values in another order, and the two algorithms swap places.")


def _two_schedules(given: Any) -> tuple[Array, Array]:
    """Return two arrays of deviations after a look at everything that can be wrong with them."""
    expect(
        type(given) in (tuple, list, np.ndarray) and len(given) == 2,
        "Return two arrays: the noise that favours REPAIRED and the one that favours PRINTED.",
    )
    first = _allowed("first", given[0])
    second = _allowed("second", given[1])
    expect(
        bool(np.allclose(np.sort(first), np.sort(second), rtol=0.0, atol=1e-9)),
        "The two schedules hold different values: the second must be the first in another order.",
    )
    return first, second


def _allowed(name: str, given: Any) -> Array:
    """Return one schedule if it has the right length, range and total variance."""
    sigmas = answers.vector(f"your {name} schedule", given)
    expect(
        sigmas.shape == (HORIZON,),
        f"Your {name} schedule has {len(sigmas)} rounds, not {HORIZON}.",
    )
    low, high = float(sigmas.min()), float(sigmas.max())
    expect(
        low >= 0.0 and high <= 1.0,
        f"Your {name} schedule has values from {low:.3g} to {high:.3g} and must stay in [0, 1]. "
        "Spread the noise over more rounds.",
    )
    total = float(sigmas @ sigmas)
    right_total = abs(total - VARIANCE) < 1e-6 * VARIANCE
    expect(
        right_total or abs(float(sigmas.sum()) - VARIANCE) > 1e-6 * VARIANCE,
        f"In your {name} schedule the deviations σ sum to V. Their squares should.",
    )
    expect(
        right_total,
        f"In your {name} schedule the squares sum to {total:.6g}, not to {VARIANCE:g}.",
    )
    return sigmas


def _lead_of_repaired(sigmas: Array, seed: int) -> tuple[float, Run]:
    """Play both versions; return by how much regret the repaired one is ahead, and its run."""
    theta = np.zeros(64)
    theta[:2] = math.sqrt(0.96), 0.2
    printed, repaired = (
        simulate(algorithm, theta, sigmas, HORIZON, seed, checkpoints=1)
        for algorithm in (PRINTED, REPAIRED)
    )
    return printed.final_regret - repaired.final_regret, repaired


def _why_not(sigmas: Array, run: Run) -> str:
    """Say where the noise of the second schedule went instead of the second exploration."""
    explorations = [phase for phase in run.phases if phase.kind == "explore"]
    first, last = explorations[0].stop, explorations[-1].stop
    early, late = (float(part @ part) / VARIANCE for part in (sigmas[:first], sigmas[last:]))
    if early > late:
        return (
            f"{100 * early:.0f} % of the noise of your second schedule falls into the first "
            f"exploration, which both versions play alike (it ended in round {first:,}). Let it "
            "come later."
        )
    return (
        f"{100 * late:.0f} % of the noise of your second schedule comes after round {last:,}, "
        "when REPAIRED has found everything: too late to hurt it."
    )
