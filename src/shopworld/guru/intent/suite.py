"""The suite of tasks with hidden intent for a catalog: EComAgentBench's eight intents, answers counted over all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from shopworld.catalog import Catalog, wordpress_slug
from shopworld.errors import TaskError
from shopworld.guru.intent.answers import Answers
from shopworld.guru.intent.inventory import SHOP_ID, Inventory
from shopworld.guru.intent.maker import MadeSample, Maker
from shopworld.guru.intent.realise import Realiser, realise
from shopworld.guru.intent.report import MakingReport, MeasuredSample, bucket_of
from shopworld.guru.intent.sampling import SHARES, Intent, Targets
from shopworld.tasks import Limits, OfferAddress, Recommendation, Suite, Task

VERSION = "3"
"""2: no product is refused whose title, text or related attributes mean what is required. 3: people with lives, scenes,
the paper's shares of intents and of implicit requirements, bounds on price that rule something out."""
COUNT = 662
"""Tasks of a whole suite, as in the paper."""
IMPLICIT_SHARES = {"0-1": 32, "2": 51, "3+": 17}
"""Samples by implicit requirements, per cent (the paper's Table 7)."""
_IMPLICIT = {"0-1": (0, 1), "2": (2,), "3+": (3, 4)}
_MOST_STEPS = 100
_PATIENCE = 400
"""Targets of an intent that are tried for each sample wanted, before it is given up."""
_STRICT = 0.8
"""Share of the targets for which the shares of implicit requirements are kept to."""
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
    count: int | None = None,
    per_intent: int | None = None,
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
        count: tasks, shared out over the intents as in the paper; 662 by default.
        per_intent: tasks of each intent instead.
        seed: of all choices; the same catalog and seed give the same suite.
        name: of the suite.
        catalog_name: under which runs find the catalog; the catalog's own name by default.
        intents: which.
        fewer: take fewer tasks of an intent where the catalog has no more.
        realiser: puts requirements into words; it cannot change them.
        progress: is told what is done, how much of it, and of how much.

    Raises:
        TaskError: both numbers are given; or the catalog has not enough material for an intent; with `fewer`, for
            none of them.
    """
    tell = progress or _quiet
    inventory = Inventory(catalog, progress=lambda done, total: tell("Reading products", done, total))
    report = MakingReport()
    answers = Answers(catalog, inventory)
    maker = Maker(inventory, answers, realiser, report)
    tasks: list[Task] = []
    used: set[int] = set()
    wanted = counts_of(intents, count, per_intent)
    for intent in intents:
        for made in _samples(maker, inventory, intent, seed, wanted[intent], used, fewer=fewer):
            number = sum(task.category == intent.value for task in tasks) + 1
            task = _task(made, inventory, intent, number, seed)
            report.samples.append(
                MeasuredSample(
                    task.id, intent.value, len(made.sample.rubrics), made.sample.implicit, made.left, made.exact
                )
            )
            tasks.append(task)
            tell("Making tasks", len(tasks), sum(wanted.values()))
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


def counts_of(intents: Sequence[Intent], count: int | None, per_intent: int | None) -> dict[Intent, int]:
    """Tasks of each intent.

    Raises:
        TaskError: both numbers are given.
    """
    if per_intent is not None:
        if count is not None:
            raise TaskError("a number of tasks and one of each intent exclude each other", hint="Give one of them.")
        return dict.fromkeys(intents, per_intent)
    if count is None and len(intents) == len(SHARES):
        return dict(SHARES)
    shared = shared_out(COUNT if count is None else count, {one.value: SHARES[one] for one in intents})
    return {one: shared[one.value] for one in intents}


def shared_out(total: int, weights: Mapping[str, int]) -> dict[str, int]:
    """A number shared out by weights, by largest remainder."""
    exact = {one: total * weight / sum(weights.values()) for one, weight in weights.items()}
    found = {one: int(share) for one, share in exact.items()}
    order = sorted(exact, key=lambda one: (found[one] - exact[one], one))
    for one in order[: total - sum(found.values())]:
        found[one] += 1
    return found


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
    room = shared_out(wanted, IMPLICIT_SHARES)
    order = Targets(inventory, intent, seed)
    for position in order:
        if len(found) == wanted or tried == most:
            break
        if position in used:
            continue
        tried += 1
        buckets = _with_room(room, tried, most)
        generator = random.Random(f"intent:{seed}:{intent.value}:{position}")
        made = maker.make(intent, position, generator, [one for bucket in buckets for one in _IMPLICIT[bucket]])
        if made is None:
            order.dropped()
            continue
        order.kept()
        room[bucket_of(made.sample.implicit)] -= 1
        used.add(position)
        found.append(made)
    if len(found) < wanted and not fewer:
        raise TaskError(
            f"the catalog has material for {len(found)} tasks of {intent.value}, {wanted} were wanted",
            hint=_why_too_few(tried, most, inventory.size, maker.faults - dropped_before),
        )
    return found


def _with_room(room: Mapping[str, int], tried: int, most: int) -> list[str]:
    """The buckets that lack samples; all of them near the end, where no more can be had for one of them."""
    return list(room) if tried > most * _STRICT else [bucket for bucket, left in room.items() if left > 0]


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
