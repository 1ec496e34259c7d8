"""What a sentence does to a claim: supports it, contradicts it, or leaves it undecided."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.claims import Stance, verify_claim, verify_in_reviews
from shopworld.catalog.model import Review

PRAISE = ("the keys are quiet", "the battery lasts all day", "it is sturdy", "does not leak", "easy to install")
SUPPORT = {
    "the keys are quiet": "The keys are silent.",
    "the battery lasts all day": "The battery lasts all day long.",
    "it is sturdy": "It is solid and well made.",
    "does not leak": "Not a single drop came out.",
    "easy to install": "It was a breeze to install.",
}


def stance(claim: str, sentence: str, rating: int | None = None) -> Stance:
    return verify_claim(claim, sentence, rating).stance


@pytest.mark.parametrize("claim", PRAISE)
def test_other_words_for_the_same_support(claim: str) -> None:
    assert stance(claim, SUPPORT[claim]) is Stance.SUPPORTS


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("you can control everything through the computer", "You cannot control everything through the computer."),
        ("the motor is quiet", "The motor is anything but quiet."),
        ("the motor is quiet", "Quiet it is not."),
        ("the motor is quiet", "I wish the motor were quieter."),
        ("it is sturdy", "Neither sturdy nor stable."),
        ("it is easy to install", "Nothing about the installation was easy."),
        ("keeps coffee hot", "My coffee stays hot for ten minutes at best."),
        ("the fan is quiet", "The fan is as quiet as a jet engine."),
    ],
)
def test_denials_contradict(claim: str, sentence: str) -> None:
    assert stance(claim, sentence) is Stance.CONTRADICTS


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("it is quiet", "It is quiet if you keep it on the lowest setting."),
        ("it is quiet", "My cousin told me it is quiet."),
        ("it is quiet", "It would probably be quiet."),
        ("it is quiet", "It is quieter than my old one."),
        ("it is quiet", "Is it quiet?"),
        ("it is quiet", "It was quiet at first."),
        ("it is quiet", "My old one was quiet."),
        ("it is quiet", "It remains to be seen whether it is quiet."),
        ("it is quiet", "It is blue."),
        ("it is sturdy", "The box was sturdy."),
        ("", "It is blue."),
        ("it is quiet", ""),
    ],
)
def test_what_does_not_settle_a_claim_leaves_it_undecided(claim: str, sentence: str) -> None:
    assert stance(claim, sentence) is Stance.UNDECIDED


@pytest.mark.parametrize("claim", PRAISE)
@pytest.mark.parametrize("rating", [1, 2])
def test_reviews_of_few_stars_are_no_support_for_praise(claim: str, rating: int) -> None:
    assert stance(claim, SUPPORT[claim], rating) is not Stance.SUPPORTS


def test_blame_finds_support_in_reviews_of_few_stars() -> None:
    assert stance("the battery life is poor", "The battery dies after barely two hours.", 1) is Stance.SUPPORTS


@given(st.sampled_from(PRAISE), st.text(max_size=80), st.sampled_from([None, 1, 2, 3, 4, 5]))
def test_a_verdict_is_the_same_each_time_and_low_ratings_never_support(
    claim: str, sentence: str, rating: int | None
) -> None:
    verdict = verify_claim(claim, sentence, rating)
    assert verdict == verify_claim(claim, sentence, rating)
    assert verdict.reason
    assert verdict.stance is not Stance.SUPPORTS or rating not in (1, 2)


@given(st.sampled_from(PRAISE), st.sampled_from(["I was told that {}", "If you are lucky, {}", "{}, said my uncle"]))
def test_hearsay_and_conditions_take_support_away(claim: str, frame: str) -> None:
    assert stance(claim, frame.format(SUPPORT[claim].rstrip(".").lower()) + ".") is not Stance.SUPPORTS


def review(body: str, rating: int) -> Review:
    return Review(id="r", product_id="p", author="A", rating=rating, title="", body=body, written_on=date(2024, 1, 2))


def test_the_first_support_among_reviews_is_told_with_its_sentence() -> None:
    reviews = [
        review("Loud keys. They rattle.", 2),
        review("Nice colour. The keys are silent. I like it.", 5),
    ]
    verdict = verify_in_reviews("the keys are quiet", reviews)
    assert (verdict.stance, verdict.sentence) == (Stance.SUPPORTS, "The keys are silent.")


def test_without_support_the_first_denial_is_told() -> None:
    verdict = verify_in_reviews("the keys are quiet", [review("It came on Monday.", 4), review("Loud keys.", 2)])
    assert (verdict.stance, verdict.sentence) == (Stance.CONTRADICTS, "Loud keys.")


def test_no_reviews_leave_it_undecided() -> None:
    assert verify_in_reviews("the keys are quiet", []).stance is Stance.UNDECIDED
