"""Three-valued truth of a requirement over a listing: stated, contradicted, not stated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from shopworld.catalog.attributes.canonical import canonical_attributes, canonical_name, read_value
from shopworld.catalog.attributes.canonical_values import split_list
from shopworld.catalog.attributes.matching import same_number, value_fits
from shopworld.catalog.entailment.evidence import ListingEvidence
from shopworld.catalog.entailment.families import SaidValue, Tokens, ValueFamily, families_of, tokens_of
from shopworld.catalog.entailment.guards import cue_words, guard_words, names_of
from shopworld.catalog.model import Attribute

_OPEN = names_of("open")
"""Attributes of which a table need not name all: what it leaves out is not denied."""
_NEGATIONS = guard_words("negations")
_PRIVATIVES = guard_words("privatives")
_FOR = guard_words("for")
_UNLIKE = guard_words("unlike")
"""Words behind a value by which the product has it not itself."""
_OTHER_SENSE = {
    "wireless": ("charg", "charger"),
    "usb": ("recharg", "charg", "power", "charger"),
    "solar": ("system",),
    "rose": ("gold",),
    "leather": tokens_of("soap protector"),
    "wood": tokens_of("soap protector"),
    "solid": tuple(
        tokens_of("oak wood pine walnut gold silver brass steel state teak beech mahogany maple acacia core")
    ),
}
_SADDLE_SOAP = tokens_of("saddle soap")
_READ_AS = {"capacity": "volume"}
"""Attributes whose name shops give to two quantities: the capacity of a disk, and that of a bottle."""
_PLUGS = frozenset(("connector", "ports", "interface"))
"""Attributes that an adapter has itself."""
_FOR_WHOM = names_of("for_whom")
"""Attributes that say what a product is for; of others, what stands behind `for` is another thing's."""
_ANOTHER = guard_words("another")
"""Words before a value by which it is another product's, or one of several to choose from."""
_VARIANTS = guard_words("variants")
"""Words by which one model is another: an iPhone 14 Pro is no iPhone 14."""
_COMPATIBLE = frozenset(("compatible_devices", "compatible_phone_models"))
_MADE = guard_words("made")
_LEFT_OUT_STILL = frozenset(("power_source", "battery_type"))
"""What runs on batteries does so even where they are sold apart."""
_ONLY_SHOWN = frozenset(("colour",))
"""Attributes that running text tells nothing of: it speaks of all variants."""
_SPOKEN_OF = frozenset(("material",))
"""Attributes of which running text tells only what it is made of."""
_WITH = frozenset(("with",))
_LEFT_OUT = (("sold", "separ"), ("not", "includ"), ("option",), ("not", "suppli"))
_SIGNS = frozenset("&,;|()/+")
_WHOLE = frozenset(("band", "outer", "strap", "upper", "shell", "frame", "body", "main", "case", "exterior"))
"""Parts by which a product is called."""
_FAR = 5
_REACH = 3
_MEASURE = re.compile(r"\d[\d,.]*(?:\s?-?\s?(?:[a-z]{1,12}|\"))?", re.IGNORECASE)
_CLEAR_UNITS = frozenset(("in", "MP", "Hz", "mAh", "W", "V"))
"""Units that titles write of one attribute only."""
_BOUNDS = guard_words("bounds")
"""Words before a number that is another thing's, or a bound."""
_CUES = {"ram": "ram memory ddr4 ddr5 lpddr5 lpddr4", "hard_drive": "ssd hdd storage drive nvme emmc"}


class Truth(StrEnum):
    """What a listing says of a requirement."""

    STATED = "stated"
    CONTRADICTED = "contradicted"
    NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class EntailmentVerdict:
    """What was found.

    Attributes:
        truth: of the requirement.
        reason: for people.
        evidence: the words of the listing.
    """

    truth: Truth
    reason: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class _Row:
    attribute: str
    label: str
    text: str


def truth_of(
    attribute: str, value: str | float | bool, listing: ListingEvidence, unit: str | None = None
) -> EntailmentVerdict:
    """What a listing says of a required value.

    Args:
        attribute: canonical name, or a label as shops print it.
        value: what is required.
        listing: title, table and text.
        unit: of a number.
    """
    name = canonical_name(attribute) or attribute
    rows = tuple(_Row(canonical_name(label) or label.casefold(), label, text) for label, text in listing.rows)
    known = canonical_attributes().get(name)
    if isinstance(value, bool) or (known is not None and known.kind == "boolean"):
        return _boolean(name, value, rows, listing)
    if isinstance(value, float | int) or (known is not None and known.kind == "number"):
        wanted = Attribute(name=name, value=value, unit=unit) if isinstance(value, float | int) else None
        wanted = wanted or read_value(name, str(value))
        if wanted is None and name in _READ_AS and (wanted := read_value(_READ_AS[name], str(value))) is not None:
            rows = tuple(_Row(wanted.name, one.label, one.text) if one.attribute == name else one for one in rows)
        if wanted is not None:
            return _number(wanted, rows, listing)
    return _text(name, str(value), rows, listing)


def _text(name: str, value: str, rows: Sequence[_Row], listing: ListingEvidence) -> EntailmentVerdict:
    own = [row for row in rows if row.attribute == name or row.label.casefold() == name.casefold()]
    own = own or [row for row in rows if _is_of_the_whole(row.label, name)]
    kin = {attribute for family in families_of(name) for attribute in family.attributes}
    related = [row for row in rows if row not in own and row.attribute in kin]
    denied: EntailmentVerdict | None = None
    certain = False
    for row in own:
        truth = _row_truth(name, value, row)
        if truth is Truth.STATED:
            return EntailmentVerdict(truth, f"{row.label}: {row.text}", row.text)
        if truth is Truth.CONTRADICTED:
            denied = denied or EntailmentVerdict(truth, f"{row.label}: {row.text}", row.text)
            certain |= any(True for one in families_of(name) if one.exclusive for _ in one.said_in(tokens_of(row.text)))
    if denied is not None and (certain or not families_of(name)):
        return denied
    for row in related:
        if _row_truth(name, value, row, own=False) is Truth.STATED:
            return EntailmentVerdict(Truth.STATED, f"{row.label}: {row.text}", row.text)
    for place, text in (("title", listing.title), ("text", listing.text)):
        if place == "text" and name in _ONLY_SHOWN:
            continue
        truth = _prose_truth(name, value, text, siblings=place == "title" and not own, running=place == "text")
        if truth is Truth.STATED:
            return EntailmentVerdict(truth, f"the {place} says so", text)
        if truth is Truth.CONTRADICTED:
            denied = denied or EntailmentVerdict(truth, f"the {place} says otherwise", text)
    for row in related:
        if _row_truth(name, value, row, own=False) is Truth.CONTRADICTED:
            denied = denied or EntailmentVerdict(Truth.CONTRADICTED, f"{row.label}: {row.text}", row.text)
    return denied or EntailmentVerdict(Truth.NOT_STATED, "neither table, title nor text says it")


def _is_of_the_whole(label: str, name: str) -> bool:
    """Whether a row tells of the part that stands for the product: a band's material, the outer one."""
    words = label.casefold().replace("_", " ").split()
    return len(words) == 2 and words[1] == name.split("_")[0] and words[0] in _WHOLE


def _row_truth(name: str, value: str, row: _Row, *, own: bool = True) -> Truth:
    """What one row says; rows of related attributes deny by opposites only."""
    broader = False
    tokens = tokens_of(row.text)
    for family in families_of(name):
        for wanted in _named(family, value):
            said = [one for one in family.said_in(tokens) if not _cancelled(one, tokens, name)]
            if any(family.entails(one.value, wanted) for one in said):
                return Truth.STATED
            if any(family.rules_out(one.value, wanted) for one in said) and (own or not family.exclusive):
                return Truth.CONTRADICTED
            broader |= any(family.entails(wanted, one.value) for one in said)
            if any(
                _cancelled(one, tokens, name) and family.entails(wanted, one.value) for one in family.said_in(tokens)
            ):
                return Truth.CONTRADICTED
    for item in split_list(row.text):
        if value_fits(item, value) and not _reserved(tokens_of(item), tokens_of(value), name):
            return Truth.STATED
        broader |= value_fits(value, item)
    return Truth.NOT_STATED if not own or broader or name in _OPEN else Truth.CONTRADICTED


def _reserved(item: Tokens, wanted: Tokens, name: str) -> bool:
    """Whether an item takes back the words that it shares with a wanted value: `faux leather`, `non alcohol`."""
    other_models = _VARIANTS if name in _COMPATIBLE else frozenset()
    return not ((_PRIVATIVES | _NEGATIONS | _UNLIKE | other_models) & set(item)) <= set(wanted)


def _prose_truth(name: str, value: str, text: str, *, siblings: bool, running: bool) -> Truth:
    """What a title or text says; titles deny by naming another value of an exclusive family."""
    tokens = tokens_of(text)
    found = Truth.NOT_STATED
    for family in families_of(name):
        said = [one for one in family.said_in(tokens) if _has_cue(name, one.value, tokens)]
        for wanted in _named(family, value):
            for one in said:
                cancelled = _cancelled(one, tokens, name)
                if running and name in _SPOKEN_OF and _MADE.isdisjoint(_clause_before(one.begin, tokens)[-_FAR:]):
                    continue
                if not cancelled and family.entails(one.value, wanted):
                    return Truth.STATED
                if (_negated(one, tokens) and family.entails(wanted, one.value)) or (
                    not cancelled and family.rules_out(one.value, wanted) and (siblings or not family.exclusive)
                ):
                    found = Truth.CONTRADICTED
    if found is Truth.NOT_STATED and not any(True for family in families_of(name) for _ in _named(family, value)):
        wanted_tokens = tokens_of(value)
        for at in range(len(tokens) - len(wanted_tokens) + 1):
            if wanted_tokens and tokens[at : at + len(wanted_tokens)] == wanted_tokens:
                if not _cancelled(SaidValue(value, at, at + len(wanted_tokens)), tokens, name):
                    return Truth.STATED
                found = Truth.NOT_STATED
    return found


def _has_cue(name: str, value: str, tokens: Tokens) -> bool:
    """Whether a word stands there without which a value means something else."""
    cues = cue_words(name) | cue_words(f"{name}_{value}")
    return not cues or not cues.isdisjoint(tokens)


def _named(family: ValueFamily, value: str) -> Iterator[str]:
    """The values of a family that a requirement names."""
    tokens = tokens_of(value)
    yield from dict.fromkeys(one.value for one in family.said_in(tokens) if one.end - one.begin == len(tokens))


def _negated(one: SaidValue, tokens: Sequence[str]) -> bool:
    before = tokens[max(0, one.begin - _REACH) : one.begin]
    return not _NEGATIONS.isdisjoint(before) or tokens[one.end : one.end + 1] == ("free",)


def _cancelled(one: SaidValue, tokens: Sequence[str], name: str) -> bool:
    """Whether a text names a value without saying that the product has it."""
    before, behind = tokens[max(0, one.begin - _REACH) : one.begin], tokens[one.end : one.end + 1]
    inside = set(tokens[one.begin : one.end])
    if not _NEGATIONS.isdisjoint(before) and not inside & _NEGATIONS:
        return True
    if before and before[-1] in _PRIVATIVES:
        return True
    adapts = name in _PLUGS and behind == ("adapt",)
    if behind and behind[0] in _UNLIKE and behind[0] not in inside and not adapts:
        return True
    if name in _SPOKEN_OF and before[-1:] == ("from",) and len(before) > 1 and _MADE.isdisjoint(before[:-1]):
        return True
    if name in _COMPATIBLE and behind and behind[0] in _VARIANTS:
        return True
    if tokens[one.end : one.end + 2] == _SADDLE_SOAP or (behind and behind[0] in _OTHER_SENSE.get(one.value, ())):
        return True
    after = tuple(tokens[one.end : one.end + 5])
    if name not in _LEFT_OUT_STILL and any(
        after[at : at + len(left)] == left for left in _LEFT_OUT for at in range(len(after))
    ):
        return True
    clause = _clause_before(one.begin, tokens)
    if not _ANOTHER.isdisjoint(clause[-_FAR:]):
        return True
    if name in _SPOKEN_OF and not _WITH.isdisjoint(clause[-2:]):
        return True
    return name not in _FOR_WHOM and not _FOR.isdisjoint(clause[-_REACH:])


def _clause_before(at: int, tokens: Sequence[str]) -> Sequence[str]:
    """The words of a clause before one of them."""
    begin = at
    while begin and tokens[begin - 1] not in _SIGNS:
        begin -= 1
    return tokens[begin:at]


def _number(wanted: Attribute, rows: Sequence[_Row], listing: ListingEvidence) -> EntailmentVerdict:
    assert isinstance(wanted.value, float | int)
    denied: EntailmentVerdict | None = None
    for row in rows:
        if row.attribute != wanted.name:
            continue
        read = read_value(wanted.name, row.text)
        if read is None or not isinstance(read.value, float | int):
            continue
        if same_number(read.value, wanted.value, read.unit, wanted.unit):
            return EntailmentVerdict(Truth.STATED, f"{row.label}: {row.text}", row.text)
        denied = denied or EntailmentVerdict(Truth.CONTRADICTED, f"{row.label}: {row.text}", row.text)
    if denied is not None:
        return denied
    for place, text in (("title", listing.title), ("text", listing.text)):
        if place == "text" and wanted.name not in _CUES:
            continue
        numbers = list(_measures(wanted.name, text))
        if any(same_number(number, float(wanted.value), unit, wanted.unit) for number, unit in numbers):
            return EntailmentVerdict(Truth.STATED, f"the {place} says so", text)
        known = canonical_attributes().get(wanted.name)
        clear = wanted.name in _CUES or (known is not None and known.unit in _CLEAR_UNITS)
        if place == "title" and clear and len({number for number, _ in numbers}) == 1:
            denied = EntailmentVerdict(Truth.CONTRADICTED, "the title says another number", text)
    return denied or EntailmentVerdict(Truth.NOT_STATED, "neither table, title nor text says it")


def _measures(name: str, text: str) -> Iterator[tuple[float, str | None]]:
    """Numbers with a unit that a text writes and that the attribute can read."""
    cues = frozenset(_CUES.get(name, "").split())
    for match in _MEASURE.finditer(text):
        written = match.group().replace("-", " ")
        if not re.search(r"[a-z\"]", written, re.IGNORECASE):
            continue
        behind = tokens_of(text[match.end() : match.end() + 30])[:3]
        before = tokens_of(text[max(0, match.start() - 30) : match.start()])[-3:]
        if not _BOUNDS.isdisjoint(before):
            continue
        if cues and cues.isdisjoint(behind):
            continue
        read = read_value(name, written)
        if read is not None and isinstance(read.value, float | int) and not isinstance(read.value, bool):
            yield float(read.value), read.unit


def _boolean(name: str, value: object, rows: Sequence[_Row], listing: ListingEvidence) -> EntailmentVerdict:
    wanted = value if isinstance(value, bool) else str(value).strip().casefold() in ("yes", "true", "y", "1")
    for row in rows:
        read = read_value(name, row.text) if row.attribute == name else None
        if read is not None and isinstance(read.value, bool):
            truth = Truth.STATED if read.value is wanted else Truth.CONTRADICTED
            return EntailmentVerdict(truth, f"{row.label}: {row.text}", row.text)
    phrase = _spoken(name)
    for place, text in (("title", listing.title), ("text", listing.text)):
        tokens = tokens_of(text)
        for at in range(len(tokens) - len(phrase) + 1):
            if tokens[at : at + len(phrase)] == phrase:
                says = not _negated(SaidValue("", at, at + len(phrase)), tokens)
                truth = Truth.STATED if says is wanted else Truth.CONTRADICTED
                return EntailmentVerdict(truth, f"the {place} says so", text)
    return EntailmentVerdict(Truth.NOT_STATED, "neither table, title nor text says it")


@lru_cache(maxsize=256)
def _spoken(name: str) -> Tokens:
    return tokens_of(name.replace("_", " ").replace(" is ", " "))
