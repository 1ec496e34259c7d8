"""Offers read from the store are the offers that were written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from shopworld.catalog.model import Attribute, Image, Offer, OfferCondition, Specification, Variant, VariantOption
from shopworld.catalog.payload import record_json
from shopworld.catalog.stored_offer import offer_from_json
from shopworld.catalog.synthetic import default_assortments, synthesize

_TEXT = st.text(max_size=20)
_VALUES = st.one_of(_TEXT, st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.tuples(_TEXT, _TEXT))
_OFFERS = st.builds(
    Offer,
    id=_TEXT,
    shop_id=_TEXT,
    number=st.integers(0, 2**31),
    product_id=_TEXT,
    slug=_TEXT,
    title=_TEXT,
    brand=st.none() | _TEXT,
    features=st.lists(_TEXT, max_size=3).map(tuple),
    categories=st.lists(st.tuples(_TEXT, _TEXT), max_size=2).map(tuple),
    attributes=st.lists(st.builds(Attribute, name=_TEXT, value=_VALUES, unit=st.none() | _TEXT), max_size=4).map(tuple),
    specifications=st.lists(st.builds(Specification, label=_TEXT, text=_TEXT), max_size=3).map(tuple),
    images=st.lists(st.builds(Image, source=_TEXT, alt=_TEXT), max_size=2).map(tuple),
    variants=st.lists(
        st.builds(
            Variant,
            id=_TEXT,
            options=st.tuples(st.builds(VariantOption, name=_TEXT, value=_TEXT)),
            price=st.integers(0, 10**9),
            stock=st.none() | st.integers(0, 99),
        ),
        max_size=2,
    ).map(tuple),
    price=st.none() | st.integers(0, 10**9),
    condition=st.sampled_from(OfferCondition),
    bundle_of=st.lists(_TEXT, max_size=2).map(tuple),
    bought_together=st.lists(_TEXT, max_size=2).map(tuple),
    rating=st.none() | st.floats(1, 5),
    listed_on=st.dates(),
    featured=st.booleans(),
)


@given(_OFFERS)
def test_an_offer_comes_back_as_it_was(offer: Offer) -> None:
    read = offer_from_json(record_json(offer))
    assert read == offer == Offer.model_validate_json(record_json(offer))
    assert [type(one.value) for one in read.attributes] == [type(one.value) for one in offer.attributes]
    assert record_json(read) == record_json(offer)


def test_synthetic_offers_come_back_as_they_were() -> None:
    offers = synthesize(3, default_assortments(["one", "two"]), offers=200).offers
    assert [offer_from_json(record_json(offer)) for offer in offers] == list(offers)


_ROWS = st.text(alphabet='"\\}]{[,:ab', max_size=12) | st.sampled_from(
    ['"}]', '\\"}]', "}],", '"},{"label":"', '"specifications":[{"label":"', '}],"specifications":[{"label":"', "\\"]
)


@given(
    attributes=st.lists(st.builds(Attribute, name=_ROWS, value=_ROWS | st.tuples(_ROWS, _ROWS)), max_size=3).map(tuple),
    specifications=st.lists(st.builds(Specification, label=_ROWS, text=_ROWS), max_size=3).map(tuple),
    title=_ROWS,
    features=st.lists(_ROWS, max_size=2).map(tuple),
    sku=_ROWS,
)
def test_texts_that_look_like_the_borders_of_facts_are_texts(**fields: Any) -> None:
    offer = Offer(id="a/1", shop_id="a", number=1, product_id="p", slug="s", **fields)
    read = offer_from_json(record_json(offer))
    assert read == offer == Offer.model_validate_json(record_json(offer))
    assert record_json(read) == record_json(offer)
    assert read.model_fields_set == Offer.model_validate_json(record_json(offer)).model_fields_set


def test_facts_are_shared_between_offers() -> None:
    one, other = (
        offer_from_json(
            record_json(
                Offer(
                    id=f"a/{number}",
                    shop_id="a",
                    number=number,
                    product_id="p",
                    slug="s",
                    title="t",
                    attributes=(Attribute(name="colour", value="red"),),
                    specifications=(Specification(label="Colour", text="Red"),),
                )
            )
        )
        for number in (1, 2)
    )
    assert one.attributes[0] is other.attributes[0]
    assert one.specifications[0] is other.specifications[0]


@pytest.mark.parametrize("payload", [b"{}", b'{"id":"a/1","colour":"red"}'])
def test_what_is_no_offer_is_refused(payload: bytes) -> None:
    with pytest.raises(ValidationError):
        offer_from_json(payload)
