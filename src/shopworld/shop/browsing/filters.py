"""The filters of a listing as pages print them: only those that have values, in the order of the specification."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from shopworld.catalog import FacetValue, SearchResult
from shopworld.money import plain_short
from shopworld.pictures import COLOURS, hex_of
from shopworld.shop.browsing.listing_request import ListingRequest, address_of
from shopworld.shop.capabilities import Filter, FilterControl
from shopworld.shop.look.stylesheet import is_composed
from shopworld.shop.pages import FilterValueView, FilterView, Link
from shopworld.shop.shop import Shop

_MOST_VALUES = 24
"""Values of a list of boxes or swatches: the most frequent."""
_MOST_OPTIONS = 60
"""Values of a drop-down, in alphabetical order."""
_LABELS = {
    "brand": "Brand",
    "price": "Price",
    "availability": "Availability",
    "on_sale": "Offers",
    "rating": "Customer rating",
}
_AMERICAN = frozenset({"US"})
"""Countries that write `color`."""
_WORN = ("xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl", "one size", "small", "medium", "large", "extra large")
"""Sizes that have names, in their order."""
_ROUND_EDGES = tuple(int(digit * 10**power) for power in range(2, 7) for digit in (1, 2.5, 5))
"""Edges of price ranges in cents, of which a listing takes those that fit it: 1, 2.50, 5, 10, 25, …"""
_BUCKET_EDGES = (2_500, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Edges of price ranges in cents."""


def filter_label(name: str, country: str = "") -> str:
    """What a filter is called: `attribute.memory_type` is `Memory type`; spelt as the country spells it."""
    if name in _LABELS:
        return _LABELS[name]
    if name == "attribute.colour" and country in _AMERICAN:
        return "Color"
    return name.removeprefix("attribute.").replace("_", " ").capitalize()


def value_label(name: str, value: str, *, composed: bool = False) -> str:
    """What a value of a filter is called; composed shops begin all values with a capital."""
    match name:
        case "availability":
            return "In stock"
        case "on_sale":
            return "On sale"
        case "rating":
            return "1 star and up" if value == "1" else f"{value} stars and up"
        case "attribute.colour":
            return value.capitalize()
        case _ if composed and name.startswith("attribute."):
            return value[:1].upper() + value[1:]
        case _:
            return value


def swatch_of(text: str) -> str:
    """The CSS colour of a colour's name; empty where nobody knows it."""
    known = any(word in COLOURS for word in text.casefold().replace("-", " ").split())
    return hex_of(text.casefold()) if known else ""


def filter_views(shop: Shop, request: ListingRequest, result: SearchResult) -> tuple[FilterView, ...]:
    """All filters that have something to choose."""
    views = []
    composed = is_composed(shop.specification.style)
    for name, one in shop.listing_rules.filters.items():
        fitting = _fitting(name, one) if composed else one
        if name != "price":
            view = _value_view(shop, name, fitting, request, result)
            if view is not None and composed and name == "rating" and fitting.control is FilterControl.BUCKETS:
                view = replace(view, single=True)
        else:
            view = (_composed_price if composed else _price_view)(shop, fitting, request, result)
        if view is not None:
            views.append(view)
    return tuple(views)


def _fitting(name: str, one: Filter) -> Filter:
    """The filter with a control that can be used for what it is about: words cannot be slid, prices have no colour."""
    if name == "price":
        fits = one.control is not FilterControl.SWATCH
    else:
        fits = one.control not in {FilterControl.SLIDER, FilterControl.MIN_MAX}
    return one if fits else one.model_copy(update={"control": FilterControl.CHECKBOX})


def _composed_price(shop: Shop, one: Filter, request: ListingRequest, result: SearchResult) -> FilterView | None:
    """The price filter of a composed shop, with any control: ranges to choose from, fields, or a slider."""
    view = _price_view(shop, one, request, result)
    if view is None or result.price_range is None:
        return None
    presentation = shop.presentation
    if one.control in {FilterControl.SLIDER, FilterControl.MIN_MAX}:
        low, high = int(view.minimum), max(int(view.maximum), int(view.minimum) + 1)
        start = min(max(float(view.chosen_minimum or low), low), high)
        end = min(max(float(view.chosen_maximum or high), start), high)
        foreign = presentation.currency != shop.identity.currency
        return replace(
            view,
            label=f"{view.label} ({shop.identity.currency})" if foreign else view.label,
            unit_text=presentation.whole_amount("0"),
            minimum_text=presentation.whole_amount(view.chosen_minimum or view.minimum),
            maximum_text=presentation.whole_amount(view.chosen_maximum or view.maximum),
            start_percent=f"{(start - low) * 100 / (high - low):.1f}",
            range_percent=f"{(end - start) * 100 / (high - low):.1f}",
        )
    values = tuple(_price_ranges(shop, request, *result.price_range))
    if len(values) < 2 and request.price_min is None and request.price_max is None:
        return None
    return replace(view, values=values, single=one.control is FilterControl.BUCKETS)


def _price_ranges(shop: Shop, request: ListingRequest, low: int, high: int) -> Iterator[FilterValueView]:
    """At most six ranges with round edges that divide the prices there are; value `MIN-MAX`."""
    inner = [edge for edge in _ROUND_EDGES if low < edge < high]
    step = -(-len(inner) // 5)
    edges = (None, *inner[step - 1 :: step], None) if inner else (None, None)
    money = shop.presentation.money
    for start, end in pairwise(edges):
        if start is None:
            label = f"Up to {money(end)}" if end is not None else "All prices"
        else:
            label = f"{money(start)} to {money(end)}" if end is not None else f"{money(start)} and more"
        value = f"{plain_short(start) if start is not None else ''}-{plain_short(end) if end is not None else ''}"
        chosen = request.price_min is not None or request.price_max is not None
        inside = (start or 0) >= (request.price_min or 0) and (
            request.price_max is None or (end is not None and end <= request.price_max)
        )
        yield FilterValueView(value, label, 0, selected=chosen and inside)


def _value_view(shop: Shop, name: str, one: Filter, request: ListingRequest, result: SearchResult) -> FilterView | None:
    facet = name.replace("attribute.", "attribute:", 1)
    chosen = request.values.get(name, ())
    composed = is_composed(shop.specification.style)
    values = tuple(_choices(name, one, result.facets.get(facet, ()), chosen, composed=composed))
    if not values:
        return None
    label = filter_label(name, shop.identity.country)
    return FilterView(name=name, label=label, control=one.control.value, values=values)


def _choices(
    name: str, one: Filter, counted: tuple[FacetValue, ...], chosen: tuple[str, ...], *, composed: bool
) -> Iterator[FilterValueView]:
    """The most frequent values, and those that were chosen whether they are frequent or not."""
    if name in {"availability", "on_sale"}:
        counted = tuple(value for value in counted if value.value in {"in-stock", "1"})
    elif name == "rating":
        counted = tuple(value for value in counted if value.count)
    drops_down = one.control is FilterControl.DROP_DOWN
    most = _MOST_OPTIONS if drops_down else _MOST_VALUES
    listed = counted[:most] + tuple(value for value in counted[most:] if value.value in chosen)
    if drops_down:
        listed = tuple(sorted(listed, key=lambda value: (value.label.casefold(), value.value)))
    present = {value.value for value in listed}
    missing = tuple(FacetValue(value, value, 0) for value in chosen if value not in present)
    ordered = _by_size(listed) if composed and name == "attribute.size" else _ordered(name, listed)
    for value in (*ordered, *missing):
        text = value.value if name in {"availability", "on_sale", "rating"} else value.label
        yield FilterValueView(
            value=value.value,
            label=value_label(name, text, composed=composed),
            count=value.count,
            selected=value.value in chosen,
            swatch=swatch_of(value.label) if one.control is FilterControl.SWATCH else "",
        )


def _ordered(name: str, values: tuple[FacetValue, ...]) -> list[FacetValue]:
    """Sizes by number, the rest as counted."""
    if name.startswith("attribute."):
        numbers = [_leading_number(value.label) for value in values]
        if values and all(number is not None for number in numbers):
            return sorted(values, key=lambda value: (_leading_number(value.label) or 0.0, value.label))
    return list(values)


def _by_size(values: tuple[FacetValue, ...]) -> list[FacetValue]:
    """Sizes from small to large: those with names, then numbers unit by unit, then what is neither, as counted."""

    def rank(value: FacetValue) -> tuple[int, str, float]:
        text = value.label.casefold()
        if text in _WORN:
            return 0, "", float(_WORN.index(text))
        number, _, unit = text.partition(" ")
        return (2, "", 0.0) if _leading_number(number) is None else (1, unit, _leading_number(number) or 0.0)

    return sorted(values, key=rank)


def _leading_number(text: str) -> float | None:
    number, _, unit = text.partition(" ")
    try:
        return float(number) * (1_000 if unit == "TB" else 1)
    except ValueError:
        return None


def _price_view(shop: Shop, one: Filter, request: ListingRequest, result: SearchResult) -> FilterView | None:
    if result.price_range is None:
        return None
    low, high = result.price_range
    return FilterView(
        name="price",
        label=filter_label("price"),
        control=one.control.value,
        values=tuple(_buckets(shop, request, low, high)) if one.control is FilterControl.BUCKETS else (),
        minimum=str(low // 100),
        maximum=str(-(-high // 100)),
        chosen_minimum="" if request.price_min is None else plain_short(request.price_min),
        chosen_maximum="" if request.price_max is None else plain_short(request.price_max),
    )


def _buckets(shop: Shop, request: ListingRequest, low: int, high: int) -> Iterator[FilterValueView]:
    """Price ranges that meet the prices there are; form field `price`, value `MIN-MAX`, one choice."""
    money = shop.presentation.money
    edges = (None, *_BUCKET_EDGES, None)
    for start, end in pairwise(edges):
        if (start is not None and start > high) or (end is not None and end < low):
            continue
        if start is None:
            label = f"Up to {money(end or 0)}"
        else:
            label = f"{money(start)} to {money(end)}" if end is not None else f"{money(start)} and more"
        value = f"{plain_short(start) if start is not None else ''}-{plain_short(end) if end is not None else ''}"
        yield FilterValueView(value, label, 0, selected=(request.price_min, request.price_max) == (start, end))


def active_filters(shop: Shop, base: str, request: ListingRequest) -> tuple[Link, ...]:
    """What is chosen, each with the address without it."""
    composed = is_composed(shop.specification.style)
    links = [
        Link(
            f"{filter_label(name, shop.identity.country)}: {value_label(name, value, composed=composed)}",
            address_of(base, request.without(name, value)),
        )
        for name, values in request.values.items()
        for value in values
    ]
    if request.price_min is not None or request.price_max is not None:
        low = shop.presentation.money(request.price_min) if request.price_min is not None else ""
        high = shop.presentation.money(request.price_max) if request.price_max is not None else ""
        text = f"{low} to {high}" if low and high else (f"from {low}" if low else f"up to {high}")
        links.append(Link(f"Price: {text}", address_of(base, request.without_price())))
    return tuple(links)
