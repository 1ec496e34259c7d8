"""Micro-shops whose prices deviate: currencies, notations, and how they are put together."""

from __future__ import annotations

from decimal import Decimal

from micro_shops.shop import Asked, Good, MicroShop, goods


class SplitPrice(MicroShop):
    name, deviation = "split_price", "a price is three elements: sign, whole, raised cents"

    def price(self, good: Good) -> str:
        whole, _, cents = f"{good.price:.2f}".partition(".")
        return f"<span><span>$</span><b>{whole}</b><sup>{cents}</sup></span>"


class SplitHeard(MicroShop):
    name, deviation = "split_heard", "a price is written out for those who listen, and in pieces for those who look"
    style = MicroShop.style + ".h{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}"

    def price(self, good: Good) -> str:
        whole, _, cents = f"{good.price:.2f}".partition(".")
        return (
            f'<span><span class=h>{self.money(good.price)}</span><span aria-hidden="true"><span>$</span>'
            f"<span>{whole}<span>.</span></span><span>{cents}</span></span></span>"
        )


class SplitSign(MicroShop):
    name, deviation, currency = "split_sign", "the sign of the currency is an element behind the number", "EUR"

    def price(self, good: Good) -> str:
        return f"<strong>{good.price:.2f}</strong><em>€</em>"


class Comma(MicroShop):
    name, deviation, currency = "comma", "decimals behind a comma, thousands behind a dot", "EUR"
    goods = goods(Decimal("113.45"), Decimal("201.90"))

    def money(self, value: Decimal) -> str:
        return f"{value:,.2f}".translate(str.maketrans(",.", ".,")) + " €"


class Yen(MicroShop):
    name, deviation, currency = "yen", "prices without decimals", "JPY"
    goods = goods(Decimal(350), Decimal(1200))

    def money(self, value: Decimal) -> str:
        return f"¥{value:,.0f}"


class BareNumbers(MicroShop):
    name, deviation, currency = "bare_numbers", "prices are numbers; the footer says in which currency", "CHF"

    def money(self, value: Decimal) -> str:
        return f"{value:.2f}"

    def footer(self) -> str:
        return super().footer().replace("</footer>", "<p>All prices in CHF, tax included.</p></footer>")


class CodeBehind(MicroShop):
    name, deviation, currency = "code_behind", "the code of the currency follows", "SEK"

    def money(self, value: Decimal) -> str:
        return f"{value:.2f} SEK".replace(".", ",")


class Crowns(MicroShop):
    name, deviation, currency = "crowns", "a space between thousands, and a dash for no cents", "CZK"
    goods = goods(Decimal(217), Decimal(480))

    def money(self, value: Decimal) -> str:
        return f"{value:,.0f},- Kč".replace(",", "\u00a0", 1) if value >= 1000 else f"{value:.0f},- Kč"


class Lakh(MicroShop):
    name, deviation, currency = "lakh", "Indian grouping of digits", "INR"
    goods = goods(Decimal(10250), Decimal(88500))

    def money(self, value: Decimal) -> str:
        text = f"{value:.0f}"
        head, tail = text[:-3], text[-3:]
        parts: list[str] = []
        while head:
            parts.insert(0, head[-2:])
            head = head[:-2]
        return f"₹{','.join([*parts, tail])}"


class From(MicroShop):
    name, deviation = "from_price", "prices say “from”, and the page of a product has the price of each size"

    def money(self, value: Decimal) -> str:
        return f"from ${value:.2f}"

    def options(self, good: Good) -> str:
        return (
            f"<label>Size <select name=size><option value=s>Small (${good.price:.2f})</option>"
            f"<option value=l>Large (${good.price + 6:.2f})</option></select></label>"
        )


class TwoTaxes(MicroShop):
    name, deviation, currency = "two_taxes", "each price stands with tax and without", "GBP"

    def price(self, good: Good) -> str:
        return f"<b>£{good.price:.2f}</b> <small>(£{good.price / Decimal('1.2'):.2f} ex VAT)</small>"


class LatePrices(MicroShop):
    name, deviation = "late_prices", "a script writes the prices when the page is there"

    def price(self, good: Good) -> str:
        return f'<span data-v="{int(good.price * 100)}">…</span>'

    def page(self, title: str, main: str, head: str = "", tail: str = "") -> str:
        script = (
            "<script>for(const one of document.querySelectorAll('[data-v]'))"
            "one.textContent='$'+(one.dataset.v/100).toFixed(2)</script>"
        )
        return super().page(title, main, head, tail + script)


class MarkupPrice(MicroShop):
    name, deviation = "markup_price", "structured data of product pages holds the price, their text another currency"

    def product_head(self, good: Good) -> str:
        return (
            '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"'
            f'{good.title}","offers":{{"@type":"Offer","price":"{good.price:.2f}","priceCurrency":"USD"}}}}</script>'
        )

    def home(self, asked: Asked) -> str:
        return super().home(asked).replace("<h1>", "<p>Free delivery from €60 in Europe</p><h1>")


SHOPS = (
    SplitPrice,
    SplitHeard,
    SplitSign,
    Comma,
    Yen,
    BareNumbers,
    CodeBehind,
    Crowns,
    Lakh,
    From,
    TwoTaxes,
    LatePrices,
    MarkupPrice,
)
