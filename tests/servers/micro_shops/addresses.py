"""Micro-shops whose addresses deviate: which part of them says what the page is."""

from __future__ import annotations

import itertools
import re
from html import escape

from micro_shops.shop import Asked, Good, MicroShop, Reply, missing, moved, slug

_numbers = itertools.count(1000)


class QueryId(MicroShop):
    name, deviation = "query_id", "products and listings differ by one parameter only"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/product.php?id={good.number}"

    def category_address(self, name: str) -> str:
        return f"/list.php?c={self.categories.index(name) + 1 if name else 0}"


class QueryRoute(MicroShop):
    name, deviation = "query_route", "one script, its parameter `route` says the kind of page"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/index.php?route=product/product&product_id={good.number}"

    def category_address(self, name: str) -> str:
        return f"/index.php?route=product/category&path={self.categories.index(name) + 20 if name else 1}"


class QueryAtRoot(MicroShop):
    name, deviation = "query_at_root", "all pages lie at the root: `/?p=12`, `/?cat=2`"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/?p={good.number}"

    def category_address(self, name: str) -> str:
        return f"/?cat={self.categories.index(name) + 1 if name else 0}"

    def is_inner(self, asked: Asked) -> bool:
        return "p" in asked.query or "cat" in asked.query


class QueryWithList(MicroShop):
    name, deviation = "query_with_list", "the address of a product names the listing that one comes from"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/product.php?from={slug(listing) or 'home'}&id={good.number}"


class Tracking(MicroShop):
    name, deviation = "tracking", "links carry campaign parameters"

    def card(self, good: Good, listing: str = "") -> str:
        own = self.address(good)
        marked = f"{own}?utm_source=grid&utm_medium={slug(listing)}&position={good.number % 7}"
        return super().card(good, listing).replace(f'"{own}"', f'"{escape(marked)}"')


class TrackingUnknown(MicroShop):
    name, deviation = "tracking_unknown", "links carry a parameter of a name of its own that changes nothing"

    def card(self, good: Good, listing: str = "") -> str:
        own = self.address(good)
        return super().card(good, listing).replace(f'"{own}"', f'"{own}?zx={slug(listing) or "front"}"')


class SessionParameter(MicroShop):
    name, deviation = "session_parameter", "every link carries another session number"

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        made = super().page(title, main, head, tail)
        return re.sub(r'href="(/[^"?]*)"', lambda link: f'href="{link[1]}?osid={next(_numbers)}"', made)


class SessionPath(MicroShop):
    name, deviation = "session_path", "a session number behind a semicolon in the path"

    def card(self, good: Good, listing: str = "") -> str:
        own = self.address(good)
        return super().card(good, listing).replace(f'"{own}"', f'"{own};jsessionid={next(_numbers):X}"')

    def special(self, asked: Asked) -> Reply | None:
        asked.path = asked.path.partition(";")[0]
        return None


class SortLinks(MicroShop):
    name, deviation = "sort_links", "listings link themselves in other orders, views and sizes"
    most_asked = 120

    def grid(self, several: list[Good], listing: str = "") -> str:
        base = self.category_address(listing)
        links = [
            f"{base}?sort={sort}&dir={way}&view={view}&limit={limit}"
            for sort in ("price", "name", "date")
            for way in ("asc", "desc")
            for view in ("grid", "list")
            for limit in (12, 24, 48)
        ]
        offered = " ".join(f'<a href="{escape(one)}">{one.rpartition("?")[2][:14]}</a>' for one in links)
        return f"<div>{offered}</div>{super().grid(several, listing)}"


class PageInPath(MicroShop):
    name, deviation, page_size = "page_in_path", "further pages lie below the listing: `/page/2`", 4

    def pages(self, name: str, number: int, count: int) -> str:
        base = self.category_address(name)
        return " ".join(f'<a href="{base}/page/{one}">{one}</a>' for one in range(1, count + 1) if one != number)

    def special(self, asked: Asked) -> Reply | None:
        base, found, number = asked.path.partition("/page/")
        if found:
            asked.path, asked.query = base, {"page": number}
        return None


class PageNumbers(MicroShop):
    name, deviation, page_size = "page_numbers", "numbered pages and no word that leads to the next", 5

    def pages(self, name: str, number: int, count: int) -> str:
        base = self.category_address(name)
        shown = [
            f"<b>{one}</b>" if one == number else f'<a href="{base}?page={one}">{one}</a>'
            for one in range(1, count + 1)
        ]
        return f"<p>{' '.join(shown)}</p>" if count > 1 else ""


class PageOffset(MicroShop):
    name, deviation, page_size = "page_offset", "pages are counted by products: `?start=4`", 4

    def pages(self, name: str, number: int, count: int) -> str:
        base = self.category_address(name)
        return " ".join(f'<a href="{base}?start={one * 4}">{one + 1}</a>' for one in range(count) if one + 1 != number)

    def special(self, asked: Asked) -> Reply | None:
        if "start" in asked.query:
            asked.query["page"] = str(int(asked.query.pop("start")) // 4 + 1)
        return None


class TwoPaths(MicroShop):
    name, deviation = "two_paths", "a product lies below each listing that shows it"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/{slug(listing) or 'all'}/{good.slug}"


class TwoNames(MicroShop):
    name, deviation = "two_names", "a product has two addresses without a word in common, one of them canonical"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/item/{good.slug}" if listing else f"/p{good.number * 37}"

    def product_head(self, good: Good) -> str:
        return f'<link rel="canonical" href="/item/{good.slug}">'


class TwoNamesPlain(MicroShop):
    name, deviation = "two_names_plain", "a product has two addresses without a word in common, and none is canonical"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/item/{good.slug}" if listing else f"/p{good.number * 37}"


class BrokenCanonical(MicroShop):
    name, deviation = "broken_canonical", "every page says that the home page is its canonical address"

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        return super().page(title, main, f'{head}<link rel="canonical" href="/">', tail)


class TwoLanguages(MicroShop):
    name, deviation = "two_languages", "the whole shop stands below `/en` and `/fr`, with links between them"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/en/item/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"/en/shop/{slug(name)}" if name else "/en/shop/all"

    def header(self) -> str:
        switch = '<div><a href="/en" lang="en">EN</a> <a href="/fr" lang="fr">FR</a></div>'
        return super().header().replace("</header>", f"{switch}</header>")

    def special(self, asked: Asked) -> Reply | None:
        language, _, rest = asked.path.removeprefix("/").partition("/")
        if language == "fr":
            shop = MicroShop()
            shop.language = "fr"  # type: ignore[misc]
            inner = shop.answer(Asked(f"/{rest}", asked.query, asked.cookies))
            inner.body = inner.body.replace('href="/', 'href="/fr/').replace("Add to cart", "Ajouter au panier")
            return inner
        if language == "en" and not rest:
            return Reply(self.home(asked))
        return None


class OneTemplate(MicroShop):
    name, deviation = "one_template", "products and listings have addresses of one form: `/12-tin-kettle.html`"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/{good.number + 100}-{good.slug}.html"

    def category_address(self, name: str) -> str:
        return f"/{self.categories.index(name) + 3}-{slug(name)}.html" if name else "/2-all.html"


class RootSlugs(MicroShop):
    name, deviation = "root_slugs", "all pages lie side by side at the root"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"/{slug(name)}" if name else "/everything"


class Slashes(MicroShop):
    name, deviation = "slashes", "some links end in a slash, some name the host, some are upper case"

    def card(self, good: Good, listing: str = "") -> str:
        own = self.address(good)
        written = f"{own}/" if listing else f".{own}" if good.number % 2 else f"{own}#top"
        return super().card(good, listing).replace(f'"{own}"', f'"{written}"')

    def special(self, asked: Asked) -> Reply | None:
        if asked.path.endswith("/") and asked.path != "/":
            asked.path = asked.path.rstrip("/")
        return None


class BaseElement(MicroShop):
    name, deviation = "base_element", "links are relative to a base that the page declares"

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        made = super().page(title, main, head, tail)
        return made.replace('href="/', 'href="').replace("<head>", '<head><base href="/">')


class RedirectedLinks(MicroShop):
    name, deviation = "redirected_links", "listings link products by a counter that redirects"

    def card(self, good: Good, listing: str = "") -> str:
        own = self.address(good)
        return super().card(good, listing).replace(f'"{own}"', f'"/go/{slug(listing) or "home"}-{good.number}"')

    def special(self, asked: Asked) -> Reply | None:
        if asked.path.startswith("/go/"):
            number = int(asked.path.rpartition("-")[2])
            return moved(next(self.address(one) for one in self.goods if one.number == number))
        return None


class ForeignRedirect(MicroShop):
    name, deviation = "foreign_redirect", "one category and some products lead to another host"
    forbidden = ("elsewhere",)

    def menu(self) -> str:
        return super().menu().replace("</nav>", ' <a href="/out">Outlet</a></nav>')

    def special(self, asked: Asked) -> Reply | None:
        return moved("http://elsewhere.localhost/shop") if asked.path == "/out" else None


class Robots(MicroShop):
    name, deviation = "robots", "robots.txt forbids a category and its products"
    forbidden = ("/private",)

    def address(self, good: Good, listing: str = "") -> str:
        return f"/private/{good.slug}" if good.category == "Knives" else super().address(good)

    def category_address(self, name: str) -> str:
        return "/private/knives" if name == "Knives" else super().category_address(name)

    @property
    def listings(self) -> dict[str, int]:
        return {name: count for name, count in super().listings.items() if name != "Knives"}

    def robots(self) -> str:
        return "User-agent: *\nDisallow: /private\n"


class Calendar(MicroShop):
    name, deviation = "calendar", "a calendar of workshops goes on for ever"
    most_asked = 150

    def menu(self) -> str:
        return super().menu().replace("</nav>", ' <a href="/workshops/2026/11">Workshops</a></nav>')

    def special(self, asked: Asked) -> Reply | None:
        if not asked.path.startswith("/workshops/"):
            return None
        year, month = (int(one) for one in asked.path.split("/")[2:4])
        following = f"/workshops/{year + month // 12}/{month % 12 + 1}"
        days = "".join(f'<a href="/workshops/{year}/{month}/{one}">{one}</a> ' for one in range(1, 29))
        return Reply(self.page("Workshops", f'<h1>{month}/{year}</h1>{days}<a href="{following}">Next</a>'))


class Facets(MicroShop):
    name, deviation = "facets", "filters are links that can be combined without end"
    most_asked = 150

    def grid(self, several: list[Good], listing: str = "") -> str:
        base = self.category_address(listing)
        several = several or list(self.goods)
        links = "".join(
            f'<li><a href="{base}?maker={maker.casefold()}&amp;colour={colour}&amp;size={size}">{maker} {colour}</a>'
            for maker in ("Halvard", "Brightwell", "Oakhurst")
            for colour in ("red", "green", "blue")
            for size in ("s", "m", "l")
        )
        return f"<aside><h4>Filter</h4><ul>{links}</ul></aside>{super().grid(several, listing)}"


class EndlessPages(MicroShop):
    name, deviation = "endless_pages", "behind the last page of a listing comes the last page again"
    page_size, most_asked = 6, 200

    def listing(self, name: str, asked: Asked) -> str:
        several = [one for one in self.goods if not name or one.category == name]
        last = -(-len(several) // 6)
        number = int(asked.query.get("page", "1"))
        shown = several[(min(number, last) - 1) * 6 :][:6]
        more = f'<a href="{self.category_address(name)}?page={number + 1}">Next</a>'
        return self.page(name or "All", f"<h1>{name or self.everything}</h1>{self.grid(shown, name)}{more}")


class Tree(MicroShop):
    name, deviation = "tree", "categories hold categories; only the lowest hold products, and no listing holds all"

    def menu(self) -> str:
        return '<nav><a href="/d/house">House</a> <a href="/d/table">Table</a></nav>'

    def special(self, asked: Asked) -> Reply | None:
        inside = {"/d/house": ("Lanterns", "Blankets"), "/d/table": ("Kettles", "Knives")}.get(asked.path)
        if inside is None:
            return missing() if asked.path == "/shop/all" else None
        tiles = "".join(
            f'<div><a href="{self.category_address(one)}"><img src="/pictures/{len(one)}.svg" alt=""><h2>{one}</h2></a>'
            "</div>"
            for one in inside
        )
        return Reply(self.page("Department", f"<h1>{asked.path[3:].title()}</h1>{tiles}"))


class SoftMissing(MicroShop):
    name, deviation = "soft_missing", "addresses that are none answer 200 with a page that suggests products"

    def special(self, asked: Asked) -> Reply | None:
        known = asked.path in ("/", "/cart") or asked.path.startswith(("/shop/", "/item/", "/info/"))
        if known:
            return None
        return Reply(self.page("Sorry", f"<h1>We could not find that page</h1>{self.grid(list(self.goods[:6]))}"))


SHOPS = (
    QueryId,
    QueryRoute,
    QueryAtRoot,
    QueryWithList,
    Tracking,
    TrackingUnknown,
    SessionParameter,
    SessionPath,
    SortLinks,
    PageInPath,
    PageNumbers,
    PageOffset,
    TwoPaths,
    TwoNames,
    TwoNamesPlain,
    BrokenCanonical,
    TwoLanguages,
    OneTemplate,
    RootSlugs,
    Slashes,
    BaseElement,
    RedirectedLinks,
    ForeignRedirect,
    Robots,
    Calendar,
    Facets,
    EndlessPages,
    Tree,
    SoftMissing,
)
