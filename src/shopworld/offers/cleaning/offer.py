"""One found offer, cleaned, or the reason why it cannot be taken."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from shopworld.catalog import extract_brand
from shopworld.catalog.importers import condition_in_title
from shopworld.money import Amount, Said, read_amount, read_price
from shopworld.offers.cleaning.identifiers import Unfit, gtin14, plain_brand, plain_mpn
from shopworld.offers.cleaning.texts import clean_description, clean_line
from shopworld.offers.limits import PageLimits
from shopworld.offers.record import CrawledOffer, FoundOffer
from shopworld.offers.tally import StageTally

STAGE = "clean"
KEEP = "keep"
_HIGHEST = 2_000_000_000
_LONGEST_LINE = 2000
_SOLD_OUT = frozenset({"outofstock", "soldout", "discontinued", "backorder"})
_CONDITIONS = {
    "refurbishedcondition": "refurbished",
    "usedcondition": "used",
    "damagedcondition": "used",
    "refurbished": "refurbished",
    "used": "used",
}
_LAST_WORD = re.compile(r"([A-Za-z]+)/?\s*$")


def clean_offer(found: FoundOffer, limits: PageLimits, tally: StageTally) -> CrawledOffer | None:
    """An offer with clean texts, a price in hundredths and identifiers that hold; None where a part is missing.

    Offers without title, description, price or currency are counted as dropped (WebMall, section 2).

    Args:
        found: as a page states it.
        limits: on the length of descriptions.
        tally: counts offers, repairs and drops.
    """
    tally.take(STAGE)
    repairs: set[str] = set()
    title = clean_line(found.title[:_LONGEST_LINE], repairs)
    description, text = clean_description(found.description, limits.text, repairs)
    money = _money(found, tally)
    brand = clean_line(found.brand[:200], repairs)
    categories = tuple(one for one in (clean_line(level[:200], repairs) for level in found.categories) if one)
    gtins = _gtins(found, tally)
    for repair in sorted(repairs):
        tally.note(STAGE, repair, found.place)
    tally.give(STAGE)
    tally.take(KEEP)
    missing = _missing(title, text, money)
    if missing:
        tally.drop(KEEP, missing, found.place)
        return None
    assert not isinstance(money, str)
    tally.give(KEEP)
    facts = [(clean_line(label[:100], repairs), clean_line(one[:500], repairs)) for label, one in found.facts]
    facts = [(label, one) for label, one in facts if label and one]
    place = found.place
    return CrawledOffer(
        id=f"{place.file}:{place.record}:{found.position}",
        file=place.file,
        record=place.record,
        position=found.position,
        address=found.address,
        host=(urlsplit(found.address).hostname or "").removeprefix("www."),
        syntax=found.syntax,
        crawled_on=found.crawled_on,
        title=title,
        description=description,
        text=text,
        price=money.cents,
        currency=money.currency,
        availability=_availability(found.availability),
        condition=_condition(found.condition, title),
        brand=(brand if plain_brand(brand) else "") or extract_brand(title, (categories,) if categories else ()) or "",
        gtins=gtins,
        mpn=plain_mpn(found.mpn),
        sku=clean_line(found.sku[:100], repairs),
        images=tuple(_address(one, found.address) for one in found.images),
        categories=categories,
        labels=tuple(label for label, _ in facts),
        values=tuple(one for _, one in facts),
        repairs=tuple(sorted(repairs)),
    )


def _missing(title: str, text: str, money: Amount | str) -> str:
    if not title:
        return "no title"
    if not text:
        return "no description"
    return money if isinstance(money, str) else ""


def _money(found: FoundOffer, tally: StageTally) -> Amount | str:
    """The price with its currency, or what is missing."""
    if not found.price.strip():
        return "no price"
    price = read_price(clean_line(found.price[:200], set()))
    if price.said is Said.ON_REQUEST:
        return "price on request"
    amount = price.lowest
    if amount is None or amount.value <= 0:
        return "no price"
    currency = amount.currency or currency_code(found.currency)
    if not currency:
        return "no currency"
    if amount.value * 100 > _HIGHEST:
        return "a price beyond all measure"
    if price.said is Said.RANGE:
        tally.note(STAGE, "a range of prices: the lowest taken", found.place)
    elif not amount.certain:
        tally.note(STAGE, "a price of two readings: thousands taken", found.place)
    return Amount(amount.value, currency)


def currency_code(written: str) -> str:
    """ISO 4217 code of a currency as pages write it: `eur`, `€`, `US$`; empty if none."""
    text = written.strip()[:20]
    for one in (text.upper(), text):
        amount = read_amount(f"{one} 1.00") if one else None
        if amount is not None and amount.currency:
            return amount.currency
    return ""


def _gtins(found: FoundOffer, tally: StageTally) -> tuple[str, ...]:
    good = set()
    for written in found.gtins:
        read = gtin14(written)
        if isinstance(read, Unfit):
            tally.note(STAGE, f"GTIN: {read}", found.place)
        else:
            good.add(read)
    return tuple(sorted(good))


def _availability(written: str) -> str:
    word = _word(written)
    return "" if not word else "sold_out" if word in _SOLD_OUT else "in_stock"


def _condition(written: str, title: str) -> str:
    return _CONDITIONS.get(_word(written)) or condition_in_title(title).value


def _word(written: str) -> str:
    found = _LAST_WORD.search(written.strip())
    return found[1].lower() if found else ""


def _address(written: str, page: str) -> str:
    try:
        return urljoin(page, written)
    except ValueError:
        return written
