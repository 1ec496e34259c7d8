"""The suite of tasks with hidden intent for a catalog: EComAgentBench's eight intents, answers counted over all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from shopworld.catalog import Catalog
from shopworld.catalog.slug import wordpress_slug
from shopworld.errors import TaskError
from shopworld.guru.intent.answers import Answers
from shopworld.guru.intent.inventory import SHOP_ID, Inventory
from shopworld.guru.intent.maker import MadeSample, Maker
from shopworld.guru.intent.realise import Realiser, realise
from shopworld.guru.intent.report import MakingReport, MeasuredSample, bucket_of
from shopworld.guru.intent.sampling import Intent, targets
from shopworld.tasks.checks import OfferAddress, Recommendation
from shopworld.tasks.model import Limits, Suite, Task

VERSION = "1"
_MOST_STEPS = 100
_PATIENCE = 400
"""Targets of an intent that are tried for each sample wanted, before it is given up."""
_LEAST_TRIED = 10_000
"""However few samples are wanted: small catalogs are gone through whole."""

INSTRUCTIONS = """\
You help a customer to choose one product of a large catalog. You act only by calling tools, one call at a time.

What the customer needs is told in three places, and each of them holds requirements that the others do not have:
- the request below;
- the customer's profile: call get_user_profile;
- what the customer answers when you ask: call ask_user, about one thing at a time. There are few turns, and a question
  opens only what it is about.

Find products with search_products and narrow them down with filter_by_attribute. Check what you found with
get_product_details, get_product_review_stats and get_review_content; get_store_products lists what a brand sells, and
python_execute reckons for you. The catalog may use other words than the customer. A product that misses a single
requirement is wrong, so check every one of them before you decide.

You have 100 steps. End by calling recommend_product once, with the one product you have chosen; if your steps run out,
recommend the best you know. An answer in plain text does not count.

The request:"""

Progress = Callable[[str, int, int], None]


def make_intent_suite(
    catalog: Catalog,
    *,
    per_intent: int,
    seed: int = 7,
    name: str = "intent",
    catalog_name: str = "",
    intents: Sequence[Intent] = tuple(Intent),
    fewer: bool = False,
    realiser: Realiser = realise,
    progress: Progress | None = None,
) -> tuple[Suite, MakingReport]:
    """Makes tasks with hidden intent for a catalog of Amazon products (EComAgentBench, section 4 and appendix D).

    Answers are fixed before there is any text, and counted over the whole catalog.

    Args:
        catalog: with offers of the shop `amazon`.
        per_intent: tasks of each intent.
        seed: of all choices; the same catalog and seed give the same suite.
        name: of the suite.
        catalog_name: under which runs find the catalog; the catalog's own name by default.
        intents: which.
        fewer: take fewer tasks of an intent where the catalog has no more.
        realiser: puts requirements into words; it cannot change them.
        progress: is told what is done, how much of it, and of how much.

    Raises:
        TaskError: the catalog has not enough material for an intent; with `fewer`, for none of them.
    """
    tell = progress or _quiet
    inventory = Inventory(catalog, progress=lambda done, total: tell("Reading products", done, total))
    report = MakingReport()
    answers = Answers(catalog, inventory)
    maker = Maker(inventory, answers, realiser, report)
    tasks: list[Task] = []
    used: set[int] = set()
    for intent in intents:
        for made in _samples(maker, inventory, intent, seed, per_intent, used, fewer=fewer):
            number = sum(task.category == intent.value for task in tasks) + 1
            task = _task(made, inventory, intent, number, seed)
            report.samples.append(
                MeasuredSample(
                    task.id, intent.value, len(made.sample.rubrics), made.sample.implicit, made.left, made.exact
                )
            )
            tasks.append(task)
            tell("Making tasks", len(tasks), per_intent * len(intents))
    if not tasks:
        raise TaskError("the catalog has material for no task", hint="Take a larger catalog.")
    suite = Suite(
        name=name,
        version=VERSION,
        catalog=catalog_name or catalog.name,
        catalog_hash=catalog.content_hash,
        seed=seed,
        description="Shopping with hidden intent in EComAgentBench's eight intents, made from the catalog.",
        tasks=tuple(tasks),
    )
    return suite, report


def _quiet(what: str, done: int, total: int) -> None:
    """Tells nobody."""


def _samples(
    maker: Maker, inventory: Inventory, intent: Intent, seed: int, wanted: int, used: set[int], *, fewer: bool
) -> list[MadeSample]:
    """The samples of one intent, each about a target of its own.

    Raises:
        TaskError: there are not enough, and fewer will not do.
    """
    found: list[MadeSample] = []
    tried, most = 0, max(wanted * _PATIENCE, _LEAST_TRIED)
    dropped_before = maker.faults
    for position in targets(inventory, intent, seed):
        if len(found) == wanted or tried == most:
            break
        if position in used:
            continue
        tried += 1
        made = maker.make(intent, position, random.Random(f"intent:{seed}:{intent.value}:{position}"))
        if made is not None:
            used.add(position)
            found.append(made)
    if len(found) < wanted and not fewer:
        raise TaskError(
            f"the catalog has material for {len(found)} tasks of {intent.value}, {wanted} were wanted",
            hint=_why_too_few(tried, most, inventory.size, maker.faults - dropped_before),
        )
    return found


def _why_too_few(tried: int, most: int, size: int, faults: Counter[str]) -> str:
    """What was tried for an intent, why nearly all of it was dropped, and what to do."""
    extent = f"{tried} products" if tried == most else f"all {tried} products that it can use"
    told = f"{extent} (of {size}) were tried"
    if faults:
        [(fault, count)] = faults.most_common(1)
        told += f"; {count} were dropped because of: {fault}"
    return f"{told}. Take a larger catalog, ask for fewer tasks, or take what there is with --fewer."


def _task(made: MadeSample, inventory: Inventory, intent: Intent, number: int, seed: int) -> Task:
    sample = made.sample
    task_id = f"intent_{intent.value}_{number:03d}"
    user = random.Random(f"user:{seed}:{task_id}").randrange(10000, 100000)
    leaf = wordpress_slug(inventory.leaves[sample.position]) or "other"
    check = Recommendation(
        target=sample.offer.product_id,
        rubrics=sample.rubrics,
        acceptable=tuple(inventory.product_ids[position] for position in made.acceptable),
    )
    left = ", ".join(map(str, made.left))
    return Task(
        id=task_id,
        template=f"intent/{intent.value}/{leaf}",
        category=intent.value,
        difficulty=bucket_of(sample.implicit),
        intent=sample.wording.query,
        instructions=INSTRUCTIONS,
        environment="tools",
        shopper=sample.shopper(f"U_{user}"),
        limits=Limits(steps=_MOST_STEPS),
        checks=(check,),
        near_misses=tuple((OfferAddress(shop=SHOP_ID, slug=inventory.slugs[one]),) for one in made.near),
        note=f"products left after query, profile and questions: {left}",
    )
