"""The proof that a check ran to its end.

The last line of a check, added here, prints a word that is drawn anew for each cell. A check counts
as passed when that word came out and nothing went wrong, so printed text, emptied cells, swallowed
errors and an early exit earn nothing. An answer that searches the frames above it for the word, and
also hides the error, could forge it: such code stands in the feedback, for a person to see.
"""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode

from tools.coursework.guarded_kernel import CHECK


def with_proof(source: str, proof: str) -> str:
    """Return a check as it is run: after its own lines it prints the proof."""
    return f"{CHECK}\n{source}\nprint({proof!r})"


def verdict(outputs: list[NotebookNode], ended: bool, proof: str) -> list[NotebookNode]:
    """Return what a check leaves behind: one line, an error exactly when it did not pass.

    What the check printed is left out: it may show the hidden tests.
    """
    errors = [output for output in outputs if output.output_type == "error"]
    printed = "".join(output.get("text", "") for output in outputs)
    if ended and not errors and proof in printed:
        return [nbformat.v4.new_output("stream", name="stdout", text="✔ passed\n")]
    if not errors:
        return [failure("CheckSkipped", "the check did not run to its end")]
    return [failure(errors[0].ename, errors[0].evalue)]


def failure(name: str, text: str) -> NotebookNode:
    """Return the output of a failed cell without the lines of code around the error."""
    line = f"✘ {text}" if name == "WrongAnswer" else f"{name}: {text}"
    return nbformat.v4.new_output("error", ename=name, evalue=text, traceback=[line])
