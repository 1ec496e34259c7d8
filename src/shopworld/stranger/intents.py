"""Tasks with hidden intent: which products meet the shopper's wishes, as the tools tell of them.

A wish is plain where the shopper's own words, in the request, the profile or an answer, name what the task's form asks
for. The others are implied: what they mean is taken from the form, and they are listed apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from shopworld.stranger.kind_sense import KindSense
from shopworld.stranger.numbers import quantities, quantity
from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.stated import try_attribute, ways_to_say
from shopworld.stranger.tool_reading import ToolCall, ToolReading
from shopworld.stranger.trial import Court
from shopworld.stranger.verdict import StrangerOpinion, Weighing
from shopworld.stranger.wants import BROKEN, MET, SILENT, StrangerFinding, StrangerOutcome, Want
from shopworld.stranger.words import holds_words, names, states, tokens

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_FIELDS = {"average_rating": "stars", "rating_count": "reviews"}
_BOUNDS = {"at_least": "at_least", "at_most": "at_most", "below": "below"}
_CENTS = 100


@dataclass(frozen=True, slots=True)
class HiddenWish:
    """One wish of a shopper.

    Attributes:
        form: as the task publishes it.
        plain: whether the shopper's words name what is wanted.
        wants: what the form asks for, where it is about a product's own facts.
    """

    form: Mapping[str, Any]
    plain: bool
    wants: tuple[Want, ...]

    @property
    def about(self) -> str:
        """The attribute or number that it is about, or its type."""
        return str(self.form.get("attribute") or self.form.get("field") or self.form["type"])


class ToolStranger:
    """Judges tasks with hidden intent by what the tools of their catalog return.

    Args:
        call: calls the tools.
        today: the date in the catalog's shop.
    """

    def __init__(self, call: ToolCall, today: date) -> None:
        self._tools = ToolReading(call)
        self._court = Court(KindSense([]), today, {})

    def judge(self, task: Mapping[str, Any]) -> StrangerOpinion:
        """What a stranger thinks of a task.

        Args:
            task: its public form: the JSON that suites are published as.
        """
        weighing = Weighing(task)
        check = next((one for one in task["checks"] if one["type"] == "recommendation"), None)
        if check is None:
            weighing.unsure.append("it asks for no recommendation")
            return weighing.close()
        wishes = [_read(form, task) for form in check["rubrics"]]
        weighing.implied += [f"{one.about}: {one.form.get('surface') or 'not said'}" for one in wishes if not one.plain]
        gold = dict.fromkeys(check["acceptable"] or [check["target"]])
        for name in gold:
            self._answer(name, wishes, weighing)
        if check["acceptable"]:
            self._others(wishes, gold, weighing)
        else:
            weighing.unsure.append("its form does not list what is accepted besides the target")
        return weighing.close()

    def _answer(self, name: str, wishes: Sequence[HiddenWish], weighing: Weighing) -> None:
        """Speaks against an answer that fails a plain wish; what is implied or not said leaves it open."""
        listing = self._tools.product(name)
        if listing is None:
            weighing.refuses.append((name, "the tools know no such product"))
            return
        for wish in wishes:
            finding = _try(wish, listing, self._court)
            if finding.outcome is BROKEN and wish.plain:
                weighing.refuses.append((f"{name} {listing.title[:60]}", f"{wish.about}: {finding.why}"))
                weighing.about.append(wish.about)
            elif finding.outcome is not MET:
                weighing.unsure.append(f"{name} {listing.title[:50]}: {wish.about}: {finding.why}")

    def _others(self, wishes: Sequence[HiddenWish], gold: Mapping[str, None], weighing: Weighing) -> None:
        """Looks for products that meet everything and are no answers, among all that bear the name of the thing."""
        thing = next((str(one.form["entity"]) for one in wishes if one.form["type"] == "entity_match"), "")
        if not thing:
            weighing.unsure.append("its form does not say what is looked for")
            return
        for name in self._tools.named(thing):
            listing = None if name in gold else self._tools.product(name)
            if listing is None:
                continue
            failed = _failed(wishes, listing, self._court)
            if not failed:
                weighing.accepts.append((f"{name} {listing.title[:60]}", "it meets everything that is asked"))
            weighing.near += len(failed) == 1


def _failed(wishes: Sequence[HiddenWish], listing: StrangerListing, court: Court) -> list[HiddenWish]:
    """The first two wishes that a product does not meet, as far as is told."""
    found: list[HiddenWish] = []
    for wish in wishes:
        if _try(wish, listing, court).outcome is not MET:
            found.append(wish)
            if len(found) > 1:
                break
    return found


def _read(form: Mapping[str, Any], task: Mapping[str, Any]) -> HiddenWish:
    return HiddenWish(form, _is_plain(form, " ".join(_told(form, task))), tuple(_wants(form)))


def _wants(form: Mapping[str, Any]) -> Iterator[Want]:
    match form["type"]:
        case "attribute_match":
            value = form["value"]
            values = tuple(value) if isinstance(value, list | tuple) else (value,)
            if values:
                yield Want(form["attribute"], "all" if len(values) > 1 else "is", values, form["unit"])
        case "negative_attribute":
            yield Want(form["attribute"], "none", tuple(form["values"]))
        case "numeric_range":
            share = _CENTS if form["field"] == "price" else 1
            for name, relation in _BOUNDS.items():
                if form[name] is not None:
                    field = _FIELDS.get(form["field"], form["field"])
                    yield Want(field, relation, (form[name] / share,), form["unit"])
        case "budget_match":
            yield Want("price", "at_most", (form["budget"] / _CENTS,))


def _told(form: Mapping[str, Any], task: Mapping[str, Any]) -> Iterator[str]:
    """What the shopper says at the place where a wish is to be learned."""
    shopper = task.get("shopper") or {}
    match form["source"]:
        case "query":
            yield str(task["intent"])
        case "persona":
            yield from _texts(shopper.get("profile", {}))
        case _:
            slots = shopper.get("clarification", {}).get("slots", ())
            yield from (one["response"] for one in slots if form["id"] in one["rubrics"])


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
    else:
        yield str(value)


def _is_plain(form: Mapping[str, Any], told: str) -> bool:
    """Whether words name what a form asks for."""
    wanted = [*_wants(form)]
    if form["type"] == "entity_match":
        return names(told, form["entity"])
    if not wanted:
        return False
    return all(_says(told, value, want.unit) for want in wanted for value in want.values)


def _says(told: str, value: Any, unit: str | None) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        numbers = [float(one.replace(",", "")) for one in _NUMBER.findall(told)]
        asked = quantity(float(value), unit)
        return any(abs(one - value) < 1e-6 for one in numbers) or any(asked.same(one) for one in quantities(told))
    row = tokens(told)
    return any(holds_words(row, way) for way in ways_to_say(str(value)))


def _try(wish: HiddenWish, listing: StrangerListing, court: Court) -> StrangerFinding:
    """What is told of one wish."""
    match wish.form["type"]:
        case "entity_match":
            return _is_thing(str(wish.form["entity"]), listing)
        case "review_opinion":
            return StrangerFinding(SILENT, "what reviews say is not read")
        case "budget_match":
            if listing.price is not None:
                listing = replace(listing, price=_paid(listing.price, wish.form["voucher"]))
    if wish.about == "main_category":
        same = tokens(" ".join(listing.trail)) == tokens(str(wish.form["value"]))
        return StrangerFinding(MET if same else BROKEN, ", ".join(listing.trail))
    # An attribute may be called `age` or `stock` as well: only the brand and a product's own numbers are for the court.
    own = wish.form["type"] in ("numeric_range", "budget_match") or wish.about == "brand"
    found = [court.trial(want, listing) if own else try_attribute(want, listing) for want in wish.wants]
    met = StrangerFinding(MET, "nothing is asked")
    return next((one for one in found if one.outcome is not StrangerOutcome.MET), found[0] if found else met)


def _is_thing(thing: str, listing: StrangerListing) -> StrangerFinding:
    if states(listing.title, thing):
        return StrangerFinding(MET, "its title")
    if names(f"{listing.title} {' '.join(listing.trail)} {listing.text}", thing):
        return StrangerFinding(SILENT, f"its title does not say that it is a {thing}")
    return StrangerFinding(BROKEN, f"no word says that it is a {thing}")


def _paid(price: float, voucher: Mapping[str, Any] | None) -> float:
    """What is paid with a voucher: the highest tier that is reached, or one discount after the other."""
    if voucher is None:
        return price
    discounts = sorted(voucher["discounts"], key=lambda one: -one["threshold"])
    if voucher["type"] != "tiered":
        discounts = voucher["discounts"]
    left = round(price * _CENTS)
    for one in discounts:
        if left < one["threshold"]:
            continue
        off = one["amount"] or int(left * one["percent"] / _CENTS + 0.5)
        left = max(0, left - min(off, one["cap"] or off))
        if voucher["type"] == "tiered":
            break
    return left / _CENTS
