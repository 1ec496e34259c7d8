"""The addresses of a shop: the one place that makes and reads them; `schemes.py` says what they are.

Templates and routes ask `Addresses`; nobody else writes a path.
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
    wish_list: str = "/wishlist"
    wish_list_change: str = "/wishlist/change"
    compare: str = "/compare"
    compare_change: str = "/compare/change"
    brands: str = "/brands"
    brand_route: str = "/brands/{slug}"
    account: str = "/account"
    account_open: str = "/account/open"
    account_leave: str = "/account/leave"
    order_status: str = "/order-status"
    quick_order: str = "/quick-order"
    site_map: str = "/site-map"
    help_center: str = "/help-center"
    gift_finder: str = "/gift-finder"
    deals: str = "/deals"

    @cached_property
    def forms(self) -> frozenset[str]:
        """Paths that take a form and show no page."""
        return frozenset(
            (
                *(self.cart_add, self.cart_update, self.cart_remove, self.cart_estimate),
                *(self.promotion, self.promotion_remove, self.newsletter, self.cookies, self.dismiss),
                *(self.age, self.currency, self.locale, self.chat),
                *(self.wish_list_change, self.compare_change, self.account_open, self.account_leave),
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

    def brand(self, slug: str) -> str:
        """What the shop sells of one maker."""
        return self.brand_route.replace("{slug}", _segment(slug))

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
