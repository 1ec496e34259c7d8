"""Products for queries: some that satisfy each, near misses for every requirement, and others of the kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random
from typing import Final

from shopworld.catalog import (
    KINDS,
    PICTURED,
    Attribute,
    Image,
    Offer,
    OfferCondition,
    Product,
    Sort,
    Specification,
    unique_slug,
    wordpress_slug,
)
from shopworld.episode import WORLD_START
from shopworld.guru.queries.requirement import AskedRequirement, QueryReading
from shopworld.guru.queries.vocabulary import NamedKind, stems, vocabulary
from shopworld.pictures import PATTERNS, hex_of
from shopworld.tasks import Condition

PICTURED_DOMAINS: Final = ("Fashion", "Home")
"""Where colours, patterns and sizes stand in pictures only (DeepShop, section 5.2)."""
_COLOURS: Final = (
    "black",
    "white",
    "red",
    "green",
    "blue",
    "yellow",
    "pink",
    "brown",
    "purple",
    "orange",
    "grey",
    "teal",
)
_UNKNOWN_COLOUR: Final = hex_of("no such colour")
_RUNNERS = 2
_FILLERS = 8
_GRADES: Final = ("used - like new", "used - very good", "used - good", "used - acceptable")
_FACTS: Final = (
    "carry pouch",
    "gift box",
    "quick start guide",
    "recycled packaging",
    "assembled by hand",
    "made in small batches",
)
_SERIES: Final = ("Alto", "Brisa", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Harbor", "Iris", "Juniper", "Kite", "Lumen", "Mesa", "Nova",  # noqa: E501
                  "Opal", "Pine", "Quill", "Reef", "Sol", "Tarn", "Vale", "Willow")  # fmt: skip
_RETURNS: Final = ("15-day returns", "20-day returns", "25-day returns")


@dataclass(slots=True)
class Draft:
    """A product before it is an offer; what a requirement needs is set, the rest is drawn."""

    kind: NamedKind
    rng: Random
    price: float = 0.0
    rating: float = 4.2
    review_count: int = 120
    age: int = 400
    condition: OfferCondition = OfferCondition.NEW
    in_stock: bool = True
    brand: str = ""
    shipping: str = "Shipping is added"
    returns: list[str] = field(default_factory=list)
    warranty: str = ""
    units_sold: int = 500
    facts: dict[str, Attribute] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    features: list[str] = field(default_factory=list)
    works_with: list[str] = field(default_factory=list)


class Stocker:
    """Makes the products of one query.

    Args:
        reading: of the query.
        seed: of all choices.
        name: of the query; products of different queries differ.
    """

    def __init__(self, reading: QueryReading, seed: int, name: str) -> None:
        assert reading.kind is not None
        self.kind, self.reading = reading.kind, reading
        self._seed = f"{seed}:stock:{name}"
        self.lean = 0
        """How few products it makes, where those of other queries of its kind satisfy it as well."""
        self.pull = 0
        """How far its best products are pushed to the front, for orders that others compete in."""

    def drafts(self) -> Iterator[Draft]:
        """All its products: those that satisfy it, near misses, runners-up, others."""
        sorts = self.reading.sorts
        for at in range(1 if sorts or self.lean else Random(f"{self._seed}:count").randint(1, 3)):
            yield self._made(f"right{at}", place=1)
        if self.reading.either:
            for sort in sorts[1:]:
                yield self._made(f"right:{sort.value}", place=3, best=(sort,))
        for number, requirement in enumerate(self.reading.requirements):
            for at in range(1 if self.lean else 2):
                yield self._made(f"miss{number}:{at}", place=0, without=requirement)
        if sorts:
            for at in range(1 if self.lean else _RUNNERS):
                yield self._made(f"next{at}", place=2 + at)
            if len(sorts) > 1 and not self.reading.either:
                for sort in sorts:
                    yield self._made(f"half:{sort.value}", place=3, best=(sort,))
        for at in range(_FILLERS >> self.lean):
            rng = Random(f"{self._seed}:other{at}")
            lacking = rng.sample(self.reading.requirements, min(len(self.reading.requirements), 2 + rng.randrange(2)))
            yield self._made(f"other{at}", place=4, without=lacking[0] if lacking else None, more=lacking[1:])

    def _made(
        self,
        name: str,
        *,
        place: int,
        without: AskedRequirement | None = None,
        more: Sequence[AskedRequirement] = (),
        best: Sequence[Sort] = (),
    ) -> Draft:
        rng = Random(f"{self._seed}:{name}")
        draft = _plain_draft(self.kind, rng)
        self._order(draft, place, best)
        for requirement in self.reading.requirements:
            if requirement is not without and requirement not in more:
                for condition in requirement.conditions:
                    _satisfy(draft, condition, requirement.label)
        self._order_within(draft, place, best)
        for requirement in (*([without] if without is not None else []), *more):
            _violate(draft, requirement)
        return draft

    def _order(self, draft: Draft, place: int, best: Sequence[Sort]) -> None:
        """Sets what orders go by: place 0 comes before place 1, and so on; `best` puts it first under some."""
        rng = draft.rng
        sorts = self.reading.sorts
        low, high = self.kind.price
        shares = (0.30, 0.36, 0.46, 0.58, 0.75)
        for sort in sorts:
            at = 1 if sort in best else place
            ahead = 0.88**self.pull
            match sort:
                case Sort.PRICE_ASCENDING:
                    noise = 0.0 if at == 1 else rng.uniform(-0.03, 0.03)
                    draft.price = low + (high - low) * (shares[at] + noise) * ahead
                case Sort.RATING:
                    draft.rating = (5.0, 4.9, 4.8, 4.7, 4.6)[at]
                case Sort.NEWEST:
                    draft.age = max(1, round((6, 9, 16, 24, 33)[at] * ahead))
                case Sort.BEST_SELLING:
                    draft.units_sold = round((21000, 17000, 9000, 7000, 3000)[at] * (1.25**self.pull)) + (
                        rng.randrange(400) if at != 1 else 0
                    )

    def _order_within(self, draft: Draft, place: int, best: Sequence[Sort]) -> None:
        """Keeps the price order where the query bounds the price."""
        if Sort.PRICE_ASCENDING not in self.reading.sorts:
            return
        bounds = [one for each in self.reading.requirements for one in each.conditions if one.field == "price"]
        low = max((float(one.value) for one in bounds if one.relation == "at_least"), default=0.0)  # type: ignore[arg-type]
        high = min((float(one.value) for one in bounds if one.relation == "at_most"), default=0.0)  # type: ignore[arg-type]
        if not high and not low:
            return
        high = high or low * 2.2
        low = low or high * 0.25
        at = 1 if Sort.PRICE_ASCENDING in best else place
        share = (0.06, 0.16, 0.34, 0.52, 0.75)[at] * 0.85**self.pull
        noise = 0.0 if at == 1 else draft.rng.uniform(-0.02, 0.02)
        draft.price = low + (high - low) * max(0.01, share + noise)


def _plain_draft(kind: NamedKind, rng: Random) -> Draft:
    low, high = kind.price
    draft = Draft(kind, rng)
    draft.price = low + (high - low) * rng.betavariate(1.6, 3)
    draft.rating = round(min(5.0, max(2.8, rng.gauss(4.2, 0.35))), 1)
    draft.review_count = round(rng.lognormvariate(5.4, 1.1)) + 3
    draft.age = 120 + round(rng.random() ** 1.5 * 900)
    draft.brand = rng.choice(kind.brands)
    draft.shipping = rng.choice(("Free shipping", "Shipping is added"))
    draft.returns = rng.choice(
        (["Free returns", "30-day returns"], ["30-day returns"], ["Final sale"], [rng.choice(_RETURNS)])
    )[:]
    draft.warranty = rng.choice(("", "1-year warranty", "2-year warranty"))
    draft.units_sold = round(rng.lognormvariate(6.4, 0.8))
    draft.features = rng.sample(_FACTS, 1)
    colour = rng.choice(_COLOURS)
    if kind.domain in PICTURED_DOMAINS:
        draft.facts[f"{PICTURED}colour"] = Attribute(name=f"{PICTURED}colour", value=colour)
        if kind.domain == "Fashion":
            draft.facts[f"{PICTURED}size"] = Attribute(
                name=f"{PICTURED}size", value=rng.choice(("s", "m", "l", "8", "9"))
            )
        pattern = rng.choice(("solid", *PATTERNS))
        draft.facts[f"{PICTURED}pattern"] = Attribute(name=f"{PICTURED}pattern", value=pattern)
    elif kind.domain != "Books":
        draft.facts["colour"] = Attribute(name="colour", value=colour)
        draft.labels["colour"] = "Color"
    draft.facts["model"] = Attribute(name="model", value=f"{rng.choice(_SERIES)} {rng.randrange(11, 99)}".casefold())
    draft.labels["model"] = "Model"
    return draft


def _number(condition: Condition) -> float:
    return float(condition.value) if isinstance(condition.value, int | float) else 0.0


def _texts(condition: Condition) -> tuple[str, ...]:
    return condition.value if isinstance(condition.value, tuple) else (str(condition.value),)


def _satisfy(draft: Draft, condition: Condition, label: str) -> None:
    """Sets what a condition asks for."""
    rng, value = draft.rng, _number(condition)
    match condition.field:
        case "price":
            if condition.relation == "at_least" and draft.price < value:
                draft.price = value * rng.uniform(1.05, 1.15)
            elif condition.relation == "at_most" and draft.price > value:
                draft.price = value * rng.uniform(0.72, 0.94)
        case "rating":
            if draft.rating < value:
                draft.rating = round(min(5.0, value + rng.choice((0.0, 0.1, 0.2, 0.3))), 1)
        case "review_count":
            if draft.review_count < value:
                draft.review_count = round(value * rng.uniform(1.1, 2.4)) + 1
        case "age":
            if condition.relation == "at_most" and draft.age > value:
                draft.age = max(2, round(value * rng.uniform(0.35, 0.85)))
            elif condition.relation == "at_least" and draft.age < value:
                draft.age = round(value) + rng.randrange(20, 200)
        case "condition":
            draft.condition = OfferCondition(str(condition.value))
        case "availability":
            draft.in_stock = True
        case "brand":
            draft.brand = _as_maker(rng.choice(_texts(condition)))
        case "shipping":
            draft.shipping = str(condition.value)[:1].upper() + str(condition.value)[1:]
        case "returns":
            _promise_returns(draft, condition)
        case "warranty":
            options = _texts(condition)
            draft.warranty = options[min(rng.randrange(2), len(options) - 1)]
        case "features":
            draft.features += [_texts(condition)[0]] if condition.relation == "one_of" else list(_texts(condition))
        case "compatible_with":
            draft.works_with += _texts(condition)
        case _:
            _state(draft, condition, label)


def _promise_returns(draft: Draft, condition: Condition) -> None:
    draft.returns = [one for one in draft.returns if one != "Final sale"]
    if condition.relation == "one_of":
        days = int(_texts(condition)[0].partition("-")[0])
        kept = [one for one in draft.returns if not one.endswith("-day returns")]
        draft.returns = [*kept, f"{max(days, draft.rng.choice((days, 45, 60, 90)))}-day returns"]
    else:
        text = _texts(condition)[0]
        draft.returns = [*draft.returns, text[:1].upper() + text[1:]]


def _state(draft: Draft, condition: Condition, label: str) -> None:
    """Sets an attribute."""
    name, rng = condition.field, draft.rng
    draft.labels[name] = label or name.replace("_", " ").capitalize()
    if isinstance(condition.value, float):
        known = draft.facts.get(name)
        now = float(known.value) if known is not None and isinstance(known.value, float) else None
        value = condition.value
        whole = value == int(value)
        if condition.relation == "at_least" and (now is None or now < value):
            now = value if rng.random() < 0.4 else value * rng.choice((1.1, 1.25, 1.5))
        elif condition.relation == "at_most" and (now is None or now > value):
            now = (
                (now + value) / 2
                if now is not None and now < value
                else value * (1.0 if known is not None else rng.choice((0.8, 0.9, 1.0)))
            )
        elif condition.relation == "equals":
            now = value
        now = value if now is None else now
        kept = float(round(now)) if whole and abs(now) >= 3 else round(now, 1)
        draft.facts[name] = Attribute(name=name, value=kept, unit=condition.unit)
    else:
        draft.facts[name] = Attribute(name=name, value=rng.choice(_texts(condition)))


def _violate(draft: Draft, requirement: AskedRequirement) -> None:
    """Changes just what a requirement asks for, so that it is not met."""
    condition = draft.rng.choice(requirement.conditions)
    rng, value = draft.rng, _number(condition)
    match condition.field:
        case "price":
            factor = rng.uniform(1.15, 1.6) if condition.relation == "at_most" else rng.uniform(0.5, 0.85)
            draft.price = value * factor
        case "rating":
            draft.rating = round(max(1.5, value - rng.choice((0.3, 0.4, 0.6))), 1)
        case "review_count":
            draft.review_count = max(1, round(value * rng.uniform(0.15, 0.7)))
        case "age":
            draft.age = (
                round(value * rng.uniform(2.5, 4)) + 30
                if condition.relation == "at_most"
                else max(3, round(value * rng.uniform(0.2, 0.7)))
            )
        case "condition":
            draft.condition = OfferCondition.NEW if str(condition.value) != "new" else OfferCondition.REFURBISHED
        case "availability":
            draft.in_stock = False
        case "brand":
            draft.brand = rng.choice([one for one in draft.kind.brands if one.casefold() not in _texts(condition)])
        case "shipping":
            draft.shipping = "Shipping is added"
        case "returns":
            _deny_returns(draft, condition)
        case "warranty":
            years = _texts(condition)[0].partition("-")[0]
            draft.warranty = (
                f"{int(years) - 1}-year warranty" if years.isdigit() and int(years) > 1 and rng.random() < 0.6 else ""
            )
        case "features":
            gone = _texts(condition)
            draft.features = [one for one in draft.features if one not in gone]
        case "compatible_with":
            draft.works_with = [one for one in draft.works_with if one not in _texts(condition)]
        case name:
            _state_otherwise(draft, name, condition)


def _deny_returns(draft: Draft, condition: Condition) -> None:
    if condition.relation == "one_of":
        kept = [one for one in draft.returns if not one.endswith("-day returns")]
        days = int(_texts(condition)[0].partition("-")[0])
        draft.returns = [*kept, f"{max(3, days // 2)}-day returns"]
    else:
        draft.returns = [one for one in draft.returns if one.casefold() not in _texts(condition)] or ["Final sale"]


def _state_otherwise(draft: Draft, name: str, condition: Condition) -> None:
    rng, known = draft.rng, draft.facts.get(name)
    if isinstance(condition.value, float):
        value = condition.value
        factor = (
            rng.choice((0.5, 0.6, 0.75))
            if condition.relation in ("at_least", "equals")
            else rng.choice((1.3, 1.6, 2.0))
        )
        other = value * factor
        other = float(round(other)) if value == int(value) and value > 3 else round(other, 1)
        if other == value:
            other = value - 1 if condition.relation != "at_most" else value + 1
        draft.facts[name] = Attribute(name=name, value=other, unit=condition.unit)
        return
    wanted = _texts(condition)
    options = _alternatives(name, wanted)
    draft.labels.setdefault(name, name.replace("_", " ").capitalize())
    if options:
        draft.facts[name] = Attribute(name=name, value=rng.choice(options))
    elif known is not None or name in draft.facts:
        del draft.facts[name]


def _alternatives(name: str, wanted: Sequence[str]) -> list[str]:
    """Other values of an attribute, none of which looks like a wanted one."""
    match name.removeprefix(PICTURED):
        case "colour":
            drawn = {hex_of(one) for one in wanted}
            return [one for one in _COLOURS if hex_of(one) not in drawn and not any(one in text for text in wanted)]
        case "pattern":
            return [one for one in (*PATTERNS, "solid") if one not in wanted]
        case "audience":
            return [one for one in ("women", "men", "children", "everyone") if one not in wanted]
        case "material":
            return [
                one for one in ("polyester", "plastic", "nylon", "aluminum", "cotton", "canvas") if one not in wanted
            ]
        case "size":
            options = (
                ("xs", "s", "m", "l", "xl")
                if wanted[0] in ("s", "m", "l", "xl", "xxl", "3x", "xs")
                else ("7", "8.5", "9", "11")
            )
            return [one for one in options if one not in wanted]
        case "grade":
            return [one for one in _GRADES if one not in wanted]
        case "model":
            return [f"{one} {at}".casefold() for at, one in enumerate(_SERIES[:6], 21)]
        case "author":
            return ["nora halloran", "edwin marsh", "priya castell", "tomas lindgren"]
        case "title":
            return ["the quiet harbor", "a winter abroad", "what the river kept", "salt and lanterns"]
        case "water_rating":
            return [one for one in ("ipx2", "ipx3", "ipx4") if one not in wanted]
        case _:
            return []


def _as_maker(text: str) -> str:
    return vocabulary().brands.get(stems(text), text if any(one.isupper() for one in text) else text.title())


def pictured(reading: QueryReading) -> QueryReading:
    """The reading with colours and patterns asked of the picture, where it can show them and the page need not."""
    if reading.kind is None or reading.kind.domain not in PICTURED_DOMAINS:
        return reading
    worn = reading.kind.domain == "Fashion"
    return replace(reading, requirements=tuple(_pictured(one, worn=worn) for one in reading.requirements))


def _pictured(one: AskedRequirement, *, worn: bool) -> AskedRequirement:
    conditions = []
    for condition in one.conditions:
        texts = _texts(condition)
        shown = (condition.field == "colour" and all(hex_of(text) != _UNKNOWN_COLOUR for text in texts)) or (
            condition.field == "pattern" and all(text in PATTERNS for text in texts)
        )
        shown |= worn and condition.field == "size" and not isinstance(condition.value, float)
        conditions.append(
            condition.model_copy(update={"field": f"{PICTURED}{condition.field}"}) if shown else condition
        )
    return replace(one, conditions=tuple(conditions))


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
    told = [one for one in draft.features if one not in _FACTS and len(one) < 26]
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
