"""Answers to item 7 of `sharp_version`, wrong and right."""


def word(holds):
    return lambda lo, hi, kappa: "explore" if holds(lo, hi, kappa) else "commit"


def right(lo, hi, kappa):
    if kappa * (1 - hi) > hi - lo:
        return "explore"
    return "commit"


WRONG = {
    "It is turned round: explore": word(lambda lo, hi, kappa: not hi - lo < kappa * (1 - hi)),
    "and so are ties": word(lambda lo, hi, kappa: hi - lo > kappa * (1 - hi)),
    "explore for ever": word(lambda lo, hi, kappa: hi - lo <= kappa * (1 - hi)),
    "κ is on the wrong side": word(lambda lo, hi, kappa: kappa * (hi - lo) < 1 - hi),
    "κ is missing": word(lambda lo, hi, kappa: hi - lo < 1 - hi),
    "what *may* be missing": word(lambda lo, hi, kappa: hi - lo < kappa * (1 - lo)),
    "You compare with 1 - hi²": word(lambda lo, hi, kappa: hi - lo < kappa * (1 - hi * hi)),
    "You compare with 1 - lo²": word(lambda lo, hi, kappa: hi - lo < kappa * (1 - lo * lo)),
    "You took squares throughout": word(lambda lo, hi, kappa: hi**2 - lo**2 < kappa * (1 - hi**2)),
    "Both sides are squared": word(lambda lo, hi, kappa: (hi - lo) ** 2 < kappa * (1 - hi) ** 2),
    "the half width; the rule": word(lambda lo, hi, kappa: (hi - lo) / 2 < kappa * (1 - hi)),
    "with κ alone": word(lambda lo, hi, kappa: hi - lo < kappa),
    "however little is known": word(lambda lo, hi, kappa: 1 - hi > 0),
    "as if lo were hi": word(lambda lo, hi, kappa: lo < kappa * (1 - lo)),
    "With hi above 1": word(lambda lo, hi, kappa: hi - lo < kappa * abs(1 - hi)),
    "With lo below 0": word(lambda lo, hi, kappa: lo < 0 or hi - lo < kappa * (1 - hi)),
    "0 for a negative lo": word(lambda lo, hi, kappa: hi - max(lo, 0) < kappa * (1 - hi)),
    "You always explore": lambda lo, hi, kappa: "explore",
    "You always commit": lambda lo, hi, kappa: "commit",
    "not True": lambda lo, hi, kappa: hi - lo < kappa * (1 - hi),
    'not "EXPLORE"': lambda lo, hi, kappa: right(lo, hi, kappa).upper(),
}
ODD = [
    word(lambda lo, hi, kappa: hi - lo < kappa * (1 - hi) / 3),
    word(lambda lo, hi, kappa: hi + lo < kappa * (1 - hi)),
    word(lambda lo, hi, kappa: hi < 0.5),
]
RIGHT = [
    right,
    lambda lo, hi, kappa: ["commit", "explore"][hi - lo < kappa * (1 - hi)],
    lambda lo, hi, kappa: "commit" if hi >= 1 or hi - lo >= kappa * (1 - hi) else "explore",
]
