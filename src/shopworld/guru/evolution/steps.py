"""The steps that a query could take: attributes, filters and sorts that its offers can be told apart by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from shopworld.catalog import Sort
from shopworld.guru.evolution.query import EvolutionStep
from shopworld.guru.evolution.shelf import AskableOffers
from shopworld.guru.evolution.speech import forms_of, money, phrase, value_text
from shopworld.tasks import SORT_NAMES, SORTS, Condition, Relation, Value

RATINGS = (4.0, 4.5)
REVIEW_COUNTS = (100.0, 300.0, 500.0, 1000.0)
NEW_FOR = (30.0, 90.0, 180.0)
"""Values of filters as DeepShop names them (Figure 11)."""
_LONG_RETURNS = ("45", "60", "90")
_STRICT_PRICE, _STRICT_STARS, _STRICT_COUNT = 0.01, 0.1, 1.0
_STRICT_UP_TO = 500.0
"""What makes a bound strict: under $50 is $49.99 at most, above 4 stars 4.1 at least, over 300 reviews 301."""
_WARRANTY_YEARS = (1, 2, 3, 5)
_ROUND_PRICES = (
    5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500,
    2000, 2500, 3000,
)  # fmt: skip
_MOST_PRICES = 6
_WIDEST = 2.5
"""How many times its lower end the upper end of a range may be."""
_BY_PROMISE = frozenset(
    {"shipping", "returns", "warranty", "condition", "seller", "review_count", "new_arrivals", "type", "shipping_fee"}
)
"""Attributes that are filters, not facts of the product."""


def attribute_steps(shelf: AskableOffers, currency: str) -> Iterator[EvolutionStep]:
    """Brand, price range, and every stated attribute that there is a phrase for."""
    yield from _price_steps(shelf, currency)
    for name, values in shelf.values.items():
        forms = forms_of(shelf.name, name)
        if name in _BY_PROMISE or not forms or name == "price":
            continue
        texts = {value: count for value, count in values.items() if isinstance(value, str)}
        if "equals" in forms:
            yield from _text_steps(shelf, name, _unmistakable(texts), forms["equals"])
        if "one_of" in forms:
            yield from _pair_steps(shelf, name, _unmistakable(texts), forms["one_of"])
        if "true" in forms and values.get(True):
            condition = Condition(field=name, relation="equals", value=True)
            yield EvolutionStep("attribute", name, (condition,), words=forms["true"], short=forms["true"])
        yield from _number_steps(shelf, name, values)


def _unmistakable(values: Iterable[str]) -> list[str]:
    """Values that no other value contains: nobody asks for cotton where organic cotton is sold."""
    known = list(values)
    words = {one: frozenset(one.split()) for one in known}
    return sorted(one for one in known if not any(words[one] < words[other] for other in known))


def _text_steps(shelf: AskableOffers, name: str, values: list[str], form: str) -> Iterator[EvolutionStep]:
    for value in values:
        text = phrase(form, value_text(name, value, None, shelf.shown))
        yield EvolutionStep(
            "attribute", name, (Condition(field=name, relation="equals", value=value),), words=text, short=text
        )


def _pair_steps(shelf: AskableOffers, name: str, values: list[str], form: str) -> Iterator[EvolutionStep]:
    for first, second in pairwise(values):
        said = [value_text(name, one, None, shelf.shown) for one in (first, second)]
        text = form.format(first=said[0], second=said[1])
        condition = Condition(field=name, relation="one_of", value=(first, second))
        yield EvolutionStep("attribute", name, (condition,), words=text, short=text)


def _number_steps(shelf: AskableOffers, name: str, values: Counter[Value]) -> Iterator[EvolutionStep]:
    numbers = sorted(value for value in values if isinstance(value, float))
    unit = shelf.units.get(name)
    forms = forms_of(shelf.name, name)
    relations: tuple[Relation, ...] = ("at_least", "at_most", "equals")
    for relation in relations:
        if relation not in forms:
            continue
        for number in numbers:
            text = phrase(forms[relation], value_text(name, number, unit, shelf.shown))
            condition = Condition(field=name, relation=relation, value=number, unit=unit)
            yield EvolutionStep("attribute", name, (condition,), words=text, short=text)


def _price_steps(shelf: AskableOffers, currency: str) -> Iterator[EvolutionStep]:
    """Price ranges with round ends that divide the prices there are."""
    forms = forms_of(shelf.name, "price")
    prices = sorted(one.price / 100 for one in shelf.offers if one.price is not None)
    if not prices or not forms:
        return
    inner = [float(edge) for edge in _ROUND_PRICES if prices[0] < edge < prices[-1]]
    step = -(-len(inner) // _MOST_PRICES) or 1
    edges = inner[::step]
    for edge in edges:
        text = phrase(forms["at_most"], money(edge, currency))
        yield EvolutionStep("attribute", "price", (_at_most(edge),), words=text, short=text)
        if "below" in forms:
            text = forms["below"].format(money(edge, currency))
            yield EvolutionStep(
                "attribute", "price", (_at_most(edge - _STRICT_PRICE),), words=text, short=text, strict=True
            )
    for low in edges:
        for high in edges:
            if low * 1.5 <= high <= low * _WIDEST:
                text = forms["between"].format(low=money(low, currency), high=money(high, currency))
                least = Condition(field="price", relation="at_least", value=low)
                yield EvolutionStep("attribute", "price", (least, _at_most(high)), words=text, short=text)


def _at_most(edge: float) -> Condition:
    return Condition(field="price", relation="at_most", value=edge)


def filter_steps(shelf: AskableOffers) -> Iterator[EvolutionStep]:
    """Stars, number of reviews, delivery, novelty, returns, warranty, condition, seller, availability."""
    for stars in RATINGS:
        text = f"{stars:.1f}" if stars % 1 else f"{stars:.0f}"
        yield _filter("rating", "rating", "at_least", stars, text, f"rated {text} stars or higher")
        above = round(stars + _STRICT_STARS, 1)
        yield _filter("rating", "rating", "at_least", above, text, f"rated above {text} stars", strict=True)
    for count in REVIEW_COUNTS:
        text = f"{count:.0f}"
        yield _filter("review_count", "review_count", "at_least", count, text, f"at least {text} reviews")
        if count < _STRICT_UP_TO:
            yield _filter(
                "review_count",
                "review_count",
                "at_least",
                count + _STRICT_COUNT,
                text,
                f"over {text} reviews",
                strict=True,
            )
    for days in NEW_FOR:
        text = f"{days:.0f}"
        yield _filter("age", "age", "at_most", days, text, f"new arrival in the past {text} days")
    yield _filter("condition", "condition", "equals", "new", "new", "in new condition")
    yield _filter("availability", "availability", "equals", "in stock", "in stock", "in stock")
    yield from _promise_steps(shelf)


def _promise_steps(shelf: AskableOffers) -> Iterator[EvolutionStep]:
    """What offers themselves state about delivery, returns, warranty and seller."""
    said = {name: _texts_of(shelf, name) for name in ("shipping", "returns", "warranty", "seller")}
    if "free shipping" in said["shipping"]:
        yield _filter("shipping", "shipping", "equals", "free shipping", "", "free shipping")
    if "free returns" in said["returns"]:
        yield _filter("returns", "returns", "contains", "free returns", "", "free returns")
    for days in _LONG_RETURNS:
        at_least = tuple(text for one in range(int(days), 366) if (text := f"{one}-day returns") in said["returns"])
        if f"{days}-day returns" in at_least:
            yield _filter("long_returns", "returns", "one_of", at_least, days, f"{days}-day returns")
    for years in _WARRANTY_YEARS:
        long_enough = tuple(
            f"{one}-year warranty" for one in range(years, 11) if f"{one}-year warranty" in said["warranty"]
        )
        if long_enough and f"{years}-year warranty" in long_enough:
            text = f"{years} year" if years == 1 else f"{years} years"
            yield _filter("warranty", "warranty", "one_of", long_enough, text, f"warranty of at least {text}")
    for seller in sorted(said["seller"]):
        text = value_text("seller", seller, None, shelf.shown)
        yield _filter("seller", "seller", "equals", seller, text, f"sold by {text}")


def _texts_of(shelf: AskableOffers, name: str) -> set[str]:
    found: set[str] = set()
    for value in shelf.values.get(name, ()):
        found.update(value if isinstance(value, tuple) else (str(value),))
    return found


def _filter(
    topic: str, field: str, relation: Relation, value: Value, words: str, short: str, *, strict: bool = False
) -> EvolutionStep:
    condition = Condition(field=field, relation=relation, value=value)
    return EvolutionStep("filter", topic, (condition,), words=words, short=short, strict=strict)


def sort_steps() -> Iterator[EvolutionStep]:
    """The four sorts."""
    for sort in SORTS:
        yield EvolutionStep("sort", sort.value, sort=sort, short=SORT_NAMES[sort])


CONFLICTS = (
    frozenset({"price", Sort.PRICE_ASCENDING.value}),
    frozenset({"rating", Sort.RATING.value}),
    frozenset({"age", Sort.NEWEST.value}),
    frozenset({"returns", "long_returns"}),
)
"""Topics of which a query has one at most: the second would say nothing new, or the opposite."""


def excluded_by(topics: Iterable[str]) -> set[str]:
    """The topics that a query which speaks of some others may not speak of."""
    taken = set(topics)
    return taken.union(*(pair for pair in CONFLICTS if pair & taken))
