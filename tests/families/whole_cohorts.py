"""`make cohort`: shops of three trades, each verified, its tasks solved by the oracle, all of them measured."""

from __future__ import annotations

import sys
from pathlib import Path

import shopworld as sw
from shopworld.arena import shipped_specifications
from shopworld.arena.verify import verify_shop

OUT = Path("cohorts")


def main(count: int) -> int:
    """Makes `count` shops of each trade; the exit code is 1 where one of them does not hold."""
    wrong = 0
    for trade in shipped_specifications():
        made = sw.make_cohort(trade, OUT / trade, count=count, products=60, navigations=24)
        for shop in made.shops:
            errors = [one for one in verify_shop(shop.path, None) if one.severity == "error"]
            name = f"{trade}-{shop.path.name}"
            sw.make_shop_tasks(shop.path, name=name)
            results = sw.evaluate(name, "oracle", out=Path("runs") / name).results
            failed = [one.task for one in results if one.status != "passed"]
            print(f"{name}: {len(errors)} errors, {len(results) - len(failed)} of {len(results)} tasks solved", *failed)
            for one in errors:
                print(f"  {one.place}: {one.what}")
            wrong += bool(errors or failed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
