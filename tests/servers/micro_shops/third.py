"""A third round of micro-shops: goods without pages, ways through a shop, and prices among other amounts."""

from __future__ import annotations

from decimal import Decimal
from html import escape
from typing import ClassVar

from micro_shops.shop import Asked, Good, MicroShop, Reply, goods, missing


class OrderForm(MicroShop):
    name, deviation = "order_form", "one page holds the whole shop as a form; no product has a page of its own"

    @property
    def listings(self) -> dict[str, int]:
        return {}

    def menu(self) -> str:
        return '<nav><a href="/order">Order form</a></nav>'

    def home(self, asked: Asked) -> str:
        return self.page("Welcome", '<h1>Good things for cabins</h1><p><a href="/order">To the order form</a></p>')

    def special(self, asked: Asked) -> Reply | None:
        if asked.path.startswith(("/shop/", "/item/")):
            return missing()
        if asked.path != "/order":
            return None
        rows = "".join(
            f"<article>{self.picture(one)}<h3>{one.title}</h3><p>{self.about(one)}</p><p>{self.price(one)}</p>"
            f"<input type=number name=item_{one.number} min=0 value=0 aria-label='Quantity of {one.title}'></article>"
            for one in self.goods
        )
        return Reply(
            self.page(
                "Order form",
                f"<h1>Order form</h1><form method=post action=/cart>{rows}<button>{self.add}</button></form>",
            )
        )


class Anchors(MicroShop):
    name, deviation = (
        "anchors",
        "a listing holds all about its products; links lead to places on it: `/shop/knives#bread-knife`",
    )

    def address(self, good: Good, listing: str = "") -> str:
        return f"{self.category_address(good.category)}#{good.slug}"

    def listing(self, name: str, asked: Asked) -> str:
        several = [one for one in self.goods if not name or one.category == name]
        if not name:
            return self.page(self.everything, f"<h1>{self.everything}</h1>{self.grid(several)}")
        parts = "".join(
            f'<section id="{one.slug}"><h2>{one.title}</h2>{self.picture(one)}{self.buy_box(one)}<p>{self.about(one)}</p></section>'
            for one in several
        )
        return self.page(name, f"<h1>{name}</h1>{parts}")


class HeadPrices(MicroShop):
    name, deviation, currency = "head_prices", "listings show no prices, the head of each product page tells it", "CAD"

    def card(self, good: Good, listing: str = "") -> str:
        return f'<li><a href="{self.address(good)}">{self.picture(good)}<h3>{good.title}</h3></a></li>'

    def money(self, value: Decimal) -> str:
        return f"${value:.2f}"

    def product_head(self, good: Good) -> str:
        return (
            '<meta property="og:type" content="product"><meta property="product:price:amount" content="'
            f'{good.price}"><meta property="product:price:currency" content="CAD">'
        )


class WordsOfMoney(MicroShop):
    name, deviation, currency = "words_of_money", "a word and no sign says the currency: `12.40 euros`", "EUR"

    def money(self, value: Decimal) -> str:
        return f"{value:.2f} euros"


class StretchedLink(MicroShop):
    name, deviation = (
        "stretched_link",
        "an empty link lies over each product and says its title to those who listen only",
    )

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<li style="position:relative">{self.picture(good)}<div><span>{good.maker}</span><strong>{good.title}</strong></div>'
            f'<div>{self.price(good)}</div><a href="{self.address(good)}" aria-label="{good.title}" '
            'style="position:absolute;inset:0"></a></li>'
        )


class Patterns(MicroShop):
    name, deviation = "patterns", "pages hold patterns of cards for scripts, and the goods once more for those without"

    def grid(self, several: list[Good], listing: str = "") -> str:
        pattern = '<template><li><a href="/item/">Product title</a><p>$0.00</p></li></template>'
        ghost = '<li aria-hidden=true style="display:none"><a href="#">Loading</a><p>$0.00</p></li>'
        return f"{pattern}<ul class=grid>{''.join(self.card(one) for one in several)}{ghost * 2}</ul><noscript>{super().grid(several)}</noscript>"


class FormPages(MicroShop):
    name, deviation, page_size = "form_pages", "the button of a form leads to the next page of a listing", 5

    def pages(self, name: str, number: int, count: int) -> str:
        if number >= count:
            return ""
        return (
            f'<form action="{self.category_address(name)}"><input type=hidden name=page value={number + 1}>'
            f"<button>Next page</button></form><p>Page {number} of {count}</p>"
        )


class ListPages(MicroShop):
    name, deviation, page_size = "list_pages", "a drop-down list leads to the pages of a listing", 5

    def pages(self, name: str, number: int, count: int) -> str:
        at = self.category_address(name)
        options = "".join(
            f"<option value='{at}?page={one}'{' selected' * (one == number)}>{one}</option>"
            for one in range(1, count + 1)
        )
        return f'<label>Page <select onchange="location=this.value">{options}</select></label> of {count}' * (count > 1)


class Letters(MicroShop):
    name, deviation = "letters", "the menu goes by the first letters of titles"
    parts: ClassVar[tuple[str, ...]] = ("A to C", "D to O", "P to S", "T to Z")

    def _part(self, good: Good) -> str:
        return next(one for one in self.parts if one[0] <= good.title[0] <= one[-1])

    @property
    def listings(self) -> dict[str, int]:
        return {one: sum(self._part(good) == one for good in self.goods) for one in self.parts}

    @property
    def categories(self) -> list[str]:
        return list(self.parts)

    def listing(self, name: str, asked: Asked) -> str:
        several = sorted((one for one in self.goods if not name or self._part(one) == name), key=lambda one: one.title)
        return self.page(name or self.everything, f"<h1>{name or self.everything}</h1>{self.grid(several)}")


class Multibuy(MicroShop):
    name, deviation, currency = "multibuy", "offers of several pieces and vouchers stand before the price", "GBP"

    def price(self, good: Good) -> str:
        several = f"<p>2 for £{good.price * 2 - 5:.2f}</p>" if good.number % 3 == 0 else ""
        voucher = "<p>£3 off with code CABIN</p>" if good.number % 4 == 0 else ""
        return f"{several}{voucher}<p>£{good.price:.2f} each</p>"


class LabelledLines(MicroShop):
    name, deviation = (
        "labelled_lines",
        "a word stands before each thing that is told of a product: `Name:`, `Code:`, `Price:`",
    )

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f"<li><p><b>Name:</b> {good.title}</p><p><b>Code:</b> TC{good.number:03}</p><p><b>Maker:</b> {good.maker}</p>"
            f'<p><b>Price:</b> {self.price(good)}</p><p><a href="{self.address(good)}">View</a></p></li>'
        )


class TitleMoney(MicroShop):
    name, deviation = "title_money", "titles hold amounts, years and measures"
    goods = tuple(
        Good(one.number, title, one.price, one.category, one.maker)
        for one, title in zip(
            goods(),
            (
                f"{one.title} {('of 1924', '1.5 l', 'for $5 stoves', '3-pack', '10% larger', 'No. 7')[one.number % 6]}"
                for one in goods()
            ),
            strict=True,
        )
    )


class Kafeneio(MicroShop):
    name, deviation, currency = "kafeneio", "Greek, addresses with Greek letters, the word `από` before prices", "EUR"
    language, add, everything, page_size = "el", "Προσθήκη στο καλάθι", "Όλα τα προϊόντα", 10

    goods = tuple(
        Good(one.number, f"{kind} {name}", one.price, kind, one.maker)
        for one in goods()
        for kind, name in [
            (
                {"Kettles": "Μπρίκια", "Lanterns": "Φανάρια", "Blankets": "Κουβέρτες", "Knives": "Μαχαίρια"}[
                    one.category
                ],
                ("Αθηνά", "Δήμητρα", "Ερμής", "Ήρα", "Ποσειδών", "Εστία")[(one.number - 1) % 6],
            )
        ]
    )

    def address(self, good: Good, listing: str = "") -> str:
        return f"/προϊόν/{good.title.replace(' ', '-')}"

    def category_address(self, name: str) -> str:
        return f"/κατηγορία/{name or 'όλα'}"

    def money(self, value: Decimal) -> str:
        return f"{value:.2f} €".replace(".", ",")

    def price(self, good: Good) -> str:
        return f"<span>Τιμή {self.money(good.price)}</span>"

    def pages(self, name: str, number: int, count: int) -> str:
        at = escape(self.category_address(name))
        return f'<a href="{at}?σελίδα={number + 1}">Επόμενη</a>' if number < count else ""

    def listing(self, name: str, asked: Asked) -> str:
        return super().listing(name, Asked(asked.path, {"page": asked.query.get("σελίδα", "1")}, asked.cookies))

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        made = super().page(title, main, head, tail)
        for english, greek in (("Quantity", "Ποσότητα"), (">Cart<", ">Καλάθι<"), ("Description", "Περιγραφή")):
            made = made.replace(english, greek)
        return made


class Tiles(MicroShop):
    name, deviation = "tiles_from", "categories are tiles with a picture and the lowest price, as products are"

    def menu(self) -> str:
        return '<nav><a href="/shop/all">Catalogue</a></nav>'

    def listing(self, name: str, asked: Asked) -> str:
        if name:
            return super().listing(name, asked)
        return self.page("Catalogue", f"<h1>Catalogue</h1>{self._tiles()}")

    def _tiles(self) -> str:
        tiles = "".join(
            f'<li><a href="{self.category_address(one)}">{self.picture(least)}<h3>{one}</h3></a><p>from {self.money(least.price)}</p></li>'
            for one in self.categories
            for least in [min((g for g in self.goods if g.category == one), key=lambda g: g.price)]
        )
        return f"<ul class=grid>{tiles}</ul>"

    def home(self, asked: Asked) -> str:
        return self.page("Welcome", f"<h1>Good things for cabins</h1>{self._tiles()}")


class Ranges(MicroShop):
    name, deviation = "price_range", "products with sizes cost from one amount to another, with a dash between them"

    def price(self, good: Good) -> str:
        if good.number % 2:
            return f"<span>{self.money(good.price)}</span>"
        return f"<span>{self.money(good.price)}</span> – <span>{self.money(good.price + 12)}</span>"

    def options(self, good: Good) -> str:
        if good.number % 2:
            return ""
        return (
            f"<label>Size <select name=size><option>Small {self.money(good.price)}</option><option>Large "
            f"{self.money(good.price + 12)}</option></select></label>"
        )


class MenuGoods(MicroShop):
    name, deviation = "menu_goods", "the menu of every page shows goods with prices beside its entries"

    def menu(self) -> str:
        shown = "".join(self.card(one) for one in self.goods if one.number in (3, 9, 15))
        return f"{super().menu()}<div><p>Picked this week</p><ul style='display:flex;gap:9px'>{shown}</ul></div>"


class Crumbs(MicroShop):
    name, deviation = "crumbs_only", "only the crumbs above a product lead to its category, and a search field to goods"

    def menu(self) -> str:
        return '<form action="/search"><input type=search name=q aria-label=Search></form>'

    def product(self, good: Good, asked: Asked) -> str:
        crumbs = (
            f'<nav aria-label="Breadcrumb"><a href="/">Home</a> › <a href="{self.category_address(good.category)}">{good.category}'
            f"</a> › {good.title}</nav>"
        )
        return self.page(
            good.title,
            f"{crumbs}<h1>{good.title}</h1>{self.picture(good)}{self.buy_box(good)}<p>{self.about(good)}</p>",
        )

    def special(self, asked: Asked) -> Reply | None:
        if asked.path != "/search":
            return None
        word = asked.query.get("q", "").casefold()
        several = [one for one in self.goods if word and word in one.title.casefold()]
        return Reply(self.page("Search", f"<h1>{len(several)} results</h1>{self.grid(several)}"))


class FooterMenu(MicroShop):
    name, deviation = "footer_menu", "categories are linked below the page only, beside the information pages"

    def menu(self) -> str:
        return '<nav><a href="/">Home</a> <a href="/info/account">Account</a></nav>'

    def footer(self) -> str:
        links = "".join(f'<li><a href="{self.category_address(one)}">{one}</a></li>' for one in self.categories)
        return super().footer().replace("<ul>", f"<ul>{links}")


SHOPS = (
    FooterMenu,
    HeadPrices,
    WordsOfMoney,
    StretchedLink,
    Patterns,
    FormPages,
    ListPages,
    Letters,
    Multibuy,
    LabelledLines,
    Kafeneio,
    Tiles,
    Ranges,
    MenuGoods,
    Crumbs,
    OrderForm,
    Anchors,
    TitleMoney,
)
