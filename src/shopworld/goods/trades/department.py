"""The data of departments of goods: one TOML file each under `departments/`."""

from __future__ import annotations

from functools import cache
from string import Formatter
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from shopworld.catalog import KINDS

_CHEAPEST, _DEAREST = 20, 6
"""How many times cheaper and dearer than usual a thing may be, where its kind does not say so."""
GIFT_CARD = "gift_card"
"""The kind of gift cards; they belong to no department."""
Season = Literal["Spring", "Summer", "Autumn", "Winter"]
NAME_FIELDS = frozenset({"name", "line", "word", "noun", "vendor", "use"})
"""What titles and sentences may name beside facts."""


class GoodsPart(BaseModel):
    """Base of the data: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class GoodsAspect(GoodsPart):
    """Something that reviews speak about."""

    positive: list[str] = Field(min_length=2)
    negative: list[str] = Field(min_length=2)


class GoodsKind(GoodsPart):
    """One kind of goods."""

    group: str
    """The part of the shop it stands in: `Tops`, `Pans`."""
    label: str = ""
    """What one of it is called, where the catalog's vocabulary does not say so."""
    plural: str = ""
    price: float = Field(gt=0)
    """Middle price in US dollars."""
    lowest: float | None = Field(default=None, gt=0)
    highest: float | None = Field(default=None, gt=0)
    """The prices that it may have; a twentieth of the middle one to six times as much where none are told."""
    weight: float = Field(default=4, gt=0)
    """Its share of the department's products."""
    nouns: list[str] = Field(min_length=1)
    """What titles call it, in the writing of titles."""
    titles: list[str] = []
    """Forms of titles in place of the department's."""
    words: list[str] = []
    """Words for titles in place of the department's."""
    about: list[str] = Field(min_length=2)
    """First sentences of descriptions."""
    points: list[str] = Field(min_length=3)
    """Selling points."""
    options: dict[str, list[str] | str] = {}
    """What buyers choose: values, or the name of one of the department's lists."""
    facts: dict[str, list[str] | str] = {}
    """What is true of a product: the values one is drawn from, or the name of a list."""
    uses: list[str] = []
    seasons: list[Season] = []
    audiences: list[str] = []
    """For whom it is, where the department tells people apart; empty: for all of them."""
    aspects: list[str] = Field(min_length=2)
    care: list[str] = []
    """How it is cared for, where the department's care does not suit it."""
    closing: list[str] = []
    """Last sentences of descriptions, where the department's do not suit it."""
    per_option: dict[str, float] = {}
    """What a step along an option's values adds to the price, as a share of it."""

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest price that it may have, in US dollars."""
        return self.lowest or self.price / _CHEAPEST, self.highest or self.price * _DEAREST


class ArticleText(GoodsPart):
    """A story, guide or recipe of the shop's blog."""

    blog: Literal["journal", "recipes", "guides"]
    title: str
    summary: str
    paragraphs: list[str] = Field(min_length=2)
    kinds: list[str] = []
    """Kinds of goods it speaks of."""


class FrequentQuestion(GoodsPart):
    """A question with its answer for the page of frequent questions."""

    question: str
    answer: str


class Department(GoodsPart):
    """A trade: its kinds of goods, makers, words and texts."""

    name: str
    terms: list[str] = Field(min_length=3)
    """Words of a shop's category or descriptor that mean it."""
    groups: list[str] = Field(min_length=1)
    """The groups of its kinds, in the order of navigation."""
    audiences: list[str] = []
    unfit_uses: dict[str, list[str]] = {}
    """Uses that do not suit an audience: children do not go to work."""
    vendors: list[str] = Field(min_length=10)
    shop_names: list[str] = Field(min_length=6)
    taglines: list[str] = Field(min_length=3)
    lines: list[str] = Field(min_length=24)
    """Names of product lines."""
    words: list[str] = Field(min_length=6)
    """Words for titles."""
    titles: list[str] = Field(min_length=2)
    lists: dict[str, list[str]] = {}
    """Lists of values that several kinds share."""
    labels: dict[str, str] = {}
    """Names of facts for people, where they are not the fact's own name."""
    material_factor: dict[str, float] = {}
    """What a material multiplies the price by."""
    closing: list[str] = Field(min_length=3)
    """Last sentences of descriptions."""
    notes: list[str] = []
    """Sentences between the first and the last: of the maker, the line, what it is for."""
    care: list[str] = Field(min_length=2)
    warranty: str = ""
    """The usual warranty of the trade: `2 years`; empty where goods have none."""
    size_guide: list[list[str]] = []
    """Rows of the size guide; the first is its head."""
    aspects: dict[str, GoodsAspect]
    kinds: dict[str, GoodsKind] = Field(min_length=4)
    articles: list[ArticleText] = []
    questions: list[FrequentQuestion] = []

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        for name, kind in self.kinds.items():
            if name not in KINDS and not (kind.label and kind.plural):
                raise ValueError(f"kinds.{name} is no kind of product; kinds are listed in catalog/kinds.py")
            if kind.group not in self.groups:
                raise ValueError(f"kinds.{name}.group is {kind.group!r}, which is not among the groups")
            for aspect in kind.aspects:
                if aspect not in self.aspects:
                    raise ValueError(f"kinds.{name}.aspects names {aspect!r}, which the department has not")
            for of in (kind.options, kind.facts):
                for values in of.values():
                    if isinstance(values, str) and values not in self.lists:
                        raise ValueError(f"kinds.{name} names the list {values!r}, which the department has not")
            known = NAME_FIELDS | kind.facts.keys()
            for text in (*kind.titles, *kind.about, *kind.points, *kind.closing):
                unknown = fields_of(text) - known
                if unknown:
                    raise ValueError(
                        f"kinds.{name}: {text!r} names {sorted(unknown)[0]!r}, which is no fact of the kind"
                    )
        for text in (*self.notes, *self.closing):
            if unknown := fields_of(text) - NAME_FIELDS:
                raise ValueError(f"{text!r} names {sorted(unknown)[0]!r}; only {sorted(NAME_FIELDS)} suit all kinds")
        return self

    def values(self, values: list[str] | str) -> list[str]:
        """The values of an option or fact."""
        return self.lists[values] if isinstance(values, str) else values


@cache
def fields_of(text: str) -> frozenset[str]:
    """The fields in braces of a text."""
    return frozenset(field for _, field, _, _ in Formatter().parse(text) if field)
