"""The element of a page that shows a picture: the browser takes the drawing that fits the screen.

Explained in the chapter *Start*.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping

from vaslb_edu.figures.paper import NARROW, PHONE, WIDE

Shown = Mapping[str, tuple[str, tuple[int, int]]]
"""By the name of the paper: the address of the picture, its width and height in pixels."""


def picture_html(kind: str, shown: Shown, alt: str, roles: Mapping[str, list[str]]) -> str:
    """Return a picture of class `kind` with its drawings on wide and on narrow paper.

    `roles` is what `vaslb_edu.figures.roles.roles_of` has read from it.
    """
    (narrow, small), (wide, large) = shown[NARROW.name], shown[WIDE.name]
    said = html.escape(json.dumps(roles, ensure_ascii=False))
    return (
        f'<div class="vaslb-stage" data-roles="{said}">'
        f'<picture><source media="{PHONE}" srcset="{narrow}"'
        f' width="{small[0]}" height="{small[1]}">'
        f'<img class="{kind} dark-light" src="{wide}" width="{large[0]}" height="{large[1]}"'
        f' alt="{html.escape(alt)}"></picture></div>'
    )
