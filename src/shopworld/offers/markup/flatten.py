"""One row an offer: what aggregates, groups of products and variants hold, with what they inherit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import unescape

from shopworld.offers.limits import PageLimits
from shopworld.offers.markup.item import MarkupItem
from shopworld.offers.record import FoundOffer, WebPage
from shopworld.offers.tally import StageTally

STAGE = "extract"
_PRODUCTS = frozenset(
    {"Product", "ProductGroup", "IndividualProduct", "ProductModel", "SomeProducts", "ProductCollection"}
)
_OFFERS = frozenset({"Offer", "AggregateOffer", "OfferForPurchase"})
_OF_OTHERS = frozenset(
    {"isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor", "isConsumableFor", "itemReviewed", "isVariantOf"}
)
"""Properties that lead to products which the page does not sell."""
_NOT_CHARGED = ("ListPrice", "StrikethroughPrice", "SRP", "MSRP", "SuggestedRetailPrice")
_GTINS = ("gtin", "gtin14", "gtin13", "gtin12", "gtin8", "ean", "isbn")
_AXES = ("color", "size", "material", "pattern", "suggestedAge", "suggestedGender")
_STATED = (*_AXES, "model", "width", "height", "depth", "weight")
_TRAIL = re.compile(r"\s*(?:>|»|›|\||/)\s*|\s+-\s+")
_HOME = frozenset({"home", "start", "startseite", "homepage", "accueil", "inicio", "hjem", "hem", "shop", "store"})
_MOST_FACTS, _MOST_IMAGES, _MOST_LEVELS = 80, 12, 8
_DEEPEST_WALK = 14


def offers_of_items(
    items: Sequence[tuple[MarkupItem, str]],
    page: WebPage,
    limits: PageLimits,
    tally: StageTally,
    *,
    counted: bool = False,
) -> Iterator[FoundOffer]:
    """The offers of a page's things, in their order, each once.

    Args:
        items: things with the syntax in which they stand.
        page: that they stand on.
        limits: on the number of offers.
        tally: counts offers, and pages without any.
        counted: whether the page was counted as taken already.
    """
    if not counted:
        tally.take(STAGE)
    trail = _trail(items)
    seen: set[tuple[str, ...]] = set()
    elsewhere: dict[tuple[str, str], str] = {}
    found = many = 0
    for item, syntax in items:
        for product in _products(item):
            for offer in _rows(product, FoundOffer(page.place, 0, page.address, syntax, page.crawled_on)):
                key = (offer.title, offer.price, offer.currency, offer.sku, *offer.gtins)
                # Many pages say the same in two syntaxes, and write prices in two ways.
                told = elsewhere.setdefault((unescape(offer.title).casefold(), _digits(offer.price)), syntax)
                if key in seen or told != syntax:
                    continue
                seen.add(key)
                if found >= limits.offers:
                    many += 1
                    continue
                yield replace(offer, position=found, categories=offer.categories or _without(trail, offer.title))
                found += 1
    if many:
        tally.note(STAGE, "offers behind the most that a page may have", page.place, many)
    tally.give(STAGE, found)
    if not found:
        tally.drop(STAGE, "no product in its markup", page.place)


def _digits(price: str) -> str:
    """A price by its digits alone, without decimals that are nought."""
    return "".join(
        filter(str.isdigit, re.sub(r"[.,]0{1,4}\D*$|(?<=[.,]\d)0{1,3}\D*$|(?<=[.,]\d\d)0{1,2}\D*$", "", price))
    )


def _products(item: MarkupItem, depth: int = 0) -> Iterator[MarkupItem]:
    """Products in a thing, those that the page is about and those of lists."""
    if item.types & _PRODUCTS:
        yield item
        return
    if item.types & _OFFERS:
        for product in item.items("itemOffered"):
            if product.values.get("offers"):
                yield replace(product, above=frozenset({product.id}))  # it tells of its offers itself, this one too
            elif product.types & _PRODUCTS or not product.types:
                offer = {name: one for name, one in item.values.items() if name not in ("itemOffered", "@id")}
                yield replace(product, values={"@type": "Product", **product.values, "offers": offer})
        return
    if depth < _DEEPEST_WALK:
        for name in item.values:
            if name not in _OF_OTHERS and not name.startswith("@"):
                for inner in item.items(name):
                    yield from _products(inner, depth + 1)


@dataclass(frozen=True, slots=True)
class _Money:
    price: str = ""
    currency: str = ""


def _rows(product: MarkupItem, blank: FoundOffer) -> Iterator[FoundOffer]:
    base = _described(product, blank)
    variants = [one for one in product.items("hasVariant") if one.types & _PRODUCTS or not one.types]
    if variants:
        # Identifiers of a group are no variant's own.
        group = base if len(variants) == 1 else replace(base, gtins=(), mpn="", sku="")
        for variant in variants:
            yield from _variant_rows(variant, group)
        return
    offers = [one for one in product.items("offers") if one.types & _OFFERS or not one.types]
    if not offers:
        money = _money(product)
        yield replace(base, price=money.price, currency=money.currency)
        return
    single = [inner for offer in offers for inner in (offer.items("offers") or [offer])]
    for offer in single:
        yield _offered(offer, base, several=len(single) > 1)


def _variant_rows(variant: MarkupItem, group: FoundOffer) -> Iterator[FoundOffer]:
    axes = [text for name in _AXES if (text := variant.word(name))]
    for row in _rows(variant, group):
        title = row.title or group.title
        missing = [one for one in axes if one.casefold() not in title.casefold()]
        yield replace(row, title=", ".join((title, *missing)) if title == group.title else title)


def _described(product: MarkupItem, blank: FoundOffer) -> FoundOffer:
    """A row with what a product says of itself; what it does not say stays as it was in the group."""
    categories = product.texts("category")
    return replace(
        blank,
        title=product.word("name") or product.word("title") or blank.title,
        description=product.text("description") or blank.description,
        brand=product.word("brand") or product.word("manufacturer") or blank.brand,
        gtins=_gtins(product) or blank.gtins,
        mpn=product.word("mpn") or blank.mpn,
        sku=product.word("sku") or blank.sku,
        condition=product.word("itemCondition") or blank.condition,
        images=product.texts("image")[:_MOST_IMAGES] or blank.images,
        categories=_levels(categories[0]) if categories else blank.categories,
        facts=_facts(product) or blank.facts,
    )


def _offered(offer: MarkupItem, base: FoundOffer, *, several: bool) -> FoundOffer:
    money = _money(offer)
    name = offer.word("name")
    title = base.title or name
    if several and name and name.casefold() not in title.casefold():
        title = f"{title}, {name}"
    return replace(
        base,
        title=title,
        description=base.description or offer.text("description"),
        price=money.price,
        currency=money.currency,
        availability=offer.word("availability"),
        condition=offer.word("itemCondition") or base.condition,
        gtins=_gtins(offer) or base.gtins,
        mpn=offer.word("mpn") or base.mpn,
        sku=offer.word("sku") or base.sku,
    )


def _money(offer: MarkupItem) -> _Money:
    """What is charged: the offer's price, or that of its specification that is no list price."""
    currency = offer.word("priceCurrency")
    price = offer.word("price") or offer.word("lowPrice")
    for one in offer.items("priceSpecification"):
        if any(word in one.word("priceType") for word in _NOT_CHARGED):
            continue
        price = price or one.word("price") or one.word("minPrice")
        currency = currency or one.word("priceCurrency")
    return _Money(price, currency)


def _gtins(item: MarkupItem) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for name in _GTINS for one in item.texts(name)))


def _facts(product: MarkupItem) -> tuple[tuple[str, str], ...]:
    found = []
    for one in product.items("additionalProperty"):
        label, text = one.word("name"), one.word("value")
        unit = one.word("unitText")
        if label and text:
            found.append((label, f"{text} {unit}".strip()))
    found += [(name, text) for name in _STATED if (text := product.word(name))]
    return tuple(dict.fromkeys(found))[:_MOST_FACTS]


def _levels(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in _TRAIL.split(text) if one.strip())[:_MOST_LEVELS]


def _trail(items: Sequence[tuple[MarkupItem, str]]) -> tuple[str, ...]:
    """The page's breadcrumbs, top first."""
    for item, _ in items:
        for listed in [item, *(inner for name in ("breadcrumb",) for inner in item.items(name))]:
            if "BreadcrumbList" not in listed.types:
                continue
            levels = []
            for place, one in enumerate(listed.items("itemListElement")):
                name = one.word("name") or next((inner.word("name") for inner in one.items("item")), "")
                position = one.word("position")
                levels.append((int(position) if position.isdecimal() and len(position) < 6 else place, place, name))
            names = [name for *_, name in sorted(levels) if name]
            if names:
                return tuple(names[1:] if names[0].casefold() in _HOME else names)[:_MOST_LEVELS]
    return ()


def _without(trail: tuple[str, ...], title: str) -> tuple[str, ...]:
    """A trail without the product itself at its end."""
    return trail[:-1] if trail and trail[-1].casefold()[:40] == title.casefold()[:40] else trail
