"""Variance-aware sparse linear bandits: every algorithm of the paper, as printed and as repaired.

The data flow one way: a schedule makes a game, a learner plays it, VASLB drives the learner,
`simulate` runs the game and a `Run` holds what happened.
"""

from vaslb_edu import bounds, concentration, schedules
from vaslb_edu._version import VERSION as __version__
from vaslb_edu.action_sets import Ball, Hypercube, Sphere
from vaslb_edu.anytime_test import AnytimeTest
from vaslb_edu.divide_and_conquer import DivideAndConquer
from vaslb_edu.ellipsoid import Ellipsoid
from vaslb_edu.explorer import Exploration, Explorer
from vaslb_edu.game import Feedback, SparseLinearBandit
from vaslb_edu.learner import Certificate, Learner, RoundByRound
from vaslb_edu.lower_bound_games import HardGame, one_short_entry, two_entries_on_the_sphere
from vaslb_edu.noise import ParameterNoise, RewardNoise
from vaslb_edu.oful import OFUL
from vaslb_edu.paper_explorer import PaperExplorer
from vaslb_edu.parameter import sparse_parameter
from vaslb_edu.random_projection import RandomProjection
from vaslb_edu.replay import replay
from vaslb_edu.rivals import (
    SLUCB,
    ConfidenceBall2,
    ExploreThenCommit,
    SelectiveExploreThenCommit,
    SparseOFUL,
)
from vaslb_edu.run import Phase, Run, simulate, simulate_many
from vaslb_edu.sharp.regret_certificate import CertifiedByRegret
from vaslb_edu.sharp_vaslb import SharpVASLB
from vaslb_edu.vaslb import VASLB, Version
from vaslb_edu.voful2 import VOFUL2, EmptyConfidenceSet, confidence_sets_over_time
from vaslb_edu.weighted_oful import WeightedOFUL

__all__ = [
    "OFUL",
    "SLUCB",
    "VASLB",
    "VOFUL2",
    "AnytimeTest",
    "Ball",
    "Certificate",
    "CertifiedByRegret",
    "ConfidenceBall2",
    "DivideAndConquer",
    "Ellipsoid",
    "EmptyConfidenceSet",
    "Exploration",
    "ExploreThenCommit",
    "Explorer",
    "Feedback",
    "HardGame",
    "Hypercube",
    "Learner",
    "PaperExplorer",
    "ParameterNoise",
    "Phase",
    "RandomProjection",
    "RewardNoise",
    "RoundByRound",
    "Run",
    "SelectiveExploreThenCommit",
    "SharpVASLB",
    "SparseLinearBandit",
    "SparseOFUL",
    "Sphere",
    "Version",
    "WeightedOFUL",
    "__version__",
    "bounds",
    "concentration",
    "confidence_sets_over_time",
    "one_short_entry",
    "replay",
    "schedules",
    "simulate",
    "simulate_many",
    "sparse_parameter",
    "two_entries_on_the_sphere",
]
