"""A fourth round: the kinds that the third left unread, in other markup, written before any of them was mended."""

from __future__ import annotations

from micro_shops.shop import Asked, Good, MicroShop, Reply, goods, missing

_FORMS = ("{} under £30", "£50 voucher with {}", "4 for £10 {}", "{}", "{}, was made for £1")


class Tickets(MicroShop):
    name, deviation, currency = (
        "tickets",
        "the home page sells all: rows with a list of quantities, some sold out",
        "EUR",
    )

    @property
    def listings(self) -> dict[str, int]:
        return {}

    def menu(self) -> str:
        return '<nav><a href="/info/faq">Questions</a></nav>'

    def home(self, asked: Asked) -> str:
        parts = "".join(
            f"<fieldset><legend>{name}</legend>{''.join(self._row(one) for one in self.goods if one.category == name)}</fieldset>"
            for name in self.categories
        )
        return self.page(
            "Order",
            f"<h1>What would you like?</h1><form method=post action=/cart>{parts}<button>Continue</button></form>",
        )

    def _row(self, good: Good) -> str:
        numbers = "".join(f"<option>{one}</option>" for one in range(6))
        pick = f"<select name=n{good.number} aria-label='{good.title}'>{numbers}</select>"
        return (
            f"<div><div><strong>{good.title}</strong><br><small>{self.about(good)}</small></div>"
            f"<div>€{good.price:.2f} <small>incl. 19% VAT</small></div>"
            f"<div>{pick if good.number % 5 else 'SOLD OUT'}</div></div>"
        )

    def special(self, asked: Asked) -> Reply | None:
        return missing() if asked.path.startswith(("/shop/", "/item/")) else None


class OnePage(MicroShop):
    name, deviation = (
        "one_page",
        "a table of contents leads to places on one page; a button beside each product adds it",
    )

    @property
    def listings(self) -> dict[str, int]:
        return {}

    def menu(self) -> str:
        return '<nav><a href="/wares">Our wares</a></nav>'

    def home(self, asked: Asked) -> str:
        links = "".join(f'<li><a href="/wares#p{one.number}">{one.title}</a></li>' for one in self.goods[::5])
        return self.page("Welcome", f"<h1>Good things for cabins</h1><ul>{links}</ul>")

    def special(self, asked: Asked) -> Reply | None:
        if asked.path != "/wares":
            return missing() if asked.path.startswith(("/shop/", "/item/")) else None
        contents = "".join(f'<li><a href="#p{one.number}">{one.title}</a></li>' for one in self.goods)
        rows = "".join(
            f"<tr id=p{one.number}><td>{self.picture(one)}</td><th scope=row>{one.title}</th><td>{self.about(one)}</td><td>"
            f"<b>{self.money(one.price)}</b></td><td><form method=post action=/cart><input type=hidden name=id "
            f'value={one.number}><input type=submit value="{self.add}"></form></td></tr>'
            for one in self.goods
        )
        return Reply(self.page("Wares", f"<h1>Our wares</h1><ol>{contents}</ol><table>{rows}</table>"))


class Vouchers(MicroShop):
    name, deviation, currency = (
        "vouchers",
        "amounts begin, end and fill the names of things; names stand in links",
        "GBP",
    )
    goods = tuple(
        Good(one.number, form.format(one.title), one.price, one.category, one.maker)
        for one in goods()
        for form in [_FORMS[one.number % 5]]
    )

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<tr><td><a href="{self.address(good)}">{self.picture(good)}</a></td><td><a href="{self.address(good)}">'
            f"{good.title}</a></td><td>£{good.price:.2f}</td></tr>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<table>{''.join(self.card(one) for one in several)}</table>"

    def price(self, good: Good) -> str:
        return f"<span>£{good.price:.2f}</span>"


class SitemapOnly(MicroShop):
    name, deviation = "sitemap_only", "no menu; search and a site map are the only ways"

    @property
    def listings(self) -> dict[str, int]:
        return {}

    def menu(self) -> str:
        return '<form action="/search"><input type=search name=q aria-label=Search></form>'

    def special(self, asked: Asked) -> Reply | None:
        if asked.path == "/sitemap.xml":
            links = "".join(
                f"<url><loc>http://sitemap-only.localhost{self.address(one)}</loc></url>" for one in self.goods
            )
            return Reply(f"<?xml version='1.0'?><urlset>{links}</urlset>", kind="application/xml")
        if asked.path == "/search":
            word = asked.query.get("q", "").casefold()
            several = [one for one in self.goods if word in one.title.casefold()]
            return Reply(self.page("Search", f"<h1>{len(several)} results</h1>{self.grid(several)}"))
        return missing() if asked.path.startswith("/shop/") else None


class MapBeside(MicroShop):
    name, deviation = (
        "map_beside",
        "the menu leads to half of the goods; a map of maps, which `robots.txt` names, to all, and to stories",
    )

    def address(self, good: Good, listing: str = "") -> str:
        return f"/{good.slug}.html"

    @property
    def categories(self) -> list[str]:
        return ["Kettles", "Knives"]

    def robots(self) -> str:
        return "Sitemap: http://map-beside.localhost/maps/index.xml"

    def home(self, asked: Asked) -> str:
        return self.page("Welcome", "<h1>Good things for cabins</h1><p>Since 1911.</p>")

    def menu(self) -> str:
        return "".join(f'<a href="{self.category_address(one)}">{one}</a> ' for one in self.categories)

    def special(self, asked: Asked) -> Reply | None:
        base = "http://map-beside.localhost"
        if asked.path == "/maps/index.xml":
            return Reply(
                f"<sitemapindex><sitemap><loc>{base}/maps/1.xml</loc></sitemap></sitemapindex>", kind="application/xml"
            )
        if asked.path == "/maps/1.xml":
            pages = [self.address(one) for one in self.goods] + [
                "/story.html",
                "/opening-hours.html",
                "/",
                "/info/contact",
            ]
            links = "".join(f"<url><loc>{base}{one}</loc></url>" for one in pages)
            return Reply(f"<urlset>{links}</urlset>", kind="application/xml")
        if asked.path in ("/story.html", "/opening-hours.html"):
            return Reply(
                self.page("About", "<h1>Our story</h1><p>We forge, spin and weave. Tea costs $2 on Mondays.</p>")
            )
        return missing() if asked.path == "/shop/all" else None


SHOPS = (Tickets, OnePage, Vouchers, MapBeside, SitemapOnly)
