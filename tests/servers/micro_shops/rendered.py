"""Micro-shops that show little to whoever does not run their scripts, wait, or ask as a visitor would."""

from __future__ import annotations

import json

from micro_shops.shop import Asked, Good, MicroShop, Reply, moved, slug

_DRAW = """
const card=g=>`<li><a href="${g.u}"><img src="/pictures/${g.n}.svg" width=180 height=140 alt=""><h3>${g.t}</h3></a>
<p>${g.p}</p></li>`;
"""


def _data(shop: MicroShop, several: list[Good]) -> str:
    return json.dumps(
        [{"n": one.number, "t": one.title, "p": shop.money(one.price), "u": shop.address(one)} for one in several]
    )


class _Data(MicroShop):
    name = "data"

    def special(self, asked: Asked) -> Reply | None:
        if asked.path != "/api/goods":
            return None
        wanted = asked.query.get("c", "")
        several = [one for one in self.goods if not wanted or one.category == wanted]
        start, many = int(asked.query.get("from", "0")), int(asked.query.get("many", "100"))
        return Reply(_data(self, several[start : start + many]), kind="application/json", wait=self.wait)

    wait = 0.0


class ClientListing(_Data):
    name, deviation = "client_listing", "a script fetches the products of each listing"

    def listing(self, name: str, asked: Asked) -> str:
        script = (
            f"<script>{_DRAW}fetch('/api/goods?c={name}').then(r=>r.json()).then(all=>{{"
            "document.getElementById('here').innerHTML=all.map(card).join('')})</script>"
        )
        return self.page(
            name or self.everything, f"<h1>{name or self.everything}</h1><ul class=grid id=here></ul>{script}"
        )


class ClientSlow(ClientListing):
    name, deviation, wait = "client_slow", "the products of a listing come after a second and a half", 1.5


class ClientAll(_Data):
    name, deviation = "client_all", "every page is an empty shell that a script fills"

    def answer(self, asked: Asked) -> Reply:
        reply = super().answer(asked)
        if reply.status == 200 and "html" in reply.kind:
            body = reply.body.partition("<body>")[2].partition("</body>")[0]
            inner = json.dumps(body).replace("</", "<\\/")
            head = reply.body.partition("<style>")[2].partition("</style>")[0]
            reply.body = (
                f'<!doctype html><html lang="en"><head><title>Shop</title><style>{head}</style></head><body><div id=app>'
                f"</div><script>setTimeout(()=>{{document.getElementById('app').innerHTML={inner}}},50)</script>"
                "</body></html>"
            )
        return reply


class HashRoutes(_Data):
    name, deviation = "hash_routes", "one page; what follows `#/` says what it shows"

    def address(self, good: Good, listing: str = "") -> str:
        return f"/#/item/{good.slug}"

    def category_address(self, name: str) -> str:
        return f"/#/shop/{slug(name) if name else 'all'}"

    def answer(self, asked: Asked) -> Reply:
        if asked.path != "/":
            return super().answer(asked)
        views = {"": self.home(asked)}
        for name in ("", *self.categories):
            views[self.category_address(name)[2:]] = self.listing(name, asked)
        for one in self.goods:
            views[self.address(one)[2:]] = self.product(one, asked)
        inner = {key: view.partition("<body>")[2].partition("</body>")[0] for key, view in views.items()}
        script = (
            f"const views={json.dumps(inner)};const show=()=>{{document.body.firstElementChild.innerHTML="
            "views[location.hash.slice(1)]||views['']};addEventListener('hashchange',show);show()"
        ).replace("</", "<\\/")
        return Reply(
            f"<!doctype html><html><head><title>Tin Cup Trading</title><style>{self.style}</style></head><body><div></div>"
            f"<script>{script}</script></body></html>"
        )


class InfiniteScroll(_Data):
    name, deviation = "infinite_scroll", "more products come when the end of the page is reached"
    values = {"collection.pagination": "infinite_scroll"}

    def listing(self, name: str, asked: Asked) -> str:
        several = [one for one in self.goods if not name or one.category == name]
        script = (
            f"<script>{_DRAW}let at=4,busy=false;addEventListener('scroll',()=>{{if(busy||innerHeight+scrollY<"
            "document.body.scrollHeight-80)return;busy=true;"
            f"fetch('/api/goods?c={name}&from='+at+'&many=4').then(r=>r.json()).then(all=>{{at+=4;busy=all.length==0;"
            "document.querySelector('.grid').insertAdjacentHTML('beforeend',all.map(card).join(''))})})</script>"
        )
        style = "<style>.grid{grid-template-columns:1fr}.grid li{min-height:260px}</style>"
        return self.page(
            name or self.everything,
            f"{style}<h1>{name or self.everything}</h1><p>{len(several)} products</p>{self.grid(several[:4], name)}{script}",
        )


class LoadMore(_Data):
    name, deviation = "load_more", "a button brings more products to the page"
    values = {"collection.pagination": "load_more"}

    def listing(self, name: str, asked: Asked) -> str:
        several = [one for one in self.goods if not name or one.category == name]
        script = (
            f"<script>{_DRAW}let at=4;const more=document.getElementById('more');more.onclick=()=>"
            f"fetch('/api/goods?c={name}&from='+at+'&many=4').then(r=>r.json()).then(all=>{{at+=4;"
            "document.querySelector('.grid').insertAdjacentHTML('beforeend',all.map(card).join(''));"
            f"if(at>={len(several)})more.remove()}})</script>"
        )
        return self.page(
            name or self.everything,
            f"<h1>{name or self.everything}</h1>{self.grid(several[:4], name)}<button id=more>Show more</button>{script}",
        )


class ShadowCards(MicroShop):
    name, deviation = "shadow_cards", "products are custom elements that draw themselves in a shadow tree"

    def card(self, good: Good, listing: str = "") -> str:
        return f'<shop-card t="{good.title}" p="{self.money(good.price)}" u="{self.address(good)}"></shop-card>'

    def grid(self, several: list[Good], listing: str = "") -> str:
        return f"<div class=grid>{''.join(self.card(one) for one in several)}</div>"

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        script = (
            "<script>customElements.define('shop-card',class extends HTMLElement{connectedCallback(){const a=n=>"
            "this.getAttribute(n);this.attachShadow({mode:'open'}).innerHTML="
            "`<a href='${a('u')}'><h3>${a('t')}</h3></a><p>${a('p')}</p>`}})</script>"
        )
        return super().page(title, main, head, tail + script)


class ConsentGate(MicroShop):
    name, deviation = "consent_gate", "who has not consented is led to a page that asks for it"

    def special(self, asked: Asked) -> Reply | None:
        if asked.path in ("/robots.txt",) or asked.path.startswith("/pictures") or asked.cookies.get("consent"):
            return None
        if asked.path == "/consent/accept":
            return moved("/", Set_Cookie="consent=1; Path=/")
        if asked.path != "/consent":
            return moved("/consent")
        return Reply(
            "<!doctype html><html><head><title>Your privacy</title></head><body><h1>We use cookies</h1><p>Please choose."
            '</p><form action="/consent/accept"><button>Accept all cookies</button></form></body></html>'
        )


class AgeGate(MicroShop):
    name, deviation = "age_gate", "a page asks for the visitor's age before it shows the shop"
    values = {"floating.has_age_gate": True}

    def special(self, asked: Asked) -> Reply | None:
        if asked.path == "/enter":
            return moved("/", Set_Cookie="age=18; Path=/")
        if asked.path in ("/robots.txt",) or asked.path.startswith("/pictures") or asked.cookies.get("age"):
            return None
        return Reply(
            "<!doctype html><html><head><title>Tin Cup Trading</title></head><body><h1>Are you over 18?</h1>"
            '<p><a href="/enter">Yes, I am over 18</a> <a href="http://elsewhere.localhost/">No</a></p></body></html>'
        )

    forbidden = ("elsewhere",)


class CookieNeeded(MicroShop):
    name, deviation = "cookie_needed", "the first answer sets a cookie and redirects until it comes back"

    def special(self, asked: Asked) -> Reply | None:
        if asked.cookies.get("seen") or asked.path == "/robots.txt":
            return None
        again = asked.path + ("?" + "&".join(f"{a}={b}" for a, b in asked.query.items()) if asked.query else "")
        return moved(again, Set_Cookie="seen=1; Path=/")


class CookieBanner(MicroShop):
    name, deviation = "cookie_banner", "a banner lies over the page until it is answered"
    values = {"floating.has_cookie_banner": True}

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        banner = (
            '<div id=c style="position:fixed;inset:0;background:#000c;color:#fff;padding:200px">We use cookies to improve '
            "your visit. <button onclick=\"document.cookie='c=1;path=/';c.remove()\">Accept</button></div>"
            "<script>if(document.cookie.includes('c=1'))c.remove()</script>"
        )
        return super().page(title, main, head, tail + banner)


class SlowAnswers(MicroShop):
    name, deviation = "slow_answers", "every page takes six tenths of a second"

    def answer(self, asked: Asked) -> Reply:
        reply = super().answer(asked)
        reply.wait = 0.6 if "html" in reply.kind else 0.0
        return reply


class Embedded(MicroShop):
    name, deviation = "embedded", "the page holds its products as data, and a script draws them"

    def grid(self, several: list[Good], listing: str = "") -> str:
        data = json.dumps({"props": {"list": {"items": json.loads(_data(self, several))}}})
        return (
            f'<ul class=grid id=here></ul><script id="data" type="application/json">{data}</script><script>{_DRAW}'
            "document.getElementById('here').innerHTML="
            "JSON.parse(document.getElementById('data').textContent).props.list.items.map(card).join('')</script>"
        )


SHOPS = (
    ClientListing,
    ClientSlow,
    ClientAll,
    HashRoutes,
    InfiniteScroll,
    LoadMore,
    ShadowCards,
    ConsentGate,
    AgeGate,
    CookieNeeded,
    CookieBanner,
    SlowAnswers,
    Embedded,
)
