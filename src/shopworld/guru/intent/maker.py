"""Makes one sample about one target: features, partition, rubrics, words, validation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from shopworld.catalog import Offer, Review, stems
from shopworld.guru.intent.alternatives import Alternatives
from shopworld.guru.intent.answers import Answers
from shopworld.guru.intent.bitsets import members
from shopworld.guru.intent.coherence import contradictions
from shopworld.guru.intent.expression import Expression
from shopworld.guru.intent.features import RubricFeature, extract_features
from shopworld.guru.intent.inventory import Inventory
from shopworld.guru.intent.neighbours import Neighbours
from shopworld.guru.intent.partition import MOST_ANSWERS, Partition, SampleSize, distinct_features, partition
from shopworld.guru.intent.realise import Brief, Realiser, SampleWording
from shopworld.guru.intent.report import MakingReport
from shopworld.guru.intent.requirements import budget, exclusions, opinions, rating_names, use_names
from shopworld.guru.intent.sample import Sample
from shopworld.guru.intent.sampling import LEAST_REVIEWS, Intent
from shopworld.guru.intent.things import ProductNoun, find_thing
from shopworld.guru.intent.validation import problems
from shopworld.tasks import EntityMatch, ReviewOpinion, Rubric, Source, satisfies

_SIZES = (9, 9, 9, 10, 10, 11, 12)
_SIZES_COMBINED = (10, 10, 11, 12)
"""Requirements besides what the thing is: about ten with it."""
_FEWEST_FEATURES = 8
_MOST_SIZE = 12
"""Where fewer requirements single nothing out, there may be so many."""
_TRIES, _WORDINGS = 3, 4
"""Partitions of one target, for more that can be implicit, and wordings of one sample that are tried."""
LEAST_EXCLUDED = 0.25
"""Of the priced things of the kind, the share that a bound on price rules out at least."""
_MOST_NEAR = 60
"""Products whose reviews are read to see whether hidden requirements are needed."""
_MOST_MISSES = 6


@dataclass(frozen=True, slots=True)
class MadeSample:
    """A sample that holds.

    Attributes:
        sample: the sample.
        acceptable: positions of all products that satisfy all rubrics, the target first.
        near: positions of products that fail one hidden requirement and nothing else.
        left: how many products satisfy the query; query and profile; everything.
        exact: whether reviews were read for all of `left`.
    """

    sample: Sample
    acceptable: tuple[int, ...]
    near: tuple[int, ...]
    left: tuple[int, int, int]
    exact: bool


class Dropped(Exception):
    """There is no sample about this target; the text is the fault."""


class Maker:
    """Makes samples.

    Args:
        inventory: of the catalog.
        answers: of the same.
        realiser: puts requirements into words.
        report: is told how far each sample came.
    """

    def __init__(self, inventory: Inventory, answers: Answers, realiser: Realiser, report: MakingReport) -> None:
        self._inventory = inventory
        self._alternatives = Alternatives(inventory)
        self._answers = answers
        self._realiser = realiser
        self._report = report

    @property
    def faults(self) -> Counter[str]:
        """What samples were dropped for until now."""
        return self._report.faults.copy()

    def make(
        self, intent: Intent, position: int, generator: random.Random, implicit: Collection[int] = range(5)
    ) -> MadeSample | None:
        """A sample about a target; None where there is none.

        Args:
            intent: of the sample.
            position: of the target in the inventory.
            generator: of all choices.
            implicit: how many requirements of the query may be told without being named; one of them is aimed at.
        """
        self._report.passed(intent.value, "sampled")
        try:
            made = self._make(intent, position, generator, implicit)
        except Dropped as dropped:
            self._report.failed(str(dropped))
            return None
        self._report.passed(intent.value, "kept")
        return made

    def _make(self, intent: Intent, position: int, generator: random.Random, implicit: Collection[int]) -> MadeSample:
        offer = self._answers.offer(position)
        reviews = self._answers.reviews(position) if intent is Intent.REVIEW_DRIVEN else ()
        thing, features, beside = self._features(intent, offer, reviews, generator)
        self._report.passed(intent.value, "features")
        aim = generator.choice(sorted(implicit))
        if intent is Intent.USE_CASE_SCENARIO:
            aim = max(1, aim)
        parts = self._partition(intent, position, thing, features, beside, aim, generator)
        if parts is None:
            raise Dropped("no features that single it out and are needed")
        if len(parts.implicit) not in implicit:
            raise Dropped("too few values that can be told without being named")
        self._report.passed(intent.value, "partition")
        brief = Brief(intent, thing, parts, beside)
        rubrics = compile_rubrics(brief)
        self._report.passed(intent.value, "compiled")
        if next(contradictions(thing, brief.features), None) is not None:
            raise Dropped("requirements contradict each other")
        self._report.passed(intent.value, "coherent")
        sample = self._worded(position, offer, reviews, brief, rubrics, generator)
        self._report.passed(intent.value, "realised")
        made = self._counted(sample)
        self._report.passed(intent.value, "validated")
        return made

    def _features(
        self, intent: Intent, offer: Offer, reviews: tuple[Review, ...], generator: random.Random
    ) -> tuple[ProductNoun, tuple[RubricFeature, ...], tuple[RubricFeature, ...]]:
        """What the target is, its features, and what only sentences of their own can say.

        Raises:
            Dropped: the target lacks what the intent needs.
        """
        thing = find_thing(offer)
        if thing is None:
            raise Dropped("title says no known thing")
        features = tuple(one for one in extract_features(offer, self._inventory) if self._bounds(thing, one))
        beside: tuple[RubricFeature, ...] = ()
        match intent:
            case Intent.COUPON_BUDGET:
                made = budget(offer, generator)
                if made is None:
                    raise Dropped("price too low for a voucher")
                if not self._bounds(thing, made):
                    raise Dropped("the budget rules out too few")
                beside = (made,)
                features = tuple(one for one in features if one.name != "price")
            case Intent.REVIEW_DRIVEN:
                beside = opinions(offer, reviews, generator) if len(reviews) >= LEAST_REVIEWS else ()
                if not beside:
                    raise Dropped("too few reviews or opinions")
            case Intent.NEGATIVE_CONSTRAINT:
                unwanted = exclusions(offer, thing, self._alternatives, generator)
                if not unwanted:
                    raise Dropped("no alternative to rule out")
                ruled_out = {one.name.removeprefix("not ") for one in unwanted}
                features = (*unwanted, *(one for one in features if one.name not in ruled_out))
        if len({one.name for one in features}) < _FEWEST_FEATURES - len(beside):
            raise Dropped("too few clean features")
        return thing, features, beside

    def _bounds(self, thing: ProductNoun, feature: RubricFeature) -> bool:
        """Whether a bound on price rules out its share of the things of the kind that have a price."""
        if feature.name != "price":
            return True
        size = self._inventory.size
        alike = members(self._inventory.titled(thing.name), size)
        priced = alike[~np.isnan(self._inventory.prices[alike])]
        bits = self._inventory.satisfying(feature.rubric)
        within = int(((bits[priced >> 3] >> (7 - (priced & 7)).astype(np.uint8)) & 1).sum())
        return len(priced) > 0 and 1 - within / len(priced) >= LEAST_EXCLUDED

    def _partition(
        self,
        intent: Intent,
        position: int,
        thing: ProductNoun,
        features: tuple[RubricFeature, ...],
        beside: tuple[RubricFeature, ...],
        implicit: int,
        generator: random.Random,
    ) -> Partition | None:
        forced: tuple[str, ...] = ()
        match intent:
            case Intent.RATING_QUALITY:
                forced = rating_names(generator)
            case Intent.NEGATIVE_CONSTRAINT:
                forced = tuple(one.name for one in features if one.name.startswith("not "))
            case Intent.USE_CASE_SCENARIO:
                forced = use_names(features, generator)
                if not forced:
                    return None
        taken = [frozenset(stems(thing.name)), *(one.words for one in beside)]
        fixed: list[Rubric] = [EntityMatch(id="r", entity=thing.name, title_span=thing.span)]
        fixed += [one.rubric for one in beside]
        sizes = _SIZES_COMBINED if intent is Intent.FEATURE_COMBINATION else _SIZES
        wanted = SampleSize(generator.choice(sizes), _MOST_SIZE, len(beside), implicit)
        best: Partition | None = None
        for _ in range(_TRIES):
            distinct = distinct_features(features, taken, forced, generator)
            if not {one.name for one in distinct}.issuperset(forced):
                return None
            neighbours = Neighbours.of(self._inventory, position, fixed, distinct)
            parts = partition(distinct, neighbours, forced, wanted, generator)
            if parts is not None and (best is None or len(parts.implicit) > len(best.implicit)):
                best = parts
            if best is None or len(best.implicit) >= implicit:
                break  # Another target is more likely to do than the same one again.
        return best

    def _worded(
        self,
        position: int,
        offer: Offer,
        reviews: tuple[Review, ...],
        brief: Brief,
        rubrics: tuple[Rubric, ...],
        generator: random.Random,
    ) -> Sample:
        """The sample in words that hold; several wordings are tried.

        Raises:
            Dropped: none holds.
        """
        fault = ""
        for _ in range(_WORDINGS):
            wording = self._realiser(brief, generator)
            sample = Sample(position, offer, reviews, brief, with_words(rubrics, brief, wording), wording)
            fault = next(problems(sample), "")
            if not fault:
                return sample
        raise Dropped(fault)

    def _counted(self, sample: Sample) -> MadeSample:
        """The sample with its answers counted over the whole catalog.

        Raises:
            Dropped: there are too many, or a hidden requirement is not needed.
        """
        answers = self._answers
        accepted = answers.qualifying(sample.rubrics)
        if accepted is None:
            raise Dropped("reviews of too many products")
        if sample.position not in accepted or not all(self._confirmed(one, sample.rubrics) for one in accepted):
            raise Dropped("grading disagrees")
        if len(accepted) > MOST_ANSWERS:
            raise Dropped("too many answers")
        if answers.meant(sample.rubrics) is not None:
            raise Dropped("another product means the same")
        near = self._near(sample, set(accepted))
        query = sample.from_source(Source.QUERY)
        persona = sample.from_source(Source.PERSONA)
        exact, left = True, []
        for known in (query, (*query, *persona)):
            found = answers.qualifying(known)
            exact = exact and found is not None
            left.append(len(answers.without_reviews(known)) if found is None else len(found))
        others = tuple(one for one in accepted if one != sample.position)
        return MadeSample(sample, (sample.position, *others), near, (left[0], left[1], len(accepted)), exact)

    def _confirmed(self, position: int, rubrics: tuple[Rubric, ...]) -> bool:
        """Whether grading accepts a product that the sets have accepted."""
        offer = self._answers.offer(position)
        read = any(isinstance(one, ReviewOpinion) for one in rubrics)
        reviews = self._answers.reviews(position) if read else ()
        return all(satisfies(one, offer, reviews) for one in rubrics)

    def _near(self, sample: Sample, accepted: set[int]) -> tuple[int, ...]:
        """Products that fail one hidden requirement and nothing else, each requirement in turn.

        Raises:
            Dropped: there is none for one of them.
        """
        opinions_wanted = [one for one in sample.rubrics if isinstance(one, ReviewOpinion)]
        found: list[list[int]] = []
        for rubric in sample.rubrics:
            if rubric.source is Source.QUERY:
                continue
            rest = [one for one in sample.rubrics if one is not rubric]
            more = [one for one in self._answers.without_reviews(rest) if one not in accepted]
            failing = set(more) - set(self._answers.without_reviews([*rest, rubric]))
            near = self._answers.saying(sorted(failing)[:_MOST_NEAR], opinions_wanted, most=_MOST_MISSES)
            if not near:
                raise Dropped("hidden requirement not needed")
            found.append(near)
        turns = [one[at] for at in range(_MOST_MISSES) for one in found if at < len(one)]
        return tuple(dict.fromkeys(turns))[:_MOST_MISSES]


def compile_rubrics(brief: Brief) -> tuple[Rubric, ...]:
    """The rubrics of a sample: what the thing is, then the query's, the profile's, and those of questions.

    Ids, types, values, sources and what is to be implicit are final; words are still missing.
    """
    thing = EntityMatch(id="r1", source=Source.QUERY, entity=brief.thing.name, title_span=brief.thing.span)
    parts = brief.partition
    by_source = (
        (Source.QUERY, (*parts.query, *brief.beside)),
        (Source.PERSONA, parts.persona),
        (Source.CLARIFICATION, parts.clarification),
    )
    rubrics: list[Rubric] = [thing]
    for source, features in by_source:
        for feature in features:
            implicit = source is Source.QUERY and feature.name in parts.implicit
            update = {"id": f"r{len(rubrics) + 1}", "source": source, "implicit": implicit}
            rubrics.append(feature.rubric.model_copy(update=update))
    return tuple(rubrics)


def with_words(rubrics: Iterable[Rubric], brief: Brief, wording: SampleWording) -> tuple[Rubric, ...]:
    """The same rubrics with their surfaces.

    Args:
        rubrics: of `compile_rubrics`.
        brief: they were compiled from.
        wording: of the brief.
    """
    said: list[Expression] = [*wording.said, *wording.stated, *(one.expression for one in wording.answers)]
    surfaces = [wording.thing or brief.thing.spoken, *(one.surface for one in said)]
    return tuple(
        rubric.model_copy(update={"surface": surface}) for rubric, surface in zip(rubrics, surfaces, strict=True)
    )
