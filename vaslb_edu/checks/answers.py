"""All that a check needs to look at an answer: read it, call it, compare it."""

from vaslb_edu.checks.calling import call, raises_value_error
from vaslb_edu.checks.comparing import compare
from vaslb_edu.checks.reading import (
    Array,
    Reader,
    boolean,
    integer,
    matrix,
    matrix_and_vector,
    matrix_over_vector,
    number,
    truths,
    vector,
    word,
)

__all__ = [
    "Array",
    "Reader",
    "boolean",
    "call",
    "compare",
    "integer",
    "matrix",
    "matrix_and_vector",
    "matrix_over_vector",
    "number",
    "raises_value_error",
    "truths",
    "vector",
    "word",
]
