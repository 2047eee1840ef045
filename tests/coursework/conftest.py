"""Grading is tested where its jail is."""

import sys

if sys.platform != "linux":  # bubblewrap is Linux's
    collect_ignore_glob = ["test_attacks.py", "test_class.py", "test_in*.py", "test_names.py"]
    collect_ignore_glob += ["test_real_sets.py", "test_unsafe.py", "test_sides.py"]
