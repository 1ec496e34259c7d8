"""Suites in memory, for tests of what is done with whole suites."""

from __future__ import annotations

from typing import Any

from shopworld.tasks import AnswerSet, Cart, DifficultyFactors, Evolution, NoSideEffects, OfferAddress, Suite, Task

RYZEN = OfferAddress(shop="techtalk", slug="ryzen")
CASE = OfferAddress(shop="camelcases", slug="case")


def task(number: int, **fields: Any) -> Task:
    """A task; two of one template each."""
    return Task(
        **{
            "id": f"task_{number:02}",
            "template": f"template_{number // 2}",
            "category": ("find_specific_product", "checkout", "add_to_cart")[number % 3],
            "set": "basic",
            "intent": f"Find the Ryzen, number {number}. Größe „L“.",
            "instructions": "The shops: http://techtalk.example/.",
            "start": "http://techtalk.example/",
            "checks": (AnswerSet(groups=((RYZEN,),)), NoSideEffects()),
            "near_misses": ((CASE,),),
            **fields,
        }
    )


def suite(count: int = 6, **fields: Any) -> Suite:
    """A suite of so many tasks; the last one has everything that a task may carry."""
    tasks = [task(number) for number in range(count - 1)]
    tasks.append(
        task(
            count - 1,
            difficulty="hard",
            factors=DifficultyFactors(shops=2, near_duplicates=1, pages_deep=3),
            defects=('something, "odd"\nin two lines',),
            evolution=Evolution(query="q", round=2, attribute="a thing", answers=(3, 1)),
            checks=(Cart(groups=((RYZEN, CASE),), quantity=2), NoSideEffects(allow_cart=True)),
        )
    )
    return Suite(
        **{"name": "small", "version": "1", "mall": "m", "mall_hash": "h", "seed": 3, "tasks": tasks, **fields}
    )
