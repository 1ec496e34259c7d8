"""What collections say they hold: what a model must say, and the collections with what it wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape

from shopworld.arena import soundness
from shopworld.arena.generate.authoring.wanted import WantedText, WrittenText
from shopworld.shop.data import CollectionData, ShopData

_PLAIN = re.compile(r"^<p>([^<]*)</p>$")
_TEXT = (20, 260)
_EXAMPLES = 6


class CollectionTexts:
    """The texts of all collections of a shop.

    Args:
        data: of the shop.
        withheld: digests of names that must not be told.
    """

    def __init__(self, data: ShopData, withheld: Mapping[str, Sequence[str]]) -> None:
        self._data, self._withheld = data, withheld
        self._titles = {one.handle: one.title for one in data.products}
        self._vendors = {one.vendor for one in data.products if one.vendor}
        self._taken: set[str] = set()

    def wanted(self) -> list[WantedText]:
        """What is to be written, in the order of the collections."""
        return [self._wanted(one) for one in self._data.collections if _PLAIN.match(one.description_html)]

    def _wanted(self, one: CollectionData) -> WantedText:
        examples = [self._titles[handle] for handle in one.product_handles[:_EXAMPLES] if handle in self._titles]
        facts: dict[str, object] = {"name": one.title, "text": _said(one), "some_products": examples}
        return WantedText(one.handle, facts, lambda text: [*self._faults(one, text)], self._remember)

    def _faults(self, one: CollectionData, text: WrittenText) -> Iterator[str]:
        body = "\n".join(text.paragraphs)
        known = f"{one.title}\n{_said(one)}"
        yield from soundness.plain(body)
        yield from soundness.length("text", body, *_TEXT)
        if len(text.paragraphs) != 1:
            yield f"has {len(text.paragraphs)} paragraphs; write one"
        yield from soundness.numbers(body, known)
        others = {name for name in self._vendors if not soundness.says(known, name)}
        yield from soundness.leaks(body, others, self._withheld)
        if body.casefold() in self._taken:
            yield "is the text of another collection"

    def _remember(self, text: WrittenText) -> None:
        self._taken.add("\n".join(text.paragraphs).casefold())

    def put(self, texts: Mapping[str, WrittenText]) -> ShopData:
        """The shop's data with these texts."""
        collections = tuple(
            one.model_copy(
                update={"description_html": f"<p>{escape(texts[one.handle].paragraphs[0], quote=False)}</p>"}
            )
            if one.handle in texts
            else one
            for one in self._data.collections
        )
        return self._data.model_copy(update={"collections": collections})


def _said(one: CollectionData) -> str:
    match = _PLAIN.match(one.description_html)
    return unescape(match[1]) if match else ""
