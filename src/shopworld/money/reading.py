"""Reads amounts of money from texts: a number with the sign, code or word of its currency, wherever that stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from shopworld.money.amount import Amount
from shopworld.money.conventions import DOT_DECIMAL, UNKNOWN, Convention
from shopworld.money.currencies import (
    HUNDREDTHS,
    LONGEST_SIGN,
    Codes,
    codes_of,
    is_code,
    may_mean,
    means_money,
    without_dot,
)
from shopworld.money.numbers import MOST_DIGITS, read_number

_APOSTROPHES, _DASHES = "’‘ʼ´`′٬،⹁", "−﹣‐‑⁻"
_GAP = " \t\n\u00a0\u200b"
_WIDEST_GAP = 3
_NUMBER = re.compile(r"\d{1,3}(?:[ \u00a0']\d{3}){1,5}(?!\d)(?:[.,٫]\d+)?|\d+(?:[.,'٫]\d+)*")
_CLOSE_NUMBER = re.compile(_NUMBER.pattern.replace(r"[ \u00a0']", r"[\u00a0']"))
_LETTERS = rf"[^\s\d,;:!?()\[\]<>\"|*+=%&#@~–-]{{1,{LONGEST_SIGN}}}"
_SIGN_BEFORE = re.compile(rf"(?:(?:F|فرانک|[A-Z]{{2}})[ \u00a0])?{_LETTERS}\Z")
_SIGN_AFTER = re.compile(rf"(?:[$£F]|فرانک)[ \u00a0](?:CFA|[A-Z]{{2}})(?![^\W_])|{_LETTERS}")
_NO_CENTS = re.compile(r"(?:[.,:][-–]{1,2}|/-)(?![\d-])")
_CENTS_BEHIND = re.compile(r"\d\d(?![\d.,])")
_NEXT_IN_FULL = re.compile(r" ?\d[\d.,']{0,12}[.,]\d\d(?!\d)")
_NEXT_AT_THE_END = re.compile(r"[ \u00a0]\d[\d.,' \u00a0]{0,14}(?<=\d)(?:[.,:][-–]{1,2})?(?![ \u00a0]?[^\W_]|[\d%])")
"""A number behind a sign that no word follows."""
_UPPER_END = re.compile(r"[ \u00a0]?[-–][ \u00a0]?(?=\d)")
_LEAST_ALONE = 3
"""Digits from which a number with the sign of a measure (`990 Ft`, `RM 469`) is money where nothing else is said."""
_NAME_BEFORE = re.compile(r"[^\W_][-_/]")
_NAME_BEHIND = re.compile(r"[-_][^\W_]")
_COUNTS = re.compile(r"[-–]?[ \u00a0]?[^\W_]|%")
"""What follows a number that counts something."""
_HOURS = re.compile(r"(?<![\d.,:])(\d{1,4}):\Z")
"""Crowns before a colon, as older price tags have it."""
_LARGEST = 10**MOST_DIGITS
_MULTIPLE = re.compile(
    r"(?:[kKmM]|bn|mn)(?!\w)|[eE]\d|[ \u00a0](?:thousand|million|billion|trillion|Mio|Mrd|mln|mld)\b"
)
_MULTIPLE_BEHIND = re.compile(r"[ \u00a0]?(?:Mio|Mrd|mln|mld)\b")


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
        self._last: Amount | None = None
        start = len(self._text) - len(self._text.lstrip(_GAP))
        self.edges = (start, max(start, len(self._text.rstrip(_GAP))))
        """Where the text begins and ends, but for space."""

    def amounts(self) -> Iterator[Amount]:
        """The amounts, in order."""
        by_space = self._bare or self._convention.groups_by_space
        pattern = _NUMBER if by_space else _CLOSE_NUMBER
        for match in pattern.finditer(self._text):
            if match.start() >= self._done:
                last = self._last
                amount = self._amount(match[0], *match.span()) or self._upper_end(last, match)
                if amount is not None:
                    self._done, self._last = amount.span[1], amount
                    yield amount

    def _upper_end(self, lower: Amount | None, match: re.Match[str]) -> Amount | None:
        """The upper end of a range whose lower end alone has a sign: `$5-10`."""
        text = self._text
        if self._bare or lower is None or not lower.currency or not text[self._done - 1].isdigit():
            return None
        between = _UPPER_END.match(text, self._done)
        if between is None or between.end() != match.start() or _COUNTS.match(text, match.end()):
            return None
        read = read_number(match[0], self._convention, lower.currency)
        return None if read is None else Amount(read[0], lower.currency, match.span(), read[1])

    def _amount(self, number: str, start: int, end: int) -> Amount | None:
        text = self._text
        before, negative = self._before(start), False
        dash_at = (self._skip_back(start) if self._alone else start) - 1
        if before is None and dash_at > self._done and text[dash_at] in "-–":
            before = self._before(dash_at)
            if before is not None and not self._alone and before.text[-1].isalpha() and number.isdigit():
                return None  # a name: `RM-35`
            negative = before is not None
        if before is None and self._opens_with_mark(start):
            number, start = f"0{text[start - 1]}{number}", start - 1
            before = self._before(start)
        if before is None and start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            return None
        number_end, dash = end, _NO_CENTS.match(text, end)
        no_cents = dash is not None
        end = dash.end() if dash is not None else end
        after = self._after(number, end, before)
        if before is None and after is None and not self._is_bare_amount(dash, end):
            return None
        if _MULTIPLE.match(text, end) if before is not None else after and _MULTIPLE_BEHIND.match(text, after.end):
            return None
        sign = before if after is None else after
        currency = "" if sign is None else self._currency(sign, leads=sign is before)
        if after is not None:
            if before is None and after.start == end and "$" not in after.text and number.isdigit():
                cents = _CENTS_BEHIND.match(text, after.end)
                number, end = (f"{number}٫{cents[0]}", cents.end()) if cents else (number, after.end)
            else:
                end = after.end
        if (
            after is not None
            and after.text.lower().startswith("kr")
            and (hours := _HOURS.search(text, self._done, start))
        ):
            number, start = f"{hours[1]}٫{number}", hours.start()  # `12:50 kr`
        read = read_number(number, self._convention, currency, no_cents=no_cents)
        if read is None:
            return None
        if sign is not None:
            span = (start if before is None else before.start, end)
            joined = before is not None or sign.start == number_end
            if self._is_other(sign, number, currency, span, joined=joined):
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
        if sign is not None and sign.text in HUNDREDTHS:
            value, others = value / 100, frozenset(one / 100 for one in others)
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
        found = _SIGN_BEFORE.search(text, max(self._done, last - LONGEST_SIGN), last)
        for start in range(found.start() if found else last, last):
            opens = not text[start].isalpha() or not start or not text[start - 1].isalnum()
            if opens and text[start] not in _GAP and (codes := self._codes(text[start:last])):
                return _Sign(start, last, codes, text[start:last])
        return None

    def _after(self, number: str, end: int, before: _Sign | None) -> _Sign | None:
        """The sign that follows a place, where it belongs to the number before it."""
        text = self._text
        first = self._skip(end)
        found = _SIGN_AFTER.match(text, first)
        for last in range(found.end() if found else first, first, -1):
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
        if sign.start == end or self._next_has_its_own(sign):
            return True
        if self._text[sign.end : sign.end + 1].isdigit():
            return False
        named = self._text[: end - len(number)].rstrip(_GAP)[-1:].isalpha()
        at_the_end = _NEXT_AT_THE_END.match(self._text, sign.end) if named else None
        return not (number.isdigit() and (at_the_end or _NEXT_IN_FULL.match(self._text, sign.end)))

    def _next_has_its_own(self, sign: _Sign) -> bool:
        """Whether the number behind a sign has one behind itself: `19,99 €14,99 €`."""
        following = _CLOSE_NUMBER.match(self._text, self._skip(sign.end))
        if following is None:
            return False
        behind = self._text[following.end() : following.end() + 1 + len(sign.text)]
        return behind.lstrip(_GAP).startswith(sign.text)

    def _codes(self, sign: str) -> Codes:
        plain = without_dot(sign.replace("\u00a0", " ").replace("\u200b", ""))
        return self._convention.signs.get(plain) or codes_of(plain, alone=self._alone)

    def _currency(self, sign: _Sign, *, leads: bool) -> str:
        """What a sign means here: what the source's convention says, if it can mean that."""
        own = self._convention.currency
        if not own and leads and sign.text == "kr.":
            return "DKK"  # with its dot, before the number, it is Danish
        return own if own and (own in sign.codes or may_mean(sign.text, own)) else sign.codes[0]

    def _is_other(self, sign: _Sign, number: str, currency: str, span: tuple[int, int], *, joined: bool) -> bool:
        """Whether letters beside a number are no currency here, but part of a name, a measure or a word.

        Args:
            sign: the letters.
            number: beside them.
            currency: that they would be.
            span: of both.
            joined: whether nothing stands between them, or the letters come first.
        """
        if number[0] == "0" and number[1:2].isdigit():
            return True
        if any(unicodedata.category(one) == "Sc" for one in sign.text):
            return False
        if joined and not self._alone and self._goes_on(sign.text, *span):
            return True
        if currency == self._convention.currency or (self._alone and self._convention.decimal):
            return False
        covers = span == self.edges and sum(map(str.isdigit, number)) >= _LEAST_ALONE and not is_code(sign.text)
        return not covers and not means_money(sign.text, number)

    def _goes_on(self, sign: str, start: int, end: int) -> bool:
        """Whether a name begins before letters with a number or goes on behind: `HU-RM28`, `RM850e`, `10SEK-048`."""
        text = self._text
        if _NAME_BEFORE.match(text, max(start - 2, self._done), start) or text[end : end + 1].isalnum():
            return True
        to = rf"-(?:[\d.,]{{1,20}} ?)?{re.escape(sign)}"
        return bool(_NAME_BEHIND.match(text, end)) and not re.compile(to).match(text, end)

    def _is_bare_amount(self, dash: re.Match[str] | None, end: int) -> bool:
        """Whether a number without a currency is an amount: it ends as prices do, `10:-`, or all numbers count."""
        if dash is not None and (dash[0][0] != "." or self._bare):
            return True
        behind = self._text[self._skip(end) : self._skip(end) + 1]
        if behind == ":" and self._text[end + 1 : end + 3].isdigit():
            return False  # a time, or `12:50 kr`
        return self._bare and not self._text[end : end + 1].isalpha() and behind != "%"

    def _opens_with_mark(self, start: int) -> bool:
        mark, before = self._text[start - 1 : start], self._text[max(start - 4, 0) : start - 1]
        return start > self._done and mark in (".", ",") and (not before[-1:].isalnum() or is_code(before))

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
