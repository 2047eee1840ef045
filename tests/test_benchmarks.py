"""The scripts that compare and measure run, and print what they promise."""

import subprocess
import sys
from pathlib import Path


def test_the_comparison_prints_its_table_and_names_its_iota():
    root = Path(__file__).parents[1]
    command = [
        sys.executable,
        "benchmarks/compare_learners.py",
        "--horizon",
        "3000",
        "--seeds",
        "1",
    ]
    ran = subprocess.run(command, cwd=root, env={"PYTHONPATH": str(root)}, capture_output=True)
    assert ran.returncode == 0, ran.stderr.decode()
    lines = ran.stdout.decode().splitlines()
    assert sum(line.startswith("| ") for line in lines) == 1 + 2 * 4 * 2
    assert "× printed" in lines[-1]
