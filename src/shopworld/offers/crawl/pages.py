"""The pages of one part of a made crawl, each with what is true of it and what was done to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import escape
from random import Random

from shopworld.catalog import Offer, Product
from shopworld.goods import synthesize
from shopworld.offers.crawl.foreign import foreign_description, foreign_title
from shopworld.offers.crawl.hosts import HOSTS, MadeHost, hosts_of
from shopworld.offers.crawl.systems import SYSTEMS, Sold, list_page
from shopworld.offers.crawl.truth import Fate, TrueOffer

_JSON_ONLY = frozenset({"blog_shop", "hosted_groups", "cloud_catalog", "enterprise", "site_builder", "low_price"})
_TYPOGRAPHY = "<p>It’s made to last – solid from the first day on, and café-proof.</p>"
_FOOTERS = ("<p>Ask our team for more.</p>", "<p>Order today and pay later.</p>")
_LONG_ENOUGH = 900
"""Characters of a description that one sentence more leaves alike."""


@dataclass(slots=True)
class MadePage:
    """One page on its way into a file.

    Attributes:
        address: of the page.
        html: of the page; empty where there is none.
        truth: of its offers, in their order; without file and record.
        status: of the answer.
        kind: content type.
        latin: whether it is sent in Latin-1.
        broken: whether its record is damaged.
        same: what pages with the same offer word for word share; empty for none.
        alike: what pages with nearly the same offer share.
    """

    address: str
    html: str
    truth: list[TrueOffer] = field(default_factory=list)
    status: int = 200
    kind: str = "text/html"
    latin: bool = False
    broken: bool = False
    same: str = ""
    alike: str = ""


def pages_of_part(seed: int, part: int, pages: int) -> list[MadePage]:
    """So many pages of a part, in the order in which they are written.

    Args:
        seed: of the crawl.
        part: its number; parts have hosts and products of their own.
        pages: how many.
    """
    rng = Random(f"{seed}:pages:{part}")
    hosts = hosts_of(seed, part)
    catalog = synthesize(
        rng.randrange(1 << 40), [one.writing for one in hosts if one.mirror_of < 0], offers=max(HOSTS, pages * 7 // 10)
    )
    maker = _PageMaker(part, hosts, {one.id: one for one in catalog.products}, rng)
    made = list(maker.product_pages(catalog.offers))
    made += maker.other_pages(max(0, pages - len(made)))
    rng.shuffle(made)
    return made[:pages]


class _PageMaker:
    """Makes pages of hosts."""

    def __init__(self, part: int, hosts: tuple[MadeHost, ...], products: dict[str, Product], rng: Random) -> None:
        self.part, self.hosts, self.products, self.rng = part, hosts, products, rng
        self._gtins: list[str] = []
        self._listed: list[tuple[MadeHost, Sold, TrueOffer]] = []
        self._texts: dict[str, str] = {}
        self._shown: set[str] = set()
        self._shared = _gtin(part, 999_999)

    def product_pages(self, offers: tuple[Offer, ...]) -> Iterator[MadePage]:
        """Pages of products, with their duplicates and mirrors behind them."""
        mirrors = {one.mirror_of: one for one in self.hosts if one.mirror_of >= 0}
        for offer in offers:
            number = int(offer.shop_id[1:])
            host = self.hosts[number]
            sold, truth, faults = self._sold(host, offer)
            key = f"{self.part}:{offer.id}"
            yield self._page(host, sold, truth, faults, key)
            if truth.fate != "kept" or sold.options or "JSON-LD broken" in faults:
                continue
            again = replace(sold, address=f"{sold.address}?utm_source=news")
            if self.rng.random() < 0.04:
                yield self._page(host, again, truth, faults, key)
            elif self.rng.random() < 0.06 and len(sold.description) > _LONG_ENOUGH:
                yield self._page(host, self._with_footer(again), truth, faults, key)
            mirror = mirrors.get(number)
            if mirror is not None and self.rng.random() < 0.9:
                there = replace(sold, address=sold.address.replace(host.name, mirror.name, 1))
                if self.rng.random() < 0.5 or len(sold.description) <= _LONG_ENOUGH:
                    yield self._page(mirror, there, truth, faults, key)
                else:
                    yield self._page(mirror, self._with_footer(there), truth, faults, key)

    def other_pages(self, many: int) -> Iterator[MadePage]:
        """Pages of categories, pages about the shop, and what is no page."""
        for number in range(many):
            host, chance = self.rng.choice(self.hosts), self.rng.random()
            address = f"https://www.{host.name}/page/{number}"
            none = TrueOffer(file="", record=0, fate="extract")
            if chance < 0.3 and self._listed:
                yield self._list(address)
            elif chance < 0.34:
                yield MadePage(address, "<html><h1>Not found</h1></html>", [_lost(none)], status=404)
            elif chance < 0.38:
                yield MadePage(address, "%PDF-1.4", [_lost(none)], kind="application/pdf")
            elif chance < 0.40:
                yield MadePage(address, "<html></html>", [_lost(none)], broken=True)
            else:
                text = "<p>We are a shop for people who like things that work. Products of all sorts.</p>"
                yield MadePage(address, f"<html><head><title>About</title></head><body>{text}</body></html>", [none])

    def _list(self, address: str) -> MadePage:
        """A list of products of one host without descriptions: no offers for a mall."""
        host = self.rng.choice(self._listed)[0]
        listed = [one for one in self._listed if one[0] is host]
        chosen = self.rng.sample(listed, min(len(listed), self.rng.randint(4, 20)))
        seen: dict[tuple[str, str], tuple[Sold, TrueOffer]] = {}
        for _, sold, truth in chosen:
            seen.setdefault((sold.title, sold.price), (sold, truth))
        rows = [truth.model_copy(update={"fate": "keep", "faults": ("list page",)}) for _, truth in seen.values()]
        return MadePage(address, f"<html><body>{list_page([sold for sold, _ in seen.values()])}</body></html>", rows)

    def _sold(self, host: MadeHost, offer: Offer) -> tuple[Sold, TrueOffer, list[str]]:
        rng, product, faults = self.rng, self.products[offer.product_id], list[str]()
        fate: Fate = "kept"
        title, description, language = offer.title, offer.description_html, host.language
        if host.language == "en" and rng.random() < 0.1 and product.id in self._texts:
            description = self._texts[product.id]
            faults.append("description of another shop")
        self._texts.setdefault(product.id, description)
        mixed = host.language == "en" and rng.random() < 0.02
        if host.language != "en" or mixed:
            language = host.language if not mixed else rng.choice(("de", "fr", "es"))
            name = " ".join(offer.title.split()[:4])
            if not mixed or rng.random() < 0.5:
                title = foreign_title(language, name, rng)
            if not mixed or title == offer.title:
                description = foreign_description(language, offer.brand or name, rng)
            fate = "language"
            faults.append("another language in part" if mixed else "another language")
        elif host.mojibake or host.escaped > 1 or rng.random() < 0.2:
            description += _TYPOGRAPHY
        assert offer.price is not None
        price, currency = _written(offer.price, host), host.sign
        chance = rng.random()
        if chance < 0.02:
            price, fault = ("Call us" if rng.random() < 0.5 else ""), "no price"
        elif chance < 0.03:
            currency, fault = "", "no currency"
        elif chance < 0.05:
            description, fault = "", "no description"
        else:
            fault = ""
        if fault:
            fate = "keep"
            faults.append(fault)
        sold = Sold(
            title=title,
            description=description,
            price=price,
            currency=currency,
            brand=offer.brand or "",
            gtin=self._stated_gtin(offer, faults),
            mpn=offer.mpn or "",
            sku=offer.sku or "",
            address=f"https://www.{host.name}/p/{offer.slug[:60]}-{offer.number}",
            trail=offer.categories[0] if offer.categories else (),
            stock=offer.in_stock,
            condition="RefurbishedCondition" if offer.condition.value == "refurbished" else "NewCondition",
            rows=tuple((one.label, one.text) for one in offer.specifications),
            options=("Black", "White", "Red") if host.system == "hosted_groups" and rng.random() < 0.1 else (),
        )
        truth = TrueOffer(
            file="",
            record=0,
            fate=fate,
            product=f"{self.part}:{product.id}",
            title=" ".join(title.split()),
            price=offer.price,
            currency=host.currency,
            language=language,
            department=product.department,
            kind=product.kind,
            facts={
                one.name: list(one.value) if isinstance(one.value, tuple) else one.value for one in product.attributes
            },
        )
        if fate == "kept":
            self._listed.append((host, sold, truth))
        return sold, truth, faults

    def _stated_gtin(self, offer: Offer, faults: list[str]) -> str:
        """The GTIN as its page has it: right as a rule."""
        if not offer.gtin:
            return ""
        rng = self.rng
        known = re.sub(r"\D", "", offer.product_id)
        right = _gtin(self.part, int(known or 0) * 2 + offer.product_id.endswith("-b"))
        self._gtins.append(right)
        chance = rng.random()
        if chance < 0.03:
            faults.append("wrong check digit")
            return right[:-1] + str((int(right[-1]) + 1) % 10)
        if chance < 0.05:
            faults.append("placeholder GTIN")
            return rng.choice(("0000000000000", "1111111111111", "1234567890128"))
        if chance < 0.07:
            faults.append("GTIN of another product")
            return rng.choice(self._gtins)
        if chance < 0.09:
            faults.append("GTIN of many products")
            return self._shared
        return right

    def _with_footer(self, sold: Sold) -> Sold:
        return replace(sold, description=sold.description + self.rng.choice(_FOOTERS))

    def _page(self, host: MadeHost, sold: Sold, truth: TrueOffer, faults: list[str], key: str) -> MadePage:
        shown = _through(host, sold)
        markup = SYSTEMS[host.system](shown)
        said = [*faults]
        if host.system in _JSON_ONLY and key not in self._shown and self.rng.random() < 0.02:
            markup = re.sub(r'("(?:offers|Offers|hasVariant|priceSpecification)")', r'\1 "broken', markup)
            truth = truth.model_copy(update={"fate": "extract"})
            said.append("JSON-LD broken")
            faults.append("JSON-LD broken")
        truth = truth.model_copy(update={"faults": tuple(said)})
        self._shown.add(key)
        footer = next((f"+{at}" for at, one in enumerate(_FOOTERS) if sold.description.endswith(one)), "")
        rows = [truth]
        if sold.options and truth.fate != "extract":
            facts = {name: one for name, one in truth.facts.items() if name != "colour"}
            rows = [
                truth.model_copy(
                    update={
                        "title": f"{truth.title} - {option}",
                        "product": f"{truth.product}:{option}",
                        "facts": {**facts, "colour": option.lower()},
                    }
                )
                for option in sold.options
            ]
        return MadePage(
            sold.address,
            _whole(shown, markup, host),
            rows,
            latin=host.latin and not host.mojibake,
            same=f"{key}{footer}",
            alike=key,
        )


def _lost(truth: TrueOffer) -> TrueOffer:
    return truth.model_copy(update={"fate": "read"})


def _gtin(part: int, number: int) -> str:
    """A GTIN-13 of a part's own with its check digit."""
    body = f"4{part % 100_000:05d}{number % 1_000_000:06d}"
    total = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(body))
    return body + str(-total % 10)


def _written(cents: int, host: MadeHost) -> str:
    plain = f"{cents / 100:,.2f}"
    if host.comma:
        return plain.translate(str.maketrans(",.", ".,"))
    return plain if host.system == "text_microdata" else plain.replace(",", "")


def _through(host: MadeHost, sold: Sold) -> Sold:
    """What a page shows after its host's faults: texts in a wrong encoding, entities escaped more than once."""

    def damaged(text: str) -> str:
        if host.mojibake:
            text = text.encode("utf-8").decode("cp1252", "replace") if _is_damageable(text) else text
        if host.escaped > 1:
            text = escape(escape(text, quote=False), quote=False) if "&" in text or "’" in text or "<" in text else text
        return text

    return replace(sold, title=damaged(sold.title), description=damaged(sold.description))


def _is_damageable(text: str) -> bool:
    try:
        text.encode("utf-8").decode("cp1252")
    except UnicodeDecodeError:
        return False
    return True


def _whole(sold: Sold, markup: str, host: MadeHost) -> str:
    charset = "iso-8859-1" if host.latin else "utf-8"
    filler = "<nav>" + "".join(f'<a href="/c/{at}">Category {at}</a>' for at in range(40)) + "</nav>"
    return (
        f'<!doctype html><html><head><meta charset="{charset}"><title>{escape(sold.title)}</title></head>'
        f"<body>{filler}<main>{markup}</main><footer>{escape(host.name)}</footer></body></html>"
    )
