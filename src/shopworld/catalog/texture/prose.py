"""Descriptions as lines, sentences and words: the one reader of all figures of texture, for every catalog."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from shopworld.catalog.model import Offer

_BREAKS = re.compile(r"<(?:br|/?p|/?li|/?h\d|/?tr|/?td|/?th|/?ul|/?ol|/?table)\b[^>]*>|\n")
_TAGS = re.compile(r"<[^>]+>")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]")
_DIGIT = re.compile(r"\d")
_FEWEST_WORDS = 3
"""A line of fewer words is no sentence but a label or a value."""
_LEAST_KNOWN, _LONGEST_RARE, _SHORTEST = 100, 2, 5


@dataclass(frozen=True, slots=True)
class WrittenOffer:
    """An offer's description, read once.

    Attributes:
        offer: the offer.
        text: its description as plain text, a line a block.
        sentences: lines cut behind full stops, as they are written, of at least three words.
        words: in lower case.
    """

    offer: Offer
    text: str
    sentences: tuple[str, ...]
    words: tuple[str, ...]

    @classmethod
    def read(cls, offer: Offer) -> WrittenOffer:
        """Reads an offer."""
        text = plain_lines(offer.description_html)
        sentences = tuple(one for one in _sentences(text) if len(words_of(one)) >= _FEWEST_WORDS)
        return cls(offer, text, sentences, tuple(words_of(text)))

    def blanked(self) -> Iterator[str]:
        """The sentences with tokens that hold digits, the brand and the words of the title as blanks."""
        names = {one for one in words_of(f"{self.offer.title} {self.offer.brand or ''}") if len(one) > 1}
        for sentence in self.sentences:
            kept: list[str] = []
            for word in words_of(sentence):
                shown = "_" if word in names or _DIGIT.search(word) else word
                if shown != "_" or not kept or kept[-1] != "_":
                    kept.append(shown)
            yield " ".join(kept)


def plain_lines(markup: str) -> str:
    """Sanitised HTML as plain text; blocks and breaks begin a line."""
    return html.unescape(_TAGS.sub(" ", _BREAKS.sub("\n", markup)))


def words_of(text: str) -> list[str]:
    """Words in lower case: letters and digits, with apostrophes inside."""
    return [one.casefold() for one in _WORD.findall(text)]


def tokens_of_sentence(sentence: str) -> list[str]:
    """Words in lower case and marks, one by one."""
    return [one.casefold() for one in _TOKEN.findall(sentence)]


def _sentences(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        for part in _SENTENCE_END.split(line):
            sentence = " ".join(part.split())
            if sentence:
                yield sentence


def recurring_share(sentences: Counter[str], times: int = 5) -> float:
    """The share of sentences whose words stand at least so often in the catalog."""
    return sum(count for count in sentences.values() if count >= times) / max(1, sentences.total())


def misspelt(words: Mapping[str, int]) -> frozenset[str]:
    """Words that look like slips: rare, and one letter dropped, doubled, changed or swapped from a frequent one.

    Changes at the end of a word are inflections, not slips.
    """
    known = {one for one, count in words.items() if count >= _LEAST_KNOWN and len(one) >= _SHORTEST and one.isalpha()}
    shorter = {form for one in known for form in _without_a_letter(one)}
    found = set()
    for one, count in words.items():
        if count > _LONGEST_RARE or len(one) < _SHORTEST or not one.isalpha():
            continue
        forms = _without_a_letter(one)
        if one in shorter or not known.isdisjoint(forms) or not shorter.isdisjoint(forms):
            found.add(one)
    return frozenset(found)


def _without_a_letter(word: str) -> set[str]:
    return {word[:at] + word[at + 1 :] for at in range(1, len(word) - 1)}
