"""Reads amounts of money from texts: a number with the sign, code or word of its currency, wherever that stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from shopworld.money.amount import Amount
from shopworld.money.conventions import DOT_DECIMAL, UNKNOWN, Convention
from shopworld.money.currencies import LONGEST_SIGN, Codes, codes_of, is_code, is_word, may_mean, minor_digits
from shopworld.money.numbers import MOST_DIGITS, read_number

_APOSTROPHES, _DASHES = "’‘ʼ´`′٬،⹁", "−﹣‐‑⁻"
_GAP = " \t\n\u00a0\u200b"
_WIDEST_GAP = 3
_NUMBER = re.compile(r"\d{1,3}(?:[ \u00a0']\d{3}){1,5}(?!\d)(?:[.,٫]\d+)?|\d+(?:[.,'٫]\d+)*")
_CLOSE_NUMBER = re.compile(_NUMBER.pattern.replace(r"[ \u00a0']", r"[\u00a0']"))
_NO_CENTS = re.compile(r"(?:[.,:][-–]{1,2}|/-)(?![\d-])")
_CENTS_BEHIND = re.compile(r"\d\d(?![\d.,])")
_NEXT_IN_FULL = re.compile(r" ?\d[\d.,']{0,12}[.,]\d\d(?!\d)")
_FEET, _LEAST_ALONE, _LEAST_FORINTS = "Ft", 3, 4
"""The sign of forints is that of feet, too: digits from which it is money, where it stands alone and in sentences."""
_LARGEST = 10**MOST_DIGITS
_MULTIPLE = re.compile(r"(?:[kKmM]|bn|mn)(?!\w)")


class _Plain(dict[int, str]):
    """One character for each: digits of any script, widths, spaces, apostrophes and dashes in one form."""

    def __missing__(self, code: int) -> str:
        one = chr(code)
        category = unicodedata.category(one)
        if category == "Nd":
            one = str(unicodedata.decimal(one))
        elif one in _APOSTROPHES:
            one = "'"
        elif one in _DASHES:
            one = "-"
        elif one in "—―":
            one = "–"
        elif one == "·":
            one = "٫"
        elif category == "Cf":
            one = "\u200b"
        elif category == "Zs" and one != " ":
            one = "\u00a0"
        elif category in ("Zl", "Zp") or one in "\r\v\f":
            one = "\n"
        else:
            wide = unicodedata.normalize("NFKC", one)
            one = wide if len(wide) == 1 and unicodedata.east_asian_width(one) == "F" else one
        self[code] = one
        return one


_PLAIN = _Plain()


@dataclass(frozen=True, slots=True)
class _Sign:
    """A sign of currency beside a number: where it stands, and what it may stand for."""

    start: int
    end: int
    codes: Codes
    text: str


def read_amount(text: str, convention: Convention = UNKNOWN) -> Amount | None:
    """The amount that a text consists of, with a currency or without; None for any other text.

    Args:
        text: `1.299,90 €`, `Rs. 1,29,900`, `12.5`, `10:-`, in digits of any script.
        convention: of its source.
    """
    reader = _Reader(text, convention, bare=True, alone=True)
    first = next(reader.amounts(), None)
    left, right = reader.edges
    return first if first is not None and first.span == (left, right) else None


def amounts_in(text: str, convention: Convention = UNKNOWN, *, bare: bool = False) -> list[Amount]:
    """All amounts of money in a text, in order.

    Args:
        text: any text; the time it takes grows with its length alone.
        convention: of its source.
        bare: whether numbers without a currency count, too.
    """
    return list(_Reader(text, convention, bare=bare).amounts())


def has_amount(text: str) -> bool:
    """Whether a text holds an amount of money."""
    return next(_Reader(text, UNKNOWN).amounts(), None) is not None


def read_value(value: object, convention: Convention = DOT_DECIMAL) -> Amount | None:
    """An amount of a data file: a number, or a text that is one; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        return read_amount(value, convention)
    exact = Decimal(value if isinstance(value, int) else repr(value))
    return Amount(exact) if exact.is_finite() and abs(exact) < _LARGEST else None


def with_plain_amounts(text: str, convention: Convention = UNKNOWN) -> str:
    """A text with each amount of money as `¤1299.5`, for patterns of what is said of it."""
    parts, done = [], 0
    for one in amounts_in(text, convention):
        parts += [text[done : one.span[0]], f"¤{one.value:f}"]
        done = one.span[1]
    return "".join([*parts, text[done:]])


class _Reader:
    """Goes through one text.

    Args:
        text: the text.
        convention: of its source.
        bare: whether numbers without a currency are amounts.
        alone: whether the text is to be one amount and nothing else.
    """

    def __init__(self, text: str, convention: Convention, *, bare: bool = False, alone: bool = False) -> None:
        self._text = text if text.isascii() else text.translate(_PLAIN)
        self._convention, self._bare, self._alone = convention, bare, alone
        self._done = 0
        start = len(self._text) - len(self._text.lstrip(_GAP))
        self.edges = (start, max(start, len(self._text.rstrip(_GAP))))
        """Where the text begins and ends, but for space."""

    def amounts(self) -> Iterator[Amount]:
        """The amounts, in order."""
        by_space = self._bare or self._convention.groups_by_space
        pattern = _NUMBER if by_space else _CLOSE_NUMBER
        for match in pattern.finditer(self._text):
            if match.start() >= self._done:
                amount = self._amount(match[0], *match.span())
                if amount is not None:
                    self._done = amount.span[1]
                    yield amount

    def _amount(self, number: str, start: int, end: int) -> Amount | None:
        text = self._text
        before, negative = self._before(start), False
        dash_at = (self._skip_back(start) if self._alone else start) - 1
        if before is None and dash_at > self._done and text[dash_at] in "-–":
            before = self._before(dash_at)
            negative = before is not None
        if before is None and self._opens_with_mark(start):
            number, start = f"0{text[start - 1]}{number}", start - 1
            before = self._before(start)
        if before is None and start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            return None
        dash = _NO_CENTS.match(text, end)
        no_cents = dash is not None
        end = dash.end() if dash is not None else end
        after = self._after(number, end, before)
        if before is None and after is None and not self._is_bare_amount(dash, end):
            return None
        if before is not None and _MULTIPLE.match(text, end):
            return None
        sign = before if after is None else after
        currency = "" if sign is None else self._currency(sign)
        if after is not None:
            if before is None and after.start == end and "$" not in after.text and number.isdigit():
                cents = _CENTS_BEHIND.match(text, after.end)
                number, end = (f"{number}٫{cents[0]}", cents.end()) if cents else (number, after.end)
            else:
                end = after.end
        covers = (start if before is None else before.start, end) == self.edges
        read = read_number(number, self._convention, currency, no_cents=no_cents)
        if read is None or (sign is not None and self._is_word(sign, number, currency, covers)):
            return None
        value, others = read
        if " " in number and not self._alone and not self._convention.decimal:
            others |= self._apart(number, currency, before, start if before is None else end)
        start = start if before is None else before.start
        if not negative and (minus := self._minus(start)) is not None:
            negative, start = True, minus
        if not negative and self._alone and text[end:].rstrip(_GAP) == "-":
            negative, end = True, end + 1
        if negative:
            value, others = -value, frozenset(-one for one in others)
        return Amount(value + 0, currency, (start, end), others)

    def _before(self, end: int) -> _Sign | None:
        """The sign that ends before a place; two of them where a code stands before it: `CAD $5`."""
        found = self._sign_before(end)
        if found is None:
            return None
        other = self._sign_before(found.start)
        if other is not None and is_code(other.text) and may_mean(found.text, other.text):
            return _Sign(other.start, found.end, other.codes, other.text)
        return found

    def _sign_before(self, end: int) -> _Sign | None:
        text = self._text
        last = self._skip_back(end)
        if last <= self._done or not _may_be_sign(text[last - 1]):
            return None
        for start in range(max(self._done, last - LONGEST_SIGN), last):
            opens = not text[start].isalpha() or not start or not text[start - 1].isalnum()
            if opens and text[start] not in _GAP and (codes := self._codes(text[start:last])):
                return _Sign(start, last, codes, text[start:last])
        return None

    def _after(self, number: str, end: int, before: _Sign | None) -> _Sign | None:
        """The sign that follows a place, where it belongs to the number before it."""
        text = self._text
        first = self._skip(end)
        if first >= len(text) or not _may_be_sign(text[first]):
            return None
        for last in range(min(len(text), first + LONGEST_SIGN), first, -1):
            closes = not text[last - 1].isalpha() or not text[last : last + 1].isalpha()
            if closes and text[last - 1] not in f"{_GAP}/" and (codes := self._codes(text[first:last])):
                sign = _Sign(first, last, codes, text[first:last])
                return sign if self._belongs(sign, number, end, before) else None
        return None

    def _belongs(self, sign: _Sign, number: str, end: int, before: _Sign | None) -> bool:
        """Whether a sign between two numbers is the first one's."""
        if before is not None:
            code, behind = sign.codes[0], self._text[self._skip(sign.end) : self._skip(sign.end) + 1]
            refined = is_code(sign.text) and not behind.isdigit() and may_mean(before.text, code)
            return refined or (self._alone and code in before.codes)
        if sign.start > end and self._text[sign.end : sign.end + 1].isdigit():
            return False
        return not (sign.start > end and number.isdigit() and _NEXT_IN_FULL.match(self._text, sign.end))

    def _codes(self, sign: str) -> Codes:
        plain = sign.replace("\u00a0", " ").replace("\u200b", "")
        return self._convention.signs.get(plain.rstrip(".")) or codes_of(plain, alone=self._alone)

    def _currency(self, sign: _Sign) -> str:
        """What a sign means here: what the source's convention says, if it can mean that."""
        own = self._convention.currency
        return own if own and may_mean(sign.text, own) else sign.codes[0]

    def _is_word(self, sign: _Sign, number: str, currency: str, covers: bool) -> bool:
        """Whether a sign that is a word, too, stands beside a number that does not look like money."""
        if currency == self._convention.currency or (self._alone and self._convention.decimal):
            return False
        if sign.text == _FEET:
            return len(re.sub(r"\D", "", number)) < (_LEAST_ALONE if covers else _LEAST_FORINTS)
        return is_word(sign.text) and re.search(rf"[.,]\d{{{minor_digits(currency) or 2}}}$", number) is None

    def _is_bare_amount(self, dash: re.Match[str] | None, end: int) -> bool:
        """Whether a number without a currency is an amount: it ends as prices do, `10:-`, or all numbers count."""
        if dash is not None and (dash[0][0] != "." or self._bare):
            return True
        behind = self._text[self._skip(end) : self._skip(end) + 1]
        return self._bare and not self._text[end : end + 1].isalpha() and behind != "%"

    def _opens_with_mark(self, start: int) -> bool:
        mark, before = self._text[start - 1 : start], self._text[start - 2 : start - 1]
        return start > self._done and mark in (".", ",") and not before.isalnum()

    def _minus(self, start: int) -> int | None:
        """Where the minus before an amount stands; a dash between two amounts is none."""
        text = self._text
        place = (self._skip_back(start) if self._alone else start) - 1
        while not self._alone and place > self._done and text[place] == "\u200b":
            place -= 1
        if place < self._done or text[place] not in "-–" or (self._done and not text[self._done : place].strip(_GAP)):
            return None
        return place if place == 0 or text[place - 1] in f"{_GAP}([:" else None

    def _apart(self, number: str, currency: str, before: _Sign | None, edge: int) -> frozenset[Decimal]:
        """What a number means where its space does not group, as a word beside it makes likely: `Model 15 999 €`."""
        beside = self._skip_back(edge) - 1 if before is None else self._skip(edge)
        if not self._text[max(beside, 0) : beside + 1].isalnum():
            return frozenset()
        read = read_number(number.split(" ")[-1 if before is None else 0], self._convention, currency)
        return frozenset() if read is None else frozenset({read[0]})

    def _skip(self, at: int) -> int:
        last = min(len(self._text), at + _WIDEST_GAP)
        while at < last and self._text[at] in _GAP:
            at += 1
        return at

    def _skip_back(self, at: int) -> int:
        first = max(self._done, at - _WIDEST_GAP)
        while at > first and self._text[at - 1] in _GAP:
            at -= 1
        return at


def _may_be_sign(one: str) -> bool:
    return one.isalpha() or one in "./" or unicodedata.category(one) in ("Sc", "Mn", "Mc")
