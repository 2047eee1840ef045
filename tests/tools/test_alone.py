"""One process works while others wait."""

import subprocess
import sys
import time

from tools.alone import alone
from tools.project import ROOT

WAIT = """
import pathlib, sys
from tools.alone import alone
with alone(pathlib.Path(sys.argv[1])):
    print("in", flush=True)
"""


def test_a_second_process_waits_for_the_first(tmp_path):
    with alone(tmp_path / "new" / "lock"):
        command = [sys.executable, "-c", WAIT, str(tmp_path / "new" / "lock")]
        second = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        time.sleep(1)
        assert second.poll() is None
    assert second.communicate(timeout=600)[0] == "in\n"
