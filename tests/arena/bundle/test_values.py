"""Values as text and as data."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.bundle.values import flat, text_of, value_of, value_types
from shopworld.shop.capabilities import Capabilities, Collection, Filter, FilterControl, SectionType, SortKey

filters: st.SearchStrategy[Filter] = st.builds(
    Filter, name=st.sampled_from(["price", "brand", "on_sale", "screen_size"]), control=st.sampled_from(FilterControl)
)
capabilities: st.SearchStrategy[Capabilities] = st.builds(
    Capabilities,
    tone=st.lists(st.sampled_from(["calm", "warm", "direct-to-consumer"])).map(tuple),
    collection=st.builds(
        Collection,
        filters=st.lists(filters).map(tuple),
        sort=st.lists(st.sampled_from(SortKey)).map(tuple),
        pagination=st.sampled_from(["numbered", "load_more", "infinite_scroll", "none"]),
    ),
)


@given(capabilities)
def test_every_value_survives_being_written_in_a_manual(one: Capabilities) -> None:
    for name, value in flat(one.model_dump(mode="json")):
        assert value_of(name, text_of(value)) == value


def test_lists_numbers_and_answers_are_written_for_people() -> None:
    assert text_of([SectionType.HERO_CAROUSEL.value, "promo_banner"]) == "hero_carousel, promo_banner"
    values: tuple[object, ...] = (None, True, False, 0.5, 5499.0, [])
    assert [text_of(one) for one in values] == ["unknown", "yes", "no", "0.5", "5499", "none"]


def test_all_parts_have_names() -> None:
    assert {"cart.type", "stats.price.median", "style.palette.border", "promises.warranty"} <= set(value_types())
