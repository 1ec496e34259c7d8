"""What a task asks for, read from its public form: requirements as wants, and the answers that it accepts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shopworld.stranger.wants import Want

Key = tuple[str, str]
"""Host and slug of an offer, or nothing and the id of a product."""

_RELATIONS = {
    "equals": "is",
    "not_equals": "none",
    "more_than": "above",
    "less_than": "below",
    "contains": "all",
    "one_of": "any",
}
_FIELDS = {"rating": "stars", "review_count": "reviews", "availability": "stock", "title": "name"}
_ORDERS = {"price_asc": "cheapest", "rating_desc": "best rated", "date_new": "newest", "best_selling": "best seller"}


@dataclass(frozen=True, slots=True)
class Demand:
    """One thing that is wanted.

    Attributes:
        wants: what it must be.
        order: `all`, `cheapest`, `cheapest_each`, `best rated`, `newest` or `best seller`.
        each: the attribute of which each value has a cheapest one.
        doubted: whether a page that does not say what is wanted leaves the task in doubt.
    """

    wants: tuple[Want, ...]
    order: str = "all"
    each: str = ""
    doubted: bool = False


def _want(field: str, relation: str, value: Any, unit: str | None) -> Want:
    values = tuple(value) if isinstance(value, list | tuple) else (value,)
    return Want(_FIELDS.get(field, field), _RELATIONS.get(relation, relation), values, unit)


def demands(task: Mapping[str, Any]) -> tuple[Demand, ...]:
    """What a comparison task or an evolved query asks for; nothing where its form does not say."""
    chosen = next((one for one in task["checks"] if one["type"] == "chosen_product"), None)
    if chosen is not None:
        parts = [*chosen.get("attribute", ()), *chosen.get("filter", ())]
        wants = tuple(_want(one["field"], one["relation"], one["value"], one.get("unit")) for one in parts)
        return (Demand(wants, _ORDERS.get(chosen.get("sort") or "", "all")),)
    by_wish: dict[int, list[Want]] = {}
    for one in task.get("constraints", ()):
        want = _want(one["attribute"], one["relation"], one.get("value", ""), one.get("unit"))
        by_wish.setdefault(one.get("wish", 0), []).append(want)
    order, each = task.get("objective") or "all", task.get("group_by", "")
    return tuple(Demand(tuple(wants), order, each) for _, wants in sorted(by_wish.items()))


def answers(task: Mapping[str, Any], hosts: Mapping[str, str]) -> list[list[Key]]:
    """The groups of offers that a task accepts, of any check that names offers to be returned."""
    return list(_answers(task, hosts))


def _answers(task: Mapping[str, Any], hosts: Mapping[str, str]) -> Iterator[list[Key]]:
    for check in task["checks"]:
        groups: Sequence[Sequence[Mapping[str, str]]] = ()
        if check["type"] in ("answer_set", "cart", "order"):
            groups = check["groups"]
        elif check["type"] == "chosen_product":
            groups = (check["accepted"],)
        for group in groups:
            yield [(hosts.get(one["shop"], one["shop"]), one["slug"]) for one in group]
