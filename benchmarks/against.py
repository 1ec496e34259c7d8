"""Steps of this version beside those of another one, in turn on one machine: what a change has brought.

Both take the walk of `make bench`, alternately, so that neighbours on the machine weigh on both alike. Compare
processor time; wall time is shown for quiet machines.

    python benchmarks/against.py ../older/src
    python benchmarks/against.py ../older/src --screenshots --times 5
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

from browser_steps import HERE, listing_of_cards
from malls import Malls
from processor_time import KINDS
from walkers import Walk, walk_together

from shopworld.mall import Home, Mall


def main() -> None:
    """Walks in turn, and prints medians and ratios."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="shopworld-against-") as folder:
        place = options.mall or Malls(Home(Path(folder))).default
        mall = Mall.open(place)
        page = f"{mall.address(listing_of_cards(mall))}shop/"
        mall.close()
        sides = {"other": options.other.resolve(), "this": HERE.parent / "src"}
        walks: dict[str, list[Walk]] = {name: [] for name in sides}
        for _ in range(options.times):
            for name, source in sides.items():
                walks[name].append(_walk(source, place, page, options))
    print("median of a step, ms    " + "".join(f"{kind:>10}" for kind in (*KINDS, "together", "wall")))
    figures = {name: _figures(of_side) for name, of_side in walks.items()}
    for name, row in figures.items():
        print(f"{name:24}" + "".join(f"{1000 * value:10.1f}" for value in row))
    print(
        f"{'this / other':24}" + "".join(f"{b / a if a else 0:10.2f}" for a, b in zip(*figures.values(), strict=True))
    )


def _walk(source: Path, mall: Path, page: str, options: argparse.Namespace) -> Walk:
    command = [sys.executable, str(HERE / "shopworld_steps.py"), "--mall", str(mall), "--address", page, "--warm-up"]
    pictures = ["--screenshots"] if options.screenshots else []
    os.environ["PYTHONPATH"] = str(source)
    return walk_together([[*command, "--rounds", str(options.rounds), *pictures]])[0]


def _figures(walks: list[Walk]) -> list[float]:
    of_steps = [walk.processor_of_step for walk in walks]
    together = statistics.median(sum(one.values()) for one in of_steps)
    wall = statistics.median(walk.figures().median for walk in walks)
    return [*(statistics.median(one[kind] for one in of_steps) for kind in KINDS), together, wall]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure steps beside another version of Shopworld.")
    parser.add_argument("other", type=Path, help="`src` of the other version")
    parser.add_argument("--mall", type=Path, help="folder of a mall; the default one is made by default")
    parser.add_argument("--rounds", type=int, default=8, help="of a walk of four steps")
    parser.add_argument("--times", type=int, default=3, help="walks of each side")
    parser.add_argument("--screenshots", action="store_true", help="with pictures")
    return parser.parse_args()


if __name__ == "__main__":
    main()
