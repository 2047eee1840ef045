"""What is played: batches of actions.

A game never asks an algorithm for one dense n-by-d matrix. It asks a batch of actions for the inner
products with a vector, and its action set asks the batch for the size of its rows. So a repeated
action costs one inner product, and n random sign vectors cost n bits a coordinate.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from vaslb_edu import _validate as check
from vaslb_edu._typing import Array

_CACHED = 1 << 16  # signs turned into numbers at once
_MANY = 1024  # rounds from which it pays to add up those with equal bytes first
_SOME = 64  # the same, if one pass serves several blocks of them
_BLOCKS = 16  # that one pass serves: their table stays in the cache
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(float)


class Actions(Protocol):
    """A batch of actions, one a round. Methods return one float if all rows give the same."""

    @property
    def dim(self) -> int:
        """Dimension of the actions."""

    def __len__(self) -> int:
        """Return the number of rounds."""

    def inner(self, vector: Array) -> Array | float:
        """Return the inner product of every row with `vector`."""

    def norms(self) -> Array | float:
        """Return the Euclidean norm of every row."""

    def largest(self) -> Array | float:
        """Return the largest absolute entry of every row."""

    def rows(self) -> Array:
        """Return the batch as a dense matrix, a row a round."""


@dataclass(frozen=True)
class Repeated:
    """The same action for `count` rounds."""

    action: Array
    count: int

    @property
    def dim(self) -> int:
        """Dimension of the action."""
        return int(self.action.shape[0]) if self.action.ndim == 1 else -1

    def __len__(self) -> int:
        return self.count

    def inner(self, vector: Array) -> float:
        return float(self.action.dot(vector))

    def norms(self) -> float:
        return math.sqrt(self.action.dot(self.action))

    def largest(self) -> float:
        return float(np.abs(self.action).max())

    def rows(self) -> Array:
        return np.broadcast_to(self.action, (self.count, self.dim))


@dataclass(frozen=True)
class RandomSigns:
    """A fixed vector on the coordinates `support` (ascending), and +-scale on all the others.

    `packed` has a row a round and a bit for each coordinate outside the support, in order: 1 stands
    for +scale and 0 for -scale. Bits are turned into numbers a block at a time, so that they stay
    in the cache.
    """

    dim: int
    support: Sequence[int]
    centre: Array
    scale: float
    packed: npt.NDArray[np.uint8]

    @classmethod
    def draw(
        cls,
        rng: np.random.Generator,
        count: int,
        dim: int,
        support: Sequence[int],
        centre: Array,
        scale: float,
    ) -> RandomSigns:
        """Draw `count` rows of fair signs.

        Every round takes a whole number of 64-bit words from `rng`, so that drawing n rounds at
        once or one by one gives the same signs.
        """
        words = -(-(dim - len(support)) // 64)
        drawn = rng.integers(0, 2**64, size=(count, words), dtype=np.uint64)
        return cls(dim, support, centre, scale, drawn.view(np.uint8))

    @classmethod
    def given(cls, signs: npt.ArrayLike) -> RandomSigns:
        """Pack a matrix of +-1, a row a round, with nothing fixed and scale 1."""
        matrix = np.asarray(signs)
        if matrix.ndim != 2 or 0 in matrix.shape or not (np.abs(matrix) == 1).all():
            raise ValueError(f"signs must be a matrix of 1 and -1, got {signs!r}")
        packed = np.packbits(matrix > 0, axis=1)
        return cls(matrix.shape[1], (), np.zeros(0), 1.0, packed)

    @property
    def free(self) -> int:
        """Number of coordinates outside the support."""
        return self.dim - len(self.support)

    def __len__(self) -> int:
        return len(self.packed)

    def __getitem__(self, rounds: slice | npt.NDArray[np.intp]) -> RandomSigns:
        packed = self.packed[rounds]
        return RandomSigns(self.dim, self.support, self.centre, self.scale, packed)

    def inner(self, vector: Array) -> Array | float:
        outside = np.zeros((self.packed.shape[1], 8))  # a row a byte
        free = np.ones(self.dim, dtype=bool)
        free[list(self.support)] = False
        outside.flat[: self.free] = self.scale * vector[free]
        inside = float(self.centre @ vector[list(self.support)])
        bytes_in_use = np.flatnonzero(outside.any(axis=1))  # few, if the vector is sparse
        if not bytes_in_use.size:
            return inside
        result = np.full(len(self), inside - outside.sum())
        for byte in bytes_in_use:
            of_value = 2.0 * (_BITS @ outside[byte])  # what each of the 256 values of it adds
            result += of_value[self.packed[:, byte]]
        return result

    def norms(self) -> float:
        return math.sqrt(self.centre @ self.centre + self.scale**2 * self.free)

    def largest(self) -> float:
        return float(max(np.abs(self.centre).max(initial=0.0), self.scale))

    def rows(self) -> Array:
        outside = np.setdiff1d(np.arange(self.dim), self.support)
        result = np.empty((len(self), self.dim))
        result[:, list(self.support)] = self.centre
        result[:, outside] = self.scale * self.signs()
        return result

    def signs(self) -> Array:
        """Return the signs outside the support as a matrix of +-1."""
        return np.asarray(2.0 * np.unpackbits(self.packed, axis=1, count=self.free) - 1.0)

    def signs_of(self, places: npt.NDArray[np.intp]) -> Array:
        """Return the columns of `signs` at the given places."""
        bits = self.packed[:, places >> 3] >> (7 - (places & 7)).astype(np.uint8)
        return np.asarray(2.0 * (bits & 1) - 1.0)

    def signed_sums(self, weights: Array) -> Array:
        """Return the sum over rounds of weight times sign, for every coordinate outside."""
        if len(self) >= _MANY:
            (ones,) = _sums_by_byte(self.packed, weights, len(self))
        else:
            ones = _sums_by_block(self.packed, weights)
        return np.asarray(2.0 * ones[: self.free] - weights.sum())

    def signed_sums_in_blocks(self, weights: Array, size: int) -> Array:
        """Return `signed_sums` of every `size` rounds in turn, a row each."""
        firsts = np.arange(0, len(self), size)
        if size < _SOME:
            blocks = [slice(first, first + size) for first in firsts.tolist()]
            return np.array([self[rows].signed_sums(weights[rows]) for rows in blocks])
        parts = [slice(first, first + _BLOCKS * size) for first in firsts[::_BLOCKS].tolist()]
        sums = [_sums_by_byte(self.packed[rows], weights[rows], size) for rows in parts]
        ones = np.concatenate(sums)
        totals = np.add.reduceat(weights, firsts)
        return np.asarray(2.0 * ones[:, : self.free] - totals[:, None])


@dataclass(frozen=True)
class Listed:
    """Any actions, a row each."""

    matrix: Array

    @property
    def dim(self) -> int:
        """Dimension of the actions."""
        return int(self.matrix.shape[1])

    def __len__(self) -> int:
        return len(self.matrix)

    def __getitem__(self, rounds: slice | npt.NDArray[np.intp]) -> Listed:
        return Listed(self.matrix[rounds])

    def inner(self, vector: Array) -> Array:
        return np.asarray(self.matrix @ vector)

    def norms(self) -> Array:
        return np.asarray(np.sqrt(np.square(self.matrix).sum(axis=1)))

    def largest(self) -> Array:
        return np.asarray(np.abs(self.matrix).max(axis=1))

    def rows(self) -> Array:
        return self.matrix


def _sums_by_block(packed: npt.NDArray[np.uint8], weights: Array) -> Array:
    """Return the weight of the rounds with a 1, for every bit: a matrix product, in blocks."""
    width = 8 * packed.shape[1]
    total = np.zeros(width)
    block = max(1, _CACHED // width)
    for start in range(0, len(packed), block):
        rows = slice(start, start + block)
        total += weights[rows] @ np.unpackbits(packed[rows], axis=1).astype(float)
    return total


def _sums_by_byte(packed: npt.NDArray[np.uint8], weights: Array, size: int) -> Array:
    """Return the same for every `size` rounds: rounds with equal bytes first, then bit by bit.

    A byte of the k-th block is counted as the number 256 k + byte: one pass over a column of bytes
    serves all blocks.
    """
    size = min(size, len(packed))
    blocks = -(-len(packed) // size)
    before = np.repeat(np.arange(0, 256 * blocks, 256, dtype=np.uint16), size)[: len(packed)]
    columns = (before + column for column in packed.T)
    by_value = np.array([np.bincount(column, weights, 256 * blocks) for column in columns])
    by_bit = by_value.reshape(-1, blocks, 256) @ _BITS
    return np.asarray(by_bit.swapaxes(0, 1).reshape(blocks, -1))


def as_action(action: npt.ArrayLike, dim: int, name: str = "action") -> Array:
    """Return `action` as a finite array of length `dim`, or raise."""
    return check.vector(name, action, dim)
