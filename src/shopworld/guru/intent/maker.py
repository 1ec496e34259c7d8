"""Makes one sample about one target: features, partition, rubrics, words, validation."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from shopworld.catalog.model import Offer, Review
from shopworld.catalog.stems import stems
from shopworld.guru.intent.alternatives import Alternatives
from shopworld.guru.intent.answers import Answers
from shopworld.guru.intent.compile import compile_rubrics, with_words
from shopworld.guru.intent.features import RubricFeature, extract_features
from shopworld.guru.intent.inventory import Inventory
from shopworld.guru.intent.neighbours import Neighbours
from shopworld.guru.intent.partition import MOST_ANSWERS, Partition, SampleSize, distinct_features, partition
from shopworld.guru.intent.realise import Brief, Realiser
from shopworld.guru.intent.report import MakingReport
from shopworld.guru.intent.requirements import budget, exclusions, opinions, rating_names, use_names
from shopworld.guru.intent.sample import Sample
from shopworld.guru.intent.sampling import LEAST_REVIEWS, Intent
from shopworld.guru.intent.things import ProductNoun, find_thing
from shopworld.guru.intent.validation import problems
from shopworld.tasks.rubric_grading import satisfies
from shopworld.tasks.rubrics import EntityMatch, ReviewOpinion, Rubric, Source

_SIZES = (8, 9, 9, 10, 10, 11, 12)
_SIZES_COMBINED = (10, 10, 11, 12)
"""Requirements besides what the thing is."""
_FEWEST_FEATURES = 8
_TRIES = 3
"""Partitions of one target, for more that can be implicit, and wordings of one sample that are tried."""
_MOST_NEAR = 60
"""Products whose reviews are read to see whether hidden requirements are needed."""
_MOST_MISSES = 6
_IMPLICIT = {
    Intent.PRODUCT_SEARCH: (0, 1, 1, 2, 2, 3),
    Intent.KNOWLEDGE_REASONING: (2, 3, 3, 4),
    Intent.USE_CASE_SCENARIO: (2, 2, 3, 3),
}
_IMPLICIT_OTHERWISE = (1, 2, 2, 2, 3, 3)
"""How many are aimed at; not every target has so many, so that fewer come out."""


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

    def make(self, intent: Intent, position: int, generator: random.Random) -> MadeSample | None:
        """A sample about a target; None where there is none.

        Args:
            intent: of the sample.
            position: of the target in the inventory.
            generator: of all choices.
        """
        self._report.passed(intent.value, "sampled")
        try:
            made = self._make(intent, position, generator)
        except Dropped as dropped:
            self._report.failed(str(dropped))
            return None
        self._report.passed(intent.value, "kept")
        return made

    def _make(self, intent: Intent, position: int, generator: random.Random) -> MadeSample:
        offer = self._answers.offer(position)
        reviews = self._answers.reviews(position) if intent is Intent.REVIEW_DRIVEN else ()
        thing, features, beside = self._features(intent, offer, reviews, generator)
        self._report.passed(intent.value, "features")
        parts = self._partition(intent, position, thing, features, beside, generator)
        if parts is None:
            raise Dropped("no features that single it out and are needed")
        self._report.passed(intent.value, "partition")
        brief = Brief(intent, thing, parts, beside)
        rubrics = compile_rubrics(brief)
        self._report.passed(intent.value, "compiled")
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
        features = extract_features(offer, self._inventory)
        beside: tuple[RubricFeature, ...] = ()
        match intent:
            case Intent.COUPON_BUDGET:
                made = budget(offer, generator)
                if made is None:
                    raise Dropped("price too low for a voucher")
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

    def _partition(
        self,
        intent: Intent,
        position: int,
        thing: ProductNoun,
        features: tuple[RubricFeature, ...],
        beside: tuple[RubricFeature, ...],
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
        implicit = generator.choice(_IMPLICIT.get(intent, _IMPLICIT_OTHERWISE))
        wanted = SampleSize(generator.choice(sizes), len(beside), implicit)
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
        for _ in range(_TRIES):
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
