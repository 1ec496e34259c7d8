"""A plain shop of 24 products in four categories. A micro-shop changes one thing of it, and says what is true of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from html import escape
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Good:
    """A product of a micro-shop."""

    number: int
    title: str
    price: Decimal
    category: str
    maker: str

    @property
    def slug(self) -> str:
        """Its title in an address."""
        return slug(self.title)


@dataclass
class Reply:
    """What a shop answers."""

    body: str
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    encoding: str = "utf-8"


@dataclass
class Asked:
    """What a shop is asked."""

    path: str
    query: dict[str, str]
    cookies: dict[str, str]
    method: str = "GET"


def slug(text: str) -> str:
    """A text as part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")


_NOUNS = {
    "Kettles": ("Tin kettle", "Copper kettle", "Travel kettle", "Whistling kettle", "Glass kettle", "Camp kettle"),
    "Lanterns": ("Storm lantern", "Paper lantern", "Reading lamp", "Oil lantern", "Barn lantern", "Solar lantern"),
    "Blankets": ("Wool blanket", "Picnic blanket", "Linen throw", "Baby blanket", "Cotton quilt", "Fleece blanket"),
    "Knives": ("Paring knife", "Bread knife", "Chef knife", "Oyster knife", "Boning knife", "Cheese knife"),
}
_MAKERS = ("Halvard", "Brightwell", "Oakhurst")


def goods(step: Decimal = Decimal("7.35"), first: Decimal = Decimal("12.40")) -> tuple[Good, ...]:
    """Twenty-four products, no two with one title or one price."""
    titles = [(category, title) for category, several in _NOUNS.items() for title in several]
    return tuple(
        Good(number, title, first + step * number, category, _MAKERS[number % 3])
        for number, (category, title) in enumerate(titles, 1)
    )


class MicroShop:
    """The plain shop. Subclasses change one thing; `truth` and `values` say what a person would write down."""

    name: ClassVar[str] = "plain"
    deviation: ClassVar[str] = "none"
    currency: ClassVar[str] = "USD"
    page_size: ClassVar[int] = 100
    values: ClassVar[dict[str, Any]] = {}
    """Capabilities that the deviation is about."""
    forbidden: ClassVar[tuple[str, ...]] = ()
    """Paths, or hosts, that must never be asked for."""
    most_asked: ClassVar[int] = 400
    """Requests that are enough."""
    language: ClassVar[str] = "en"
    goods: ClassVar[tuple[Good, ...]] = goods()
    add: ClassVar[str] = "Add to cart"
    everything: ClassVar[str] = "All products"

    # What is true of it ------------------------------------------------------------------------------------------
    @property
    def truth(self) -> dict[str, Decimal]:
        """Products by title with their price."""
        return {one.title: one.price for one in self.goods}

    @property
    def listings(self) -> dict[str, int]:
        """Categories with the number of their products; that of the whole shop is left out."""
        return {name: sum(one.category == name for one in self.goods) for name in self.categories}

    @property
    def categories(self) -> list[str]:
        """Their names."""
        return list(dict.fromkeys(one.category for one in self.goods))

    # How it is made ----------------------------------------------------------------------------------------------
    def address(self, good: Good, listing: str = "") -> str:
        """Of a product, as a listing links it."""
        return f"/item/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"/shop/{slug(name)}" if name else "/shop/all"

    def money(self, value: Decimal) -> str:
        return f"${value:,.2f}"

    def price(self, good: Good) -> str:
        return f"<span>{self.money(good.price)}</span>"

    def picture(self, good: Good) -> str:
        return f'<img src="/pictures/{good.number}.svg" width="180" height="140" alt="">'

    def card(self, good: Good, listing: str = "") -> str:
        link = escape(self.address(good, listing))
        return f'<li><a href="{link}">{self.picture(good)}<h3>{good.title}</h3></a><p>{self.price(good)}</p></li>'

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<ul class=grid>{''.join(self.card(one, listing) for one in several)}</ul>"

    def menu(self) -> str:
        links = [f'<a href="{escape(self.category_address(one))}">{one}</a>' for one in self.categories]
        return f'<nav>{" ".join(links)} <a href="{escape(self.category_address(""))}">{self.everything}</a></nav>'

    def header(self) -> str:
        return f'<header><a href="/">Tin Cup Trading</a>{self.menu()}<a href="/cart">Cart</a></header>'

    def footer(self) -> str:
        return (
            '<footer><ul><li><a href="/info/shipping">Shipping</a></li><li><a href="/info/returns">Returns</a></li>'
            '<li><a href="/info/privacy">Privacy</a></li><li><a href="/info/contact">Contact</a></li></ul></footer>'
        )

    style: ClassVar[str] = (
        "body{margin:0;font:16px sans-serif}header,nav{display:flex;gap:20px;padding:8px}main{padding:16px}"
        ".grid{display:grid;grid-template-columns:repeat(4,1fr);gap:16px;padding:0;list-style:none}"
    )

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        return (
            f'<!doctype html><html lang="{self.language}"><head><meta charset="utf-8"><title>{title} - Tin Cup Trading'
            f"</title><style>{self.style}</style>{head}</head><body>{self.header()}<main>{main}</main>{self.footer()}"
            f"{tail}</body></html>"
        )

    def home(self, asked: Asked) -> str:
        shown = [one for one in self.goods if one.number % 6 == 1]
        return self.page(
            "Welcome", f"<h1>Good things for cabins</h1><section><h2>Our favourites</h2>{self.grid(shown)}</section>"
        )

    def listing(self, name: str, asked: Asked) -> str:
        several = [one for one in self.goods if not name or one.category == name]
        number = int(asked.query.get("page", "1") or 1)
        shown = several[(number - 1) * self.page_size : number * self.page_size]
        more = self.pages(name, number, -(-len(several) // self.page_size))
        return self.page(name or self.everything, f"<h1>{name or self.everything}</h1>{self.grid(shown, name)}{more}")

    def pages(self, name: str, number: int, count: int) -> str:
        if count < 2:
            return ""
        base = self.category_address(name)
        mark = "&" if "?" in base else "?"
        links = " ".join(f'<a href="{escape(base + mark)}page={one}">{one}</a>' for one in range(1, count + 1))
        following = f'<a href="{escape(base + mark)}page={number + 1}">Next</a>' if number < count else ""
        return f"<div>{links} {following}</div>"

    def options(self, good: Good) -> str:
        return ""

    def buy_box(self, good: Good) -> str:
        return (
            f"<p>{self.price(good)}</p><form method=post action=/cart>{self.options(good)}"
            f"<label>Quantity <input type=number name=quantity value=1></label><button>{self.add}</button></form>"
        )

    def about(self, good: Good) -> str:
        return f"A {good.title.casefold()} made by {good.maker}, number {good.number} of our range, for years of use."

    def product(self, good: Good, asked: Asked) -> str:
        return self.page(
            good.title,
            f"<h1>{good.title}</h1>{self.picture(good)}{self.buy_box(good)}<h2>Description</h2><p>{self.about(good)}</p>",
            self.product_head(good),
        )

    def product_head(self, good: Good) -> str:
        return ""

    # How it answers ----------------------------------------------------------------------------------------------
    def robots(self) -> str:
        return ""

    def answer(self, asked: Asked) -> Reply:
        """What it says."""
        if asked.path == "/robots.txt":
            return Reply(self.robots(), kind="text/plain") if self.robots() else missing()
        if asked.path.startswith("/pictures/"):
            hue = int(re.sub(r"\D", "", asked.path) or 0) * 15
            drawing = f'<rect width="180" height="140" fill="hsl({hue} 50% 60%)"/>'
            body = f'<svg xmlns="http://www.w3.org/2000/svg" width="180" height="140">{drawing}</svg>'
            return Reply(body, kind="image/svg+xml")
        special = self.special(asked)
        if special is not None:
            return special
        full = asked.path + ("?" + "&".join(f"{a}={b}" for a, b in asked.query.items()) if asked.query else "")
        if asked.path == "/" and not self.is_inner(asked):
            return Reply(self.home(asked))
        for name in ("", *self.categories):
            if _fits(self.category_address(name), full):
                return Reply(self.listing(name, asked))
        for good in self.goods:
            if any(_fits(self.address(good, name), full) for name in ("", *self.categories)):
                return Reply(self.product(good, asked))
        if asked.path.startswith("/info/"):
            title = asked.path.rpartition("/")[2].title()
            return Reply(self.page(title, f"<h1>{title}</h1><p>We answer within two days, by post or by letter.</p>"))
        if asked.path == "/cart":
            return Reply(self.page("Cart", "<h1>Your cart</h1><p>Your cart is empty.</p>"))
        return missing()

    def is_inner(self, asked: Asked) -> bool:
        """Whether the root with these parameters is another page than the home page."""
        return False

    def special(self, asked: Asked) -> Reply | None:
        """What only this shop answers."""
        return None


def _fits(address: str, asked: str) -> bool:
    """Whether what was asked is an address, whatever parameters were added to it."""
    wanted, got = urlsplit(address), urlsplit(asked)
    have = dict(parse_qsl(got.query, keep_blank_values=True))
    return wanted.path == got.path and all(have.get(name) == value for name, value in parse_qsl(wanted.query))


def missing() -> Reply:
    """Nothing is there."""
    return Reply("<!doctype html><html><body><h1>Not found</h1></body></html>", 404)


def moved(to: str, **headers: str) -> Reply:
    """It is elsewhere."""
    return Reply(
        "", 302, headers={"Location": to, **{name.replace("_", "-"): value for name, value in headers.items()}}
    )
