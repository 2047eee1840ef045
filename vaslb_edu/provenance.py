"""Where a result comes from, as data that determines the run: `replay` plays it again.

Explained in the chapter *The game*.
"""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from vaslb_edu._version import VERSION
from vaslb_edu.records import ONLOOKERS, record

VERSIONS = {
    "vaslb_edu": VERSION,
    "numpy": np.__version__,
    "scipy": scipy.__version__,
    "python": platform.python_version(),
}


def provenance(algorithm: object, game: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a run: the algorithm, the game's arguments and all versions."""
    return {
        "algorithm": record(algorithm),
        "game": {name: record(value) for name, value in game.items()},
        "versions": dict(VERSIONS),
        "code": code_digest(),
    }


@functools.cache
def code_digest() -> str:
    """Return a digest of the library's code: another digest, perhaps another run."""
    library = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(library.rglob("*.py")):
        place = path.relative_to(library)
        if place.parts[0] not in ONLOOKERS:
            digest.update(place.as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
