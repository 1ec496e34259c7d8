"""What is wrong with rubrics, wherever they stand: that mean nothing, that nobody tells, that are told elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from shopworld.catalog import Offer, canonical_attributes, stems
from shopworld.tasks.rubric_grading import stated_values
from shopworld.tasks.rubrics import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
    Source,
)
from shopworld.tasks.shopper import ClarificationScript, Shopper, Slot

_NAMES = frozenset(("brand", "main_category"))
_NUMBERS = frozenset(("average_rating", "rating_count", "price"))
"""What rubrics ask for beside canonical attributes."""


def rubric_problems(rubrics: Sequence[Rubric], target: Offer | None) -> Iterator[str]:
    """Rubrics that cannot be told apart, mean nothing, or name what no catalog knows."""
    for twice in repeated(one.id for one in rubrics):
        yield f"several rubrics have the id {twice!r}"
    required = [_required(one) for one in rubrics]
    for twice in repeated(required):
        same = [one for one, text in zip(rubrics, required, strict=True) if text == twice]
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
        case EntityMatch() | BudgetMatch():
            pass
        case _:
            assert_never(rubric)


def _unknown_attribute(name: str, target: Offer | None) -> Iterator[str]:
    """An attribute is known by the schema, or at least the target's own details have a row of that label."""
    if name in canonical_attributes() or name in _NAMES:
        return
    if target is None or not stated_values(target, name):
        yield f"there is no attribute {name!r}, neither canonical nor among the target's details"


def source_problems(shopper: Shopper | None, rubrics: Sequence[Rubric]) -> Iterator[str]:
    """Requirements that the shopper never tells, and slots that tell none."""
    hidden = [one for one in rubrics if one.source is not Source.QUERY]
    if shopper is None:
        if hidden:
            yield f"there is no shopper to tell {_ids(hidden)}"
        return
    persona = [one for one in rubrics if one.source is Source.PERSONA]
    if persona and not shopper.profile.get("product_requirements"):
        yield f"the profile requires nothing, but {_ids(persona)} should be learned from it"
    yield from _slot_problems(shopper.clarification, rubrics)


def _slot_problems(script: ClarificationScript, rubrics: Sequence[Rubric]) -> Iterator[str]:
    for twice in repeated(slot.id for slot in script.slots):
        yield f"several slots have the id {twice!r}"
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


def source_warnings(intent: str, shopper: Shopper | None, rubrics: Sequence[Rubric]) -> Iterator[str]:
    """Words that stand where they should not, or not where they should."""
    query = stems(intent)
    for rubric in rubrics:
        if rubric.surface and not _is_said(rubric, intent, shopper):
            yield f"rubric {rubric.id}: {rubric.source.value} does not say {rubric.surface!r}"
        if rubric.surface and rubric.source is not Source.QUERY and _contains(query, stems(rubric.surface)):
            yield f"rubric {rubric.id}: the query says {rubric.surface!r}, which only {rubric.source.value} should"


def _is_said(rubric: Rubric, intent: str, shopper: Shopper | None) -> bool:
    """Whether the words of a rubric stand in its own source."""
    wanted = stems(rubric.surface)
    if rubric.source is Source.QUERY:
        return _contains(stems(intent), wanted)
    if shopper is None:
        return False
    if rubric.source is Source.PERSONA:
        stated = shopper.profile.get("product_requirements")
        texts = [str(one) for one in stated.values()] if isinstance(stated, dict) else [str(stated or "")]
    else:
        texts = [slot.response for slot in shopper.clarification.slots if rubric.id in slot.rubrics]
    return any(_contains(stems(text), wanted) for text in texts)


def _contains(text: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    size = len(wanted)
    return size > 0 and any(text[at : at + size] == wanted for at in range(len(text) - size + 1))


def repeated(names: Iterable[str]) -> list[str]:
    """The names that are there more than once, in alphabetical order."""
    return sorted(name for name, count in Counter(names).items() if count > 1)


def _ids(rubrics: Iterable[Rubric]) -> str:
    return ", ".join(one.id for one in rubrics)
