"""Micro-shops whose listings deviate: what a product looks like in them."""

from __future__ import annotations

from html import escape

from micro_shops.shop import Asked, Good, MicroShop, Reply, slug


class BrandLink(MicroShop):
    name, deviation = "brand_link", "a link to the maker's listing stands before the title of each product"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<li><a href="/maker/{slug(good.maker)}">{good.maker}</a><a href="{self.address(good)}">'
            f"{self.picture(good)}</a><h3><a href={self.address(good)}>{good.title}</a></h3><p>{self.price(good)}</p></li>"
        )

    def special(self, asked: Asked) -> Reply | None:
        if not asked.path.startswith("/maker/"):
            return None
        several = [one for one in self.goods if f"/maker/{slug(one.maker)}" == asked.path]
        return Reply(self.page(several[0].maker, f"<h1>{several[0].maker}</h1>{self.grid(several, 'maker')}"))

    @property
    def listings(self) -> dict[str, int]:
        return super().listings | dict.fromkeys(("Halvard", "Brightwell", "Oakhurst"), 8)


class WishCompare(MicroShop):
    name, deviation = "wish_compare", "each product has links to a wish list and to a comparison"

    def card(self, good: Good, listing: str = "") -> str:
        extra = (
            f'<a href="/wishlist/add/{good.number}" title="Add to wish list">♥</a>'
            f'<a href="/compare?add={good.number}" title="Compare">⇄</a>'
        )
        return super().card(good, listing).replace("<li>", f"<li>{extra}")

    def special(self, asked: Asked) -> Reply | None:
        if asked.path.startswith(("/wishlist", "/compare")):
            return Reply(self.page("Sign in", "<h1>Sign in</h1><form><input name=mail><button>Sign in</button></form>"))
        return None


class QuickView(MicroShop):
    name, deviation = "quick_view", "each product has a quick view with an address of its own, before the main link"

    def card(self, good: Good, listing: str = "") -> str:
        return super().card(good, listing).replace("<li>", f'<li><a href="/quick/{good.number}">Quick view</a>')

    def special(self, asked: Asked) -> Reply | None:
        if not asked.path.startswith("/quick/"):
            return None
        good = next(one for one in self.goods if str(one.number) == asked.path.rpartition("/")[2])
        return Reply(f"<html><body><div><h2>{good.title}</h2>{self.buy_box(good)}</div></body></html>")


class Swatches(MicroShop):
    name, deviation = "swatches", "each product has three links to its colours"

    def card(self, good: Good, listing: str = "") -> str:
        links = "".join(
            f'<a href="{self.address(good)}?colour={one}" title="{one}"><i></i></a>' for one in ("Red", "Green", "Blue")
        )
        return super().card(good, listing).replace("</li>", f"<div>{links}</div></li>")


class SwatchPaths(MicroShop):
    name, deviation = (
        "swatch_paths",
        "each product has links to pages of its colours, which are no products of their own",
    )

    def card(self, good: Good, listing: str = "") -> str:
        links = "".join(f'<a href="{self.address(good)}/{one}">{one}</a> ' for one in ("red", "blue"))
        return super().card(good, listing).replace("</li>", f"<div>{links}</div></li>")

    def product_head(self, good: Good) -> str:
        return f'<link rel="canonical" href="{self.address(good)}">'

    def special(self, asked: Asked) -> Reply | None:
        for colour in ("/red", "/blue"):
            asked.path = asked.path.removesuffix(colour)
        return None


class ScriptCards(MicroShop):
    name, deviation = "script_cards", "products are opened by a script; no link, no address in the page"

    def card(self, good: Good, listing: str = "") -> str:
        return f'<li data-n="{good.number}">{self.picture(good)}<h3>{good.title}</h3><p>{self.price(good)}</p></li>'

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        names = ",".join(f'"{one.slug}"' for one in self.goods)
        script = (
            f"<script>const names=[{names}];document.addEventListener('click',e=>{{const c=e.target.closest('[data-n]');"
            "if(c)location.href='/item/'+names[c.dataset.n-1]})</script>"
        )
        return super().page(title, main, head, tail + script)


class ClickAttribute(MicroShop):
    name, deviation = "click_attribute", "products are opened by an attribute that runs a script"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f"<li onclick=\"location.href='{self.address(good)}'\">{self.picture(good)}<h3>{good.title}</h3>"
            f"<p>{self.price(good)}</p></li>"
        )


class DataAddress(MicroShop):
    name, deviation = "data_address", "the address of a product stands in an attribute for a script"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<article data-target="{self.address(good)}">{self.picture(good)}<h3>{good.title}</h3>'
            f"<p>{self.price(good)}</p></article>"
        )


class Table(MicroShop):
    name, deviation = "table", "listings are tables, a row for each product"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f"<tr><td>{good.number:03}</td><td><a href={self.address(good)}>{good.title}</a></td><td>{good.maker}</td>"
            f"<td>{self.price(good)}</td><td>in stock</td></tr>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        head = "<tr><th>No.</th><th>Product</th><th>Maker</th><th>Price</th><th>Stock</th></tr>"
        return f"<table>{head}{''.join(self.card(one) for one in several)}</table>"


class TableOfCells(MicroShop):
    name, deviation = "table_of_cells", "four products stand in each row of a table, over three rows"

    def grid(self, several: list[Good], listing: str = "") -> str:
        rows = ""
        for at in range(0, len(several), 4):
            four = several[at : at + 4]
            for part in (
                [f"<a href={self.address(one)}>{self.picture(one)}</a>" for one in four],
                [f"<a href={self.address(one)}>{one.title}</a>" for one in four],
                [self.price(one) for one in four],
            ):
                rows += "<tr>" + "".join(f"<td>{one}</td>" for one in part) + "</tr>"
        return f"<table>{rows}</table>"


class TermList(MicroShop):
    name, deviation = "term_list", "a listing is a list of terms: title, then price"

    def card(self, good: Good, listing: str = "") -> str:
        return f"<dt><a href={self.address(good)}>{good.title}</a></dt><dd>{self.price(good)}</dd>"

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<dl>{''.join(self.card(one) for one in several)}</dl>"


class Flat(MicroShop):
    name, deviation = "flat", "nothing holds the parts of a product together"

    def card(self, good: Good, listing: str = "") -> str:
        link = self.address(good)
        return (
            f"<a href={link}>{self.picture(good)}</a><h4><a href={link}>{good.title}</a></h4><p>{self.price(good)}</p>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div>{''.join(self.card(one) for one in several)}</div>"


class PlainText(MicroShop):
    name, deviation = "plain_text", "no pictures, no elements but paragraphs: a link, a dash, a price"
    style = ""

    def card(self, good: Good, listing: str = "") -> str:
        return f"<p><a href={self.address(good)}>{good.title}</a> - {self.money(good.price)}</p>"

    def grid(self, several: list[Good], listing: str = "") -> str:
        return "".join(self.card(one) for one in several)

    def picture(self, good: Good) -> str:
        return ""


class LineBreaks(MicroShop):
    name, deviation = "line_breaks", "products are lines of one paragraph"

    def grid(self, several: list[Good], listing: str = "") -> str:
        return (
            "<p>"
            + "".join(f"<a href={self.address(one)}>{one.title}</a> {self.money(one.price)}<br>" for one in several)
            + "</p>"
        )


class Deep(MicroShop):
    name, deviation = "deep", "no lists, no headings, no main part: elements in elements in elements"

    def card(self, good: Good, listing: str = "") -> str:
        link = self.address(good)
        return (
            f"<div><div><div><div><a href={link}>{self.picture(good)}</a></div></div><div><div><span><a href={link}>"
            f"<span>{good.title}</span></a></span></div><div><div><div>{self.price(good)}</div></div></div></div></div></div>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div class=grid>{''.join(self.card(one) for one in several)}</div>"

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        made = super().page(title, main, head, tail)
        for name in ("main", "header", "nav", "footer", "section", "h1", "h2"):
            made = made.replace(f"<{name}>", "<div>").replace(f"</{name}>", "</div>")
        return made


class NoPrices(MicroShop):
    name, deviation = "no_prices", "listings show no prices"

    def card(self, good: Good, listing: str = "") -> str:
        return f'<li><a href="{self.address(good)}">{self.picture(good)}<h3>{good.title}</h3></a></li>'


class TitleNotLinked(MicroShop):
    name, deviation = "title_not_linked", "only a link “Details” leads to a product; its title is plain text"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f"<li>{self.picture(good)}<div>{good.title}</div><div>{self.price(good)}</div>"
            f"<a href={self.address(good)}>Details</a></li>"
        )


class TitleInPicture(MicroShop):
    name, deviation = "title_in_picture", "the title of a product is its picture's alternative text"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<li><a href="{self.address(good)}"><img src="/pictures/{good.number}.svg" alt="{good.title}"></a>'
            f"<p>{self.price(good)}</p></li>"
        )


class BuyBoxLinks(MicroShop):
    name, deviation = "buy_box_links", "beside the price of a product stand links to guides, sharing, and its maker"

    def buy_box(self, good: Good) -> str:
        links = (
            f'<a href="/info/sizes">Which size?</a> <a href="/share/{good.number}">Send to a friend</a> '
            f'<a href="/info/{slug(good.maker)}">More about {good.maker}</a>'
        )
        return f"<div>{super().buy_box(good)}{links}</div>"


class Related(MicroShop):
    name, deviation = "related", "product pages show six others, and those that were seen"

    def product(self, good: Good, asked: Asked) -> Reply | str:  # type: ignore[override]
        others = [one for one in self.goods if one.category == good.category and one is not good]
        rails = f"<h2>You may also like</h2>{self.grid(others, 'rail')}"
        return super().product(good, asked).replace("</main>", f"{rails}</main>")


class Teasers(MicroShop):
    name, deviation = "teasers", "the home page has articles that speak of prices, and tiles of offers between products"

    def home(self, asked: Asked) -> str:
        articles = "".join(
            f'<li><a href="/journal/{number}"><img src="/pictures/{number}.svg" alt=""><h3>{title}</h3></a><p>{text}</p>'
            "</li>"
            for number, title, text in (
                (1, "Five gifts for hosts", "All of them under $50, wrapped by us."),
                (2, "How we forge", "A blade starts at $18 of steel."),
                (3, "A weekend away", "Huts from $60 a night in the north."),
            )
        )
        return super().home(asked).replace("</main>", f"<section><h2>Journal</h2><ul>{articles}</ul></section></main>")

    def grid(self, several: list[Good], listing: str = "") -> str:
        tile = '<li><a href="/shop/knives"><h3>Knife week</h3><p>Everything from $19</p></a></li>'
        cards = [self.card(one, listing) for one in several]
        return f"<ul class=grid>{''.join(cards[:2])}{tile}{''.join(cards[2:])}</ul>"

    def special(self, asked: Asked) -> Reply | None:
        if asked.path.startswith("/journal/"):
            return Reply(self.page("Journal", "<h1>A story</h1><p>It begins with a good knife and a cold morning.</p>"))
        return None


class CardForms(MicroShop):
    name, deviation = "card_forms", "each product can be added from the listing, with a number of pieces"

    def card(self, good: Good, listing: str = "") -> str:
        form = f"<form method=post action=/cart><input type=number value=1 name=q><button>{self.add}</button></form>"
        return super().card(good, listing).replace("</li>", f"{form}</li>")


class OneProduct(MicroShop):
    name, deviation = "one_product", "one category holds a single product"
    goods = tuple(
        Good(one.number, one.title, one.price, "Gift ideas" if one.number == 24 else one.category, one.maker)
        for one in MicroShop.goods
    )


class ManyNumbers(MicroShop):
    name, deviation = "many_numbers", "products show stars, savings, prices by weight and by instalment"

    def card(self, good: Good, listing: str = "") -> str:
        former = good.price + 5
        return (
            f"<li><p>Save $5.00</p><a href={self.address(good)}>{self.picture(good)}<h3>{good.title}</h3></a>"
            f"<p>4.5 ({good.number * 11} reviews)</p><div><s>{self.money(former)}</s> {self.price(good)}</div>"
            f"<small>$2.40 / 100 g</small><p>or 4 payments of {self.money(good.price / 4)}</p></li>"
        )


class WasNow(MicroShop):
    name, deviation = "was_now", "the former price comes first, and only a word tells it"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f"<li><a href={self.address(good)}>{self.picture(good)}<h3>{good.title}</h3></a>"
            f"<p>Was {self.money(good.price + 8)}</p><p>Now {self.money(good.price)}</p></li>"
        )


class DrawnThrough(MicroShop):
    name, deviation = "drawn_through", "only the style tells which of two prices is the former one"
    style = MicroShop.style + ".x{text-decoration:line-through}"

    def price(self, good: Good) -> str:
        return f"<span class=x>{self.money(good.price * 2)}</span> <span>{self.money(good.price)}</span>"


class SameTitle(MicroShop):
    name, deviation = "same_title", "two products have one title and differ in price and address"
    goods = tuple(
        Good(one.number, one.title, one.price, one.category, one.maker)
        if one.number != 2
        else Good(2, "Tin kettle", one.price, one.category, one.maker)
        for one in MicroShop.goods
    )

    @property
    def truth(self):  # type: ignore[no-untyped-def]
        return {f"{one.title} {one.price}": one.price for one in self.goods}

    def address(self, good: Good, listing: str = "") -> str:
        return f"/item/{good.slug}-{good.number}"


class Numbered(MicroShop):
    name, deviation = "numbered", "a listing is a numbered list with a badge before each product and its rank"

    def card(self, good: Good, listing: str = "") -> str:
        badge = "<b>New</b>" if good.number % 2 else "<b>-20 %</b>"
        return super().card(good, listing).replace("<li>", f"<li><i>{good.number}</i>{badge}")

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<ol>{''.join(self.card(one, listing) for one in several)}</ol>"


class LinkAround(MicroShop):
    name, deviation = "link_around", "one link holds everything of a product, price and stars and stock"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<a href="{self.address(good)}"><div>{self.picture(good)}</div><div>{good.maker}</div>'
            f"<div>{good.title}</div><div>{self.price(good)}</div><div>In stock</div></a>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div class=grid>{''.join(self.card(one, listing) for one in several)}</div>"


class TwoGrids(MicroShop):
    name, deviation = "two_grids", "advertised products of other categories stand above each listing"

    def listing(self, name: str, asked: Asked) -> str:
        made = super().listing(name, asked)
        if not name:
            return made
        others = [one for one in self.goods if one.category != name][:3]
        cards = "".join(
            f"<div><a href={self.address(one)}>{self.picture(one)}<b>{one.title}</b></a> <em>{self.price(one)}</em></div>"
            for one in others
        )
        return made.replace("<ul class=grid>", f"<section><h2>Sponsored</h2>{cards}</section><ul class=grid>", 1)


class ButtonsOnly(MicroShop):
    name, deviation = "escaped", "titles hold quotes, ampersands and signs of measure"
    goods = tuple(
        Good(one.number, f'{one.title} 12" & co.', one.price, one.category, one.maker) for one in MicroShop.goods
    )

    def card(self, good: Good, listing: str = "") -> str:
        return super().card(good, listing).replace(good.title, escape(good.title))


SHOPS = (
    BrandLink,
    WishCompare,
    QuickView,
    Swatches,
    SwatchPaths,
    ScriptCards,
    ClickAttribute,
    DataAddress,
    Table,
    TableOfCells,
    TermList,
    Flat,
    PlainText,
    LineBreaks,
    Deep,
    NoPrices,
    TitleNotLinked,
    TitleInPicture,
    BuyBoxLinks,
    Related,
    Teasers,
    CardForms,
    OneProduct,
    ManyNumbers,
    WasNow,
    DrawnThrough,
    SameTitle,
    Numbered,
    LinkAround,
    TwoGrids,
    ButtonsOnly,
)
