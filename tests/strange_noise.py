"""Noise that is not what the game says it is."""

import numpy as np
from scipy.special import ndtr

from vaslb_edu.actions import RandomSigns


class Louder:
    """Normal noise, `factor` times as loud as the deviation that is revealed."""

    def __init__(self, factor=10.0):
        self.factor = factor

    def draw(self, stream, start, actions, sigmas):
        return self.factor * sigmas * stream.read(start, len(actions))


class CauchyOnSigns:
    """Cauchy noise in rounds of random signs (a quarter of it beyond 2.4), normal in others."""

    def draw(self, stream, start, actions, sigmas):
        normals = stream.read(start, len(actions))
        if isinstance(actions, RandomSigns):
            return sigmas * np.tan(np.pi * (ndtr(normals) - 0.5))
        return sigmas * normals
