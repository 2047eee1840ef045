"""The kernel-free face of an explorable figure: native controls over frames drawn ahead of time.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import gc
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaslb_edu.figures import fitting, frames, style
from vaslb_edu.figures import paper as papers
from vaslb_edu.figures.controls import Control
from vaslb_edu.figures.picture import Shown, picture_html
from vaslb_edu.figures.roles import roles_of

if TYPE_CHECKING:
    from vaslb_edu.figures.explorable import Explorable

ASSETS = Path(__file__).with_name("player")


def player_html(explorable: Explorable, store: frames.Store) -> str:
    """Return the player: it shows the default frame without scripts, and moves with them."""
    grid = explorable.grid()
    with _seldom_collected():
        drawn = [_frame(explorable, values, store) for values in grid]
    start = drawn[grid.index(explorable.defaults)]
    for paper in papers.PAPERS:
        sizes = sorted({frame.shown[paper.name][1] for frame in drawn})
        if len(sizes) > 1:
            raise ValueError(f"draw must return figures of one size, got {sizes} pixels")
    # A frame is known by its two addresses; equal frames are listed once.
    addresses = [[frame.shown[paper.name][0] for paper in papers.PAPERS] for frame in drawn]
    files = list(dict.fromkeys(map(tuple, addresses)))
    data = {
        "files": [[one.removeprefix(frames.FRAME_SCHEME) for one in pair] for pair in files],
        "frames": [files.index(tuple(pair)) for pair in addresses],
        "alts": [frame.alt for frame in drawn],
        "phone": papers.PHONE,
        "controls": [
            {"label": control.label, "texts": [control.text(value) for value in control.values]}
            for control in explorable.controls.values()
        ],
    }
    controls = "".join(_control_html(control) for control in explorable.controls.values())
    prefix = "" if store.inline else frames.FRAME_SCHEME
    # A literal "</" would end the script element early.
    payload = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return (
        f'<div class="vaslb-player" role="group" aria-label="{html.escape(explorable.title)}"'
        f' data-name="{_slug(explorable.title)}" data-folder="{prefix}">'
        f'<div class="vaslb-controls">{controls}{BUTTONS}</div>'
        "<noscript><p>The controls need JavaScript; one frame is shown.</p></noscript>"
        f"{picture_html('vaslb-frame', start.shown, start.alt, _all_roles(drawn))}"
        '<p class="vaslb-said" role="status" aria-live="polite"></p>'
        f'<script type="application/json">{payload}</script>'
        f"{_inline_assets() if store.inline else ''}</div>"
    )


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Look for objects that hold each other once in some figures, not dozens of times in each."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


BUTTONS = (
    '<div class="vaslb-buttons"><button type="button" class="vaslb-reset">Reset</button>'
    '<button type="button" class="vaslb-copy">Copy link</button></div>'
)
"""Back to the first picture, and a link to the one that is shown."""

PLAY = '<button type="button" class="vaslb-play" aria-pressed="false">Play</button>'
"""Lets time pass: the slider goes from stop to stop by itself."""


def _slug(title: str) -> str:
    """Return a title as it stands in an address: letters and digits, joined by hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower())) or "figure"


@dataclass(frozen=True)
class _Frame:
    """One setting of the controls, drawn on both papers."""

    shown: Shown
    alt: str
    roles: Mapping[str, list[str]]


def _frame(explorable: Explorable, values: dict[str, Any], store: frames.Store) -> _Frame:
    """Draw one frame on both papers; of three of them it is checked that nothing is cut."""
    shown, alt, roles = {}, "", {}
    ends = [{name: c.values[at] for name, c in explorable.controls.items()} for at in (0, -1)]
    for paper in papers.PAPERS:
        with papers.on(paper):
            fig, alt = _figure_or_message(explorable, values)
            with style.context():
                if values in [*ends, explorable.defaults]:
                    fitting.check_inside(fig)
                picture = frames.render(fig, "webp")
            roles = roles_of(fig)
            shown[paper.name] = store.keep(picture), frames.pixels(fig)
    return _Frame(shown, alt, roles)


def _all_roles(drawn: Iterable[_Frame]) -> dict[str, list[str]]:
    """Return the roles of all frames together."""
    every: dict[str, set[str]] = {}
    for frame in drawn:
        for role, labels in frame.roles.items():
            every.setdefault(role, set()).update(labels)
    return {role: sorted(labels) for role, labels in sorted(every.items())}


def _figure_or_message(explorable: Explorable, values: dict[str, Any]) -> tuple[Any, str]:
    """Draw one frame; where errors are allowed, a failing one becomes a readable message."""
    try:
        fig = explorable.figure(**values)
    except Exception as problem:
        if not explorable.allow_errors:
            problem.add_note(f"while drawing the frame {values}")
            raise
        fig = _message_figure(explorable, explorable.message(problem))
    return fig, style.alt_of(fig)


def _message_figure(explorable: Explorable, message: str) -> Any:
    """Return a figure of the usual size that only says something."""
    import textwrap

    for values in explorable.grid():
        try:
            fig = explorable.figure(**values)
            break
        except Exception:
            continue
    else:
        raise ValueError(f"no frame of “{explorable.title}” can be drawn: {message}")
    width, _ = fig.get_size_inches()
    fig.clear()
    axes = fig.subplots()
    axes.set_axis_off()
    lines = "\n".join(textwrap.wrap(message, round(9 * width)))
    axes.text(0.5, 0.5, lines, ha="center", va="center", color=style.color("printed"))
    return style.note_alt(fig, message)


def _control_html(control: Control) -> str:
    """Return the native element of one control with its label and its value."""
    label = f"<span>{html.escape(control.label or '')}</span>"
    if control.kind == "toggle":
        # The value of a check box is its place in the list, whatever order the author wrote.
        state = f'data-on="{control.position(True)}"{" checked" if control.default else ""}'
        box = f'<input type="checkbox" {state} autocomplete="off">'
        inside = f'<label class="vaslb-toggle">{box}{label}</label>'
    elif control.kind == "choice":
        options = "".join(
            f"<option{' selected' if value == control.default else ''}>"
            f"{html.escape(control.text(value))}</option>"
            for value in control.values
        )
        inside = f'<label>{label}<select autocomplete="off">{options}</select></label>'
    else:
        text = html.escape(control.text(control.default))
        inside = (
            f'<label>{label}<input type="range" min="0" max="{len(control.values) - 1}" step="1"'
            f' value="{control.position(control.default)}" aria-valuetext="{text}"'
            ' autocomplete="off"></label>'
            f'<output aria-live="off">{text}</output>{PLAY if control.time else ""}'
        )
    return f'<div class="vaslb-control" data-kind="{control.kind}">{inside}</div>'


def _inline_assets() -> str:
    """Return style and script for a page that is not the book's own."""
    css = (ASSETS / "player.css").read_text(encoding="utf-8")
    script = (ASSETS / "player.js").read_text(encoding="utf-8")
    return f"<style>{css}</style><script>{script}</script>"
