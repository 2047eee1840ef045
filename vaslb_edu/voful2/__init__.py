"""VOFUL2: optimism without knowing the variances, and the set of parameters behind it.

Explained in the chapter *VOFUL2*.
"""

from vaslb_edu.voful2.confidence_set import EmptyConfidenceSet
from vaslb_edu.voful2.learner import VOFUL2
from vaslb_edu.voful2.set_over_time import confidence_sets_over_time

__all__ = ["VOFUL2", "EmptyConfidenceSet", "confidence_sets_over_time"]
