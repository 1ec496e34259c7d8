"""Titles and descriptions of products: what a model must say, and the products with what it wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape

from shopworld.arena import soundness
from shopworld.arena.generate.authoring.wanted import WantedText, WrittenText
from shopworld.goods.trades import trade_kinds
from shopworld.shop.data import MenuItemData, ProductData, ShopData

_FIRST_PARAGRAPH = re.compile(r"^<p>([^<]*)</p>")
_TITLE = (4, 80)
_TEXT = (60, 700)
_MOST_PARAGRAPHS = 2
_LONGEST_VALUE = 3
_SHORTEST_VALUE = 4
_PASSED_OVER = ("Care",)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")

Values = dict[str, set[str]]


class ProductTexts:
    """The texts of all products of a shop but gift cards.

    Args:
        data: of the shop as code has written it.
        withheld: digests of names that must not be told.
    """

    def __init__(self, data: ShopData, withheld: Mapping[str, Sequence[str]]) -> None:
        self._data, self._withheld = data, withheld
        self._products = [one for one in data.products if one.details.kind in trade_kinds() and _described(one)]
        self._titles = [one.title.casefold() for one in data.products]
        self._vendors = {one.vendor for one in data.products if one.vendor}
        self._nouns = {one.details.kind: _noun(one.details.kind) for one in self._products}
        self._values: Values = {}
        for one in self._products:
            for name, values in _values(one).items():
                self._values.setdefault(name, set()).update(values)
        self._taken_titles: set[str] = set()
        self._taken_texts: set[str] = set()

    def wanted(self) -> list[WantedText]:
        """What is to be written, in the order of the catalog."""
        return [self._wanted(one) for one in self._products]

    def _wanted(self, one: ProductData) -> WantedText:
        return WantedText(one.handle, self._facts(one), lambda text: [*self._faults(one, text)], self._remember)

    def _facts(self, one: ProductData) -> dict[str, object]:
        details = one.details
        return {
            "title": one.title,
            "text": _described(one),
            "what": trade_kinds()[details.kind].label,
            "brand": one.vendor,
            "facts": {row.label: row.text for row in details.specifications},
            "points": list(details.features),
            "keep_in_title": _stated(one, one.title),
            "keep": _stated(one, _described(one)),
        }

    def _faults(self, one: ProductData, text: WrittenText) -> Iterator[str]:
        body, known = "\n".join(text.paragraphs), _known(one)
        title = text.title
        yield from soundness.plain(text.whole)
        yield from soundness.length("title", title, *_TITLE)
        yield from soundness.length("text", body, *_TEXT)
        if not 1 <= len(text.paragraphs) <= _MOST_PARAGRAPHS or not all(part.strip() for part in text.paragraphs):
            yield f"has {len(text.paragraphs)} paragraphs; write one or two"
        if title != " ".join(title.split()):
            yield "the title has surplus spaces or lines"
        yield from self._title_faults(one, title)
        yield from soundness.kept(title, _stated(one, one.title))
        yield from soundness.kept(text.whole, _stated(one, _described(one)))
        yield from soundness.numbers(text.whole, known)
        yield from soundness.values_of_others(text.whole, _values(one), self._values, known)
        others = {name for name in self._vendors if name != one.vendor and not soundness.says(known, name)}
        yield from soundness.leaks(text.whole, others, self._withheld)
        if body.casefold() in self._taken_texts:
            yield "is the text of another product"

    def _title_faults(self, one: ProductData, title: str) -> Iterator[str]:
        folded = title.casefold()
        others = self._titles.count(folded) - (folded == one.title.casefold())
        if others or folded in self._taken_titles:
            yield f"the title {title!r} is another product's"
        for kind, noun in self._nouns.items():
            before, after = bool(noun.search(one.title)), bool(noun.search(title))
            if before and not after:
                yield f"the title no longer says {trade_kinds()[kind].label.split()[-1]!r}"
            if after and not before:
                yield f"the title says {trade_kinds()[kind].label.split()[-1]!r}, which it is not"

    def _remember(self, text: WrittenText) -> None:
        self._taken_titles.add(text.title.casefold())
        self._taken_texts.add("\n".join(text.paragraphs).casefold())

    def put(self, texts: Mapping[str, WrittenText]) -> ShopData:
        """The shop's data with these texts; handles stay, so that every address does."""
        products = tuple(
            _with_text(one, texts[one.handle]) if one.handle in texts else one for one in self._data.products
        )
        new = {f"/products/{one.handle}": one.title for one in products}
        menus = {name: tuple(_renamed(item, new) for item in menu) for name, menu in self._data.navigation.items()}
        return self._data.model_copy(update={"products": products, "navigation": menus})


def _with_text(one: ProductData, text: WrittenText) -> ProductData:
    rest = _FIRST_PARAGRAPH.sub("", one.description_html, count=1)
    html = "".join(f"<p>{escape(part.strip(), quote=False)}</p>" for part in text.paragraphs) + rest
    images = tuple(
        image.model_copy(update={"alt": image.alt.replace(one.title, text.title, 1)}) for image in one.images
    )
    summary = _SENTENCE_END.split(text.paragraphs[0].strip(), maxsplit=1)[0]
    return one.model_copy(
        update={
            "title": text.title,
            "description_html": html,
            "images": images,
            "details": one.details.model_copy(update={"summary": summary}),
        }
    )


def _renamed(item: MenuItemData, titles: Mapping[str, str]) -> MenuItemData:
    title = titles.get(item.url, item.title) if item.type == "PRODUCT" else item.title
    return item.model_copy(
        update={"title": title, "children": tuple(_renamed(child, titles) for child in item.children)}
    )


def _described(one: ProductData) -> str:
    """The first paragraph, which describes the product; empty where there is none of plain text."""
    match = _FIRST_PARAGRAPH.match(one.description_html)
    return unescape(match[1]) if match else ""


def _known(one: ProductData) -> str:
    """Everything that is said of it."""
    rows = [f"{row.label}: {row.text}" for row in one.details.specifications]
    options = [f"{option.name}: {', '.join(option.values)}" for option in one.options]
    return "\n".join((one.title, _described(one), one.vendor, *one.tags, *one.details.features, *rows, *options))


def _stated(one: ProductData, text: str) -> list[str]:
    """Facts of the product that a text states."""
    rows = [value for values in _values(one, fold=False).values() for value in sorted(values)]
    return [value for value in dict.fromkeys((*rows, *one.tags)) if len(value) > 1 and soundness.says(text, value)]


def _values(one: ProductData, *, fold: bool = True) -> Values:
    """Its facts by label: single values, as they are compared with those of others."""
    found: Values = {}
    for row in one.details.specifications:
        if row.label in _PASSED_OVER:
            continue
        for value in row.text.split(", "):
            if len(value.split()) <= _LONGEST_VALUE and (not fold or _tells(value)):
                found.setdefault(row.label, set()).add(value.casefold() if fold else value)
    return found


def _tells(value: str) -> bool:
    """Whether a value is a word that cannot be meant otherwise: no size, no number."""
    return len(value) >= _SHORTEST_VALUE and not any(letter.isdigit() for letter in value)


def _noun(kind: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(trade_kinds()[kind].label.split()[-1])}s?\b", re.IGNORECASE)
