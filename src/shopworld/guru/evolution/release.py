"""Queries of a release bound to a mall: their sub-queries read as conditions, their answers counted in the catalog.

The release has neither a catalog nor answers: it was judged on a live site. A query becomes a task here where its
thing is sold and every part of its sub-queries is understood. Each part stays in the aspect that the file gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from shopworld.catalog import KINDS, Sort
from shopworld.guru.comparison.suite import instructions as mall_instructions
from shopworld.guru.evolution.query import Aspect, EvolutionStep, Query
from shopworld.guru.evolution.shelf import AskableOffers, Assortment
from shopworld.guru.evolution.speech import thing_of
from shopworld.guru.evolution.steps import attribute_steps, filter_steps
from shopworld.guru.evolution.suite import CHOICE, STEPS, VERSION, task_of
from shopworld.guru.evolution.understanding import understood
from shopworld.mall import Mall
from shopworld.tasks import Evolution, Suite, Task
from shopworld.tasks.importers import DeepShopRecord, sorts_in

_JOINTS = re.compile(r"\s*;\s*")


@dataclass(slots=True)
class Binding:
    """What came of binding queries.

    Attributes:
        suite: those that became tasks.
        unbound: id to reason, of the others.
    """

    suite: Suite
    unbound: dict[str, str] = field(default_factory=dict)


def bind_records(
    records: Iterable[DeepShopRecord], mall: Mall, *, name: str = "deepshop", steps: int = STEPS
) -> Binding:
    """Makes tasks of a release's queries for a mall.

    Args:
        records: as read from the file.
        mall: what it sells answers them.
        name: of the suite.
        steps: that an agent has for a task.
    """
    reader = _Reader(Assortment(mall.catalog))
    goal = mall_instructions(mall) + CHOICE
    tasks: list[Task] = []
    unbound: dict[str, str] = {}
    records = tuple(records)
    for record, id_ in zip(records, distinct_ids(_id(one) for one in records), strict=True):
        query = reader.query(record)
        if isinstance(query, str):
            unbound[record.id] = query
            continue
        made = task_of([query], mall, reader.assortment, goal, steps)
        tasks.append(made.model_copy(update=_as_released(record, made, id_)))
    suite = Suite(
        name=name,
        version=VERSION,
        mall=mall.name,
        mall_hash=mall.content_hash,
        description="Queries in DeepShop's release format, bound to this mall; answers counted in its catalog.",
        tasks=tuple(tasks),
    )
    return Binding(suite, unbound)


def _as_released(record: DeepShopRecord, made: Task, id_: str) -> dict[str, object]:
    """What the file says of a task, in place of what we made."""
    about = made.evolution or Evolution(query=record.id, round=0)
    kept = {
        "query": record.id,
        "attribute": record.attribute,
        "filter": record.filter,
        "sort": record.sort,
        "web_name": record.web_name,
        "web": record.web,
    }
    return {
        "id": id_,
        "template": f"deepshop_{safe_id(record.id)}",
        "source": "release",
        "difficulty": record.difficulty,
        "evolution": about.model_copy(update=kept),
    }


def _id(record: DeepShopRecord) -> str:
    known = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", record.id)
    return record.id if known else f"deepshop_{safe_id(record.id)}"


def safe_id(text: str) -> str:
    """The id of a record as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-") or "query"


def distinct_ids(ids: Iterable[str]) -> list[str]:
    """Ids in the same order; one that another one has already gets a number: `lamp`, `lamp-2`."""
    taken: set[str] = set()
    found: list[str] = []
    for one in ids:
        numbered = (f"{one}-{number}" for number in count(2))
        free = next(name for name in chain((one,), numbered) if name not in taken)
        taken.add(free)
        found.append(free)
    return found


class _Reader:
    """Reads records as queries to one assortment."""

    def __init__(self, assortment: Assortment) -> None:
        self.assortment = assortment
        self._names = self._names_of_kinds()
        self._known: dict[str, dict[tuple[Aspect, str], EvolutionStep]] = {}

    def _names_of_kinds(self) -> list[tuple[str, str]]:
        """What kinds are called, the longest name first."""
        named = []
        for kind in self.assortment.by_kind:
            label = KINDS[kind]
            named += [(text.casefold(), kind) for text in {label.label, label.plural, kind.replace("_", " ")}]
        return sorted(named, key=lambda pair: (-len(pair[0]), pair))

    def query(self, record: DeepShopRecord) -> Query | str:
        """A record as a query, or why it cannot be one."""
        shelf = self._shelf(record)
        if shelf is None:
            return "no kind of product that the mall sells is named in it"
        steps: list[EvolutionStep] = []
        for aspect, text in (("attribute", record.attribute), ("filter", record.filter)):
            read = self._parts(shelf, aspect, text or "")  # type: ignore[arg-type]
            if isinstance(read, str):
                return f"{aspect}: {read!r} is not understood"
            steps += read
        if record.sort is not None:
            sorts = sorts_in(record.sort)
            if len(sorts) != 1:
                return f"sort: {record.sort!r} is not understood"
            steps.append(EvolutionStep("sort", sorts[0], sort=Sort(sorts[0]), short=record.sort))
        query = Query(record.id, "", shelf, thing_of(shelf.name), record.ques, tuple(steps))
        return query if query.answers() else "nothing in the catalog answers it"

    def _shelf(self, record: DeepShopRecord) -> AskableOffers | None:
        """The shelf of the thing that the query names first, in its attribute part or else in its text."""
        for text in (record.attribute or "", record.ques):
            found = [
                (match.start(), -len(name), kind)
                for name, kind in self._names
                if (match := re.search(rf"\b{re.escape(name)}\b", text.casefold()))
            ]
            for _, _, kind in sorted(found):
                if (shelf := self.assortment.shelf_of_kind(kind)) is not None:
                    return shelf
        return None

    def _parts(self, shelf: AskableOffers, aspect: Aspect, text: str) -> list[EvolutionStep] | str:
        """The parts of a sub-query as steps, or the words that are not understood."""
        steps: list[EvolutionStep] = []
        known = self._steps(shelf)
        for part in filter(None, _JOINTS.split(text.strip().rstrip("."))):
            exact = known.get((aspect, part.casefold()))
            if exact is not None:
                steps.append(exact)
                continue
            if aspect == "attribute" and part.casefold() == thing_of(shelf.name).casefold():
                continue
            conditions, left = understood(part, shelf, self._names_of(shelf))
            if left:
                return left
            steps.append(EvolutionStep(aspect, f"{aspect}{len(steps)}", tuple(conditions), short=part))
        return steps

    def _names_of(self, shelf: AskableOffers) -> Sequence[str]:
        return [name for name, kind in self._names if kind == shelf.name]

    def _steps(self, shelf: AskableOffers) -> dict[tuple[Aspect, str], EvolutionStep]:
        """The steps that evolution itself takes, by aspect and words."""
        if shelf.name not in self._known:
            steps = (*attribute_steps(shelf, self.assortment.currency), *filter_steps(shelf))
            self._known[shelf.name] = {(one.aspect, one.short.casefold()): one for one in steps}
        return self._known[shelf.name]
