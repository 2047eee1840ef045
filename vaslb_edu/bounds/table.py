"""Table 1 of the paper as data, with what came after.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy.typing as npt

from vaslb_edu._typing import Array
from vaslb_edu.bounds import rates
from vaslb_edu.bounds._checked import check

LINEAR, SPARSE = "linear bandit", "sparse linear bandit"


@dataclass(frozen=True)
class Row:
    """One algorithm: its bounds as text and as a function.

    Worst case: all σ_t = 1. Deterministic case: all σ_t = 0. None stands for "does not apply".
    """

    algorithm: str
    source: str
    setting: str
    worst_case: str | None  # LaTeX
    deterministic: str | None  # LaTeX
    efficient: bool | None
    variances: Literal["known", "unknown"] | None
    bound: Callable[..., Array]
    in_table_1: bool = True
    note: str = ""

    def regret(
        self,
        d: npt.ArrayLike,
        s: npt.ArrayLike,
        T: npt.ArrayLike,
        total_variance: npt.ArrayLike,
        C: npt.ArrayLike = 1.0,
    ) -> Array:
        """Return the bound, up to logarithms; it takes from the arguments what it depends on."""
        values = check({"d": d, "s": s, "T": T, "total_variance": total_variance, "C": C})
        wanted = inspect.signature(self.bound).parameters
        return self.bound(**{name: value for name, value in values.items() if name in wanted})


TABLE: list[Row] = [
    Row(
        "ConfidenceBall2",
        "Dani, Hayes and Kakade 2008",
        LINEAR,
        r"\tilde{O}(d\sqrt{T})",
        None,
        True,
        None,
        rates.confidence_ball,
    ),
    Row(
        "OFUL, sparse",
        "Abbasi-Yadkori, Pal and Szepesvari 2012",
        SPARSE,
        r"\tilde{O}(\sqrt{sdT})",
        None,
        True,
        None,
        rates.sparse_oful,
        note="Efficient if its sparse regressor is; averaging over all supports takes 2^d steps.",
    ),
    Row(
        "SL-UCB",
        "Carpentier and Munos 2012",
        SPARSE,
        r"\tilde{O}(s\sqrt{T})",
        None,
        True,
        None,
        rates.sl_ucb,
        note="The noise is on the parameter, not on the reward.",
    ),
    Row(
        "Selective explore-then-commit",
        "Lattimore, Crammer and Szepesvari 2015",
        SPARSE,
        r"\tilde{O}(s\sqrt{T})",
        None,
        True,
        None,
        rates.selective_explore_then_commit,
        note="The actions are a hypercube and the 1-norm of the parameter is at most 1.",
    ),
    Row(
        "Weighted OFUL",
        "Zhou, Gu and Szepesvari 2021",
        LINEAR,
        r"\tilde{O}(d\sqrt{T})",
        r"\tilde{O}(\sqrt{dT})",
        True,
        "known",
        rates.weighted_oful,
    ),
    Row(
        "VOFUL2",
        "Kim, Yang and Jun 2021",
        LINEAR,
        r"\tilde{O}(d^{1.5}\sqrt{T})",
        r"\tilde{O}(d^2)",
        False,
        "unknown",
        rates.voful2,
    ),
    Row(
        "VASLB with Weighted OFUL",
        "Dai, Wang and Du 2023",
        SPARSE,
        r"\tilde{O}(s^2\sqrt{T}+s\sqrt{dT})",
        r"\tilde{O}(s^{1.5}\sqrt{T})",
        True,
        "known",
        rates.vaslb_known,
    ),
    Row(
        "VASLB with VOFUL2",
        "Dai, Wang and Du 2023",
        SPARSE,
        r"\tilde{O}(s^{2.5}\sqrt{T}+s\sqrt{dT})",
        r"\tilde{O}(s^3)",
        False,
        "unknown",
        rates.vaslb_unknown,
    ),
    Row(
        "Lower bound",
        "Antos and Szepesvari 2009",
        SPARSE,
        r"\Omega(\sqrt{dT})",
        None,
        None,
        None,
        rates.lower_bound_sphere,
        note="On the unit sphere it takes s = 2; s = 1 is the case of small parameters.",
    ),
    Row(
        "OFUL",
        "Abbasi-Yadkori, Pal and Szepesvari 2011",
        LINEAR,
        r"\tilde{O}(d\sqrt{T})",
        None,
        True,
        None,
        rates.oful,
        in_table_1=False,
    ),
    Row(
        "Lower bound",
        "Lattimore and Szepesvari 2020",
        SPARSE,
        r"\Omega(\sqrt{sdT})",
        None,
        None,
        None,
        rates.lower_bound_sparse,
        in_table_1=False,
        note="Proved for another set of actions; on the sphere the book proves √(dT).",
    ),
    Row(
        "Divide and conquer",
        "Dong, Yang and Ma 2021; Dai, Wang and Du 2023",
        SPARSE,
        None,
        r"O(s\log d)",
        True,
        None,
        rates.divide_and_conquer,
        in_table_1=False,
    ),
    Row(
        "SAVE",
        "Zhao, He, Zhou, Zhang and Gu 2023",
        LINEAR,
        r"\tilde{O}(d\sqrt{T})",
        r"\tilde{O}(d)",
        True,
        "unknown",
        rates.save,
        in_table_1=False,
    ),
    Row(
        "VASLB with SAVE",
        "by the composition of the framework",
        SPARSE,
        r"\tilde{O}(s^2\sqrt{T}+s\sqrt{dT})",
        r"\tilde{O}(s^2)",
        True,
        "unknown",
        rates.save_in_vaslb,
        in_table_1=False,
        note="Efficient and with unknown variances, which neither VASLB of the paper is.",
    ),
]
