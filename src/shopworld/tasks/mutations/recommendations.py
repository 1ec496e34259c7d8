"""End states for recommendations in the tool sandbox."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.tasks.checks import Recommendation
from shopworld.tasks.grading import find_product
from shopworld.tasks.mutations.ground import Ground
from shopworld.tasks.mutations.state import Act, State, right, wrong
from shopworld.tasks.probes import neighbours
from shopworld.tasks.recommendation import ProductRecommended

_MOST = 40


def recommendation_states(ground: Ground, check: Recommendation) -> Iterator[State]:
    """Near products, ids that are none, changed minds; the target and every other product that will do."""
    target = find_product(ground.catalog, check.target)
    near = neighbours(ground.catalog, target, check)[:_MOST] if target is not None else []
    yield wrong("nothing recommended", ())
    for name, product in {
        "an empty id": "",
        "an unknown id": "B00NOSUCHID",
        "an id cut short": check.target[:-1],
        "an id twice": check.target * 2,
        "two ids": f"{check.target}, {near[0] if near else 'B00NOSUCHID'}",
        "the title": target.title if target is not None else "?",
    }.items():
        yield wrong(name, (_recommend(product),))
    for product in near:
        yield wrong(f"{product}", (_recommend(product),))
        yield wrong(f"{product} in the end", (_recommend(check.target), _recommend(product)))
    for product in check.acceptable or (check.target,):
        yield right(f"{product}", (_recommend(product),))
    yield right("with space around", (_recommend(f"  {check.target}\n"),))
    yield right("said twice", (_recommend(check.target), _recommend(check.target)))
    if near:
        yield right("a changed mind", (_recommend(near[0]), _recommend(check.target)))


def _recommend(product: str) -> Act:
    return None, ProductRecommended(product_id=product)
