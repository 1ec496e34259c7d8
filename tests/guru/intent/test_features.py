"""Features: buckets, clean values, what the title says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import Catalog
from shopworld.catalog.attributes.canonical import canonical_attributes, read_value
from shopworld.catalog.stemming import stems
from shopworld.guru.intent.features import (
    COUNT_BUCKETS,
    contains,
    count_bucket,
    extract_features,
    is_clean,
    paraphrases,
    paraphrases_of,
    price_bucket,
    rating_bucket,
    spellings,
)
from shopworld.guru.intent.inventory import Inventory
from shopworld.guru.intent.lives import draw_life
from shopworld.guru.intent.phrases import phrases
from shopworld.guru.intent.scenes import HELD_OUT, KNOWN, scenes, scenes_of
from shopworld.tasks.rubric_grading import satisfies

ENTRIES = [(name, value, said) for name, values in paraphrases().items() for value, said in values.items()]


@given(st.integers(1, 10_000_000))
def test_a_price_is_strictly_below_its_bucket(price: int) -> None:
    assert price < price_bucket(price) <= max(price * 2, price + 10_000)


@given(st.floats(1, 5))
def test_ratings_are_floored_to_half_a_star(rating: float) -> None:
    bucket = rating_bucket(rating)
    assert (bucket * 2).is_integer()
    assert bucket <= rating + 1e-6 < bucket + 0.5 + 1e-6


@given(st.integers(0, 1_000_000))
def test_counts_are_floored_to_a_bucket(count: int) -> None:
    bucket = count_bucket(count)
    assert bucket == max((one for one in COUNT_BUCKETS if one <= count), default=None)


@pytest.mark.parametrize("value", ["black", "usb-c", "stainless steel", "galaxy s10", "iphone 12 pro max"])
def test_plain_values_are_clean(value: str) -> None:
    assert is_clean(value)


@pytest.mark.parametrize(
    "value", ["", "2-1", "all", "universal", "x" * 41, "a b c d e f", "black black", "see: below", "!!", "12345"]
)
def test_noise_is_not(value: str) -> None:
    assert not is_clean(value)


def test_the_target_satisfies_all_its_features(intent_catalog: Catalog, inventory: Inventory) -> None:
    for position in range(0, inventory.size, 50):
        [offer] = intent_catalog.offers_of_product(inventory.product_ids[position])
        features = extract_features(offer, inventory)
        assert len(features) >= 8
        assert all(satisfies(one.rubric, offer, ()) for one in features)
        titled = {one.name for one in features if one.in_title}
        assert "brand" in titled
        assert "country_of_origin" not in titled


def test_contained_means_one_after_the_other() -> None:
    assert contains(("a", "b", "c"), ("b", "c"))
    assert not contains(("a", "b", "c"), ("a", "c"))
    assert not contains(("a",), ())


def test_a_value_has_eight_ways_or_more_to_be_told_and_two_that_are_held_out() -> None:
    values = {(name, value) for name, told in scenes(KNOWN).items() for value in told}
    assert values == {(name, value) for name, told in scenes(HELD_OUT).items() for value in told}
    assert len(values) >= 140
    assert {(name, value) for name, value, _ in ENTRIES} <= values
    for name, value in values:
        assert 8 <= len(scenes_of(name, value)) + len(paraphrases_of(name, value)) <= 12
        assert len(scenes(HELD_OUT)[name][value]) == 2


def test_no_scene_stands_for_two_values() -> None:
    texts = [
        one.text
        for name in (KNOWN, HELD_OUT)
        for told in scenes(name).values()
        for said in told.values()
        for one in said
    ]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("name", scenes(KNOWN))
def test_scenes_never_name_their_value(name: str) -> None:
    for value in scenes(KNOWN)[name]:
        read = read_value(name, value)
        assert read is not None, value
        assert read.value in (value, (value,))
        for scene in scenes_of(name, value):
            words = stems(scene.text)
            for spelling in spellings(name, value):
                named = stems(spelling)
                assert not contains(words, named), (value, scene.text)
                assert len(named) == 1 or not set(named) <= set(words), (value, scene.text)


def test_what_a_scene_needs_may_hold_of_a_life() -> None:
    facts = {fact for seed in range(800) for fact in draw_life(random.Random(seed)).facts}
    needed = {one.needs for told in scenes(KNOWN).values() for said in told.values() for one in said if one.needs}
    assert needed <= facts


@pytest.mark.parametrize(
    ("attribute", "value", "department", "word", "told"),
    [
        ("special_feature", "quick dry", "All Beauty", "turn the page", False),
        ("special_feature", "quick dry", "Office Products", "turn the page", True),
        ("special_feature", "quick dry", "Office Products", "spread", False),
        ("special_feature", "waterproof", "Electronics", "tub", True),
    ],
)
def test_scenes_suit_the_thing(attribute: str, value: str, department: str, word: str, told: bool) -> None:
    [scene] = [one for one in scenes_of(attribute, value) if word in one.text]
    assert scene.suits(department) is told


@pytest.mark.parametrize("name", paraphrases())
def test_attributes_may_be_paraphrased_and_are_asked_for(name: str) -> None:
    assert canonical_attributes()[name].implicit
    assert name in phrases()


@pytest.mark.parametrize("name", paraphrases())
def test_values_are_canonical_and_never_named(name: str) -> None:
    for value, said in paraphrases()[name].items():
        read = read_value(name, value)
        assert read is not None, value
        assert read.value in (value, (value,))
        for text in said:
            words = stems(text)
            for spelling in spellings(name, value):
                named = stems(spelling)
                assert not contains(words, named), (value, text)
                assert len(named) == 1 or not set(named) <= set(words), (value, text)


@pytest.mark.parametrize("name", paraphrases())
def test_each_text_stands_for_one_value_of_its_attribute(name: str) -> None:
    texts = [text for said in paraphrases()[name].values() for text in said]
    assert len(texts) == len(set(texts))
