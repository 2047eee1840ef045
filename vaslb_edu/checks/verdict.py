"""What a check says: that an answer holds, or what is probably wrong with it."""

from __future__ import annotations


class WrongAnswer(AssertionError):
    """An answer does not hold; the message says what is probably wrong.

    `on_any_input` is true of an answer that is not even of the kind that is asked for.
    """

    def __init__(self, message: str = "", on_any_input: bool = False) -> None:
        super().__init__(message)
        self.on_any_input = on_any_input

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows instead of a traceback through our code."""
        return [f"✘ {self}"]


class Right:
    """An answer holds; shown as one line below the cell."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __repr__(self) -> str:
        return f"✔ {self.what}"


def expect(condition: bool, hint: str) -> None:
    """Raise `WrongAnswer` with the hint unless the condition holds."""
    if not condition:
        raise WrongAnswer(hint)
