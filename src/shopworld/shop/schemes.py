"""Whose addresses shops have: WooCommerce's, Shopify's, and those of storefront families.

WooCommerce's scheme is that of malls (WebMall's answers resolve), Shopify's that of generated shops where nothing else
is said (ShopGym's tasks resolve); storefront families have others: those of Magento and PrestaShop, one of plain words,
and one of an application behind a language.
"""

from __future__ import annotations

from collections.abc import Mapping

from shopworld.catalog import Sort
from shopworld.shop.addressing import Addresses, Scheme

_ROOTS = (
    "cart",
    "checkout",
    "policies",
    "pages",
    "blogs",
    "newsletter",
    "cookies",
    "dismiss",
    "age",
    "currency",
    "locale",
    "chat",
)

_AMENITIES = ("wishlist", "compare", "brands", "account", "order-status", "quick-order", "site-map", "help-center")
_FURTHER = ("gift-finder", "deals")

WOOCOMMERCE = Addresses(
    scheme="woocommerce",
    product_route="/product/{slug}/",
    category_route="/product-category/{path:path}",
    policy_route="/policies/{handle}/",
    page_route="/pages/{handle}/",
    blog_route="/blogs/{blog}/",
    article_route="/blogs/{blog}/{handle}/",
    order_route="/checkout/order-received/{number}/",
    all_products="/shop/",
    search="/",
    cart="/cart/",
    checkout="/checkout/",
    contact="/contact/",
    search_field="s",
    sort_field="orderby",
    sort_words={
        Sort.RELEVANCE: "relevance",
        Sort.FEATURED: "featured",
        Sort.BEST_SELLING: "popularity",
        Sort.RATING: "rating",
        Sort.NEWEST: "date",
        Sort.OLDEST: "date-asc",
        Sort.PRICE_ASCENDING: "price",
        Sort.PRICE_DESCENDING: "price-desc",
        Sort.TITLE_ASCENDING: "title",
        Sort.TITLE_DESCENDING: "title-desc",
    },
    page_roots=frozenset({*_ROOTS, "shop", "product", "product-category", "contact", "page"}),
    wish_list="/wishlist/",
    compare="/compare/",
    brands="/brands/",
    brand_route="/brands/{slug}/",
    account="/my-account/",
    order_status="/order-tracking/",
    quick_order="/quick-order/",
    site_map="/sitemap/",
    help_center="/help-center/",
    gift_finder="/gift-finder/",
    deals="/deals/",
)

SHOPIFY = Addresses(
    scheme="shopify",
    product_route="/products/{slug}",
    category_route="/collections/{path:path}",
    policy_route="/policies/{handle}",
    page_route="/pages/{handle}",
    blog_route="/blogs/{blog}",
    article_route="/blogs/{blog}/{handle}",
    order_route="/checkout/order-received/{number}",
    all_products="/collections/all",
    search="/search",
    cart="/cart",
    checkout="/checkout",
    contact="/pages/contact",
    search_field="q",
    sort_field="sort_by",
    sort_words={
        Sort.RELEVANCE: "relevance",
        Sort.FEATURED: "manual",
        Sort.BEST_SELLING: "best-selling",
        Sort.RATING: "rating-descending",
        Sort.NEWEST: "created-descending",
        Sort.OLDEST: "created-ascending",
        Sort.PRICE_ASCENDING: "price-ascending",
        Sort.PRICE_DESCENDING: "price-descending",
        Sort.TITLE_ASCENDING: "title-ascending",
        Sort.TITLE_DESCENDING: "title-descending",
    },
    page_roots=frozenset({*_ROOTS, "products", "collections", "search", *_AMENITIES, *_FURTHER}),
    bare_roots=("/collections", "/products"),
)

MAGENTO = Addresses(
    scheme="magento",
    product_route="/catalog/product/view/s/{slug}",
    category_route="/catalog/category/view/s/{path:path}",
    policy_route="/cms/legal/{handle}",
    page_route="/cms/page/{handle}",
    blog_route="/blog/{blog}",
    article_route="/blog/{blog}/post/{handle}",
    order_route="/checkout/onepage/success/{number}",
    all_products="/catalog/all",
    search="/catalogsearch/result",
    cart="/checkout/cart",
    checkout="/checkout",
    contact="/contact",
    search_field="q",
    sort_field="product_list_order",
    sort_words={
        Sort.RELEVANCE: "relevance",
        Sort.FEATURED: "position",
        Sort.BEST_SELLING: "bestsellers",
        Sort.RATING: "rating",
        Sort.NEWEST: "newest",
        Sort.OLDEST: "oldest",
        Sort.PRICE_ASCENDING: "price_asc",
        Sort.PRICE_DESCENDING: "price_desc",
        Sort.TITLE_ASCENDING: "name_asc",
        Sort.TITLE_DESCENDING: "name_desc",
    },
    page_roots=frozenset(
        {*_ROOTS, "catalog", "catalogsearch", "cms", "contact", "blog", "wishlist", "brand", "customer", "sales"}
        | {"quickorder", "sitemap", "customer-service", "gift-finder", "deals"}
    ),
    page_field="p",
    suggest="/search/ajax/suggest",
    cart_add="/checkout/cart/add",
    cart_update="/checkout/cart/updatepost",
    cart_remove="/checkout/cart/delete",
    cart_estimate="/checkout/cart/estimate",
    promotion="/checkout/cart/couponpost",
    promotion_remove="/checkout/cart/couponremove",
    newsletter="/newsletter/subscriber/new",
    wish_list_change="/wishlist/index/update",
    compare="/catalog/product_compare",
    compare_change="/catalog/product_compare/update",
    brands="/brand",
    brand_route="/brand/{slug}",
    account="/customer/account",
    account_open="/customer/account/loginpost",
    account_leave="/customer/account/logout",
    order_status="/sales/guest/form",
    quick_order="/quickorder",
    site_map="/sitemap/html",
    help_center="/customer-service",
)

PRESTASHOP = Addresses(
    scheme="prestashop",
    product_route="/{slug}.html",
    category_route="/category/{path:path}",
    policy_route="/content/legal/{handle}",
    page_route="/content/{handle}",
    blog_route="/blog/{blog}",
    article_route="/blog/{blog}/{handle}",
    order_route="/order-confirmation/{number}",
    all_products="/category/all",
    search="/search",
    cart="/cart",
    checkout="/order",
    contact="/contact-us",
    search_field="s",
    sort_field="order",
    sort_words={
        Sort.RELEVANCE: "product.relevance.desc",
        Sort.FEATURED: "product.position.asc",
        Sort.BEST_SELLING: "product.sales.desc",
        Sort.RATING: "product.rating.desc",
        Sort.NEWEST: "product.date_add.desc",
        Sort.OLDEST: "product.date_add.asc",
        Sort.PRICE_ASCENDING: "product.price.asc",
        Sort.PRICE_DESCENDING: "product.price.desc",
        Sort.TITLE_ASCENDING: "product.name.asc",
        Sort.TITLE_DESCENDING: "product.name.desc",
    },
    page_roots=frozenset(
        {*_ROOTS, "category", "content", "contact-us", "order", "order-confirmation", "search", "blog", "my-account"}
        | {"my-wishlist", "comparison", "brands", "guest-tracking", "bulk-order", "sitemap"}
        | {"support", "gift-finder", "prices-drop"}
    ),
    wish_list="/my-wishlist",
    wish_list_change="/my-wishlist/update",
    compare="/comparison",
    compare_change="/comparison/update",
    account="/my-account",
    account_open="/my-account/login",
    account_leave="/my-account/logout",
    order_status="/guest-tracking",
    quick_order="/bulk-order",
    site_map="/sitemap",
    help_center="/support",
    deals="/prices-drop",
)

WORDS = Addresses(
    scheme="words",
    product_route="/item/{slug}",
    category_route="/section/{path:path}",
    policy_route="/legal/{handle}",
    page_route="/read/{handle}",
    blog_route="/journal/{blog}",
    article_route="/journal/{blog}/{handle}",
    order_route="/purchase/thank-you/{number}",
    all_products="/everything",
    search="/find",
    cart="/basket",
    checkout="/purchase",
    contact="/read/contact",
    search_field="for",
    sort_field="by",
    sort_words={
        Sort.RELEVANCE: "match",
        Sort.FEATURED: "choice",
        Sort.BEST_SELLING: "favourites",
        Sort.RATING: "stars",
        Sort.NEWEST: "new",
        Sort.OLDEST: "old",
        Sort.PRICE_ASCENDING: "cheapest",
        Sort.PRICE_DESCENDING: "dearest",
        Sort.TITLE_ASCENDING: "a-z",
        Sort.TITLE_DESCENDING: "z-a",
    },
    page_roots=frozenset(
        {*_ROOTS, "item", "section", "legal", "read", "journal", "purchase", "everything", "find", "basket", "kept"}
        | {
            "side-by-side",
            "makers",
            "you",
            "where-is-my-order",
            "order-by-number",
            "overview",
            "ask-us",
            "a-present",
            "reduced",
        }
    ),
    page_field="sheet",
    cart_add="/basket/put",
    cart_update="/basket/count",
    cart_remove="/basket/take-out",
    wish_list="/kept",
    wish_list_change="/kept/change",
    compare="/side-by-side",
    compare_change="/side-by-side/change",
    brands="/makers",
    brand_route="/makers/{slug}",
    account="/you",
    account_open="/you/come-in",
    account_leave="/you/leave",
    order_status="/where-is-my-order",
    quick_order="/order-by-number",
    site_map="/overview",
    help_center="/ask-us",
    gift_finder="/a-present",
    deals="/reduced",
)

APPLICATION = Addresses(
    scheme="application",
    product_route="/en/p/{slug}",
    category_route="/en/c/{path:path}",
    policy_route="/en/legal/{handle}",
    page_route="/en/help/{handle}",
    blog_route="/en/stories/{blog}",
    article_route="/en/stories/{blog}/{handle}",
    order_route="/en/checkout/thanks/{number}",
    all_products="/en/all",
    search="/en/s",
    cart="/en/bag",
    checkout="/en/checkout",
    contact="/en/help/contact",
    search_field="text",
    sort_field="sort",
    sort_words={
        Sort.RELEVANCE: "relevance",
        Sort.FEATURED: "recommended",
        Sort.BEST_SELLING: "popular",
        Sort.RATING: "top-rated",
        Sort.NEWEST: "newest",
        Sort.OLDEST: "oldest",
        Sort.PRICE_ASCENDING: "price-up",
        Sort.PRICE_DESCENDING: "price-down",
        Sort.TITLE_ASCENDING: "name-up",
        Sort.TITLE_DESCENDING: "name-down",
    },
    page_roots=frozenset({*_ROOTS, "en"}),
    suggest="/en/suggest",
    cart_add="/en/bag/items",
    cart_update="/en/bag/quantity",
    cart_remove="/en/bag/removal",
    wish_list="/en/saved",
    wish_list_change="/en/saved/items",
    compare="/en/compare",
    compare_change="/en/compare/items",
    brands="/en/brands",
    brand_route="/en/brands/{slug}",
    account="/en/account",
    account_open="/en/account/session",
    account_leave="/en/account/session/end",
    order_status="/en/track",
    quick_order="/en/reorder",
    site_map="/en/map",
    help_center="/en/support",
    gift_finder="/en/gift-finder",
    deals="/en/deals",
)

_SCHEMES: Mapping[Scheme, Addresses] = {
    one.scheme: one for one in (WOOCOMMERCE, SHOPIFY, MAGENTO, PRESTASHOP, WORDS, APPLICATION)
}


def addresses_of(scheme: Scheme) -> Addresses:
    """The addresses of that scheme."""
    return _SCHEMES[scheme]


def product_slug(path: str) -> str | None:
    """The slug of the product page at a path, whichever scheme it is of; None for other paths."""
    return next((slug for scheme in _SCHEMES.values() if (slug := scheme.slug_of(path)) is not None), None)
