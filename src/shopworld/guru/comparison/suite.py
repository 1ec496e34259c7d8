"""The suite of comparison tasks for a mall: WebMall's categories and proportions, answers computed from the catalog."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from shopworld.catalog import Offer
from shopworld.errors import TaskError
from shopworld.guru.comparison.buyers import buyer_for, payment_text
from shopworld.guru.comparison.difficulty import Gauge, Level
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction
from shopworld.guru.comparison.families import FAMILIES
from shopworld.guru.comparison.likeness import Masker, SaidTexts
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.proportions import WEBMALL_COUNTS, WEBMALL_TOTAL, furthest_behind, shared_out
from shopworld.guru.comparison.supply import MeasuredDraft, Supply
from shopworld.mall import Mall
from shopworld.shop import addresses_of
from shopworld.tasks import (
    TASK_SETS,
    AnswerSet,
    Buyer,
    Cart,
    Check,
    Constraint,
    Group,
    NoSideEffects,
    Order,
    Suite,
    Task,
    address_of,
)

VERSION = "3"

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
    total: int = WEBMALL_TOTAL,
    levels: Mapping[Level, int] | None = None,
    fewer: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Suite:
    """Makes comparison tasks for a mall (WebMall, section 3).

    Every answer is computed over the whole catalog, and only tasks whose answers are beyond doubt are taken: what is
    true of the products and what the shops say of them must lead to the same offers.

    Args:
        mall: whose offers are compared.
        seed: of the choice.
        name: of the suite.
        counts: tasks by category; None shares out `total`.
        total: tasks together, in WebMall's proportions; what a category has no material for goes to the others.
        levels: weights of the levels of difficulty; None takes tasks as they come.
        fewer: whether a suite with fewer tasks will do where there is no more material.
        progress: is told how many tasks of how many are made.

    Raises:
        TaskError: the mall has not enough material; always where it has none at all.
    """
    market = Market(mall.catalog)
    making = _Making(mall, instructions(mall), f"http://{mall.shops[0].identity.host}/")
    plan = dict(counts) if counts is not None else shared_out(total, WEBMALL_COUNTS)
    shelf = _Taking(making, market, seed, levels or {}, sum(plan.values()), progress)
    missing = shelf.take(plan)
    if counts is None:
        while missing and (open_ones := {one: WEBMALL_COUNTS[one] for one in WEBMALL_COUNTS if one not in shelf.dry}):
            missing = shelf.take(shared_out(sum(missing.values()), open_ones))
    made = sum(map(len, shelf.found.values()))
    if missing and (not fewer or not made):
        raise _too_little(mall, missing if counts is not None else {}, plan, made)
    return Suite(
        name=name,
        version=VERSION,
        mall=mall.name,
        mall_hash=mall.content_hash,
        seed=seed,
        description="Comparison shopping in WebMall's eleven categories, made from the mall's catalog.",
        tasks=tuple(
            _task(making, one, category, number, seed)
            for category, found in shelf.found.items()
            for number, one in enumerate(found, start=1)
        ),
    )


def _too_little(mall: Mall, missing: Mapping[str, int], plan: Mapping[str, int], made: int) -> TaskError:
    hint = "Take a larger mall, ask for fewer tasks, or take what there is with --fewer."
    for category, number in missing.items():
        there = plan[category] - number
        return TaskError(
            f"the mall {mall.name!r} has material for {there} tasks of {category}, {plan[category]} were wanted",
            hint=hint,
        )
    return TaskError(
        f"the mall {mall.name!r} has material for {made} tasks, {sum(plan.values())} were wanted", hint=hint
    )


class _Taking:
    """Takes drafts category by category.

    Args:
        making: what every task shares.
        market: what the mall sells.
        seed: of the choice.
        levels: weights of the levels of difficulty; empty takes them as they come.
        wanted: tasks together, for the progress.
        progress: is told of each task.
    """

    def __init__(
        self,
        making: _Making,
        market: Market,
        seed: int,
        levels: Mapping[Level, int],
        wanted: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        gauge = Gauge(making.mall, market)
        taken: set[str] = set()
        said = SaidTexts(Masker(market.brands))
        self.found: dict[str, list[MeasuredDraft]] = {category: [] for category in FAMILIES}
        self.dry: set[str] = set()
        self._supplies = {
            category: Supply(
                family(market, random.Random(f"comparison:{seed}:{category}"), making.address), taken, gauge, said
            )
            for category, (_, _, family) in FAMILIES.items()
        }
        self._levels = levels
        self._made: Counter[Level] = Counter()
        self._wanted, self._progress = wanted, progress

    def take(self, counts: Mapping[str, int]) -> dict[str, int]:
        """Takes so many drafts more of each category; returns how many there was no material for."""
        missing = {}
        for category in FAMILIES:
            wanted = counts.get(category, 0)
            for number in range(wanted):
                found = self._supplies[category].take(furthest_behind(self._made, self._levels))
                if found is None:
                    self.dry.add(category)
                    missing[category] = wanted - number
                    break
                self._made[found.level] += 1
                self.found[category].append(found)
                if self._progress is not None:
                    self._progress(self._made.total(), self._wanted)
        return missing


def _groups(draft: ComparisonDraft) -> tuple[Group, ...]:
    """Each answer a group of its own; where one of the cheapest is to be bought, they are one group."""
    if draft.action is RequiredAction.ORDER:
        return tuple(
            tuple(address_of(offer) for offer in requirement.settlement.answers) for requirement in draft.requirements
        )
    return tuple((address_of(offer),) for requirement in draft.requirements for offer in requirement.settlement.answers)


def _checks(draft: ComparisonDraft, buyer: Buyer) -> tuple[Check, ...]:
    groups = _groups(draft)
    match draft.action:
        case RequiredAction.NAME:
            return (AnswerSet(groups=groups), NoSideEffects())
        case RequiredAction.CART:
            return (Cart(groups=groups), NoSideEffects(allow_cart=True))
        case RequiredAction.ORDER:
            return (Order(groups=groups, buyer=buyer), NoSideEffects(allow_orders=True))


def _constraints(requirements: tuple[OfferRequirement, ...]) -> tuple[Constraint, ...]:
    return tuple(
        constraint.model_copy(update={"wish": number})
        for number, requirement in enumerate(requirements)
        for constraint in requirement.constraints
    )


def _task(making: _Making, measured: MeasuredDraft, category: str, number: int, seed: int) -> Task:
    draft = measured.draft
    buyer = buyer_for(random.Random(f"buyer:{seed}:{category}:{number}"))
    text = f"{draft.text} {payment_text(buyer)}" if draft.action is RequiredAction.ORDER else draft.text
    near = dict.fromkeys(address_of(offer) for requirement in draft.requirements for offer in requirement.near_misses)
    return Task.model_validate(
        {
            "id": f"{category}_{number:02d}",
            "template": draft.template,
            "category": category,
            "set": TASK_SETS[category],
            "difficulty": measured.level,
            "factors": measured.factors,
            "intent": text,
            "instructions": making.instructions,
            "start": making.start,
            "checks": _checks(draft, buyer),
            "near_misses": tuple((one,) for one in near),
            "constraints": _constraints(draft.requirements),
            "objective": draft.requirements[0].objective,
            "group_by": draft.requirements[0].group_by,
            "note": draft.note,
        }
    )
