"""Play a recorded run again.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Collection, Mapping
from typing import Any

from vaslb_edu.provenance import VERSIONS, code_digest
from vaslb_edu.records import TRUSTED, NotReplayable, record, restored
from vaslb_edu.run import Run, simulate


def replay(
    provenance: Mapping[str, Any] | str, *, trust: Collection[str] = TRUSTED, progress: bool = False
) -> Run:
    """Play the game of a record again: `run.provenance`, or the same as JSON text.

    Classes of your own are built only if their module is in `trust`. A record made with other
    code or other versions is played with a warning: the run may then differ.
    """
    try:
        facts = json.loads(provenance) if isinstance(provenance, str) else provenance
        algorithm, game = facts["algorithm"], facts["game"]
        versions, code = facts["versions"], facts["code"]
    except (KeyError, TypeError, json.JSONDecodeError):
        raise ValueError(f"provenance must be the record of a run, got {provenance!r}") from None
    if (versions, code) != (VERSIONS, code_digest()):
        warnings.warn(
            f"the record was made with other code ({versions}, {code}): the run may differ",
            stacklevel=2,
        )
    player = restored(algorithm, trust)
    arguments = {name: restored(value, trust) for name, value in game.items()}
    _same(algorithm, record(player), "what is built from the record")
    run = simulate(player, **arguments, progress=progress)
    _same(algorithm, run.provenance["algorithm"], "the algorithm, once it has played,")
    _same(game, run.provenance["game"], "the game that is built from the record")
    return run


def _same(recorded: Any, now: Any, what: str) -> None:
    """Raise unless a record came back as it was: a thing may change what it was given."""
    if recorded != now:
        raise NotReplayable(f"the run cannot be played again: {what} has another record: {now!r}")
