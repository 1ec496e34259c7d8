"""Which tests run which line: a plugin of pytest's that measures it, and what it found.

The processes that a test starts count too: they begin to measure as they start, under the name of the test that
pytest has put into the environment (`place.py` sees to that). What makes a fixture for several tests counts for all
that use it.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

MOST_SECONDS = 30.0
"""What the tests of one mutant may take together, as they were measured."""
SECONDS_FILE = "SHOPWORLD_MUTANTS_SECONDS"
"""Variable with the file that the seconds of the tests are written to."""

_FIXTURES = "fixture"
_PHASE = re.compile(r" \((setup|call|teardown)\)$")
_seconds: dict[str, float] = {}
_fixtures: dict[str, list[str]] = {}
_not_passed: set[str] = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Names the test whose lines are counted from here on."""
    _count_for(item.nodeid)
    item.user_properties.append((_FIXTURES, " ".join(getattr(item, "fixturenames", ()))))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> Iterator[None]:
    """Counts the lines of a shared fixture for the fixture."""
    if fixturedef.scope == "function":
        return (yield)
    _count_for(f"{_FIXTURES} {fixturedef.argname} {fixturedef.baseid}")
    try:
        return (yield)
    finally:
        _count_for(os.environ.get("PYTEST_CURRENT_TEST", ""))


def _count_for(context: str) -> None:
    measuring = coverage.Coverage.current()
    if measuring is not None:
        measuring.switch_context(_PHASE.sub("", context))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds up what a test takes with its fixtures."""
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration
    if not report.passed:
        _not_passed.add(report.nodeid)
    _fixtures[report.nodeid] = str(dict(report.user_properties).get(_FIXTURES, "")).split()


def pytest_sessionfinish() -> None:
    """Writes the seconds of the tests that passed, in the process that started the run."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        passed = {test: (seconds, _fixtures[test]) for test, seconds in _seconds.items() if test not in _not_passed}
        Path(os.environ[SECONDS_FILE]).write_text(json.dumps(passed), encoding="utf-8")


class Covering:
    """What a measured run of the tests found.

    Args:
        data: coverage's files, of all processes.
        seconds: the plugin's file.
    """

    def __init__(self, data: Path, seconds: Path) -> None:
        passed: dict[str, tuple[float, list[str]]] = json.loads(seconds.read_text(encoding="utf-8"))
        self._seconds = {test: taken for test, (taken, _) in passed.items()}
        self._users: dict[str, set[str]] = defaultdict(set)
        for test, (_, fixtures) in passed.items():
            for fixture in fixtures:
                self._users[fixture].add(test)
        self._tests: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        known: dict[str, set[str]] = {}
        for file in sorted(data.iterdir()):
            measured = coverage.CoverageData(str(file))
            measured.read()
            for path in measured.measured_files():
                of_lines = self._tests[path.rpartition("/src/shopworld/")[2]]
                for line, contexts in measured.contexts_by_lineno(path).items():
                    for context in contexts:
                        if context not in known:
                            known[context] = self._counted(_PHASE.sub("", context.rpartition("|")[2]))
                        of_lines[line] |= known[context]

    def _counted(self, context: str) -> set[str]:
        """The tests that a measured name stands for: a test itself, or those that use a fixture."""
        kind, _, fixture = context.partition(" ")
        if kind != _FIXTURES:
            return {context}
        name, _, place = fixture.partition(" ")
        return {test for test in self._users[name] if test.startswith(place)}

    def tests(self, path: str, *spans: tuple[int, int]) -> tuple[list[str], float]:
        """The tests that run lines of a module, the quickest first, and what they took together.

        Args:
            path: of the module, below the package.
            spans: first and last line; the first span that any test runs counts. Where none does, as the code runs
                while modules are loaded or in a process that hides its environment, the whole module counts.
        """
        of_lines = self._tests[path]
        for first, last in (*spans, (1, max(of_lines, default=0))):
            found = {test for line, tests in of_lines.items() if first <= line <= last for test in tests}
            found &= self._seconds.keys()
            chosen: list[str] = []
            total = 0.0
            for test in sorted(found, key=lambda one: (self._seconds[one], one)):
                if chosen and total + self._seconds[test] > MOST_SECONDS:
                    break
                chosen.append(test)
                total += self._seconds[test]
            if chosen:
                return chosen, total
        return [], 0.0
