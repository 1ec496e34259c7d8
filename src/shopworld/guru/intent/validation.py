"""What is wrong with a sample: everything the paper asks of validation, and what its code did not check."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from shopworld.catalog import stems, value_fits
from shopworld.environments.tools import AttentiveShopper, QuestionOutcome
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.naming import names_value
from shopworld.guru.intent.realise_persona import NOISE_SECTIONS
from shopworld.guru.intent.sample import Sample, texts_of
from shopworld.shop import price_after
from shopworld.tasks import (
    AttributeMatch,
    BudgetMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Source,
    satisfies,
)

_FEWEST_TOPICS = 2
_SECTIONS = frozenset((*NOISE_SECTIONS, "product_requirements"))


def problems(sample: Sample) -> Iterator[str]:
    """Everything that is wrong with a sample by itself, one name of a fault each; see `FAULTS`."""
    yield from _leaks(sample)
    yield from _surfaces(sample)
    yield from _repetitions(sample)
    yield from _bounds(sample)
    yield from _slots(sample)
    if not _SECTIONS.issuperset(sample.wording.profile):
        yield "profile has other fields"
    if not all(satisfies(one, sample.offer, sample.reviews) for one in sample.rubrics):
        yield "target fails a rubric"


FAULTS = (
    "hidden value in the query",
    "hidden value in another hidden source",
    "visible value in a hidden source",
    "implicit value in the query",
    "words not in their source",
    "constraint twice",
    "contradiction",
    "requirements contradict each other",
    "bound not strict",
    "slot incomplete",
    "slot does not open",
    "profile has other fields",
    "target fails a rubric",
    "hidden requirement not needed",
    "reviews of too many products",
    "too many answers",
    "another product means the same",
    "grading disagrees",
)
"""All that can be wrong, as reports name it."""


def _leaks(sample: Sample) -> Iterator[str]:
    """Values that are named where they must not be."""
    query = stems(sample.wording.query)
    profile = [stems(text) for text in texts_of(sample.wording.profile)]
    answers = [(one.expression.feature, stems(one.response)) for one in sample.wording.answers]
    otherwise = stems(sample.wording.otherwise)
    parts = sample.brief.partition
    if any(names_value(query, one) for one in (*parts.persona, *parts.clarification)):
        yield "hidden value in the query"
    for feature in parts.persona:
        if any(names_value(words, feature) for _, words in answers) or names_value(otherwise, feature):
            yield "hidden value in another hidden source"
    for feature in parts.clarification:
        others = [words for one, words in answers if one is not feature]
        if any(names_value(words, feature) for words in (*profile, *others, otherwise)):
            yield "hidden value in another hidden source"
    for feature in (*parts.query, *sample.brief.beside):
        if any(names_value(words, feature) for words in (*profile, *(words for _, words in answers))):
            yield "visible value in a hidden source"
        if feature.name in parts.implicit and names_value(query, feature):
            yield "implicit value in the query"


def _surfaces(sample: Sample) -> Iterator[str]:
    """Every rubric is said in its own source, in the words that are recorded."""
    profile = sample.wording.profile.get("product_requirements", {})
    responses = [one.response for one in sample.wording.answers]
    for rubric in sample.rubrics:
        match rubric.source:
            case Source.QUERY:
                there = rubric.surface in sample.wording.query
            case Source.PERSONA:
                there = rubric.surface in profile.values()
            case Source.CLARIFICATION:
                there = any(rubric.surface in response for response in responses)
        if not rubric.surface or not there:
            yield "words not in their source"
    explicit = [one.feature for one in sample.wording.said if not one.implicit]
    query = stems(sample.wording.query)
    if not all(names_value(query, one) for one in explicit if not isinstance(one.rubric, BudgetMatch | ReviewOpinion)):
        yield "words not in their source"
    if len(profile) != len(sample.from_source(Source.PERSONA)):
        yield "words not in their source"


def _repetitions(sample: Sample) -> Iterator[str]:
    for one, other in combinations(sample.brief.features, 2):
        if one.name == other.name or (_is_text(one) and _is_text(other) and one.words == other.words):
            yield "constraint twice"
        if _contradict(one, other) or _contradict(other, one):
            yield "contradiction"


def _is_text(feature: RubricFeature) -> bool:
    return isinstance(feature.rubric, AttributeMatch) and isinstance(feature.rubric.value, str)


def _contradict(one: RubricFeature, other: RubricFeature) -> bool:
    """Whether one wants what the other one rules out."""
    if not isinstance(one.rubric, AttributeMatch) or not isinstance(other.rubric, NegativeAttribute):
        return False
    wanted = one.rubric.value
    return one.rubric.attribute == other.rubric.attribute and any(
        value_fits(wanted, unwanted) for unwanted in other.rubric.values
    )


def _bounds(sample: Sample) -> Iterator[str]:
    """The target is strictly within the bounds of prices, and budgets leave something over."""
    price = sample.offer.price
    for rubric in sample.rubrics:
        if isinstance(rubric, NumericRange) and rubric.field == "price":
            if price is None or rubric.below is None or price >= rubric.below:
                yield "bound not strict"
        elif isinstance(rubric, BudgetMatch) and (price is None or price_after(price, rubric.voucher) >= rubric.budget):
            yield "bound not strict"


def _slots(sample: Sample) -> Iterator[str]:
    """Each rubric of clarification has a slot of its own with topics and an answer, and a plain question opens it."""
    script = sample.shopper("").clarification
    rubrics = [one.id for one in sample.from_source(Source.CLARIFICATION)]
    if [one for slot in script.slots for one in slot.rubrics] != rubrics or not script.default_response:
        yield "slot incomplete"
    if any(len(slot.topics) < _FEWEST_TOPICS or not slot.response for slot in script.slots):
        yield "slot incomplete"
    shopper = AttentiveShopper(script)
    for slot in script.slots:
        answer = shopper.answer(f"What about the {slot.topics[0]}?", (), 1)
        if answer.reply is not QuestionOutcome.REVEALED or answer.slot != slot.id:
            yield "slot does not open"
