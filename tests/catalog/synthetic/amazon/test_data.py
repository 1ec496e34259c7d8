"""The data of the synthetic release: every label, value and wording is understood by those who will read it."""

from __future__ import annotations

import pytest

from shopworld.catalog.attributes.canonical import canonical_name, read_value
from shopworld.catalog.opinions.extraction import opinions_in
from shopworld.catalog.opinions.lexicon import aspects
from shopworld.catalog.synthetic.amazon import AmazonKind, categories
from shopworld.catalog.synthetic.amazon.kinds import read_toml

KINDS = [kind for category in categories() for kind in category.kinds]


def test_there_are_many_kinds_in_four_categories() -> None:
    assert [one.name for one in categories()] == [
        "All_Beauty",
        "Electronics",
        "Cell_Phones_and_Accessories",
        "Office_Products",
    ]
    assert len(KINDS) >= 30
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_every_label_names_its_attribute() -> None:
    found = {label: canonical_name(label) for labels in read_toml("labels.toml").values() for label in labels}
    assert found == {label: name for name, labels in read_toml("labels.toml").items() for label in labels}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_is_whole(kind: AmazonKind) -> None:
    names = [field.name for field in kind.fields]
    assert 8 <= len(names) <= 14
    assert 6 <= len(kind.aspects) <= 10
    assert set(kind.aspects) <= set(read_toml("aspects.toml")) & set(aspects())
    assert {field for _, field in kind.title if field is not None} <= set(names)
    unread = [
        (one.name, value.raw) for one in kind.fields for value in one.values if not read_value(one.name, value.raw)
    ]
    assert unread == [], "every value must be one that the canonical attributes can read"


@pytest.mark.parametrize("aspect", sorted(read_toml("aspects.toml")))
@pytest.mark.parametrize("positive", [True, False])
def test_every_wording_says_what_it_should(aspect: str, positive: bool) -> None:
    for text in read_toml("aspects.toml")[aspect]["positive" if positive else "negative"]:
        stated = {(one.aspect, one.positive) for one in opinions_in(text.replace("{noun}", "thing"))}
        assert (aspect, positive) in stated, text
        assert (aspect, not positive) not in stated, text
