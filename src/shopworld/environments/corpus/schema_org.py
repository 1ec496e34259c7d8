"""A product page as schema.org's `Product` with its `Offer`: what the page prints, under the names of the vocabulary.

Source: https://schema.org/Product, https://schema.org/Offer.
"""

from __future__ import annotations

import re
from typing import Any

from shopworld.environments.shop_tools.content import Content, told
from shopworld.shop.specification import Identity

CONTEXT = "https://schema.org"
_AMOUNT = re.compile(r"\d[\d.,\s\u00a0\u202f\u2019']*")
_CENTS = re.compile(r"[.,](\d{2})$")
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
    price = str(content.get("price", ""))
    begins_at = price.lower().startswith("from")
    return told(
        **{"@type": "AggregateOffer" if begins_at else "Offer", "lowPrice" if begins_at else "price": amount_of(price)},
        priceCurrency=shop.currency,
        availability=f"{CONTEXT}/{'InStock' if content.get('can_add') else 'OutOfStock'}",
        seller={"@type": "Organization", "name": shop.name},
    )


def amount_of(text: str) -> str:
    """A printed price as schema.org writes it, `1234.50`; empty where no number is printed."""
    found = _AMOUNT.search(text)
    if found is None:
        return ""
    printed = found.group().strip().rstrip(".,")
    cents = _CENTS.search(printed)
    whole = re.sub(r"\D", "", printed[: cents.start()] if cents else printed)
    return f"{whole}.{cents[1]}" if cents else whole
