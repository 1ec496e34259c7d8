"""How well each stage did on a made crawl: precision and recall against its truth."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import BaseModel

from shopworld.catalog import Attribute
from shopworld.errors import InputError
from shopworld.guru import relations
from shopworld.offers.crawl import TRUTH_FOLDER, TrueOffer, read_truth
from shopworld.offers.facts import facts_of_offer
from shopworld.offers.matching.stage import DUPLICATES_FILE, EXACT, NEAR, OFFERS_FILE
from shopworld.offers.pipeline import read_run
from shopworld.offers.record import CrawledOffer
from shopworld.offers.rows import offer_of, read_rows

_REACHES = ("read", "extract", "keep", "language", EXACT, NEAR, "kept")
"""Fates in the order of the stages; what a stage drops never reaches the next."""


class StageScore(BaseModel):
    """One stage against the truth."""

    stage: str
    of: str
    """What is counted."""
    right: int
    found: int
    true: int

    @property
    def precision(self) -> float:
        """Share of what was found that is right; 1 where nothing was found."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Share of what is true that was found; 1 where nothing is true."""
        return self.right / self.true if self.true else 1.0


class CrawlScore(BaseModel):
    """All stages of a run over a made crawl, and what was seen wrong."""

    stages: list[StageScore]
    titles: float
    """Share of the offers that were found whose title is right."""
    prices: float
    """Share whose price and currency are right."""
    kinds: float
    """Share whose kind is right, of those for which one was found."""
    facts: StageScore
    """Facts that tasks may ask for and offers state beyond dispute, of offers that are left. Recall is of all that is
    true of the products, whether the pages say it or not."""
    purity: float
    """Share of clustered offers that are of their cluster's most frequent product."""
    wrong: list[str]
    """Samples."""


def score_run(run: Path, crawl: Path, *, most_facts: int = 2000) -> CrawlScore:
    """Compares a run with the truth of the crawl that it read, a file in memory at a time.

    Args:
        run: folder of the run.
        crawl: folder of the made crawl.
        most_facts: offers whose facts are compared.

    Raises:
        InputError: the run is of another crawl, or its truth is missing.
    """
    names = read_run(run).sources
    left = _by_file(read_rows(run / OFFERS_FILE))
    duplicates = {row["id"]: row for row in read_rows(run / DUPLICATES_FILE)}
    scorer = _Scorer(duplicates, most_facts)
    for name in names:
        truth_file = crawl / TRUTH_FOLDER / f"{name}.jsonl.gz"
        if not truth_file.is_file():
            raise InputError("no truth of this file; the run is of another crawl", file=truth_file)
        scorer.add(read_truth(truth_file), left.get(name, {}))
    return scorer.score()


def _by_file(rows: Iterable[dict[str, object]]) -> dict[str, dict[str, tuple[CrawledOffer, str]]]:
    found: dict[str, dict[str, tuple[CrawledOffer, str]]] = defaultdict(dict)
    for row in rows:
        offer = offer_of(row)
        found[offer.file][offer.id] = (offer, str(row["cluster"]))
    return found


class _Scorer:
    def __init__(self, duplicates: Mapping[str, Mapping[str, str]], most_facts: int) -> None:
        self._duplicates, self._most_facts = duplicates, most_facts
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)
        self._fields: Counter[str] = Counter()
        self._clusters: dict[str, Counter[str]] = defaultdict(Counter)
        self._products: dict[str, list[str]] = defaultdict(list)
        self._keys: dict[str, tuple[frozenset[str], str]] = {}
        self._facts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def add(self, truth: Iterable[TrueOffer], left: Mapping[str, tuple[CrawledOffer, str]]) -> None:
        """Adds the offers of one file."""
        known = set()
        for one in truth:
            known.add(one.id)
            offer, cluster = left.get(one.id, (None, ""))
            duplicate = self._duplicates.get(one.id)
            self._stage(
                "keep and language", one.fate in (EXACT, NEAR, "kept"), offer is not None or duplicate is not None
            )
            for stage in (EXACT, NEAR):
                found = duplicate is not None and duplicate["stage"] == stage
                self._stage(stage, one.fate == stage, found)
                if found != (one.fate == stage):
                    self._note(f"{stage}: {one.id} {one.title!r}")
            self._stage("all stages", one.fate == "kept", offer is not None)
            if (offer is not None) != (one.fate == "kept"):
                self._note(f"{'lost' if offer is None else 'kept though ' + one.fate}: {one.id} {one.title!r}")
            if offer is not None:
                self._offer(one, offer, cluster)
        for unknown in left.keys() - known:
            self._stage("all stages", False, True)
            self._note(f"not in the truth: {unknown}")

    def _stage(self, stage: str, true: bool, found: bool) -> None:
        counts = self._counts[stage]
        counts["true"] += true
        counts["found"] += found
        counts["right"] += true and found

    def _note(self, text: str) -> None:
        if len(self.wrong) < 40:
            self.wrong.append(text)

    def _offer(self, one: TrueOffer, offer: CrawledOffer, cluster: str) -> None:
        fields = self._fields
        fields["offers"] += 1
        fields["titles"] += offer.title == one.title
        fields["prices"] += (offer.price, offer.currency) == (one.price, one.currency)
        fields["placed"] += bool(offer.kind)
        fields["kinds"] += bool(offer.kind) and offer.kind == one.kind
        if offer.title != one.title:
            self._note(f"title: {offer.title!r}, truly {one.title!r}")
        if (offer.price, offer.currency) != (one.price, one.currency):
            self._note(f"price: {offer.price} {offer.currency}, truly {one.price} {one.currency}: {one.id}")
        self._products[one.product].append(one.id)
        names = frozenset((*offer.gtins, *((f"{offer.brand.casefold()}:{offer.mpn}",) if offer.mpn else ())))
        self._keys[one.id] = (names, cluster)
        if cluster:
            self._clusters[cluster][one.product] += 1
        if fields["offers"] <= self._most_facts and one.kind == offer.kind:
            self._compare_facts(one, offer)

    def _compare_facts(self, one: TrueOffer, offer: CrawledOffer) -> None:
        stated = {fact.attribute.name: fact.attribute for fact in facts_of_offer(offer) if fact.verdict == "stated"}
        for name, attribute in stated.items():
            if name not in one.facts or not relations(one.kind, name):
                continue  # the truth does not speak of it, or no task asks for it
            self._facts["found"] += 1
            right = _is_true(attribute, one.facts[name])
            self._facts["right"] += right
            if not right:
                self._note(f"fact: {name} {attribute.value!r}, truly {one.facts[name]!r}: {offer.title!r}")
        self._facts["true"] += sum(bool(relations(one.kind, name)) for name in one.facts)

    def score(self) -> CrawlScore:
        """The scores of all that was added."""
        stages = [
            StageScore(stage=name, of="offers", right=one["right"], found=one["found"], true=one["true"])
            for name, one in self._counts.items()
        ]
        stages.append(self._pairs())
        total = max(1, self._fields["offers"])
        clustered = sum(sum(one.values()) for one in self._clusters.values())
        return CrawlScore(
            stages=stages,
            titles=self._fields["titles"] / total,
            prices=self._fields["prices"] / total,
            kinds=self._fields["kinds"] / max(1, self._fields["placed"]),
            facts=StageScore(
                stage="facts",
                of="facts",
                right=self._facts["right"],
                found=self._facts["found"],
                true=self._facts["true"],
            ),
            purity=sum(max(one.values()) for one in self._clusters.values()) / clustered if clustered else 1.0,
            wrong=self.wrong,
        )

    def _pairs(self) -> StageScore:
        """Pairs of one product: recall counts those whose pages state an identifier in common."""
        found = right = true = 0
        for counts in self._clusters.values():
            size = sum(counts.values())
            found += size * (size - 1) // 2
            right += sum(one * (one - 1) // 2 for one in counts.values())
        for members in self._products.values():
            for at, one in enumerate(members):
                for other in members[:at]:
                    first, second = self._keys[one], self._keys[other]
                    together = first[1] == second[1] != ""
                    true += together or bool(first[0] & second[0])
        return StageScore(stage="clusters", of="pairs", right=right, found=found, true=true)


_SAME = {
    "lavender": "purple", "graphite": "grey", "midnight": "blue", "olive": "green", "milanese": "stainless steel",
    "ethernet": "rj45", "4k": "3840 x 2160", "full hd": "1920 x 1080", "non-modular": "none",
}  # fmt: skip
"""Words of the made crawl's truth that are another word for what the catalog's vocabulary has."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def _is_true(attribute: Attribute, value: str | float | bool | list[str]) -> bool:
    """Whether a value in the catalog's words says what the truth says in its own: `2.5 in` and `2.5-inch`."""
    said = attribute.value
    if isinstance(value, bool) or isinstance(said, bool):
        return (said not in (False, "none", "no")) == (value not in (False, "none", "no"))
    first, second = _plain_words(said), _plain_words(value)
    numbers = [[float(one) for text in words for one in _NUMBER.findall(text)] for words in (first, second)]
    if numbers[0] and numbers[1] and (isinstance(said, float) or isinstance(value, int | float)):
        return abs(numbers[0][0] - numbers[1][0]) <= 0.02 * max(numbers[0][0], numbers[1][0])
    if numbers[0] and numbers[1]:
        return numbers[0][:2] == numbers[1][:2] or set(first) <= set(second) or set(second) <= set(first)
    return any(one in other or other in one for one in first for other in second)


def _plain_words(value: object) -> list[str]:
    parts = value if isinstance(value, tuple | list) else (f"{value:g}" if isinstance(value, float | int) else value,)
    return [_SAME.get(text, text) for one in parts if (text := str(one).casefold().strip())]
