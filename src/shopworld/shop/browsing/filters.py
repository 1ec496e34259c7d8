"""The filters of a listing as pages print them: only those that have values, in the order of the specification."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from shopworld.catalog.pictures.colours import COLOURS, hex_of
from shopworld.catalog.query import FacetValue, SearchResult
from shopworld.shop.browsing.listing_request import ListingRequest, address_of, write_cents
from shopworld.shop.capabilities import Filter, FilterControl
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
_BUCKET_EDGES = (2_500, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Edges of price ranges in cents."""


def filter_label(name: str) -> str:
    """What a filter is called: `attribute.memory_type` is `Memory type`."""
    if name in _LABELS:
        return _LABELS[name]
    return name.removeprefix("attribute.").replace("_", " ").capitalize()


def value_label(name: str, value: str) -> str:
    """What a value of a filter is called."""
    match name:
        case "availability":
            return "In stock"
        case "on_sale":
            return "On sale"
        case "rating":
            return f"{value} stars and up"
        case "attribute.colour":
            return value.capitalize()
        case _:
            return value


def swatch_of(text: str) -> str:
    """The CSS colour of a colour's name; empty where nobody knows it."""
    known = any(word in COLOURS for word in text.casefold().replace("-", " ").split())
    return hex_of(text.casefold()) if known else ""


def filter_views(shop: Shop, request: ListingRequest, result: SearchResult) -> tuple[FilterView, ...]:
    """All filters that have something to choose."""
    views = []
    for name, one in shop.listing_rules.filters.items():
        view = _price_view(shop, one, request, result) if name == "price" else _value_view(name, one, request, result)
        if view is not None:
            views.append(view)
    return tuple(views)


def _value_view(name: str, one: Filter, request: ListingRequest, result: SearchResult) -> FilterView | None:
    facet = name.replace("attribute.", "attribute:", 1)
    chosen = request.values.get(name, ())
    values = tuple(_choices(name, one, result.facets.get(facet, ()), chosen))
    if not values:
        return None
    return FilterView(name=name, label=filter_label(name), control=one.control.value, values=values)


def _choices(
    name: str, one: Filter, counted: tuple[FacetValue, ...], chosen: tuple[str, ...]
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
    for value in (*_ordered(name, listed), *missing):
        yield FilterValueView(
            value=value.value,
            label=value_label(name, value.value if name in {"availability", "on_sale", "rating"} else value.label),
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
        chosen_minimum="" if request.price_min is None else write_cents(request.price_min),
        chosen_maximum="" if request.price_max is None else write_cents(request.price_max),
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
        value = f"{write_cents(start) if start is not None else ''}-{write_cents(end) if end is not None else ''}"
        yield FilterValueView(value, label, 0, selected=(request.price_min, request.price_max) == (start, end))


def active_filters(shop: Shop, base: str, request: ListingRequest) -> tuple[Link, ...]:
    """What is chosen, each with the address without it."""
    links = [
        Link(f"{filter_label(name)}: {value_label(name, value)}", address_of(base, request.without(name, value)))
        for name, values in request.values.items()
        for value in values
    ]
    if request.price_min is not None or request.price_max is not None:
        low = shop.presentation.money(request.price_min) if request.price_min is not None else ""
        high = shop.presentation.money(request.price_max) if request.price_max is not None else ""
        text = f"{low} to {high}" if low and high else (f"from {low}" if low else f"up to {high}")
        links.append(Link(f"Price: {text}", address_of(base, request.without_price())))
    return tuple(links)
