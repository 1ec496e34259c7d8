"""What a visitor can do in the shops of a mall, as functions: each asks the shop's own pages and forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from shopworld.environments.shop_tools.arguments import (
    AddToCartArguments,
    ApplyPromotionArguments,
    CheckoutArguments,
    GetProductArguments,
    ListProductsArguments,
    OpenShopArguments,
    ReadPageArguments,
    SendMessageArguments,
    ShopSearchArguments,
    UpdateCartArguments,
    ViewCartArguments,
)
from shopworld.environments.shop_tools.checkout_form import send_checkout
from shopworld.environments.shop_tools.content import (
    Content,
    cart_content,
    listing_content,
    menu_content,
    page_content,
    pages_content,
    product_content,
)
from shopworld.environments.shop_tools.visitor import MallVisitor, ShopAnswer
from shopworld.errors import ActionError
from shopworld.mall import Mall
from shopworld.shop.addressing import Addresses, addresses_of
from shopworld.shop.browsing.listing_request import SORT_LABELS
from shopworld.shop.pages import ListingPage, ProductPage

_PRICES = ("price", "price_min", "price_max")


class Shops:
    """The shops of a mall, as one visitor sees and uses them.

    Every function raises `ActionError` for what the shop refuses, in the shop's own words, and `EnvironmentFault` where
    a shop broke.

    Args:
        mall: whose shops.
        visitor: asks them.
    """

    def __init__(self, mall: Mall, visitor: MallVisitor) -> None:
        self.visitor = visitor
        self._addresses = {shop.identity.host: addresses_of(shop.identity.addresses) for shop in mall.shops}

    def open_shop(self, asked: OpenShopArguments) -> Content:
        """Categories and information pages that the first page leads to."""
        seen = self.visitor.get(self._at(asked.shop, "/"))
        if seen.page is None:
            return page_content(seen)
        return menu_content(seen, seen.page.shell) | pages_content(seen, seen.page.shell)

    def search_products(self, asked: ShopSearchArguments) -> Content:
        """A page of search results."""
        host = self.visitor.host_of(asked.shop)
        there = self._addresses[host]
        fields = [(there.search_field, asked.query), *_narrowed(there, asked.filters, asked.sort)]
        return self._listing(host, there.listing(there.search, fields, asked.page), asked.filters)

    def list_products(self, asked: ListProductsArguments) -> Content:
        """A page of a category, or of everything."""
        host = self.visitor.host_of(asked.url)
        there = self._addresses[host]
        base, _ = there.split_page(urlsplit(asked.url).path)
        if base in ("", there.home):
            base = there.all_products
        fields = _narrowed(there, asked.filters, asked.sort)
        return self._listing(host, there.listing(base, fields, asked.page), asked.filters)

    def get_product(self, asked: GetProductArguments) -> Content:
        """A product page."""
        address = asked.url.partition("#")[0]
        if asked.reviews_page > 1:
            address += f"{'&' if '?' in address else '?'}reviews={asked.reviews_page}"
        seen, page = self._product(address)
        return product_content(seen, page)

    def read_page(self, asked: ReadPageArguments) -> Content:
        """Any page."""
        return self.page(asked.url)

    def page(self, address: str) -> Content:
        """The page at an address."""
        return page_content(self.visitor.get(address))

    def view_cart(self, asked: ViewCartArguments) -> Content:
        """The cart of a shop."""
        return _cart(self.visitor.get(self._at(asked.shop, self._there(asked.shop).cart)))

    def add_to_cart(self, asked: AddToCartArguments) -> Content:
        """Puts a product into its shop's cart; the cart afterwards."""
        seen, page = self._product(asked.url)
        if not (page.can_add or page.selectors):
            raise ActionError("This product cannot be ordered at the moment.")
        there = self._addresses[seen.shop]
        fields = {"offer": str(page.number), "quantity": str(asked.quantity), "return_path": there.cart}
        fields |= _chosen_options(page, asked.options)
        if asked.personalization:
            if page.personalization is None:
                raise ActionError("This product takes no text of one's own.")
            fields["personalization"] = asked.personalization
        return _cart(self.visitor.post(f"http://{seen.shop}{there.cart_add}", fields))

    def update_cart(self, asked: UpdateCartArguments) -> Content:
        """Changes a line of a cart; the cart afterwards."""
        there = self._there(asked.shop)
        fields = {"line": asked.line, "quantity": str(asked.quantity), "return_path": there.cart}
        cart = _cart(self.visitor.post(self._at(asked.shop, there.cart_update), fields))
        lines = [line["line"] for line in cart["lines"]]
        if asked.line not in lines and asked.quantity and "notice" not in cart:
            raise ActionError(
                f"there is no line {asked.line!r} in this cart; its lines are: {', '.join(lines) or 'none'}"
            )
        return cart

    def apply_promotion(self, asked: ApplyPromotionArguments) -> Content:
        """Applies a promotion code, or takes it away; the cart afterwards."""
        there = self._there(asked.shop)
        path = there.promotion if asked.code else there.promotion_remove
        return _cart(self.visitor.post(self._at(asked.shop, path), {"code": asked.code, "return_path": there.cart}))

    def checkout(self, asked: CheckoutArguments) -> Content:
        """Fills in the checkout as far as values are given."""
        there = self._there(asked.shop)
        return send_checkout(self.visitor, self._at(asked.shop, there.checkout), asked.values)

    def send_message(self, asked: SendMessageArguments) -> Content:
        """Sends the contact form."""
        fields = {"name": asked.name, "email": asked.email, "message": asked.message}
        content = page_content(self.visitor.post(self._at(asked.shop, self._there(asked.shop).contact), fields))
        wrong = [field["error"] for field in content.get("fields", ()) if "error" in field]
        if wrong:
            raise ActionError(" ".join(wrong))
        return content

    def _there(self, shop: str) -> Addresses:
        return self._addresses[self.visitor.host_of(shop)]

    def _at(self, shop: str, path: str) -> str:
        return f"http://{self.visitor.host_of(shop)}{path}"

    def _product(self, address: str) -> tuple[ShopAnswer, ProductPage]:
        seen = self.visitor.get(address)
        if not isinstance(seen.page, ProductPage):
            raise ActionError(f"there is no product at {address}")
        return seen, seen.page

    def _listing(self, host: str, path: str, filters: Mapping[str, str | list[str]]) -> Content:
        seen = self.visitor.get(f"http://{host}{path}")
        if not isinstance(seen.page, ListingPage):
            raise ActionError(f"there is no list of products at {seen.address}")
        content = listing_content(seen, seen.page)
        known = {one.name for one in seen.page.filters}
        ignored = [name for name in filters if name not in known and not (name in _PRICES and "price" in known)]
        return content | ({"ignored_filters": ignored} if ignored else {})


def _narrowed(there: Addresses, filters: Mapping[str, str | list[str]], sort: str) -> list[tuple[str, str]]:
    fields = [
        (name, value) for name, values in filters.items() for value in ([values] if isinstance(values, str) else values)
    ]
    if sort:
        fields.append((there.sort_field, _sort_word(there, sort)))
    return fields


def _sort_word(there: Addresses, sort: str) -> str:
    """The word of an address for a sort that is named by it, or by its label."""
    if there.sort_of(sort) is not None:
        return sort
    for key, label in SORT_LABELS.items():
        if label.casefold() == sort.strip().casefold():
            return there.sort_words[key]
    raise ActionError(f"there is no sort {sort!r}; shops know some of: {', '.join(there.sort_words.values())}")


def _chosen_options(page: ProductPage, options: Mapping[str, str]) -> dict[str, str]:
    """The form's fields for what was chosen of each option."""
    by_label = {one.label.casefold(): one for one in page.selectors} | {one.name: one for one in page.selectors}
    fields = {}
    for label, value in options.items():
        selector = by_label.get(label.strip().casefold())
        if selector is None:
            raise ActionError(f"there is no option {label!r}; expected {_named(one.label for one in page.selectors)}")
        values = {one.value.casefold(): one.value for one in selector.values}
        if value.strip().casefold() not in values:
            raise ActionError(f"there is no {selector.label} {value!r}; expected {_named(values.values())}")
        fields[selector.name] = values[value.strip().casefold()]
    return fields


def _named(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _cart(seen: ShopAnswer) -> Content:
    """The cart, with what the shop said of the change; raises ActionError where it refused."""
    if seen.page is None:
        raise ActionError(f"{seen.shop} answered {seen.status}")
    shell = seen.page.shell
    if shell.notice is not None and shell.notice.kind == "error":
        raise ActionError(shell.notice.text)
    content = cart_content(seen, shell.cart)
    return content | ({"notice": shell.notice.text} if shell.notice else {})
