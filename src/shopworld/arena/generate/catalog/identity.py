"""Who a generated shop is: an invented name, address and contacts, and what it charges and promises."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Literal

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.catalog.trade import trade_of
from shopworld.catalog import wordpress_slug
from shopworld.goods.trades import departments
from shopworld.shop import Identity, Promotion, ShippingMethod, load_family

_WORD = re.compile(r"[^\W\d_]{3,}")
_COUNTRIES = {
    "USD": "US",
    "EUR": "DE",
    "GBP": "GB",
    "CAD": "CA",
    "AUD": "AU",
    "NZD": "NZ",
    "CHF": "CH",
    "SEK": "SE",
    "DKK": "DK",
    "NOK": "NO",
    "PLN": "PL",
    "JPY": "JP",
}
_TOWNS = (
    ("Fairhollow, OR", "97"),
    ("Millbrook Falls, VT", "05"),
    ("Eastbridge, OH", "44"),
    ("Cedar Hollow, WA", "98"),
    ("Port Alder, ME", "04"),
    ("Greyfield, CO", "80"),
    ("Harlan Springs, NC", "28"),
)
_ENDINGS = ("ora", "avel", "ith", "enna", "uno")
_STREETS = (
    "Foundry Street",
    "Orchard Lane",
    "Harbor Row",
    "Mill Road",
    "Station Avenue",
    "Kiln Street",
    "Weaver Court",
)
_INVENTED = tuple(f"{begin}{end}" for begin in ("Zor", "Quen", "Vyl", "Ost", "Tam", "Brix") for end in _ENDINGS)
"""Names that are no words, where a source uses up all others."""
_CODES = ("WELCOME", "HELLO", "FIRST", "THANKS")
_CUTOFFS = ("12:00", "13:00", "14:00", "15:00", "16:00")
_FREE_STEPS = (25, 35, 50, 60, 75, 100, 120, 150, 200)


def make_identity(
    bundle: SpecificationBundle, seed: int | str, *, apart_from: Iterable[str] = (), draw: int = 0
) -> Identity:
    """The identity of a shop; nothing in it comes from a source shop.

    Args:
        bundle: the specification; its promises are kept, what it leaves open is invented.
        seed: of all choices.
        apart_from: names with which the invented one must have no word in common.
        draw: the how-manieth name is wanted; all else stays as it is.
    """
    trade = trade_of(bundle, seed)
    rng = trade.rng("identity")
    department = trade.leading
    promises, currency = bundle.promises, bundle.statistics.price.currency
    name = rng.choice(department.shop_names)
    apart = _names_apart(department.shop_names, apart_from)
    if name not in apart or draw:
        several = list(apart)
        trade.rng("another name").shuffle(several)
        name = several[draw % len(several)] if draw else trade.rng("another name").choice(apart)
    slug = wordpress_slug(name)
    town, code = rng.choice(_TOWNS)
    percent = promises.newsletter_discount or rng.choice((10, 15))
    return Identity(
        id=slug,
        name=name,
        host=f"{slug}.example",
        addresses=load_family(bundle.style.family).addresses,
        tagline=rng.choice(department.taglines),
        description=_description(bundle, name),
        currency=currency,
        country=_COUNTRIES.get(currency, "US"),
        decimal_mark="." if currency in ("USD", "GBP", "CAD", "AUD", "NZD", "CHF", "JPY") else ",",
        support_email=f"care@{slug}.example",
        support_phone=f"+1 555 01{rng.randrange(100):02d}",
        address=f"{rng.randint(2, 940)} {rng.choice(_STREETS)}, {town} {code}{rng.randrange(1000):03d}",
        shipping=_shipping(bundle, rng),
        payment=_payment(rng),
        promotions=(
            Promotion(
                code=f"{rng.choice(_CODES)}{percent}", description=f"{percent}% off your first order", percent=percent
            ),
        ),
        returns_days=promises.returns_days if promises.returns_days is not None else rng.choice((14, 30, 45, 60)),
        return_fee=rng.choice((0, 495, 595, 795)),
        warranty=promises.warranty or department.warranty or None,
        order_cutoff=rng.choice(_CUTOFFS),
        gift_card_months=rng.choice((12, 24, 36)) if trade.has_gift_card else None,
    )


def _names_apart(names: Sequence[str], from_names: Iterable[str]) -> Sequence[str]:
    """Of a trade's names those that share no word with any of the others; where none is left, those of all trades."""
    taken = {word for one in from_names for word in _WORD.findall(one.casefold())}
    everywhere = [name for one in departments().values() for name in one.shop_names]
    for able in (names, everywhere, _INVENTED):
        apart = [one for one in able if not taken & set(_WORD.findall(one.casefold()))]
        if apart:
            return apart
    return _INVENTED


def _description(bundle: SpecificationBundle, name: str) -> str:
    what = bundle.capabilities.descriptor.strip().rstrip(".")
    return f"{name}: {what[:1].lower()}{what[1:]}." if what else ""


def _payment(rng: Random) -> tuple[Literal["card", "paypal"], ...]:
    return ("card", "paypal") if rng.random() < 0.7 else ("card",)


def _shipping(bundle: SpecificationBundle, rng: Random) -> tuple[ShippingMethod, ...]:
    """Standard and express delivery; the free threshold lies a little above what one product costs."""
    promises = bundle.promises
    median = bundle.statistics.price.median or 40
    usual = next((step for step in _FREE_STEPS if step > median * 1.2), _FREE_STEPS[-1])
    free = promises.free_shipping_from if promises.free_shipping_from is not None else usual
    fee = promises.shipping_fee if promises.shipping_fee is not None else rng.choice((4.95, 5.95, 6.95))
    express = promises.express_fee if promises.express_fee is not None else rng.choice((12.95, 14.95, 19.95))
    return (
        ShippingMethod(
            id="standard",
            name="Standard delivery",
            price=round(fee * 100),
            free_from=round(free * 100),
            days=rng.choice(("3 to 5 working days", "2 to 4 working days", "4 to 6 working days")),
        ),
        ShippingMethod(
            id="express",
            name="Express delivery",
            price=round(express * 100),
            days=rng.choice(("1 to 2 working days", "next working day")),
        ),
    )
