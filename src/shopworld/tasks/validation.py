"""Validating a suite against its mall: everything that would make a task unfair or unsolvable, found before a run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from shopworld.episode import WORLD_START, Ending
from shopworld.mall import Mall
from shopworld.shop.addressing import product_slug
from shopworld.shop.buying.countries import country_code
from shopworld.shop.buying.payment import card_number_error, cvv_error, expiry_error
from shopworld.tasks.answers import read_offers
from shopworld.tasks.behaviour_validation import way_problems
from shopworld.tasks.categories import KNOWN_SETS
from shopworld.tasks.checks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    CartVariant,
    ChosenProduct,
    Group,
    ListingUsed,
    OfferAddress,
    Order,
    PageRead,
    PageVisited,
)
from shopworld.tasks.chosen_product import grade_offer
from shopworld.tasks.model import Suite, Task
from shopworld.tasks.scoring import score

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_PLACEHOLDER = re.compile(r"\{\{\s*\w+\s*\}\}|\{shop_\d+\}")
_ADDRESS = re.compile(r"https?://(?P<host>[^/\s:#?]+)(?P<path>[^\s#?]*)")

Severity = Literal["error", "warning", "known"]


@dataclass(frozen=True, slots=True)
class SuiteProblem:
    """One thing that is wrong.

    Attributes:
        task: id of the task; empty where it is the suite.
        severity: `error`: the task is unfair or cannot be solved; `warning`: look at it; `known`: an error of an
            imported task whose defects are listed.
        text: what is wrong, for people.
    """

    task: str
    severity: Severity
    text: str


def validate_suite(suite: Suite, mall: Mall) -> tuple[SuiteProblem, ...]:
    """Everything that is wrong with a suite in its mall, the suite's own problems first, then by task.

    Args:
        suite: to validate.
        mall: the mall it was made for.
    """
    problems = [SuiteProblem("", "error", text) for text in _suite_problems(suite, mall)]
    for task in suite.tasks:
        severity: Severity = "known" if task.source == "release" and task.defects else "error"
        problems += [SuiteProblem(task.id, severity, text) for text in _task_problems(task, mall)]
        problems += [SuiteProblem(task.id, "warning", text) for text in _task_warnings(task, mall)]
    return tuple(problems)


def _suite_problems(suite: Suite, mall: Mall) -> Iterator[str]:
    yield from structure_problems(suite)
    if suite.mall != mall.name:
        yield f"made for the mall {suite.mall!r}, this is {mall.name!r}"
    if suite.mall_hash != mall.content_hash:
        yield f"made for another content of the mall ({suite.mall_hash[:16]}, this is {mall.content_hash[:16]})"


def structure_problems(suite: Suite) -> Iterator[str]:
    """What is wrong with a suite whatever it was made for."""
    if not suite.tasks:
        yield "there is no task"
    ids = Counter(task.id for task in suite.tasks)
    for repeated in sorted(name for name, count in ids.items() if count > 1):
        yield f"several tasks have the id {repeated!r}"


def task_structure_problems(task: Task) -> Iterator[str]:
    """What is wrong with a task wherever it is played."""
    if not _FILE_NAME.fullmatch(task.id):
        yield f"the id {task.id!r} cannot be a file's name"
    if task.limits.steps < 1 or task.limits.seconds <= 0:
        yield f"limits of {task.limits.steps} steps and {task.limits.seconds} s leave nothing to do"
    for placeholder in dict.fromkeys(_PLACEHOLDER.findall(task.goal)):
        yield f"the placeholder {placeholder} is not filled in"


def _task_problems(task: Task, mall: Mall) -> Iterator[str]:
    yield from task_structure_problems(task)
    if task.category not in KNOWN_SETS:
        yield f"unknown category {task.category!r}"
    elif task.set and task.set != KNOWN_SETS[task.category]:
        yield f"the category {task.category} is {KNOWN_SETS[task.category]}, the task says {task.set}"
    yield from _text_problems(task, mall)
    for check in task.checks:
        if isinstance(check, AnswerSet | Cart | Order | PageVisited):
            yield from _group_problems(check.groups, mall)
        if isinstance(check, Cart | Order):
            yield from _purchase_problems(check, mall)
        if isinstance(check, Order):
            yield from _buyer_problems(check.buyer, check.payment_method)
        if isinstance(check, ChosenProduct):
            yield from _choice_problems(check, mall)
        if isinstance(check, CartVariant | PageRead | ListingUsed):
            yield from way_problems(check, mall)
        if isinstance(check, AnswerText) and not all(text.strip() for text in check.accepted):
            yield "an empty text is accepted as answer"
    if score(task, (), ending=Ending.SUBMITTED, hosts=mall.hosts).passed:
        yield "doing nothing solves it"
    yield from _near_miss_problems(task, mall)


def _text_problems(task: Task, mall: Mall) -> Iterator[str]:
    hosts = {*mall.hosts, mall.solution_host}
    for found in dict.fromkeys(match["host"].lower() for match in _ADDRESS.finditer(task.goal)):
        if found.rstrip(".,;") not in hosts:
            yield f"the text names the host {found}, which is not in the mall"
    start = _ADDRESS.fullmatch(task.start)
    if start is None or start["host"] not in hosts:
        yield f"the start {task.start} is on no shop of the mall"
    elif (slug := product_slug(start["path"])) and start["host"] in mall.hosts:
        address = OfferAddress(shop=mall.hosts[start["host"]], slug=slug)
        if mall.catalog.offer_by_slug(address.shop, address.slug) is None:
            yield f"the start {task.start} is no product of that shop"


def _group_problems(groups: tuple[Group, ...], mall: Mall) -> Iterator[str]:
    seen: dict[OfferAddress, int] = {}
    for number, group in enumerate(groups, start=1):
        if not group:
            yield f"group {number} is empty"
        for address in group:
            if address in seen:
                where = "twice in group" if seen[address] == number else f"in group {seen[address]} and in group"
                yield f"{_name(address)} is {where} {number}"
            seen[address] = number
            yield from _unresolved(address, mall)


def _unresolved(address: OfferAddress, mall: Mall) -> Iterator[str]:
    if address.shop not in mall.hosts.values():
        yield f"{_name(address)}: the mall has no shop {address.shop!r}"
    elif mall.catalog.offer_by_slug(address.shop, address.slug) is None:
        yield f"{_name(address)}: the shop has no such offer"


def _choice_problems(check: ChosenProduct, mall: Mall) -> Iterator[str]:
    """Accepted offers that are not there, or that do not meet what is asked for."""
    if not (check.attribute or check.filter or check.sort):
        yield "nothing is asked of the product"
    for address in check.accepted:
        offer = mall.catalog.offer_by_slug(address.shop, address.slug)
        if offer is None:
            yield f"{_name(address)}: the mall has no such offer"
        elif failed := grade_offer(check, offer)[1]:
            yield f"{_name(address)} is accepted, and fails: {'; '.join(failed)}"


def _purchase_problems(check: Cart | Order, mall: Mall) -> Iterator[str]:
    for group in check.groups:
        offers = [mall.catalog.offer_by_slug(address.shop, address.slug) for address in group]
        there = [offer for offer in offers if offer is not None]
        if there and not any(
            offer.in_stock and (offer.stock is None or offer.stock >= check.quantity) for offer in there
        ):
            yield f"{' or '.join(map(_name, group))}: cannot be bought {check.quantity} times"
        if isinstance(check, Order) and check.payment_method:
            for offer in there:
                taken = mall.specification(offer.shop_id).identity.payment
                if check.payment_method not in taken:
                    yield f"{offer.shop_id} does not take {check.payment_method!r}, only {', '.join(taken)}"


def _buyer_problems(buyer: Buyer, payment_method: str) -> Iterator[str]:
    if buyer.country and country_code(buyer.country) is None:
        yield f"no shop delivers to {buyer.country!r}"
    if payment_method != "card":
        return
    if buyer.card and (error := card_number_error(buyer.card)):
        yield f"card number {buyer.card}: {error}"
    if buyer.cvv and (error := cvv_error(buyer.cvv)):
        yield f"CVV {buyer.cvv}: {error}"
    if buyer.expiry_date and (error := expiry_error(buyer.expiry_date, WORLD_START.date())):
        yield f"expiry date {buyer.expiry_date}, on {WORLD_START:%Y-%m-%d}: {error}"


def _near_miss_problems(task: Task, mall: Mall) -> Iterator[str]:
    """Near misses that a shop does not have, and those that would be right."""
    returned = [check.groups for check in task.checks if isinstance(check, AnswerSet | Cart | Order)]
    wanted = returned or [check.groups for check in task.checks if isinstance(check, PageVisited)]
    accepted = {address for check in task.checks if isinstance(check, ChosenProduct) for address in check.accepted}
    for number, miss in enumerate(task.near_misses, start=1):
        if not miss:
            yield f"near miss {number} is empty"
        for address in miss:
            yield from (f"near miss {number}: {text}" for text in _unresolved(address, mall))
        if miss and (miss[0] in accepted or any(_answers(miss, groups) for groups in wanted)):
            yield f"near miss {number} is right: {', '.join(map(_name, miss))}"


def _answers(offers: Group, groups: tuple[Group, ...]) -> bool:
    """Whether offers hold one of each group and nothing else."""
    accepted = {address for group in groups for address in group}
    return accepted.issuperset(offers) and not any(set(offers).isdisjoint(group) for group in groups)


def _task_warnings(task: Task, mall: Mall) -> Iterator[str]:
    named = set(read_offers(task.intent, mall.hosts).offers)
    for check in task.checks:
        if isinstance(check, AnswerSet):
            for address in (address for group in check.groups for address in group if address in named):
                yield f"the text names the answer {_name(address)}"


def _name(address: OfferAddress) -> str:
    return f"{address.shop} /product/{address.slug}/"
