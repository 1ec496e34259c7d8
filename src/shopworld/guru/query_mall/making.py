"""A marketplace made for queries, with the suite of them: what they ask for is there, and so is what nearly fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.catalog import PICTURED, CatalogBuilder, Offer, Product, Sort
from shopworld.errors import TaskError
from shopworld.files import folder_beside
from shopworld.guru.comparison.suite import instructions as mall_instructions
from shopworld.guru.evolution.proofs import Prover
from shopworld.guru.evolution.release import distinct_ids, safe_id
from shopworld.guru.evolution.shelf import Assortment
from shopworld.guru.evolution.suite import CHOICE, STEPS
from shopworld.guru.queries.reading import QueryReader
from shopworld.guru.queries.requirement import AskedRequirement, QueryReading
from shopworld.guru.query_mall.listing import category_of, offers_of
from shopworld.guru.query_mall.records import ReadRecord, read_record
from shopworld.guru.query_mall.stocking import Stocker, pictured
from shopworld.guru.second_solver import SecondSolver
from shopworld.mall import CATALOG_FOLDER, Mall, MallManifest, marketplace_shop, write_mall
from shopworld.tasks import (
    SORT_NAMES,
    ChosenProduct,
    Condition,
    Constraint,
    Evolution,
    Group,
    Limits,
    NoSideEffects,
    OfferAddress,
    Suite,
    Task,
    meets,
    sort_key,
)
from shopworld.tasks.importers import DeepShopRecord

VERSION = "2"
MOST_ANSWERS = 20
_ATTEMPTS = 10
_CROWDED = "too many answers"
_NEAR = 2
_IMPLIED = {"price": Sort.PRICE_ASCENDING, "rating": Sort.RATING, "age": Sort.NEWEST}
"""Bounds that the first place under an order leaves no room to break."""
_EXTREMES = {
    Sort.PRICE_ASCENDING: ("price", "smallest"),
    Sort.RATING: ("rating", "largest"),
    Sort.NEWEST: ("age", "smallest"),
    Sort.BEST_SELLING: ("sales", "largest"),
}


@dataclass(slots=True)
class QueryMall:
    """What came of a file of queries.

    Attributes:
        manifest: of the mall.
        suite: of the queries that are tasks.
        left_out: id to reason, of the others.
        pictured: attributes that stand in pictures only, of fashion and home, among all that their queries ask for.
    """

    manifest: MallManifest
    suite: Suite
    left_out: dict[str, str] = field(default_factory=dict)
    pictured: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class _Wanted:
    """A query with the id of its task and the stocker of its products."""

    id: str
    read: ReadRecord
    reading: QueryReading
    stocker: Stocker

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """All that it asks of a product, the thing first."""
        return (self.thing, *(each for one in self.reading.requirements for each in one.conditions))

    @property
    def thing(self) -> Condition:
        """The thing itself."""
        assert self.reading.kind is not None
        name = category_of(self.reading.kind).casefold()
        return Condition(field="category", relation="contains", value=name)


def make_query_mall(
    folder: Path,
    records: Sequence[DeepShopRecord],
    *,
    name: str,
    seed: int = 7,
    steps: int = STEPS,
    progress: Callable[[int, int], None] | None = None,
) -> QueryMall:
    """Makes a marketplace for queries, and their suite.

    A query becomes a task where its kind, every phrase of it and each of its sub-queries were understood; where 1 to 20
    products satisfy it, where each requirement taken away lets at least one more in, and where the pages and pictures
    of the marketplace lead a second solver to the same answers.

    It is made and proven beside; only then what stood in `folder` is replaced.

    Args:
        folder: where the mall will stand.
        records: of the queries; those whose ids look alike as names of files get numbers.
        name: of mall and suite.
        seed: of all choices; the same records and seed make the same mall and suite.
        steps: that an agent has for a task.
        progress: is told how many queries of how many are proven.

    Raises:
        TaskError: no query can be used; what stood in `folder` stays.
        MallError: `folder` holds something that is no mall.
    """
    reader = QueryReader()
    left_out: dict[str, str] = {}
    wanted: list[_Wanted] = []
    for record, id_ in zip(records, distinct_ids(safe_id(one.id) for one in records), strict=True):
        found = read_record(record, reader)
        if isinstance(found, str):
            left_out[record.id] = found
        else:
            reading = pictured(found.reading)
            wanted.append(_Wanted(id_, found, reading, Stocker(reading, seed, record.id)))
    stocked, offers = _stocked(wanted, seed, left_out)
    if not stocked:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in list(left_out.items())[:3])
        raise TaskError(f"none of the {len(left_out)} queries can be used", hint=reasons)
    with folder_beside(folder) as beside:
        made = beside / folder.name
        _write(made, lambda target: _build_catalog(target, offers, name, seed), name, seed)
        suite = _proven(made, stocked, [offer for _, offer in offers], name, seed, steps, left_out, progress)
        if not suite.tasks:
            raise TaskError("no query could be proven", hint="; ".join(list(left_out.values())[:3]))
        manifest = _write(folder, (made / CATALOG_FOLDER).rename, name, seed)
    return QueryMall(manifest, suite, left_out, _pictured_share(stocked))


def _pictured_share(stocked: Sequence[_Wanted]) -> tuple[int, int]:
    asked = [
        condition.field
        for one in stocked
        if one.reading.kind is not None and one.reading.kind.domain in ("Fashion", "Home")
        for requirement in one.reading.requirements
        if requirement.aspect == "attribute"
        for condition in requirement.conditions[:1]
    ]
    return sum(one.startswith(PICTURED) for one in asked), len(asked)


def _stocked(
    wanted: list[_Wanted], seed: int, left_out: dict[str, str]
) -> tuple[list[_Wanted], list[tuple[Product, Offer]]]:
    """Stocks the queries; those whose products others spoil are stocked again, further to the front each time."""
    shop = marketplace_shop().identity
    for attempt in range(_ATTEMPTS):
        drafts = [draft for one in wanted for draft in one.stocker.drafts()]
        offers = list(offers_of(drafts, shop.id, shop.name, seed))
        shelves = _shelves([offer for _, offer in offers])
        flawed = {one.read.record.id: flaw for one in wanted if (flaw := _flaw(one, shelves))}
        if not flawed:
            return wanted, offers
        crowded = {one.thing for one in wanted if flawed.get(one.read.record.id, "").startswith(_CROWDED)}
        for one in wanted:
            one.stocker.lean += one.thing in crowded
            if one.read.record.id in flawed:
                one.stocker.pull += 1 + attempt // 4
    left_out |= flawed
    kept = [one for one in wanted if one.read.record.id not in flawed]
    return _stocked(kept, seed, left_out) if kept else ([], [])


def _shelves(offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = {}
    for one in offers:
        for category in dict.fromkeys(name.casefold() for path in one.categories for name in path):
            found.setdefault(category, []).append(one)
    return found


def first_under(offers: Sequence[Offer], sorts: Sequence[Sort], *, either: bool) -> list[Offer]:
    """Those that come first under each order; under any of them where one is enough."""
    if not sorts or not offers:
        return list(offers)
    firsts: list[set[str]] = []
    for sort in sorts:
        keyed = [(key, one.id) for one in offers if (key := sort_key(one, sort)) is not None]
        best = min((key for key, _ in keyed), default=0.0)
        firsts.append({id_ for key, id_ in keyed if key == best})
    kept = set.union(*firsts) if either else set.intersection(*firsts)
    return [one for one in offers if one.id in kept]


def _answers(
    one: _Wanted, shelf: Sequence[Offer], without: AskedRequirement | None = None
) -> tuple[list[Offer], list[Offer]]:
    """Offers that fit, and those that answer; one requirement may be left out."""
    conditions = [each for other in one.reading.requirements if other is not without for each in other.conditions]
    fitting = [offer for offer in shelf if all(meets(offer, each) for each in conditions)]
    return fitting, first_under(fitting, one.reading.sorts, either=one.reading.either)


def _flaw(one: _Wanted, shelves: Mapping[str, Sequence[Offer]]) -> str:
    """What is wrong with the answers that the stock gives a query; empty where nothing is."""
    shelf = shelves[str(one.thing.value)]
    fitting, answers = _answers(one, shelf)
    if not answers:
        return "infeasible: nothing satisfies it"
    if len(answers) > MOST_ANSWERS:
        return f"{_CROWDED}: {len(answers)} products satisfy it"
    now = {offer.id for offer in answers}
    for requirement in one.reading.requirements:
        more, then = _answers(one, shelf, requirement)
        if len(more) <= len(fitting):
            return f"infeasible: {requirement.words!r} asks for nothing that the rest does not"
        implied = any(_IMPLIED.get(each.field) in one.reading.sorts for each in requirement.conditions)
        if not implied and not {offer.id for offer in then} - now:
            return f"infeasible: without {requirement.words!r} the answers are the same"
    if one.reading.sorts and len(fitting) <= len(answers):
        return "infeasible: the order leaves nothing out"
    return ""


def _write(folder: Path, build_catalog: Callable[[Path], object], name: str, seed: int) -> MallManifest:
    return write_mall(folder, name=name, shops=(marketplace_shop(),), build_catalog=build_catalog, seed=seed)


def _build_catalog(target: Path, offers: Sequence[tuple[Product, Offer]], name: str, seed: int) -> None:
    with CatalogBuilder(target, name=name, seed=seed) as builder:
        for product, offer in sorted(offers, key=lambda pair: pair[1].number):
            builder.add_product(product)
            builder.add_offer(offer)


def _proven(
    folder: Path,
    stocked: Sequence[_Wanted],
    offers: Sequence[Offer],
    name: str,
    seed: int,
    steps: int,
    left_out: dict[str, str],
    progress: Callable[[int, int], None] | None,
) -> Suite:
    shelves = _shelves(offers)
    tasks: list[Task] = []
    mall = Mall.open(folder)
    try:
        goal = mall_instructions(mall) + CHOICE
        prover, solver = Prover(mall, Assortment(mall.catalog)), SecondSolver(mall)
        for number, one in enumerate(stocked, start=1):
            task = _task(one, shelves[str(one.thing.value)], mall, goal, steps)
            failed = next((proof for proof in (*prover.prove(task), solver(task, mall)) if not proof.holds), None)
            if failed is None:
                tasks.append(task)
            else:
                left_out[one.read.record.id] = f"unproven: {failed.name}: {failed.text}"
            if progress is not None:
                progress(number, len(stocked))
        return Suite(
            name=name,
            version=VERSION,
            mall=mall.name,
            mall_hash=mall.content_hash,
            seed=seed,
            description="Queries of a release, in a marketplace made for them; every phrase is a requirement.",
            tasks=tuple(tasks),
        )
    finally:
        mall.close()


def _task(one: _Wanted, shelf: Sequence[Offer], mall: Mall, goal: str, steps: int) -> Task:
    record, reading = one.read.record, one.reading
    fitting, answers = _answers(one, shelf)
    by_aspect = {
        aspect: tuple(each for asked in reading.requirements if asked.aspect == aspect for each in asked.conditions)
        for aspect in ("attribute", "filter")
    }
    check = ChosenProduct(
        attribute=(one.thing, *by_aspect["attribute"]),
        filter=by_aspect["filter"],
        sort=reading.sorts[0] if reading.sorts else None,
        further=reading.sorts[1:],
        either=reading.either,
        accepted=_addresses(answers),
    )
    counts = {name: sum(asked.aspect == name for asked in reading.requirements) for name in by_aspect}
    return Task(
        id=one.id,
        template=f"deepshop_{one.id}",
        category=record.category or (reading.kind.domain if reading.kind else ""),
        set="evolved",
        source="release",
        difficulty=record.difficulty,
        intent=record.ques,
        instructions=goal,
        start=f"http://{mall.shops[0].identity.host}/",
        limits=Limits(steps=steps),
        checks=(check, NoSideEffects()),
        constraints=tuple(_constraints(one)),
        near_misses=tuple((each,) for each in _near_misses(one, shelf, fitting, answers)),
        evolution=Evolution(
            query=record.id,
            round=0,
            attribute=record.attribute or reading.text,
            filter=record.filter if by_aspect["filter"] else None,
            sort=", ".join(SORT_NAMES[each] for each in reading.sorts) or None,
            attributes=counts["attribute"] + 1,
            filters=counts["filter"],
            sorts=len(reading.sorts),
            answers=(len(answers),),
            web_name=record.web_name,
            web=record.web,
        ),
    )


def _constraints(one: _Wanted) -> Iterator[Constraint]:
    """The same as the second solver takes it: one wish, or one for each order of which one is enough."""
    sorts = one.reading.sorts
    groups: list[tuple[Sort, ...]] = [(each,) for each in sorts] if one.reading.either else [tuple(sorts)]
    for wish, orders in enumerate(groups):
        for each in one.conditions:
            yield Constraint(attribute=each.field, relation=each.relation, value=each.value, unit=each.unit, wish=wish)
        for sort in orders:
            attribute, relation = _EXTREMES[sort]
            yield Constraint(attribute=attribute, relation=relation, wish=wish)  # type: ignore[arg-type]


def _near_misses(
    one: _Wanted, shelf: Sequence[Offer], fitting: Sequence[Offer], answers: Sequence[Offer]
) -> list[OfferAddress]:
    """Products that fail one requirement alone, and those that come next under the order."""
    right = {offer.id for offer in answers}
    fits = {offer.id for offer in fitting}
    found: dict[OfferAddress, None] = {}
    for requirement in one.reading.requirements:
        more, _ = _answers(one, shelf, requirement)
        off = [offer for offer in more if offer.id not in fits]
        best = first_under(off, one.reading.sorts, either=True)
        found |= dict.fromkeys(_addresses([*best, *off])[:_NEAR])
    if one.reading.sorts:
        after = first_under([offer for offer in fitting if offer.id not in right], one.reading.sorts, either=True)
        found |= dict.fromkeys(_addresses(after)[:_NEAR])
    return list(found)


def _addresses(offers: Sequence[Offer]) -> Group:
    return tuple(OfferAddress(shop=one.shop_id, slug=one.slug) for one in offers)
