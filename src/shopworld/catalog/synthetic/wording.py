"""One offer's words: what its shop states about a product, written in the shop's units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from shopworld.catalog.kinds import KINDS
from shopworld.catalog.model import Attribute, Specification
from shopworld.catalog.synthetic.assortment import ShopAssortment
from shopworld.catalog.synthetic.departments import Departments, KindData, Value, fields_of
from shopworld.catalog.synthetic.products import ProductDraft
from shopworld.catalog.synthetic.units import write_number


@dataclass(slots=True)
class OfferWording:
    """The facts that one offer states, ready for titles and texts.

    Attributes:
        kind: data of the product's kind.
        name: brand, series and model.
        values: stated values as the shop writes them, by attribute.
        fields: what templates may use: `values`, names, and conditions such as `?wireless` or `?panel=ips`.
        stated: the stated attributes.
        specifications: rows of the specification table.
        title_words: what a title says about each stated attribute.
        short_fields: the same with a name that leaves the brand out, for texts that name it themselves.
    """

    kind: KindData
    name: str
    values: dict[str, str]
    fields: dict[str, str]
    stated: tuple[Attribute, ...]
    specifications: tuple[Specification, ...]
    title_words: dict[str, str]
    short_fields: dict[str, str]

    def fill(self, texts: Iterable[str]) -> list[str]:
        """The texts whose fields are all stated, filled in."""
        return [filled for one in texts if (filled := self.fill_one(one)) is not None]

    def fill_one(self, text: str) -> str | None:
        """The text filled in; None where a field is not stated."""
        named = fields_of(text)
        if not named:
            return text
        if not named <= self.fields.keys():
            return None
        filled = text.format_map(self.short_fields if "brand" in named else self.fields)
        return filled if text[0] != "{" else filled[0].upper() + filled[1:]


@lru_cache(maxsize=4096)
def _row(label: str, text: str) -> Specification:
    return Specification(label=label, text=text)


def write_value(value: Value, unit: str | None, shop: ShopAssortment, join: str = ", ") -> str:
    """A value as the shop writes it."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return join.join(one if isinstance(one, str) else write_number(one, unit, shop.unit_style) for one in value)
    return write_number(value, unit, shop.unit_style)


def word_offer(draft: ProductDraft, shop: ShopAssortment, departments: Departments, rng: Random) -> OfferWording:
    """Decides what the shop states about a product and writes it in the shop's way."""
    kind = draft.kind
    names = departments.attributes
    values: dict[str, str] = {}
    fields: dict[str, str] = {}
    stated: list[Attribute] = []
    rows: list[Specification] = []
    title_words: dict[str, str] = {}
    for attribute in draft.product.attributes:
        name = attribute.name
        if name == "model":
            stated.append(attribute)
            continue
        if (
            name not in kind.key
            and name != kind.variants
            and not kind.attributes[name].vary
            and rng.random() < shop.omitted
        ):
            continue
        stated.append(attribute)
        value = draft.values[name]
        about = names[name]
        text = write_value(value, about.unit, shop, about.join)
        rows.append(_row(about.labels[shop.label % len(about.labels)], text))
        if isinstance(value, bool):
            if value:
                fields["?" + name] = ""
                title_words[name] = about.title or about.labels[0]
            continue
        values[name] = text
        if isinstance(value, str):
            fields[f"?{name}={value.lower()}"] = ""
        if not (isinstance(value, list) and len(text) > 90):
            title = about.title.format(text) if about.title else text
            title_words[name] = title.removesuffix("s") if value == 1 and about.title else title
    fields.update(values)
    brand = draft.product.brand or ""
    name = draft.name
    if shop.shouting_brands:
        name = name.replace(brand, brand.upper(), 1)
    fields.update(brand=brand, name=draft.name, series=draft.product.series or "")
    short = {**fields, "name": draft.name.replace(brand, "", 1).strip()}
    wording = OfferWording(kind, name, values, fields, tuple(stated), tuple(rows), title_words, short)
    nouns = wording.fill(kind.nouns)
    noun = rng.choice(nouns) if nouns else KINDS[draft.product.kind].label
    plural = KINDS[draft.product.kind].plural
    for one in (fields, short):
        one["noun"] = noun
        one["noun_plural"] = plural if plural[:2].isupper() else plural.lower()
    return wording
