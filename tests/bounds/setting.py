"""One setting in which every bound can be evaluated."""

import inspect

from vaslb_edu import bounds

SETTING = {"d": 64, "s": 4, "T": 10**6, "total_variance": 10**4}


def value(function, **changes):
    """Evaluate a bound at the setting; it takes what it depends on."""
    given = {**SETTING, "n": 100, "delta": bounds.ONE_NAT, **changes}
    wanted = inspect.signature(function).parameters
    return float(function(**{name: given[name] for name in wanted if name in given}))
