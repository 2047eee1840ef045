"""The package as a whole: its public names, and what importing it costs."""

import subprocess
import sys

import vaslb_edu


def is_ours(value):
    return str(getattr(value, "__module__", "")).startswith("vaslb_edu")


def test_every_public_name_exists():
    assert len(set(vaslb_edu.__all__)) == len(vaslb_edu.__all__)
    for name in vaslb_edu.__all__:
        assert getattr(vaslb_edu, name) is not None


def test_every_name_that_is_imported_for_the_public_is_public():
    given = {name for name, value in vars(vaslb_edu).items() if is_ours(value)}
    assert given <= set(vaslb_edu.__all__)


def test_importing_the_library_does_not_import_matplotlib():
    code = "import sys, vaslb_edu, vaslb_edu.figures.style; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
