"""Information pages: paragraph by paragraph in other words; headings, tables, contacts and short lines stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape, unescape
from typing import TypeVar

from shopworld.arena import soundness
from shopworld.arena.generate.authoring.wanted import WantedText, WrittenText
from shopworld.shop.data import PageData, PolicyData, ShopData

_BLOCK = re.compile(r"<(p|li)>([^<]+)</\1>")
_SHORTEST = 30
_CONTACT = re.compile(r"@|(?:\+|00)\d|\b[A-Z]{2} \d{5}\b")
_LONGEST_GROWTH = 2.0

Page = TypeVar("Page", PageData, PolicyData)


class PageTexts:
    """The texts of policies and other information pages.

    Args:
        data: of the shop.
        withheld: digests of names that must not be told.
    """

    def __init__(self, data: ShopData, withheld: Mapping[str, Sequence[str]]) -> None:
        self._data, self._withheld = data, withheld

    def wanted(self) -> list[WantedText]:
        """What is to be written: a page each, as far as it has paragraphs of its own words."""
        pages: tuple[PageData | PolicyData, ...] = (*self._data.policies, *self._data.pages)
        found = []
        for one in pages:
            blocks = _blocks(one.body_html)
            if blocks:
                facts: dict[str, object] = {"page": one.title, "paragraphs": blocks}
                found.append(WantedText(one.handle, facts, self._checking(blocks)))
        return found

    def _checking(self, blocks: Sequence[str]) -> _Checking:
        return _Checking(blocks, self._withheld)

    def put(self, texts: Mapping[str, WrittenText]) -> ShopData:
        """The shop's data with these texts."""
        return self._data.model_copy(
            update={
                "pages": tuple(_with_text(one, texts.get(one.handle)) for one in self._data.pages),
                "policies": tuple(_with_text(one, texts.get(one.handle)) for one in self._data.policies),
            }
        )


class _Checking:
    """What is wrong with a page's paragraphs."""

    def __init__(self, blocks: Sequence[str], withheld: Mapping[str, Sequence[str]]) -> None:
        self._blocks, self._withheld = blocks, withheld

    def __call__(self, text: WrittenText) -> list[str]:
        if len(text.paragraphs) != len(self._blocks):
            return [f"has {len(text.paragraphs)} paragraphs; write {len(self._blocks)}"]
        return [
            f"paragraph {number}: {fault}"
            for number, (old, new) in enumerate(zip(self._blocks, text.paragraphs, strict=True), 1)
            for fault in self._faults(old, new)
        ]

    def _faults(self, old: str, new: str) -> Iterator[str]:
        yield from soundness.plain(new)
        yield from soundness.length("text", new, min(len(old) // 2, _SHORTEST), int(len(old) * _LONGEST_GROWTH) + 40)
        yield from soundness.counted_kept(new, old)
        yield from soundness.numbers(new, old)
        yield from soundness.kept(new, _names(old))
        yield from soundness.leaks(new, (), self._withheld)


def _names(text: str) -> list[str]:
    """Words written as names within a sentence: `Visa`, `Marlow Lane`, `Final Sale`."""
    return re.findall(r"(?<=[^.!?:] )[A-Z][\w&'’-]+(?: (?:& )?[A-Z][\w'’-]+)*", text)


def _blocks(html: str) -> list[str]:
    """Paragraphs and entries of lists that may be said otherwise."""
    texts = [unescape(match[2]) for match in _BLOCK.finditer(html)]
    return [text for text in texts if _is_free(text)]


def _is_free(text: str) -> bool:
    return len(text) >= _SHORTEST and not _CONTACT.search(text)


def _with_text(page: Page, text: WrittenText | None) -> Page:
    if text is None:
        return page
    left = list(text.paragraphs)

    def instead(match: re.Match[str]) -> str:
        if not _is_free(unescape(match[2])):
            return match[0]
        return f"<{match[1]}>{escape(left.pop(0).strip(), quote=False)}</{match[1]}>"

    return page.model_copy(update={"body_html": _BLOCK.sub(instead, page.body_html)})
