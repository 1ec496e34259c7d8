"""Pages, policies, articles and stores of a generated shop, with numbers that tasks can ask about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from html import escape

from shopworld.arena.generate.catalog.trade import Trade
from shopworld.arena.generate.catalog.writing import html_of, text_names, written
from shopworld.catalog import wordpress_slug
from shopworld.goods.trades import departments
from shopworld.shop import Identity, Presentation, StoreLocation
from shopworld.shop.data import ArticleData, PageData, PolicyData, ProductData

POLICIES = ("shipping-policy", "refund-policy", "privacy-policy", "terms-of-service")
CARDS = ("Visa", "Mastercard", "American Express")
_NEWEST = date(2027, 2, 20)
_STORES = (("Old Town", "9:00 to 19:00"), ("Riverside", "10:00 to 20:00"), ("Station", "8:00 to 18:00"))
_AUTHORS = ("Mara Lindqvist", "Tobias Kern", "Ines Duarte", "June Okafor")


def fields_of(identity: Identity, trade: Trade, products: Sequence[ProductData]) -> dict[str, str]:
    """What the texts of the pages speak of."""
    rng = trade.rng("pages")
    standard = identity.shipping[0]

    money = Presentation(identity).money
    fee = identity.return_fee or 0
    months = identity.gift_card_months
    town = identity.address.split(", ", 1)[-1].rsplit(" ", 1)[0]
    cards = next((one for one in products if one.is_gift_card), None)
    return {
        "shop": identity.name,
        "tagline": identity.tagline,
        "email": identity.support_email,
        "phone": identity.support_phone,
        "address": identity.address,
        "city": town,
        "currency": identity.currency,
        "cutoff": identity.order_cutoff or "14:00",
        "free_from": money(standard.free_from or 0),
        "shipping_rows": "\n".join(
            f"| {one.name} | {money(one.price) if one.price else 'free'} | "
            f"{'–' if one.free_from is None else money(one.free_from)} | {one.days} |"
            for one in identity.shipping
        ),
        "abroad_days": str(rng.choice((4, 5, 7))),
        "returns_days": str(identity.returns_days),
        "late_days": str(identity.returns_days + 15),
        "refund_days": str(rng.choice((3, 5, 7, 10))),
        "return_cost": f"A return label costs {money(fee)}. We take it off your refund."
        if fee
        else "Returns are free: we pay for the label.",
        "cards": f"{', '.join(CARDS[:-1])} and {CARDS[-1]}" + (" and PayPal" if "paypal" in identity.payment else ""),
        "warranty_sentence": _warranty(identity.warranty),
        "warranty_phrase": f"a warranty of {identity.warranty}"
        if identity.warranty and identity.warranty != "lifetime"
        else "a lifetime warranty"
        if identity.warranty
        else "what breaks is mended, not thrown away",
        "year": str(rng.randint(2006, 2019)),
        "team": str(rng.randint(9, 60)),
        "count": str(rng.choice((7, 12, 18, 24))),
        "products": str(len(products)),
        "vendors": str(len({one.vendor for one in products})),
        "opens": "9:00",
        "closes": rng.choice(("17:00", "18:00", "19:00")),
        "card_values": ", ".join(one.title for one in cards.variants) if cards else "",
        "card_months": str(months or 24),
        "wholesale_minimum": money(rng.choice((25_000, 30_000, 50_000))),
        "stores": "\n".join(f"# {one.name}\n{one.address}\nOpen {one.hours}" for one in locations(identity, trade)),
    }


def _warranty(period: str | None) -> str:
    if period is None:
        return "All products carry the warranty that the law provides."
    if period == "lifetime":
        return "All products carry a lifetime warranty against faults of material and workmanship."
    return f"All products carry a warranty of {period} from the day of delivery."


def policies(fields: Mapping[str, str], present: Sequence[str]) -> tuple[PolicyData, ...]:
    """The policies that the specification lists."""
    return tuple(
        PolicyData(handle=name, title=title, body_html=html)
        for name in POLICIES
        if name in present
        for title, html in [written(name, fields)]
    )


def pages(identity: Identity, trade: Trade, fields: Mapping[str, str], present: Sequence[str]) -> tuple[PageData, ...]:
    """The other pages that the specification lists; those that nobody has a text for say where to turn."""
    found = []
    for name in present:
        if name in POLICIES:
            continue
        if name == "faq":
            title, html = "Frequently asked questions", _questions(identity, trade, fields)
        elif name == "size-guide":
            title, html = "Size guide", _size_guide(trade)
        elif name in text_names():
            title, html = written(name, fields)
        else:
            title = name.replace("-", " ").capitalize()
            html = html_of(f"Ask us about this at {identity.support_email}. We answer within one working day.")
        found.append(PageData(handle=name, title=title, body_html=html))
    return tuple(found)


def _questions(identity: Identity, trade: Trade, fields: Mapping[str, str]) -> str:
    rows = [
        ("How much is shipping?", f"Standard delivery is free from {fields['free_from']}, and otherwise costs "
         f"{Presentation(identity).money(identity.shipping[0].price)}."),
        ("How long do I have to return something?", f"{identity.returns_days} days from delivery."),
        ("What does a return cost?", fields["return_cost"]),
        ("When does my order leave?", f"The same working day, if it is placed before {fields['cutoff']}."),
    ]  # fmt: skip
    for name in trade.departments:
        rows += [(one.question, one.answer) for one in departments()[name].questions]
    rows.append(("How do I reach you?", f"Write to {identity.support_email} or call {identity.support_phone}."))
    return "".join(f"<h3>{escape(question)}</h3><p>{escape(answer)}</p>" for question, answer in rows)


def _size_guide(trade: Trade) -> str:
    rows = trade.leading.size_guide or [
        ["Size", "Fits"],
        ["Small", "up to 12 in"],
        ["Medium", "up to 18 in"],
        ["Large", "up to 24 in"],
    ]
    table = html_of("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return (
        html_of("Measure twice, order once. All measures are those of the product or of the body, as the table says.")
        + table
        + html_of(
            "# Between two sizes?\n"
            "Take the larger one. An exchange for another size ships free of charge, once per order."
        )
    )


def articles(trade: Trade, products: Sequence[ProductData]) -> tuple[ArticleData, ...]:
    """Stories, guides and recipes about what the shop sells."""
    by_kind: dict[str, list[str]] = {}
    for product in products:
        by_kind.setdefault(product.details.kind, []).append(product.handle)
    rng = trade.rng("articles")
    found = []
    for name in trade.departments:
        for at, one in enumerate(departments()[name].articles):
            found.append(
                ArticleData(
                    handle=wordpress_slug(one.title),
                    title=one.title,
                    blog=one.blog,
                    summary=one.summary,
                    body_html="".join(f"<p>{escape(text, quote=False)}</p>" for text in one.paragraphs),
                    author=rng.choice(_AUTHORS),
                    published_at=(_NEWEST - timedelta(days=23 * at + rng.randint(0, 9))).isoformat(),
                    product_handles=tuple(by_kind[kind][0] for kind in one.kinds if kind in by_kind),
                )
            )
    return tuple(found)


def locations(identity: Identity, trade: Trade) -> tuple[StoreLocation, ...]:
    """Three shops that can be walked into."""
    rng = trade.rng("stores")
    town = identity.address.split(", ", 1)[-1]
    return tuple(
        StoreLocation(
            name=f"{identity.name} {name}",
            address=f"{rng.randint(3, 300)} {name} {rng.choice(('Street', 'Square', 'Road'))}, {town}",
            hours=f"Monday to Saturday, {hours}",
            phone=f"+1 555 01{rng.randrange(100):02d}",
        )
        for name, hours in _STORES
    )
