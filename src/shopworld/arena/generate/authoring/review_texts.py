"""What customers write: stars and opinions are decided, the words are a model's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from shopworld.arena import soundness
from shopworld.arena.generate.authoring.wanted import WantedText, WrittenText
from shopworld.shop.data import ProductData, ReviewData, ShopData

_TITLE = (2, 80)
_TEXT = (20, 500)
_STEM = 3
_STARS = re.compile(r"\b(\d|one|two|three|four|five)[ -]stars?\b", re.IGNORECASE)
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


class WrittenReviews:
    """The texts of all reviews of a shop.

    Args:
        data: of the shop.
        withheld: digests of names that must not be told.
    """

    def __init__(self, data: ShopData, withheld: Mapping[str, Sequence[str]]) -> None:
        self._data, self._withheld = data, withheld
        self._products = {one.handle: one for one in data.products}
        self._vendors = {one.vendor for one in data.products if one.vendor}
        self._taken: set[str] = set()

    def wanted(self) -> list[WantedText]:
        """What is to be written, product by product."""
        return [
            self._wanted(_key(handle, number), self._products[handle], one)
            for handle, reviews in self._data.reviews.items()
            if handle in self._products
            for number, one in enumerate(reviews, 1)
        ]

    def _wanted(self, key: str, product: ProductData, one: ReviewData) -> WantedText:
        facts: dict[str, object] = {
            "product": product.title,
            "stars": one.rating,
            "opinions": {each.aspect: "good" if each.positive else "bad" for each in one.opinions},
            "title": one.title,
            "text": one.body,
        }
        return WantedText(key, facts, lambda text: [*self._faults(product, one, text)], self._remember)

    def _faults(self, product: ProductData, one: ReviewData, text: WrittenText) -> Iterator[str]:
        body = "\n".join(text.paragraphs)
        known = f"{one.title}\n{one.body}\n{product.title}"
        yield from soundness.plain(text.whole)
        yield from soundness.length("title", text.title, *_TITLE)
        yield from soundness.length("text", body, *_TEXT)
        if len(text.paragraphs) != 1:
            yield f"has {len(text.paragraphs)} paragraphs; write one"
        for match in _STARS.finditer(text.whole):
            said = _WORDS.get(match[1].casefold()) or int(match[1])
            if said != one.rating:
                yield f"says {match[0]!r}; it gives {one.rating} of five"
        yield from soundness.numbers(_STARS.sub("", text.whole), known)
        for opinion in one.opinions:
            stem = opinion.aspect.casefold()[: max(_STEM, len(opinion.aspect) - 2)]
            if stem not in text.whole.casefold():
                yield f"does not speak of {opinion.aspect!r}"
        others = {name for name in self._vendors if name != product.vendor and not soundness.says(known, name)}
        yield from soundness.leaks(text.whole, others, self._withheld)
        if body.casefold() in self._taken:
            yield "is the text of another review"

    def _remember(self, text: WrittenText) -> None:
        self._taken.add("\n".join(text.paragraphs).casefold())

    def put(self, texts: Mapping[str, WrittenText]) -> ShopData:
        """The shop's data with these texts."""
        reviews = {
            handle: tuple(_with_text(one, texts.get(_key(handle, number))) for number, one in enumerate(mine, 1))
            for handle, mine in self._data.reviews.items()
        }
        return self._data.model_copy(update={"reviews": reviews})


def _with_text(one: ReviewData, text: WrittenText | None) -> ReviewData:
    if text is None:
        return one
    return one.model_copy(update={"title": text.title, "body": text.paragraphs[0].strip()})


def _key(handle: str, number: int) -> str:
    return f"{handle} {number}"
