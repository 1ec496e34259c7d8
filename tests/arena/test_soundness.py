"""What texts may not do: lose what is stated, claim what nobody decided, tell what must not be told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena import soundness
from shopworld.arena.bundle import digest_of


@pytest.mark.parametrize("text", ["a <b> text", "**bold**", "{name}", "a | b", "&nbsp;", "bell \x07"])
def test_markup_and_control_characters_are_refused(text: str) -> None:
    assert [*soundness.plain(text)]


@pytest.mark.parametrize(
    ("text", "known", "faults"),
    [
        ("It holds 1.50 liters.", "Volume: 1.5 l", 0),
        ("It holds 1,200 g.", "Weight: 1200 g", 0),
        ("It holds 15 liters.", "Volume: 1.5 l", 1),
        ("It has two pockets.", "Pockets", 1),
        ("It has two pockets.", "Two pockets", 0),
        ("Only $5.", "5 pieces", 1),
        ("Half the weight.", "light", 1),
    ],
)
def test_numbers_must_be_known(text: str, known: str, faults: int) -> None:
    assert len([*soundness.numbers(text, known)]) == faults


@given(st.lists(st.integers(0, 99_999), min_size=1, max_size=5), st.text(alphabet="abc .", max_size=20))
def test_a_text_of_known_numbers_is_never_refused(found: list[int], between: str) -> None:
    text = between.join(f" {one} " for one in found)
    assert not [*soundness.numbers(text, text)]


def test_what_is_stated_must_stay() -> None:
    assert [*soundness.kept("A linen shirt", ["Linen", "Slim"])] == ["no longer says 'Slim'"]
    assert not [*soundness.kept("a LINEN shirt, slim", ["Linen", "Slim"])]
    assert [*soundness.kept("a linens shirt", ["linen"])]


@pytest.mark.parametrize(
    ("new", "faults"),
    [
        ("Send it back within 30 days; it may not be worn.", 0),
        ("Send it back within 30 weeks; it may not be worn.", 1),
        ("Send it back within 30 days; it may be worn.", 1),
        ("Send it back; it may be worn.", 2),
    ],
)
def test_numbers_with_their_units_and_denials_must_stay(new: str, faults: int) -> None:
    assert len([*soundness.counted_kept(new, "You have 30 days. What was worn cannot be returned.")]) == faults


def test_what_a_number_counts_must_stay_and_nothing_else_of_its_sentence() -> None:
    stated = "Orders of $75.00 or more ship free with 2-day delivery."
    assert not [*soundness.counted_kept("Spend at least $75.00, and 2-day delivery costs nothing.", stated)]
    assert [*soundness.counted_kept("Spend at least $75.00, and delivery within 2 hours is free.", stated)] == [
        "no longer says '2 day'"
    ]


def test_values_of_other_products_are_refused_unless_they_are_known() -> None:
    own = {"Material": {"recycled nylon"}}
    every = {"Material": {"recycled nylon", "nylon", "cotton"}}
    assert [*soundness.values_of_others("soft cotton", own, every, "")] == [
        "says 'cotton', but its Material is recycled nylon"
    ]
    assert not [*soundness.values_of_others("recycled nylon", own, every, "")]
    assert not [*soundness.values_of_others("soft cotton", own, every, "cotton lining")]


@pytest.mark.parametrize(
    "text",
    [
        "write to a@b.example",
        "see www.b.example",
        "https://x",
        "call +1 555 013 9999",
        "by Other Maker",
        "at Secret Shop",
    ],
)
def test_contacts_and_names_of_others_are_refused(text: str) -> None:
    assert [*soundness.leaks(text, {"Other Maker"}, {"shop": (digest_of("Secret Shop"),)})]
    assert not [
        *soundness.leaks("nothing of the kind, version 2.5.", {"Other Maker"}, {"shop": (digest_of("Secret Shop"),)})
    ]
