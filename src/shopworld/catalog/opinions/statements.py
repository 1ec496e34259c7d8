"""Statements in a reviewer's words, looked for in reviews: most of the words that carry the meaning in one passage."""

from __future__ import annotations

import re
from functools import cache

from shopworld.catalog.model import Review
from shopworld.catalog.stemming import stems

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|[\n\r]+")
_SHARE = 0.6
"""Of the words that carry the meaning, how many must stand in two sentences that follow one another."""
_PLAIN = (
    "a an and are as at be been but by can could did do does for from had has have he her his i if in is it its just me"
    " more my no not of on or our she so than that the their them there they this to too very was we were what when"
    " which who will with would you your really also even only quite lot much some any all into out up about because"
)


@cache
def _plain_stems() -> frozenset[str]:
    return frozenset(stems(_PLAIN))


def find_statement(review: Review, statement: str) -> str | None:
    """The passage of a review that says a statement; None where no passage does.

    Args:
        review: its title and text are read.
        statement: in a reviewer's words, e.g. `the angle can be adjusted`.
    """
    wanted = set(stems(statement)) - _plain_stems()
    if not wanted:
        return None
    sentences = [one.strip() for one in _SENTENCE_END.split(f"{review.title}\n{review.body}") if one.strip()]
    best, passage = 0.0, None
    for at, sentence in enumerate(sentences):
        for text in (sentence, " ".join(sentences[at : at + 2])):
            share = len(wanted.intersection(stems(text))) / len(wanted)
            if share > best:
                best, passage = share, text
    return passage if best >= _SHARE else None
