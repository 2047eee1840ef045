"""More wrong answers to `vaslb`: words of the message that is due, and the answer."""

import math

import numpy as np

from tests.checks.sources import reference
from tests.checks.wrong import estimates

RIGHT = reference("vaslb")
HORIZON, VARIANCE = 60_000, 300.0


def resumes(holds, never=0.0, part=2):
    def answer(estimate, gap):
        square = float(estimate @ estimate)
        if square >= 1:
            return never
        while not holds(square, gap) and gap > 1e-12:
            gap /= part
        return gap

    return answer


def right_test(square, gap):
    return square <= 1 - gap**2


def halvings(estimate, gap):
    found = RIGHT["resuming_gap"](estimate, gap)
    return round(math.log2(gap / found)) if found else 0


def one_before(estimate, gap):
    found = RIGHT["resuming_gap"](estimate, gap)
    return found if found == gap else 2 * found


def length(
    variance=lambda left, free, s: left + free / left * s**2,
    log=lambda d: math.log(4 / d),
    wait=lambda d: 8 * math.log(4 / d),
    radius=lambda log, total: 2 * math.sqrt(2 * log * total),
    part=4,
    never=len,
    add=0,
):
    def answer(sigmas, left, free, gap, delta):
        total = 0.0
        for n, sigma in enumerate(sigmas, start=1):
            total += variance(left, free, sigma)
            if n >= wait(delta) and radius(log(delta), total) < n * gap / part:
                return n + add
        return never(sigmas)

    return answer


def two(delta):
    return math.log(2 / delta)


def parameter(*values, unit=True, sign=1.0):
    def answer(d):
        theta = np.zeros(d)
        theta[: len(values)] = values
        return sign * theta / (np.linalg.norm(theta) if unit else 1.0)

    return answer


def pulse(start, count=3_000, height=None):
    sigmas = np.zeros(HORIZON)
    sigmas[start : start + count] = math.sqrt(VARIANCE / count) if height is None else height
    return sigmas


def schedules(first, second):
    return lambda horizon, variance: (first, second)


LATE = pulse(50_000)
NAMED = {
    "missed_per_round": {
        "You took 1 - ‖θ_rest‖": lambda theta, s: 1 - np.linalg.norm(np.delete(theta, s)),
        "You gave ω²": lambda theta, s: np.sum(theta[s] ** 2),
        "with their signs": lambda theta, s: 1 - np.sum(theta[s]),
        "sum of the entries that are missed": lambda theta, s: np.sum(np.abs(np.delete(theta, s))),
        "largest entry of S alone": lambda theta, s: 1 - np.max(np.abs(theta[s])),
        "the mean of the entries": lambda theta, s: 1 - np.mean(np.abs(theta[s])),
        "you say it costs nothing": lambda theta, s: 0.0,
        "you gave 1,": lambda theta, s: 1.0,
    },
    "resuming_gap": {
        "strictly less": resumes(lambda square, gap: square < 1 - gap**2),
        "The test is turned round": resumes(lambda square, gap: square >= 1 - gap**2),
        "the gap stands squared": resumes(lambda square, gap: square <= 1 - gap),
        "last gap at which it does *not*": one_before,
        "divide the gap by 4": resumes(right_test, part=4),
        "return √(1 - ‖θ̂‖²)": lambda estimate, gap: math.sqrt(max(0, 1 - estimate @ estimate)),
        "how often the gap is halved": halvings,
        "return None there": resumes(right_test, never=None),
        "return -1 there": resumes(right_test, never=-1),
        "return the present gap there": lambda estimate, gap: (
            RIGHT["resuming_gap"](estimate, gap) or gap
        ),
    },
    "stalling_parameter": {
        "should be a NumPy array": lambda d: 1.0,
        "should have 1 dimension(s)": lambda d: np.eye(d),
        "unit vector": parameter(0.85, 0.3, unit=False),
        "entries, not 10": lambda d: parameter(0.9, 0.1)(10),
        "returns None": lambda d: None,
        "without a commit phase": parameter(*[0.2] * 25),
        "found or missed by luck": parameter(0.8, *[0.2] * 9),
        "hide several": parameter(0.98, 0.14, 0.14),
        "nothing is left": parameter(0.6, 0.8),
    },
    "commit_estimate": estimates.NAMED,
    "exploration_length": {
        "to base 10": length(log=lambda d: math.log10(4 / d), wait=lambda d: 8 * math.log10(4 / d)),
        "you took K/R.": length(lambda left, k, s: left + k / math.sqrt(left) * s**2),
        "multiplied by R² where": length(lambda left, k, s: left + k * left * s**2),
        "lost K": length(lambda left, k, s: left + s**2 / left),
        "squared it again.": length(lambda left, k, s: left**2 + k / left**2 * s**2),
        "again where it divides": length(lambda left, k, s: left + k / left**2 * s**2),
        "again where it stands alone": length(lambda left, k, s: left**2 + k / left * s**2),
        "you took 1.": length(lambda left, k, s: 1 + k / left * s**2),
        "You took R for R²": length(lambda left, k, s: math.sqrt(left) + k / left * s**2),
        "a variance of their own": length(lambda left, k, s: k / left * s**2),
        "You left the noise out": length(lambda left, k, s: left),
        "is ln(4/δ); you took ln(2/δ).": length(log=two, wait=lambda d: 8 * two(d)),
        "you took ln(2/δ) there": length(log=two),
        "you took ln(1/δ)": length(
            log=lambda d: math.log(1 / d), wait=lambda d: 8 * math.log(1 / d)
        ),
        "lost before the root": length(radius=lambda log, total: math.sqrt(2 * log * total)),
        "lost under the root": length(radius=lambda log, total: 2 * math.sqrt(log * total)),
        "compare with n·Δ.": length(part=1),
        "is compared with n·Δ/4": length(part=2),
        "not 0": length(never=lambda s: 0),
        "not -1": length(never=lambda s: -1),
        "not None": length(never=lambda s: None),
        "not one more": length(never=lambda s: len(s) + 1),
        "One too many": length(add=1),
    },
    "swap_schedules": {
        "returns None": lambda horizon, variance: None,
        "should have 1 dimension(s)": schedules(np.zeros((2, 2)), np.zeros((2, 2))),
        "holds infinite": schedules(np.full(HORIZON, np.inf), LATE),
        "Return two arrays": lambda horizon, variance: (LATE, LATE, LATE),
        "values from -": schedules(-LATE, LATE),
    },
}
UNNAMED = {
    "missed_per_round": [lambda theta, s: 0.5],
    "resuming_gap": [lambda estimate, gap: gap / 2],
    "exploration_length": [lambda s, left, free, gap, delta: 7],
}
