"""Which partial templates a storefront is put together from.

A shop wears a finished design (its style names a character with a stylesheet of its own), or it is composed: put
together from the vocabulary and the style tokens alone. Composed shops have partials of their own, in folders named
`composed`; finished designs stay as they are.

The capability vocabulary decides most of it. Four choices that the vocabulary leaves open are read from
`capabilities.other` by dotted name (`site_shell.navigation`, `site_shell.footer`, `collection.filter_placement`,
`collection.card`); where one is missing or not known, it follows from the vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.capabilities import Capabilities, FilterControl, HeaderStyle

NAVIGATIONS = ("mega_menu", "drop_down", "side_list", "bar")
FOOTERS = ("columns", "centered", "compact")
FILTER_PLACEMENTS = ("sidebar", "top", "panel")
CARDS = ("standard", "quiet", "row", "ticket")


@dataclass(frozen=True, slots=True)
class Structure:
    """Names of partials: each names a file of the folder of the same noun under `templates/`."""

    header: str
    navigation: str
    footer: str
    filters: str
    card: str
    pagination: str
    gallery: str
    description: str
    cart: str
    checkout: str
    search: str
    footer_layout: str = "columns"
    results: str = "grid_with_filters"
    """Layout of search results."""
    composed: bool = False


def structure_of(capabilities: Capabilities, *, composed: bool = False) -> Structure:
    """The structure that these capabilities ask for.

    Args:
        capabilities: of the shop.
        composed: whether the shop wears no finished design.
    """
    shell, collection = capabilities.site_shell, capabilities.collection
    footer = _chosen(capabilities, "site_shell.footer", FOOTERS, "columns")
    own = _navigation(capabilities)
    return Structure(
        header=f"composed/{shell.header_style.value}" if composed else shell.header_style.value,
        navigation=("composed/mega" if shell.has_mega_menu else "composed/flyouts")
        if composed
        else _chosen(capabilities, "site_shell.navigation", NAVIGATIONS, own),
        footer="composed" if composed else footer,
        footer_layout=footer,
        results=capabilities.search.results_layout if composed else "grid_with_filters",
        composed=composed,
        filters=_chosen(capabilities, "collection.filter_placement", FILTER_PLACEMENTS, _placement(capabilities)),
        card=_chosen(capabilities, "collection.card", CARDS, "row" if collection.layout == "list" else "standard"),
        pagination="composed/infinite_scroll"
        if composed and collection.pagination == "infinite_scroll"
        else collection.pagination,
        gallery=capabilities.product.gallery_style,
        description=capabilities.product.description_layout,
        cart=capabilities.cart.type,
        checkout=capabilities.checkout.flow,
        search=capabilities.search.trigger,
    )


def _chosen(capabilities: Capabilities, name: str, known: tuple[str, ...], default: str) -> str:
    value = capabilities.other.get(name, default)
    return value if value in known else default


def _navigation(capabilities: Capabilities) -> str:
    shell = capabilities.site_shell
    if shell.has_mega_menu:
        return "mega_menu"
    if shell.header_style is HeaderStyle.SEARCH_FIRST:
        return "side_list"
    return "drop_down" if shell.nav_depth > 1 else "bar"


def _placement(capabilities: Capabilities) -> str:
    controls = {one.control for one in capabilities.collection.filters}
    return "top" if controls and controls <= {FilterControl.DROP_DOWN, FilterControl.MIN_MAX} else "sidebar"
