"""The suite of evolved queries: every round of every query a task, proven before it is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from shopworld.catalog import DOMAINS
from shopworld.errors import TaskError
from shopworld.guru.comparison.suite import instructions as mall_instructions
from shopworld.guru.evolution.complexity import Evolver
from shopworld.guru.evolution.diversity import Unbound, bind, diversified
from shopworld.guru.evolution.near_misses import near_misses
from shopworld.guru.evolution.proofs import Prover
from shopworld.guru.evolution.query import Query
from shopworld.guru.evolution.rephrasing import Rephraser
from shopworld.guru.evolution.seeds import Seed, read_seeds
from shopworld.guru.evolution.shelf import Assortment
from shopworld.mall import Mall
from shopworld.tasks import EVOLVED, ChosenProduct, Evolution, Limits, NoSideEffects, Suite, Task

VERSION = "3"
ROUNDS = 5
STEPS = 15
"""Steps that an agent has (DeepShop, Appendix C.2)."""
DIFFICULTIES = {"easy": (0, 1), "medium": (2, 3), "hard": (4, 5)}
"""Difficulty to the rounds that make it, first and last (DeepShop, section 5.3)."""

CHOICE = """\

The result is one product. Name the full address of its page first; only the first product that you link to counts."""
"""What is said about the answer, after the shops and the solution page."""


def difficulty_of(rounds: int) -> str:
    """Difficulty of a query after so many rounds; more than five are hard too."""
    return next((name for name, (least, most) in DIFFICULTIES.items() if least <= rounds <= most), "hard")


@dataclass(slots=True)
class EvolutionReport:
    """What came of the making of a suite.

    Attributes:
        unbound: seeds that the catalog has nothing for, and queries that could not grow, with reasons.
        unproven: tasks that were dropped because a proof failed, with what it said.
        topics: how often each kind of constraint was added.
        rounds: rounds in all; after each of them every requirement is needed.
        proofs: proofs that were tried and held.
        rephrased: queries that a rephraser said in other words.
        own_words: queries that kept their own words nevertheless, by reason.
    """

    unbound: list[Unbound] = field(default_factory=list)
    unproven: dict[str, str] = field(default_factory=dict)
    topics: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    proofs: Counter[str] = field(default_factory=Counter)
    rephrased: int = 0
    own_words: Counter[str] = field(default_factory=Counter)


def make_evolved_suite(
    mall: Mall,
    *,
    seeds: Sequence[Seed] | None = None,
    rounds: int = ROUNDS,
    seed: int = 7,
    name: str = "evolve",
    steps: int = STEPS,
    rephraser: Rephraser | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Suite, EvolutionReport]:
    """Makes evolved queries for a mall (DeepShop, section 3): diversity once, then rounds of complexity.

    A seed that the mall has nothing for is left out and reported, as is every task of which a proof fails.

    Args:
        mall: what it sells is asked for.
        seeds: the fifty of the package where None.
        rounds: of complexity evolution.
        seed: of all choices; the same mall, seeds and seed give the same bytes.
        name: of the suite.
        steps: that an agent has for a task.
        rephraser: says each query in other words, where that changes nothing.
        progress: is told how many queries of how many are done.

    Raises:
        TaskError: no seed can be bound to the mall.
        ModelError, ModelFault, BudgetSpent: the rephraser's model cannot be asked any more.
    """
    used = tuple(read_seeds() if seeds is None else seeds)
    names = [one.identity.name for one in mall.shops]
    assortment = Assortment(mall.catalog, place=names[0] if len(names) == 1 else "")
    report = EvolutionReport()
    queries = _queries(used, assortment, seed, report)
    if not queries:
        raise TaskError(
            f"none of the {len(used)} seeds asks for something that the mall {mall.name!r} sells enough of",
            hint="Make a marketplace: `shopworld mall make marketplace --marketplace`.",
        )
    evolver = Evolver(seed, assortment.currency)
    prover = Prover(mall, assortment)
    goal = mall_instructions(mall) + CHOICE
    tasks: list[Task] = []
    for number, query in enumerate(queries, start=1):
        line = evolver.evolve(query, rounds)
        if line is None:
            thing = query.shelf.name.replace("_", " ")
            report.unbound.append(Unbound(query.id, f"a query about {thing} cannot grow for {rounds} rounds"))
        else:
            grown: list[Task] = []
            for at in range(len(line)):
                _keep(task_of(line[: at + 1], mall, assortment, goal, steps), prover, grown, report)
            tasks += _reworded(grown, line, rephraser) if rephraser is not None else grown
        if progress is not None:
            progress(number, len(queries))
    report.topics = evolver.used
    report.rounds = sum(1 for one in tasks if one.evolution is not None and one.evolution.round)
    if rephraser is not None:
        report.rephrased, report.own_words = rephraser.taken, rephraser.kept
    suite = Suite(
        name=name,
        version=VERSION,
        mall=mall.name,
        mall_hash=mall.content_hash,
        seed=seed,
        description=f"Queries that evolved for {rounds} rounds, as DeepShop's do; answers counted in the catalog.",
        tasks=tuple(tasks),
    )
    return suite, report


def _queries(seeds: Sequence[Seed], assortment: Assortment, seed: int, report: EvolutionReport) -> list[Query]:
    """Bound seeds, then their diverse children."""
    bound: list[Query] = []
    kept: list[Seed] = []
    for one in seeds:
        query = bind(one, assortment)
        if isinstance(query, Unbound):
            report.unbound.append(query)
        else:
            bound.append(query)
            kept.append(one)
    taken = Counter(query.shelf.name for query in bound)
    children = diversified(kept, assortment, taken, seed)
    report.unbound += [one for one in children if isinstance(one, Unbound)]
    return bound + [one for one in children if isinstance(one, Query)]


def _keep(task: Task, prover: Prover, tasks: list[Task], report: EvolutionReport) -> None:
    """Keeps a task whose proofs hold."""
    for proof in prover.prove(task):
        if not proof.holds:
            report.unproven[task.id] = f"{proof.name}: {proof.text}"
            return
        report.proofs[proof.name.rstrip("0123456789 ")] += 1
    tasks.append(task)


def _reworded(tasks: Sequence[Task], line: Sequence[Query], rephraser: Rephraser) -> Iterator[Task]:
    """The tasks of a query in other words, each that changes nothing."""
    by_round = {query.round: query for query in line}
    asked = [(one.id, by_round[one.evolution.round]) for one in tasks if one.evolution is not None]
    words = rephraser.rephrase(asked)
    for one in tasks:
        yield one.model_copy(update={"intent": words[one.id]}) if one.id in words else one


def task_of(line: Sequence[Query], mall: Mall, assortment: Assortment, goal: str, steps: int) -> Task:
    """The task of a query.

    Args:
        line: the query after each of its rounds; the last one becomes the task.
        mall: the one it is for.
        assortment: what that sells.
        goal: what stands before the query.
        steps: that an agent has.
    """
    query = line[-1]
    shelf = query.shelf
    check = ChosenProduct(
        attribute=query.conditions("attribute"),
        filter=query.conditions("filter"),
        sort=query.sort,
        accepted=shelf.addresses(query.answers()),
    )
    return Task(
        id=f"evolve_{query.id}_r{query.round}",
        template=f"evolve_{query.id}",
        category=shelf.domain,
        set=EVOLVED,
        difficulty=difficulty_of(query.round),
        intent=query.text,
        instructions=goal,
        start=f"http://{mall.shops[0].identity.host}/",
        limits=Limits(steps=steps),
        checks=(check, NoSideEffects()),
        near_misses=near_misses(query, assortment),
        evolution=Evolution(
            query=query.id,
            parent=query.parent,
            round=query.round,
            attribute=query.part("attribute"),
            filter=query.part("filter"),
            sort=query.part("sort"),
            attributes=query.count("attribute") + 1,
            filters=query.count("filter"),
            sorts=query.count("sort"),
            steps=query.history,
            answers=tuple(one.answers().bit_count() for one in line),
        ),
    )


def balanced(suite: Suite, *, per_cell: int = 10, name: str = "") -> Suite:
    """The balanced split: so many tasks of each difficulty and domain (DeepShop, section 3.5).

    Queries take turns: no query comes twice in a cell before each of the domain has come once, and the cells of a
    domain begin with different queries. Of the two rounds that
    make a difficulty, the later one is taken of every other query.

    Args:
        suite: of evolved queries.
        per_cell: tasks of each difficulty and domain; fewer where the suite has fewer.
        name: of the split; by default the suite's with `-balanced`.
    """
    chosen: set[str] = set()
    for domain in DOMAINS:
        for place, difficulty in enumerate(DIFFICULTIES):
            cell = [one for one in suite.tasks if one.category == domain and one.difficulty == difficulty]
            chosen.update(_in_turn(cell, first=place * per_cell)[:per_cell])
    return suite.model_copy(
        update={
            "name": name or f"{suite.name}-balanced",
            "description": f"{suite.description} Balanced: {per_cell} of each difficulty and domain.",
            "tasks": tuple(one for one in suite.tasks if one.id in chosen),
        }
    )


def _in_turn(tasks: Iterable[Task], *, first: int) -> list[str]:
    """Ids of a cell's tasks, each query once before any comes again; they begin with another query in each cell."""
    by_query: dict[str, list[str]] = {}
    for one in tasks:
        by_query.setdefault(one.template, []).append(one.id)
    for at, ids in enumerate(by_query.values()):
        if at % 2:
            ids.reverse()
    lines = list(by_query.values())
    start = first % len(lines) if lines else 0
    lines = lines[start:] + lines[:start]
    longest = max((len(ids) for ids in lines), default=0)
    return [ids[at] for at in range(longest) for ids in lines if at < len(ids)]
