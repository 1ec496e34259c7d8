"""All benchmarks in one go: `make bench`, or `python benchmarks/run.py --help`."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from browser_steps import Sides, measure_steps, measure_throughput
from machine import describe_machine, in_one_line
from making_times import measure_making
from malls import Malls
from measure import Section, Target, number, print_table, tell
from page_times import measure_pages
from peer import VARIABLE, PeerMissing, peer_interpreter
from resets import measure_resets
from search_times import measure_search
from server_figures import measure_server
from task_making import measure_task_making
from walkers import WalkFailed

from shopworld.environments import BrowserProgram, find_browser
from shopworld.errors import ShopworldError
from shopworld.mall import Home

RESULTS = Path("runs") / "bench.json"
SECTIONS = ("making", "tasks", "search", "pages", "server", "reset", "steps", "throughput")


def main() -> None:
    """Runs what was asked for, prints the tables, the ratios last, and writes the results."""
    options = _options()
    try:
        browser = find_browser()
    except ShopworldError as error:
        raise SystemExit(f"{error}\n{error.hint or ''}") from error
    machine = describe_machine(f"Chromium {browser.version} ({browser.kind})")
    if not options.json:
        print(in_one_line(machine), flush=True)
    with tempfile.TemporaryDirectory(prefix="shopworld-bench-") as folder:
        sections = [
            _measured(name, measure)
            for name, measure in _measurements(options, Malls(Home(Path(folder))), browser).items()
        ]
    results = {
        "machine": machine,
        "quick": options.quick,
        "sections": {section.name: section.data for section in sections},
        "targets": [target.data() for section in sections for target in section.targets],
    }
    text = json.dumps(results, indent=2)
    _write(options.out, text)
    if options.json:
        print(text)
    else:
        for section in sections:
            _print_section(section)
        _print_targets([target for section in sections for target in section.targets])
        print(f"\nWritten to {options.out}")
    if any(section.failed for section in sections):
        raise SystemExit(1)


def _measured(name: str, measure: Callable[[], Section]) -> Section:
    """A section; where our own side fails, the others are still measured and told."""
    try:
        return measure()
    except WalkFailed as error:
        tell(f"{name} failed: {error}")
        return Section(name, notes=[f"\n{name} failed: {error}"], data={"failed": str(error)}, failed=True)


def _measurements(
    options: argparse.Namespace, malls: Malls, browser: BrowserProgram
) -> dict[str, Callable[[], Section]]:
    quick = options.quick
    wanted = options.only or SECTIONS
    sides: list[Sides] = []

    def both_sides() -> Sides:
        if not sides:
            sides.append(_sides(options, malls, browser))
        return sides[0]

    every: dict[str, Callable[[], Section]] = {
        "making": lambda: measure_making(malls, rounds=1 if quick else 3),
        "tasks": lambda: measure_task_making(malls.default, rounds=1 if quick else 3),
        "search": lambda: measure_search(malls.default, rounds=20 if quick else 300),
        "pages": lambda: measure_pages(malls.default, each=5 if quick else 100),
        "server": lambda: measure_server(
            malls.webmall or malls.default, rounds=2 if quick else 7, visits=3 if quick else 25
        ),
        "reset": lambda: measure_resets(
            malls.default, browser, rounds=20 if quick else 300, browser_rounds=3 if quick else 30
        ),
        "steps": lambda: measure_steps(both_sides(), rounds=2 if quick else 25, peer_rounds=1 if quick else 8),
        "throughput": lambda: measure_throughput(both_sides(), seconds=4.0 if quick else 20.0),
    }
    return {name: every[name] for name in SECTIONS if name in wanted}


def _sides(options: argparse.Namespace, malls: Malls, browser: BrowserProgram) -> Sides:
    if options.no_peer:
        return Sides(malls.default, browser, None, "left out by --no-peer")
    try:
        return Sides(malls.default, browser, peer_interpreter(options.peer))
    except PeerMissing as error:
        tell(str(error))
        return Sides(malls.default, browser, None, str(error))


def _print_section(section: Section) -> None:
    for title, rows in section.tables:
        print_table(title, rows)
    for note in section.notes:
        print(f"  {note}")


def _print_targets(targets: list[Target]) -> None:
    rows = [("figure", "measured", "to reach", "")]
    for target in targets:
        limit = "-" if target.limit is None else f"{target.limit:g}{target.unit}"
        verdict = {None: "", True: "reached", False: "missed"}[target.reached]
        rows.append((target.name, f"{number(target.value)}{target.unit}", limit, verdict))
    print_table("Ratios and targets", rows)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".new")
    beside.write_text(text + "\n", encoding="utf-8")
    beside.replace(file)


def _sections(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; expected some of {','.join(SECTIONS)}")
    return names


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure Shopworld, beside BrowserGym where that can be installed.")
    parser.add_argument("--quick", action="store_true", help="few rounds, to see that everything works")
    parser.add_argument("--only", type=_sections, metavar="A,B", help=f"some of {','.join(SECTIONS)}")
    parser.add_argument("--json", action="store_true", help="print the results as JSON instead of tables")
    parser.add_argument("--out", type=Path, default=RESULTS, help=f"file for the results, by default {RESULTS}")
    parser.add_argument("--no-peer", action="store_true", help="leave BrowserGym out")
    parser.add_argument("--peer", metavar="PYTHON", help=f"a Python that has BrowserGym; also by {VARIABLE}")
    return parser.parse_args()


if __name__ == "__main__":
    main()
