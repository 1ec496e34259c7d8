"""Pages of a shop as data: what is printed on them, and nothing else. One function a kind of page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import orjson
from selectolax.lexbor import LexborHTMLParser

from shopworld.environments.shop_tools.visitor import ShopAnswer
from shopworld.shop import ProductPage, is_composed, structure_of
from shopworld.shop.pages import (
    AccountPage,
    ArticlePage,
    BlogPage,
    Card,
    CartPage,
    CartView,
    CheckoutPage,
    ComparisonPage,
    ContactPage,
    DirectoryPage,
    ErrorPage,
    FilterView,
    FormField,
    HomePage,
    InfoPage,
    Link,
    ListingPage,
    MenuNode,
    OrderPage,
    OrderStatusPage,
    PicksPage,
    QuickOrderPage,
    RadioChoice,
    ReviewView,
    Shell,
    StoresPage,
    WishListPage,
)

Content = dict[str, Any]

_CARDS_SHOW = {
    "standard": ("brand", "rating"),
    "quiet": ("brand",),
    "row": ("brand", "rating", "facts"),
    "ticket": ("rating", "facts"),
}
"""What the cards of each design print besides title, price, badges and stock."""


def told(**values: Any) -> Content:
    """The values that say something: empty ones are left out, zeros stay."""
    return {name: value for name, value in values.items() if value not in (None, "", (), [], {}, False)}


def text_of(html: str) -> str:
    """HTML as plain text; block elements end their lines."""
    if not html:
        return ""
    text = LexborHTMLParser(html).text(separator="\n", strip=True)
    return "\n".join(line for line in (" ".join(line.split()) for line in text.splitlines()) if line)


def page_content(seen: ShopAnswer) -> Content:
    """Any page of a shop."""
    page = seen.page
    match page:
        case ListingPage():
            return listing_content(seen, page)
        case ProductPage():
            return product_content(seen, page)
        case CartPage():
            return cart_content(seen, page.shell.cart)
        case CheckoutPage():
            return checkout_content(seen, page)
        case OrderPage():
            return order_content(seen, page)
        case HomePage():
            return _home_content(seen, page)
        case InfoPage():
            return told(
                url=seen.address, title=page.title, text=text_of(page.body_html), products=_cards(seen, page.cards)
            )
        case ContactPage():
            return told(
                url=seen.address,
                title=page.title,
                text=text_of(page.intro_html),
                details=dict(page.lines),
                fields=[] if page.sent else _fields(page.fields),
                notice="Thank you. Your message has been sent." if page.sent else "",
            )
        case StoresPage():
            stores = [
                told(name=one.name, address="\n".join(one.address), hours=one.hours, phone=one.phone)
                for one in page.stores
            ]
            return told(url=seen.address, title=page.title, text=page.found_text, stores=stores)
        case BlogPage():
            articles = [told(title=one.title, url=seen.absolute(one.url), text=one.summary) for one in page.articles]
            return told(url=seen.address, title=page.title, articles=articles)
        case ArticlePage():
            return told(
                url=seen.address,
                title=page.title,
                byline=page.byline,
                text=text_of(page.body_html),
                products=_cards(seen, page.cards),
            )
        case ErrorPage():
            return told(url=seen.address, title=page.title, text=page.text, products=_cards(seen, page.cards))
        case WishListPage():
            return told(url=seen.address, title=page.title, products=_cards(seen, [one.card for one in page.items]))
        case ComparisonPage():
            products = _cards(seen, [one.card for one in page.items])
            return told(url=seen.address, title=page.title, products=products, facts=dict(page.rows))
        case DirectoryPage():
            groups = {group.heading: _links(seen, group.links) for group in page.groups}
            return told(url=seen.address, title=page.title, text=page.intro, groups=groups)
        case PicksPage():
            products = _cards(seen, page.cards)
            return told(
                url=seen.address, title=page.title, text=page.intro, promotions=dict(page.promotions), products=products
            )
        case AccountPage():
            return told(url=seen.address, title=page.title, account=page.email, orders=_links(seen, page.orders))
        case OrderStatusPage():
            return told(url=seen.address, title=page.title, text=page.found_text or page.missing_text)
        case QuickOrderPage():
            return told(url=seen.address, title=page.title, examples=dict(page.examples))
        case None:
            return told(url=seen.address, text=seen.body.decode("utf-8", "replace")[:2_000])


def _links(seen: ShopAnswer, links: Iterable[Link]) -> list[Content]:
    return [told(title=one.label, url=seen.absolute(one.url)) for one in links]


def listing_content(seen: ShopAnswer, page: ListingPage) -> Content:
    """Search results, a category, or all products."""
    sorts = {one.value: one.label for one in page.sort_options}
    return told(
        url=seen.address,
        title=page.title,
        note=page.match_text,
        text=page.intro,
        total=page.range_text,
        page=page.pagination.page,
        pages=page.pagination.pages,
        products=_cards(seen, page.cards),
        subcategories=[_menu_node(seen, one) for one in page.subcategories],
        active_filters=[one.label for one in page.active_filters],
        filters=[_filter(one) for one in page.filters],
        sort=next((one.value for one in page.sort_options if one.selected), ""),
        sorts=sorts,
    )


def product_content(seen: ShopAnswer, page: ProductPage) -> Content:
    """A product page."""
    has_reviews = bool(page.shell.specification.capabilities.product.has_reviews)
    service = page.service
    return told(
        url=seen.address,
        title=page.title,
        brand=page.brand,
        article_number=page.sku,
        gtin=page.gtin,
        price=page.price.text or "Price on request",
        regular_price=page.price.regular_text,
        badges=list(page.badges),
        stock=page.stock_text,
        can_add=page.can_add or bool(page.selectors),
        options={one.label: [value.value for value in one.values] for one in page.selectors},
        variants=_variants(page),
        personalization=page.personalization.label if page.personalization else "",
        delivery=page.delivery_text,
        returns=page.returns_text,
        warranty=page.warranty_text,
        summary=page.short_description,
        description=text_of(page.description_html),
        specifications=dict(page.specifications),
        service=told(
            delivery=[list(one) for one in service.delivery],
            note=service.delivery_note,
            returns=service.returns,
            warranty=service.warranty,
        )
        if service
        else None,
        categories=[_link(seen, one) for one in page.categories],
        rating=page.rating_text,
        reviews_count=page.review_count if page.rating_text else 0,
        reviews=[_review(one) for one in page.reviews] if has_reviews else [],
        more_reviews=bool(page.more_reviews_url or (page.review_tools and page.review_tools.next_url)),
        related=_cards(seen, page.related) if page.shell.specification.capabilities.product.has_recommendations else [],
    )


def cart_content(seen: ShopAnswer, cart: CartView) -> Content:
    """What is in a shop's cart, and what it comes to."""
    lines = [
        told(
            line=one.key,
            title=one.title,
            url=seen.absolute(one.url),
            variant=one.variant_text,
            personalization=one.personalization,
            price=one.price_text,
            quantity=one.quantity,
            total=one.total_text,
        )
        for one in cart.lines
    ]
    content: Content = {"shop": seen.shop, "lines": lines}
    if not lines:
        return content
    return content | told(
        goods=cart.goods_text,
        discount=cart.discount_text,
        promotion=cart.promotion_code,
        promotion_error=cart.promotion_error,
        delivery=cart.shipping_text,
        total=cart.total_text,
        free_delivery=cart.free_shipping_text,
    )


def checkout_content(seen: ShopAnswer, page: CheckoutPage) -> Content:
    """The checkout, or its step: fields to fill in, and what can be chosen."""
    return told(
        shop=seen.shop,
        step=page.step,
        error=page.error_text,
        fields=_fields((*page.contact, *page.billing, *page.card)),
        deliver_elsewhere=_fields(page.shipping),
        delivery=[_choice(one) for one in page.delivery],
        payment=[_choice(one) for one in page.payment],
        entered=dict(page.summary),
        button=page.button_label,
        cart=cart_content(seen, replace(page.shell.cart, free_shipping_text="")),  # it is not told here
    )


def order_content(seen: ShopAnswer, page: OrderPage) -> Content:
    """The confirmation of an order."""
    return told(
        shop=seen.shop,
        url=seen.address,
        title=page.title,
        order=page.number,
        date=page.date_text,
        email=page.email,
        lines=[
            told(title=one.title, variant=one.variant_text, quantity=one.quantity, total=one.total_text)
            for one in page.lines
        ],
        totals=dict(page.totals),
        billing=list(page.billing),
        shipping=list(page.shipping),
        delivery=page.delivery_text,
        payment=page.payment_text,
    )


def menu_content(seen: ShopAnswer, shell: Shell) -> Content:
    """What the menus of a shop lead to."""
    return told(shop=seen.shop, categories=[_menu_node(seen, one) for one in shell.menu])


def pages_content(seen: ShopAnswer, shell: Shell) -> Content:
    """The information pages that header and footer of a shop lead to."""
    links = [*shell.quick_links, *(link for group in shell.footer_groups for link in group.links), *shell.footer_links]
    once = {link.url: link for link in links if link.url.startswith("/")}
    return told(shop=seen.shop, pages=[_link(seen, one) for one in once.values()])


def addresses_in(content: Any) -> Iterator[str]:
    """The addresses of products in a result, in order."""
    if isinstance(content, dict):
        for name, value in content.items():
            if name == "url" and isinstance(value, str):
                yield value
            else:
                yield from addresses_in(value)
    elif isinstance(content, list):
        for value in content:
            yield from addresses_in(value)


def _home_content(seen: ShopAnswer, page: HomePage) -> Content:
    products: dict[str, Card] = {}
    texts = []
    for section in page.sections:
        products |= {card.url: card for card in section.cards}
        texts += [part for part in (section.heading, section.text) if part]
    text = "\n".join(dict.fromkeys(texts))
    return told(url=seen.address, title=page.title, text=text, products=_cards(seen, products.values()))


def _cards(seen: ShopAnswer, cards: Iterable[Card]) -> list[Content]:
    page = seen.page
    if page is None:
        return []
    specification = page.shell.specification
    structure = structure_of(specification.capabilities, composed=is_composed(specification.style))
    card_kind = "standard" if not isinstance(page, ListingPage) and structure.card == "row" else structure.card
    shows = _CARDS_SHOW[card_kind]
    return [
        told(
            title=card.title,
            url=seen.absolute(card.url),
            brand=card.brand if "brand" in shows else "",
            price=card.price.text or "Price on request",
            regular_price=card.price.regular_text,
            rating=card.rating_text if "rating" in shows else "",
            reviews_count=card.review_count if "rating" in shows and card.rating_text else 0,
            badges=list(card.badges),
            stock=card.stock_text,
            facts=list(card.key_facts) if "facts" in shows else [],
        )
        for card in cards
    ]


def _menu_node(seen: ShopAnswer, node: MenuNode) -> Content:
    url = seen.absolute(node.url) if node.url else ""
    return told(label=node.label, url=url, below=[_menu_node(seen, one) for one in node.children])


def _link(seen: ShopAnswer, link: Link) -> Content:
    return {"label": link.label, "url": seen.absolute(link.url)}


def _filter(one: FilterView) -> Content:
    if one.control in ("min-max", "slider"):
        return told(name=one.name, label=one.label, minimum=one.minimum, maximum=one.maximum)
    values = [told(value=value.value, label=value.label, products=value.count) for value in one.values]
    return told(name=one.name, label=one.label, values=values)


def _variants(page: ProductPage) -> list[Content]:
    """Price and stock of each variant, as the page shows them when it is chosen."""
    rows = orjson.loads(page.variant_prices) if page.variant_prices else {}
    labels = [one.label for one in page.selectors]
    return [
        told(
            options=dict(zip(labels, values.split("|"), strict=False)),
            price=row["price"],
            regular_price=row["regular"],
            stock=row["stock"],
        )
        for values, row in rows.items()
    ]


def _review(one: ReviewView) -> Content:
    return told(
        author=one.author,
        rating=one.rating,
        title=one.title,
        text=one.body,
        date=one.date_text,
        verified=one.verified,
        helpful=one.helpful_text,
    )


def _fields(fields: Iterable[FormField]) -> list[Content]:
    return [
        told(
            name=one.name,
            label=one.label,
            value=one.value,
            error=one.error,
            required=one.required,
            options={value: label for value, label in one.options if value},
        )
        for one in fields
    ]


def _choice(one: RadioChoice) -> Content:
    return told(value=one.value, label=one.label, text=one.text, price=one.price_text, selected=one.selected)
