"""EComAgentBench's samples as a suite, with the catalog of their targets where no larger one is at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.importers.amazon import ImportTally
from shopworld.catalog.importers.amazon.products import offer_of, product_parts
from shopworld.catalog.importers.amazon.tally import Refused
from shopworld.catalog.stems import stems
from shopworld.errors import InputError
from shopworld.tasks.checks import Recommendation
from shopworld.tasks.importers.ecomagentbench.rubrics import ReadRubrics, read_rubrics
from shopworld.tasks.importers.ecomagentbench.sample import EcomAgentBenchSample, read_samples
from shopworld.tasks.model import Limits, Suite, Task
from shopworld.tasks.rubric_grading import grade_rubric
from shopworld.tasks.rubrics import AttributeMatch, NegativeAttribute, NumericRange, Rubric, Source
from shopworld.tasks.shopper import ClarificationScript, Shopper, Slot

VERSION = "1"
STEPS = 100
_ALL_REVIEWS = 10_000

INSTRUCTIONS = """\
You help one shopper with the functions that you are given. Find the one product that meets everything the shopper
needs, and recommend it with recommend_product: that ends your work. What the shopper needs stands in three places: in
the request below, in the shopper's profile (get_user_profile), and in the shopper's answers (ask_user, one thing a
question). Call one function a step. The catalog may name things otherwise than the shopper does. A product that
misses a single requirement counts as wrong."""


@dataclass(frozen=True, slots=True)
class ImportedSamples:
    """A suite made of samples.

    Attributes:
        suite: its tasks; defects stand with them.
        unresolved: fields that are no canonical attributes, with the number of rubrics that use them, most first.
    """

    suite: Suite
    unresolved: dict[str, int]


def build_target_catalog(file: Path, folder: Path, *, name: str) -> None:
    """Builds a catalog of nothing but the samples' target products.

    Args:
        file: `benchmark.jsonl`.
        folder: of the catalog; an existing one is replaced.
        name: of the catalog.

    Raises:
        InputError: a line is no sample, or its target is no product.
    """
    seen: set[str] = set()
    with CatalogBuilder(folder, name=name) as builder:
        for line, sample in read_samples(file):
            target = dict(sample.target_product)
            target.setdefault("parent_asin", target.get("product_id"))
            try:
                parts = product_parts(target, ImportTally())
            except Refused as refused:
                raise InputError(str(refused), file=file, line=line, field="target_product") from refused
            if parts["product_id"] not in seen:
                seen.add(parts["product_id"])
                builder.add_offer(offer_of(parts, len(seen)))


def import_samples(file: Path, catalog: Catalog, *, name: str, catalog_name: str) -> ImportedSamples:
    """Makes a suite of the samples in a file.

    Args:
        file: `benchmark.jsonl`.
        catalog: that the targets are looked up in.
        name: of the suite.
        catalog_name: under which the catalog is kept.

    Raises:
        InputError: the file is missing, holds no sample, or a line is no sample.
    """
    tasks: list[Task] = []
    unresolved: Counter[str] = Counter()
    for line, sample in read_samples(file):
        read = read_rubrics(sample)
        unresolved.update(read.unresolved)
        if not read.rubrics:
            raise InputError(
                "no rubric can be graded", file=file, line=line, field="rubrics", hint="; ".join(read.defects)
            )
        tasks.append(_task(sample, read, catalog))
    if not tasks:
        raise InputError("there is no sample in it", file=file)
    suite = Suite(
        name=name,
        version=VERSION,
        catalog=catalog_name,
        catalog_hash=catalog.content_hash,
        description="Samples of EComAgentBench; requirements come from query, profile and answers.",
        tasks=tuple(tasks),
    )
    return ImportedSamples(suite, dict(sorted(unresolved.items(), key=lambda one: (-one[1], one[0]))))


def _task(sample: EcomAgentBenchSample, read: ReadRubrics, catalog: Catalog) -> Task:
    target = str(sample.target_product.get("product_id") or sample.target_product.get("parent_asin") or "")
    identifier = "".join(one if one.isalnum() or one in "._-" else "_" for one in sample.id)
    check = Recommendation(target=target, rubrics=tuple(read.rubrics), acceptable=(target,))
    return Task(
        id=identifier,
        template=f"ecomagentbench/{sample.intent_category}",
        category=sample.intent_category,
        difficulty=implicit_bucket(read.rubrics),
        source="release",
        intent=sample.user_query,
        instructions=INSTRUCTIONS,
        environment="tools",
        shopper=Shopper(profile=sample.user_persona, clarification=_script(sample)),
        limits=Limits(steps=STEPS),
        checks=(check,),
        defects=(*read.defects, *_defects(sample, read.rubrics, target, catalog)),
    )


def implicit_bucket(rubrics: Sequence[Rubric]) -> str:
    """The paper's buckets of difficulty: how many requirements are said without their words."""
    count = sum(one.implicit for one in rubrics)
    return "0-1" if count <= 1 else "2" if count == 2 else "3+"


def _script(sample: EcomAgentBenchSample) -> ClarificationScript:
    script = sample.clarification_script
    slots = tuple(
        Slot(
            id=one.slot_id,
            rubrics=one.linked_rubric_ids,
            hidden=one.hidden_info,
            topics=one.trigger_keywords,
            response=one.user_response,
        )
        for one in script.clarification_slots
        if one.trigger_keywords and one.user_response
    )
    return ClarificationScript(
        slots=slots, default_response=script.default_response, most_turns=script.max_clarification_turns
    )


def _defects(sample: EcomAgentBenchSample, rubrics: Sequence[Rubric], target: str, catalog: Catalog) -> Iterator[str]:
    """What is wrong with a sample itself; it is imported all the same."""
    for slot in sample.clarification_script.clarification_slots:
        if not slot.trigger_keywords or not slot.user_response:
            yield f"slot {slot.slot_id} has no keywords or no answer and is left out"
    asked = {one for slot in sample.clarification_script.clarification_slots for one in slot.linked_rubric_ids}
    query = set(stems(sample.user_query))
    said: dict[str, str] = {}
    for one in rubrics:
        if one.source is Source.CLARIFICATION and one.id not in asked:
            yield f"rubric {one.id} is to be asked for, and no slot tells it"
        if one.source is not Source.QUERY and isinstance(one, AttributeMatch) and _stands_in(one, query):
            yield f"rubric {one.id} is hidden, and its value stands in the query"
        key = one.model_dump_json(exclude={"id", "source", "surface", "implicit"})
        if key in said:
            yield f"rubrics {said[key]} and {one.id} ask for the same"
        said.setdefault(key, one.id)
    offers = catalog.offers_of_product(target)
    if not offers:
        yield f"the target {target} is not in the catalog"
        return
    reviews = catalog.reviews(target, limit=_ALL_REVIEWS)
    for one in rubrics:
        result = grade_rubric(one, offers[0], reviews)
        if not result.satisfied and (reviews or one.type != "review_opinion"):
            yield f"rubric {one.id}: the target itself does not meet it: {result.reason}"
        if isinstance(one, NumericRange) and one.field == "price" and one.below == offers[0].price:
            yield f"rubric {one.id}: the price bound is the target's price"


def _stands_in(rubric: AttributeMatch | NegativeAttribute, query: set[str]) -> bool:
    values = (rubric.value,) if isinstance(rubric, AttributeMatch) else rubric.values
    texts = [text for value in values for text in (value if isinstance(value, tuple) else (str(value),))]
    return any((words := set(stems(text))) and words <= query for text in texts)
