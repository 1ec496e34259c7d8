"""The addresses of a shop: the one place that makes and reads them.

WooCommerce's scheme is that of malls (WebMall's answers resolve), Shopify's that of generated shops where nothing else
is said (ShopGym's tasks resolve); storefront families have others: those of Magento and PrestaShop, one of plain words,
and one of an application behind a language. Templates and routes ask `Addresses`; nobody else writes a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal
from urllib.parse import quote, urlencode

from shopworld.catalog import Sort, Variant

Scheme = Literal["woocommerce", "shopify", "magento", "prestashop", "words", "application"]
"""Whose addresses a shop has."""

LEGAL_POLICIES = ("privacy-policy", "shipping-policy", "terms-of-service", "refund-policy")
"""What Shopify keeps under `/policies/`; all other texts are pages."""

_SLASHES = re.compile(r"/{2,}")
_PAGE_SEGMENT = re.compile(r"^(.*/)page/(\d+)/$", re.ASCII)
_WITHIN_COLLECTION = re.compile(r"/collections/[^/]+/products/(?P<slug>[^/]+)/?")
_LAST_PAGE = 10_000
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


@dataclass(frozen=True)
class Addresses:
    """Where the pages and forms of a shop are. Use `addresses_of`.

    Attributes:
        scheme: whose addresses these are.
        product_route, category_route, policy_route, page_route, blog_route, article_route, order_route: patterns of
            paths, with what varies in braces.
        all_products, search, cart, checkout, contact: paths of single pages; `search` takes `search_field`.
        search_field, sort_field: names in a query string.
        sort_words: what stands in `sort_field`.
        page_roots: first segments of paths that are pages or forms.
        page_field: name of the number of a page, where it does not stand in the path.
    """

    scheme: Scheme
    product_route: str
    category_route: str
    policy_route: str
    page_route: str
    blog_route: str
    article_route: str
    order_route: str
    all_products: str
    search: str
    cart: str
    checkout: str
    contact: str
    search_field: str
    sort_field: str
    sort_words: Mapping[Sort, str]
    page_roots: frozenset[str]
    page_field: str = "page"
    bare_roots: tuple[str, ...] = ()
    """Paths without a handle that lead to all products."""
    home: str = "/"
    suggest: str = "/search/suggest"
    cart_add: str = "/cart/add"
    cart_update: str = "/cart/update"
    cart_remove: str = "/cart/remove"
    cart_estimate: str = "/cart/estimate"
    promotion: str = "/cart/promotion"
    promotion_remove: str = "/cart/promotion/remove"
    newsletter: str = "/newsletter"
    cookies: str = "/cookies"
    dismiss: str = "/dismiss"
    age: str = "/age"
    currency: str = "/currency"
    locale: str = "/locale"
    chat: str = "/chat"

    @cached_property
    def forms(self) -> frozenset[str]:
        """Paths that take a form and show no page."""
        return frozenset(
            (
                *(self.cart_add, self.cart_update, self.cart_remove, self.cart_estimate),
                *(self.promotion, self.promotion_remove, self.newsletter, self.cookies, self.dismiss),
                *(self.age, self.currency, self.locale, self.chat),
            )
        )

    @property
    def ends_in_slash(self) -> bool:
        """Whether the paths of pages end in a slash."""
        return self.scheme == "woocommerce"

    def product(self, slug: str) -> str:
        """The page of an offer."""
        return self.product_route.replace("{slug}", _segment(slug))

    def category(self, slug_path: Iterable[str]) -> str:
        """The listing of a category or collection, by the URL segments of its path."""
        path = "/".join(_segment(part) for part in slug_path)
        return self.category_route.replace("{path:path}", path + "/" if self.ends_in_slash else path)

    def policy(self, handle: str) -> str:
        """An information page or policy; the contact page has an address of its own."""
        if handle == "contact":
            return self.contact
        if handle not in LEGAL_POLICIES and self.scheme != "woocommerce":
            return self.page(handle)
        return self.policy_route.replace("{handle}", _segment(handle))

    def page(self, handle: str) -> str:
        """A page of the shop's own content."""
        return self.page_route.replace("{handle}", _segment(handle))

    def blog(self, handle: str) -> str:
        """The list of a blog's articles."""
        return self.blog_route.replace("{blog}", _segment(handle))

    def article(self, blog: str, handle: str) -> str:
        """An article."""
        return self.article_route.replace("{blog}", _segment(blog)).replace("{handle}", _segment(handle))

    def order(self, number: str) -> str:
        """The confirmation of an order."""
        return self.order_route.replace("{number}", _segment(number))

    def checkout_step(self, step: str) -> str:
        """One step of the checkout."""
        return f"{self.checkout}?{urlencode({'step': step})}"

    def search_for(self, text: str) -> str:
        """The results of a search."""
        return f"{self.search}?{urlencode({self.search_field: text})}"

    def all_with(self, **parameters: str) -> str:
        """All products, filtered: `all_with(on_sale="1")`."""
        return f"{self.all_products}?{urlencode(parameters)}"

    def all_sorted(self, sort: Sort) -> str:
        """All products in that order."""
        return self.all_with(**{self.sort_field: self.sort_words[sort]})

    def listing(self, base: str, fields: Iterable[tuple[str, str]], page: int = 1) -> str:
        """A page of a listing.

        Args:
            base: path of its first page.
            fields: the query string: text, filters, sort.
            page: from 1.
        """
        pairs = list(fields)
        if page > 1 and self.ends_in_slash:
            base = f"{base}page/{page}/"
        elif page > 1:
            pairs.append((self.page_field, str(page)))
        return f"{base}?{urlencode(pairs)}" if pairs else base

    def split_page(self, path: str) -> tuple[str, int | None]:
        """The path of a listing without its `page/<n>/` segment, and that number."""
        match = _PAGE_SEGMENT.match(path) if self.ends_in_slash else None
        return (match.group(1), read_page(match.group(2))) if match else (path, None)

    def category_of(self, base: str) -> tuple[str, ...]:
        """The URL segments of the category that a path asks for."""
        root = self.category_route.partition("{")[0]
        return tuple(part for part in f"{base}/".removeprefix(root).split("/") if part)

    def slug_of(self, path: str) -> str | None:
        """The slug of the product page at a path, in Shopify's scheme also within a collection; None for others."""
        found = _pattern(self.product_route).fullmatch(path.removesuffix("/") + "/" * self.ends_in_slash)
        if found is None and self.scheme == "shopify":
            found = _WITHIN_COLLECTION.fullmatch(path)
        return found["slug"] if found else None

    def leads(self, path: str, route: str) -> bool:
        """Whether a path is one of a route, such as `category_route`: `/collections/shoes`, but not `/collections`."""
        return _pattern(route).fullmatch(path) is not None

    def sort_of(self, word: str) -> Sort | None:
        """The sort that a word in `sort_field` asks for; None for other words."""
        if word == "menu_order":
            return Sort.FEATURED
        return next((sort for sort, known in self.sort_words.items() if known == word), None)

    def is_checkout(self, path: str) -> bool:
        """Whether a path is the checkout's or that of an order: prices are those that are charged there."""
        return path == self.checkout or self.leads(path, self.order_route)

    def shows_page(self, path: str) -> bool:
        """Whether a canonical path shows a page, and does not only take a form."""
        return path not in self.forms

    def canonical(self, path: str) -> str:
        """The one address of a page that may be written in several ways.

        Pages are in lower case; a dot at the end (of a sentence that named the address) goes. Whether there is a slash
        at the end depends on the scheme; addresses of forms have none. `/cart` and `/checkout` lead there in every
        scheme. What is no page (assets, unknown addresses) stays as it is.
        """
        single = _SLASHES.sub("/", "/" + path)
        usual = {"cart": self.cart, "checkout": self.checkout}.get(single.strip("/"))
        if usual is not None:
            return usual
        if single.split("/", 2)[1].lower().rstrip(". ") not in self.page_roots:
            return single
        trimmed = single.lower().rstrip("/. ") or "/"
        if not self.ends_in_slash or trimmed in self.forms:
            return trimmed
        return trimmed + "/"


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
    page_roots=frozenset({*_ROOTS, "products", "collections", "search"}),
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
    page_roots=frozenset({*_ROOTS, "catalog", "catalogsearch", "cms", "contact", "blog"}),
    page_field="p",
    suggest="/search/ajax/suggest",
    cart_add="/checkout/cart/add",
    cart_update="/checkout/cart/updatepost",
    cart_remove="/checkout/cart/delete",
    cart_estimate="/checkout/cart/estimate",
    promotion="/checkout/cart/couponpost",
    promotion_remove="/checkout/cart/couponremove",
    newsletter="/newsletter/subscriber/new",
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
        {*_ROOTS, "category", "content", "contact-us", "order", "order-confirmation", "search", "blog"}
    ),
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
        {*_ROOTS, "item", "section", "legal", "read", "journal", "purchase", "everything", "find", "basket"}
    ),
    page_field="sheet",
    cart_add="/basket/put",
    cart_update="/basket/count",
    cart_remove="/basket/take-out",
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


@cache
def _pattern(route: str) -> re.Pattern[str]:
    """What paths of a route look like; a name in braces is a segment, `{path:path}` one or more."""
    parts = re.split(r"\{(\w+)(:path)?\}", route)
    built = "".join(
        re.escape(parts[at]) + (f"(?P<{parts[at + 1]}>{'.+' if parts[at + 2] else '[^/]+'})")
        for at in range(0, len(parts) - 1, 3)
    )
    return re.compile(built + re.escape(parts[-1]))


def picture_url(number: int, view: str, variant: Variant | None = None) -> str:
    """Where the picture of an offer, or of one of its variants, is drawn; the same in all schemes."""
    return f"/media/{number}/{view}.svg" + (f"?variant={variant.id}" if variant else "")


def read_page(text: str) -> int:
    """A page number; 1 for what is none, never absurdly high."""
    if not (text.isascii() and text.isdigit()):
        return 1
    return min(max(1, int(text[:9])), _LAST_PAGE)


def _segment(text: str) -> str:
    return quote(text, safe="-_.~!$'()*+,;=:@&")
