"""A small course with one problem set, and ways to answer it, well and badly."""

import copy
import json
from pathlib import Path

from tools.notebooks import nb

ROOT = Path(__file__).resolve().parents[2]

TEXT = '''\
---
myst:
  html_meta:
    description: A toy
---

# A toy problem set

```{code-cell}
:tags: [setup]

import numpy as np
```

Write the function that doubles a number.

```{code-cell}
:graded: answer=toy-double

def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    return x + x
    ### END SOLUTION
```

```{code-cell}
:graded: check=toy-double-check points=2

import numpy as np
from vaslb_edu.checks import answers as check

cases = [[float(x)] for x in np.random.default_rng().normal(size=3)]
check.compare("double", double, cases, lambda x: 2 * x, {"Did you square?": lambda x: x * x})
### BEGIN HIDDEN TESTS
assert double(-4) == -8, "negative whole numbers count too"
### END HIDDEN TESTS
```

Write the function that measures a vector.

```{code-cell}
:graded: answer=toy-norm

def norm(v):
    """Return the Euclidean length of v."""
    ### BEGIN SOLUTION
    return np.sqrt(np.sum(np.square(v)))
    ### END SOLUTION
```

```{code-cell}
:graded: check=toy-norm-check points=3

import numpy as np
from vaslb_edu.checks import answers as check

cases = [[np.random.default_rng().normal(size=3)] for _ in range(3)]
check.compare("norm", norm, cases, np.linalg.norm, {"Where is the root?": lambda v: v @ v})
### BEGIN HIDDEN TESTS
assert norm(np.zeros(2)) == 0, "the null vector has length nought"
### END HIDDEN TESTS
```

Why is the length of a vector never negative? (2 points: one for the squares, one for the root.)

+++ {"graded": "written=toy-why points=2"}

A sum of squares is not negative, and neither is the root of one.

**Rubric** One point for each half.

+++

What is the sum of 1, 2, 3 and 4?

```{code-cell}
:graded: answer=toy-sum

### BEGIN SOLUTION
total = 1 + 2 + 3 + 4
### END SOLUTION
```

```{code-cell}
:graded: check=toy-sum-check points=1

from vaslb_edu.checks import WrongAnswer
from vaslb_edu.checks import answers as check

if check.number("total", total) != 10:
    raise WrongAnswer("Did you forget a number?")
```
'''
CHECKS = {"toy-double-check": 2, "toy-norm-check": 3, "toy-sum-check": 1}


def write_course(folder):
    """Write the source of the toy course and return its folder."""
    path = folder / "source" / "toy" / "toy.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(nb.write(nb.from_text(TEXT)), encoding="utf-8")
    return folder


def cell(notebook, name):
    """Return the cell with a grade id."""
    named = (one for one in notebook.cells if "nbgrader" in one.metadata)
    return next(one for one in named if one.metadata.nbgrader.grade_id == name)


def delete(notebook, *names):
    """Take the cells with these grade ids out of a notebook."""
    unwanted = [cell(notebook, name).id for name in names]
    notebook.cells = [one for one in notebook.cells if one.id not in unwanted]


RIGHT = {
    "toy-double": "def double(x):\n    return 2 * x",
    "toy-norm": "def norm(v):\n    return sum(float(x) ** 2 for x in v) ** 0.5",
    "toy-sum": "total = sum(range(5))",
    "toy-why": "Squares are not negative.",
}


def answered(released, **changes):
    """Return a copy of the released notebook with right answers, but for some cells."""
    notebook = copy.deepcopy(released)
    for name, source in (RIGHT | {f"toy-{key}": value for key, value in changes.items()}).items():
        cell(notebook, name).source = source
    return notebook


def save(notebook, path):
    """Write a notebook as it is: nbformat would put some of it right."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="ascii")
