"""Reads a goal for one shop into errands: pages to read, questions to answer, things to put into the cart.

The rules look at one sentence after the other: for what it names in quotation marks, and for the words around that.
They know no alternatives, no comparisons, no sums: what is similar, cheaper or better rated is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class PageErrand:
    """A page of the shop to open.

    Attributes:
        name: the page's title, where the goal says it.
        subject: otherwise what it is about, one word.
    """

    name: str = ""
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Purchase:
    """Something to put into the cart.

    Attributes:
        title: of the product, where one is named.
        query: what to search for before anything else.
        place: a collection to go to.
        under: the menu that it stands in.
        filters: label and value of each filter to be set.
        options: values of the variant.
        quantity: pieces.
    """

    title: str = ""
    query: str = ""
    place: str = ""
    under: str = ""
    filters: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Errands:
    """All that a goal asks for, in its order."""

    looks: tuple[PageErrand, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    questions: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.looks or self.purchases or self.questions)


_QUOTED = re.compile(r"[“\"]([^“”\"]+)[”\"]")
_NAME = r"<(\d+)>"
_SENTENCE = re.compile(r"(?<=[.?!])\s+|\b(?:then|and|next|also|finally|that|this|question[^:]*):\s+", re.I)
_OPTIONS = re.compile(r"\(([^()]*:[^()]*)\)")
_PAGE_NAMED = re.compile(rf"\bpages? (?:called |named |titled )?{_NAME}|{_NAME} page\b", re.I)
_PAGE_ABOUT = re.compile(r"\b(?:page|policy|information|question) (?:about|on) (?:the )?(\w+)", re.I)
_PAGE_OF = re.compile(r"(?<!['’])\b(\w+) (?:page|policy)\b", re.I)
_SEARCHED = re.compile(rf"\b(?:search|look)(?: [\w' ]+?)? for {_NAME}|\b(?:named|called) {_NAME}", re.I)
_SEARCHED_BEFORE = re.compile(r"\b(?:search for|find|look for|buy|add|get) (?:it|that|this)\b", re.I)
_COLLECTION = re.compile(rf"\b(?:collection|category|section|department) {_NAME}", re.I)
_OPENED = re.compile(rf"\b(?:open|go to|visit|look (?:at|into)|browse) {_NAME}", re.I)
_UNDER = re.compile(rf"\b(?:under|below|within) {_NAME}", re.I)
_FILTER = re.compile(
    rf"\bfilters? (?:by )?(?:{_NAME}|([\w ]+?)) (?:to|is|:|as)(?: show only)? (?:{_NAME}|(\w[^.,]*?))(?=[.,]| and |$)",
    re.I,
)
_ADDED = re.compile(
    rf"\b(?:add|put|buy|take|get|want)(?: just| exactly)?(?: one| an?| the| (\d+))?(?: pieces? of| of)? {_NAME}", re.I
)
_ASKING = re.compile(r"\b(?:what|how|when|which|within|from what|who|where|do|does|is|can)\b", re.I)
_BUYING = re.compile(r"\b(?:cart|basket|add|buy|have for)\b", re.I)


_NO_SUBJECTS = frozenset(("a", "an", "each", "home", "its", "next", "own", "same", "the", "their", "this", "your"))


@dataclass(slots=True)
class _Reader:
    """Goes through the sentences; keeps what has been understood so far."""

    names: list[str]
    looks: list[PageErrand] = field(default_factory=list)
    purchases: list[Purchase] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    loose: str = ""
    """Something named that nothing was said about yet."""

    def name(self, *numbers: str | None) -> str:
        number = next((one for one in numbers if one), None)
        return self.names[int(number)] if number is not None else ""

    def unmasked(self, text: str) -> str:
        return re.sub(_NAME, lambda match: f"“{self.names[int(match[1])]}”", text)

    def change(self, **values: object) -> None:
        """Says more about the latest purchase."""
        if not self.purchases:
            self.purchases.append(Purchase())
        self.purchases[-1] = replace(self.purchases[-1], **values)  # type: ignore[arg-type]

    def sentence(self, text: str) -> None:
        if text.rstrip().endswith("?") and _ASKING.search(text) and not _BUYING.search(text):
            self.questions.append(self.unmasked(text))
            return
        if self.questions and re.match(r"answer\b", text, re.I):
            self.questions[-1] += f" {self.unmasked(text)}"
            return
        if self._page(text):
            return
        self._thing(text)
        self._details(text)

    def _page(self, text: str) -> bool:
        named, about = _PAGE_NAMED.search(text), _PAGE_ABOUT.search(text)
        about = about or _PAGE_OF.search(text)
        if named is not None:
            self.looks.append(PageErrand(name=self.name(*named.groups())))
            return True
        if about is None or re.search(_NAME, text) or about[1].lower() in _NO_SUBJECTS:
            return False
        self.looks.append(PageErrand(subject=about[1].lower()))
        return True

    def _thing(self, text: str) -> None:
        """What the sentence names: something to search for, a collection, a product."""
        collection, searched = _COLLECTION.search(text) or _OPENED.search(text), _SEARCHED.search(text)
        if collection is not None:
            place, under = self.name(*collection.groups()), _UNDER.search(text)
            if re.search(r"\binstead\b", text, re.I) and self.purchases:
                self.change(place=place, title="")
            else:
                self.purchases.append(Purchase(place=place, under=self.name(under[1]) if under else ""))
        elif searched is not None or (self.loose and _SEARCHED_BEFORE.search(text)):
            wanted = self.name(*searched.groups()) if searched is not None else self.loose
            self.purchases.append(Purchase(title=wanted, query=wanted))
        else:
            known = {one.title for one in self.purchases}
            for match in _ADDED.finditer(text):
                title = self.name(match[2])
                if title not in known:
                    self.purchases.append(Purchase(title=title, quantity=int(match[1] or 1)))
                    known.add(title)
            mentioned = [self.name(number) for number in re.findall(_NAME, text)]
            self.loose = next((one for one in mentioned if one not in known), "")

    def _details(self, text: str) -> None:
        """Filters and variant of what is being bought."""
        if not self.purchases:
            return
        for match in _FILTER.finditer(text):
            label, value = match[2] or self.name(match[1]), match[4] or self.name(match[3])
            self.change(filters=(*self.purchases[-1].filters, (label.strip(), value.strip())))
        for match in _OPTIONS.finditer(text):
            self.change(options=tuple(part.partition(":")[2].strip() for part in match[1].split(", ")))


def _sentences(masked: str) -> Iterator[str]:
    """Sentences, and the parts that follow a colon or a semicolon."""
    for part in _SENTENCE.split(masked):
        yield from (piece.strip() for piece in (part or "").split("; ") if piece.strip())


def read_errands(intent: str) -> Errands:
    """Reads what is asked for in one shop; empty where nothing is recognised.

    Args:
        intent: the task's own text, without what stands around it.
    """
    names: list[str] = []

    def mask(match: re.Match[str]) -> str:
        names.append(match[1].strip(" .,"))
        return f"<{len(names) - 1}>"

    reader = _Reader(names)
    masked = _QUOTED.sub(mask, intent)
    for sentence in _sentences(masked):
        reader.sentence(sentence)
    wanted = tuple(one for one in reader.purchases if one.title or one.place)
    return Errands(tuple(reader.looks), wanted, tuple(reader.questions))
