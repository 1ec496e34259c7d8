"""Variants of an offer: their axes, which one is meant, and the controls they are chosen with."""

from __future__ import annotations

import orjson

from shopworld.catalog import Offer, Variant
from shopworld.shop.browsing.filters import swatch_of
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.extras import has_extras
from shopworld.shop.pages import SelectorValue, VariantSelector
from shopworld.shop.presentation import largest_quantity, stock_text
from shopworld.shop.shop import Shop
from shopworld.shop.state import ShopState

_COLOUR_WORDS = frozenset({"colour", "color"})
_SIZE_WORDS = ("size", "capacity", "length", "storage", "memory")
_MOST_RADIO_BUTTONS = 4
"""Values of an axis that stand as radio buttons where the shop has drop-downs too."""


def option_names(offer: Offer) -> tuple[str, ...]:
    """Names of the axes of an offer's variants, in the order of the first one."""
    return tuple(option.name for option in offer.variants[0].options) if offer.variants else ()


def option_values(offer: Offer, axis: int) -> tuple[str, ...]:
    """The values of an axis, in the order of the variants."""
    return tuple(dict.fromkeys(variant.options[axis].value for variant in offer.variants))


def matching_variant(offer: Offer, options: tuple[str, ...]) -> Variant | None:
    """The variant with these values; None where one is missing or none is like that."""
    wanted = tuple(option.casefold() for option in options)
    return next(
        (one for one in offer.variants if tuple(option.value.casefold() for option in one.options) == wanted), None
    )


def pictured_variant(offer: Offer, options: tuple[str, ...]) -> Variant | None:
    """The first variant with all values that are chosen; None where none is chosen or none is like that."""
    if not any(options):
        return None
    wanted = tuple(option.casefold() for option in options)
    return next(
        (
            one
            for one in offer.variants
            if all(option in {"", own.value.casefold()} for option, own in zip(wanted, one.options, strict=True))
        ),
        None,
    )


def control_of(capabilities: Capabilities, axis: str, values: int) -> str:
    """The control of an axis: swatches for colours, buttons for sizes, and what else the shop has for the rest.

    Args:
        capabilities: of the shop.
        axis: its name.
        values: how many it has; short lists are radio buttons, long ones drop down, where the shop has both.
    """
    controls = capabilities.product.variant_selectors or ("dropdown",)
    word = axis.casefold()
    if word in _COLOUR_WORDS and "color_swatch" in controls:
        return "color_swatch"
    if "size_button" in controls and any(one in word for one in _SIZE_WORDS):
        return "size_button"
    others = [one for one in controls if one not in {"color_swatch", "size_button"}]
    if not others:
        return "size_button" if "size_button" in controls else "dropdown"
    if len(others) == 1:
        return others[0]
    return "radio_buttons" if values <= _MOST_RADIO_BUTTONS else "dropdown"


def selectors(shop: Shop, offer: Offer, options: tuple[str, ...]) -> tuple[VariantSelector, ...]:
    """The controls of an offer's axes.

    Args:
        shop: where.
        offer: what.
        options: what is chosen on each axis; empty text where nothing is.
    """
    made = []
    for axis, name in enumerate(option_names(offer)):
        chosen = options[axis].casefold()
        values = option_values(offer, axis)
        control = control_of(shop.capabilities, name, len(values))
        made.append(
            VariantSelector(
                name=f"option_{axis + 1}",
                label=name,
                control=control,
                values=tuple(
                    SelectorValue(
                        value=value,
                        selected=value.casefold() == chosen,
                        available=any(
                            variant.options[axis].value == value and largest_quantity(offer, variant) > 0
                            for variant in offer.variants
                        ),
                        swatch=swatch_of(value) if control == "color_swatch" else "",
                    )
                    for value in values
                ),
            )
        )
    return tuple(made)


def variant_prices(shop: Shop, offer: Offer, state: ShopState) -> str:
    """JSON for the script: option values joined by `|` to price, stock, largest quantity and, where pictures follow
    what is chosen, the variant that they show; empty without variants."""
    if not offer.variants:
        return ""
    rows = {}
    for variant in offer.variants:
        pieces = largest_quantity(offer, variant, state.ordered(offer.id, variant.id))
        price = shop.presentation.price(variant.price, variant.regular_price)
        row: dict[str, str | int] = {
            "price": price.text,
            "regular": price.regular_text,
            "stock": stock_text(offer, pieces),
            "maximum": pieces,
        }
        if has_extras(shop.specification):
            row["picture"] = variant.id
        rows["|".join(option.value for option in variant.options)] = row
    return orjson.dumps(rows).decode()
