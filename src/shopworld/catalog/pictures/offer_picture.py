"""The picture of an offer: colour, build and lettering from what is known about it."""

from __future__ import annotations

from shopworld.catalog.model import Offer
from shopworld.catalog.pictures.drawing import draw_picture

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
_USUAL_COLOURS = {
    "processor": "silver",
    "hard_drive": "blue",
    "cable": "black",
    "thermal_paste": "grey",
    "screen_protector": "clear",
    "camera_bag": "grey",
}
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
        view: `front`, `angle`, `detail` or `box`.
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
    )


def _colour(offer: Offer) -> str:
    attribute = offer.attribute("colour")
    if attribute is not None:
        value = attribute.value[0] if isinstance(attribute.value, tuple) and attribute.value else attribute.value
        if isinstance(value, str):
            return value
    return _USUAL_COLOURS.get(offer.kind, "black")


def _shape(offer: Offer) -> str:
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
