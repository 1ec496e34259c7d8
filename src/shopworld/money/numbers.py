"""What the digits and marks of a written number mean.

In this order:

1. Marks of two kinds: the last stands before decimals, the others group. `1.299,90`, `1,29,900.50`, `1'299.50`.
2. A mark that repeats groups. `1.299.900`, `1 299 900`.
3. A lone mark that does not have three digits behind and one to three before it, not `0`, is the number's own: it
   stands before decimals, whatever the source's convention. `12,5`, `0.299`, `1299.90`. Apostrophes and spaces group.
4. What is left looks like `1.299`. The source's convention decides, where it is known. Else three decimals are read
   only where the currency has as many and its country writes this mark before them (`KWD 1.299`), and thousands
   otherwise. That is certain where the currency has no decimals (`¥1,299`) or its country writes the other mark before
   decimals (`$1,299`); else both readings are kept (`€1.299`, `1,299`).
"""

from __future__ import annotations

import re
from decimal import Decimal

from shopworld.money.conventions import Convention
from shopworld.money.currencies import decimal_marks, minor_digits

MOST_DIGITS = 18
_MARK = re.compile(r"[^0-9]")
_DECIMAL_ONLY = "٫"
_GROUPS_ONLY = "' \u00a0"
_THREES = re.compile(r"\d{1,3}(?:\D\d{3})+")
_TWOS = re.compile(r"\d{1,2}(?:,\d{2})*,\d{3}")

Reading = tuple[Decimal, frozenset[Decimal]]
"""What a number means, and what else it may mean."""


def read_number(number: str, convention: Convention, currency: str, *, no_cents: bool = False) -> Reading | None:
    """What a number means; None where its marks make no sense, or it is longer than any amount.

    Args:
        number: digits from 0 to 9 with marks between them.
        convention: of the source.
        currency: that stands beside it; empty without one.
        no_cents: whether a dash stands for its decimals: `1.299,-`.
    """
    marks = _MARK.findall(number)
    if len(number) - len(marks) > MOST_DIGITS:
        return None
    if not marks:
        return Decimal(number), frozenset()
    last, kinds = marks[-1], set(marks)
    whole, _, behind = number.rpartition(last)
    if last == _DECIMAL_ONLY or len(kinds) > 1:
        return _decimal(whole, behind) if marks.count(last) == 1 and last not in _GROUPS_ONLY else None
    if len(marks) > 1 or last in _GROUPS_ONLY:
        return _grouped(number)
    if len(behind) != 3 or len(whole) > 3 or whole.startswith("0"):
        return _decimal(whole, behind)
    return _grouped(number) if no_cents else _doubtful(whole, last, behind, convention, currency)


def _doubtful(whole: str, mark: str, behind: str, convention: Convention, currency: str) -> Reading:
    grouped, decimal = Decimal(whole + behind), Decimal(f"{whole}.{behind}")
    if convention.decimal in (".", ","):
        return (decimal if mark == convention.decimal else grouped), frozenset()
    digits = minor_digits(currency)
    at_home = decimal_marks(currency) if currency else frozenset()
    if digits == 3 and at_home == {mark}:
        return decimal, frozenset()
    if digits == 0 or (at_home and mark not in at_home):
        return grouped, frozenset()
    return grouped, frozenset({decimal})


def _decimal(whole: str, behind: str) -> Reading | None:
    found = _grouped(whole) if _MARK.search(whole) else (Decimal(whole), frozenset())
    return None if found is None else (Decimal(f"{found[0]}.{behind}"), frozenset())


def _grouped(number: str) -> Reading | None:
    if len(set(_MARK.findall(number))) > 1 or not (_THREES.fullmatch(number) or _TWOS.fullmatch(number)):
        return None
    return Decimal(_MARK.sub("", number)), frozenset()
