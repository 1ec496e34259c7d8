"""Validating a suite of the tool sandbox against its catalog: structure, rubrics, slots, answers, before any run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from shopworld.catalog import Catalog
from shopworld.catalog.attributes.canonical import canonical_attributes
from shopworld.catalog.model import Offer
from shopworld.catalog.stems import stems
from shopworld.tasks.checks import Recommendation
from shopworld.tasks.grading import find_product
from shopworld.tasks.model import Suite, Task
from shopworld.tasks.rubric_grading import judge, satisfies, stated_values
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
    Source,
)
from shopworld.tasks.shopper import ClarificationScript, Slot
from shopworld.tasks.validation import Severity, SuiteProblem, structure_problems, task_structure_problems

_ALL_REVIEWS = 10_000
_NAMES = frozenset(("brand", "main_category"))
_NUMBERS = frozenset(("average_rating", "rating_count", "price"))
"""What rubrics ask for beside canonical attributes."""


def validate_tool_suite(suite: Suite, catalog: Catalog) -> tuple[SuiteProblem, ...]:
    """Everything that is wrong with a suite of the tool sandbox, the suite's own problems first, then by task.

    Args:
        suite: to validate.
        catalog: the one it was made for.
    """
    problems = [SuiteProblem("", "error", text) for text in _suite_problems(suite, catalog)]
    for task in suite.tasks:
        severity: Severity = "known" if task.source == "release" and task.defects else "error"
        problems += [SuiteProblem(task.id, severity, text) for text in _task_problems(task, catalog)]
        problems += [SuiteProblem(task.id, "warning", text) for text in _task_warnings(task)]
    return tuple(problems)


def _suite_problems(suite: Suite, catalog: Catalog) -> Iterator[str]:
    yield from structure_problems(suite)
    if suite.catalog_hash != catalog.content_hash:
        yield (
            f"made for another content of the catalog {suite.catalog!r} "
            f"({suite.catalog_hash[:16] or 'none'}, this is {catalog.content_hash[:16]})"
        )


def _task_problems(task: Task, catalog: Catalog) -> Iterator[str]:
    yield from task_structure_problems(task)
    if task.environment != "tools":
        yield f"it is for the environment {task.environment!r}, the suite is for the tool sandbox"
    if not task.intent.strip():
        yield "the query is empty"
    checks = [check for check in task.checks if isinstance(check, Recommendation)]
    for check in task.checks:
        if not isinstance(check, Recommendation):
            yield f"the check {check.type!r} cannot be met by tools"
    if len(checks) != 1:
        yield f"it has {len(checks)} recommendations to check, expected 1"
        return
    (check,) = checks
    target = find_product(catalog, check.target)
    yield from _rubric_problems(check.rubrics, target)
    yield from _source_problems(task, check.rubrics)
    yield from _answer_problems(task, check, target, catalog)


def _rubric_problems(rubrics: Sequence[Rubric], target: Offer | None) -> Iterator[str]:
    """Rubrics that cannot be told apart, mean nothing, or name what no catalog knows."""
    for repeated in _repeated(one.id for one in rubrics):
        yield f"several rubrics have the id {repeated!r}"
    required = [_required(one) for one in rubrics]
    for repeated in _repeated(required):
        same = [one for one, text in zip(rubrics, required, strict=True) if text == repeated]
        yield f"the rubrics {_ids(same)} require the same"
    for rubric in rubrics:
        yield from (f"rubric {rubric.id}: {text}" for text in _one_rubric_problems(rubric, target))


def _required(rubric: Rubric) -> str:
    """What a rubric requires, whatever its id, source and words."""
    plain = rubric.model_copy(update={"id": "", "source": Source.QUERY, "surface": "", "implicit": False})
    return plain.model_dump_json()


def _one_rubric_problems(rubric: Rubric, target: Offer | None) -> Iterator[str]:
    match rubric:
        case AttributeMatch(attribute=name, value=value):
            yield from _unknown_attribute(name, target)
            if (isinstance(value, str) and not value.strip()) or value == ():
                yield "it requires an empty value"
        case NegativeAttribute(attribute=name, values=values):
            yield from _unknown_attribute(name, target)
            if not all(value.strip() for value in values):
                yield "it rules out an empty value"
        case NumericRange(field=name, at_least=least, at_most=most, below=below):
            if name not in _NUMBERS:
                yield from _unknown_attribute(name, target)
            if least is None and most is None and below is None:
                yield "it has no bound"
            upper = min((one for one in (most, below) if one is not None), default=None)
            if least is not None and upper is not None and least > upper:
                yield f"nothing is at least {least:g} and at most {upper:g}"
        case ReviewOpinion(aspect=aspect, statement=statement):
            if not aspect.strip() and not statement.strip():
                yield "it names neither an aspect nor a statement"
        case BudgetMatch(budget=budget, voucher=voucher) if voucher is not None:
            if target is not None and target.price is not None and target.price <= budget:
                yield "the voucher is not needed: the target costs no more than the budget without it"


def _unknown_attribute(name: str, target: Offer | None) -> Iterator[str]:
    """An attribute is known by the schema, or at least the target's own details have a row of that label."""
    if name in canonical_attributes() or name in _NAMES:
        return
    if target is None or not stated_values(target, name):
        yield f"there is no attribute {name!r}, neither canonical nor among the target's details"


def _source_problems(task: Task, rubrics: Sequence[Rubric]) -> Iterator[str]:
    """Requirements that the shopper never tells, and slots that tell none."""
    hidden = [one for one in rubrics if one.source is not Source.QUERY]
    if task.shopper is None:
        if hidden:
            yield f"there is no shopper to tell {_ids(hidden)}"
        return
    persona = [one for one in rubrics if one.source is Source.PERSONA]
    if persona and not task.shopper.profile.get("product_requirements"):
        yield f"the profile requires nothing, but {_ids(persona)} should be learned from it"
    yield from _slot_problems(task.shopper.clarification, rubrics)


def _slot_problems(script: ClarificationScript, rubrics: Sequence[Rubric]) -> Iterator[str]:
    for repeated in _repeated(slot.id for slot in script.slots):
        yield f"several slots have the id {repeated!r}"
    if not script.default_response.strip():
        yield "the shopper has no answer to questions about anything else"
    asked = {one.id: one for one in rubrics if one.source is Source.CLARIFICATION}
    known = {one.id for one in rubrics}
    for slot in script.slots:
        yield from (f"slot {slot.id}: {text}" for text in _one_slot_problems(slot, known, set(asked)))
    told = Counter(name for slot in script.slots for name in slot.rubrics)
    for name in asked:
        if told[name] != 1:
            yield f"rubric {name}: {told[name] or 'no'} slots tell it, expected 1"
    if script.most_turns < len(script.slots):
        yield f"{script.most_turns} questions cannot open {len(script.slots)} slots"


def _one_slot_problems(slot: Slot, known: set[str], asked: set[str]) -> Iterator[str]:
    if not slot.rubrics:
        yield "it tells no rubric"
    for name in slot.rubrics:
        if name not in known:
            yield f"there is no rubric {name!r}"
        elif name not in asked:
            yield f"rubric {name} is not to be learned from questions"
    if not slot.response.strip():
        yield "its answer is empty"
    if not any(stems(topic) for topic in slot.topics):
        yield "no question can be about it: its topics have no words"


def _answer_problems(task: Task, check: Recommendation, target: Offer | None, catalog: Catalog) -> Iterator[str]:
    """Targets and alternatives that are not there or not right, and near misses that are."""
    if target is None:
        yield f"the target {check.target!r} is not in the catalog"
    else:
        yield from (f"the target {check.target} fails {text}" for text in _failed(check, target, catalog))
    for repeated in _repeated(check.acceptable):
        yield f"the acceptable product {repeated} is listed twice"
    for product_id in dict.fromkeys(check.acceptable):
        if product_id == check.target:
            continue
        offer = find_product(catalog, product_id)
        if offer is None:
            yield f"the acceptable product {product_id!r} is not in the catalog"
        else:
            yield from (f"the acceptable product {product_id} fails {text}" for text in _failed(check, offer, catalog))
    for number, miss in enumerate(task.near_misses, start=1):
        if not miss:
            yield f"near miss {number} is empty"
        for address in miss:
            offer = catalog.offer_by_slug(address.shop, address.slug)
            if offer is None:
                yield f"near miss {number}: the catalog has no {address.shop} /product/{address.slug}/"
            elif offer.product_id == check.target or not any(_failed(check, offer, catalog)):
                yield f"near miss {number} is right: {offer.product_id}"


def _failed(check: Recommendation, offer: Offer, catalog: Catalog) -> Iterator[str]:
    reviews = catalog.reviews(offer.product_id, limit=_ALL_REVIEWS)
    for rubric in check.rubrics:
        if not satisfies(rubric, offer, reviews):
            yield f"{rubric.id}: {judge(rubric, offer, reviews).reason}"


def _task_warnings(task: Task) -> Iterator[str]:
    """Words that stand where they should not, or not where they should."""
    query = stems(task.intent)
    for check in task.checks:
        if not isinstance(check, Recommendation):
            continue
        if check.acceptable and check.acceptable[0] != check.target:
            yield f"the first acceptable product is {check.acceptable[0]}, not the target {check.target}"
        for rubric in check.rubrics:
            if rubric.surface and not _is_said(rubric, task):
                yield f"rubric {rubric.id}: {rubric.source.value} does not say {rubric.surface!r}"
            if rubric.surface and rubric.source is not Source.QUERY and _contains(query, stems(rubric.surface)):
                yield f"rubric {rubric.id}: the query says {rubric.surface!r}, which only {rubric.source.value} should"


def _is_said(rubric: Rubric, task: Task) -> bool:
    """Whether the words of a rubric stand in its own source."""
    wanted = stems(rubric.surface)
    if rubric.source is Source.QUERY:
        return _contains(stems(task.intent), wanted)
    if task.shopper is None:
        return False
    if rubric.source is Source.PERSONA:
        stated = task.shopper.profile.get("product_requirements")
        texts = [str(one) for one in stated.values()] if isinstance(stated, dict) else [str(stated or "")]
    else:
        texts = [slot.response for slot in task.shopper.clarification.slots if rubric.id in slot.rubrics]
    return any(_contains(stems(text), wanted) for text in texts)


def _contains(text: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    size = len(wanted)
    return size > 0 and any(text[at : at + size] == wanted for at in range(len(text) - size + 1))


def _repeated(names: Iterable[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


def _ids(rubrics: Iterable[Rubric]) -> str:
    return ", ".join(one.id for one in rubrics)
