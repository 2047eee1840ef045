"""One change to a text that another project writes: if there is nothing to change, that is said."""

from __future__ import annotations

import re
from typing import NamedTuple


class SubstitutionError(RuntimeError):
    """A text no longer holds what a substitution was written for."""


class Substitution(NamedTuple):
    """What is replaced, as a pattern, by what, and how often if that is known.

    `what` names it for people.
    """

    what: str
    pattern: str
    put: str
    times: int | None = None

    def in_text(self, text: str, where: str) -> str:
        """Return the text with every match replaced; raise if there is none, or not so many."""
        changed, count = re.subn(self.pattern, self.put, text, flags=re.S)
        if not count or self.times not in (None, count):
            raise SubstitutionError(
                f"{where} holds {self.what} in {count} places, expected "
                f"{self.times or 'at least one'}: does {self.pattern!r} still describe it?"
            )
        return changed
