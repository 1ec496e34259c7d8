"""The eighth stage: requirements that nobody has of one thing are refused, whatever listings say."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from shopworld.catalog.attributes.canonical import canonical_attributes
from shopworld.guru.intent.coherence import contradictions
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.phrases import phrases
from shopworld.guru.intent.things import ProductNoun
from shopworld.tasks.rubrics import AttributeMatch, NegativeAttribute


def wants(**values: str) -> list[RubricFeature]:
    """Features that require these values."""
    return [
        RubricFeature(name, AttributeMatch(id="r", attribute=name, value=value), value, in_title=False)
        for name, value in values.items()
    ]


@pytest.mark.parametrize(
    ("thing", "values", "apart"),
    [
        ("headphones", {"connection": "wired", "wireless_type": "bluetooth 5.3"}, True),
        ("headphones", {"connection": "bluetooth", "wireless_type": "bluetooth 5.3"}, False),
        ("wired headphones", {"wireless_type": "bluetooth 5.3"}, True),
        ("phone mount", {"mounting_type": "handlebar mount", "recommended_uses": "kitchen"}, True),
        ("phone mount", {"mounting_type": "handlebar mount", "recommended_uses": "bicycle"}, False),
        ("phone case", {"operating_system": "ios", "compatible_phone_models": "samsung galaxy s23"}, True),
        ("phone case", {"operating_system": "ios", "compatible_phone_models": "iphone 14"}, False),
        ("serum", {"material_feature": "vegan", "active_ingredients": "snail mucin"}, True),
        ("charging cable", {"wireless_type": "radio frequency"}, True),
        ("calculator", {"power_source": "solar powered", "battery_type": "alkaline"}, True),
        ("calculator", {"power_source": "battery powered", "battery_type": "alkaline"}, False),
    ],
)
def test_what_excludes_each_other_is_seen(thing: str, values: dict[str, str], apart: bool) -> None:
    assert bool(list(contradictions(ProductNoun(thing, thing), wants(**values)))) is apart


def test_a_value_that_is_wanted_and_ruled_out_is_seen() -> None:
    against = RubricFeature(
        "not colour", NegativeAttribute(id="r", attribute="colour", values=("black",)), "black", in_title=False
    )
    assert list(contradictions(ProductNoun("lamp", "Lamp"), [*wants(colour="black"), against]))
    assert not list(contradictions(ProductNoun("lamp", "Lamp"), [*wants(colour="white"), against]))


def test_rules_speak_of_attributes_that_are_asked_for() -> None:
    data = tomllib.loads((files("shopworld.guru.intent") / "coherence.toml").read_text(encoding="utf-8"))
    for rule in data["pair"]:
        names = [name.removesuffix("_2") for name in rule]
        assert len(names) == 2
        assert all(name == "thing" or (name in phrases() and name in canonical_attributes()) for name in names)
        assert all(value == value.lower() for values in rule.values() for value in values)
