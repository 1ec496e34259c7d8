"""Validation finds what is wrong: each fault is made by hand in a sample that holds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from shopworld.guru.intent import Intent, MakingReport, realise
from shopworld.guru.intent.answers import Answers
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.inventory import Inventory
from shopworld.guru.intent.maker import MadeSample, Maker
from shopworld.guru.intent.realise import Brief, SampleWording
from shopworld.guru.intent.report import STAGES
from shopworld.guru.intent.sample import Sample
from shopworld.guru.intent.sampling import targets
from shopworld.guru.intent.validation import FAULTS, problems
from shopworld.tasks.rubrics import AttributeMatch, NegativeAttribute, NumericRange, Source


def first_made(inventory: Inventory, answers: Answers, intent: Intent) -> MadeSample:
    """The first sample of an intent that holds."""
    maker = Maker(inventory, answers, realise, MakingReport())
    made = (maker.make(intent, one, random.Random(f"test:{one}")) for one in targets(inventory, intent, 1))
    return next(one for one in made if one is not None)


@pytest.fixture(scope="module")
def sample(inventory: Inventory, answers: Answers) -> Sample:
    """A sample that holds."""
    return first_made(inventory, answers, Intent.KNOWLEDGE_REASONING).sample


def reworded(sample: Sample, **changes: object) -> set[str]:
    """What is wrong with a sample in other words."""
    return set(problems(replace(sample, wording=replace(sample.wording, **changes))))  # type: ignore[arg-type]


def test_a_sample_that_is_kept_has_no_fault(sample: Sample) -> None:
    assert list(problems(sample)) == []


def test_a_hidden_value_in_the_query_is_found(sample: Sample) -> None:
    parts = sample.brief.partition
    for feature in (*parts.persona, *parts.clarification):
        query = f"{sample.wording.query} Also {feature.text}."
        assert "hidden value in the query" in reworded(sample, query=query)


def test_an_inflection_is_found_too(sample: Sample) -> None:
    plural = RubricFeature("colour", AttributeMatch(id="r", attribute="colour", value="brush"), "brush", in_title=False)
    parts = replace(sample.brief.partition, persona=(plural,))
    changed = replace(sample, brief=replace(sample.brief, partition=parts))
    query = f"{sample.wording.query} I like brushes."
    assert "hidden value in the query" in set(problems(replace(changed, wording=replace(changed.wording, query=query))))


def test_an_implicit_value_that_is_named_is_found(sample: Sample) -> None:
    implicit = [one for one in sample.brief.partition.query if one.name in sample.brief.partition.implicit]
    assert implicit
    query = f"{sample.wording.query} {implicit[0].text}"
    assert "implicit value in the query" in reworded(sample, query=query)


def test_words_that_are_not_in_their_source_are_found(sample: Sample) -> None:
    assert "words not in their source" in reworded(sample, query="I want something nice.")
    profile = {**sample.wording.profile, "product_requirements": {}}
    assert "words not in their source" in reworded(sample, profile=profile)


def test_scored_values_in_idle_parts_of_the_profile_are_found(sample: Sample) -> None:
    visible = next(one for one in sample.brief.partition.query if isinstance(one.rubric, AttributeMatch))
    profile = {**sample.wording.profile, "lifestyle": {"hobbies": [visible.text]}}
    assert "visible value in a hidden source" in reworded(sample, profile=profile)


def test_other_fields_of_the_profile_are_refused(sample: Sample) -> None:
    assert "profile has other fields" in reworded(sample, profile={**sample.wording.profile, "wishes": {}})


def test_slots_without_topics_or_answers_are_found(sample: Sample) -> None:
    first, *rest = sample.wording.answers
    assert "slot incomplete" in reworded(sample, answers=(replace(first, topics=("one",)), *rest))
    assert "slot incomplete" in reworded(sample, otherwise="")
    swapped = replace(first, topics=("mother-in-law's tongue", "qwertz"))
    assert "slot does not open" not in reworded(sample)
    assert reworded(sample, answers=(replace(swapped, response=""), *rest)) >= {"slot incomplete"}


def test_a_bound_at_the_price_is_not_strict(sample: Sample) -> None:
    assert sample.offer.price is not None
    bound = NumericRange(
        id="r99", source=Source.QUERY, surface=sample.rubrics[0].surface, field="price", below=sample.offer.price
    )
    faults = set(problems(replace(sample, rubrics=(*sample.rubrics, bound))))
    assert {"bound not strict", "target fails a rubric"} <= faults


def test_the_same_twice_and_contradictions_are_found(sample: Sample) -> None:
    first = next(one for one in sample.brief.partition.query if isinstance(one.rubric, AttributeMatch))
    assert isinstance(first.rubric, AttributeMatch)
    assert isinstance(first.rubric.value, str)
    against = RubricFeature(
        f"not {first.name}",
        NegativeAttribute(id="r", attribute=first.rubric.attribute, values=(first.rubric.value,)),
        first.text,
        in_title=False,
    )
    for other, fault in ((first, "constraint twice"), (against, "contradiction")):
        parts = replace(sample.brief.partition, query=(*sample.brief.partition.query, other))
        assert fault in set(problems(replace(sample, brief=replace(sample.brief, partition=parts))))


def test_all_faults_have_names(sample: Sample) -> None:
    assert reworded(sample, query="", otherwise="", profile={"x": {}}) <= set(FAULTS)


def test_a_realiser_of_ones_own_is_held_to_the_same_rules(inventory: Inventory, answers: Answers) -> None:
    def telltale(brief: Brief, generator: random.Random) -> SampleWording:
        """Says everything at once."""
        wording = realise(brief, generator)
        everything = " ".join(one.text for one in brief.features)
        return replace(wording, query=f"{wording.query} {everything}")

    report = MakingReport()
    maker = Maker(inventory, answers, telltale, report)
    for position in list(targets(inventory, Intent.PRODUCT_SEARCH, 1))[:40]:
        assert maker.make(Intent.PRODUCT_SEARCH, position, random.Random(position)) is None
    assert report.totals()["realised"] == 0
    assert report.faults["hidden value in the query"] > 0


@pytest.mark.parametrize("intent", Intent)
def test_near_misses_fail_exactly_one_hidden_requirement(
    inventory: Inventory, answers: Answers, intent: Intent
) -> None:
    made = first_made(inventory, answers, intent)
    assert made.near
    for position in made.near:
        bits = [
            bool(inventory.satisfying(rubric)[position >> 3] >> (7 - (position & 7)) & 1)
            for rubric in made.sample.rubrics
        ]
        failed = [rubric for rubric, holds in zip(made.sample.rubrics, bits, strict=True) if not holds]
        assert len(failed) == 1
        assert failed[0].source is not Source.QUERY


def test_the_report_keeps_the_order_of_stages() -> None:
    report = MakingReport()
    report.passed("product_search", "sampled")
    report.failed("too many answers")
    assert list(report.totals()) == list(STAGES)
    assert report.as_data()["faults"] == {"too many answers": 1}
