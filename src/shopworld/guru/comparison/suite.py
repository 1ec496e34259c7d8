"""The suite of comparison tasks for a mall: WebMall's categories and proportions, answers computed from the catalog."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from shopworld.catalog.model import Offer
from shopworld.errors import TaskError
from shopworld.guru.comparison.buyers import buyer_for, payment_text
from shopworld.guru.comparison.draft import Deed, Draft, Wish
from shopworld.guru.comparison.families import FAMILIES
from shopworld.guru.comparison.market import Market
from shopworld.mall import Mall
from shopworld.shop.addressing import addresses_of
from shopworld.tasks import (
    AnswerSet,
    Buyer,
    Cart,
    Check,
    Constraint,
    Group,
    NoSideEffects,
    OfferAddress,
    Order,
    Suite,
    Task,
)

VERSION = "1"

_SUBMISSION = """\
After solving the task, go to the solution page, enter the result into its text field, and press "Submit Final Result":

Solution page: {solution}

If the result is one or more offers, enter the full address of each offer's page, separated by ###. If there is nothing
to report, enter Done. Submit in every case: nothing counts before."""


def instructions(mall: Mall) -> str:
    """What stands before each task: the shops with their addresses, and how to submit."""
    shops = "\n".join(f"{shop.identity.name}: http://{shop.identity.host}/" for shop in mall.shops)
    submission = _SUBMISSION.format(solution=mall.solution_address)
    return f"Solve the task below in these online shops:\n\n{shops}\n\n{submission}"


@dataclass(frozen=True, slots=True)
class _Making:
    """What every task of the suite shares."""

    mall: Mall
    instructions: str
    start: str

    def address(self, offer: Offer) -> str:
        """Address of an offer's page."""
        identity = self.mall.specification(offer.shop_id).identity
        return f"http://{identity.host}{addresses_of(identity.addresses).product(offer.slug)}"


def make_comparison_suite(
    mall: Mall,
    *,
    seed: int = 7,
    name: str = "default",
    counts: Mapping[str, int] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Suite:
    """Makes comparison tasks for a mall (WebMall, section 3).

    Every answer is computed over the whole catalog, and only tasks whose answers are beyond doubt are taken: what is
    true of the products and what the shops say of them must lead to the same offers.

    Args:
        mall: whose offers share products.
        seed: of the choice.
        name: of the suite.
        counts: tasks by category; WebMall's 91 by default.
        progress: is told how many tasks of how many are made.

    Raises:
        TaskError: the mall has not enough material for a category.
    """
    market = Market(mall.catalog)
    making = _Making(mall, instructions(mall), f"http://{mall.shops[0].identity.host}/")
    tasks: list[Task] = []
    taken: set[str] = set()
    wanted_of = {category: usual for category, (_, usual, _) in FAMILIES.items()} if counts is None else counts
    for category, (task_set, _, family) in FAMILIES.items():
        wanted = wanted_of.get(category, 0)
        generator = random.Random(f"comparison:{seed}:{category}")
        drafts = _distinct(family(market, generator, making.address), taken)
        for number in range(1, wanted + 1):
            draft = next(drafts, None)
            if draft is None:
                raise TaskError(
                    f"the mall {mall.name!r} has material for {number - 1} tasks of {category}, {wanted} were wanted",
                    hint="Take a larger mall, or ask for fewer tasks of this category.",
                )
            tasks.append(_task(making, draft, category, task_set, number, seed))
            if progress is not None:
                progress(len(tasks), sum(wanted_of.values()))
    return Suite(
        name=name,
        version=VERSION,
        mall=mall.name,
        mall_hash=mall.content_hash,
        seed=seed,
        description="Comparison shopping in WebMall's eleven categories, made from the mall's catalog.",
        tasks=tuple(tasks),
    )


_PATIENCE = 200


def _distinct(drafts: Iterator[Draft], taken: set[str]) -> Iterator[Draft]:
    """Drafts about subjects that no task has yet; those about others come when nothing new has come for long.

    Args:
        drafts: of one family.
        taken: subjects of the suite's tasks so far; those of the drafts that are given are added.
    """
    texts: set[str] = set()
    waiting: list[Draft] = []
    repeats = 0
    for draft in drafts:
        if draft.text not in texts and taken.isdisjoint(draft.subjects):
            repeats = 0
            texts.add(draft.text)
            taken.update(draft.subjects)
            yield draft
            continue
        waiting.append(draft)
        repeats += 1
        if repeats == _PATIENCE:
            break
    for draft in chain(waiting, drafts):
        if draft.text not in texts:
            texts.add(draft.text)
            yield draft


def _group(offer: Offer) -> OfferAddress:
    return OfferAddress(shop=offer.shop_id, slug=offer.slug)


def _groups(draft: Draft) -> tuple[Group, ...]:
    """Each answer a group of its own; where one of the cheapest is to be bought, they are one group."""
    if draft.deed is Deed.ORDER:
        return tuple(tuple(_group(offer) for offer in wish.settlement.answers) for wish in draft.wishes)
    return tuple((_group(offer),) for wish in draft.wishes for offer in wish.settlement.answers)


def _checks(draft: Draft, buyer: Buyer) -> tuple[Check, ...]:
    groups = _groups(draft)
    match draft.deed:
        case Deed.NAME:
            return (AnswerSet(groups=groups), NoSideEffects())
        case Deed.CART:
            return (Cart(groups=groups), NoSideEffects(allow_cart=True))
        case Deed.ORDER:
            return (Order(groups=groups, buyer=buyer), NoSideEffects(allow_orders=True))


def _constraints(wishes: tuple[Wish, ...]) -> tuple[Constraint, ...]:
    return tuple(
        constraint.model_copy(update={"wish": number})
        for number, wish in enumerate(wishes)
        for constraint in wish.constraints
    )


def _task(making: _Making, draft: Draft, category: str, task_set: str, number: int, seed: int) -> Task:
    buyer = buyer_for(random.Random(f"buyer:{seed}:{category}:{number}"))
    text = f"{draft.text} {payment_text(buyer)}" if draft.deed is Deed.ORDER else draft.text
    near = dict.fromkeys(_group(offer) for wish in draft.wishes for offer in wish.near_misses)
    return Task.model_validate(
        {
            "id": f"{category}_{number:02d}",
            "template": draft.template,
            "category": category,
            "set": task_set,
            "intent": text,
            "instructions": making.instructions,
            "start": making.start,
            "checks": _checks(draft, buyer),
            "near_misses": tuple((one,) for one in near),
            "constraints": _constraints(draft.wishes),
            "objective": draft.wishes[0].objective,
            "group_by": draft.wishes[0].group_by,
            "note": draft.note,
        }
    )
