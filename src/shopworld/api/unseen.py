"""Suites like one that agents were tuned on, from a fresh seed: what they come to on tasks that nobody has seen."""

from __future__ import annotations

import secrets
from collections import Counter

from shopworld.api.making_queries import make_evolved_tasks, make_intent_tasks
from shopworld.api.making_tasks import make_mall_tasks, make_shop_tasks
from shopworld.api.places import Place, home_of
from shopworld.api.progress import OnProgress
from shopworld.api.suite_world import suite_of
from shopworld.errors import TaskError
from shopworld.guru import COUNTS
from shopworld.mall import Home
from shopworld.tasks import TASK_SETS, Suite, checks_hash, save_suite

SEED_BITS = 31
"""Of a drawn seed: short enough for a name."""


def make_unseen_suite(
    suite: Place | Suite,
    *,
    seed: int | None = None,
    name: str = "",
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> Suite:
    """Makes a suite like another, in the same mall or catalog, from a seed that nobody has tuned anything on.

    It has as many tasks of each category, as far as there is material. A task that stands in the other suite, in the
    same words or with the same checks, is left out.

    Args:
        suite: its name, the path of its file, or a loaded one: comparison tasks, tasks in shops, evolved queries or
            hidden intent. Of an imported suite of WebMall's categories, comparison tasks are made in its mall.
        seed: of all choices; drawn by default.
        name: of the suite; `SUITE-unseen-SEED` by default.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told of each task.

    Returns:
        the suite, which is kept at home.

    Raises:
        TaskError: nothing makes tasks like these, the seed is the other suite's, or there is not enough material.
        ShopworldError: suite, mall or catalog are missing or wrong.
    """
    place = home_of(home)
    seen = suite_of(suite, place)
    drawn = secrets.randbits(SEED_BITS) if seed is None else seed
    if drawn == seen.seed:
        raise TaskError(f"the seed {drawn} is that of the suite {seen.name!r}: its tasks are seen")
    called = name or f"{seen.name}-unseen-{drawn}"
    made = _like(seen, drawn, called, place, progress)
    words, checks = {one.intent for one in seen.tasks}, {checks_hash(one) for one in seen.tasks}
    fresh = tuple(one for one in made.tasks if one.intent not in words and checks_hash(one) not in checks)
    if not fresh:
        raise TaskError(f"all tasks that seed {drawn} makes stand in the suite {seen.name!r}")
    told = f"{len(made.tasks) - len(fresh)} of {len(made.tasks)} tasks left out since they stand in {seen.name}."
    made = made.model_copy(update={"tasks": fresh, "description": f"{made.description} Unseen: {told}".strip()})
    save_suite(made, place.suite(made.name))
    return made


def _like(seen: Suite, seed: int, name: str, home_place: Home, progress: OnProgress | None) -> Suite:
    """A suite of the same family."""
    home = home_place.folder
    counts = Counter(one.category for one in seen.tasks)
    if seen.catalog:
        even = len(set(counts.values())) == 1
        return make_intent_tasks(
            seen.catalog,
            count=None if even else len(seen.tasks),
            per_intent=next(iter(counts.values())) if even else None,
            intents=sorted(counts),
            fewer=True,
            seed=seed,
            name=name,
            home=home,
            progress=progress,
        ).suite
    if any(one.evolution is not None for one in seen.tasks):
        rounds = max(one.evolution.round for one in seen.tasks if one.evolution is not None)
        evolved = make_evolved_tasks(seen.mall, rounds=rounds, seed=seed, name=name, home=home, progress=progress)
        is_split = len(seen.tasks) < len(evolved.suite.tasks)
        return evolved.balanced.suite if is_split else evolved.suite
    if counts.keys() <= COUNTS.keys():
        shops = sorted({one.id.rsplit(f"-{one.category.replace('_', '-')}-", 1)[0] for one in seen.tasks})
        each = {category: -(-counts[category] // len(shops)) for category in COUNTS}
        return make_shop_tasks(
            seen.mall, only=shops, count=each, seed=seed, name=name, home=home, progress=progress
        ).suite
    if counts.keys() <= TASK_SETS.keys():
        levels = {one.difficulty for one in seen.tasks}
        return make_mall_tasks(
            seen.mall,
            count=counts,
            levels=sorted(levels) if len(levels) == 1 and "" not in levels else (),
            fewer=True,
            seed=seed,
            name=name,
            home=home,
            progress=progress,
        ).suite
    raise TaskError(
        f"nothing makes tasks like those of the suite {seen.name!r}",
        hint="Unseen tasks can be made for comparison tasks, tasks in shops, evolved queries and hidden intent.",
    )
