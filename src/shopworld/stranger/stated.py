"""What rows, title and text of a page say of one attribute, in numbers, words, or yes and no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from shopworld.stranger.numbers import Quantity, plain_numbers, quantities, quantity
from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.tables import stranger_table
from shopworld.stranger.wants import BROKEN, MET, SILENT, StrangerFinding, Want, holds
from shopworld.stranger.words import holds_words, states, tokens

COLOURS = frozenset(
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
    """What the rows say whose labels speak of an attribute, what the buyer chooses among it.

    Labels that may mean something else (the finish of a thing is not always its colour) count where no other does.
    """
    wanted = _labels(field)
    weak = {tokens(one) for one in stranger_table("labels.toml")["weak"].get(field, ())}
    found = [(tokens(label), value) for label, value in listing.rows] + [
        (tokens(label), ", ".join(values)) for label, values in listing.choices
    ]
    own = [(label, value) for label, value in found if label in wanted]
    return [value for label, value in own if label not in weak] or [value for _, value in own]


def colours_in(text: str) -> tuple[str, ...]:
    """The colours that a text names, as words."""
    return tuple(sorted(COLOURS & set(tokens(text))))


def try_attribute(want: Want, listing: StrangerListing) -> StrangerFinding:
    """Whether a page has an attribute as it is wanted: by its table, then its title, then its text."""
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
    if set(tokens(value)) & COLOURS and field == "colour" and set(tokens(listing.title)) & COLOURS:
        return StrangerFinding(BROKEN, "another colour in its title")
    if any(states(listing.text, " ".join(way)) for way in ways_to_say(value)):
        return StrangerFinding(MET, "its text")
    return StrangerFinding(SILENT, f"nothing is said of {field}")
