"""Requirements tried on listings, with three outcomes: met, broken, and silent where the page does not say."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cache

from shopworld.stranger.kind_sense import KindSense
from shopworld.stranger.numbers import Quantity, close, plain_numbers, quantities, quantity
from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.tables import stranger_table
from shopworld.stranger.words import holds_words, names, states, tokens

Value = str | float | bool


class StrangerOutcome(StrEnum):
    """What a page says of a requirement."""

    MET = "met"
    BROKEN = "broken"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Want:
    """One requirement.

    Attributes:
        field: what it is about: `kind`, `name`, `price`, `stars`, `reviews`, `age`, `stock`, or an attribute.
        relation: `is`, `any`, `all`, `none`, `at_least`, `at_most`, `above`, `below`, `largest`, `smallest`.
        values: what is wanted.
        unit: of numbers.
    """

    field: str
    relation: str
    values: tuple[Value, ...]
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class StrangerFinding:
    """What came of a trial, and why."""

    outcome: StrangerOutcome
    why: str


MET, BROKEN, SILENT = StrangerOutcome.MET, StrangerOutcome.BROKEN, StrangerOutcome.SILENT

_COLOURS = frozenset(
    [
        "black",
        "white",
        "silver",
        "gray",
        "red",
        "blue",
        "green",
        "pink",
        "yellow",
        "orange",
        "purple",
        "violet",
        "gold",
        "brown",
        "beige",
        "navy",
        "turquoise",
        "teal",
        "cream",
        "lilac",
        "lavender",
        "mint",
        "rose",
        "graphite",
        "midnight",
        "starlight",
        "bronze",
        "copper",
        "ivory",
        "coral",
    ]
)
_YES = frozenset(("yes", "true", "included", "supported", "ja", "with"))
_NO = frozenset(("no", "none", "false", "without", "not", "nein"))
_DATES = ("%B %d, %Y", "%d %B %Y", "%Y-%m-%d", "%d.%m.%Y", "%b %d, %Y")


@cache
def _same_values() -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    found: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {}
    for group in stranger_table("labels.toml")["same"]["values"]:
        said = tuple(tokens(one) for one in group)
        for one in said:
            found[one] = said
    return found


def ways_to_say(value: str) -> tuple[tuple[str, ...], ...]:
    """A value as rows of words, in all the ways that are known of it."""
    own = tokens(value)
    return _same_values().get(own, (own,))


@cache
def _labels(field: str) -> frozenset[tuple[str, ...]]:
    known = stranger_table("labels.toml")["labels"].get(field, ())
    return frozenset(tokens(one) for one in (*known, field.replace("_", " ")))


def rows_about(listing: StrangerListing, field: str) -> list[str]:
    """What the rows say whose labels speak of an attribute, what the buyer chooses among it."""
    wanted = _labels(field)
    return [value for label, value in listing.rows if tokens(label) in wanted] + [
        ", ".join(values) for label, values in listing.choices if tokens(label) in wanted
    ]


class Court:
    """Tries requirements on listings.

    Args:
        kinds: tells what pages sell.
        today: the date in the shops.
        addresses: the host of each shop by the name that suites give it.
    """

    def __init__(self, kinds: KindSense, today: date, addresses: Mapping[str, str]) -> None:
        self._kinds = kinds
        self._today = today
        self._addresses = addresses

    def try_all(self, wants: Sequence[Want], listing: StrangerListing) -> list[StrangerFinding]:
        """The findings of all requirements but the extremes, in order."""
        return [self.trial(want, listing) for want in wants if want.relation not in ("largest", "smallest")]

    def trial(self, want: Want, listing: StrangerListing) -> StrangerFinding:
        """What a page says of one requirement."""
        match want.field:
            case "kind":
                return self._kind(want, listing)
            case "name":
                return _name(want, listing)
            case "named_colour":
                return _named_colour(want, listing)
            case "address":
                shop, _, slug = str(want.values[0]).partition("/")
                same = (self._addresses.get(shop, shop), slug) == listing.key
                return StrangerFinding(MET if same else BROKEN, "its address")
            case "price":
                return _bounded(want, listing.price, "price")
            case "stars":
                return _bounded(want, listing.stars, "stars")
            case "reviews":
                return _bounded(want, float(listing.reviews), "reviews")
            case "stock":
                return StrangerFinding(BROKEN if listing.gone else MET, "stock")
            case "age":
                return _bounded(want, self.age(listing), "days since it was first for sale")
            case "brand":
                return _brand(want, listing)
        return _attribute(want, listing)

    def age(self, listing: StrangerListing) -> float | None:
        """Days since it was first for sale; None where the page does not say."""
        for said in rows_about(listing, "since"):
            for form in _DATES:
                try:
                    return float((self._today - datetime.strptime(said, form).replace(tzinfo=UTC).date()).days)
                except ValueError:
                    continue
        return None

    def _kind(self, want: Want, listing: StrangerListing) -> StrangerFinding:
        kind = self._kinds.kind(listing)
        wanted = str(want.values[0])
        if not kind:
            return StrangerFinding(SILENT, "no word says what it is")
        return StrangerFinding(MET if self._kinds.is_a(kind, wanted) else BROKEN, f"it is a {kind.replace('_', ' ')}")


def _bounded(want: Want, found: float | None, what: str) -> StrangerFinding:
    if found is None:
        return StrangerFinding(SILENT, f"no {what}")
    return StrangerFinding(MET if holds(want.relation, found, float(want.values[0])) else BROKEN, f"{what}: {found:g}")


def holds(relation: str, found: float, bound: float) -> bool:
    """Whether a number stands in a relation to another; equal means as good as equal."""
    near = abs(found - bound) <= 1e-6 * max(1.0, abs(bound))
    match relation:
        case "at_least":
            return found > bound or near
        case "at_most":
            return found < bound or near
        case "above":
            return found > bound and not near
        case "below":
            return found < bound and not near
    return close(found, bound)


def _name(want: Want, listing: StrangerListing) -> StrangerFinding:
    """Whether a page is of the named product: each word of the name in its title, or as a fact in its table."""
    title = tokens(listing.title)
    bare = tokens(_without_quantities(listing.title))
    facts = " ; ".join(value for _, value in listing.rows) + " ; " + listing.maker
    fact_words = set(tokens(facts)) | {one for _, values in listing.choices for v in values for one in tokens(v)}
    in_title, in_facts = quantities(listing.title), quantities(facts)
    missing: list[str] = []
    unsure: list[str] = []
    for value in map(str, want.values):
        words = tokens(value)
        if holds_words(bare if words[:1] and words[0].isdigit() and len(words) == 1 else title, words) or (
            len("".join(words)) > 3 and _written_apart("".join(words), title)
        ):
            continue
        wanted = quantities(value)
        if wanted:
            rest = [one for one in in_title if one.dimension == wanted[0].dimension] or [
                one for one in in_facts if one.dimension == wanted[0].dimension
            ]
            if any(wanted[0].same(one) for one in rest):
                continue
            (missing if rest else unsure).append(value)
        elif all(word in fact_words and not word.isdigit() for word in words):
            continue
        elif words and words[0] in _COLOURS:
            stated = " ".join(rows_about(listing, "colour"))
            other = set(title) & _COLOURS or set(tokens(stated)) & _COLOURS
            (missing if other else unsure).append(value)
        elif all(word in tokens(listing.text) for word in words) and not any(word.isdigit() for word in words):
            unsure.append(value)
        else:
            missing.append(value)
    if missing:
        return StrangerFinding(BROKEN, f"its title does not say {', '.join(missing)}")
    if unsure:
        return StrangerFinding(SILENT, f"it does not say {', '.join(unsure)}")
    return StrangerFinding(MET, "its title says the name")


def _named_colour(want: Want, listing: StrangerListing) -> StrangerFinding:
    """Whether a page is in one of the colours that the goal names; one that shows no colour may be."""
    shown = _COLOURS & {*tokens(" ".join(rows_about(listing, "colour"))), *tokens(listing.title)}
    return StrangerFinding(MET if not shown or shown & set(want.values) else BROKEN, f"it is {', '.join(shown)}")


def colours_in(text: str) -> tuple[str, ...]:
    """The colours that a text names, as words."""
    return tuple(sorted(_COLOURS & set(tokens(text))))


def _written_apart(word: str, title: Sequence[str]) -> bool:
    """Whether words of a title in a row make up a word: `omount` stands in `O-mount`, `blue` not in `Bluetooth`."""
    return any(
        "".join(title[first:last]) == word
        for first in range(len(title))
        for last in range(first + 1, min(first + 5, len(title)) + 1)
    )


def _without_quantities(text: str) -> str:
    """A text without its amounts: the 4 of `4 GB RAM` is no part of a name."""
    for one in reversed(quantities(text)):
        text = f"{text[: one.start]} {text[one.end :]}"
    return text


def _brand(want: Want, listing: StrangerListing) -> StrangerFinding:
    wanted = str(want.values[0])
    stated = [listing.maker, *rows_about(listing, "brand")]
    own = [one for one in stated if one]
    same = any(tokens(one) == tokens(wanted) for one in own) if own else names(listing.title, wanted)
    if not own and not listing.title:
        return StrangerFinding(SILENT, "no brand")
    return StrangerFinding(
        MET if same != (want.relation == "none") else BROKEN, f"brand: {own[0] if own else 'as titled'}"
    )


def _attribute(want: Want, listing: StrangerListing) -> StrangerFinding:
    rows = rows_about(listing, want.field)
    values = want.values
    if isinstance(values[0], bool):
        return _yes_or_no(want, rows, listing)
    if want.relation in ("at_least", "at_most", "above", "below") or isinstance(values[0], int | float):
        return _number(want, rows, listing)
    return _text(want, rows, listing)


def _yes_or_no(want: Want, rows: Sequence[str], listing: StrangerListing) -> StrangerFinding:
    wanted = bool(want.values[0])
    for said in rows:
        words = tokens(said)
        if words and words[0] in _NO | _YES:
            return StrangerFinding(MET if (words[0] in _YES) == wanted else BROKEN, f"{want.field}: {said}")
        if words:
            return StrangerFinding(MET if wanted else BROKEN, f"{want.field}: {said}")
    title = listing.title
    for phrase in _labels(want.field):
        if states(title, " ".join(phrase)):
            return StrangerFinding(MET if wanted else BROKEN, "its title")
    return StrangerFinding(SILENT, f"nothing is said of {want.field}")


def _number(want: Want, rows: Sequence[str], listing: StrangerListing) -> StrangerFinding:
    wanted = quantity(float(want.values[0]), want.unit)
    relation = want.relation if want.relation not in ("any", "all", "is") else "is"
    for said in rows:
        found = _amounts(said, wanted)
        if found:
            met = any(holds(relation, one, wanted.amount) for one in found)
            return StrangerFinding(MET if met else BROKEN, f"{want.field}: {said}")
    for text in (listing.title, _near_words(listing.text, want.field)):
        found = _amounts_in(text, wanted, want.field)
        if found:
            kinds = {holds(relation, one, wanted.amount) for one in found}
            if len(kinds) == 1:
                return StrangerFinding(MET if kinds.pop() else BROKEN, f"said: {text[:60]}")
            return StrangerFinding(SILENT, "several numbers are said")
    return StrangerFinding(SILENT, f"nothing is said of {want.field}")


_ABOUT_PARCELS = frozenset(
    [
        "carton",
        "package",
        "packaging",
        "parcel",
        "storage",
        "transport",
        "return",
        "delivery",
        "shipping",
        "send",
        "hand",
    ]
)


def _near_words(text: str, field: str) -> str:
    """The parts of a text around a word of an attribute: what stands elsewhere is about deliveries or other things."""
    own = {word for label in _labels(field) for word in label if len(word) > 2}
    kept = []
    for one in quantities(text):
        around = text[max(0, one.start - 50) : one.end + 30]
        if own & set(tokens(around)) and not _ABOUT_PARCELS & set(tokens(around)):
            kept.append(text[one.start : one.end + 24])
    return " ; ".join(kept)


def _amounts(said: str, wanted: Quantity) -> list[float]:
    """The numbers of a row that measure what is wanted; a row without any unit counts as plain numbers."""
    measured = quantities(said)
    if wanted.dimension:
        own = [one.amount for one in measured if one.dimension == wanted.dimension]
        return own or ([] if measured else plain_numbers(said)[:1])
    return plain_numbers(said) or [one.amount for one in measured][:1]


def _amounts_in(text: str, wanted: Quantity, field: str) -> list[float]:
    """The numbers of a title or text that measure what is wanted, those beside the attribute's own words first."""
    if not wanted.dimension:
        return []
    beside = stranger_table("labels.toml")["beside"].get(field)
    found = [one for one in quantities(text) if one.dimension == wanted.dimension]
    if beside:
        table = stranger_table("labels.toml")["beside"]
        others = {word for name, words in table.items() if name != field for word in words}
        behind = [set(tokens(text[one.end : one.end + 24])[:2]) for one in found]
        own = [one.amount for one, after in zip(found, behind, strict=True) if after & set(beside)]
        if own:
            return own
        found = [one for one, after in zip(found, behind, strict=True) if not others & after]
    return [one.amount for one in found]


def _text(want: Want, rows: Sequence[str], listing: StrangerListing) -> StrangerFinding:
    if want.relation == "none":
        for value in want.values:
            if any(_row_says(said, str(value)) for said in rows):
                return StrangerFinding(BROKEN, f"{want.field}: {', '.join(rows)}")
        return (
            StrangerFinding(MET, f"{want.field}: {', '.join(rows)}") if rows else StrangerFinding(SILENT, "not stated")
        )
    outcomes = [_one_text(want.field, str(value), rows, listing) for value in want.values]
    order = (MET, SILENT, BROKEN) if want.relation == "any" else (BROKEN, SILENT, MET)
    for outcome in order:
        for one in outcomes:
            if one.outcome is outcome:
                return one
    return outcomes[0]


def _row_says(said: str, value: str) -> bool:
    inside = tokens(said)
    for way in ways_to_say(value):
        if holds_words(inside, way) or "".join(way) == "".join(inside):
            return True
        measured, wanted = quantities(said), quantities(value)
        if wanted and any(wanted[0].same(one) for one in measured):
            return True
    return False


def _one_text(field: str, value: str, rows: Sequence[str], listing: StrangerListing) -> StrangerFinding:
    if rows:
        said = "; ".join(rows)
        if any(_row_says(one, value) for one in rows):
            return StrangerFinding(MET, f"{field}: {said}")
        return StrangerFinding(BROKEN, f"{field}: {said}")
    for way in ways_to_say(value):
        phrase = " ".join(way)
        if states(listing.title, phrase):
            return StrangerFinding(MET, "its title")
    if set(tokens(value)) & _COLOURS and field == "colour" and set(tokens(listing.title)) & _COLOURS:
        return StrangerFinding(BROKEN, "another colour in its title")
    if any(states(listing.text, " ".join(way)) for way in ways_to_say(value)):
        return StrangerFinding(MET, "its text")
    return StrangerFinding(SILENT, f"nothing is said of {field}")


def word_in(text: str, word: str) -> bool:
    """Whether a text says a word, whatever its inflection."""
    return re.search(r"\w", word) is not None and names(text, word)
