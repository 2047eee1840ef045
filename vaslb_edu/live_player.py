"""The live face of an explorable figure: ipywidgets that redraw when a control moves."""

from __future__ import annotations

import asyncio
import html
from typing import TYPE_CHECKING, Any

import ipywidgets

from . import frames, style

if TYPE_CHECKING:
    from .explorable import Explorable

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
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.redraw(self.request)
        else:
            loop.call_later(PAUSE, self.redraw, self.request)

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
        """Put a readable message where the figure was."""
        self.image.layout = ipywidgets.Layout(display="none")
        said = html.escape(self.explorable.message(problem))
        self.alarm.value = f'<div role="alert" style="{ALARM}">{said}</div>'
        self.text.value = ""


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
