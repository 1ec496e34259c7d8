"""A real server, started by its command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hosted import make_worlds


@pytest.fixture(scope="session")
def home(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """Home of the suites `small` and `chargers`."""
    found: Path = made_once("hosted", make_worlds)
    return found


@pytest.fixture(scope="session")
def serve(home: Path) -> Callable[..., Any]:
    """Starts `shopworld gym serve …`; a context manager that gives its address, and ends it politely."""

    @contextmanager
    def start(*arguments: str, **variables: str) -> Iterator[str]:
        environment = {**os.environ, "SHOPWORLD_HOME": str(home), **variables}
        command = [sys.executable, "-m", "shopworld", "gym", "serve", *arguments, "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout is not None
            try:
                address = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
                assert address
                yield address.group()
            finally:
                process.terminate()
                process.communicate(timeout=300)
        assert process.returncode == 0

    return start
