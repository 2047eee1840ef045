"""The kernel-free face of an explorable figure: native controls over frames drawn ahead of time.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaslb_edu.figures import frames, style
from vaslb_edu.figures.controls import Control

if TYPE_CHECKING:
    from vaslb_edu.figures.explorable import Explorable

ASSETS = Path(__file__).with_name("player")
SAMPLE = 3
"""So many frames are drawn both as SVG and as PNG, to see which weighs less."""


def player_html(explorable: Explorable, store: frames.Store) -> str:
    """Return the player: it shows the default frame without scripts, and moves with them."""
    grid = explorable.grid()
    drawn, alts, size = _draw_all(explorable, grid)
    sources = [store.keep(picture) for picture in drawn]
    files = list(dict.fromkeys(sources))
    start = grid.index(explorable.defaults)
    data = {
        "files": [source.removeprefix(frames.FRAME_SCHEME) for source in files],
        "frames": [files.index(source) for source in sources],
        "alts": alts,
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
        f' data-folder="{prefix}">'
        f'<div class="vaslb-controls">{controls}</div>'
        "<noscript><p>The controls need JavaScript; one frame is shown.</p></noscript>"
        f'<div class="vaslb-stage"><img class="vaslb-frame dark-light" src="{sources[start]}"'
        f' width="{size[0]}" height="{size[1]}" alt="{html.escape(alts[start])}"></div>'
        '<p class="vaslb-said" role="status" aria-live="polite"></p>'
        f'<script type="application/json">{payload}</script>'
        f"{_inline_assets() if store.inline else ''}</div>"
    )


def _draw_all(
    explorable: Explorable, grid: list[dict[str, Any]]
) -> tuple[list[frames.Picture], list[str], tuple[int, int]]:
    """Draw every frame in the format that is smaller for this figure."""
    kind = _smaller_kind(explorable, grid)
    drawn, alts, sizes = [], [], []
    for values in grid:
        fig, alt = _figure_or_message(explorable, values)
        with style.context():
            drawn.append(frames.render(fig, kind))
        alts.append(alt)
        sizes.append(frames.pixels(fig))
        fig.clear()
    if len(set(sizes)) > 1:
        raise ValueError(f"draw must return figures of one size, got {sorted(set(sizes))} pixels")
    return drawn, alts, sizes[0]


def _smaller_kind(explorable: Explorable, grid: list[dict[str, Any]]) -> str:
    """Return ``svg`` or ``png``, by the weight of a few frames spread over the grid."""
    step = max(1, len(grid) // SAMPLE)
    weight = dict.fromkeys(frames.MIME, 0)
    for values in grid[::step][:SAMPLE]:
        fig, _ = _figure_or_message(explorable, values)
        with style.context():
            for kind in weight:
                weight[kind] += frames.render(fig, kind).weight
    return min(weight, key=lambda kind: weight[kind])


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
            width, height = explorable.figure(**values).get_size_inches()
            break
        except Exception:
            continue
    else:
        raise ValueError(f"no frame of “{explorable.title}” can be drawn: {message}")
    fig, axes = style.figure(width=width, height=height)
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
        inside = f'<label class="vaslb-toggle"><input type="checkbox" {state}>{label}</label>'
    elif control.kind == "choice":
        options = "".join(
            f"<option{' selected' if value == control.default else ''}>"
            f"{html.escape(control.text(value))}</option>"
            for value in control.values
        )
        inside = f"<label>{label}<select>{options}</select></label>"
    else:
        text = html.escape(control.text(control.default))
        inside = (
            f'<label>{label}<input type="range" min="0" max="{len(control.values) - 1}" step="1"'
            f' value="{control.position(control.default)}" aria-valuetext="{text}"></label>'
            f'<output aria-live="off">{text}</output>'
        )
    return f'<div class="vaslb-control">{inside}</div>'


def _inline_assets() -> str:
    """Return style and script for a page that is not the book's own."""
    css = (ASSETS / "player.css").read_text(encoding="utf-8")
    script = (ASSETS / "player.js").read_text(encoding="utf-8")
    return f"<style>{css}</style><script>{script}</script>"
