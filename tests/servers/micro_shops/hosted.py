"""Micro-shops after the manner of further shop systems, those that others host among them."""

from __future__ import annotations

from decimal import Decimal
from html import escape

from micro_shops.platforms import WorkingShop
from micro_shops.shop import Asked, Good, MicroShop, slug


class Corner(WorkingShop):
    name, deviation = (
        "corner",
        "compare boxes and quick views in cards, former and present prices with words, choices by lists",
    )
    values = {
        "product.variant_selectors": ["dropdown"],
        "collection.pagination": "numbered",
        "search.trigger": "header_field",
        "site_shell.footer_groups": 3,
    }

    def address(self, good: Good, listing: str = "") -> str:
        return f"/{good.slug}/"

    def category_address(self, name: str) -> str:
        return f"/{slug(name)}/" if name else "/shop-all/"

    def card(self, good: Good, listing: str = "") -> str:
        was = f"<div>Was: <span><s>{self.money(good.price * 2)}</s></span></div>" if good.number % 4 == 0 else ""
        return (
            f'<li><article><figure><a href="{self.address(good)}" aria-label="{good.title}, Price range from '
            f'{self.money(good.price)}">{self.picture(good)}</a><figcaption><button>Quick view</button><label>Compare <input '
            f'type=checkbox name="products[]" value={good.number}></label><a href="{self.address(good)}">Choose Options</a>'
            f'</figcaption></figure><div><p>{good.maker}</p><h3><a href="{self.address(good)}">{good.title}</a></h3>{was}<div>'
            f"<span>Now:</span> <span>{self.money(good.price)}</span></div></div></article></li>"
        )

    def options(self, good: Good) -> str:
        return (
            "<div><label for=a>Finish: <small>Required</small></label><select id=a required><option>Choose Options</option>"
            "<option>Matte</option><option>Polished</option><option>Raw</option></select></div>"
        )

    def footer(self) -> str:
        columns = {
            "Navigate": ("Shipping", "Returns", "Contact"),
            "Categories": tuple(self.categories),
            "Popular Brands": ("Halvard", "Brightwell", "Oakhurst"),
        }
        return (
            "<footer style='display:flex;gap:60px'>"
            + "".join(
                f"<article><h3>{head}</h3><ul>"
                + "".join(
                    f'<li><a href="{self.category_address(one) if one in self.categories else "/info/" + slug(one)}">{one}</a></li>'
                    for one in links
                )
                + "</ul></article>"
                for head, links in columns.items()
            )
            + "</footer>"
        )


class Square(WorkingShop):
    name, deviation = (
        "square",
        "cards are one link with spans, no headings in them, no controls; a category strip above the grid",
    )
    page_size, everything = 200, "Store"
    values = {
        "collection.filters": [],
        "collection.sort": [],
        "collection.pagination": "none",
        "collection.columns_desktop": 3,
        "product.has_reviews": False,
        "product.has_recommendations": False,
    }
    style = MicroShop.style.replace("repeat(4,1fr)", "repeat(3,1fr)")
    search = ""

    def address(self, good: Good, listing: str = "") -> str:
        return f"/store/p/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"/store/{slug(name)}" if name else "/store"

    def menu(self) -> str:
        return (
            '<nav><a href="/store">Store</a> <a href="/info/about">About</a> <a href="/info/contact">Contact</a></nav>'
        )

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<div><a href="{self.address(good)}" style="display:block;text-decoration:none"><div>{self.picture(good)}</div>'
            f"<div><div>{good.title}</div><div><div>{self.money(good.price)}</div></div></div></a></div>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div class=grid>{''.join(self.card(one, listing) for one in several)}</div>"

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        links = "".join(f'<li><a href="{self.category_address(one)}">{one}</a></li>' for one in self.categories)
        return (
            f"<ul style='display:flex;gap:20px'><li><a href='/store'>All</a></li>{links}</ul>{self.grid(shown, name)}"
        )


class Cart(WorkingShop):
    name, deviation = (
        "opening_cart",
        "one script with routes as parameters, net prices below gross ones, grid and list buttons",
    )
    everything = "Show All"
    values = {
        "collection.sort": ["featured", "alphabetically_az", "alphabetically_za", "price_asc", "price_desc"],
        "collection.pagination": "numbered",
        "cart.type": "page",
    }

    def address(self, good: Good, listing: str = "") -> str:
        path = f"&path={20 + self.categories.index(listing)}" if listing else ""
        return f"/index.php?route=product/product{path}&product_id={40 + good.number}"

    def category_address(self, name: str) -> str:
        at = 20 + self.categories.index(name) if name else 1
        return f"/index.php?route=product/category&path={at}"

    def card(self, good: Good, listing: str = "") -> str:
        at = escape(self.address(good, listing))
        return (
            f'<li><div><a href="{at}">{self.picture(good)}</a></div><div><h4><a href="{at}">{good.title}</a></h4><p>'
            f"{self.about(good)}..</p><p>{self.money(good.price)} <span>Ex Tax: {self.money(good.price * Decimal('0.8'))}</span></p>"
            "</div><div><button type=button>Add to Cart</button><button type=button title='Add to Wish List'>♥</button>"
            "<button type=button title='Compare this Product'>⇄</button></div></li>"
        )

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        at = escape(self.category_address(name))
        options = "".join(
            f'<option value="{at}&amp;sort={value}">{label}</option>'
            for value, label in (
                ("", "Default"),
                ("title-asc", "Name (A - Z)"),
                ("title-desc", "Name (Z - A)"),
                ("price-asc", "Price (Low &gt; High)"),
                ("price-desc", "Price (High &gt; Low)"),
            )
        )
        limits = "".join(f'<option value="{at}&amp;limit={one}">{one}</option>' for one in (12, 25, 50))
        return (
            f"<h2>{name or self.everything}</h2><div><button title=List>≡</button><button title=Grid>⊞</button><a href='/info/compare'>"
            f"Product Compare (0)</a><label>Sort By: <select onchange='location=this.value'>{options}</select></label><label>Show: "
            f"<select onchange='location=this.value'>{limits}</select></label></div>{self.grid(shown, name)}"
            f"<p>Showing 1 to {len(shown)} of {count} ({-(-count // self.page_size)} Pages)</p>"
        )

    def is_inner(self, asked: Asked) -> bool:
        return "route" in asked.query


SHOPS = (Corner, Square, Cart)
