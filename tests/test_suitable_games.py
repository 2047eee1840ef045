"""Which games each system of Table 1 plays: every system is tried on every game."""

import itertools

import numpy as np
import pytest

from vaslb_edu import (
    OFUL,
    SLUCB,
    VASLB,
    VOFUL2,
    Ball,
    ConfidenceBall2,
    DivideAndConquer,
    ExploreThenCommit,
    Hypercube,
    ParameterNoise,
    RewardNoise,
    SelectiveExploreThenCommit,
    SharpVASLB,
    SparseLinearBandit,
    SparseOFUL,
    Sphere,
    WeightedOFUL,
)
from vaslb_edu.algorithm import refuse_unsuitable

PARAMETERS = {"unit": [0.6, -0.8, 0.0], "1-norm 1": [0.6, -0.4, 0.0], "short": [0.0, 0.9, 0.2]}
ACTION_SETS = {"sphere": Sphere(3), "ball": Ball(3), "cube": Hypercube(3)}
NOISES = {"reward": RewardNoise(), "parameter": ParameterNoise()}
GAMES = set(itertools.product(PARAMETERS, ACTION_SETS, NOISES))


def product(parameters, action_sets, noises):
    return set(itertools.product(parameters, action_sets, noises))


BALL = product(PARAMETERS, ["sphere", "ball"], NOISES)
SPHERE = product(PARAMETERS, ["sphere"], NOISES)
UNIT = product(["unit"], ["sphere"], NOISES)
MADE_FOR = [
    (ConfidenceBall2(), BALL),
    (SparseOFUL(2), BALL),
    (OFUL(), SPHERE),
    (WeightedOFUL(), SPHERE),
    (VOFUL2(), SPHERE),
    (SLUCB(1.0), product(PARAMETERS, ["sphere", "ball"], ["parameter"])),
    (SelectiveExploreThenCommit(), product(["1-norm 1"], ["cube"], ["reward"])),
    *((VASLB(WeightedOFUL(), version), UNIT) for version in ("printed", "repaired")),
    *((framework(VOFUL2()), UNIT) for framework in (VASLB, SharpVASLB)),
    (SharpVASLB(WeightedOFUL()), UNIT),
    (ExploreThenCommit(2, 0.5), UNIT),
    (DivideAndConquer(), UNIT),  # and among these it refuses noise when it meets it
]


@pytest.mark.parametrize(("algorithm", "made_for"), MADE_FOR)
def test_all_other_games_are_refused_with_what_is_wrong(algorithm, made_for):
    wrong = r"(action_set|noise|theta) must .* for .*, got .+"
    for parameter, actions, noise in GAMES:
        theta = np.array(PARAMETERS[parameter])
        options = {"action_set": ACTION_SETS[actions], "noise": NOISES[noise], "unit": False}
        game = SparseLinearBandit(theta, 0.0, 10, **options)
        if (parameter, actions, noise) in made_for:
            refuse_unsuitable(algorithm, game)
        else:
            with pytest.raises(ValueError, match=wrong):
                refuse_unsuitable(algorithm, game)


@pytest.mark.parametrize("algorithm", [algorithm for algorithm, _ in MADE_FOR])
def test_who_reads_variances_is_refused_a_game_that_hides_them(algorithm):
    theta = (
        [0.6, -0.4, 0.0] if isinstance(algorithm, SelectiveExploreThenCommit) else [0.6, -0.8, 0]
    )
    actions = Hypercube(3) if isinstance(algorithm, SelectiveExploreThenCommit) else Sphere(3)
    noise = ParameterNoise() if isinstance(algorithm, SLUCB) else RewardNoise()
    options = {"action_set": actions, "noise": noise, "unit": False, "reveal_variances": False}
    game = SparseLinearBandit(theta, 0.0, 10, **options)
    if algorithm.needs_variances:
        with pytest.raises(ValueError, match="reveal_variances must be True for"):
            refuse_unsuitable(algorithm, game)
    else:
        refuse_unsuitable(algorithm, game)
