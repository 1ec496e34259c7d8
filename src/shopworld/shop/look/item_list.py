"""A listing for programs: schema.org's list of items, and the JSON that a client draws it from."""

from __future__ import annotations

from typing import Any

from shopworld.shop.pages import Card, ListingPage


def item_list(page: ListingPage) -> dict[str, Any]:
    """The products of a page as an `ItemList` of schema.org."""
    return {
        "@context": "https://schema.org",
        "@type": "ItemList",
        "name": page.title,
        "numberOfItems": page.total,
        "itemListElement": [
            {"@type": "ListItem", "position": place, "item": _product(card)} for place, card in enumerate(page.cards, 1)
        ],
    }


def drawn_by_client(page: ListingPage) -> dict[str, Any]:
    """The same products as the client's script asks for them."""
    return {"title": page.title, "total": page.total, "cards": [_card(one) for one in page.cards]}


def _product(card: Card) -> dict[str, Any]:
    told: dict[str, Any] = {
        "@type": "Product",
        "name": card.title,
        "url": card.url,
        "image": card.image_url,
        "offers": {
            "@type": "Offer",
            "price": card.price.amount,
            "priceCurrency": card.price.currency,
            "availability": "https://schema.org/" + ("InStock" if card.can_add or card.has_choices else "OutOfStock"),
        },
    }
    if card.brand:
        told["brand"] = {"@type": "Brand", "name": card.brand}
    if card.rating_text:
        told["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": card.rating_text,
            "reviewCount": card.review_count,
        }
    return told


def _card(card: Card) -> dict[str, Any]:
    noun = "review" if card.review_count == 1 else "reviews"
    return {
        "number": card.number,
        "url": card.url,
        "title": card.title,
        "brand": card.brand,
        "price": card.price.text or "Price on request",
        "regular": card.price.regular_text,
        "image_url": card.image_url,
        "rating": f"★ {card.rating_text} ({card.review_count})" if card.rating_text else "",
        "stars": f"Rated {card.rating_text} out of 5, {card.review_count} {noun}" if card.rating_text else "",
        "stock": "" if card.can_add or card.has_choices else card.stock_text,
        "badge": card.badges[0] if card.badges else "",
        "can_add": card.can_add,
        "has_choices": card.has_choices,
        "add_label": f"Add to cart: {card.title}",
    }
