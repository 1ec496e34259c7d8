"""Micro-shops that are only ever measured: nobody looks at them while the explorer is improved."""

from __future__ import annotations

import json
from decimal import Decimal

from micro_shops.shop import Asked, Good, MicroShop, Reply, goods, missing, moved, slug


class German(MicroShop):
    name, deviation, currency = "german", "a shop in German, from its buttons to its pages", "EUR"
    language, add, everything, page_size = "de", "In den Warenkorb", "Alle Produkte", 10

    def money(self, value: Decimal) -> str:
        return f"{value:.2f} €".replace(".", ",")

    def pages(self, name: str, number: int, count: int) -> str:
        following = f'<a href="{self.category_address(name)}?page={number + 1}">Weiter</a>' if number < count else ""
        return f"<p>Seite {number} von {count} {following}</p>"

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        made = super().page(title, main, head, tail)
        for english, german in (("Quantity", "Menge"), (">Cart<", ">Warenkorb<"), ("Description", "Beschreibung")):
            made = made.replace(english, german)
        return made


class StockNumbers(MicroShop):
    name, deviation = "stock_numbers", "a stock number with letters says which product; a second parameter says nothing"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/show?sku=TC-{good.number:04}&back={slug(listing)}"

    def category_address(self, name: str) -> str:
        return f"/show?group={slug(name) or 'all'}"


class MatrixAddresses(MicroShop):
    name, deviation = "matrix_addresses", "the path goes on behind the script: `/shop.cgi/item/12`"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/shop.cgi/item/{good.number}"

    def category_address(self, name: str) -> str:
        return f"/shop.cgi/group/{self.categories.index(name) + 1 if name else 0}"


class RoleLinks(MicroShop):
    name, deviation = "role_links", "products have the role of a link, and a script that opens them"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<div role=link tabindex=0 id="g-{good.slug}">{self.picture(good)}<p>{good.title}</p><p>{self.price(good)}</p>'
            "</div>"
        )

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        script = (
            "<script>for(const one of document.querySelectorAll('[role=link]'))one.addEventListener('click',()=>"
            "location.assign('/item/'+one.id.slice(2)))</script>"
        )
        return super().page(title, main, head, tail + script)


class LandingFirst(MicroShop):
    name, deviation = "landing_first", "the home page is about the makers; one link leads to the shop below `/store`"

    def menu(self) -> str:
        return '<nav><a href="/info/story">Our story</a> <a href="/store">Online store</a></nav>'

    def home(self, asked: Asked) -> str:
        return self.page("Welcome", "<h1>Three makers, one valley</h1><p>We forge, spin and weave since 1911.</p>")

    def special(self, asked: Asked) -> Reply | None:
        if asked.path != "/store":
            return None
        tiles = "".join(f'<p><a href="{self.category_address(one)}">{one}</a></p>' for one in self.categories)
        return Reply(self.page("Store", f"<h1>Store</h1>{tiles}"))


class NoWordsOfBuying(MicroShop):
    name, deviation = "no_words_of_buying", "what adds a product is a drawing without a word"

    def buy_box(self, good: Good) -> str:
        return (
            f"<div>{self.price(good)}</div><form method=post action=/cart><input type=hidden name=id value={good.number}>"
            '<input type=image src="/pictures/3.svg" alt=""></form>'
        )


class MixedCurrencies(MicroShop):
    name, deviation, currency = "mixed_currencies", "each price stands in two currencies, the shop's own first", "GBP"

    def price(self, good: Good) -> str:
        return f"<b>£{good.price:.2f}</b> <small>≈ €{good.price * Decimal('1.17'):.2f}</small>"


class PostedPages(MicroShop):
    name, deviation, page_size = "hidden_pages", "all products are in the page; a script shows six at a time", 100

    def grid(self, several: list[Good], listing: str = "") -> str:
        cards = [
            self.card(one, listing) if at < 6 else self.card(one, listing).replace("<li", '<li style="display:none"')
            for at, one in enumerate(several)
        ]
        return f"<ul class=grid>{''.join(cards)}</ul><button onclick=\"document.querySelectorAll('.grid li').forEach(e=>e.style.display='')\">Show all</button>"


class ScriptPrices(MicroShop):
    name, deviation, currency = (
        "sign_elsewhere",
        "numbers in the cards, the sign of the currency in the head of the listing",
        "EUR",
    )

    def money(self, value: Decimal) -> str:
        return f"{value:.2f}"

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<p>Prices in €</p>{super().grid(several, listing)}"

    def buy_box(self, good: Good) -> str:
        return super().buy_box(good).replace("</p>", " €</p>", 1)


class Frontless(MicroShop):
    name, deviation = "client_router", "a script fetches the parts of each page and keeps the addresses"

    def special(self, asked: Asked) -> Reply | None:
        if asked.path == "/part":
            inner = Asked(asked.query.get("of", "/"), {}, asked.cookies)
            body = MicroShop.answer(MicroShop(), inner).body
            return Reply(
                json.dumps({"html": body.partition("<body>")[2].partition("</body>")[0]}), kind="application/json"
            )
        if asked.path.startswith(("/pictures", "/robots")):
            return None
        script = (
            "fetch('/part?of='+encodeURIComponent(location.pathname)).then(r=>r.json()).then(d=>{"
            "document.querySelector('shop-root').innerHTML=d.html})"
        )
        return Reply(
            f"<!doctype html><html><head><title>Shop</title><style>{self.style}</style></head><body><shop-root></shop-root>"
            f"<script>{script}</script></body></html>"
        )


class Countries(MicroShop):
    name, deviation = "countries", "a first visitor chooses a country before the shop is shown"

    def special(self, asked: Asked) -> Reply | None:
        if asked.path.startswith(("/pictures", "/robots")) or asked.cookies.get("country"):
            return None
        if asked.path == "/country":
            return moved("/", Set_Cookie=f"country={asked.query.get('c', 'us')}; Path=/")
        return Reply(
            "<!doctype html><html><head><title>Tin Cup Trading</title></head><body><h1>Where shall we send it?</h1>"
            '<ul><li><a href="/country?c=us">United States</a></li><li><a href="/country?c=ca">Canada</a></li></ul>'
            "</body></html>"
        )


class HeadingRows(MicroShop):
    name, deviation = "heading_rows", "one page holds the whole shop, its categories are headings between products"
    goods = goods(Decimal("3.15"), Decimal("9.90"))

    @property
    def listings(self) -> dict[str, int]:
        return {}

    def menu(self) -> str:
        return '<nav><a href="/price-list">Price list</a></nav>'

    def special(self, asked: Asked) -> Reply | None:
        if asked.path != "/price-list":
            return missing() if asked.path.startswith("/shop/") else None
        rows = "".join(
            f"<h2>{name}</h2>{self.grid([one for one in self.goods if one.category == name])}"
            for name in self.categories
        )
        return Reply(self.page("Price list", f"<h1>Price list</h1>{rows}"))

    def card(self, good: Good, listing: str = "") -> str:
        return f"<li>{good.title} <a href={self.address(good)}>{self.money(good.price)}</a></li>"


SHOPS = (
    German,
    StockNumbers,
    MatrixAddresses,
    RoleLinks,
    LandingFirst,
    NoWordsOfBuying,
    MixedCurrencies,
    PostedPages,
    ScriptPrices,
    Frontless,
    Countries,
    HeadingRows,
)
