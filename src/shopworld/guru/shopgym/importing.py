"""ShopGym's tasks as tasks of ours: what their criteria say becomes checks, and what cannot is told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from shopworld.guru.shop_suite import instructions
from shopworld.guru.shopgym.reading import wanted_filters
from shopworld.guru.shopgym.records import ShopGymTask
from shopworld.guru.shopgym.rules import TaskInShop
from shopworld.guru.skills import ShopSight
from shopworld.tasks import (
    JOURNEY,
    KNOWN_SETS,
    Cart,
    Check,
    FilterChoice,
    ListingUsed,
    NoCheckout,
    NoSideEffects,
    PageRead,
    Suite,
    Task,
)

WEAK = "weak: a visit is all that is checked"
_PAGE = re.compile(r"/(?:pages|policies)/(?P<handle>[^/?#]+)")
_FILE_NAME = re.compile(r"[^A-Za-z0-9._-]+")


def import_tasks(tasks: Iterable[ShopGymTask], sight: ShopSight, *, name: str) -> tuple[Suite, dict[str, str]]:
    """Makes a suite of ShopGym's tasks.

    What is not checked stands in a task's `defects`, with `WEAK` where opening a page is all there is.

    Args:
        tasks: in ShopGym's form.
        sight: the shop that they are for.
        name: of the suite.

    Returns:
        The suite, and by id why a task is not in it.
    """
    made: list[Task] = []
    left: dict[str, str] = {}
    for one in tasks:
        checks = tuple(_checks(TaskInShop(one, sight)))
        if checks:
            made.append(_task(one, checks, sight))
        else:
            left[one.id] = "nothing that it says can be checked in this shop"
    suite = Suite(
        name=name,
        version="1",
        mall=sight.mall.name,
        mall_hash=sight.mall.content_hash,
        description="ShopGym's tasks with checks made of their criteria.",
        tasks=tuple(made),
    )
    return suite, left


def _checks(one: TaskInShop) -> Iterator[Check]:
    sight, targets = one.sight, one.targets
    handles = [match["handle"] for _, text in one.task.addresses for match in _PAGE.finditer(text)]
    if handles:
        yield PageRead(shop=sight.id, handles=tuple(dict.fromkeys(handles)))
    if len(targets) == 1:
        yield ListingUsed(shop=sight.id, category=targets[0].path, filters=tuple(_filters(one)))
    products = [offer for offer in one.products if any(offer.slug in text for _, text in one.task.addresses)]
    wanted = products or (sight.held(targets[0]) if len(targets) == 1 and not one.products else [])
    if _fills_cart(one.task) and wanted:
        yield Cart(groups=(sight.group(wanted),))


def _filters(one: TaskInShop) -> Iterator[FilterChoice]:
    """The filters that the intent gives a value for, as far as the page shows both."""
    facets = {facet.label.casefold(): facet for facet in one.sight.facets(one.targets[0])}
    for wanted in wanted_filters(one.task.intent):
        facet = facets.get(wanted.dimension.casefold())
        if facet is None or wanted.optional:
            continue
        values = tuple(value for value, _ in facet.values)
        named = tuple(value for value, said in facet.values if said.casefold() == wanted.value.casefold())
        is_example = f"(e.g. {wanted.value})" in one.task.intent
        if values and (named or is_example or not wanted.value):
            yield FilterChoice(field=facet.field, values=named if named and not is_example else values)


def _fills_cart(task: ShopGymTask) -> bool:
    """Whether a single thing in the cart is what the task comes to, whatever the filter shows."""
    one_thing = task.intent.casefold().count("to cart") + task.intent.casefold().count("to your cart") == 1
    return task.type == "shopping" and one_thing and "ok if no products" not in task.intent.casefold()


def _task(one: ShopGymTask, checks: tuple[Check, ...], sight: ShopSight) -> Task:
    fills = any(isinstance(check, Cart) for check in checks)
    skill = next((name for name in KNOWN_SETS if f"-{name.replace('_', '-')}-" in one.id), JOURNEY)
    defects = [] if fills else [WEAK]
    if one.type == "shopping" and not fills:
        defects.append("not checked: what is in the cart")
    if one.success_criteria.response_contains:
        defects.append("not checked: what the answer contains")
    return Task(
        id=_FILE_NAME.sub("-", one.id),
        template=f"shopgym_{skill}",
        category=skill,
        set=KNOWN_SETS[skill],
        source="release",
        intent=one.intent,
        instructions=instructions(sight),
        start=f"http://{sight.identity.host}/",
        checks=(*checks, NoSideEffects(allow_cart=one.type == "shopping"), NoCheckout()),
        defects=tuple(defects),
    )
