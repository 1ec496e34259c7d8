"""A whole shop's data from a specification and a seed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.catalog.assortment import Item, assorted
from shopworld.arena.generate.catalog.candidates import CollectionCandidate, candidates
from shopworld.arena.generate.catalog.collection_texts import said_of
from shopworld.arena.generate.catalog.identity import make_identity
from shopworld.arena.generate.catalog.navigation import footer_menu, handles_of, main_menu, utility_menu
from shopworld.arena.generate.catalog.pages import CARDS, articles, fields_of, locations, pages, policies
from shopworld.arena.generate.catalog.products import StockedProducts, shelved
from shopworld.arena.generate.catalog.selection import selected, wanted_sizes
from shopworld.arena.generate.catalog.trade import Trade, trade_of
from shopworld.goods.trades import departments, written_reviews
from shopworld.shop import SYMBOLS, Identity, Presentation
from shopworld.shop.data import (
    BrandColors,
    BrandData,
    CollectionData,
    ImageData,
    PaymentSettings,
    ProductData,
    ReviewData,
    ShopData,
    StoreData,
    review_data,
)

_UPDATED = "2027-02-24"


def make_shop_data(bundle: SpecificationBundle, seed: int | str, products: int | None = None) -> ShopData:
    """Everything a shop sells and says, in ShopGym's data contract.

    Args:
        bundle: the specification; its statistics hold for the result, as far as they agree with each other.
        seed: of all choices; the same seed gives the same data.
        products: how many products in place of the specification's number; collections are scaled with it.

    Returns:
        the data; identity and promises are those of `make_identity` with the same seed.
    """
    trade = trade_of(bundle, seed, products)
    identity = make_identity(bundle, seed)
    sizes = wanted_sizes(bundle.statistics, trade)
    items = assorted(trade, sizes.largest, bundle.statistics.price)
    shelf = shelved(items, bundle.statistics.price, trade, identity.name)
    depth = bundle.statistics.navigation_depth_max or bundle.capabilities.site_shell.nav_depth
    mark = SYMBOLS.get(identity.currency, identity.currency)
    pool = candidates(shelf.stock, mark, trade.rng("collections"))
    chosen = selected(pool, sizes, depth)
    handles = handles_of(chosen)
    listed = _collections(chosen, handles, shelf, trade)
    fields = fields_of(identity, trade, shelf.products)
    present = bundle.capabilities.info_pages_present
    written, law = pages(identity, trade, fields, present), policies(fields, present)
    stories = articles(trade, shelf.products)
    menus = {
        "main-menu": main_menu(chosen, handles, shelf.products, depth, _order(trade)),
        "footer": footer_menu(bundle.capabilities.site_shell.footer_groups, listed, written, law, stories),
        "utility": utility_menu(stories, written),
    }
    return ShopData(
        store=_store(bundle, identity, trade),
        products=shelf.products,
        collections=listed,
        navigation={name: menu for name, menu in menus.items() if menu},
        pages=written,
        policies=law,
        articles=stories,
        reviews=_reviews(bundle, items, shelf.products, trade),
    )


def _order(trade: Trade) -> list[str]:
    """How the top of the navigation is ordered."""
    trades = [departments()[name] for name in trade.departments]
    return [title for one in trades for title in (*one.audiences, *one.groups)]


def _collections(
    chosen: Sequence[CollectionCandidate], handles: Sequence[str], shelf: StockedProducts, trade: Trade
) -> tuple[CollectionData, ...]:
    texts = said_of(chosen, shelf.stock, trade.rng("collection texts"))
    return tuple(
        CollectionData(
            id=480_100 + at,
            title=one.title,
            handle=handle,
            description_html=f"<p>{escape(text, quote=False)}</p>",
            image=ImageData(src="drawn:front", alt=shelf.products[one.members[0]].title),
            published_at=_UPDATED,
            updated_at=_UPDATED,
            sort_order="created-desc" if one.source == "new" else "best-selling",
            product_handles=tuple(shelf.products[member].handle for member in one.members),
        )
        for at, (one, handle, text) in enumerate(zip(chosen, handles, texts, strict=True))
    )


def _store(bundle: SpecificationBundle, identity: Identity, trade: Trade) -> StoreData:
    palette = bundle.style.palette
    money = Presentation(identity).money
    announcements = []
    if bundle.capabilities.site_shell.has_announcement_bar:
        free = identity.shipping[0].free_from
        if free is not None:
            announcements.append(f"Free shipping on orders over {money(free)}")
        announcements += [f"{one.description} with code {one.code}" for one in identity.promotions]
        announcements.append(f"{identity.returns_days}-day returns")
    return StoreData(
        shop_id=identity.id,
        name=identity.name,
        domain=identity.host,
        description=identity.description,
        currency_code=identity.currency,
        country_code=identity.country,
        payment_settings=PaymentSettings(accepted_card_brands=tuple(one.upper().replace(" ", "_") for one in CARDS)),
        brand=BrandData(colors=BrandColors(primary=palette.accent_primary, secondary=palette.accent_secondary)),
        announcements=tuple(announcements),
        locations=locations(identity, trade) if "store-locator" in bundle.capabilities.info_pages_present else (),
    )


def _reviews(
    bundle: SpecificationBundle, items: Sequence[Item], products: Sequence[ProductData], trade: Trade
) -> dict[str, tuple[ReviewData, ...]]:
    """Reviews by handle; what sells well has more of them, and one in eight products has none."""
    if bundle.capabilities.product.has_reviews is False:
        return {}
    found = {}
    for item, product in zip(items, products, strict=True):
        rng = trade.rng(f"reviews:{product.handle}")
        if not item.department or rng.random() < 0.12:
            continue
        count = min(2 + int(rng.expovariate(1 / 4) + product.details.units_sold / 90), 24)
        found[product.handle] = tuple(
            review_data(one) for one in written_reviews(departments()[item.department], item.good, count, trade.seed)
        )
    return found
