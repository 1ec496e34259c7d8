"""How far the tests can be trusted: mutants of five rooms, each run with the tests that cover it.

`make mutants`, or `python tests/mutants/kill_rates.py --help`. Rules and results: docs/mutants.md.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path

from covering import SECONDS_FILE, Covering
from mutants import ROOMS, Mutant, draw
from place import Place, make_place
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "docs" / "mutants.md"
PACKAGE = "src/shopworld"
_SETTINGS = """[run]
source_pkgs = shopworld
data_file = {data}/lines
parallel = true
context = ${{PYTEST_CURRENT_TEST-}}
patch = _exit
sigterm = true
"""

_ALIVE = ("survived", "uncovered")

Outcome = tuple[Mutant, str, str]
"""A mutant, `killed`, `timeout`, `survived` or `uncovered`, and the test that killed it."""


def measure(place: Place, folder: Path, tests: list[str], workers: int) -> None:
    """Runs the tests once, and keeps in a folder which lines each of them runs."""
    data = folder / "data"
    data.mkdir(parents=True)
    settings = place.folder / "coveragerc"
    settings.write_text(_SETTINGS.format(data=data), encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(place.tree / "tests" / "mutants"),
        "COVERAGE_PROCESS_START": str(settings),
        SECONDS_FILE: str(folder / "seconds.json"),
    }
    options = ["-q", "-p", "covering", "-p", "no:cacheprovider", "-n", str(workers)]
    command: list[str | Path] = [place.python, "-m", "pytest", *options, *tests]
    subprocess.run(command, cwd=place.tree, env=environment, check=False)


def drawn(rooms: Iterable[str], most: int, seed: int) -> list[Mutant]:
    """The mutants of all rooms, in turn: a run that is ended early has as many of each."""
    by_room = [list(draw(CHECKOUT / PACKAGE, room, most, seed)) for room in rooms]
    return [one for row in zip_longest(*by_room) for one in row if one is not None]


class Worker:
    """A process that runs mutants in a place, one at a time.

    Args:
        place: its own.
    """

    def __init__(self, place: Place) -> None:
        command = [place.python, Path(__file__).with_name("worker.py"), place.tree]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, mutant: Mutant, tests: list[str], seconds: float) -> Outcome:
        """Runs a mutant with tests that took so many seconds together."""
        job = {"path": f"{PACKAGE}/{mutant.path}", "text": mutant.text, "tests": tests, "seconds": 30 + 4 * seconds}
        told, heard = self._process.stdin, self._process.stdout
        assert told
        assert heard
        print(json.dumps(job), file=told, flush=True)
        found = json.loads(heard.readline())
        return mutant, found["outcome"], found["by"]

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def outcomes(places: list[Place], mutants: list[Mutant], covering: Covering, end: float) -> Iterator[Outcome]:
    """Runs the mutants in their order, one at a time in each place, until they or the time are through."""
    idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for place in places:
        idle.put(Worker(place))

    def one(mutant: Mutant) -> Outcome | None:
        if time.monotonic() >= end:
            return None
        tests, seconds = covering.tests(mutant.path, mutant.lines, mutant.around)
        if not tests:
            return mutant, "uncovered", ""
        worker = idle.get()
        try:
            return worker.run(mutant, tests, seconds)
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(len(places)) as pool:
        yield from (outcome for outcome in pool.map(one, mutants) if outcome is not None)
    for _ in places:
        idle.get().close()


def equivalent() -> frozenset[str]:
    """Names of the mutants that the page lists: nothing that a user could see tells them from the code."""
    return frozenset(re.findall(r"^- `([0-9a-f]{8})`", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def table(found: list[Outcome], rooms: Iterable[str]) -> Table:
    """Counts and kill rates by room. A mutant that is equivalent counts as none."""
    shown = Table("room", "mutants", "killed", "of these by time", "survived", "uncovered", "equivalent", "kill rate")
    same = equivalent()
    for room in (*rooms, "all"):
        of_room = [(one, how) for one, how, _ in found if room in (one.room, "all")]
        hows = Counter(how for _, how in of_room)
        equal = sum(one.name in same and how in _ALIVE for one, how in of_room)
        killed = hows["killed"] + hows["timeout"]
        figures = (len(of_room), killed, hows["timeout"], hows["survived"], hows["uncovered"], equal)
        judged = len(of_room) - equal
        shown.add_row(room, *map(str, figures), f"{killed / judged:.1%}" if judged else "–")
    return shown


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=300, help="of each room (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: %(default)s)")
    parser.add_argument("--room", action="append", choices=tuple(ROOMS), help="only this one; repeatable")
    parser.add_argument("--only", nargs="*", help="only the mutants of these names")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="at a time (default: all cores)")
    parser.add_argument("--hours", type=float, default=2.0, help="at most, measuring too (default: %(default)s)")
    parser.add_argument("--measured", type=Path, help="folder of lines measured before, of the same tests")
    parser.add_argument("--out", type=Path, default=CHECKOUT / "build" / "mutants", help="folder for what is found")
    parser.add_argument("tests", nargs="*", default=["tests"], help="that may kill, as pytest takes them")
    return parser.parse_args()


def run(asked: argparse.Namespace, mutants: list[Mutant], end: float) -> list[Outcome]:
    """Makes the places, measures where nothing is measured, runs the mutants, and writes down what becomes of each."""
    found: list[Outcome] = []
    asked.out.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="shopworld-mutants-")))
        places = [make_place(folder / str(number), CHECKOUT) for number in range(max(1, asked.workers))]
        measured = asked.measured or asked.out / "measured"
        if asked.measured is None:
            shutil.rmtree(measured, ignore_errors=True)
            measure(places[0], measured, asked.tests, len(places))
        covering = Covering(measured / "data", measured / "seconds.json")
        file = stack.enter_context((asked.out / "outcomes.jsonl").open("w", encoding="utf-8"))
        progress = stack.enter_context(Progress())
        bar = progress.add_task("mutants", total=len(mutants))
        for mutant, how, by in outcomes(places, mutants, covering, end):
            found.append((mutant, how, by))
            line = {"name": mutant.name, "room": mutant.room, "path": mutant.path, "line": mutant.lines[0]}
            line |= {"before": mutant.before, "after": mutant.after, "outcome": how, "by": by}
            print(json.dumps(line, ensure_ascii=False), file=file, flush=True)
            progress.advance(bar)
    return found


def main() -> None:
    """Draws, runs, and tells."""
    asked = arguments()
    end = time.monotonic() + 3600 * asked.hours
    rooms = tuple(asked.room or ROOMS)
    mutants = [one for one in drawn(rooms, asked.mutants, asked.seed) if not asked.only or one.name in asked.only]
    found = run(asked, mutants, end)
    console = Console(highlight=False, markup=False)
    for mutant, how, _ in found:
        if how in _ALIVE and mutant.name not in equivalent():
            console.print(f"{mutant.name} {how}: {mutant.path}:{mutant.lines[0]}")
            console.print(f"  - {mutant.before}\n  + {mutant.after}")
    console.print(table(found, rooms))
    console.print(f"{len(found)} of {len(mutants)} mutants were run; {asked.out / 'outcomes.jsonl'} has them all.")
    sys.exit(len(found) < len(mutants))


if __name__ == "__main__":
    main()
