"""Micro-shops of other countries, other layouts, and other ways to bring goods into a page."""

from __future__ import annotations

import json
from decimal import Decimal
from html import escape
from typing import ClassVar

from micro_shops.platforms import WorkingShop
from micro_shops.shop import Asked, Good, Reply, slug


class Wixen(WorkingShop):
    name, deviation = (
        "wixen",
        "everything is drawn by a script; more goods by a button; the state stands in the page as JSON",
    )
    page_size, everything = 200, "Shop"
    values = {"collection.pagination": "load_more", "product.has_quantity_selector": True}

    def address(self, good: Good, listing: str = "") -> str:
        return f"/product-page/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"/category/{slug(name)}" if name else "/shop"

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        whole = super().page(title, "", head)
        state = json.dumps({"html": main, "menu": self.menu()}).replace("<", "\\u003c")
        script = (
            "<script>setTimeout(()=>{document.querySelector('main').innerHTML=JSON.parse(s.textContent).html;const c=[..."
            "document.querySelectorAll('.grid>li')];if(c.length>8){c.slice(8).forEach(x=>x.style.display='none');const b="
            "document.createElement('button');b.textContent='Load More';b.onclick=()=>{c.forEach(x=>x.style.display='');"
            "b.remove()};document.querySelector('main').append(b)}},400)</script>"
        )
        return whole.replace("</body>", f'<script type="application/json" id="s">{state}</script>{script}</body>')

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<li data-hook="product-list-grid-item"><div><a href="{self.address(good)}">{self.picture(good)}</a><a href="'
            f'{self.address(good)}"><p>{good.title}</p><div><span>Price</span><span data-wix-price="{self.money(good.price)}">'
            f"{self.money(good.price)}</span></div></a><button>Add to Cart</button></div></li>"
        )


class HashPages(WorkingShop):
    name, deviation = "hash_pages", "one page whose script shows what stands behind the # of the address"
    page_size = 200

    def address(self, good: Good, listing: str = "") -> str:
        return f"#/item/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"#/shop/{slug(name) or 'all'}"

    def answer(self, asked: Asked) -> Reply:
        if asked.path == "/goods.json":
            several = [
                {
                    "slug": g.slug,
                    "title": g.title,
                    "price": self.money(g.price),
                    "in": slug(g.category),
                    "about": self.about(g),
                }
                for g in self.goods
            ]
            return Reply(json.dumps(several), kind="application/json")
        if asked.path == "/":
            names = json.dumps({slug(one): one for one in self.categories} | {"all": self.everything})
            script = (
                "<script>const N="
                + names
                + ";let G=[];const card=g=>`<li><a href='#/item/${g.slug}'><img src='/pictures/1.svg' "
                "width=180 height=140><h3>${g.title}</h3></a><p>${g.price}</p></li>`;function show(){const [,a,b]=location.hash."
                "split('/');const m=document.querySelector('main');if(a=='item'){const g=G.find(x=>x.slug==b);document.title="
                "g.title;m.innerHTML=`<h1>${g.title}</h1><img src='/pictures/1.svg' width=400 height=300><p>${g.price}</p><label>"
                "Quantity <input type=number value=1></label><button>Add to cart</button><h2>Description</h2><p>${g.about}</p>`}"
                "else if(a=='shop'){document.title=N[b];m.innerHTML=`<h1>${N[b]}</h1><ul class=grid>`+G.filter(g=>b=='all'||g.in"
                "==b).map(card).join('')+'</ul>'}else m.innerHTML='<h1>Good things for cabins</h1><ul class=grid>'+G.slice(0,4).map("
                "card).join('')+'</ul>'}onhashchange=show;fetch('/goods.json').then(r=>r.json()).then(g=>{G=g;show()})</script>"
            )
            return Reply(self.page("Welcome", "", tail=script))
        return super().answer(asked)


class Endless(WorkingShop):
    name, deviation = "endless", "the listing goes on as one scrolls: pieces of pages that a script asks for"
    page_size = 8
    values = {"collection.pagination": "infinite_scroll"}

    def pages(self, name: str, number: int, count: int) -> str:
        at = slug(name) or "all"
        return (
            f"<div id=end style='height:40px'></div><script>let n=1,w=false;async function more(){{if(w||n>={count})return;w=true;"
            f"const r=await fetch('/pieces?of={at}&page='+(++n));document.querySelector('.grid').insertAdjacentHTML('beforeend',"
            "await r.text());w=false}new IntersectionObserver(e=>{if(e[0].isIntersecting)more()},{rootMargin:'0px'}).observe(end)"
            "</script>"
        )

    def picture(self, good: Good) -> str:
        return super().picture(good).replace('height="140"', 'height="420"')

    def special(self, asked: Asked) -> Reply | None:
        if asked.path == "/pieces":
            name = next((one for one in self.categories if slug(one) == asked.query["of"]), "")
            several = [one for one in self.goods if not name or one.category == name]
            at = int(asked.query["page"])
            return Reply("".join(self.card(one, name) for one in several[(at - 1) * 8 : at * 8]))
        return super().special(asked)


class PricesByScript(WorkingShop):
    name, deviation = "prices_by_script", "listings show no prices before a script writes them from cents in attributes"
    page_size = 200

    def price(self, good: Good) -> str:
        return f'<span data-cents="{int(good.price * 100)}"></span>'

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        script = (
            "<script>for(const e of document.querySelectorAll('[data-cents]'))e.textContent='$'+(e.dataset.cents/100).toFixed(2)"
            "</script>"
        )
        return super().page(title, main, head, tail + script)


class Nihon(WorkingShop):
    name, deviation = "nihon", "Japanese: yen with the tax named behind it, words of buttons and pages"
    language, currency, everything, add = "ja", "JPY", "すべての商品", "カートに入れる"
    page_size = 10
    values = {"product.has_quantity_selector": True, "collection.sort": ["price_asc", "price_desc", "date_new"]}
    goods: ClassVar[tuple[Good, ...]] = tuple(
        Good(n, f"{maker}{noun}", Decimal(980 + 137 * n), category, "工房")
        for n, (category, noun, maker) in enumerate(
            (
                (c, noun, maker)
                for c, nouns in {
                    "茶器": ("急須", "湯呑み", "茶筒", "茶こし"),
                    "文房具": ("万年筆", "便箋", "手帳", "筆箱"),
                    "台所": ("包丁", "土鍋", "まな板", "箸"),
                }.items()
                for noun in nouns
                for maker in ("京都の", "南部の")
            ),
            1,
        )
    )
    search = '<form action="/search"><input type=search name=q placeholder="商品を検索"><button>検索</button></form>'

    def money(self, value: Decimal) -> str:
        return f"{value:,.0f}円<small>（税込）</small>"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/shopdetail/{good.number:012}/"

    def category_address(self, name: str) -> str:
        return f"/shopbrand/ct{self.categories.index(name) + 1}/" if name else "/shopbrand/all_items/"

    def about(self, good: Good) -> str:
        return f"{good.title}は職人が一つずつ手作りした品です。毎日の暮らしに長くお使いいただけます。"

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        choices = {"price-asc": "価格の安い順", "price-desc": "価格の高い順", "new": "新着順"}
        return f"<h1>{name or self.everything}</h1><p>全{count}件</p>{self.sorting(name, **choices)}{self.grid(shown, name)}"

    def pages(self, name: str, number: int, count: int) -> str:
        return super().pages(name, number, count).replace("Next", "次のページ")

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        made = super().page(title, main, head, tail)
        words = {"Quantity": "数量", "Description": "商品説明", "Shipping": "送料について", "Returns": "返品について"}
        for english, other in {
            **words,
            "Privacy": "個人情報保護方針",
            "Contact": "お問い合わせ",
            ">Cart<": ">カート<",
        }.items():
            made = made.replace(english, other)
        return made


class Boutique(WorkingShop):
    name, deviation = "boutique", "French: amounts with a comma and a narrow space, words of controls, filters by boxes"
    language, currency, everything, add = "fr", "EUR", "Tous les produits", "Ajouter au panier"
    values = {
        "collection.filters": ["brand"],
        "collection.sort": ["price_asc", "price_desc", "date_new"],
        "product.variant_selectors": ["dropdown"],
        "product.has_quantity_selector": True,
        "cart.type": "page",
    }
    goods: ClassVar[tuple[Good, ...]] = tuple(
        Good(n, title, Decimal("245.50") + Decimal("96.25") * n, category, ("Atelier Brun", "Maison Roy")[n % 2])
        for n, (category, title) in enumerate(
            (
                (category, f"{noun} {kind}")
                for category, nouns in {
                    "Fauteuils": ("Fauteuil", "Pouf", "Bergère"),
                    "Luminaires": ("Lampadaire", "Suspension", "Applique"),
                    "Tapis": ("Tapis", "Paillasson"),
                }.items()
                for noun in nouns
                for kind in ("Camille", "Étoile", "Garance")
            ),
            1,
        )
    )

    def money(self, value: Decimal) -> str:
        return f"{value:,.2f}".replace(",", "\u202f").replace(".", ",") + "\u00a0€"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/produit/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"/categorie/{slug(name)}" if name else "/boutique"

    def options(self, good: Good) -> str:
        return "<label>Couleur <select><option>Choisir une option</option><option>Écru</option><option>Vert</option></select></label>"

    def shelf(self, name: str, shown: list[Good], count: int, asked: Asked) -> str:
        at = self.category_address(name)
        boxes = "".join(
            f"<li><label><input type=checkbox onchange=\"location='{at}?maker={slug(one)}'\"> {one}</label></li>"
            for one in ("Atelier Brun", "Maison Roy")
        )
        choices = {
            "": "Trier par",
            "price-asc": "Prix croissant",
            "price-desc": "Prix décroissant",
            "new": "Nouveautés",
        }
        return (
            f"<h1>{name or self.everything}</h1><aside><h2>Filtrer</h2><h3>Marque</h3><ul>{boxes}</ul></aside>"
            f"{self.sorting(name, **choices)}{self.grid(shown, name)}"
        )

    def pages(self, name: str, number: int, count: int) -> str:
        return super().pages(name, number, count).replace("Next", "Suivant")

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        made = super().page(title, main, head, tail)
        words = {"Quantity": "Quantité", "Shipping": "Livraison", "Returns": "Retours", ">Cart<": ">Panier<"}
        for english, other in {**words, "Privacy": "Confidentialité", "Your cart": "Votre panier"}.items():
            made = made.replace(english, other)
        return made


class Souk(WorkingShop):
    name, deviation = "souk", "Arabic, from right to left: amounts in Arabic digits, words of controls"
    language, currency, everything, add = "ar", "SAR", "كل المنتجات", "أضف إلى السلة"
    page_size = 200
    goods: ClassVar[tuple[Good, ...]] = tuple(
        Good(n, f"{noun} {kind}", Decimal("35.50") + 9 * n, category, "ورشة")
        for n, (category, noun, kind) in enumerate(
            (
                (c, noun, kind)
                for c, nouns in {"عطور": ("عود", "مسك", "بخور"), "قهوة": ("دلة", "فنجان", "محماسة")}.items()
                for noun in nouns
                for kind in ("ذهبي", "فضي", "نحاسي", "صغير")
            ),
            1,
        )
    )

    def money(self, value: Decimal) -> str:
        return f"{value:.2f}".translate(str.maketrans("0123456789.", "٠١٢٣٤٥٦٧٨٩٫")) + " ر.س"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/p{good.number + 100200}"

    def category_address(self, name: str) -> str:
        return f"/c{self.categories.index(name) + 77}" if name else "/all"

    def about(self, good: Good) -> str:
        return f"{good.title} مصنوع يدويا في ورشتنا ويدوم سنوات طويلة من الاستعمال اليومي."

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        made = super().page(title, main, head, tail).replace("<html ", "<html dir=rtl ")
        for english, other in {
            "Quantity": "الكمية",
            "Description": "الوصف",
            ">Cart<": ">السلة<",
            "Contact": "اتصل بنا",
        }.items():
            made = made.replace(english, other)
        return made


class Parts(WorkingShop):
    name, deviation = "parts_table", "rows of a table: part numbers, stock, and prices for one, ten and a hundred"
    page_size = 200
    values = {"collection.layout": "list"}

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<tr><td><input type=checkbox aria-label=Compare></td><td><a href="{self.address(good)}">TC-{good.number:04}</a></td>'
            f'<td><a href="{self.address(good)}">{good.title}</a></td><td>{good.number * 37} in stock</td><td>'
            f"{self.money(good.price)}</td><td>{self.money(good.price * Decimal('0.9'))}</td><td>"
            f"{self.money(good.price * Decimal('0.8'))}</td><td><button>Add</button></td></tr>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        rows = "".join(self.card(one, listing) for one in several)
        return (
            "<table><thead><tr><th>Compare</th><th>Part number</th><th>Product</th><th>Availability</th><th>1+</th><th>10+</th>"
            f"<th>100+</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
        )


class Column(WorkingShop):
    name, deviation = "one_column", "one product under another with a long text each, told apart by rules only"
    page_size = 200
    values = {"collection.layout": "list"}

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<hr><a href="{self.address(good)}">{self.picture(good)}</a><h2><a href="{self.address(good)}">{good.title}</a></h2>'
            f"<p>{self.about(good)} {self.about(good)}</p><p><b>{self.money(good.price)}</b> &mdash; <a href='{self.address(good)}'>"
            "read more</a></p>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div>{''.join(self.card(one, listing) for one in several)}</div>"


class Terms(WorkingShop):
    name, deviation = "terms", "products as terms of a list, with prices as what is said of them"
    page_size = 200

    def card(self, good: Good, listing: str = "") -> str:
        return f'<dt><a href="{self.address(good)}">{good.title}</a></dt><dd>by {good.maker}</dd><dd>{self.money(good.price)}</dd>'

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<dl>{''.join(self.card(one, listing) for one in several)}</dl>"


class Properties(WorkingShop):
    name, deviation = "rdfa", "RDFa says what is a product and what it costs; Swiss francs in front of apostrophes"
    currency, page_size = "CHF", 12

    def money(self, value: Decimal) -> str:
        return f"CHF {value * 100:,.2f}".replace(",", "’")

    def price(self, good: Good) -> str:
        return (
            f'<span property="schema:offers" typeof="schema:Offer"><meta property="schema:priceCurrency" content="CHF"><span '
            f'property="schema:price" content="{good.price * 100}">{self.money(good.price)}</span></span>'
        )

    @property
    def truth(self) -> dict[str, Decimal]:
        return {one.title: one.price * 100 for one in self.goods}

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<div typeof="schema:Product" resource="{self.address(good)}" prefix="schema: http://schema.org/"><a property="schema:url"'
            f' href="{self.address(good)}">{self.picture(good)}<span property="schema:name">{good.title}</span></a> '
            f"{self.price(good)}</div>"
        )

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div class=grid>{''.join(self.card(one, listing) for one in several)}</div>"


class Magazine(WorkingShop):
    name, deviation = (
        "magazine",
        "stories with pictures on the home page and between goods; two pictures a card, one on hovering",
    )
    page_size = 200
    values = {"collection.columns_desktop": 4}

    def home(self, asked: Asked) -> str:
        stories = "".join(
            f'<article><a href="/journal/{n}"><img src="/pictures/{n}.svg" width=380 height=240 alt=""><h3>{title}</h3></a><p>By Ann, '
            f"{n} March. Five minutes to read.</p></article>"
            for n, title in enumerate(("A week by the lake", "How we pack", "Twelve winters of wool"), 1)
        )
        return self.page("Welcome", f"<h1>Slow living</h1><section style='display:flex'>{stories}</section>")

    def card(self, good: Good, listing: str = "") -> str:
        two = self.picture(good) + f'<img src="/pictures/{good.number + 1}.svg" style="display:none" alt="">'
        at = self.address(good)
        story = (
            '<li><a href="/journal/1"><h3>How wool is made</h3></a><p>Read the story</p></li>'
            if good.number % 9 == 0
            else ""
        )
        return (
            f'<li onclick="location=\'{at}\'" style="cursor:pointer"><div>{two}</div><div><a href="{at}">{good.title}</a><span> — </span>'
            f"<span>{self.money(good.price)}</span></div><div><a href='{at}?v=1'>●</a> <a href='{at}?v=2'>●</a></div></li>{story}"
        )

    def special(self, asked: Asked) -> Reply | None:
        if asked.path.startswith("/journal/"):
            body = "<h1>A story</h1><p>It was a long winter, and the lanterns cost us $40 of oil.</p><p>More of it soon.</p>"
            return Reply(self.page("A story", body))
        return super().special(asked)


class Farmstand(WorkingShop):
    name, deviation = (
        "farmstand",
        "prices per weight and per piece, units behind them, steppers in the cards, Swedish crowns",
    )
    language, currency, everything, add, page_size = "sv", "SEK", "Alla varor", "Köp", 200
    values = {"product.has_quantity_selector": True}

    def money(self, value: Decimal) -> str:
        return f"{value * 100:,.0f}:-".replace(",", " ")

    @property
    def truth(self) -> dict[str, Decimal]:
        return {one.title: (one.price * 100).quantize(Decimal(1)) for one in self.goods}

    def price(self, good: Good) -> str:
        each = f"{good.price * 10:,.2f} kr/kg".replace(",", " ").replace(".", ",")
        return f"<b>{self.money(good.price)}</b> <small>Jmf pris {escape(each)}</small>"

    def card(self, good: Good, listing: str = "") -> str:
        return (
            f'<li><a href="{self.address(good)}">{self.picture(good)}<span>{good.title}</span></a><div>{good.maker}, ca 500 g</div>'
            f"{self.price(good)}<div><button aria-label=Minska>−</button><input value=1 aria-label=Antal size=2><button aria-label=Öka>+"
            "</button><button>Köp</button></div></li>"
        )


SHOPS = (
    Wixen,
    HashPages,
    Endless,
    PricesByScript,
    Nihon,
    Boutique,
    Souk,
    Parts,
    Column,
    Terms,
    Properties,
    Magazine,
    Farmstand,
)
