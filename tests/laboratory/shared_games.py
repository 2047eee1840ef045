"""Games for both engines: Python plays them and writes down every random number that it used."""

import base64
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tools.project import BOOK
from tools.site import vendor
from vaslb_edu import (
    OFUL,
    VASLB,
    DivideAndConquer,
    SharpVASLB,
    SparseLinearBandit,
    WeightedOFUL,
    schedules,
    sparse_parameter,
)
from vaslb_edu.noise import NormalStream
from vaslb_edu.run import algorithm_rng

ENGINE = BOOK / "assets" / "laboratory" / "engine"
PROGRAM = Path(__file__).with_name("play.mjs")
PLAYERS = {
    "divide": lambda delta: DivideAndConquer(on_noise="ignore"),
    "oful": lambda delta: OFUL(delta=delta),
    "weighted": lambda delta: WeightedOFUL(delta=delta),
    "printed": lambda delta: VASLB(WeightedOFUL(), "printed", delta),
    "repaired": lambda delta: VASLB(WeightedOFUL(), "repaired", delta),
    "sharp": lambda delta: SharpVASLB(WeightedOFUL(), delta),
}
DENSE = ("oful", "weighted")
PAPERS = ("printed", "repaired")


@dataclass(frozen=True)
class Setting:
    """A game and who plays it."""

    player: str
    dim: int
    entries: tuple[float, ...]
    points: tuple[tuple[int, float], ...]
    steps: bool
    horizon: int
    delta: float
    seed: int

    @property
    def theta(self) -> np.ndarray:
        return sparse_parameter(self.dim, self.entries)

    @property
    def sigma(self) -> schedules.Schedule:
        return schedules.curve(self.points, self.steps)


class Recording(np.random.Generator):
    """A generator that writes down the signs it gives; so do those that it spawns."""

    def __init__(self, bits: Any) -> None:
        super().__init__(bits)
        self.drawn: list[np.ndarray] = []
        self.spawned: list[Recording] = []

    def spawn(self, n_children: int) -> list["Recording"]:
        children = super().spawn(n_children)
        self.spawned += children
        return children

    def integers(self, *arguments: Any, **options: Any) -> Any:
        self.drawn.append(super().integers(*arguments, **options))
        return self.drawn[-1]

    def choice(self, *arguments: Any, **options: Any) -> Any:
        before = len(self.drawn)
        signs = super().choice(*arguments, **options)
        self.drawn[before:] = [signs]  # NumPy makes them from integers
        return signs


def played(setting: Setting) -> dict[str, Any]:
    """Play a game in Python; return what happened and what chance did."""
    rng = Recording(algorithm_rng(setting.seed).bit_generator)
    game = SparseLinearBandit(setting.theta, setting.sigma, setting.horizon, setting.seed)
    report = PLAYERS[setting.player](setting.delta).play(game, rng)
    normals = [NormalStream(setting.seed).read(0, setting.horizon)]
    return {
        "setting": vars(setting),
        "normals": _text(normals),
        "signs": [_signs(one) for one in rng.spawned],
        "choices": _text(rng.drawn),
        "checkpoints": game.account.checkpoints.tolist(),
        "regret": game.account.at_checkpoints.tolist(),
        "support": None if report.support is None else list(report.support),
        "phases": [
            [one.kind, one.gap, one.start, one.stop, list(one.added), one.complete]
            for one in report.phases
        ],
    }


def _signs(rng: Recording) -> list[Any]:
    """Return what a generator has drawn, and after it the same of each that it spawned."""
    return [_text(rng.drawn), *map(_signs, rng.spawned)]


def _text(arrays: list[np.ndarray]) -> str:
    return base64.b64encode(b"".join(one.tobytes() for one in arrays)).decode()


def played_in_node(games: list[dict[str, Any]], folder: Path, engine: Path = ENGINE) -> list[Any]:
    """Play the same games in Node on the same random numbers; return what happened there."""
    file = folder / "games.json"
    file.write_text(json.dumps(games), encoding="utf-8")
    done = subprocess.run(
        [vendor.node(), str(PROGRAM), (engine / "run.js").as_uri(), str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def difference(here: dict[str, Any], there: dict[str, Any]) -> str:
    """Say in words how two accounts of a game differ; an empty string if they do not."""
    if "problem" in there:
        return str(there["problem"])
    for what in ("support", "phases"):
        mine, other = here[what], there[what]
        if what == "phases":  # sizes are computed, all else is counted
            sizes = [[one[1] for one in phases] for phases in (mine, other)]
            if len(mine) == len(other) and not np.allclose(*sizes, rtol=1e-9, atol=0):
                return f"gaps {sizes[0]} and {sizes[1]}"
            mine, other = ([[*one[:1], *one[2:]] for one in phases] for phases in (mine, other))
        if mine != other:
            return f"{what} {mine} and {other}"
    regrets = np.array(here["regret"]), np.array(there["regret"])
    off = float(np.max(np.abs(regrets[0] - regrets[1])))
    # With one coordinate there may be no regret at all, but for rounding.
    return "" if off <= max(1e-9 * abs(regrets[0][-1]), 1e-12) else f"regret off by {off:.1e}"
