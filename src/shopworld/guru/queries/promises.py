"""Reads what queries ask beside the product: stars, reviews, price, delivery, returns, warranty, age, order.

Each reader finds phrases in the text, says what they ask for, and strikes them out for the readers after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Final

from shopworld.catalog import Sort
from shopworld.episode import WORLD_START
from shopworld.guru.queries.requirement import AskedRequirement, QuerySpan
from shopworld.tasks import Condition, Relation, Value

STRUCK: Final = "\u00a6"
"""Stands where a phrase was read."""
_NUMBER = r"(?:\d[\d,]*(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_WORDS: Final = {
    "one": 1, "a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12,
}  # fmt: skip
_STRICT_MORE = re.compile(r"\b(?:above|over|more|greater|higher|better|exceed\w*|surpass\w*|beyond)\b")
_STRICT_LESS = re.compile(r"\b(?:under|below|less|lower|cheaper|fewer|beneath)\b")
_DENIED = re.compile(r"\b(?:no|not|never|n't|nothing)\b")
_MOST = re.compile(r"\b(?:at most|up to|maximum|max|no (?:more|higher|greater)|not (?:more|exceed\w*|over|above)|within|cap\w*|budget|"
                   r"limit|to spend|n't exceed)\b")  # fmt: skip
_OR_MORE = r"(?:\s*\+|\s*(?:or|and)\s+(?:more|higher|above|better|greater|up|over|upwards?)\b|\s+minimum\b|\s+at least\b|\s*(?:plus)\b)"
_OR_LESS = r"(?:\s*(?:or|and)\s+(?:less|lower|below|under|cheaper|fewer)\b|\s+(?:max(?:imum)?|tops|at most)\b)"
_OF_ANOTHER = re.compile(r"\s*(?:or|and) (?:more|higher|greater|less|lower)\s+(?!than\b)")
"""What belongs to the number before: `16 GB or more under $900`."""
_EASY = r"(?:hassle[- ]free|no[- ]hassle|easy|straightforward|user-friendly|customer-friendly|simple|flexible|generous|clear|convenient|smooth|lenient|friendly|painless)"
_FREE = r"(?:free|complimentary|no[- ]cost|cost-free)"
_SORTS: Final[tuple[tuple[Sort, str], ...]] = (
    (
        Sort.PRICE_ASCENDING,
        r"least expensive|cheapest|most (?:affordable|budget-friendly|economical|competitively[- ]priced|inexpensive|cost-effective|"
        r"wallet-friendly|attractively priced)|lowest[- ]priced?(?: (?:available|option))?|lowest (?:available |possible |total |current )?(?:price|cost)s?|"
        r"best (?:available |possible |current )?price|(?:most )?(?:favorable|favourable|competitive|attractive|lowest) price|"
        r"price[^.,;]{0,24}\blowest|low(?:est)? to high(?:est)?",
    ),
    (
        Sort.RATING,
        r"highest[- ]rated|top[- ]rated|best[- ]rated|best[- ]reviewed|highest (?:average |overall |customer |user |buyer |review )*"
        r"(?:ratings?|reviews|rating score|scores?)|(?:best|top) (?:customer |user )?(?:reviews|ratings?)|most highly rated|rated (?:the )?highest",
    ),
    (
        Sort.NEWEST,
        r"newest(?: (?:arrivals?|releases?|models?|versions?|editions?|listings?|items?|products?))?|latest (?:arrivals?|releases?|models?|versions?|editions?)|"
        r"most recent(?:ly (?:released|launched|listed|published))?(?: (?:arrivals?|releases?|models?|editions?))?",
    ),
    (
        Sort.BEST_SELLING,
        r"best[- ]?sell(?:ers?|ing)(?:[- ](?:rank(?:ing)?|list|status|option|product|item))?|top[- ]sell(?:ers?|ing)|most popular|"
        r"sells? (?:the )?most|(?:number one|#1) seller|most purchased",
    ),
)  # fmt: skip


def number_of(text: str) -> float:
    """A number in digits or words."""
    plain = text.strip().casefold().replace(",", "")
    return float(_WORDS[plain]) if plain in _WORDS else float(plain)


class PromiseReader:
    """Reads one text; what was read is struck out of `left`.

    Args:
        text: as it was written.
    """

    def __init__(self, text: str) -> None:
        self.left = text.casefold()
        self.requirements: list[AskedRequirement] = []
        self.sorts: list[Sort] = []
        self.sort_places: list[tuple[int, int]] = []
        self.spans: list[QuerySpan] = []
        self.either = False
        self.reason = ""
        self._text = text

    def read(self) -> None:
        """Reads everything."""
        readers: tuple[Callable[[], None], ...] = (
            self._either, self._ingress, self._warranty, self._returns, self._shipping, self._rating, self._review_count, self._age, self._price,
            self._availability, self._sorts, self._condition,
        )  # fmt: skip
        for one in readers:
            one()

    def strike(self, start: int, end: int, role: str) -> str:
        """Marks a part as read; what it said."""
        said = self._text[start:end]
        self.left = self.left[:start] + STRUCK * (end - start) + self.left[end:]
        self.spans.append(QuerySpan(start, end, role))
        return said

    def _matches(self, pattern: str) -> Iterator[re.Match[str]]:
        while (match := re.search(pattern, self.left)) is not None:
            yield match

    def _add(self, topic: str, conditions: tuple[Condition, ...], start: int, end: int, label: str = "") -> None:
        aspect = "attribute" if topic == "price" else "filter"
        said = self.strike(start, end, f"requirement:{topic}")
        known = next((one for one in self.requirements if one.topic == topic and one.conditions == conditions), None)
        if known is None:
            self.requirements.append(AskedRequirement(topic, aspect, conditions, said, label))

    def _before(self, start: int, words: str) -> int:
        """Where the words of a topic that stand directly before a place begin."""
        match = re.search(rf"(?:\b(?:{words})\b[ ]+)+$", self.left[:start])
        return match.start() if match else start

    def _either(self) -> None:
        pattern = r"(?:either )?(?:as )?(?:a |an )?best[- ]?seller or (?:a |an )?(?:newly (?:launched|released|listed)(?: item| product)?|new (?:arrival|release))\b"
        for match in self._matches(pattern):
            self.strike(match.start(), match.end(), "sort")
            self.sorts += [Sort.BEST_SELLING, Sort.NEWEST]
            self.either = True

    def _ingress(self) -> None:
        for match in self._matches(
            r"(at least |a minimum of |minimum )?\b(ipx?\d{1,2})\b(?: or (?:higher|better|above))?"
        ):
            bound = bool(match[1]) or " or " in match[0]
            higher = (
                [one for one in ("ipx4", "ipx5", "ipx6", "ipx7", "ip67", "ip68", "ipx8") if one >= match[2]]
                if bound
                else []
            )
            values = tuple(dict.fromkeys((match[2], *higher)))
            condition = Condition(field="water_rating", relation="one_of", value=values)
            said = self.strike(match.start(), match.end(), "requirement:water_rating")
            self.requirements.append(AskedRequirement("water_rating", "attribute", (condition,), said, "Water rating"))

    def _rating(self) -> None:
        words = (
            "a|an|the|of|is|at|least|minimum|average|customers?|users?|amazon|ratings?|reviews?|rated|rate|score|scored|by|no|not|less|fewer|"
            "lower|below|than|above|over|more|greater|higher|exceeds?|exceeding|from|better|overall|commendable|impressive|strong|solid"
        )
        core = (
            rf"(?<![\w.])(\d+(?:\.\d+)?|four|five|three)(?:\s*\+)?(?:[- ]out[- ]of[- ](?:5|five))?\s*\+?[- ]*(?:stars?|★)(?![\w])(?:{_OR_MORE})?"
            r"(?:\s+(?:average\s+)?(?:customer\s+|user\s+|amazon\s+)*(?:ratings?|reviews?|score)\b)?(?:\s+on average\b)?"
        )
        bare = rf"(?:rated|ratings?(?: of| is)?|rating)\s+(?:(?:at least|above|over|no less than|of|a minimum of|exceeding)\s+)*([1-5](?:\.\d+)?)(?:{_OR_MORE})?(?![\d%]|\s*(?:customer|reviews|,\d))"
        for pattern in (core, bare):
            for match in self._matches(pattern):
                start = self._before(match.start(), words)
                said = self.left[start : match.end()]
                value = number_of(match[1])
                before = self.left[start : match.start(1)]
                if value < 5 and _STRICT_MORE.search(before) and not _DENIED.search(before):
                    value = round(value + 0.1, 1)
                if value > 5:
                    self.reason = f"contradiction: {said.strip()!r} is more than five stars"
                self._add("rating", (_bound("rating", "at_least", value),), start, match.end())

    def _review_count(self) -> None:
        words = (
            "a|an|the|based|on|from|of|at|least|minimum|over|more|than|no|not|fewer|less|derived|backed|by|exceeding|accumulated|garnered|"
            "has|have|having|with|supported|received|total"
        )
        core = (
            rf"({_NUMBER})(?:{_OR_MORE})?\s+(?:verified |customers?'? |users?'? |buyer |amazon |positive |written |total )*"
            r"(?:reviews?|ratings|evaluations?|reviewers|opinions|testimonials)\b"
        )
        for match in self._matches(core):
            start = self._before(match.start(), words)
            before = self.left[start : match.start(1)]
            value = number_of(match[1])
            if _STRICT_MORE.search(before) and not _DENIED.search(before):
                value += 1
            self._add("review_count", (_bound("review_count", "at_least", value),), start, match.end())

    def _shipping(self) -> None:
        conditional = rf"(?:{_FREE}) (?:shipping|delivery)(?: \w+)? (?:for|on) (?:all )?(?:purchases|orders)(?: (?:exceeding|over|above|of|at least|more than))* ?\$(\d+)"
        for match in self._matches(conditional):
            value = f"free shipping on orders over ${match[1]}"
            self._add("shipping", (_is("shipping", value),), match.start(), match.end(), "Shipping")
        both = rf"(?:{_FREE}) (?:shipping|delivery) and (?:{_FREE} )?returns?\b"
        for match in self._matches(both):
            middle = self.left.index(" and ", match.start())
            self._add("shipping", (_is("shipping", "free shipping"),), match.start(), middle)
            self._add("returns", (_has("returns", "free returns"),), middle + 5, match.end())
        prime = r"(?:free )?prime (?:shipping|delivery|eligible|eligibility)|['\"]?prime eligible['\"]?|eligible for prime\b"
        for match in self._matches(prime):
            self._add("prime", (_is("prime", "prime eligible"),), match.start(), match.end(), "Prime")
        free = (
            rf"(?:multiple )?(?:{_FREE})(?:,? (?:fast|standard|expedited|home|express))? (?:shipping|delivery)(?: (?:options?|alternatives?|services?))?\b|"
            r"\bships? (?:for )?free\b|\bdelivered (?:for )?free\b|\bfree of shipping (?:charges?|costs?)\b"
        )
        for match in self._matches(free):
            self._add("shipping", (_is("shipping", "free shipping"),), match.start(), match.end())

    def _returns(self) -> None:
        easy = rf"{_EASY}(?: and (?:easy|simple|free))? (?:(\d+)[- ]days? )?(?:returns?|return (?:policy|options?|process|window))(?: (?:policy|options?))?(?: within (?:a |an )?(\d+)[- ]days?(?: timeframe| window| period)?)?\b"
        for match in self._matches(easy):
            days = match[1] or match[2]
            conditions = (_has("returns", "easy returns"),)
            begin, end = match.start(), match.end()
            if days:
                self._days(int(days), begin, end)
                self.requirements.append(AskedRequirement("easy_returns", "filter", conditions, self._text[begin:end]))
            else:
                self._add("easy_returns", conditions, begin, end)
        free = rf"(?:return policy (?:of|with|that includes|including|offering|featuring) )?(?:{_FREE}) (?:(\d+)[- ]days? )?(?:returns?\b(?! polic)|return (?:policy|options?))(?: within (?:a )?(\d+) days)?"
        for match in self._matches(free):
            begin, end = match.start(), match.end()
            days = match[1] or match[2]
            self._add("returns", (_has("returns", "free returns"),), begin, end)
            if days:
                self.requirements.append(
                    AskedRequirement("long_returns", "filter", _return_days(int(days)), self._text[begin:end])
                )
        days_first = r"(?:at least (?:a )?)?(\d+)[- ]days? (?:free )?(?:money[- ]back (?:guarantee|policy)|returns?(?: (?:policy|window|period|option))?|refund(?: policy)?)\b"
        for match in self._matches(days_first):
            self._days(int(match[1]), match.start(), match.end())
        noun_first = r"(?:return(?:s|ed|able)?|refunds?)(?: (?:policy|window|period))?(?: (?:of|within|lasting|for|up to|in|at least|no less than|a|an|minimum))+ (\d+)[- ]days?(?: (?:timeframe|window|period))?\b"
        for match in self._matches(noun_first):
            self._days(int(match[1]), match.start(), match.end())

    def _days(self, days: int, start: int, end: int) -> None:
        self._add("long_returns", _return_days(days), start, end)

    def _warranty(self) -> None:
        noun = r"(?:warranty|guarantee|protection plan|coverage)"
        first = rf"(?:at least (?:a |an )?|(?:a )?minimum (?:of )?(?:a )?)?({_NUMBER})[- ](year|yr|month)s?((?: [a-z-]+){{0,2}}?) ({noun})\b"
        for match in self._matches(first):
            self._years(number_of(match[1]), match[2], match[4], match[3].strip(), match.start(), match.end())
        later = rf"({noun})(?: (?:of|lasting|for|that lasts|covering|is|at|least|no|less|than|a|an|minimum|period))* ({_NUMBER})[- ](year|month)s?(?: from the purchase date| of purchase)?\b"
        for match in self._matches(later):
            self._years(number_of(match[2]), match[3], match[1], "", match.start(), match.end())
        for match in self._matches(r"(?:a )?lifetime (?:warranty|guarantee)\b"):
            self._add("warranty", (_is("warranty", "lifetime warranty"),), match.start(), match.end())

    def _years(self, count: float, unit: str, noun: str, extra: str, start: int, end: int) -> None:
        years = max(1, round(count / 12)) if unit == "month" else int(count)
        word = "protection plan" if noun == "protection plan" else "warranty"
        values = (
            *(f"{one}-year {word}" for one in range(years, 11)),
            *(("lifetime warranty",) if word == "warranty" else ()),
        )
        condition = Condition(field="warranty", relation="one_of", value=values)
        self._add("warranty", (condition,), start, end)
        kinds = " ".join(one for one in extra.split() if one not in ("of", "the", "full"))
        if kinds:
            asked = AskedRequirement(
                "warranty_type",
                "filter",
                (_is("warranty_type", f"{kinds} warranty"),),
                self._text[start:end],
                "Warranty type",
            )
            self.requirements.append(asked)

    def _age(self) -> None:
        lead = r"(?:(?:newly |recently |just |first )?(?:released|launched|introduced|listed|arrived|available|published|added|debuted|out)|(?:marked as |are |is |be )?new arrivals?|recent arrivals?|came out|hit the market)"
        span = rf"{lead}?,?\s*(?:launched |released )?(?:within|in|during|from|over) (?:the )?(?:past|last|previous) (?:({_NUMBER}) )?(day|week|month|year)s?\b"
        for match in self._matches(span):
            days = number_of(match[1] or "one") * {"day": 1, "week": 7, "month": 30, "year": 365}[match[2]]
            self._add("age", (_bound("age", "at_most", days),), match.start(), match.end(), "First available")
        for match in self._matches(rf"{lead} (?:in|during) ((?:19|20)\d\d)\b"):
            year = int(match[1])
            first, last = (WORLD_START.date() - date(year, 1, 1)).days, (WORLD_START.date() - date(year, 12, 31)).days
            if last < 0:
                self.reason = f"infeasible: {match[0].strip()!r} has not come yet"
            conditions = (_bound("age", "at_least", float(max(last, 0))), _bound("age", "at_most", float(first)))
            self._add("age", conditions, match.start(), match.end(), "First available")
        for match in self._matches(rf"{lead} (?:after|since|from) ((?:19|20)\d\d)(?: or later| onwards)?\b"):
            days = float((WORLD_START.date() - date(int(match[1]), 1, 1)).days)
            self._add("age", (_bound("age", "at_most", days),), match.start(), match.end(), "First available")
        known = any(one.topic == "age" for one in self.requirements)
        bare = r"(?:(?:newly|recently) (?:released|launched|listed|published)(?: item| product)?|(?:marked as |a )?new arrivals?|recent (?:arrival|model|release)s?)\b"
        for match in self._matches(bare):
            if known:
                self.strike(match.start(), match.end(), "requirement:age")
            else:
                self._add("age", (_bound("age", "at_most", 90.0),), match.start(), match.end(), "First available")
                known = True

    def _price(self) -> None:
        money = r"(?:\$\s?(\d[\d,]*(?:\.\d+)?)|(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s*(?:dollars|bucks|usd)\b)"
        loose = r"(?:\$\s?)?(\d[\d,]*(?:\.\d+)?)"
        words = (
            "a|an|the|is|are|be|should|its|it|with|within|price|priced|prices|pricing|range|bracket|budget|cost|costs|costing|under|below|less|than|"
            "at|most|least|up|to|no|not|more|over|above|exceed|exceeds|exceeding|maximum|max|minimum|of|from|between|for|available|remains?|points?|"
            "ranging|around|in|my|spend|does|do|that|doesn't|don't|won't|cheaper|total|set|starting|anywhere|stay|stays|staying|keep|going|lower|higher|all"
        )
        for match in self._matches(rf"{loose}\s*(?:-|–|—|to|and)\s*{money}"):
            low, high = number_of(match[1]), number_of(match[2] or match[3])
            start = self._before(match.start(), words)
            if low > high:
                self.reason = f"contradiction: no price lies between {low:g} and {high:g}"
            self._add("price", (_bound("price", "at_least", low), _bound("price", "at_most", high)), start, match.end())
        for match in self._matches(rf"{money}(?:({_OR_MORE})|({_OR_LESS}))?"):
            start = self._before(match.start(), words)
            if other := _OF_ANOTHER.match(self.left[:start][-4:] + self.left[start : match.start()]):
                start += other.end() - min(4, start)
            before = self.left[start : match.start()]
            value = number_of(match[1] or match[2])
            denied = bool(_DENIED.search(before))
            if (
                match[3]
                or (_STRICT_MORE.search(before) and not denied)
                or re.search(r"\b(?:at least|minimum|starting)\b", before)
            ):
                strict = 0.01 if _STRICT_MORE.search(before) and not match[3] else 0.0
                condition = _bound("price", "at_least", round(value + strict, 2))
            elif _STRICT_LESS.search(before) and not denied:
                condition = _bound("price", "at_most", round(value - 0.01, 2))
            else:
                condition = _bound("price", "at_most", value)
            self._add("price", (condition,), start, match.end())

    def _availability(self) -> None:
        for match in self._matches(
            r"(?:availability )?in[- ]stock\b|(?:immediately available|available for immediate \w+)"
        ):
            self._add("availability", (_is("availability", "in stock"),), match.start(), match.end())

    def _condition(self) -> None:
        for match in self._matches(r"['\"]?used\s*[-–]\s*(like new|very good|good|acceptable)['\"]?"):
            grade = match[1]
            self._add("condition", (_is("condition", "used"),), match.start(), match.end())
            asked = AskedRequirement(
                "grade", "filter", (_is("grade", f"used - {grade}"),), match[0].strip("'\""), "Grade"
            )
            self.requirements.append(asked)
        for pattern, value in (
            (r"\b(?:certified )?refurbished\b|\brenewed\b", "refurbished"),
            (r"\b(?:used|pre-owned|second-hand|secondhand)\b(?= [a-z¦]|['\"])", "used"),
            (
                r"\bbrand[- ]new\b|'new'|\bin new condition\b|(?<=find the )new\b|(?<=find a )new\b|(?<=buy a )new\b",
                "new",
            ),
        ):
            for match in self._matches(pattern):
                self._add("condition", (_is("condition", value),), match.start(), match.end())

    def _sorts(self) -> None:
        for sort, pattern in _SORTS:
            for match in self._matches(rf"\b(?:{pattern})\b"):
                self.strike(match.start(), match.end(), "sort")
                self.sort_places.append((match.start(), match.end()))
                if sort not in self.sorts:
                    self.sorts.append(sort)


def _return_days(days: int) -> tuple[Condition, ...]:
    values = tuple(f"{one}-day returns" for one in range(days, 366))
    return (Condition(field="returns", relation="one_of", value=values),)


def _bound(name: str, relation: Relation, value: float) -> Condition:
    return Condition(field=name, relation=relation, value=value)


def _is(name: str, value: Value) -> Condition:
    return Condition(field=name, relation="equals", value=value)


def _has(name: str, value: str) -> Condition:
    return Condition(field=name, relation="contains", value=(value,))
