"""One reader of the catalog benchmark, as a process: opens a catalog, asks, and prints its figures as JSON."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from catalog_queries import KINDS, Question, make_questions

from shopworld.catalog import Catalog

WARM_UP = 20


def main() -> None:
    """Opens, asks every question of every kind, and prints the seconds."""
    options = _options()
    began = time.perf_counter()
    catalog = Catalog.open(options.catalog)
    opened = time.perf_counter() - began
    first = catalog.offer_by_number("amazon", 1)
    if first is not None:
        catalog.offers_of_product(first.product_id)
    answered = time.perf_counter() - began
    found: dict[str, list[float]] = {}
    if options.questions:
        questions = make_questions(catalog, options.questions + WARM_UP, options.seed)
        if options.wait:
            print("ready", flush=True)
            sys.stdin.readline()
        for kind in options.kinds.split(",") if options.kinds else KINDS:
            found[kind] = _seconds(catalog, kind, questions)
    memory = _private_bytes()
    print(json.dumps({"opened": opened, "answered": answered, "seconds": found, "private_bytes": memory}), flush=True)


def _seconds(catalog: Catalog, kind: str, questions: list[Question]) -> list[float]:
    ask = KINDS[kind]
    seconds = []
    for number, question in enumerate(questions):
        began = time.perf_counter()
        ask(catalog, question)
        if number >= WARM_UP:
            seconds.append(time.perf_counter() - began)
    return seconds


def _private_bytes() -> int:
    """Memory that this process does not share with other readers of the same files."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines[1:] if line.endswith("kB")}
    return kilobytes["Anonymous"] * 1024


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("catalog", type=Path)
    parser.add_argument("--questions", type=int, default=0)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--wait", action="store_true", help="begin when a line comes on the standard input")
    return parser.parse_args()


if __name__ == "__main__":
    main()
