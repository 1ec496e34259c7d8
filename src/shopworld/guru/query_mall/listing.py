"""Drafts as products and offers: titles, rows, texts, ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from random import Random

from shopworld.catalog import (
    KINDS,
    PICTURED,
    Attribute,
    Image,
    Offer,
    Product,
    Specification,
    unique_slug,
    wordpress_slug,
)
from shopworld.episode import WORLD_START
from shopworld.guru.queries.vocabulary import NamedKind
from shopworld.guru.query_mall.draft import FACTS, Draft


def offers_of(drafts: Sequence[Draft], shop_id: str, shop_name: str, seed: int) -> Iterator[tuple[Product, Offer]]:
    """Drafts as products and offers, in an order that tells nothing."""
    order = list(range(len(drafts)))
    Random(f"{seed}:order").shuffle(order)
    ranks = _ranks(drafts)
    slugs: set[str] = set()
    for number, at in enumerate(order, start=1001):
        yield _offer(drafts[at], ranks[at], number, shop_id, shop_name, slugs)


def _ranks(drafts: Sequence[Draft]) -> list[int]:
    by_kind: dict[str, list[int]] = {}
    for one in drafts:
        by_kind.setdefault(one.kind.name, []).append(one.units_sold)
    return [1 + sum(other > one.units_sold for other in by_kind[one.kind.name]) for one in drafts]


def category_of(kind: NamedKind) -> str:
    """The category that a kind stands in."""
    return kind.name[:1].upper() + kind.name[1:]


def _offer(
    draft: Draft, rank: int, number: int, shop_id: str, shop_name: str, slugs: set[str]
) -> tuple[Product, Offer]:
    rng, kind = draft.rng, draft.kind
    category = category_of(kind)
    model = str(draft.facts["model"].value) if "model" in draft.facts else ""
    title = _title(draft, model, category)
    bought = round(max(1.0, draft.price) * 100)
    features = list(dict.fromkeys(draft.features))
    rng.shuffle(features)
    attributes = list(draft.facts.values())
    lists = (("features", features), ("compatible_with", draft.works_with), ("returns", draft.returns))
    attributes += [
        Attribute(name=name, value=tuple(one.casefold() for one in values)) for name, values in lists if values
    ]
    listed_on = WORLD_START.date() - timedelta(days=draft.age)
    attributes += [
        Attribute(name="shipping", value=draft.shipping),
        Attribute(name="condition", value=draft.condition.value),
    ]
    if draft.warranty:
        attributes.append(Attribute(name="warranty", value=draft.warranty))
    fee = 0.0 if draft.shipping.casefold().startswith("free") else rng.choice((3.99, 4.99, 6.99))
    attributes.append(Attribute(name="shipping_fee", value=fee, unit="USD"))
    rows = [
        Specification(label=draft.labels.get(one.name, one.name.replace("_", " ").capitalize()), text=_shown(one))
        for one in draft.facts.values()
        if not one.name.startswith(PICTURED)
    ]
    if features:
        rows.append(Specification(label="Features", text="; ".join(features)))
    if draft.works_with:
        rows.append(Specification(label="Compatible with", text="; ".join(draft.works_with)))
    seller = shop_name if rng.random() < 0.4 else rng.choice(("Birchline Goods", "Northgate Depot", "Larkspur Direct"))
    rows += [
        Specification(label=label, text=text)
        for label, text in (
            ("Shipping", f"${fee:.2f} shipping is added" if fee else draft.shipping),
            ("Returns", "; ".join(draft.returns)),
            ("Warranty", draft.warranty or "No warranty"),
            ("Condition", draft.condition.value.capitalize()),
            ("Sold by", seller),
            ("First available", f"{listed_on:%B} {listed_on.day}, {listed_on.year}"),
            ("Best seller rank", f"#{rank} in {category}"),
        )
    ]
    product_id = f"q{number}"
    known = KINDS.get(kind.kind)
    summary = f"{draft.brand} {kind.name}{' with ' + ', '.join(features[:2]) if features else ''}."
    offer = Offer(
        id=f"{shop_id}/{number}",
        shop_id=shop_id,
        number=number,
        product_id=product_id,
        slug=unique_slug(wordpress_slug(title), slugs),
        title=title,
        brand=draft.brand,
        short_description=summary,
        description_html=f"<p>{_escaped(summary)}</p><ul>{''.join(f'<li>{_escaped(one)}</li>' for one in features)}</ul>",  # noqa: E501
        department=known.department if known else "",
        kind=kind.kind,
        categories=((kind.domain, category),),
        attributes=tuple(attributes),
        specifications=tuple(rows),
        price=bought,
        currency="USD",
        stock=rng.randint(2, 60) if draft.in_stock else 0,
        images=(Image(source="drawn:front", alt=title),),
        sku=f"{shop_id[:2].upper()}{number}",
        condition=draft.condition,
        rating=draft.rating,
        review_count=draft.review_count,
        units_sold=draft.units_sold,
        listed_on=listed_on,
    )
    return offer.product.model_copy(update={"id": product_id}), offer


def _title(draft: Draft, model: str, category: str) -> str:
    shown = " ".join(
        one.upper() if any(c.isdigit() for c in one) and len(one) < 9 else one.capitalize() for one in model.split()
    )
    maker = "" if draft.brand.casefold() in model else f"{draft.brand} "
    told = [one for one in draft.features if one not in FACTS and len(one) < 26]
    draft.rng.shuffle(told)
    tail = f", {', '.join(told[:2])}" if told else ""
    if "title" in draft.facts:
        return f"{str(draft.facts['title'].value).title()}: {category}"
    return f"{maker}{shown} {category}{tail}".strip()


def _shown(one: Attribute) -> str:
    if isinstance(one.value, float):
        number = f"{one.value:g}"
        return f"{number} {one.unit}" if one.unit else number
    text = ", ".join(one.value) if isinstance(one.value, tuple) else str(one.value)
    return text[:1].upper() + text[1:] if text.islower() else text


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
