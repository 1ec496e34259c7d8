"""Opinions are found in reviews as people write them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.model import AspectOpinion, Review
from shopworld.catalog.opinions import aspect_named, aspects, find_opinion, opinions_in, opinions_of

Labels = frozenset[tuple[str, bool]]


def labelled() -> list[tuple[str, Labels]]:
    """Sentences with the opinions that they state."""
    lines = (Path(__file__).parent / "labelled.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" | ", 1) for line in lines if line and not line.startswith("#")]
    return [
        (text, frozenset((label[:-1], label.endswith("+")) for label in said.strip().split(", ") if label))
        for text, said in pairs
    ]


def review(body: str, opinions: tuple[AspectOpinion, ...] = ()) -> Review:
    """A review."""
    return Review(
        id="r1",
        product_id="p",
        author="A",
        rating=3,
        title="",
        body=body,
        written_on=date(2023, 1, 1),
        opinions=opinions,
    )


def test_the_labelled_set_is_whole() -> None:
    pairs = labelled()
    assert len(pairs) >= 140
    assert {aspect for _, labels in pairs for aspect, _ in labels} <= set(aspects())


def test_asking_for_an_opinion_is_right_far_more_often_than_not() -> None:
    """As grading asks: praise and blame of each labelled aspect, and of one that is not spoken of."""
    right = wrong = missed = 0
    for text, labels in labelled():
        for aspect, positive in sorted(labels):
            found = find_opinion(review(text), aspect, positive=positive) is not None
            right += found
            missed += not found
            wrong += find_opinion(review(text), aspect, positive=not positive) is not None
        for aspect in ("scent", "battery life", "paper quality"):
            if aspect not in {name for name, _ in labels}:
                wrong += find_opinion(review(text), aspect, positive=True) is not None
                wrong += find_opinion(review(text), aspect, positive=False) is not None
    precision, recall = right / (right + wrong), right / (right + missed)
    assert precision >= 0.95, (right, wrong)
    assert recall >= 0.85, (right, missed)


@pytest.mark.parametrize("aspect", sorted(aspects()))
def test_plain_praise_and_blame_of_every_aspect_are_told_apart(aspect: str) -> None:
    assert find_opinion(review(f"The {aspect} is great."), aspect, positive=True)
    assert find_opinion(review(f"The {aspect} is great."), aspect, positive=False) is None
    assert find_opinion(review(f"The {aspect} is not great."), aspect, positive=False)
    assert find_opinion(review(f"The {aspect} is terrible."), aspect, positive=False)


def test_an_aspect_outside_the_lexicon_is_found_by_its_own_words() -> None:
    assert find_opinion(review("The kickstand is great."), "kickstand", positive=True) == "The kickstand is great."
    assert find_opinion(review("The hinge is great."), "kickstand", positive=True) is None


def test_other_names_lead_to_the_same_aspect() -> None:
    assert aspect_named("battery").name == "battery life"
    assert aspect_named("Fragrance").name == "scent"


def test_opinions_known_as_data_come_with_the_sentence_about_them() -> None:
    known = review("I waited long. The battery lasts for days.", (AspectOpinion(aspect="battery life", positive=True),))
    assert [one.sentence for one in opinions_of(known)] == ["The battery lasts for days."]


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    for one in opinions_in(text):
        assert one.sentence in text
        assert find_opinion(review(text), one.aspect, positive=one.positive) is not None
