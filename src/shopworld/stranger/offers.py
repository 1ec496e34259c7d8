"""Comparison tasks and evolved queries: which offers of all shops meet what is asked, as their pages tell it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shopworld.stranger.asked import Demand, Key, answers, demands
from shopworld.stranger.kind_sense import KindSense
from shopworld.stranger.numbers import quantities, quantity
from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.stated import colours_in, rows_about
from shopworld.stranger.trial import Court
from shopworld.stranger.verdict import StrangerOpinion, Weighing
from shopworld.stranger.wants import StrangerFinding, StrangerOutcome, Want
from shopworld.stranger.words import names, tokens

_CLAUSE = re.compile(r"[.!?:;]\s|\sand\s")
_TOGETHER = re.compile(r"\bbundle\b|\bsold together\b", re.IGNORECASE)
_EXTREMES = ("largest", "smallest")


@dataclass(frozen=True, slots=True)
class Tried:
    """A listing with what came of all requirements."""

    listing: StrangerListing
    findings: tuple[StrangerFinding, ...]

    @property
    def broken(self) -> list[StrangerFinding]:
        """What it fails."""
        return [one for one in self.findings if one.outcome is StrangerOutcome.BROKEN]

    @property
    def silent(self) -> list[StrangerFinding]:
        """What it does not say."""
        return [one for one in self.findings if one.outcome is StrangerOutcome.SILENT]

    @property
    def accepted(self) -> bool:
        """Whether it meets everything."""
        return not self.broken and not self.silent


class Shelves:
    """All listings, and those of each kind.

    Args:
        listings: every product page.
        kinds: tells what pages sell.
    """

    def __init__(self, listings: Sequence[StrangerListing], kinds: KindSense) -> None:
        self.known: Mapping[Key, StrangerListing] = {one.key: one for one in listings}
        self._kinds = kinds
        self._by_kind: dict[str, list[StrangerListing]] = {}
        for one in listings:
            self._by_kind.setdefault(kinds.kind(one), []).append(one)

    def candidates(self, wants: Sequence[Want], besides: set[Key]) -> list[StrangerListing]:
        """Listings that can meet the wants, as far as their kind goes; those of the given offers in any case."""
        wanted = next((str(one.values[0]) for one in wants if one.field == "kind" and one.relation == "is"), None)
        if wanted is None:
            return list(self.known.values())
        found = [one for kind, own in self._by_kind.items() if self._kinds.is_a(kind, wanted) for one in own]
        own_keys = {one.key for one in found}
        return [*found, *(self.known[key] for key in sorted(besides & set(self.known)) if key not in own_keys)]


def judge_offers(task: Mapping[str, Any], shelves: Shelves, court: Court, hosts: Mapping[str, str]) -> StrangerOpinion:
    """Holds a task's answers against what the pages of all shops say.

    Args:
        task: its public form.
        shelves: every product page.
        court: tries requirements.
        hosts: the host of each shop by the name that suites give it.
    """
    weighing = Weighing(task)
    asked = demands(task)
    if not asked:
        weighing.unsure.append("its form does not say what is asked for")
        return weighing.close()
    known = shelves.known
    gold = {key for group in answers(task, hosts) for key in group}
    mine: set[Key] = set()
    for demand, own in zip(asked, _shared_out(gold & set(known), asked, known, court), strict=True):
        wants = (*demand.wants, *_colour_of_name(demand, str(task["intent"])))
        mine |= _one_demand(replace(demand, wants=wants), shelves, court, own, weighing)
    for check in task["checks"]:
        pieces = check.get("quantity", 1)
        if check["type"] in ("cart", "order") and pieces != 1 and not names(str(task["intent"]), str(pieces)):
            weighing.refuses.append((f"{pieces} pieces", "the goal asks for one of each"))
            weighing.about.append("quantity")
    for key in sorted(mine - gold):
        weighing.accepts.append((_called(key, known), "it meets everything that is asked"))
    seen = {host for host, _ in known}
    for key in sorted(gold - set(known)):
        if key[0] in seen:
            weighing.refuses.append((_called(key, known), "no shop lists it"))
        else:
            weighing.unsure.append(f"no product of {key[0]} is seen in its lists")
    return weighing.close()


def _colour_of_name(demand: Demand, goal: str) -> list[Want]:
    """The colour that the goal gives to a named product, in the clause with its name."""
    name = {word for want in demand.wants if want.field == "name" for one in want.values for word in tokens(str(one))}
    clauses = [one for one in _CLAUSE.split(goal) if name and 2 * len(name & set(tokens(one))) > len(name)]
    colours = colours_in(" ".join(clauses))
    return [Want("named_colour", "any", colours)] if colours else []


def _called(key: Key, known: Mapping[Key, StrangerListing]) -> str:
    listing = known.get(key)
    return f"{key[0]} {listing.title[:70] if listing else key[1]}"


def _one_demand(demand: Demand, shelves: Shelves, court: Court, gold: set[Key], weighing: Weighing) -> set[Key]:
    """What a stranger would answer to one demand; speaks against answers that it would not give."""
    kind_first = sorted(demand.wants, key=lambda want: want.field not in ("kind", "address", "brand", "name"))
    plain = [want for want in kind_first if want.relation not in _EXTREMES]
    pool: list[Tried] = []
    for listing in shelves.candidates(demand.wants, gold):
        tried = _tried(plain, listing, court, whole=listing.key in gold)
        if tried is not None:
            pool.append(tried)
    if any(want.field in ("name", "address") for want in plain):
        pool = [_named_by_words(plain, one) for one in pool]
    accepted = [one for one in pool if one.accepted and (one.listing.key in gold or not _is_bundle(one.listing))]
    weighing.near += sum(len(one.broken) + len(one.silent) == 1 for one in pool)
    for want in demand.wants:
        if want.relation in _EXTREMES:
            accepted = _extreme(want, accepted)
    if demand.order.startswith("cheapest") and any(one.listing.price is None for one in accepted):
        unpriced = next(one for one in accepted if one.listing.price is None)
        weighing.unsure.append(f"{unpriced.listing.title[:60]}: no price on its page")
        return gold
    reduced = _ordered(demand, accepted, court)
    if demand.order != "all" and reduced:
        best_place = _place(reduced[0].listing, court, demand.order)
        silent = [one for one in pool if one.silent and not one.broken and one.listing.key in gold]
        places = [(place, one) for one in silent if (place := _place(one.listing, court, demand.order)) is not None]
        before = [one for place, one in places if best_place is not None and place <= best_place]
        if before and demand.order != "cheapest_each":
            weighing.unsure.append(f"{before[0].listing.title[:60]}: {before[0].silent[0].why}")
            return gold
    mine = {one.listing.key for one in reduced}
    best = {one.listing.key for one in accepted}
    for one in pool:
        key = one.listing.key
        if key not in gold or key in mine:
            continue
        if one.broken:
            weighing.refuses.append((_called(key, {key: one.listing}), one.broken[0].why))
            weighing.about.append(_field_of(plain, one))
        elif one.silent:
            weighing.unsure.append(f"{one.listing.title[:60]}: {one.silent[0].why}")
        elif key in best or demand.order != "all" or any(want.relation in _EXTREMES for want in demand.wants):
            weighing.refuses.append((_called(key, {key: one.listing}), f"others come before it ({demand.order})"))
            weighing.about.append(demand.order)
    return mine


def _is_bundle(listing: StrangerListing) -> bool:
    """Whether several things are sold as one: whoever asks for one of them may not want the others."""
    return _TOGETHER.search(listing.title) is not None or _TOGETHER.search(listing.text[:400]) is not None


def _named_by_words(wants: Sequence[Want], one: Tried) -> Tried:
    """A product that bears the name is the product, also where no word says what it is."""
    findings = tuple(
        StrangerFinding(StrangerOutcome.MET, "its name")
        if want.field == "kind" and finding.outcome is StrangerOutcome.SILENT
        else finding
        for want, finding in zip(wants, one.findings, strict=True)
    )
    return Tried(one.listing, findings)


def _shared_out(
    gold: set[Key], asked: Sequence[Demand], known: Mapping[Key, StrangerListing], court: Court
) -> list[set[Key]]:
    """The answers by what they answer: each belongs to the demand of which it fails least."""
    shares: list[set[Key]] = [set() for _ in asked]
    for key in gold:
        failed = [
            sum(finding.outcome is StrangerOutcome.BROKEN for finding in court.try_all(demand.wants, known[key]))
            for demand in asked
        ]
        shares[failed.index(min(failed))].add(key)
    return shares


def _field_of(wants: Sequence[Want], one: Tried) -> str:
    for want, finding in zip(wants, one.findings, strict=False):
        if finding.outcome is StrangerOutcome.BROKEN:
            return want.field
    return ""


def _tried(wants: Sequence[Want], listing: StrangerListing, court: Court, *, whole: bool) -> Tried | None:
    """All findings; None as soon as two requirements fail, unless it is an answer that deserves reasons."""
    findings = []
    failed = 0
    for want in wants:
        finding = court.trial(want, listing)
        findings.append(finding)
        failed += finding.outcome is StrangerOutcome.BROKEN
        if failed > 1 and not whole:
            return None
    return Tried(listing, tuple(findings))


def _extreme(want: Want, pool: Sequence[Tried]) -> list[Tried]:
    """Those with the largest or smallest amount of something; those that do not say it are left out."""
    measured = [(amount, one) for one in pool if (amount := amount_of(one.listing, want.field, want.unit)) is not None]
    if not measured:
        return list(pool)
    ends = [amount for amount, _ in measured]
    end = max(ends) if want.relation == "largest" else min(ends)
    return [one for amount, one in measured if amount == end]


def amount_of(listing: StrangerListing, field: str, unit: str | None) -> float | None:
    """The amount that a page states of an attribute, in its title else."""
    dimension = quantity(1.0, unit).dimension
    for text in (*rows_about(listing, field), listing.title):
        own = [one.amount for one in quantities(text) if one.dimension == dimension]
        if own:
            return own[0]
    return None


def _ordered(demand: Demand, pool: Sequence[Tried], court: Court) -> list[Tried]:
    """What the order leaves; equals share their place."""
    if demand.order == "all" or not pool:
        return list(pool)
    if demand.order == "cheapest_each":
        groups: dict[tuple[str, ...], list[Tried]] = {}
        for one in pool:
            rows = rows_about(one.listing, demand.each)
            said = rows[0] if rows else one.listing.title
            measured = quantities(said)
            name = (f"{measured[0].amount:g}",) if measured else tokens(said)
            groups.setdefault(name, []).append(one)
        return [each for group in groups.values() for each in _least(group, court, "cheapest")]
    return _least(pool, court, demand.order)


def _least(pool: Sequence[Tried], court: Court, order: str) -> list[Tried]:
    keyed = [(place, one) for one in pool if (place := _place(one.listing, court, order)) is not None]
    best = min((place for place, _ in keyed), default=0.0)
    return [one for place, one in keyed if abs(place - best) < 1e-9]


def _place(listing: StrangerListing, court: Court, order: str) -> float | None:
    match order:
        case "cheapest":
            return listing.price
        case "best rated":
            return None if listing.stars is None else -listing.stars
        case "newest":
            return court.age(listing)
        case "best seller":
            firsts = [words[0] for said in rows_about(listing, "best_seller") if (words := tokens(said))]
            ranks = [float(word) for word in firsts if word.isdigit()]
            return ranks[0] if ranks else None
    return None
