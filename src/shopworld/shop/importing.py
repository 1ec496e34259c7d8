"""A shop from data of other people: ShopGym's contract, or the `products.json` that every Shopify shop serves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog.attributes.canonical import canonical_name
from shopworld.catalog.slug import wordpress_slug
from shopworld.errors import InputError
from shopworld.shop.capabilities import (
    Capabilities,
    Collection,
    Filter,
    FilterControl,
    Floating,
    Homepage,
    ProductPageCapabilities,
    SearchCapabilities,
    SectionType,
    SiteShell,
    SortKey,
)
from shopworld.shop.data import (
    CollectionData,
    ProductData,
    ShopData,
    StoreData,
    content_of,
    read_collections,
    read_products,
    read_shop_data,
)
from shopworld.shop.data.checking import contradictions
from shopworld.shop.data.files import COLLECTIONS_FILE, PRODUCTS_FILE, STORE_FILE
from shopworld.shop.folder import ShopFolder, write_shop_folder
from shopworld.shop.look.colours import contrast
from shopworld.shop.specification import Fonts, Identity, Palette, ShippingMethod, ShopSpecification, Style

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_ACCENT, _SECOND_ACCENT, _INK = "#1f4b5f", "#b5651d", "#1c1e21"
_LEAST_CONTRAST = 3.0
_OPTION_FILTERS = 4
"""Axes of variants that become filters: those that most products have."""
_STANDARD, _EXPRESS, _FREE_FROM = 595, 1495, 7500
"""Cents: what delivery costs in an imported shop, until somebody edits `shop.toml`."""
_SECTIONS = (
    SectionType.HERO_CAROUSEL,
    SectionType.CATEGORY_BANNERS_3UP,
    SectionType.FEATURED_PRODUCT_GRID,
    SectionType.FEATURE_CARDS_GRID,
    SectionType.NEWSLETTER_INLINE,
)


@dataclass(frozen=True, slots=True)
class ImportedShop:
    """A shop that was imported.

    Attributes:
        folder: of the shop.
        notes: what in its data does not hold together, one line each.
    """

    folder: ShopFolder
    notes: tuple[str, ...]


def import_shop(source: Path, out: Path, *, name: str = "", currency: str = "", replace: bool = False) -> ImportedShop:
    """Makes a shop folder from data.

    Args:
        source: a folder with ShopGym's contract; or a `products.json` (or a folder with one), with a
            `collections.json` beside it where there is one.
        out: where the shop folder will stand.
        name: of the shop; empty: what the data says, else the folder's name.
        currency: ISO 4217 code; empty: what the data says, else USD.
        replace: whether a shop that stands at `out` is replaced.

    Raises:
        InputError: there is no such data, or it is not as it must be.
        ShopError: something stands at `out` already.
    """
    data = _read(source)
    if name or currency:
        changes = {"name": name, "shop_id": ""} if name else {}
        changes |= {"currency_code": currency} if currency else {}
        data = data.model_copy(update={"store": StoreData.model_validate({**data.store.model_dump(), **changes})})
    capabilities = capabilities_of(data)
    specification = ShopSpecification(
        identity=_identity(data.store),
        capabilities=capabilities,
        style=_style(data.store),
        manual=f"# {data.store.name}\n\n{data.store.description}\n",
    )
    folder = write_shop_folder(out, specification, data, replace=replace)
    return ImportedShop(folder, contradictions(data, capabilities.info_pages_present))


def _read(source: Path) -> ShopData:
    folder = source if source.is_dir() else source.parent
    if not source.exists():
        raise InputError("there is no such file or folder", file=source)
    if source.is_dir() and (folder / STORE_FILE).is_file():
        return read_shop_data(folder)
    products = read_products(folder / PRODUCTS_FILE if source.is_dir() else source)
    listed = read_collections(folder / COLLECTIONS_FILE)
    collections = listed if any(one.product_handles for one in listed) else _collections_by_type(products)
    title = folder.resolve().name.replace("-", " ").replace("_", " ").title() or "Shop"
    return ShopData(store=StoreData(name=title), products=products, collections=collections)


def _collections_by_type(products: Iterable[ProductData]) -> tuple[CollectionData, ...]:
    """One collection for each type of product, where the data says nothing of collections."""
    members: dict[str, list[str]] = {}
    for one in products:
        if one.product_type.strip():
            members.setdefault(one.product_type.strip(), []).append(one.handle)
    handles: dict[str, CollectionData] = {}
    for title, products_of_type in members.items():
        handle = wordpress_slug(title) or "collection"
        before = handles.get(handle)
        named = [*(before.product_handles if before else ()), *products_of_type]
        handles[handle] = CollectionData(
            title=before.title if before else title, handle=handle, product_handles=tuple(named)
        )
    return tuple(handles.values())


def _identity(store: StoreData) -> Identity:
    shop_id = next(
        (one for one in map(wordpress_slug, (store.shop_id, store.name)) if _ID.fullmatch(one.replace("_", "-"))),
        "shop",
    ).replace("_", "-")
    host = f"{shop_id}.example"
    brands = store.payment_settings.accepted_card_brands
    return Identity(
        id=shop_id,
        name=store.name,
        host=host,
        addresses="shopify",
        description=store.description,
        currency=store.currency_code,
        country=store.country_code,
        support_email=f"help@{host}",
        support_phone="+1 202 555 0100",
        shipping=(
            ShippingMethod(
                id="standard",
                name="Standard delivery",
                price=_STANDARD,
                free_from=_FREE_FROM,
                days="3 to 5 working days",
            ),
            ShippingMethod(id="express", name="Express delivery", price=_EXPRESS, days="1 to 2 working days"),
        ),
        payment=("card", "paypal") if brands else ("card",),
    )


def _style(store: StoreData) -> Style:
    colors = store.brand.colors if store.brand else None
    primary = colors.primary if colors and _HEX.fullmatch(colors.primary or "") else None
    second = colors.secondary if colors and _HEX.fullmatch(colors.secondary or "") else None
    accent = primary if primary and contrast(primary, "#ffffff") >= _LEAST_CONTRAST else None
    return Style(
        palette=Palette(
            background="#ffffff",
            foreground=_INK,
            accent_primary=accent or _ACCENT,
            accent_secondary=second or _SECOND_ACCENT,
            surface_muted="#f4f5f3",
            border="#d9dcd8",
        ),
        fonts=Fonts(heading="Manrope", body="Source Sans Pro"),
    )


def capabilities_of(data: ShopData) -> Capabilities:
    """The capabilities that data calls for: filters for what products have, menus as deep as they are."""
    menus = content_of(data).menu("main-menu")
    depth = _depth(menus)
    has_colours = any(canonical_name(one.name) == "colour" for product in data.products for one in product.options)
    return Capabilities(
        descriptor=f"Imported: {data.store.name}",
        site_shell=SiteShell(
            has_announcement_bar=bool(data.store.announcements),
            has_mega_menu=depth > 2,
            nav_depth=max(1, min(depth, 4)),
        ),
        homepage=Homepage(section_count=len(_SECTIONS), section_types=_SECTIONS),
        collection=Collection(
            filters=tuple(_filters(data)),
            sort=(
                SortKey.FEATURED,
                SortKey.PRICE_ASC,
                SortKey.PRICE_DESC,
                SortKey.ALPHABETICALLY_AZ,
                SortKey.ALPHABETICALLY_ZA,
                SortKey.DATE_NEW,
                SortKey.DATE_OLD,
            ),
        ),
        product=ProductPageCapabilities(
            variant_selectors=("color_swatch", "size_button") if has_colours else ("size_button", "dropdown"),
            has_reviews=bool(data.reviews),
        ),
        search=SearchCapabilities(predictive_types=("products", "collections")),
        floating=Floating(has_cookie_banner=False),
    )


def _depth(items: Iterable[object]) -> int:
    return max((1 + _depth(getattr(one, "children", ())) for one in items), default=0)


def _filters(data: ShopData) -> Iterator[Filter]:
    products = [one for one in data.products if one.status == "active"]
    yield Filter(name="price", control=FilterControl.MIN_MAX)
    axes: Counter[str] = Counter()
    for product in products:
        names = {canonical_name(one.name) or "" for one in product.options} if product.has_options else set()
        axes.update(sorted(one for one in names if one))
    for name, _ in sorted(axes.items(), key=lambda row: (-row[1], row[0]))[:_OPTION_FILTERS]:
        yield Filter(name=name, control=FilterControl.SWATCH if name == "colour" else FilterControl.CHECKBOX)
    if len({one.vendor for one in products if one.vendor}) > 1:
        yield Filter(name="brand")
    if any(not variant.available for one in products for variant in one.variants):
        yield Filter(name="availability")
    if any(variant.compare_at_price for one in products for variant in one.variants):
        yield Filter(name="on_sale")
