"""Noise that depends on (seed, round) only, so that two algorithms meet the same noise.

Explained in the chapter *The game*.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from vaslb_edu._typing import Array
from vaslb_edu.actions import Actions

_BLOCK = 1 << 15  # normals drawn at once; a block is a function of (seed, block number)


class NormalStream:
    """An endless sequence of standard normals that can be read from anywhere."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._number = -1
        self._block = np.empty(0)

    def read(self, start: int, count: int) -> Array:
        """Return entries start, ..., start + count - 1 (counted from 0)."""
        first, last = start // _BLOCK, (start + count - 1) // _BLOCK
        if first == last:
            offset = start - first * _BLOCK
            return self._load(first)[offset : offset + count]
        result = np.empty(count)
        done = 0
        while done < count:
            number, offset = divmod(start + done, _BLOCK)
            size = min(_BLOCK - offset, count - done)
            result[done : done + size] = self._load(number)[offset : offset + size]
            done += size
        return result

    def _load(self, number: int) -> Array:
        if number != self._number:
            stream = np.random.SeedSequence(self._seed, spawn_key=(number,))
            self._block = np.random.Generator(np.random.SFC64(stream)).standard_normal(_BLOCK)
            self._block.flags.writeable = False
            self._number = number
        return self._block


class Noise(Protocol):
    """A noise model: what is added to the mean rewards of a batch of actions."""

    def draw(self, stream: NormalStream, start: int, actions: Actions, sigmas: Array) -> Array:
        """Return the noise of the batch whose first round is `start` (counted from 0)."""


class RewardNoise:
    """The paper's model: reward = <x, theta> + eta_t, eta_t normal with deviation sigma_t."""

    def draw(self, stream: NormalStream, start: int, actions: Actions, sigmas: Array) -> Array:
        """Return sigma_t times one normal a round."""
        return sigmas * stream.read(start, len(actions))


class ParameterNoise:
    """The model of SL-UCB: reward = <x, theta + eta_t>, noise on every coordinate of theta."""

    def draw(self, stream: NormalStream, start: int, actions: Actions, sigmas: Array) -> Array:
        """Return sigma_t times the inner product of the action with d normals."""
        n, d = len(actions), actions.dim
        normals = stream.read(start * d, n * d).reshape(n, d)
        return np.asarray(sigmas * np.einsum("ij,ij->i", actions.rows(), normals))
