"""A plugin of pytest's that writes down which test covers which line, and how long each test takes.

The processes that a test starts count too: they begin to measure as they start, under the name of the test that
pytest has put into the environment (see `place.py`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

SECONDS_FILE = "SHOPWORLD_MUTANTS_SECONDS"
"""Variable with the file that the seconds of the tests are written to."""

_seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Names the test whose lines are counted from here on."""
    measuring = coverage.Coverage.current()
    if measuring is not None:
        measuring.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds up what a test takes with its fixtures."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration


def pytest_sessionfinish() -> None:
    """Writes the seconds, in the process that started the run."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        Path(os.environ[SECONDS_FILE]).write_text(json.dumps(_seconds), encoding="utf-8")
