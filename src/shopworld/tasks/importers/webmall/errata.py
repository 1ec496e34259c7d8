"""Errata of the release: what the catalog proves wrong in its answers, with corrected answers beside the originals.

Only what is certain is listed: offers that bear an answer's title or the name that the text asks for, of the same kind,
new and in stock, and their prices; numbers that a text states, held against typed attributes; answers of different
tasks that contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from shopworld.catalog import Catalog, Offer, OfferCondition
from shopworld.files import write_whole
from shopworld.tasks.contact import fold
from shopworld.tasks.importers.webmall.models import better, by_model
from shopworld.tasks.importers.webmall.requirements import PHRASE, Requirement, read_requirement
from shopworld.tasks.model import Suite, Task
from shopworld.tasks.offers import OfferAddress, address_of, offer_name

ErratumKind = Literal["cheaper", "tie", "missing", "dearer", "other task"]

_EMPTY = frozenset(
    re.findall(
        r"\w+",
        """
        a an brand case cooler cpu for gaming gpu headphone headphones kit model models new of the
        """,
    )
)
_VARIANTS = frozenset(
    re.findall(
        r"\w+",
        """
        compact evo fe lite m max mini plus pro refurbished renewed se super ti ultra used xl xt
        """,
    )
)
_CHEAPEST = re.compile(r"\bcheapest offer for ", re.IGNORECASE)
_ALL_TIES = re.compile(r"return all of them", re.IGNORECASE)
_EACH = re.compile(r"\bfor each\b|\beach model\b", re.IGNORECASE)


class ErratumModel(BaseModel):
    """Base of the records: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Contradiction(ErratumModel):
    """One thing that the catalog says against a task's answers."""

    kind: ErratumKind
    """`cheaper`: something that is asked for costs less than the answer. `tie`: it costs as much, and all are asked
    for. `missing`: it is asked for and is no answer. `dearer`: an answer costs more than another answer to the same
    thing. `other task`: another task's answers to the same thing say otherwise."""
    text: str
    offer: OfferAddress
    """What should be an answer, or should not."""
    price: int | None
    """In cents."""


class Erratum(ErratumModel):
    """What is wrong with one task."""

    task: str
    contradictions: tuple[Contradiction, ...]
    original: tuple[OfferAddress, ...]
    corrected: tuple[OfferAddress, ...]
    places: tuple[tuple[OfferAddress, OfferAddress], ...] = ()
    """New answers, each with the original answer in whose place or beside which it stands."""


class Errata(ErratumModel):
    """What is wrong with a release's answers."""

    suite: str
    tasks: int
    """How many tasks were looked at."""
    errata: tuple[Erratum, ...]


class _Corrected:
    """The answers of a task while they are corrected.

    Attributes:
        answers: what is left of the original ones, then the new ones.
        places: new answers, each with the original one in whose place or beside which it stands.
    """

    def __init__(self, original: Sequence[OfferAddress]) -> None:
        self.answers = list(original)
        self.places: list[tuple[OfferAddress, OfferAddress]] = []

    def drop(self, offer: Offer) -> None:
        """Takes an answer out; one answer may meet two phrases, so that it may be out already."""
        if address_of(offer) in self.answers:
            self.answers.remove(address_of(offer))

    def add(self, offers: Iterable[Offer], places: Iterable[Offer] = ()) -> None:
        """Puts new answers in place of original ones, or beside them."""
        new = [address_of(one) for one in offers]
        self.answers.extend(new)
        self.places += [(one, address_of(place)) for place in places for one in new]


def write_errata(errata: Errata, path: Path) -> None:
    """Writes `errata.json`; its folder is made where it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, f"{errata.model_dump_json(indent=2)}\n".encode())


def errata_of(suite: Suite, catalog: Catalog) -> Errata:
    """Holds all answers of a release against all offers of its shops.

    Args:
        suite: the imported tasks.
        catalog: of the shops.
    """
    offers = tuple(catalog.iterate_offers())
    known = {address_of(offer): offer for offer in offers}
    said = {phrase: task for task in suite.tasks for phrase in _phrases(task) if "all offers" in task.intent.lower()}
    found = [one for task in suite.tasks if (one := _erratum(task, offers, known, said)) is not None]
    return Errata(suite=suite.name, tasks=len(suite.tasks), errata=tuple(found))


def _phrases(task: Task) -> list[str]:
    return [" ".join(one["wanted"].split()) for one in PHRASE.finditer(" ".join(task.intent.split()))]


def _answers(task: Task) -> tuple[OfferAddress, ...]:
    return tuple(dict.fromkeys(one for check in task.checks for group in check.returns for one in group))


def _erratum(
    task: Task, offers: Sequence[Offer], known: Mapping[OfferAddress, Offer], said: Mapping[str, Task]
) -> Erratum | None:
    original = _answers(task)
    answers = [known[one] for one in original if one in known]
    if not answers:
        return None
    found: list[Contradiction] = []
    corrected = _Corrected(original)
    cheapest = bool(_CHEAPEST.search(task.intent))
    ties = bool(_ALL_TIES.search(task.intent))
    each = bool(_EACH.search(task.intent))
    if each:
        found += _of_each_model(task, answers, offers, ties, corrected)
    for phrase in () if each else _phrases(task):
        requirement = _read(phrase)
        own = [one for one in answers if _is_asked(phrase, one) or (requirement and one.kind == requirement.kind)]
        asked = [one for one in offers if _is_asked(phrase, one) and own and one.kind == own[0].kind]
        found += _against(phrase, own, asked, cheapest, ties, task, said, corrected)
    if cheapest and not each:
        found += _better(task, answers, offers, corrected)
    if not cheapest and "all offers" in task.intent.lower():
        found += _twins(answers, offers, corrected)
    unique = tuple(dict.fromkeys(found))
    if not unique:
        return None
    return Erratum(
        task=task.id,
        contradictions=unique,
        original=original,
        corrected=tuple(dict.fromkeys(corrected.answers)),
        places=tuple(dict.fromkeys(corrected.places)),
    )


def _of_each_model(
    task: Task, answers: Sequence[Offer], offers: Sequence[Offer], ties: bool, corrected: _Corrected
) -> Iterable[Contradiction]:
    """What speaks against the answers to a task that asks for the cheapest offer of each model."""
    words = frozenset(word for phrase in _phrases(task) for word in _codes(name_words(phrase)))
    mine = {one.id: one for one in answers}
    for model, them in by_model(answers, offers, words).items():
        best = [one for one in them if one.price == them[0].price]
        own = [one for one in them if one.id in mine]
        if not own:
            for one in best:
                yield _said("missing", one, f"is the cheapest {model}, a model between those of the answers")
                corrected.add([one])
        for one in own:
            if one.price != best[0].price:
                yield _said("cheaper", best[0], f"costs {_euros(best[0].price or 0)} and is the same model as the "
                            f"answer {offer_name(one)} for {_euros(one.price or 0)}")  # fmt: skip
                corrected.drop(one)
                corrected.add(best, [one])
        if own and ties and own[0].price == best[0].price:
            for one in best:
                if one.id not in mine:
                    yield _said(
                        "tie", one, f"costs {_euros(one.price or 0)}, as the answer does, and all are asked for"
                    )
                    corrected.add([one], own[:1])


def _better(
    task: Task, answers: Sequence[Offer], offers: Sequence[Offer], corrected: _Corrected
) -> Iterable[Contradiction]:
    """Offers that cost less than an answer and are as good in all that a vague text speaks of."""
    for answer in answers:
        cheaper = better(task.intent, answer, offers)
        if cheaper and address_of(answer) in corrected.answers:
            told = f"costs {_euros(cheaper[0].price or 0)} and is as good in all that the text asks for as the answer "
            yield _said("cheaper", cheaper[0], f"{told}{offer_name(answer)} for {_euros(answer.price or 0)}")
            corrected.drop(answer)
            corrected.add([one for one in cheaper if one.price == cheaper[0].price], [answer])


def _against(
    phrase: str,
    own: Sequence[Offer],
    asked: Sequence[Offer],
    cheapest: bool,
    ties: bool,
    task: Task,
    said: Mapping[str, Task],
    corrected: _Corrected,
) -> Iterable[Contradiction]:
    """What speaks against the answers to one phrase; puts the corrected answers in place of them."""
    priced = [(one.price, one) for one in asked if one.price is not None]
    mine = {one.id for one in own}
    if not own or not priced:
        return
    if not cheapest:
        return
    least = min(price for price, _ in priced)
    best = [one for price, one in priced if price == least]
    dearer = [one for one in own if one.price is not None and one.price > least]
    for one in dearer:
        yield _said("cheaper", best[0], f"costs {_euros(least)} and is asked for as “{phrase}”; the answer "
                        f"{offer_name(one)} costs {_euros(one.price or 0)}")  # fmt: skip
        corrected.drop(one)
    if dearer:
        corrected.add(best, dearer)
    elif ties:
        for one in best:
            if one.id not in mine:
                yield _said("tie", one, f"costs {_euros(least)}, as the answers do, and all are asked for")
                corrected.add([one], own[:1])
    other = said.get(phrase)
    if other is not None and other.id != task.id:
        listed = set(_answers(other))
        for one in own:
            if address_of(one) not in listed:
                yield _said("other task", one, f"{other.id} asks for all offers of the same and does not list it")


def _twins(answers: Sequence[Offer], offers: Sequence[Offer], corrected: _Corrected) -> Iterable[Contradiction]:
    """Offers with the very title of an answer, where all are asked for."""
    titles = {fold(one.title): one for one in answers}
    mine = {one.id for one in answers}
    for one in offers:
        twin = titles.get(fold(one.title))
        if twin is not None and one.id not in mine and one.in_stock:
            yield _said("missing", one, f"has the title of the answer {offer_name(twin)} and is no answer")
            corrected.add([one], [twin])


def _said(kind: ErratumKind, offer: Offer, text: str) -> Contradiction:
    return Contradiction(kind=kind, text=f"{offer_name(offer)} {text}", offer=address_of(offer), price=offer.price)


def _euros(cents: int) -> str:
    return f"{cents / 100:.2f}"


@cache
def _read(phrase: str) -> Requirement | None:
    """What a phrase asks for; each is held against all offers, and read once."""
    return read_requirement(phrase)


def _is_asked(phrase: str, offer: Offer) -> bool:
    """Whether an offer surely is what a phrase asks for: by its numbers, or by the words of its name."""
    if not offer.in_stock or offer.condition is not OfferCondition.NEW:
        return False
    requirement = _read(phrase)
    if requirement is not None:
        return requirement.met_by(offer)
    wanted, title = name_words(phrase) - _EMPTY, name_words(offer.title)
    codes = _codes(wanted)
    longer = any(word != code and word.startswith(code) for code in codes for word in title - wanted)
    return bool(codes) and wanted <= title and not longer and not (title & _VARIANTS) - wanted


def _codes(words: Iterable[str]) -> set[str]:
    """Words with a digit in them: names that single something out."""
    return {word for word in words if any(letter.isdigit() for letter in word)}


@cache
def name_words(text: str) -> frozenset[str]:
    """The words of a name as titles spell it: `2 x 8GB` and `(2x8GB)` are one, `B550` and `B550M` are not."""
    low = text.lower()
    low = re.sub(r"(\d)\s*x\s*(\d)", r"\1x\2", low)
    low = re.sub(r"(\d)\s+(gb|tb|mm|mhz|w|inch)\b", r"\1\2", low)
    return frozenset(re.findall(r"[a-z0-9]+(?:[.-][a-z0-9]+)*", low))
