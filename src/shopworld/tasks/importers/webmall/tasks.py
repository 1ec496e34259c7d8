"""From the release's tasks to ours: texts, groups, checks and problems."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.catalog import Catalog
from shopworld.errors import InputError
from shopworld.tasks.categories import TASK_SETS
from shopworld.tasks.checks import AnswerSet, AnswerText, Buyer, Cart, Check, Group, NoSideEffects, OfferAddress, Order
from shopworld.tasks.importers.webmall.contradictions import contradictions
from shopworld.tasks.importers.webmall.near_misses import near_misses
from shopworld.tasks.importers.webmall.offers import OfferFinder, Resolved
from shopworld.tasks.importers.webmall.release import CATEGORIES, TASK_FILE, ReleaseTask, read_release
from shopworld.tasks.importers.webmall.report import ProblemKind, TaskProblem, WebMallImportReport
from shopworld.tasks.importers.webmall.template import template_of
from shopworld.tasks.importers.webmall.texts import fill_placeholders, plain_text
from shopworld.tasks.model import Suite, Task

SUITE_NAME = "webmall"

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_TYPES = ("string", "cart", "checkout")


@dataclass(slots=True)
class _Problems:
    """Collects the problems of one task."""

    task: str
    found: list[TaskProblem] = field(default_factory=list)

    def add(self, kind: ProblemKind, text: str) -> None:
        self.found.append(TaskProblem(task=self.task, kind=kind, text=text))


def import_webmall_tasks(
    path: Path,
    catalog: Catalog,
    *,
    hosts: Mapping[str, str],
    solution_host: str,
    mall: str = SUITE_NAME,
    mall_hash: str = "",
) -> tuple[Suite, WebMallImportReport]:
    """Reads WebMall's tasks as a suite. The release's answers stay; what is wrong with them is listed, not repaired.

    Each answer of the release is a group of its own. `string` becomes an answer set and no unasked order, `cart` a cart
    and no order, `checkout` an order by the buyer of the task. An offer that no shop has under its address is replaced
    by a near-identical one where there is exactly one; the report and the task's `defects` say so.

    Args:
        path: the release's folder, or its `task_sets.json`.
        catalog: the offers of its four shops.
        hosts: host of each shop to its id, in the release's order (`{{URL_1}}` first).
        solution_host: host of the solution page (the placeholder after the shops, `{{URL_5}}`).
        mall: name of the mall.
        mall_hash: its content hash.

    Raises:
        InputError: the file is missing or not in the release's format. A single task that cannot be imported is
            refused in the report instead.
    """
    file = path / TASK_FILE if path.is_dir() else path
    finder = OfferFinder(catalog, dict(enumerate(hosts.values(), start=1)))
    addresses = {f"URL_{number}": f"http://{host}" for number, host in enumerate((*hosts, solution_host), start=1)}
    tasks: dict[str, Task] = {}
    problems: list[TaskProblem] = []
    for released in read_release(file):
        noted = _Problems(released.id)
        try:
            if released.id in tasks:
                raise InputError("another task has this id")
            tasks[released.id] = _import_task(released, finder, addresses, noted)
        except InputError as error:
            noted.add("refused", error.message)
        problems += noted.found
    suite = Suite(
        name=SUITE_NAME,
        version="1",
        mall=mall,
        mall_hash=mall_hash,
        description="Tasks of WebMall's public release, with its answers.",
        tasks=tuple(tasks.values()),
    )
    counts = Counter(task.category for task in suite.tasks)
    categories = {category: counts[category] for category in TASK_SETS if counts[category]}
    return suite, WebMallImportReport(imported=len(suite.tasks), categories=categories, problems=tuple(problems))


def _import_task(released: ReleaseTask, finder: OfferFinder, addresses: Mapping[str, str], noted: _Problems) -> Task:
    if not _FILE_NAME.fullmatch(released.id):
        raise InputError(f"the id {released.id!r} cannot be a file's name")
    if released.category not in CATEGORIES:
        raise InputError(f"unknown category {released.category!r}, expected one of {', '.join(CATEGORIES)}")
    category = CATEGORIES[released.category]
    written = plain_text(released.task)
    answers = _resolved_answers(released, finder, noted)
    start_product = _resolved(released.correct_answer.product_in_cart, finder, noted, "the start product")
    buyer = _buyer(released)
    values = {**addresses, **buyer.model_dump()}
    intent, missing = fill_placeholders(_with_catalog_slugs(written, finder, noted), values)
    for name in missing:
        noted.add("no_value", f"{{{{{name}}}}} in the text has no value")
    check = _check(released, written, answers, buyer, noted)
    if not isinstance(check, AnswerText):
        resolved = [answer for answer in answers if answer is not None]
        for text in contradictions(category, written, resolved, start_product, finder.catalog):
            noted.add("contradiction", text)
    wrong: tuple[Group, ...] = ()
    if not isinstance(check, AnswerText):
        wrong = near_misses(check.groups, start_product, finder.catalog, twins="cheapest" in written.lower())
    checks: tuple[Check, ...] = (check,) if isinstance(check, Order) else (check, NoSideEffects(allow_cart=True))
    return Task(
        id=released.id,
        template=template_of(category, written),
        category=category,
        set=TASK_SETS[category],
        source="release",
        intent=intent,
        instructions=fill_placeholders(plain_text(released.instruction), values)[0],
        start=addresses["URL_1"] + "/",
        checks=checks,
        near_misses=wrong,
        defects=tuple(f"{problem.kind.replace('_', ' ')}: {problem.text}" for problem in noted.found),
        note=released.motivation,
    )


def _resolved_answers(released: ReleaseTask, finder: OfferFinder, noted: _Problems) -> list[Resolved | None]:
    """The offers of the answers, None for an answer that is no address; each address once."""
    answers: list[Resolved | None] = []
    for written in released.correct_answer.answers:
        resolved = _resolved(written, finder, noted, "the answer")
        if resolved is not None and any(other and other.address == resolved.address for other in answers):
            noted.add("duplicate", f"the answer {_name(resolved.address)} is there twice")
            continue
        if resolved is not None and resolved.offer is not None and not resolved.offer.in_stock:
            why = "has no price" if resolved.offer.price is None else "is sold out"
            noted.add("stale_answer", f"the answer {_name(resolved.address)} {why}")
        answers.append(resolved)
    return answers


def _resolved(written: str, finder: OfferFinder, noted: _Problems, what: str) -> Resolved | None:
    resolved = finder.resolve(written)
    if resolved is None:
        return None
    if resolved.offer is None:
        noted.add("unresolved", f"{what} {written} is in no shop")
    elif resolved.near_identical:
        noted.add("near_identical", f"{what} {written} is in no shop; {_name(resolved.address)} is taken for it")
    return resolved


def _with_catalog_slugs(text: str, finder: OfferFinder, noted: _Problems) -> str:
    """The text with near-identical slugs in place of those that no shop has, so that its pages can be opened."""
    for written in finder.addresses_in(text):
        resolved = _resolved(written, finder, noted, "the page in the text,")
        if resolved is not None and resolved.near_identical:
            text = text.replace(written, written.rsplit("/", 1)[0] + "/" + resolved.address.slug)
    return text


def _buyer(released: ReleaseTask) -> Buyer:
    details = released.user_details.model_dump() if released.user_details else {}
    payment = released.payment_info.model_dump() if released.payment_info else {}
    return Buyer(**details, **payment)


def _check(
    released: ReleaseTask, text: str, answers: Sequence[Resolved | None], buyer: Buyer, noted: _Problems
) -> AnswerSet | AnswerText | Cart | Order:
    correct = released.correct_answer
    if correct.type not in _TYPES:
        raise InputError(f"unknown type of answer {correct.type!r}, expected one of {', '.join(_TYPES)}")
    if not answers:
        raise InputError("there is no answer")
    offers = [answer for answer in answers if answer is not None]
    if not offers and correct.type == "string":
        return AnswerText(accepted=("###".join(correct.answers),))
    if len(offers) != len(answers):
        wrong = next(text for text, answer in zip(correct.answers, answers, strict=False) if answer is None)
        raise InputError(f"the answer {wrong!r} is no product address")
    groups: tuple[Group, ...] = tuple((offer.address,) for offer in offers)
    if correct.type == "checkout":
        return Order(groups=groups, buyer=buyer)
    if correct.type == "cart":
        if "cart" in text.lower():
            return Cart(groups=groups)
        noted.add("wrong_type", "typed cart, though its text never speaks of a cart; graded as an answer set")
    return AnswerSet(groups=groups)


def _name(address: OfferAddress) -> str:
    return f"{address.shop} /product/{address.slug}/"
