"""Whatever a file holds: it is read, or its fault is named; what was read makes a shop."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from shop_samples import make_data, make_identity, make_product

from shopworld.errors import InputError
from shopworld.shop.data import DATA_FILES, content_of, offers_of, read_shop_data, reviews_of, write_shop_data
from shopworld.shop.data.checking import contradictions
from shopworld.shop.schemes import SHOPIFY, WOOCOMMERCE, product_slug

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = [*sorted(make_product("mug")), "options", "tags", "details", "published_at", "status", "id", "is_gift_card"]
PLACES = st.sampled_from(DATA_FILES)


def read_or_refuse(files: dict[str, Any]) -> None:
    """Reads data with these files in place of good ones; anything but an `InputError` is a fault of ours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_shop_data(make_data(), folder)
        for file, content in files.items():
            (folder / file).write_text(json.dumps(content), encoding="utf-8")
        try:
            data = read_shop_data(folder)
        except InputError:
            return
    offers = list(offers_of(data, make_identity()))
    assert len({one.id for one in offers}) == len(offers)
    list(reviews_of(data, make_identity()))
    content_of(data)
    contradictions(data)


@given(PLACES, JSON)
def test_any_json_is_read_or_refused(file: str, content: Any) -> None:
    read_or_refuse({file: content})


@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=3))
def test_any_field_of_a_product_is_read_or_refused(changes: dict[str, Any]) -> None:
    read_or_refuse({"products.json": [{**make_product("mug"), **changes}]})


@given(
    st.lists(
        st.fixed_dictionaries(
            {"price": st.sampled_from(["1.00", 2, "3,00"])},
            optional={
                "option1": st.none() | st.text(max_size=6),
                "option2": st.none() | st.text(max_size=6),
                "option3": st.none() | st.text(max_size=6),
                "available": st.none() | st.booleans(),
                "inventory_quantity": st.none() | st.integers(-5, 9),
                "compare_at_price": st.none() | st.sampled_from(["", "0.00", "9.99"]),
            },
        ),
        min_size=1,
        max_size=4,
    ),
    st.lists(st.text(min_size=1, max_size=6), max_size=4),
)
def test_any_variants_make_offers_that_can_be_chosen(variants: list[dict[str, Any]], names: list[str]) -> None:
    data = make_data(products=[make_product("mug", variants=variants, options=[{"name": one} for one in names])])
    [offer] = offers_of(data, make_identity())
    assert offer.price is not None
    assert len({one.id for one in offer.variants}) == len(offer.variants)
    assert len({tuple(option.value for option in one.options) for one in offer.variants}) == len(offer.variants)
    assert len({len(one.options) for one in offer.variants}) <= 1
    if offer.variants:
        assert offer.price == min(one.price for one in offer.variants)


@given(st.text(min_size=1, max_size=12))
def test_any_handle_that_is_taken_has_an_address_that_reads_back(handle: str) -> None:
    try:
        data = make_data(products=[{**make_product("mug"), "handle": handle}])
    except ValueError:
        return
    slug = next(offers_of(data, make_identity())).slug
    for there in (SHOPIFY, WOOCOMMERCE):
        address = there.product(slug)
        assert address.isascii()
        assert product_slug(address) is not None
        assert not {"?", "#", " ", '"', "<"} & set(address)
