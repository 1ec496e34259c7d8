"""Micro-shops that were written once the first were read: the first measure of each stands in the docs."""

from __future__ import annotations

from html import escape

from micro_shops.shop import Asked, Good, MicroShop, Reply, missing, slug


class HomeIsListing(MicroShop):
    name, deviation, page_size = "home_is_listing", "the home page lists the whole shop, page by page; no category", 8

    @property
    def listings(self) -> dict[str, int]:
        return {}

    def menu(self) -> str:
        return '<nav><a href="/info/story">Our story</a></nav>'

    def home(self, asked: Asked) -> str:
        return self.listing("", asked)

    def category_address(self, name: str) -> str:
        return "/" if not name else f"/none/{slug(name)}"

    def special(self, asked: Asked) -> Reply | None:
        return missing() if asked.path.startswith("/none") else None


class PageNames(MicroShop):
    name, deviation, page_size = "page_names", "the parameter that counts pages has a name of its own", 6

    def pages(self, name: str, number: int, count: int) -> str:
        base = self.category_address(name)
        return "".join(f'<a href="{base}?PAGEN_1={one}">{one}</a> ' for one in range(1, count + 1) if one != number)

    def special(self, asked: Asked) -> Reply | None:
        if "PAGEN_1" in asked.query:
            asked.query["page"] = asked.query.pop("PAGEN_1")
        return None


class DeclaredShadow(MicroShop):
    name, deviation = "declared_shadow", "products stand in shadow trees that the page declares without a script"

    def card(self, good: Good, listing: str = "") -> str:
        inner = super().card(good, listing).removeprefix("<li>").removesuffix("</li>")
        return f'<shop-card><template shadowrootmode="open"><div>{inner}</div></template></shop-card>'

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div class=grid>{''.join(self.card(one, listing) for one in several)}</div>"


class Frames(MicroShop):
    name, deviation = "frames", "each listing shows its products in a frame"

    def listing(self, name: str, asked: Asked) -> str:
        return self.page(
            name or self.everything,
            f"<h1>{name or self.everything}</h1><iframe src='/frame/{slug(name) or 'all'}' width=1000 height=900></iframe>",
        )

    def special(self, asked: Asked) -> Reply | None:
        if not asked.path.startswith("/frame/"):
            return None
        wanted = asked.path.rpartition("/")[2]
        several = [one for one in self.goods if wanted in ("all", slug(one.category))]
        cards = self.grid(several).replace("<a ", "<a target=_top ")
        name = next((one for one in self.categories if slug(one) == wanted), self.everything)
        return Reply(f"<html><head><title>{name}</title></head><body><h1>{name}</h1>{cards}</body></html>")


class ImageMap(MicroShop):
    name, deviation = "image_map", "the menu is one picture with areas that are links"

    def menu(self) -> str:
        areas = "".join(
            f'<area shape=rect coords="{at * 100},0,{at * 100 + 99},40" href="{self.category_address(one)}" alt="{one}">'
            for at, one in enumerate(self.categories)
        )
        return f'<img src="/pictures/7.svg" width=400 height=40 usemap="#m"><map name=m>{areas}</map>'


class Refresh(MicroShop):
    name, deviation = "refresh", "the home page is a greeting that leads on by itself"

    def home(self, asked: Asked) -> str:
        return (
            '<!doctype html><html><head><title>Tin Cup Trading</title><meta http-equiv="refresh" content="1; url=/start">'
            "</head><body><h1>Welcome</h1></body></html>"
        )

    def special(self, asked: Asked) -> Reply | None:
        return Reply(MicroShop.home(self, asked)) if asked.path == "/start" else None


class FormMenu(MicroShop):
    name, deviation = "form_menu", "the entries of the menu are buttons of forms"

    def menu(self) -> str:
        return "".join(
            f'<form action="{self.category_address(one)}"><button>{one}</button></form>' for one in self.categories
        )


class ScriptMenu(MicroShop):
    name, deviation = "script_menu", "the entries of the menu are elements that a script opens"

    def menu(self) -> str:
        return "".join(
            f"<span onclick=\"window.location='{self.category_address(one)}'\" style='cursor:pointer'>{one}</span> "
            for one in self.categories
        )


class OldEncoding(MicroShop):
    name, deviation, currency = "old_encoding", "pages are in an old encoding that only they themselves declare", "GBP"

    def money(self, value):  # type: ignore[no-untyped-def]
        return f"£{value:.2f}"

    def answer(self, asked: Asked) -> Reply:
        reply = super().answer(asked)
        if "html" in reply.kind:
            reply.kind = "text/html"
            reply.body = reply.body.replace('charset="utf-8"', 'charset="windows-1252"')
            reply.encoding = "windows-1252"
        return reply


class Tabs(MicroShop):
    name, deviation = "tabs", "one page holds all categories, each in a panel that its tab shows"

    @property
    def listings(self) -> dict[str, int]:
        return {}

    def menu(self) -> str:
        return '<nav><a href="/catalogue">Catalogue</a></nav>'

    def special(self, asked: Asked) -> Reply | None:
        if asked.path != "/catalogue":
            return missing() if asked.path.startswith("/shop/") else None
        heads = "".join(
            f'<button role=tab onclick="show({at})">{one}</button>' for at, one in enumerate(self.categories)
        )
        panels = "".join(
            f'<div role=tabpanel style="display:{"block" if at == 0 else "none"}">'
            f"{self.grid([good for good in self.goods if good.category == one])}</div>"
            for at, one in enumerate(self.categories)
        )
        script = (
            "<script>function show(n){document.querySelectorAll('[role=tabpanel]').forEach((e,i)=>"
            "e.style.display=i==n?'block':'none')}</script>"
        )
        return Reply(self.page("Catalogue", f"<h1>Catalogue</h1>{heads}{panels}{script}"))


class HeardPrice(MicroShop):
    name, deviation = "heard_price", "a price is painted by a style and stands in a label for those who listen"

    def price(self, good: Good) -> str:
        return f'<span role=img aria-label="{self.money(good.price)}"></span>'


class PriceRange(MicroShop):
    name, deviation = "price_range", "listings show from which to which price a product goes"

    def price(self, good: Good) -> str:
        return f"<span>{self.money(good.price)} – {self.money(good.price + 10)}</span>"


class AddLinks(MicroShop):
    name, deviation = "add_links", "a link in each product adds it to the cart, before the one to its page"

    def card(self, good: Good, listing: str = "") -> str:
        add = f'<a href="{escape(f"/cart/add?id={good.number}&back=1")}">Add to cart</a>'
        return super().card(good, listing).replace("<li>", f"<li>{add}")

    def special(self, asked: Asked) -> Reply | None:
        return Reply(self.page("Cart", "<h1>Your cart</h1><p>One thing.</p>")) if asked.path == "/cart/add" else None


class Figures(MicroShop):
    name, deviation = "figures", "products are figures, their titles and prices captions"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<figure><a href="{self.address(good)}">{self.picture(good)}</a><figcaption><cite>{good.title}</cite>, '
            f"{self.price(good)}</figcaption></figure>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div class=grid>{''.join(self.card(one, listing) for one in several)}</div>"


SHOPS = (
    HomeIsListing,
    PageNames,
    DeclaredShadow,
    Frames,
    ImageMap,
    Refresh,
    FormMenu,
    ScriptMenu,
    OldEncoding,
    Tabs,
    HeardPrice,
    PriceRange,
    AddLinks,
    Figures,
)
