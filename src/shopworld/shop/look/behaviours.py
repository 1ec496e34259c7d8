"""What scripts of storefronts do: one declared set of behaviours, each driven by data attributes.

A family's script is put together from these; whoever carries them out in another way (a reader of pages without a
browser, another client) needs no more than this table. Pages are complete without any of them but for
`client_listing`, whose data stands in the page as JSON-LD too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shopworld.shop.capabilities import Capabilities, FilterControl, SectionType

_FOLDER = Path(__file__).parent / "static" / "behaviours"


@dataclass(frozen=True, slots=True)
class ScriptBehaviour:
    """One thing that a script does.

    Attributes:
        name: of its file under `static/behaviours/`.
        attributes: data attributes that it looks for.
        does: what a visitor meets.
    """

    name: str
    attributes: tuple[str, ...]
    does: str


BEHAVIOURS: tuple[ScriptBehaviour, ...] = (
    ScriptBehaviour(
        "panels",
        ("data-toggles", "data-closes", "data-closable", "data-modal", "data-panel", "data-focuses"),
        "a control shows or hides what it names; Escape and, but for modal panels, a click elsewhere close it",
    ),
    ScriptBehaviour("panel_buttons", ("data-toggles",), "what opens a panel is a button, not a link"),
    ScriptBehaviour(
        "suggestions",
        ("data-suggest", "data-suggestions", "data-suggest-first"),
        "the answer of the named address stands under the search field 120 ms after the last key",
    ),
    ScriptBehaviour(
        "stepper", ("data-stepper", "data-line"), "minus and plus beside a number; in the cart they send the form"
    ),
    ScriptBehaviour("auto_submit", ("data-auto-submit", "data-without-script"), "a form is sent once a choice is made"),
    ScriptBehaviour(
        "carousel",
        ("data-gallery", "data-stage", "data-thumbs", "data-carousel", "data-track", "data-previous", "data-next"),
        "links and buttons move a row of pictures or products",
    ),
    ScriptBehaviour(
        "variants",
        ("data-variants", "data-price", "data-price-now", "data-old-price", "data-stock-text"),
        "price, stock and largest quantity of the chosen variant, from the JSON of the form",
    ),
    ScriptBehaviour("pictures", ("data-variants", "data-pictures"), "pictures follow the chosen variant"),
    ScriptBehaviour("totals", ("data-total", "data-order-total", "data-order-shipping"), "the total follows"),
    ScriptBehaviour("tabs", ("data-tabs", "data-tab"), "sections with a heading become tabs"),
    ScriptBehaviour("load_more", ("data-load-more", "data-pages"), "products of the next page go below these"),
    ScriptBehaviour("slider", ("data-slider",), "two thumbs of one range keep their order and say their values"),
    ScriptBehaviour("endless", ("data-end",), "the link to the next page is followed when it is scrolled to"),
    ScriptBehaviour(
        "client_listing",
        (
            "data-client-listing",
            "data-cards",
            "data-part",
            "data-client-filters",
            "data-pages",
            "data-chosen",
            "data-more",
        ),
        "products are fetched as JSON from the page's own address and drawn by a template",
    ),
)
"""All of them, in the order of the script."""

FINISHED = ("panels", "suggestions", "stepper", "auto_submit", "carousel", "variants", "totals", "tabs", "load_more")
"""Those of shops that wear a finished design."""

_MOVED = frozenset(
    {
        SectionType.HERO_CAROUSEL,
        SectionType.PRODUCT_CAROUSEL,
        SectionType.UGC_VIDEO_CAROUSEL,
        SectionType.RECIPE_CAROUSEL,
        SectionType.ARTICLE_CAROUSEL,
    }
)
"""Sections that are rows to be moved."""


def asked_for(capabilities: Capabilities) -> frozenset[str]:
    """The behaviours that a storefront cannot do without: what its capabilities promise and pages alone cannot do."""
    can = capabilities
    wanted = {
        "suggestions": can.search.has_predictive,
        "panels": can.cart.type in ("drawer", "popover"),
        "panel_buttons": can.cart.type in ("drawer", "popover"),
        "carousel": can.product.gallery_style == "horizontal_carousel_with_prev_next"
        or any(one in _MOVED for one in can.homepage.section_types),
        "tabs": can.product.description_layout == "tabs",
        "endless": can.collection.pagination == "infinite_scroll",
        "load_more": can.collection.pagination in ("infinite_scroll", "load_more"),
        "slider": any(one.control is FilterControl.SLIDER for one in can.collection.filters),
    }
    return frozenset(name for name, needed in wanted.items() if needed)


def script_of(names: Iterable[str]) -> bytes:
    """The script that does these and nothing else; empty for none."""
    chosen = set(names)
    return _joined(tuple(one.name for one in BEHAVIOURS if one.name in chosen))


@cache
def _joined(names: tuple[str, ...]) -> bytes:
    if not names:
        return b""
    files = (_FOLDER / f"{name}.js" for name in ("core", *names))
    return b"(() => {\n" + b"\n".join(file.read_bytes() for file in files) + b"})();\n"
