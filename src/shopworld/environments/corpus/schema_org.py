"""A product page as schema.org's `Product` with its `Offer`: what the page prints, under the names of the vocabulary.

Source: https://schema.org/Product, https://schema.org/Offer.
"""

from __future__ import annotations

from typing import Any

from shopworld.environments.shop_tools.content import Content, told
from shopworld.money import Said, convention_with, read_price
from shopworld.shop import Identity

CONTEXT = "https://schema.org"
_LONGEST_DESCRIPTION = 1_000


def product_object(content: Content, shop: Identity) -> dict[str, Any]:
    """A product.

    Args:
        content: its page, as a tool tells it.
        shop: whose page it is.
    """
    rating = told(
        **{
            "@type": "AggregateRating",
            "ratingValue": content.get("rating"),
            "reviewCount": content.get("reviews_count"),
        }
    )
    brand, categories = content.get("brand"), content.get("categories", ())
    return told(
        **{"@context": CONTEXT, "@type": "Product"},
        name=content["title"],
        url=content["url"],
        sku=content.get("article_number"),
        gtin=content.get("gtin"),
        brand={"@type": "Brand", "name": brand} if brand else None,
        category=" > ".join(one["label"] for one in categories),
        description="\n".join(
            part for part in (content.get("summary", ""), content.get("description", "")[:_LONGEST_DESCRIPTION]) if part
        ),
        additionalProperty=[
            {"@type": "PropertyValue", "name": name, "value": value}
            for name, value in content.get("specifications", {}).items()
        ],
        aggregateRating=rating if content.get("rating") else None,
        offers=_offer(content, shop),
    )


def _offer(content: Content, shop: Identity) -> dict[str, Any]:
    price = read_price(str(content.get("price", "")), convention_with(shop.decimal_mark))
    kind, field = ("AggregateOffer", "lowPrice") if price.said is Said.FROM else ("Offer", "price")
    return told(
        **{"@type": kind, field: "" if price.lowest is None else f"{price.lowest.value:f}"},
        priceCurrency=shop.currency,
        availability=f"{CONTEXT}/{'InStock' if content.get('can_add') else 'OutOfStock'}",
        seller={"@type": "Organization", "name": shop.name},
    )
