"""Processes of a run keep their memory and environment to themselves."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOOK = """
import ctypes
from shopworld.evaluation.running.processes import hide_memory
before = ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)  # PR_GET_DUMPABLE
hide_memory()
print(before, ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a notion of Linux")
def test_a_process_of_a_run_is_not_dumpable() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert done.stdout == "1 0\n"
