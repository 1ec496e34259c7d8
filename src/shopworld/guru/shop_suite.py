"""The suite of a shop, or of every shop of a mall: tasks in ShopGym's counts, proven before they are kept."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from shopworld.errors import TaskError
from shopworld.guru.authored import JourneyAuthor
from shopworld.guru.journeys import journeys
from shopworld.guru.skills import SKILLS, Generator, ShopSight, SkillDraft
from shopworld.guru.skills.pictured import pictured
from shopworld.mall import Mall
from shopworld.tasks import (
    JOURNEY,
    KNOWN_SETS,
    PICTURE,
    SHORT_HORIZON,
    Limits,
    Suite,
    Task,
    prove_suite,
    validate_suite,
)

VERSION = "2"
"""2: journeys whose later steps need what earlier ones found, and levels by the number of facts that they need."""
STEPS = 30
"""Steps that an agent has (ShopGym, Appendix B.2)."""
LONG_STEPS = 60
"""Steps for a journey: ShopGym's forty, and twenty for a purchase more."""

_MEDIUM_FACTS, _HARD_FACTS = 2, 4

_GENERATORS: Mapping[str, Generator] = {**SKILLS, PICTURE: pictured, JOURNEY: journeys}
COUNTS: Mapping[str, int] = {
    "search_exact": 5,
    "search_substitute": 5,
    "browse": 5,
    "filter": 3,
    "shipping": 1,
    "returns": 1,
    PICTURE: 0,
    JOURNEY: 16,
}
"""Tasks of each category in a shop, as in ShopGym's release; those of pictures are made where they are asked for."""

_INSTRUCTIONS = """\
Solve the task below in this online shop:

{name}: {address}

When you are done, go to the solution page, enter the result into its text field, and press "Submit Final Result":

Solution page: {solution}

If the task asks a question, enter the answer alone. If there is nothing to report, enter Done. Submit in every case:
nothing counts before."""


@dataclass(slots=True)
class ShopSuiteReport:
    """What came of the making of a suite.

    Attributes:
        short: how many tasks of a category a shop has no material for, by `shop category`.
        unproven: tasks that were dropped because a proof failed, with what it said.
        proofs: how many proofs hold.
        rounds: rounds of polishing that an author's journeys took in each shop.
    """

    short: dict[str, int] = field(default_factory=dict)
    unproven: dict[str, str] = field(default_factory=dict)
    proofs: int = 0
    rounds: dict[str, int] = field(default_factory=dict)


def make_shop_suite(
    mall: Mall,
    *,
    shops: Sequence[str] = (),
    seed: int = 7,
    name: str = "shop",
    counts: Mapping[str, int] | None = None,
    overrides: Mapping[str, Task] | None = None,
    author: JourneyAuthor | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Suite, ShopSuiteReport]:
    """Makes ShopGuru's tasks for shops of a mall (ShopGym, section 2.2).

    Each is checked against what the shop shows and proven by events made by hand; what fails is dropped and told.

    Args:
        mall: that the shops are in.
        shops: ids; all of the mall by default.
        seed: of all choices; the same mall and seed give the same bytes.
        name: of the suite.
        counts: tasks of each category in a shop; ShopGym's by default.
        overrides: tasks written by hand, by id: they take the place of those generated, or are added.
        author: a language model that writes the journeys; else a grammar does.
        progress: is told how many shops of how many are done.

    Raises:
        TaskError: a category is unknown, no shop has material for any task, or the author's journeys stay wrong.
        MallError: a shop is not in the mall.
    """
    wanted = dict(COUNTS if counts is None else counts)
    unknown = [one for one in wanted if one not in _GENERATORS]
    if unknown:
        raise TaskError(f"no such skill: {', '.join(unknown)}", hint=f"There are: {', '.join(_GENERATORS)}.")
    ids = tuple(shops) or tuple(shop.identity.id for shop in mall.shops)
    report = ShopSuiteReport()
    by_hand = dict(overrides or {})
    tasks: list[Task] = []
    for number, shop_id in enumerate(ids, start=1):
        made = list(_tasks_of(ShopSight(mall, shop_id), wanted, seed, report, author))
        tasks += [by_hand.pop(one.id, one) for one in made]
        if progress is not None:
            progress(number, len(ids))
    tasks += by_hand.values()
    report.rounds = author.rounds if author is not None else {}
    if not tasks:
        raise TaskError(f"the shops {', '.join(ids)} have no material for any task")
    suite = Suite(
        name=name,
        version=VERSION,
        mall=mall.name,
        mall_hash=mall.content_hash,
        seed=seed,
        description="Skills within one shop, as ShopGym's ShopGuru asks for them; graded from what happened.",
        tasks=tuple(tasks),
    )
    return suite, report


def _tasks_of(
    sight: ShopSight, wanted: Mapping[str, int], seed: int, report: ShopSuiteReport, author: JourneyAuthor | None
) -> Iterator[Task]:
    for category, count in wanted.items():
        if category == JOURNEY and author is not None:
            yield from _authored(sight, count, report, author)
            continue
        generator = random.Random(f"shop:{seed}:{sight.id}:{category}")
        drafts = _GENERATORS[category](sight, generator)
        kept = 0
        for draft in drafts if count else ():
            task = task_of(draft, sight, category, kept + 1)
            fault = _fault(task, sight, report)
            if fault:
                report.unproven[f"{task.id} ({task.intent})"] = fault
                continue
            yield task
            kept += 1
            if kept == count:
                break
        if kept < count:
            report.short[f"{sight.id} {category}"] = count - kept


def _authored(sight: ShopSight, count: int, report: ShopSuiteReport, author: JourneyAuthor) -> Iterator[Task]:
    def prove(number: int, draft: SkillDraft) -> str:
        return _fault(task_of(draft, sight, JOURNEY, number), sight, ShopSuiteReport())

    for number, draft in enumerate(author.write(sight, count, prove), start=1):
        task = task_of(draft, sight, JOURNEY, number)
        fault = _fault(task, sight, report)
        if fault:
            raise TaskError(f"{task.id} is not proven: {fault}")
        yield task


def _fault(task: Task, sight: ShopSight, report: ShopSuiteReport) -> str:
    """What the validator or the first failing proof says; empty where all is well."""
    alone = Suite(name="one", version=VERSION, mall=sight.mall.name, mall_hash=sight.mall.content_hash, tasks=(task,))
    for problem in validate_suite(alone, sight.mall):
        return problem.text
    for _, proofs in prove_suite([task], sight.mall):
        for proof in proofs:
            if not proof.holds:
                return f"{proof.name}: {proof.text}"
            report.proofs += 1
    return ""


def instructions(sight: ShopSight) -> str:
    """What stands before each task in a shop: its address, and how to submit."""
    return _INSTRUCTIONS.format(
        name=sight.identity.name,
        address=f"http://{sight.identity.host}/",
        solution=sight.mall.solution_address,
    )


def _difficulty(draft: SkillDraft, category: str) -> str:
    """Short tasks are easy; journeys are what they need to be known: up to one fact, two or three, more."""
    if KNOWN_SETS[category] == SHORT_HORIZON:
        return "easy"
    return "easy" if draft.facts < _MEDIUM_FACTS else "medium" if draft.facts < _HARD_FACTS else "hard"


def task_of(draft: SkillDraft, sight: ShopSight, category: str, number: int) -> Task:
    """A draft as a task.

    Args:
        draft: of the task.
        sight: the shop that it plays in.
        category: one of the skills, or `journey`.
        number: from 1, within shop and category.
    """
    address = f"http://{sight.identity.host}/"
    return Task(
        id=f"{sight.id}-{category.replace('_', '-')}-{number}",
        template=draft.template,
        category=category,
        set=KNOWN_SETS[category],
        difficulty=_difficulty(draft, category),
        intent=draft.intent,
        instructions=instructions(sight),
        start=address,
        limits=Limits(steps=STEPS if KNOWN_SETS[category] == SHORT_HORIZON else LONG_STEPS),
        checks=draft.checks,
        near_misses=draft.near_misses,
        note=", ".join(draft.behaviours),
    )
