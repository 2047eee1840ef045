"""The live face of an explorable figure: ipywidgets that redraw when a control moves.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import asyncio
import html
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import ipywidgets

from vaslb_edu.figures import frames, style

if TYPE_CHECKING:
    from vaslb_edu.figures.explorable import Explorable

PAUSE = 0.01
"""Seconds without a move before drawing: of many waiting requests only the newest counts."""

HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"
ALARM = "border-left:4px solid #cf1e6e;padding:.6em 1em;background:#fcfbf8;color:#14161c"
DARK = (
    '<style>body[data-jp-theme-light="false"] .vaslb-live img'
    "{filter:invert(.92) hue-rotate(180deg)}</style>"
)


class LivePlayer:
    """Controls, a picture, a text for screen readers, and a message when drawing fails."""

    def __init__(self, explorable: Explorable) -> None:
        self.explorable = explorable
        self.request = 0
        # JupyterLab delivers the moves of a control in a thread of its own. Drawing goes back to
        # where cells run: two drawings never meet, and the stop button reaches the one going on.
        self.loop = _running_loop()
        self.controls = {name: _widget(control) for name, control in explorable.controls.items()}
        self.image = ipywidgets.Image(format="png")
        self.text = ipywidgets.HTML()
        self.alarm = ipywidgets.HTML()
        self.box = ipywidgets.VBox(
            [*self.controls.values(), self.image, self.alarm, self.text],
            layout=ipywidgets.Layout(align_items="flex-start"),
        )
        self.box.add_class("vaslb-live")
        try:
            self.show(explorable.figure())
        except Exception as problem:
            # A figure that is broken from the start is the author's mistake: the cell must fail.
            if not explorable.allow_errors:
                raise
            self.warn(problem)
        for widget in self.controls.values():
            widget.observe(self.moved, names="value")

    def values(self) -> dict[str, Any]:
        """Return what the controls stand at."""
        return {name: widget.value for name, widget in self.controls.items()}

    def moved(self, change: Any = None) -> None:
        """Ask for a new picture; a newer request makes this one void."""
        self.request += 1
        loop = self.loop if self.loop is not None and self.loop.is_running() else _running_loop()
        if loop is None:
            self.redraw(self.request)
        else:
            redraw = (PAUSE, self.redraw_from_loop, self.request)
            loop.call_soon_threadsafe(loop.call_later, *redraw)

    def redraw_from_loop(self, request: int) -> None:
        """Redraw where no cell is running: an interrupt of the kernel ends the drawing alone."""
        try:
            with _interruptible():
                self.redraw(request)
        except KeyboardInterrupt:
            self.tell("Drawing was interrupted. Move a control to draw again.")

    def redraw(self, request: int) -> None:
        """Draw the figure of the controls, unless a newer request is waiting."""
        if request != self.request:
            return
        try:
            self.show(self.explorable.figure(**self.values()))
        except Exception as problem:
            self.warn(problem)

    def move(self, values: dict[str, Any]) -> None:
        """Set the controls; what is not on the grid is answered by a message."""
        try:
            chosen = self.explorable.on_grid(values)
        except ValueError as problem:
            self.warn(problem)
            return
        for name, value in chosen.items():
            self.controls[name].value = value

    def show(self, fig: Any) -> None:
        """Put a figure and its text in place."""
        with style.context():
            self.image.value = frames.to_png(fig, 1.5)
        width, _ = frames.pixels(fig)
        self.image.layout = ipywidgets.Layout(width=f"{width}px", max_width="100%", height="auto")
        self.alarm.value = ""
        said = html.escape(f"{self.explorable.says(self.values())}. {style.alt_of(fig)}")
        self.text.value = f'{DARK}<div role="status" style="{HIDDEN}">{said}</div>'

    def warn(self, problem: Exception) -> None:
        """Say why the figure cannot be drawn."""
        self.tell(self.explorable.message(problem))

    def tell(self, message: str) -> None:
        """Put a readable message where the figure was."""
        self.image.layout = ipywidgets.Layout(display="none")
        self.alarm.value = f'<div role="alert" style="{ALARM}">{html.escape(message)}</div>'
        self.text.value = ""


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop of this thread, or None where there is none, as in a script."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let an interrupt through: between cells a kernel ignores it, and no drawing could be ended.

    Only the main thread can change what a signal does, and only where it is ignored is it changed.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _widget(control: Any) -> Any:
    """Return the widget of one control."""
    wide = {"style": {"description_width": "initial"}, "layout": {"width": "min(32rem, 100%)"}}
    if control.kind == "toggle":
        return ipywidgets.Checkbox(
            value=control.default, description=control.label, indent=False, layout=wide["layout"]
        )
    options = [(control.text(value), value) for value in control.values]
    chooser = ipywidgets.SelectionSlider if control.kind == "slider" else ipywidgets.Dropdown
    return chooser(options=options, value=control.default, description=control.label, **wide)
