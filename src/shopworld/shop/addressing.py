"""The addresses of a shop: the one place that makes and reads them.

Two schemes: WooCommerce's, which malls use (WebMall's answers resolve), and Shopify's, which generated shops use
(ShopGym's tasks resolve). Templates and routes ask `Addresses`; nobody else writes a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import quote, urlencode

from shopworld.catalog import Sort, Variant

Scheme = Literal["woocommerce", "shopify"]
"""Whose addresses a shop has."""

LEGAL_POLICIES = ("privacy-policy", "shipping-policy", "terms-of-service", "refund-policy")
"""What Shopify keeps under `/policies/`; all other texts are pages."""

_SLASHES = re.compile(r"/{2,}")
_PAGE_SEGMENT = re.compile(r"^(.*/)page/(\d+)/$", re.ASCII)
_LAST_PAGE = 10_000
_FORMS = (
    "/cart/add",
    "/cart/update",
    "/cart/remove",
    "/cart/estimate",
    "/cart/promotion",
    "/cart/promotion/remove",
    "/newsletter",
    "/cookies",
    "/dismiss",
    "/age",
    "/currency",
    "/locale",
    "/chat",
)
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
_PRODUCT_PATH = re.compile(r"/(?:product|(?:collections/[^/]+/)?products)/(?P<slug>[^/]+)/?")


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
    forms: frozenset[str] = field(default=frozenset(_FORMS))
    """Paths that take a form and show no page."""

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
        if self.scheme == "shopify" and handle not in LEGAL_POLICIES:
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
            pairs.append(("page", str(page)))
        return f"{base}?{urlencode(pairs)}" if pairs else base

    def split_page(self, path: str) -> tuple[str, int | None]:
        """The path of a listing without its `page/<n>/` segment, and that number."""
        match = _PAGE_SEGMENT.match(path) if self.ends_in_slash else None
        return (match.group(1), read_page(match.group(2))) if match else (path, None)

    def category_of(self, base: str) -> tuple[str, ...]:
        """The URL segments of the category that a path asks for."""
        return tuple(part for part in base.split("/") if part)[1:]

    def sort_of(self, word: str) -> Sort | None:
        """The sort that a word in `sort_field` asks for; None for other words."""
        if word == "menu_order":
            return Sort.FEATURED
        return next((sort for sort, known in self.sort_words.items() if known == word), None)

    def shows_page(self, path: str) -> bool:
        """Whether a canonical path shows a page, and does not only take a form."""
        return path not in self.forms

    def canonical(self, path: str) -> str:
        """The one address of a page that may be written in several ways.

        Pages are in lower case; a dot at the end (of a sentence that named the address) goes. Whether there is a slash
        at the end depends on the scheme; addresses of forms have none. What is no page (assets, unknown addresses)
        stays as it is.
        """
        single = _SLASHES.sub("/", "/" + path)
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

_SCHEMES: Mapping[Scheme, Addresses] = {"woocommerce": WOOCOMMERCE, "shopify": SHOPIFY}


def addresses_of(scheme: Scheme) -> Addresses:
    """The addresses of that scheme."""
    return _SCHEMES[scheme]


def product_slug(path: str) -> str | None:
    """The slug of the product page at a path, whichever scheme it is of; None for other paths."""
    found = _PRODUCT_PATH.fullmatch(path)
    return found["slug"] if found else None


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
