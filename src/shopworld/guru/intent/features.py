"""What can be required of a product: clean values of known attributes, and numbers in buckets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from shopworld.catalog import Attribute, Offer, canonical_attributes, stems
from shopworld.guru.intent.inventory import Inventory
from shopworld.guru.intent.phrases import display_quantity, display_text, money, phrases
from shopworld.guru.intent.scenes import LifeScene, scenes_of
from shopworld.tasks import AttributeMatch, NumericRange, Rubric

RATING_STEP = 0.5
COUNT_BUCKETS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
PRICE_BUCKETS = (500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 10000, 15000, 20000, 30000, 50000, 75000, 100000)
"""In cents; beyond the last, whole hundreds of dollars."""
_HUNDRED_DOLLARS = 10000
_LEAST_RATING = 2.5
_FEWEST_STATING = 2
"""Products that must state a value before anybody asks for it: what one product alone states is noise or its name."""
_LONGEST, _MOST_WORDS = 40, 5
_CLEAN = re.compile(r"[a-z0-9][a-z0-9 .+/&'-]*[a-z0-9+]|[a-z0-9]", re.IGNORECASE)
_VAGUE = frozenset(
    (
        *(
            "all",
            "any",
            "yes",
            "no",
            "other",
            "others",
            "universal",
            "multi",
            "multiple",
            "various",
            "standard",
            "normal",
        ),
        *(
            "regular",
            "default",
            "custom",
            "general",
            "generic",
            "assorted",
            "does not contain",
            "not applicable",
            "new",
        ),
        *(
            "as shown",
            "mixed",
            "one",
            "default title",
            "basic",
            "set",
            "pack",
            "free",
            "with",
            "others",
            "model",
            "all ages",
        ),
    )
)
_FEWEST_COUNTED = 2
"""Nobody asks for a pack of one."""
_MOST_ITEMS = 3
"""Of one list of values."""
FEWEST_PHRASINGS = 8
"""Ways to tell a value without naming it that there must be before any sample does so."""
_FEWEST_SUITED = 4
"""Of these, the ones that suit the product's category."""


@cache
def paraphrases() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Attribute, value, and what stands behind the thing instead: `with the older one-way trapezoidal plug`."""
    data = tomllib.loads((files("shopworld.guru.intent") / "paraphrases.toml").read_text(encoding="utf-8"))
    return {name: {value: tuple(said) for value, said in values.items()} for name, values in data.items()}


@dataclass(frozen=True, slots=True)
class RubricFeature:
    """Something that may be required of a product, before it has a source.

    Attributes:
        name: the attribute or field; nobody asks for two features of one name.
        rubric: the requirement; its id and source do not count yet.
        text: the value as people write it.
        in_title: whether the product's title says the value, so that only the query may ask for it.
        paraphrases: what stands behind the thing and says it without naming it; empty where nothing does.
        scenes: situations from which it follows.
    """

    name: str
    rubric: Rubric
    text: str
    in_title: bool
    paraphrases: tuple[str, ...] = ()
    scenes: tuple[LifeScene, ...] = ()

    @property
    def tellable(self) -> bool:
        """Whether it can be told without being named."""
        return bool(self.paraphrases or self.scenes)

    @property
    def words(self) -> frozenset[str]:
        """Stems of the value."""
        return frozenset(stems(self.text))


def extract_features(offer: Offer, inventory: Inventory) -> tuple[RubricFeature, ...]:
    """All features of a product, in the order of the phrases.

    Args:
        offer: the product.
        inventory: tells which values are used by several products.
    """
    found = [*_numeric(offer)]
    title = stems(offer.title)
    department = offer.categories[0][0] if offer.categories else offer.department
    attributes = {one.name: one for one in offer.attributes}
    if offer.brand:
        attributes["brand"] = Attribute(name="brand", value=offer.brand)
    for name in phrases():
        if name in attributes:
            found += _stated(attributes[name], title, inventory, department)
    return tuple(found)


def rating_bucket(rating: float) -> float:
    """A rating floored to half a star."""
    return int(rating / RATING_STEP + 1e-9) * RATING_STEP


def count_bucket(count: int) -> int | None:
    """The largest bucket that a number of ratings reaches; None below the first."""
    return max((one for one in COUNT_BUCKETS if one <= count), default=None)


def price_bucket(price: int) -> int:
    """The next bucket above a price, never the price itself."""
    for bucket in PRICE_BUCKETS:
        if price < bucket:
            return bucket
    return (price // _HUNDRED_DOLLARS + 1) * _HUNDRED_DOLLARS


def _numeric(offer: Offer) -> Iterator[RubricFeature]:
    if offer.price:
        bound = price_bucket(offer.price)
        yield RubricFeature("price", NumericRange(id="r", field="price", below=bound), money(bound), False)
    if offer.rating is not None and offer.rating >= _LEAST_RATING:
        stars = rating_bucket(offer.rating)
        rubric = NumericRange(id="r", field="average_rating", at_least=stars)
        yield RubricFeature("average_rating", rubric, f"{stars:g}", False)
    ratings = count_bucket(offer.review_count)
    if ratings is not None:
        rubric = NumericRange(id="r", field="rating_count", at_least=ratings)
        yield RubricFeature("rating_count", rubric, f"{ratings:,}", False)


def _stated(
    attribute: Attribute, title: tuple[str, ...], inventory: Inventory, department: str
) -> Iterator[RubricFeature]:
    value = attribute.value
    if isinstance(value, bool):
        return
    if isinstance(value, float | int):
        written = display_quantity(attribute.name, value, attribute.unit)
        if written is not None and (attribute.unit is not None or value >= _FEWEST_COUNTED):
            rubric = AttributeMatch(id="r", attribute=attribute.name, value=value, unit=attribute.unit)
            yield RubricFeature(attribute.name, rubric, written, contains(title, stems(written)))
        return
    items = (value,) if isinstance(value, str) else value
    for item in [one for one in items if is_clean(one)][:_MOST_ITEMS]:
        if len(inventory.values[attribute.name].products.get(item, ())) < _FEWEST_STATING:
            continue
        rubric = AttributeMatch(id="r", attribute=attribute.name, value=item)
        said = any(contains(title, stems(spelling)) for spelling in spellings(attribute.name, item))
        written = display_text(attribute.name, item)
        yield RubricFeature(attribute.name, rubric, written, said, *_told(attribute.name, item, department))


@lru_cache(maxsize=65536)
def _told(name: str, value: str, department: str) -> tuple[tuple[str, ...], tuple[LifeScene, ...]]:
    """What a value is like, and the scenes that suit the category; nothing where there are too few ways in all."""
    likened, told = paraphrases_of(name, value), scenes_of(name, value)
    suited = tuple(one for one in told if one.suits(department))
    if len(likened) + len(told) < FEWEST_PHRASINGS or len(likened) + len(suited) < _FEWEST_SUITED:
        return (), ()
    return likened, suited


@lru_cache(maxsize=65536)
def is_clean(value: str) -> bool:
    """Whether people would say a value: short, of words and not of signs, and no filler."""
    if len(value) > _LONGEST or not _CLEAN.fullmatch(value) or value.lower() in _VAGUE:
        return False
    words = value.split()
    if len(words) > _MOST_WORDS or not stems(value):
        return False
    return sum(letter.isalpha() for letter in value) * 2 >= len(value.replace(" ", "")) and not _repeats(words)


def _repeats(words: list[str]) -> bool:
    return any(one == other for one, other in pairwise(words))


def contains(text: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether these stems stand in a text one after the other."""
    size = len(wanted)
    if size < 2:
        return size == 1 and wanted[0] in text
    if wanted[0] not in text:
        return False
    return any(text[at : at + size] == wanted for at in range(len(text) - size + 1))


@lru_cache(maxsize=65536)
def spellings(name: str, value: str) -> tuple[str, ...]:
    """All that names a value: itself, its synonyms, and the raw spellings that become it."""
    known = canonical_attributes().get(name)
    if known is None:
        return (value,)
    others = [spelling for spelling, meant in known.rules.synonyms.items() if meant == value]
    return (value, *sorted(others))


def paraphrases_of(attribute: str, value: str) -> tuple[str, ...]:
    """The paraphrases of a value; none where there is no entry for it."""
    return paraphrases().get(attribute, {}).get(value, ())
