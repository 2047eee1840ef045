"""``python -m vaslb_edu``: a short demonstration in the terminal.

Exit codes: 0 if all went well, 1 if the picture cannot be written, 2 for an argument that makes no
sense, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import numpy as np
from tqdm import tqdm

from vaslb_edu import __version__, demonstration
from vaslb_edu import _validate as check
from vaslb_edu._typing import Array
from vaslb_edu.parameter import sparse_parameter

PICTURE = Path("vaslb_demonstration.png")
FORMATS = (".pdf", ".png", ".svg")
LONGEST = 10**9  # rounds: some hours


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the arguments, play, print the table, save the picture; return the exit code."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        theta = _checked(chosen)
    except (TypeError, ValueError) as problem:
        parser.error(str(problem))
    out = chosen.out or demonstration.free_name(PICTURE)
    try:
        _refuse_early(out, chosen.force)
        _show(chosen, theta, out)
    except BrokenPipeError:  # whoever read the table has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        reason = problem.strerror or problem
        print(f"{parser.prog}: the picture cannot be saved as {out}: {reason}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\n{parser.prog}: interrupted, nothing was saved", file=sys.stderr)
        return 130
    return 0


class _Parser(argparse.ArgumentParser):
    """Answers a wrong argument with one line instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (--help lists the options)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m vaslb_edu",
        description="Play sparse linear bandits at a few levels of noise, print a table and save a "
        "picture of the regret.",
    )
    parser.add_argument(
        "--sigma",
        type=float,
        nargs="+",
        default=[0.0, 0.1, 1.0],
        metavar="S",
        help="levels of noise between 0 and 1 (default: 0 0.1 1)",
    )
    parser.add_argument(
        "--when",
        choices=demonstration.WHEN,
        default="always",
        help="when the noise comes: always, in the first or in the second half (default: always)",
    )
    parser.add_argument(
        "--horizon", type=int, default=10**6, metavar="T", help="rounds a game (default: 1000000)"
    )
    parser.add_argument(
        "--dimension", type=int, default=64, metavar="D", help="coordinates (default: 64)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"the picture: {', '.join(FORMATS)} (default: {PICTURE}, numbered if taken)",
    )
    parser.add_argument("--force", action="store_true", help="write over a file that exists")
    parser.add_argument("--version", action="version", version=f"vaslb_edu {__version__}")
    return parser


def _checked(chosen: argparse.Namespace) -> Array:
    """Return the hidden parameter if every argument makes sense, or raise."""
    for level in chosen.sigma:
        check.number("--sigma", level, 0.0, 1.0)
    check.integer("--horizon", chosen.horizon, 2, LONGEST)
    check.integer("--dimension", chosen.dimension, len(demonstration.ENTRIES))
    check.integer("--seed", chosen.seed, 0)
    if chosen.out and chosen.out.suffix.lower() not in FORMATS:
        raise ValueError(f"--out must end in {', '.join(FORMATS)}, got {str(chosen.out)!r}")
    return sparse_parameter(chosen.dimension, demonstration.ENTRIES)


def _refuse_early(out: Path, force: bool) -> None:
    """Raise before anything is played if the picture could not be written afterwards."""
    if out.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    if not out.parent.is_dir():
        raise FileNotFoundError(0, "there is no such folder")
    if not os.access(out if out.exists() else out.parent, os.W_OK):
        raise PermissionError(0, "no permission to write there")
    if out.exists() and not force:
        raise FileExistsError(0, "it exists; --force writes over it")


def _show(chosen: argparse.Namespace, theta: Array, out: Path) -> None:
    """Play the games under a progress bar, print the table, save the picture."""
    support = set(np.flatnonzero(theta).tolist())
    print(
        f"{chosen.horizon:,} rounds, {chosen.dimension} coordinates, {len(support)} of them not "
        f"zero, noise: {chosen.when}, seed {chosen.seed}",
        flush=True,
    )
    todo = demonstration.games(dict.fromkeys(chosen.sigma))
    settings = (theta, chosen.when, chosen.horizon, chosen.seed)
    with tqdm(todo, desc="playing", unit="game", file=sys.stderr) as bar:
        played = [(game, demonstration.play(game, *settings)) for game in bar]
    print(demonstration.table(played, support))
    demonstration.picture(played).savefig(out)
    print(f"The picture is in {out}")


if __name__ == "__main__":
    sys.exit(main())
