"""Prints the hardest verdicts on sentences of reviews, as docs/evidence.md has them (`make hardest`).

    python benchmarks/hardest_verdicts.py           the 40 hardest
    python benchmarks/hardest_verdicts.py --most 80

Of the labelled sentences but for those held out and kept back, those whose probability of support is nearest to the
one from which a sentence is accepted.
"""

from __future__ import annotations

import argparse

from claim_weights import SETS, Item, items, row

from shopworld.catalog.claims import verify_claim
from shopworld.catalog.claims.claim import parse_claim
from shopworld.catalog.claims.verdict import _SURE
from shopworld.catalog.claims.weighing import shares_of


def distance(one: Item) -> float:
    """How far a sentence is from being accepted, or refused; 1 where nothing is weighed."""
    found = row(one)
    if found is None:
        return 1.0
    well, badly = shares_of(found[0])
    return abs((well if parse_claim(one["claim"]).praises else badly) - _SURE)


def main() -> None:
    """Prints a table in Markdown, the nearest first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=40, help="how many (40)")
    most = parser.parse_args().most
    every = [one for name in SETS for one in items(name)]
    print("| Claim | Sentence | Stars | Label | Verdict | Reason |\n|---|---|---|---|---|---|")
    for one in sorted(every, key=distance)[:most]:
        verdict = verify_claim(one["claim"], one["sentence"], one["rating"])
        stars = one["rating"] or "-"
        print(
            f"| {one['claim']} | {one['sentence']} | {stars} | {one['label']} | {verdict.stance} | {verdict.reason} |"
        )


if __name__ == "__main__":
    main()
