"""Whether what a judge quotes is really there: words and numbers in order, whatever stands between them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from shopworld.evaluation.judges.forms import Pointer
from shopworld.evaluation.judges.records import Evidence

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")


class Quotable:
    """Something that quotes are looked up in.

    Args:
        text: all that was shown.
        pictures: steps of which a picture was shown: what stands there cannot be looked up in text.
    """

    def __init__(self, text: str, pictures: Collection[int] = ()) -> None:
        self._words = f" {_folded(text)} "
        self._pictures = frozenset(pictures)

    def check(self, pointers: Iterable[Pointer]) -> tuple[Evidence, ...]:
        """The evidence with whether it is there."""
        return tuple(Evidence(step=one.step, quote=one.quote, found=self._holds(one)) for one in pointers)

    def _holds(self, pointer: Pointer) -> bool:
        words = _folded(pointer.quote)
        return bool(words) and (f" {words} " in self._words or pointer.step in self._pictures)


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
