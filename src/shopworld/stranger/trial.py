"""Requirements tried on listings, with three outcomes: met, broken, and silent where the page does not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

from shopworld.stranger.kind_sense import KindSense
from shopworld.stranger.numbers import quantities
from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.stated import COLOURS, rows_about, try_attribute
from shopworld.stranger.wants import BROKEN, MET, SILENT, StrangerFinding, Want, holds
from shopworld.stranger.words import holds_words, names, tokens

_DATES = ("%B %d, %Y", "%d %B %Y", "%Y-%m-%d", "%d.%m.%Y", "%b %d, %Y")


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
        return try_attribute(want, listing)

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
        elif words and words[0] in COLOURS:
            stated = " ".join(rows_about(listing, "colour"))
            other = set(title) & COLOURS or set(tokens(stated)) & COLOURS
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
    shown = COLOURS & {*tokens(" ".join(rows_about(listing, "colour"))), *tokens(listing.title)}
    return StrangerFinding(MET if not shown or shown & set(want.values) else BROKEN, f"it is {', '.join(shown)}")


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
