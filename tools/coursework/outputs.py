"""What a student's process says it showed, as outputs of a notebook: plain, short, checked."""

from __future__ import annotations

import base64
import re
from typing import Any

import nbformat
from nbformat import NotebookNode

MOST_TEXT, MOST_ERROR = 20_000, 4_000  # characters of a cell
MOST_PICTURES = 4 * 2**20
TEXTS = ("text/plain", "text/html", "text/markdown", "text/latex")
PICTURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Shown:
    """Make outputs of what cells show, until a student has shown enough."""

    def __init__(self, most_text: int = 10 * MOST_TEXT, most_errors: int = 100_000) -> None:
        self._text, self._errors, self._pictures = most_text, most_errors, 4 * MOST_PICTURES

    def outputs(self, answer: dict[str, Any]) -> list[NotebookNode]:
        """Return the outputs of a cell from what the student's process said about it."""
        made = []
        text, pictures = min(MOST_TEXT, self._text), min(MOST_PICTURES, self._pictures)
        shown = answer.get("shown")
        for one in shown[:1000] if type(shown) is list else []:
            if type(one) is not dict:
                continue
            if type(one.get("text")) is str:
                kept = clean(one["text"], text)
                text -= len(kept)
                name = "stderr" if one.get("name") == "stderr" else "stdout"
                made += [nbformat.v4.new_output("stream", name=name, text=kept)] if kept else []
            elif type(one.get("data")) is dict:
                data, lengths = _data(one["data"], text, pictures)
                text, pictures = text - lengths[0], pictures - lengths[1]
                made += [nbformat.v4.new_output("display_data", data=data)] if data else []
        self._text -= min(MOST_TEXT, self._text) - text
        self._pictures -= min(MOST_PICTURES, self._pictures) - pictures
        failed = answer.get("failed")
        return [*made, self._failed(failed)] if type(failed) is dict else made

    def failure(self, name: str, text: str) -> NotebookNode:
        """Return the output of a failed check: no lines of code around the error."""
        said = self._error(text)
        line = f"✘ {said}" if name == "WrongAnswer" else f"{clean(name, 60)}: {said}"
        return nbformat.v4.new_output("error", ename=clean(name, 60), evalue=said, traceback=[line])

    def _failed(self, failed: dict[str, Any]) -> NotebookNode:
        name = clean(failed.get("name"), 60) or "Error"
        lines = failed.get("lines")
        said = "\n".join(line for line in lines if type(line) is str) if type(lines) is list else ""
        text, trace = self._error(failed.get("text")), self._error(said)
        return nbformat.v4.new_output("error", ename=name, evalue=text, traceback=[trace])

    def _error(self, text: Any) -> str:
        kept = clean(text, min(MOST_ERROR // 2, max(self._errors, 0)))
        self._errors -= len(kept)
        return kept


def clean(text: Any, most: int) -> str:
    """Return a text without colours, control characters and what is no character at all, cut."""
    if type(text) is not str:
        return ""
    kept = UNWANTED.sub("", COLOUR.sub("", text[: 2 * most + 100]))
    return kept if len(kept) <= most else f"{kept[: max(most - 2, 0)]} …"


def _data(shown: dict[str, Any], text: int, pictures: int) -> tuple[dict[str, str], list[int]]:
    """Return what may be shown of one thing that was displayed, and the lengths of it."""
    data, lengths = {}, [0, 0]
    for kind in TEXTS:
        if kept := clean(shown.get(kind), text - lengths[0]):
            data[kind] = kept
            lengths[0] += len(kept)
    for kind, start in PICTURES.items():
        picture = shown.get(kind)
        if type(picture) is str and len(picture) <= pictures and _is_picture(picture, start):
            data[kind] = picture.replace("\n", "")
            lengths[1] += len(picture)
    return data, lengths


def _is_picture(text: str, start: bytes) -> bool:
    try:
        return base64.b64decode(text.replace("\n", ""), validate=True).startswith(start)
    except ValueError:
        return False
