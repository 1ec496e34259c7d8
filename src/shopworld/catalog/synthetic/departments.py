"""Departments: the data files that say which products exist, what they are made of and how they are described.

One TOML file a department part lies in `departments/`; `attributes.toml` names the attributes and `words.toml` holds
the sentences and names that all kinds share. `docs/synthetic-catalog.md` explains every field.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from shopworld.catalog.kinds import KINDS
from shopworld.errors import InputError

FOLDER = Path(__file__).parent
NAME_FIELDS = frozenset({"brand", "name", "series", "noun", "noun_plural"})
"""Fields that sentences may use beside the kind's attributes."""

T = TypeVar("T", bound=BaseModel)
Scalar = bool | int | float | str
Value = Scalar | list[str | int]


def _plain_text(text: str) -> str:
    if "<" in text or "&" in text:
        raise ValueError(f"text must hold neither '<' nor '&', found {text!r}")
    try:
        list(Formatter().parse(text))
    except ValueError as error:
        raise ValueError(f"braces must name a field, found {text!r}") from error
    return text


Sentence = Annotated[str, AfterValidator(_plain_text)]


class DepartmentPart(BaseModel):
    """Base of all parts of a data file: unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class AttributeName(DepartmentPart):
    """How an attribute is called, whichever kind has it."""

    labels: list[str] = Field(min_length=1)
    """Labels in specification tables; each shop takes another one."""
    unit: str | None = None
    """Canonical unit of its numbers."""
    title: str = ""
    """What a title says where a yes-or-no attribute holds; `{}` is the value of others."""
    join: str = ", "
    """What stands between its values where it has several."""
    explain: list[Sentence] = []
    """Sentences for long descriptions; `{value}` is the value as the shop writes it."""


class Axis(DepartmentPart):
    """The values that an attribute takes within one kind."""

    values: list[Value] | dict[str, list[Value]] = []
    """A list, or lists by the value of another attribute (`by`)."""
    by: str | None = None
    vary: bool = False
    """Products of one family differ in it."""
    per: float = 0
    """Euro per unit."""
    factor: dict[str, float] = {}
    """What a value multiplies the price by."""
    share: float = Field(1.0, ge=0, le=1)
    """Share of the lines that state it at all."""
    fits: str | None = None
    """A kind: the value is a list of models of that kind."""


class Series(DepartmentPart):
    """A class of products that every brand has under a series name of its own."""

    name: str | None = None
    """Fixed name; otherwise each brand gets a series name from the word list."""
    brands: list[str] = []
    """Only these brands have it; all where empty."""
    suffixes: list[str] = [""]
    """Appended to the series name: `Pro`, `Lite`."""
    factor: float = Field(1.0, gt=0)
    set: dict[str, Value | list[Value]] = {}
    """Attributes that the series fixes, or narrows to a list."""


class DepartmentAspect(DepartmentPart):
    """Something that reviews speak about."""

    name: str
    positive: list[Sentence] = Field(min_length=2)
    negative: list[Sentence] = Field(min_length=2)


class KindData(DepartmentPart):
    """Everything about one kind of product."""

    weight: float = Field(gt=0)
    """Share of its department's offers."""
    brands: list[str] = Field(min_length=2)
    price: float = Field(gt=0)
    """Euro, before factors and euro per unit."""
    nouns: list[str] = Field(min_length=1)
    """What titles call it; may name attributes."""
    model: str = ""
    """Model code after the name: `#` a digit, `@` a letter."""
    name: str = "{brand} {series} {model}"
    generations: list[str] = [""]
    """Oldest first; an older one costs less."""
    series: list[Series] = Field(min_length=1)
    attributes: dict[str, Axis] = Field(min_length=1)
    key: list[str] = []
    """Attributes that every title states."""
    facts: list[str] = []
    """What longer titles add, most telling first; names of attributes, or text with such names in braces."""
    phrases: list[Sentence] = []
    """Selling phrases for the longest titles."""
    openings: list[Sentence] = Field(min_length=2)
    sentences: list[Sentence] = Field(min_length=3)
    features: list[Sentence] = Field(min_length=2)
    """Short bullet points."""
    box: list[str] = []
    """What is in the box beside the product."""
    aspects: list[DepartmentAspect] = Field(min_length=2)
    variants: str | None = None
    """Attribute that buyers can choose within one offer."""
    models: bool = False
    """Other kinds name its models (`fits`): it states an attribute `model`."""

    @model_validator(mode="after")
    def _holds_together(self) -> KindData:
        for name, axis in self.attributes.items():
            if axis.by is not None and (axis.by not in self.attributes or not isinstance(axis.values, dict)):
                raise ValueError(f"attributes.{name}: `by` must name an attribute, and values be lists by its values")
            if isinstance(axis.values, dict) and axis.by is None:
                raise ValueError(f"attributes.{name}: lists by value need `by`")
        for at, series in enumerate(self.series):
            for name in series.set:
                if name not in self.attributes:
                    raise ValueError(f"series[{at}].set names {name!r}, which is no attribute of the kind")
            for brand in series.brands:
                if brand not in self.brands:
                    raise ValueError(f"series[{at}].brands names {brand!r}, which is no brand of the kind")
        for name in [
            *(one for one in self.facts if "{" not in one),
            *self.key,
            *([self.variants] if self.variants else []),
        ]:
            if name not in self.attributes:
                raise ValueError(f"{name!r} is no attribute of the kind")
        known = NAME_FIELDS | self.attributes.keys() | {"model"}
        for text in (*self.nouns, *self.facts, *self.openings, *self.sentences, *self.features, *self.phrases):
            for field in fields_of(text):
                if attribute_of(field) not in known:
                    raise ValueError(f"{text!r} names {field!r}, which is no attribute of the kind")
        return self


class Words(DepartmentPart):
    """Names and sentences that all kinds share."""

    series: list[str] = Field(min_length=50)
    authors: list[str] = Field(min_length=20)
    openings: list[Sentence]
    quality: list[Sentence]
    use: list[Sentence]
    service: list[Sentence]
    brand: list[Sentence]
    questions: list[list[Sentence]]
    highlights: list[Sentence]
    aspects: list[DepartmentAspect]
    review_openings: dict[str, list[Sentence]]
    review_closings: dict[str, list[Sentence]]
    review_titles: dict[str, list[Sentence]]


class Departments(DepartmentPart):
    """All data of the synthetic catalog."""

    kinds: dict[str, KindData]
    attributes: dict[str, AttributeName]
    words: Words


@cache
def fields_of(text: str) -> frozenset[str]:
    """The fields in braces of a text."""
    return frozenset(field for _, field, _, _ in Formatter().parse(text) if field)


def attribute_of(field: str) -> str:
    """The name in a field: `capacity`, or that of a condition, `?wireless` or `?panel=ips`."""
    return field.removeprefix("?").partition("=")[0]


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=path) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"is no valid TOML: {error}", file=path) from error


def _checked(model: type[T], data: object, path: Path, field: str) -> T:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(one) for one in (field, *first["loc"]) if one != "")
        found = "" if isinstance(first["input"], dict | list) else f", found {first['input']!r}"
        raise InputError(f"{first['msg']}{found}", file=path, field=where) from error


def load_departments(folders: tuple[Path, ...] = ()) -> Departments:
    """Reads the departments of the package, and those of more folders over them.

    Args:
        folders: folders with more `*.toml` files of kinds; a kind in them replaces the one of that name.

    Returns:
        all kinds, attributes and words.

    Raises:
        InputError: a file is not as it must be; says which file, which field and what was expected.
    """
    path = FOLDER / "attributes.toml"
    attributes = {name: _checked(AttributeName, one, path, name) for name, one in _read(path).items()}
    path = FOLDER / "words.toml"
    words = _checked(Words, _read(path), path, "")
    kinds: dict[str, KindData] = {}
    for folder in (FOLDER / "departments", *folders):
        for path in sorted(folder.glob("*.toml")):
            for name, data in _read(path).items():
                kinds[name] = _kind(name, data, path, attributes)
    return Departments(kinds=kinds, attributes=attributes, words=words)


def _kind(name: str, data: object, path: Path, attributes: Mapping[str, AttributeName]) -> KindData:
    if name not in KINDS:
        raise InputError("is no kind of product; kinds are listed in catalog/kinds.py", file=path, field=name)
    kind = _checked(KindData, data, path, name)
    for attribute in kind.attributes:
        if attribute not in attributes:
            raise InputError(
                "is no known attribute",
                file=path,
                field=f"{name}.attributes.{attribute}",
                hint="Name it in synthetic/attributes.toml, with its labels and unit.",
            )
    for attribute, axis in kind.attributes.items():
        if axis.fits is not None and axis.fits not in KINDS:
            raise InputError(f"{axis.fits!r} is no kind", file=path, field=f"{name}.attributes.{attribute}.fits")
    return kind


@cache
def default_departments() -> Departments:
    """The departments of the package, read once."""
    return load_departments()
