"""The picture of an offer: colour, build and lettering from what is known about it."""

from __future__ import annotations

from random import Random

from shopworld.catalog import KINDS, OTHER_ELECTRONICS, PC_COMPONENTS, PC_PERIPHERALS, PICTURED, Offer
from shopworld.pictures.appearance import appearance_of
from shopworld.pictures.drawing import draw_picture, drawing_for

_SHAPE_ATTRIBUTES = (
    "form_factor",
    "cooler_type",
    "radiator_size",
    "kit",
    "layout",
    "connector",
    "connection",
    "design",
    "shape",
    "material",
    "bag_type",
    "card_type",
    "lens_type",
    "drive_size",
    "system",
    "mesh",
    "curved",
    "ports",
)
SHOWN_ATTRIBUTES = frozenset((*_SHAPE_ATTRIBUTES, "colour", "resolution"))
"""Attributes that a picture shows, also where the page says nothing of them: a usual colour, a plain build."""
_USUAL_COLOURS = {
    "processor": "silver",
    "hard_drive": "blue",
    "cable": "black",
    "thermal_paste": "grey",
    "screen_protector": "clear",
    "camera_bag": "grey",
}
_ELECTRONICS = frozenset({"", PC_COMPONENTS, PC_PERIPHERALS, OTHER_ELECTRONICS})
"""Departments whose offers state their build; of other goods the title tells it: a French press, a bomber jacket."""
_MATERIAL_COLOURS = (
    "stainless steel",
    "cast iron",
    "carbon steel",
    "copper",
    "gold",
    "silver",
    "walnut",
    "wood",
    "bamboo",
    "acacia",
    "leather",
    "steel",
    "aluminum",
)
_WOODEN = {
    "walnut": "#6d4a33",
    "wood": "#b98a5c",
    "bamboo": "#d3b179",
    "acacia": "#9a6a42",
    "leather": "tan",
    "steel": "silver",
    "aluminum": "silver",
}
"""Colours of materials that are no names of colours."""
_PLEASANT = (
    "sage green",
    "sand",
    "navy blue",
    "terracotta orange",
    "charcoal black",
    "cream",
    "teal",
    "burgundy red",
    "slate grey",
    "mustard yellow",
)
"""Colours of goods of which nothing is known, by their number."""
_WORDS = {
    "full size": "full",
    "tkl": "compact",
    "75 percent": "compact",
    "60 percent": "compact",
    "home": "tower",
    "tele zoom": "tele",
    "microsd": "micro",
    "sd": "standard",
    "so-dimm": "sodimm",
    "mini tower": "midi",
    "mini-itx": "mini",
    "m.2 2280": "m.2",
    "2.5-inch": "2.5",
}


def draw_offer(offer: Offer, *, view: str = "front", background: str | None = None) -> str:
    """Draws an offer; all offers of one product look alike, whichever shop sells it.

    Args:
        offer: the offer.
        view: one of `ALL_VIEWS`.
        background: colour behind it, see `draw_picture`.

    Returns:
        the SVG document as text.
    """
    return draw_picture(
        offer.kind,
        colour=_colour(offer),
        seed=offer.product_id,
        view=view,
        background=background,
        label=offer.brand,
        shape=_shape(offer),
        swatch=_swatch(offer),
        facts=appearance_of(offer),
    )


def drawing_of(offer: Offer) -> str:
    """The name of an offer's drawing, which kinds may share."""
    return drawing_for(offer.kind, _shape(offer)).__qualname__


def _swatch(offer: Offer) -> tuple[str, str, str] | None:
    """Colour, pattern and size, where the picture alone tells them; None where the page tells all."""
    told = [offer.attribute(f"{PICTURED}{name}") for name in ("colour", "pattern", "size")]
    if not any(told):
        return None
    pattern, size = (str(one.value) if one is not None else "" for one in told[1:])
    return _colour(offer), pattern, size


def _colour(offer: Offer) -> str:
    attribute = offer.attribute(f"{PICTURED}colour") or offer.attribute("colour")
    if attribute is not None:
        value = attribute.value[0] if isinstance(attribute.value, tuple) and attribute.value else attribute.value
        if isinstance(value, str):
            return value
    if _is_electronic(offer):
        return _USUAL_COLOURS.get(offer.kind, "black")
    material = offer.attribute("material")
    stated = material.value.lower() if material is not None and isinstance(material.value, str) else ""
    named = next((one for one in _MATERIAL_COLOURS if one in stated), None)
    return _WOODEN.get(named, named) if named else Random(f"{offer.product_id}:colour").choice(_PLEASANT)


def _is_electronic(offer: Offer) -> bool:
    kind = KINDS.get(offer.kind)
    return not offer.kind if kind is None else kind.department in _ELECTRONICS


def _shape(offer: Offer) -> str:
    if not _is_electronic(offer):
        return offer.title.lower()
    words = []
    for attribute in offer.attributes:
        if attribute.name not in _SHAPE_ATTRIBUTES:
            continue
        value = attribute.value
        if isinstance(value, bool):
            words.append(
                {"mesh": "mesh", "curved": "curved"}[attribute.name]
                if value and attribute.name in ("mesh", "curved")
                else ""
            )
        elif isinstance(value, tuple):
            words.extend(value)
        elif isinstance(value, str):
            words.append(_WORDS.get(value, value))
        else:
            words.append(f"{value:g}")
    if offer.kind == "monitor" and (resolution := offer.attribute("resolution")) and resolution.value == "3440 x 1440":
        words.append("ultrawide")
    return " ".join(one for one in words if one)
