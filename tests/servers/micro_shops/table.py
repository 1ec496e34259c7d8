"""Explores all micro-shops and prints what was read of each: `make explorer-farm`."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from micro_shops import FARM, HELD_BACK, MicroFarm
from micro_shops.exploring import explored
from micro_shops.measure import Score
from shopworld.environments import BrowserProcess


def row(name: str, deviation: str, result: Score) -> str:
    """A line of the table."""
    found, right, there = result.listed
    mark = "yes" if result.green else "; ".join(result.faults) or "no"
    return (
        f"| {name} | {deviation} | {result.precision:.0%} | {result.recall:.0%} | {result.priced}/{result.there} "
        f"| {right}/{found}/{there} | {mark} |"
    )


def main() -> int:
    """Prints the table; the exit code is 1 where a shop of the farm is not read whole."""
    sys.stdout.write(
        "| shop | deviation | precision | recall | prices | listings right/found/there | whole |\n"
        "|---|---|---|---|---|---|---|\n"
    )
    wrong = 0
    began = time.monotonic()
    with MicroFarm({**FARM, **HELD_BACK}) as farm, BrowserProcess() as browser:
        for shops in (FARM, HELD_BACK):
            green = 0
            for name, shop in shops.items():
                with tempfile.TemporaryDirectory() as folder:
                    result = explored(farm, shop, browser, Path(folder))
                green += result.green
                sys.stdout.write(row(name, shop.deviation, result) + "\n")
                sys.stdout.flush()
            kind = "the farm" if shops is FARM else "those held back"
            sys.stdout.write(f"\n{green} of {len(shops)} of {kind}, {time.monotonic() - began:.0f} s so far\n\n")
            wrong += len(shops) - green if shops is FARM else 0
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
