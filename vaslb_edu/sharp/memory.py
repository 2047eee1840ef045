"""The explore rounds that are remembered, for when all coordinates are asked about at once.

Explained in the chapter *The sharp version*.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vaslb_edu._running import running_sums
from vaslb_edu._typing import Array
from vaslb_edu.actions import Listed, RandomSigns
from vaslb_edu.game import Feedback
from vaslb_edu.learner import Learner

_SHARE = 6  # a round is remembered if it is worth 1/(6d) of what is remembered
_GROWTH = 1.25  # looks come when the rounds remembered have grown by this factor, first from d
_FLOOR = 1e-3  # quieter rounds are worth no more
_SEEN = 0.25  # entries that a look should be able to see, and how far off answers may be
_TIE = 1.0 - 1e-9  # what is equal but for rounding counts as equal
_WIDEST = 1024  # with more coordinates, a look would take too long


class _Telling(NamedTuple):
    """Rounds worth remembering: their places, and what is remembered with each of them."""

    places: npt.NDArray[np.intp]
    worth: Array
    quietest: Array
    paid: Array


class Memory:
    """Explore rounds of a game in R^d: ordinary rounds of a linear bandit on all coordinates.

    ========  ====================================================================
    name      what it is
    ========  ====================================================================
    dim       d
    worth     the sum of 1 / max(sigma_t, 0.001)^2 over the rounds remembered
    quietest  the largest of these numbers
    paid      what random signs have cost in these rounds, noise set aside: R^2 each where it is
              quiet, R^4 / (R^2 + K sigma_t^2 / R^2) in general
    count     how many they are
    next      at how many of them to look next: the smallest n >= 1.25^k d
    asking    rounds in which `unasked` questions were asked, at most d
    complete  whether all of them got an answer
    drowned   whether a round came after that in which no answer would be worth remembering
    ========  ====================================================================

    A round that adds little to the rest is forgotten, so there are never more than
    2 + (6d + 1) ln(6 10^6 d) of them. Whether one is remembered depends on its noise, not on its
    reward. A learner that reads no variances takes all rounds to be worth the same.
    """

    def __init__(self, dim: int, reads_variances: bool) -> None:
        self.dim, self.reads_variances = dim, reads_variances
        self.worth, self.quietest, self.paid = 0.0, 0.0, 0.0
        self.count, self._next = 0, _GROWTH * dim
        self.asking, self.complete, self.drowned = 0, False, False
        self._rounds: list[tuple[RandomSigns | Listed, Feedback]] = []

    @classmethod
    def of(cls, learner: Learner, dim: int) -> Memory | None:
        """Return a memory for a learner that can make use of it."""
        kind = type(learner)
        able = kind.absorb is not Learner.absorb and kind.nonzero is not Learner.nonzero
        return cls(dim, learner.needs_variances) if able and dim <= _WIDEST else None

    def until_look(self, plays: RandomSigns, feedback: Feedback) -> int:
        """Return how many of the rounds to play before the next look, at most all of them.

        Or before the rest is asked, or it gets loud, if that comes first.
        """
        telling, rest = self._telling(plays, feedback), plays.free * plays.scale**2
        stop = min(len(feedback), self._drowned(telling, feedback) + 1)
        if not telling.places.size:
            return stop
        due = self.count + 1 + np.arange(len(telling.places)) >= self._next
        due |= self._half_known(telling.worth, telling.quietest, telling.paid, rest)
        return min(stop, int(telling.places[due.argmax()]) + 1) if due.any() else stop

    def keep(self, plays: RandomSigns | Listed, feedback: Feedback) -> bool:
        """Remember rounds that were played; say whether it is time to look."""
        telling = self._telling(plays, feedback)
        self.drowned |= self._drowned(telling, feedback) < len(feedback)
        if telling.places.size:
            self._rounds.append((plays[telling.places], feedback[telling.places]))
            self.count += len(telling.places)
            self.worth, self.quietest, self.paid = (float(all_[-1]) for all_ in telling[1:])
        due = self.count >= self._next
        while self.count >= self._next:
            self._next *= _GROWTH
        return due and self.promising()

    def promising(self) -> bool:
        """Say whether a look may be expected to see entries of 1/4.

        If all n rounds had independent signs and equal noise, this would be the squared radius of
        their ellipsoid over its least eigenvalue, about. More noise than that leaves little to see,
        and what is told could as well be an error: the test knows how to deal with outliers.
        """
        if self.count <= self.dim:
            return False
        least = self.worth / self.dim * (1.0 - math.sqrt(self.dim / self.count)) ** 2
        return self.dim * math.log1p(self.worth / self.dim**2) < _SEEN**2 * least

    def half_known(self, rest: float) -> bool:
        """Say whether it is time to ask what has not been asked.

        That is, if d/2 rounds are as quiet as the quietest, answers to d questions in such rounds
        would all in all be off by less than 1/4, d/4 was paid, and R^2 = `rest` is at least 1/16:
        nobody asks d questions who finds out cheaply, or who has found nearly all. Half of all
        questions, drawn at random, are nearly at right angles; the last of d would be nearly what
        the others have asked together.
        """
        return bool(self._half_known(self.worth, self.quietest, self.paid, rest))

    def unasked(self, outside: npt.NDArray[np.intp]) -> Array:
        """Return unit vectors, at right angles, for what quiet rounds have not asked of `outside`.

        What a round asks anew is the part of its action at right angles to those before; less than
        a quarter of it does not count. The next question is the unit vector with the largest part.
        """
        rows = np.concatenate([plays.rows() for plays, _ in self._rounds])[:, outside]
        worths = self._worths(Feedback.joined([feedback for _, feedback in self._rounds]))
        basis = np.zeros((len(outside), len(outside)))
        size = 0
        for row in rows[4.0 * worths >= _TIE * self.quietest]:
            new = _apart(row, basis[:size])
            if size < len(basis) and 16.0 * new @ new >= _TIE * (row @ row) > 0.0:
                basis[size] = new / math.sqrt(new @ new)
                size += 1
        first = size
        while size < len(basis):
            parts = 1.0 - np.square(basis[:size]).sum(axis=0)
            place = int(np.argmax(parts > parts.max() - 1e-9))
            new = _apart(np.eye(len(basis))[place], basis[:size])
            basis[size] = new / math.sqrt(new @ new)
            size += 1
        return basis[first:]

    def tell(self, learner: Learner) -> None:
        """Let a learner on all coordinates absorb the rounds."""
        if self._rounds:
            rows = np.concatenate([plays.rows() for plays, _ in self._rounds])
            learner.absorb(rows, Feedback.joined([feedback for _, feedback in self._rounds]))

    def _half_known(
        self, worth: float | Array, quietest: float | Array, paid: float | Array, rest: float
    ) -> bool | npt.NDArray[np.bool_]:
        if self.complete or self.asking >= self.dim or rest < _SEEN**2:
            return False
        enough = worth >= (self.dim - 1) / 2.0 * quietest
        return (paid >= self.dim / 4.0) & enough & (self.dim < _SEEN**2 * quietest)

    def _drowned(self, telling: _Telling, feedback: Feedback) -> int:
        """Return the place of the first round that drowns a search, or how many rounds there are.

        It is compared with the quietest before it.
        """
        if self.drowned or not self.complete:
            return len(feedback)
        quietest = np.full(len(feedback), self.quietest)
        quietest[telling.places] = telling.quietest
        quietest = np.maximum.accumulate(quietest)
        loud = np.flatnonzero(_SHARE * self.dim * self._worths(feedback) < quietest)
        return int(loud[0]) if loud.size else len(feedback)

    def _worths(self, feedback: Feedback) -> Array:
        sigmas = feedback.sigmas if self.reads_variances else np.ones(len(feedback))
        return np.asarray(1.0 / np.maximum(sigmas, _FLOOR) ** 2)

    def _telling(self, plays: RandomSigns | Listed, feedback: Feedback) -> _Telling:
        """Return which rounds to remember, in order. Each is compared with all before it."""
        share = _SHARE * self.dim
        sigmas = feedback.sigmas if self.reads_variances else np.ones(len(feedback))
        places, total, left = [], self.worth, np.zeros(0, dtype=np.intp)
        if share / max(float(sigmas.min()), _FLOOR) ** 2 >= total:  # else nothing to look for
            worths = self._worths(feedback)
            left = np.flatnonzero(share * worths >= total)
        while left.size:  # as many as can be taken before one is worth too little; then the others
            totals = running_sums(total, worths[left])
            enough = share * worths[left] >= totals[:-1]
            taken = left.size if enough.all() else int(enough.argmin())
            places.append(left[:taken])
            total, left = totals[taken], left[taken:]
            left = left[share * worths[left] >= total]
        if not places:
            return _Telling(left, *np.zeros((3, 0)))
        chosen = np.concatenate(places)
        return _Telling(
            chosen,
            running_sums(self.worth, worths[chosen])[1:],
            np.maximum(np.maximum.accumulate(worths[chosen]), self.quietest),
            running_sums(self.paid, _prices(plays, sigmas)[chosen])[1:],
        )


def _prices(plays: RandomSigns | Listed, sigmas: Array) -> Array:
    """Return R^4 / (R^2 + K sigma^2 / R^2) for rounds of random signs, 0 for others."""
    if isinstance(plays, Listed):
        return np.zeros(len(sigmas))
    scale, rest = plays.scale, plays.free * plays.scale**2
    return np.asarray(rest**2 * scale**2 / (rest * scale**2 + sigmas**2))


def _apart(row: Array, basis: Array) -> Array:
    """Return the part of a row at right angles to orthonormal ones; twice, because of rounding."""
    row = row - (basis @ row) @ basis
    return np.asarray(row - (basis @ row) @ basis)
