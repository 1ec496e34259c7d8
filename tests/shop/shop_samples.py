"""A small shop in ShopGym's contract."""

from __future__ import annotations

from typing import Any

from shopworld.shop.data import ShopData
from shopworld.shop.specification import Identity, ShippingMethod


def make_identity(**changes: Any) -> Identity:
    """A shop with Shopify's addresses."""
    values: dict[str, Any] = {
        "id": "thread-and-thimble",
        "name": "Thread & Thimble",
        "host": "thread-and-thimble.example",
        "addresses": "shopify",
        "currency": "USD",
        "country": "US",
        "support_email": "hello@thread-and-thimble.example",
        "support_phone": "+1 202 555 0142",
        "shipping": (ShippingMethod(id="standard", name="Standard", price=595, free_from=7500, days="3 to 5 days"),),
    }
    return Identity(**{**values, **changes})


def make_product(handle: str, price: object = "20.00", **changes: Any) -> dict[str, Any]:
    """A simple product as JSON."""
    values: dict[str, Any] = {
        "title": handle.replace("-", " ").title(),
        "handle": handle,
        "description_html": "<p>Made with care. It lasts.</p>",
        "vendor": "Fennimore",
        "product_type": "Apron",
        "variants": [{"title": "Default Title", "option1": "Default Title", "price": price}],
        "images": [{"src": f"https://cdn.example/{handle}.jpg", "alt": handle}],
    }
    return {**values, **changes}


def shirt(**changes: Any) -> dict[str, Any]:
    """A product with two axes; one variant is reduced, one sold out."""
    variants = [
        {"title": "S / White", "option1": "S", "option2": "White", "price": "48.00", "compare_at_price": "60.00"},
        {"title": "M / White", "option1": "M", "option2": "White", "price": "52.00", "sku": "LS-M-W"},
        {"title": "M / Black", "option1": "M", "option2": "Black", "price": "52.00", "available": False},
    ]
    options = [{"name": "Size", "position": 1}, {"name": "Color", "position": 2}]
    given = {"product_type": "Shirt", "tags": "linen, Material: Linen, summer", "options": options}
    return make_product("linen-shirt", **{**given, "variants": variants, **changes})


def make_data(**changes: Any) -> ShopData:
    """Four products in two collections that overlap, with every other file."""
    values: dict[str, Any] = {
        "store": {
            "shop_id": "thread-and-thimble",
            "name": "Thread & Thimble",
            "domain": "thread-and-thimble.com",
            "announcements": ["Free shipping on orders over $75"],
            "locations": [{"name": "Harbour Street", "address": "12 Harbour Street, Portland"}],
        },
        "products": [
            shirt(),
            make_product("canvas-apron", "35.00"),
            make_product("tea-towel", "12.50"),
            make_product("gift-card", "25.00", is_gift_card=True),
        ],
        "collections": [
            {"title": "Clothing", "handle": "clothing", "product_handles": ["linen-shirt", "canvas-apron"]},
            {
                "title": "Kitchen",
                "handle": "kitchen-linen",
                "description": "For the <em>kitchen</em>.",
                "product_handles": ["canvas-apron", "tea-towel"],
            },
        ],
        "navigation": {
            "main-menu": [
                {
                    "title": "Shop",
                    "url": "/collections/all",
                    "type": "CATALOG",
                    "children": [
                        {"title": "Clothing", "url": "/collections/clothing", "type": "COLLECTION"},
                        {"title": "For cooks", "url": "/collections/kitchen-linen", "type": "COLLECTION"},
                    ],
                },
                {"title": "Our story", "url": "/pages/about-us", "type": "PAGE"},
                {"title": "Journal", "url": "/blogs/journal", "type": "BLOG"},
            ],
            "footer": [{"title": "Returns", "url": "/policies/refund-policy", "type": "POLICY"}],
        },
        "pages": [{"title": "Our story", "handle": "about-us", "body_html": "<p>We began at a kitchen table.</p>"}],
        "policies": [{"title": "Refund policy", "handle": "refund-policy", "body_html": "<p>45 days.</p>"}],
        "articles": [{"blog": "journal", "title": "Washing linen", "body_html": "<p>Cold.</p>"}],
        "reviews": {
            "linen-shirt": [
                {"author": "Ines", "rating": 5, "title": "Cool", "body": "Keeps cool.", "written_on": "2026-04-02"},
                {"author": "Odd", "rating": 4, "title": "", "body": "Wrinkles.", "written_on": "2026-05-02"},
            ]
        },
    }
    return ShopData.model_validate({**values, **changes})
