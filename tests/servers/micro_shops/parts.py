"""Micro-shops whose menus and controls deviate."""

from __future__ import annotations

from decimal import Decimal

from micro_shops.shop import Asked, Good, MicroShop


class HoverMenu(MicroShop):
    name, deviation = "hover_menu", "plain elements open by the mouse alone; nothing says so"
    values = {"site_shell.nav_depth": 2}
    style = (
        MicroShop.style + ".m{position:relative}.m>div{display:none;position:absolute;top:100%;background:#fff}"
        ".m:hover>div{display:block}.m a{display:block}"
    )

    def menu(self) -> str:
        inner = "".join(f'<a href="{self.category_address(one)}">{one}</a>' for one in self.categories)
        return f'<div class=m><span>Shop</span><div>{inner}</div></div><a href="{self.category_address("")}">All</a>'


class ClickMenu(MicroShop):
    name, deviation = "click_menu", "a plain element opens the menu when it is clicked on"
    values = {"site_shell.nav_depth": 2}

    def menu(self) -> str:
        inner = "".join(f'<a href="{self.category_address(one)}">{one}</a> ' for one in self.categories)
        return (
            "<div onclick=\"m.style.display=m.style.display=='none'?'block':'none'\" style='cursor:pointer'>Shop</div>"
            f"<div id=m style='display:none;position:absolute;top:40px;background:#fff'>{inner}</div>"
            f'<a href="{self.category_address("")}">All</a>'
        )


class BuiltMenu(MicroShop):
    name, deviation = "built_menu", "the links of the menu are not in the page before it is opened"
    values = {"site_shell.nav_depth": 2}

    def menu(self) -> str:
        inner = "".join(f"<a href={self.category_address(one)}>{one}</a> " for one in self.categories)
        return (
            f'<div><span id=b style="cursor:pointer">Categories</span><div id=m></div></div><script>b.onclick=()=>{{'
            f"m.innerHTML=`{inner}`}}</script>"
        )


class SelectMenu(MicroShop):
    name, deviation = "select_menu", "a drop-down list leads to the categories"

    def menu(self) -> str:
        inner = "".join(f'<option value="{self.category_address(one)}">{one}</option>' for one in self.categories)
        return (
            f'<select aria-label="Category" onchange="location.href=this.value"><option value="">Choose</option>{inner}'
            "</select>"
        )


class HomeSections(MicroShop):
    name, deviation = "home_sections", "a hero that is a picture only, a strip of makers, and a carousel"
    values = {"homepage.section_count": 4}

    def home(self, asked: Asked) -> str:
        shown = self.grid([one for one in self.goods if one.number % 6 == 1])
        makers = "".join(
            f'<img src="/pictures/{n}.svg" alt="{maker}" width=160 height=80>'
            for n, maker in enumerate(("Halvard", "Brightwell", "Oakhurst", "Lind"))
        )
        slides = "".join(self.card(one).replace("<li", '<li style="min-width:300px"') for one in self.goods[:8])
        return self.page(
            "Welcome",
            '<div><a href="/shop/all"><img src="/pictures/9.svg" width="1200" height="420" alt=""></a></div>'
            f'<div style="display:flex;gap:30px;padding:20px">{makers}</div>'
            f"<div><h2>Our favourites</h2>{shown}</div>"
            f'<div><h2>Trending</h2><div style="display:flex;overflow:hidden">{slides}</div><button>‹</button>'
            "<button>›</button></div>",
        )


class RadiosWithoutLegend(MicroShop):
    name, deviation = "radios_without_legend", "options are radio buttons without a group or a legend"
    values = {"product.variant_selectors": ["radio_buttons"]}

    def options(self, good: Good) -> str:
        return "<p>Finish</p>" + "".join(
            f"<label><input type=radio name=finish value={one}> {one.title()}</label> " for one in ("matte", "gloss")
        )


class Surcharges(MicroShop):
    name, deviation = "surcharges", "options cost more: “Large (+$14.00)”"
    values = {"product.variant_selectors": ["dropdown"]}
    surcharge = Decimal("14.00")

    def options(self, good: Good) -> str:
        return (
            "<label>Size <select name=size><option value=s>Small</option><option value=l>Large (+$14.00)</option></select>"
            "</label>"
        )


class PlainLabels(MicroShop):
    name, deviation = "plain_labels", "the title of a choice is text before a list without a label"
    values = {"product.variant_selectors": ["dropdown"]}

    def options(self, good: Good) -> str:
        return "<div>Size:<br><select name=a><option>Small</option><option>Large</option></select></div>"


class PageSize(MicroShop):
    name, deviation, page_size = "page_size", "eight products stand on a page", 8
    values = {"collection.page_size": 8, "collection.pagination": "numbered"}


class SoldOut(MicroShop):
    name, deviation = "sold_out", "some products are marked as sold out and cannot be added"

    def card(self, good: Good, listing: str = "") -> str:
        mark = "<b>Sold out</b>" if good.number % 4 == 0 else ""
        return super().card(good, listing).replace("<li>", f"<li>{mark}")

    def buy_box(self, good: Good) -> str:
        if good.number % 4 == 0:
            return f"<p>{self.price(good)}</p><p>Sold out</p>"
        return super().buy_box(good)


class LanguageLinks(MicroShop):
    name, deviation = "language_links", "the language is switched by links in the footer"
    values = {"intl.has_locale_switcher": True, "intl.has_currency_switcher": False}

    def footer(self) -> str:
        links = '<div><a href="/?lang=en">English</a> | <a href="/?lang=de">Deutsch</a> | <a href="/?lang=fr">Français</a></div>'
        return super().footer().replace("</footer>", f"{links}</footer>")


class CurrencyLinks(MicroShop):
    name, deviation = "currency_links", "the currency is switched by links in the header"
    values = {"intl.has_locale_switcher": False, "intl.has_currency_switcher": True}

    def header(self) -> str:
        links = '<div><a href="/?cur=USD">USD</a> <a href="/?cur=EUR">EUR</a> <a href="/?cur=GBP">GBP</a></div>'
        return super().header().replace("</header>", f"{links}</header>")


class CartDrawer(MicroShop):
    name, deviation = "cart_drawer", "a product is added by a script, and the cart opens at the side"
    values = {"cart.type": "drawer"}

    def buy_box(self, good: Good) -> str:
        return (
            f"<p>{self.price(good)}</p><button type=button onclick=\"d.style.display='block'\">Add to cart</button>"
            "<div id=d role=dialog aria-label=Cart style='display:none;position:fixed;top:0;right:0;bottom:0;width:380px;"
            f"background:#fff;box-shadow:0 0 9px #000'><h2>Your cart</h2><p>{good.title}</p><p>{self.price(good)}</p>"
            "<a href=/cart>View cart</a><button type=button>Close</button></div>"
        )


class ListLayout(MicroShop):
    name, deviation = "list_layout", "listings show one product below the other"
    values = {"collection.layout": "list", "collection.columns_desktop": 1}
    style = MicroShop.style.replace("repeat(4,1fr)", "1fr") + ".grid a{display:flex;gap:20px}"


class FilterList(MicroShop):
    name, deviation = "filter_list", "listings are sorted by a list and filtered by boxes with plain titles"
    values = {"collection.sort": ["price_asc", "price_desc"], "collection.filters": ["color"]}

    def grid(self, several: list[Good], listing: str = "") -> str:
        boxes = "".join(f"<div><label><input type=checkbox> {one}</label></div>" for one in ("Red", "Green", "Blue"))
        return (
            "<div style='float:right'>Sort by <select><option>Price: low to high</option><option>Price: high to low"
            f"</option></select></div><div style='width:200px'><p>Colour</p>{boxes}</div>{super().grid(several, listing)}"
        )


SHOPS = (
    HoverMenu,
    ClickMenu,
    BuiltMenu,
    SelectMenu,
    HomeSections,
    RadiosWithoutLegend,
    Surcharges,
    PlainLabels,
    PageSize,
    SoldOut,
    LanguageLinks,
    CurrencyLinks,
    CartDrawer,
    ListLayout,
    FilterList,
)
