"""Explorable figures: one cell that moves in a live notebook and in the built page alike.

``explorable(draw, sigma=[0, 0.1, 1])`` needs only a function that draws. With a kernel the figure
is redrawn when a control moves. While the book is built every frame is drawn ahead of time, and the
page plays them without a kernel. Explained in the chapter *Start*.
"""

from __future__ import annotations

import inspect
import itertools
import math
import sys
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from vaslb_edu.figures import fitting, frames, style
from vaslb_edu.figures.controls import Control, as_control

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from vaslb_edu.figures.live_player import LivePlayer

FRAME_LIMIT = 400
"""More frames than this are refused: the page would be heavy and the build slow."""

Alt = Callable[..., str]


class Explorable:
    """A drawing function with its controls; made by `explorable`."""

    def __init__(
        self,
        draw: Callable[..., Figure],
        controls: dict[str, Control],
        *,
        alt: Alt | None,
        title: str,
        allow_errors: bool,
    ) -> None:
        self.draw = draw
        self.controls = controls
        self.alt = alt
        self.title = title
        self.allow_errors = allow_errors
        self.defaults = {name: control.default for name, control in controls.items()}
        self.live: LivePlayer | None = None
        self._bundle: dict[str, Any] = {}

    def prepare(self) -> None:
        """Draw what will be shown: the first picture, or all frames while the book is built.

        Not left to the moment of showing: an error there would not make the cell fail.
        """
        self._bundle = self._static_bundle() if frames.static_folder() else self._live_bundle()

    def figure(self, **values: Any) -> Figure:
        """Draw the figure of these values on the paper in use; others stay at their default."""
        chosen = self.defaults | self.on_grid(values)
        with style.context():
            drawn = self.draw(**chosen)
            _release(drawn)
        if not hasattr(drawn, "savefig"):
            raise TypeError(f"draw must return a matplotlib figure, got {type(drawn).__name__}")
        with style.context():
            fitting.break_titles(drawn)
        if self.alt is not None:
            style.note_alt(drawn, self.alt(**chosen))
        if not style.alt_of(drawn):
            raise ValueError(
                "the figure has no text: give alt=… to explorable, or call style.note_alt(fig, …)"
            )
        return drawn

    def on_grid(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values as the controls know them, or raise if one is not on the grid."""
        unknown = set(values) - set(self.controls)
        if unknown:
            raise ValueError(f"no control named {sorted(unknown)}, known: {list(self.controls)}")
        known = ((name, self.controls[name], value) for name, value in values.items())
        return {name: control.values[control.position(value)] for name, control, value in known}

    def grid(self) -> list[dict[str, Any]]:
        """Return the values of every frame, the last control varying fastest."""
        every = itertools.product(*(control.values for control in self.controls.values()))
        return [dict(zip(self.controls, values, strict=True)) for values in every]

    def says(self, values: dict[str, Any]) -> str:
        """Return the values of the controls in words."""
        return ", ".join(f"{c.label}: {c.text(values[name])}" for name, c in self.controls.items())

    def message(self, problem: Exception) -> str:
        """Return what a reader sees in place of a figure that cannot be drawn."""
        return f"This figure cannot be drawn here. {type(problem).__name__}: {problem}"

    def set(self, **values: Any) -> None:
        """Move the controls of the live figure; a value off the grid shows a message instead."""
        if self.live is None:
            raise RuntimeError("the figure is pre-rendered: there is nothing to move here")
        self.live.move(values)

    def _live_bundle(self) -> dict[str, Any]:
        from vaslb_edu.figures.live_player import LivePlayer

        self.live = LivePlayer(self)
        bundle: dict[str, Any] = dict(self.live.box._repr_mimebundle_())
        bundle["text/plain"] = repr(self)
        bundle["image/png"] = b64encode(self.live.image.value).decode()
        return bundle

    def _static_bundle(self) -> dict[str, Any]:
        from vaslb_edu.figures.static_player import player_html

        with style.context():
            still = frames.to_png(self.figure(), 1.5)
        return {
            "text/html": player_html(self, frames.Store(frames.static_folder() or frames.INLINE)),
            "image/png": b64encode(still).decode(),
            "text/plain": repr(self),
        }

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return self._bundle

    def __repr__(self) -> str:
        return f"Explorable figure “{self.title}” ({self.says(self.defaults)})"


def explorable(
    draw: Callable[..., Figure],
    *,
    alt: Alt | None = None,
    title: str | None = None,
    allow_errors: bool = False,
    **controls: Control | Sequence[Any],
) -> Explorable:
    """Return a figure whose arguments the reader can move.

    Parameters
    ----------
    draw
        A function of the controls (keyword arguments) that returns a matplotlib figure.
    alt
        A function of the same arguments that says in words what the figure shows. Not needed if
        `draw` calls `vaslb_edu.figures.style.note_alt` on its figure; one of the two is required.
    title
        The name of the figure for readers who do not see it; by default the name of `draw`.
    allow_errors
        A frame that cannot be drawn is an error while the book is built. Set this where failing is
        what the figure teaches: the message is then shown in place of the figure.
    controls
        For every argument of `draw` a list of values or a `Control`. Numbers give a slider, strings
        a menu, ``[False, True]`` a check box.

    Examples
    --------
    >>> explorable(draw_regret, sigma=[0, 0.1, 1.0], signs=[True, False])  # doctest: +SKIP
    """
    if not callable(draw):
        raise TypeError(f"draw must be a function that returns a figure, got {draw!r}")
    if not controls:
        raise ValueError("an explorable figure needs at least one control, got none")
    known = {name: as_control(name, given) for name, given in controls.items()}
    count = math.prod(len(control.values) for control in known.values())
    if count > FRAME_LIMIT:
        sizes = " × ".join(str(len(control.values)) for control in known.values())
        raise ValueError(f"{sizes} = {count} frames; at most {FRAME_LIMIT} are allowed")
    try:
        inspect.signature(draw).bind(**{name: control.default for name, control in known.items()})
    except TypeError as problem:
        raise TypeError(f"draw does not take the controls {list(known)}: {problem}") from None
    name = title or getattr(draw, "__name__", "figure").replace("_", " ").strip()
    figure = Explorable(draw, known, alt=alt, title=name, allow_errors=allow_errors)
    figure.prepare()
    return figure


def _release(drawn: Any) -> None:
    """Take a figure out of pyplot's care, else the notebook would show it a second time."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None and hasattr(drawn, "savefig"):
        pyplot.close(drawn)
