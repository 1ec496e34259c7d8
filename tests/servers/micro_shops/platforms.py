"""Micro-shops after the manner of well-known shop systems: their markup, addresses, filters and carts."""

from __future__ import annotations

from decimal import Decimal
from html import escape
from typing import ClassVar

from micro_shops.shop import Asked, Good, MicroShop, Reply, moved, slug

_ENDS = {".js": "text/javascript", ".json": "application/json"}
SORTED = {
    "price-asc": lambda one: one.price,
    "price-desc": lambda one: -one.price,
    "title-asc": lambda one: one.title,
    "title-desc": lambda one: [-ord(letter) for letter in one.title],
    "new": lambda one: -one.number,
}


class WorkingShop(MicroShop):
    """The plain shop with a cart that holds things, a search that finds them, and listings that sort and filter."""

    page_size = 12
    search: ClassVar[str] = (
        '<form action="/search" role=search><input type=search name=q placeholder="Search our shop"><button>Search'
        "</button></form>"
    )

    def header(self) -> str:
        return f'<header><a href="/">Tin Cup Trading</a>{self.menu()}{self.search}<a href="/cart">Cart</a></header>'

    def narrowed(self, name: str, asked: Asked) -> list[Good]:
        """What a listing shows for the parameters that were chosen."""
        several = [one for one in self.goods if not name or one.category == name]
        if maker := asked.query.get("maker"):
            several = [one for one in several if slug(one.maker) in maker.split(",")]
        if wanted := asked.query.get("q", "").casefold():
            several = [one for one in several if wanted in one.title.casefold()]
        order = SORTED.get(asked.query.get("sort", ""))
        return sorted(several, key=order) if order else several

    def listing(self, name: str, asked: Asked) -> str:
        several = self.narrowed(name, asked)
        number = int(asked.query.get("page", "1") or 1)
        shown = several[(number - 1) * self.page_size : number * self.page_size]
        more = self.pages(name, number, -(-len(several) // self.page_size))
        return self.page(name or self.everything, self.shelf(name, shown, len(several), asked) + more)

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        """Heading, controls and products of a listing."""
        return f"<h1>{name or self.everything}</h1>{self.grid(shown, name)}"

    def sorting(self, name: str, **choices: str) -> str:
        """A drop-down list of orders."""
        options = "".join(f'<option value="{value}">{label}</option>' for value, label in choices.items())
        return f'<select name=sort aria-label="Sort by" onchange="location.search=\'?sort=\'+this.value">{options}</select>'

    def special(self, asked: Asked) -> Reply | None:
        if asked.method == "POST" and asked.path.startswith("/cart"):
            return moved("/cart", Set_Cookie="held=1; Path=/")
        if asked.path == "/cart":
            return Reply(self.page("Cart", self.cart(asked.cookies.get("held") == "1")))
        if asked.path == "/search":
            found = self.narrowed("", asked)
            said = f"{len(found)} results" if found else "Nothing was found"
            return Reply(self.page("Search", f"<h1>Search</h1><p>{said}</p>{self.grid(found)}"))
        return None

    def cart(self, held: bool) -> str:
        """The page of the cart."""
        if not held:
            return "<h1>Your cart</h1><p>Your cart is empty.</p>"
        good = self.goods[0]
        return (
            f'<h1>Your cart</h1><form><table><tr><td><a href="{escape(self.address(good))}">{good.title}</a></td>'
            f"<td><input type=number value=1 aria-label=Quantity></td><td>{self.money(good.price)}</td></tr></table>"
            f'<p>Subtotal {self.money(good.price)}</p><a href="/checkout">Checkout</a></form>'
        )


class Dawn(WorkingShop):
    name, deviation = "dawn", "folded menu, a heading twice in each card, unseen words before prices, folded facets"
    everything = "Catalog"
    values = {
        "site_shell.has_announcement_bar": True,
        "collection.filters": ["brand"],
        "collection.sort": ["featured", "price_asc", "price_desc", "alphabetically_az"],
        "collection.pagination": "numbered",
        "product.variant_selectors": ["radio_buttons"],
        "product.has_quantity_selector": True,
        "cart.type": "page",
        "search.trigger": "icon_button",
        "site_shell.nav_depth": 2,
    }
    style = MicroShop.style + ".vh{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/collections/{slug(listing)}/products/{good.slug}" if listing else f"/products/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"/collections/{slug(name) or 'all'}"

    def header(self) -> str:
        inner = "".join(f'<li><a href="{self.category_address(one)}">{one}</a></li>' for one in self.categories)
        return (
            '<div role=region aria-label=Announcement style="background:#222;color:#fff;text-align:center;padding:8px">'
            '<p style="margin:0">Welcome to our store, free delivery over $60</p></div><header><h1 style="margin:0">'
            '<a href="/"><span>Tin Cup Trading</span></a></h1><nav><ul style="display:flex;gap:20px;list-style:none">'
            f"<li><details><summary><span>Shop</span></summary><ul>{inner}</ul></details></li>"
            '<li><a href="/collections/all">Catalog</a></li><li><a href="/info/contact">Contact</a></li></ul></nav>'
            '<details><summary aria-label="Search"><svg width=20 height=20><circle cx=9 cy=9 r=7 /></svg></summary>'
            '<div><form action="/search"><input type=search name=q placeholder=Search></form></div></details>'
            '<a href="/cart"><svg width=20 height=20><rect width=18 height=18 /></svg><span class=vh>Cart</span></a>'
            "</header>"
        )

    def card(self, good: Good, listing: str = "") -> str:
        heading = f'<h3><a href="{self.address(good, listing)}">{good.title}</a></h3>'
        return (
            f"<li><div><div>{self.picture(good)}<div class=vh>{heading}</div></div><div>{heading}<div><div>"
            f"<span class=vh>Regular price</span><span>{self.money(good.price)} USD</span></div></div></div></div></li>"
        )

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        at = self.category_address(name)
        boxes = "".join(
            f"<li><label><input type=checkbox onchange=\"location='{at}?maker={slug(one)}'\"> {one}"
            f" ({sum(g.maker == one for g in self.goods)})</label></li>"
            for one in ("Halvard", "Brightwell", "Oakhurst")
        )
        choices = {"": "Featured", "price-asc": "Price, low to high", "price-desc": "Price, high to low"}
        return (
            f"<h1>{name or self.everything}</h1><form><h2>Filter:</h2><details><summary><span>Brand</span></summary>"
            f"<ul>{boxes}</ul></details><label>Sort by: {self.sorting(name, **choices, **{'title-asc': 'Alphabetically, A-Z'})}"
            f"</label><p>{count} products</p></form>{self.grid(shown, name)}"
        )

    def options(self, good: Good) -> str:
        radios = "".join(
            f'<input type=radio name=Size id="s{one}" value="{one}"><label for="s{one}">{one}</label>'
            for one in ("Small", "Large")
        )
        return f"<fieldset><legend>Size</legend>{radios}</fieldset>"


class Storefront(WorkingShop):
    name, deviation = (
        "storefront",
        "one link around each card, an adding link beside it, struck prices, tabs, related goods",
    )
    add, page_size = "Add to cart", 9
    values = {
        "collection.sort": ["featured", "date_new", "price_asc", "price_desc"],
        "collection.pagination": "numbered",
        "collection.page_size": 9,
        "product.description_layout": "tabs",
        "product.has_recommendations": True,
        "product.has_reviews": True,
        "product.has_quantity_selector": True,
        "cart.type": "page",
        "search.trigger": "header_field",
    }

    def address(self, good: Good, listing: str = "") -> str:
        return f"/product/{good.slug}/"

    def category_address(self, name: str) -> str:
        return f"/product-category/{slug(name)}/" if name else "/shop/"

    def price(self, good: Good) -> str:
        now = f"<span><bdi><span>$</span>{good.price:,.2f}</bdi></span>"
        was = f"<span><bdi><span>$</span>{good.price + 5:,.2f}</bdi></span>"
        return f"<del aria-hidden=true>{was}</del> <ins>{now}</ins>" if good.number % 5 == 0 else now

    def card(self, good: Good, listing: str = "") -> str:
        sale = "<span>Sale!</span>" if good.number % 5 == 0 else ""
        return (
            f'<li><a href="{self.address(good)}">{sale}{self.picture(good)}<h2>{good.title}</h2><span>{self.price(good)}'
            f'</span></a><a href="?add-to-cart={good.number}" rel=nofollow aria-label="Add to cart: {good.title}">'
            "Add to cart</a></li>"
        )

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        choices = {"": "Default sorting", "new": "Sort by latest", "price-asc": "Sort by price: low to high"}
        last = {"price-desc": "Sort by price: high to low"}
        return (
            f"<h1>{name or 'Shop'}</h1>{self.sorting(name, **choices, **last)}<p>Showing 1–{len(shown)} of {count} results</p>"
            f"{self.grid(shown, name)}"
        )

    def pages(self, name: str, number: int, count: int) -> str:
        links = "".join(
            f"<li><span aria-current=page>{one}</span></li>"
            if one == number
            else f'<li><a href="{self.category_address(name)}page/{one}/">{one}</a></li>'
            for one in range(1, count + 1)
        )
        return f"<nav aria-label=Pages><ul>{links}</ul></nav>" if count > 1 else ""

    def special(self, asked: Asked) -> Reply | None:
        before, mark, number = asked.path.rstrip("/").rpartition("/page/")
        if mark:
            names = {self.category_address(one): one for one in ("", *self.categories)}
            return Reply(self.listing(names[before + "/"], Asked(asked.path, {**asked.query, "page": number}, {})))
        return super().special(asked)

    def product(self, good: Good, asked: Asked) -> str:
        near = [one for one in self.goods if one.category == good.category and one is not good][:3]
        return self.page(
            good.title,
            f'<nav><a href="/">Home</a> / <a href="{self.category_address(good.category)}">{good.category}</a> / '
            f"{good.title}</nav><div>{self.picture(good)}</div><h1>{good.title}</h1>{self.buy_box(good)}"
            f"<p>SKU: <span>TC{good.number}</span> Category: <a href='{self.category_address(good.category)}'>"
            f"{good.category}</a></p><ul role=tablist style='display:flex;gap:20px'><li role=presentation><a role=tab "
            "href='#d' aria-controls=d aria-selected=true>Description</a></li><li role=presentation><a role=tab href='#r'"
            " aria-controls=r>Reviews (1)</a></li></ul><div id=d role=tabpanel><h2>Description</h2>"
            f"<p>{self.about(good)}</p></div><div id=r role=tabpanel style='display:none'><h2>1 review for {good.title}"
            "</h2><p><strong>Ann</strong> – March 3: It does what it should, and I would buy it again.</p></div>"
            "<script>for(const t of document.querySelectorAll('[role=tab]'))t.onclick=e=>{e.preventDefault();for(const p of"
            " document.querySelectorAll('[role=tabpanel]'))p.style.display=p.id==t.getAttribute('aria-controls')?'':'none'}"
            f"</script><section><h2>Related products</h2>{self.grid(near)}</section>",
        )


class Luma(WorkingShop):
    name, deviation = "luma", "addresses end in .html, layered links, a limiter, prices in attributes too, wish lists"
    everything, currency = "What's New", "USD"
    values = {
        "collection.filters": ["brand"],
        "collection.pagination": "numbered",
        "collection.layout": "grid",
        "product.description_layout": "tabs",
        "search.trigger": "header_field",
        "cart.type": "page",
    }

    def address(self, good: Good, listing: str = "") -> str:
        return f"/{good.slug}.html"

    def category_address(self, name: str) -> str:
        return f"/{slug(name)}.html" if name else "/what-is-new.html"

    def price(self, good: Good) -> str:
        return (
            f'<span><span id="product-price-{good.number}" data-price-amount="{good.price}" data-price-type=finalPrice>'
            f"<span>{self.money(good.price)}</span></span></span>"
        )

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<li><div><a href="{self.address(good)}" tabindex=-1><span>{self.picture(good)}</span></a><div><strong>'
            f'<a href="{self.address(good)}">{good.title}</a></strong><div><div title="80%"><span>80%</span></div>'
            f'<a href="{self.address(good)}#reviews">2 Reviews</a></div>{self.price(good)}<form method=post action="/cart/add/'
            f'{good.number}"><button title="Add to Cart">Add to Cart</button></form><a href="#" role=button title="Add to Wish'
            'List">Add to Wish List</a><a href="#" role=button title="Add to Compare">Add to Compare</a></div></div></li>'
        )

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        at = self.category_address(name)
        makers = "".join(
            f'<li><a href="{at}?maker={slug(one)}">{one} <span>{sum(g.maker == one for g in self.goods)}</span></a></li>'
            for one in ("Halvard", "Brightwell", "Oakhurst")
        )
        return (
            f"<h1><span>{name or self.everything}</span></h1><div style='display:flex'><aside><strong>Shop By</strong><div>"
            f"Shopping Options</div><div>Manufacturer</div><ol>{makers}</ol></aside><div><p>Items <span>1</span>-<span>"
            f"{len(shown)}</span> of <span>{count}</span></p><label>Show <select><option>12</option><option>24</option></select>"
            f"per page</label>{self.grid(shown, name)}</div></div>"
        )

    def pages(self, name: str, number: int, count: int) -> str:
        return super().pages(name, number, count).replace("page=", "p=")

    def listing(self, name: str, asked: Asked) -> str:
        return super().listing(
            name, Asked(asked.path, {**asked.query, "page": asked.query.get("p", "1")}, asked.cookies)
        )

    def product(self, good: Good, asked: Asked) -> str:
        return self.page(
            good.title,
            f"<h1><span>{good.title}</span></h1>{self.picture(good)}{self.buy_box(good)}<div role=tablist><div role=tab "
            "tabindex=0 aria-controls=d style='cursor:pointer;display:inline-block'>Details</div> <div role=tab tabindex=0 "
            "aria-controls=m style='cursor:pointer;display:inline-block'>More Information</div></div><div role=tabpanel id=d>"
            f"<p>{self.about(good)}</p></div><div role=tabpanel id=m hidden><table><tr><th>Manufacturer</th><td>{good.maker}"
            "</td></tr></table></div><script>for(const t of document.querySelectorAll('[role=tab]'))t.onclick=()=>{for(const p "
            "of document.querySelectorAll('[role=tabpanel]'))p.hidden=p.id!=t.getAttribute('aria-controls')}</script>",
        )


class Prestige(WorkingShop):
    name, deviation = (
        "prestige",
        "numbers before names in addresses, orders as links, quick views, boxes that are links",
    )
    currency, everything = "EUR", "All items"
    values = {
        "collection.filters": ["brand"],
        "collection.sort": ["featured", "alphabetically_az", "price_asc", "price_desc"],
        "collection.pagination": "numbered",
        "collection.page_size": 12,
    }

    def money(self, value: Decimal) -> str:
        return f"€{value:,.2f}"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/{slug(good.category)}/{good.number}-{good.slug}.html"

    def category_address(self, name: str) -> str:
        return f"/{self.categories.index(name) + 10}-{slug(name)}" if name else "/2-home"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<li><article data-id-product="{good.number}"><a href="{self.address(good)}">{self.picture(good)}</a><a href="#"'
            f' data-link-action=quickview>Quick view</a><h2><a href="{self.address(good)}">{good.title}</a></h2><div>'
            f'<span aria-label="Price">{self.money(good.price)}</span></div><ul><li>New</li></ul></article></li>'
        )

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        at = self.category_address(name)
        makers = "".join(
            f'<li><label><input type=checkbox onclick="location=\'{at}?maker={slug(one)}\'"> <a href="{at}?maker={slug(one)}"'
            f" rel=nofollow>{one} <span>({sum(g.maker == one for g in self.goods)})</span></a></label></li>"
            for one in ("Halvard", "Brightwell", "Oakhurst")
        )
        orders = "".join(
            f'<a rel=nofollow href="{at}?sort={value}" style="display:block">{label}</a>'
            for value, label in (
                ("", "Relevance"),
                ("title-asc", "Name, A to Z"),
                ("price-asc", "Price, low to high"),
                ("price-desc", "Price, high to low"),
            )
        )
        return (
            f"<h1>{name or self.everything}</h1><div style='display:flex;gap:30px'><div><p>Filter By</p><section><p>Brand</p><ul>"
            f"{makers}</ul></section></div><section><p>There are {count} products.</p><span>Sort by:</span><div><button "
            "onclick='o.hidden=!o.hidden' aria-haspopup=true>Relevance</button><div id=o hidden>"
            f"{orders}</div></div>{self.grid(shown, name)}<p>Showing 1-{len(shown)} of {count} item(s)</p></section></div>"
        )


class Waren(WorkingShop):
    name, deviation = (
        "waren",
        "German, stars behind prices, add buttons in cards, a cart at the side, pages as radio buttons",
    )
    language, currency, everything, add = "de", "EUR", "Alle Produkte", "In den Warenkorb"
    values = {
        "cart.type": "drawer",
        "collection.sort": ["alphabetically_az", "price_asc", "price_desc"],
        "product.has_quantity_selector": True,
    }

    def money(self, value: Decimal) -> str:
        return f"{value:.2f}".replace(".", ",") + " €*"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/{good.slug}/TC{good.number + 10000}"

    def category_address(self, name: str) -> str:
        return f"/{slug(name)}/" if name else "/alle/"

    def header(self) -> str:
        return (
            '<header><a href="/">Tin Cup Handel</a><form action="/search"><input type=search name=q placeholder="Suchbegriff'
            ' eingeben …"></form>'
            f"{self.menu()}<a href='/cart' title=Warenkorb>0,00&nbsp;€*</a></header>"
        )

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<li><div><div><a href="{self.address(good)}" title="{good.title}">{self.picture(good)}</a></div><div><a href="'
            f'{self.address(good)}" title="{good.title}">{good.title}</a><div>{self.about(good)}</div><div><div>Inhalt: 1 Stück'
            f"</div><div><span>{self.money(good.price)}</span></div></div><form method=post action=/cart onsubmit='return l()'>"
            "<button title='In den Warenkorb'>In den Warenkorb</button></form></div></div></li>"
        )

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        choices = {"title-asc": "Name A-Z", "price-asc": "Preis aufsteigend", "price-desc": "Preis absteigend"}
        return f"<h1>{name or self.everything}</h1>{self.sorting(name, **choices)}{self.grid(shown, name)}"

    def pages(self, name: str, number: int, count: int) -> str:
        at = self.category_address(name)
        radios = "".join(
            f"<li><input type=radio name=p id=p{one} value={one} {'checked' if one == number else ''} onchange=\"location='{at}"
            f"?page={one}'\"><label for=p{one}>{one}</label></li>"
            for one in range(1, count + 1)
        )
        return f'<nav aria-label="Seitennavigation"><ul>{radios}</ul></nav>' if count > 1 else ""

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        good = self.goods[0]
        side = (
            "<div id=side role=dialog aria-label=Warenkorb hidden style='position:fixed;right:0;top:0;width:400px;height:100%;"
            f"background:#fff;padding:20px'><h2>Warenkorb</h2><p>1 × {good.title} {self.money(good.price)}</p><p>Zwischensumme "
            f"{self.money(good.price)}</p><a href='/checkout'>Zur Kasse</a> <a href='/cart'>Warenkorb anzeigen</a><button onclick="
            "'side.hidden=true'>Schließen</button></div><script>function l(){side.hidden=false;return false}</script>"
        )
        made = super().page(title, main, head, tail + side)
        made = made.replace("<form method=post action=/cart>", "<form method=post action=/cart onsubmit='return l()'>")
        words = {"Quantity": "Menge", "Description": "Beschreibung", "Shipping": "Versand", "Returns": "Rückgabe"}
        for english, german in words.items():
            made = made.replace(f">{english}", f">{german}")
        return made


SHOPS = (Dawn, Storefront, Luma, Prestige, Waren)
