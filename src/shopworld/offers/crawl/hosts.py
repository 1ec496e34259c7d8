"""The shops of a made crawl: each with a system, habits of writing, and faults of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from shopworld.goods import ShopAssortment, default_assortments
from shopworld.offers.crawl.systems import SYSTEMS

HOSTS = 16
"""Of one part of a crawl."""
_FIRST = (
    "bright", "north", "amber", "swift", "plain", "copper", "lumen", "orbit", "cedar", "delta", "ember", "fjord",
    "harbor", "ivory", "juniper", "kestrel",
)  # fmt: skip
_SECOND = ("bits", "parts", "gear", "cart", "depot", "market", "supply", "outlet", "store", "trade", "corner", "works")
_FOREIGN = ("de", "fr", "es", "it", "nl")


@dataclass(frozen=True, slots=True)
class MadeHost:
    """One host.

    Attributes:
        name: its address.
        system: name of its shop system, of `SYSTEMS`.
        writing: how it writes titles and descriptions.
        language: of its pages.
        currency: it asks.
        sign: how it writes the currency.
        comma: whether its prices have decimal commas and dots between thousands.
        mojibake: whether its texts went through a wrong encoding.
        escaped: how often its entities are escaped.
        latin: whether its pages are sent in Latin-1.
        mirror_of: number of the host whose pages it repeats; -1 for none.
    """

    name: str
    system: str
    writing: ShopAssortment
    language: str = "en"
    currency: str = "EUR"
    sign: str = "EUR"
    comma: bool = False
    mojibake: bool = False
    escaped: int = 1
    latin: bool = False
    mirror_of: int = -1


def hosts_of(seed: int, part: int) -> tuple[MadeHost, ...]:
    """The hosts of a part: one of them repeats another, and one in eight writes another language."""
    rng = Random(f"{seed}:hosts:{part}")
    presets = default_assortments(["a", "b", "c", "d"])
    systems = sorted(SYSTEMS)
    made = []
    for number in range(HOSTS):
        name = f"{rng.choice(_FIRST)}{rng.choice(_SECOND)}-{part * HOSTS + number}.example"
        writing = replace(presets[number % 4], shop_id=f"h{number}", size=1.0, price_level=rng.uniform(0.94, 1.06))
        euro = rng.random() < 0.8
        currency = "EUR" if euro else rng.choice(("USD", "GBP"))
        made.append(
            MadeHost(
                name,
                systems[(number + part) % len(systems)],
                writing,
                language=_FOREIGN[(part + number // 8) % len(_FOREIGN)] if number % 8 == 5 else "en",
                currency=currency,
                sign="€" if euro and rng.random() < 0.2 else currency.lower() if rng.random() < 0.1 else currency,
                comma=currency == "EUR" and rng.random() < 0.3,
                mojibake=number % 8 == 2,
                escaped=2 if number % 8 == 3 else 1,
                latin=number % 8 == 6,
            )
        )
    source = next(at for at, one in enumerate(made) if one.language == "en" and not one.mojibake)
    made[-1] = replace(made[source], name=f"mirror-{made[source].name}", mirror_of=source)
    return tuple(made)
