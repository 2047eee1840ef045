"""Numbers for the prose: named in a cell, quoted in the text, so that they cannot go stale.

Explained in the chapter *Start*.
"""

from __future__ import annotations

MIME_PREFIX = "application/papermill.record/"
"""An unknown type to every viewer, so that a notebook shows nothing; the book's build reads it."""


def glue(name: str, value: object) -> None:
    """Remember `value` under `name`; the text quotes it as ``{glue:text}`` followed by the name.

    Format numbers before: ``glue("regret-quiet", f"{regret:,.0f}")``.
    """
    from IPython.display import display

    if not isinstance(name, str) or not name:
        raise ValueError(f"name must be a non-empty string, got {name!r}")
    # The build reads a Python literal: without the quotes 16,669 would come out as a pair.
    data = {f"{MIME_PREFIX}text/plain": repr(str(value))}
    display(data, raw=True, metadata={"scrapbook": {"name": name, "mime_prefix": MIME_PREFIX}})
