"""Markup in the style of a dozen shop systems, written for this crawl: how pages state what they sell."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any


@dataclass(frozen=True, slots=True)
class Sold:
    """What a page states of one offer, as written.

    Attributes:
        title: of the product.
        description: HTML.
        price: as its host writes it.
        currency: as its host writes it.
        brand: of the product.
        gtin: as written; empty if not stated.
        mpn: as written; empty if not stated.
        sku: the shop's own.
        address: of the page.
        trail: of categories, top first.
        stock: whether it can be bought.
        condition: schema.org's word.
        rows: of the specifications.
        options: names of the choices, of a product with variants: all at the same price.
    """

    title: str
    description: str
    price: str
    currency: str
    brand: str
    gtin: str
    mpn: str
    sku: str
    address: str
    trail: tuple[str, ...]
    stock: bool
    condition: str
    rows: tuple[tuple[str, str], ...]
    options: tuple[str, ...] = ()


Markup = Callable[[Sold], str]


def _script(*values: Mapping[str, Any]) -> str:
    return "".join(_tag(json.dumps({"@context": "https://schema.org", **one}, ensure_ascii=False)) for one in values)


def _tag(text: str) -> str:
    """A script with JSON, none of whose texts ends it."""
    return '<script type="application/ld+json">' + text.replace("</", "<\\/") + "</script>"


def _offer(one: Sold, **more: Any) -> dict[str, Any]:
    stock = "https://schema.org/InStock" if one.stock else "https://schema.org/OutOfStock"
    made = {"@type": "Offer", "price": one.price, "priceCurrency": one.currency, "availability": stock, **more}
    return {name: value for name, value in made.items() if value != ""}


def _product(one: Sold, **more: Any) -> dict[str, Any]:
    gtin = {f"gtin{len(one.gtin)}" if len(one.gtin) in (8, 12, 13, 14) else "gtin": one.gtin} if one.gtin else {}
    made: dict[str, Any] = {
        "@type": "Product",
        "name": one.title,
        "description": one.description,
        "sku": one.sku,
        "mpn": one.mpn,
        "brand": {"@type": "Brand", "name": one.brand} if one.brand else "",
        **gtin,
        "offers": _offer(one),
        **more,
    }
    return {name: value for name, value in made.items() if value != ""}


def _crumbs(one: Sold) -> dict[str, Any]:
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": at, "name": name} for at, name in enumerate(("Home", *one.trail), 1)
        ],
    }


def _rows(one: Sold) -> list[dict[str, str]]:
    return [{"@type": "PropertyValue", "name": label, "value": text} for label, text in one.rows]


def blog_shop(one: Sold) -> str:
    """A plug-in of a blog system: one graph with breadcrumbs, a list of offers, prices in a specification too."""
    offer = _offer(one, priceSpecification=[{"@type": "UnitPriceSpecification", "price": one.price}], url=one.address)
    return _script({"@graph": [_crumbs(one), _product(one, offers=[offer], url=one.address)]})


def hosted_groups(one: Sold) -> str:
    """A hosted system: a group of products with variants."""
    if not one.options:
        return _script(_product(one), _crumbs(one))
    variants = [
        {"@type": "Product", "name": f"{one.title} - {option}", "sku": f"{one.sku}-{at}", "offers": _offer(one)}
        for at, option in enumerate(one.options)
    ]
    group = {**_product(one), "@type": "ProductGroup", "hasVariant": variants}
    group.pop("offers")
    return _script(group, _crumbs(one))


def classic_microdata(one: Sold) -> str:
    """A classic shop system: microdata all over the page, breadcrumbs in a script."""
    return _microdata(one, price=f'<span itemprop="price" content="{escape(one.price)}">{escape(one.price)}</span>') + (
        _script(_crumbs(one))
    )


def text_microdata(one: Sold) -> str:
    """Microdata whose price is what people read."""
    return _microdata(one, price=f'<b itemprop="price">{escape(one.price)}</b>', meta=False)


def meta_microdata(one: Sold) -> str:
    """Microdata in hidden tags beside the page."""
    fields = {
        "name": one.title,
        "description": one.description,
        "sku": one.sku,
        "mpn": one.mpn,
        "gtin13": one.gtin,
        "brand": one.brand,
        "category": " > ".join(one.trail),
    }
    hidden = "".join(f'<meta itemprop="{name}" content="{escape(text)}">' for name, text in fields.items() if text)
    stock = "InStock" if one.stock else "OutOfStock"
    return (
        f'<div itemscope itemtype="https://schema.org/Product">{hidden}'
        f'<div itemprop="offers" itemscope itemtype="https://schema.org/Offer">'
        f'<meta itemprop="price" content="{escape(one.price)}"><meta itemprop="priceCurrency" '
        f'content="{escape(one.currency)}"><link itemprop="availability" href="http://schema.org/{stock}"></div></div>'
    )


def both_syntaxes(one: Sold) -> str:
    """A system whose theme has microdata and whose plug-in adds JSON-LD: the same offer twice."""
    return classic_microdata(one) + _script(_product(one))


def cloud_catalog(one: Sold) -> str:
    """A large hosted system: specifications as additional properties, ratings, price only in a specification."""
    money = {"@type": "UnitPriceSpecification", "price": one.price, "priceCurrency": one.currency}
    listed = {**money, "priceType": "https://schema.org/ListPrice", "price": "99999.00"}
    offer = {"@type": "Offer", "priceSpecification": [listed, money], "availability": "InStock"}
    rating = {"@type": "AggregateRating", "ratingValue": "4.4", "reviewCount": "12"}
    return _script(
        _product(
            one, offers=offer, additionalProperty=_rows(one), aggregateRating=rating, category=" > ".join(one.trail)
        )
    )


def enterprise(one: Sold) -> str:
    """An enterprise system: everything refers to everything by ids, in circles."""
    page, product, offer = (f"{one.address}#{name}" for name in ("page", "product", "offer"))
    graph = [
        {"@type": "WebPage", "@id": page, "mainEntity": {"@id": product}, "breadcrumb": _crumbs(one)},
        {**_product(one), "@id": product, "offers": {"@id": offer}, "mainEntityOfPage": {"@id": page}},
        {**_offer(one), "@id": offer, "itemOffered": {"@id": product}},
    ]
    return _script({"@graph": graph})


def site_builder(one: Sold) -> str:
    """A builder of sites: an aggregate offer around the one offer, properties with capitals."""
    inner = _offer(one)
    made = _product(one)
    made.pop("offers")
    total = {"@type": "AggregateOffer", "lowPrice": one.price, "highPrice": one.price, "priceCurrency": one.currency}
    return _script({**made, "Offers": {**total, "offerCount": 1, "offers": [inner]}}, _crumbs(one))


def low_price(one: Sold) -> str:
    """A system that states the lowest price alone."""
    total = {"@type": "AggregateOffer", "lowPrice": one.price, "priceCurrency": one.currency, "offerCount": 3}
    return _script(_product(one, offers=total, category="/".join(one.trail)))


def rdfa_lite(one: Sold) -> str:
    """An old system with RDFa."""
    stock = "InStock" if one.stock else "OutOfStock"
    mpn = f'<span property="mpn">{escape(one.mpn)}</span>' if one.mpn else ""
    gtin = f'<span property="gtin13">{escape(one.gtin)}</span>' if one.gtin else ""
    return (
        f'<div vocab="http://schema.org/" typeof="Product"><h1 property="name">{escape(one.title)}</h1>'
        f'<span property="brand">{escape(one.brand)}</span>{mpn}{gtin}<span property="category">'
        f'{escape(" > ".join(one.trail))}</span><meta property="description" content="{escape(one.description)}">'
        f'<div property="offers" typeof="Offer"><span property="price">{escape(one.price)}</span>'
        f'<meta property="priceCurrency" content="{escape(one.currency)}">'
        f'<link property="availability" href="http://schema.org/{stock}"></div></div>'
    )


def hand_made(one: Sold) -> str:
    """A script that people wrote by hand: comments, trailing commas, raw line breaks."""
    text = json.dumps({"@context": "http://schema.org/", **_product(one), "category": list(one.trail[:1])}, indent=1)
    text = text[:-2] + ",\n}"
    return _tag(f"\n// product data\n{text}\n")


def _microdata(one: Sold, *, price: str, meta: bool = True) -> str:
    gtin = f'<meta itemprop="gtin13" content="{escape(one.gtin)}">' if one.gtin else ""
    mpn = f'<meta itemprop="mpn" content="{escape(one.mpn)}">' if one.mpn else ""
    currency = escape(one.currency)
    money = (
        f'<meta itemprop="priceCurrency" content="{currency}">'
        if meta
        else f'<i itemprop="priceCurrency">{currency}</i>'
    )
    trail = escape(" > ".join(one.trail))
    return (
        f'<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">{escape(one.title)}</h1>{gtin}{mpn}'
        f'<span itemprop="sku">{escape(one.sku)}</span><div itemprop="brand" itemscope '
        f'itemtype="http://schema.org/Brand"><span itemprop="name">{escape(one.brand)}</span></div>'
        f'<span itemprop="category">{trail}</span><div itemprop="description">{one.description}</div>'
        f'<div itemprop="offers" itemscope itemtype="http://schema.org/Offer">{money}{price}'
        f'<link itemprop="availability" href="http://schema.org/{"InStock" if one.stock else "OutOfStock"}">'
        f'<link itemprop="itemCondition" href="http://schema.org/{one.condition}"></div></div>'
    )


SYSTEMS: Mapping[str, Markup] = {
    one.__name__: one
    for one in (
        blog_shop,
        hosted_groups,
        classic_microdata,
        text_microdata,
        meta_microdata,
        both_syntaxes,
        cloud_catalog,
        enterprise,
        site_builder,
        low_price,
        rdfa_lite,
        hand_made,
    )
}
"""By name; each takes what is sold and gives the markup of its page."""


def list_page(sold: Sequence[Sold]) -> str:
    """A page of a category: many products, with name and price alone."""
    products = [{"@type": "Product", "name": one.title, "url": one.address, "offers": _offer(one)} for one in sold]
    entries = [{"@type": "ListItem", "position": at, "item": one} for at, one in enumerate(products, 1)]
    return _script({"@type": "ItemList", "itemListElement": entries})
