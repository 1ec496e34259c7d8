"""`recommendation`: the product that is recommended by tools over a catalog, against each requirement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.catalog.query import OfferQuery
from shopworld.errors import TaskError
from shopworld.tasks.checks.check import AnswerForm, Check
from shopworld.tasks.checks.end_states import Act, EndState, StateGrade, right, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import PlanStep, RecommendProduct
from shopworld.tasks.checks.result import CheckResult, reason_of, shortened
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import OfferAddress
from shopworld.tasks.recommendation import ProductRecommended, find_product
from shopworld.tasks.rubric_grading import RubricResult, grade_rubric, judge, satisfies
from shopworld.tasks.rubric_trials import rubric_trials
from shopworld.tasks.rubric_validation import repeated, rubric_problems, source_problems, source_warnings
from shopworld.tasks.rubrics import ReviewOpinion, Rubric, rubric_in_words

MOST_NEIGHBOURS = 40
"""Products like the target that are taken from the catalog."""
_ALL_REVIEWS = 10_000


class Recommendation(Check):
    """The recommended product is the target, or satisfies all rubrics (EComAgentBench's correctness, D.4)."""

    meaning: ClassVar[str] = "The recommended product is the target, or meets all rubrics. Prices are in cents."
    answer: ClassVar[AnswerForm] = AnswerForm.PRODUCT
    counts: ClassVar[bool] = True
    in_tools: ClassVar[bool] = True
    needs_catalog: ClassVar[bool] = True

    type: Literal["recommendation"] = "recommendation"
    target: str
    """Product id."""
    rubrics: tuple[Rubric, ...] = Field(min_length=1)
    acceptable: tuple[str, ...] = ()
    """Ids of all products of the catalog that satisfy all rubrics, the target first; counted when the task was made."""

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Compares the recommended product with the target and with each rubric."""
        if catalog is None:
            raise TaskError("a recommendation is graded against the catalog it was made for, and there is none")
        given = evidence.recommended
        if given is None:
            return self.unplayed()
        offer = find_product(catalog, given)
        if offer is None:
            return self._without_product(f"{shortened(given)!r} is no product of the catalog", returned=1)
        reviews = catalog.reviews(offer.product_id, limit=_ALL_REVIEWS)
        results = tuple(grade_rubric(rubric, offer, reviews) for rubric in self.rubrics)
        exact = offer.product_id == self.target
        failed = [f"{one.id} ({one.reason})" for one in results if not one.satisfied]
        passed = exact or not failed
        held = f"{len(results) - len(failed)} of {len(results)} requirements hold"
        name = "the target" if exact else f"{offer.product_id}, not the target {self.target},"
        return CheckResult(
            type=self.type,
            passed=passed,
            reason=reason_of(f"{name} was recommended; {held}", {f"{name} was recommended; not met": failed}),
            expected=1,
            found=int(passed),
            returned=1,
            right=int(passed),
            rubrics=results,
            exact=exact,
        )

    def unplayed(self) -> CheckResult:
        """Nothing recommended: no rubric is satisfied."""
        return self._without_product("nothing was recommended", returned=0)

    def _without_product(self, reason: str, *, returned: int) -> CheckResult:
        rubrics = tuple(
            RubricResult(
                id=one.id, type=one.type, source=one.source, implicit=one.implicit, satisfied=False, reason=reason
            )
            for one in self.rubrics
        )
        return CheckResult(
            type=self.type, passed=False, reason=reason, expected=1, returned=returned, rubrics=rubrics, exact=False
        )

    def words(self) -> tuple[str, Iterable[str]]:
        """The target, the rubrics, and what else is right."""
        rubrics = (f"{one.id}: {rubric_in_words(one)} ({one.source})" for one in self.rubrics)
        others = (f"also right: {one}" for one in self.acceptable if one != self.target)
        sentence = "The recommended product is the target, or meets every rubric."
        return sentence, (f"target {self.target}", *rubrics, *others)

    def problems(self, ground: Ground) -> Iterator[str]:
        """Rubrics that mean nothing, requirements that nobody tells, and targets that do not meet them."""
        target = find_product(ground.catalog, self.target)
        yield from rubric_problems(self.rubrics, target)
        yield from source_problems(ground.task.shopper, self.rubrics)
        yield from self._answer_problems(ground, target)

    def _answer_problems(self, ground: Ground, target: Offer | None) -> Iterator[str]:
        """Targets and alternatives that are not there or not right, and near misses that are."""
        catalog = ground.catalog
        if target is None:
            yield f"the target {self.target!r} is not in the catalog"
        else:
            yield from (f"the target {self.target} fails {text}" for text in self._failed(target, catalog))
        for twice in repeated(self.acceptable):
            yield f"the acceptable product {twice} is listed twice"
        for product_id in dict.fromkeys(self.acceptable):
            if product_id == self.target:
                continue
            offer = find_product(catalog, product_id)
            if offer is None:
                yield f"the acceptable product {product_id!r} is not in the catalog"
            else:
                failed = self._failed(offer, catalog)
                yield from (f"the acceptable product {product_id} fails {text}" for text in failed)
        for number, miss in enumerate(ground.task.near_misses, start=1):
            if not miss:
                yield f"near miss {number} is empty"
            for address in miss:
                offer = catalog.offer_by_slug(address.shop, address.slug)
                if offer is None:
                    yield f"near miss {number}: the catalog has no {address.shop} /product/{address.slug}/"
                elif offer.product_id == self.target or not any(self._failed(offer, catalog)):
                    yield f"near miss {number} is right: {offer.product_id}"

    def _failed(self, offer: Offer, catalog: Catalog) -> Iterator[str]:
        reviews = catalog.reviews(offer.product_id, limit=_ALL_REVIEWS)
        for rubric in self.rubrics:
            if not satisfies(rubric, offer, reviews):
                yield f"{rubric.id}: {judge(rubric, offer, reviews).reason}"

    def warnings(self, ground: Ground) -> Iterator[str]:
        """An order of acceptable products that misleads, and words that stand where they should not."""
        if self.acceptable and self.acceptable[0] != self.target:
            yield f"the first acceptable product is {self.acceptable[0]}, not the target {self.target}"
        yield from source_warnings(ground.task.intent, ground.task.shopper, self.rubrics)

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """The target is recommended."""
        opinions = tuple(one.aspect for one in self.rubrics if isinstance(one, ReviewOpinion))
        yield RecommendProduct(self.target, opinions)

    def neighbours(self, catalog: Catalog, target: Offer) -> list[str]:
        """Products like the target that are not acceptable, by id: of a similar title, or like it in the catalog."""
        accepted = {self.target, *self.acceptable}
        found: dict[str, None] = {}
        for text in (target.title, " ".join(target.title.split()[:4])):
            result = catalog.search(OfferQuery(text=text, limit=MOST_NEIGHBOURS))
            found |= dict.fromkeys(one.product_id for one in result.offers if one.product_id not in accepted)
        found |= dict.fromkeys(one.product_id for one in catalog.related(target, MOST_NEIGHBOURS))
        return [one for one in found if one not in accepted][:MOST_NEIGHBOURS]

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Near products, ids that are none, changed minds; the target and every other product that will do."""
        target = find_product(ground.catalog, self.target)
        near = self.neighbours(ground.catalog, target) if target is not None else []
        yield wrong("nothing recommended", ())
        for name, product in {
            "an empty id": "",
            "an unknown id": "B00NOSUCHID",
            "an id cut short": self.target[:-1],
            "an id twice": self.target * 2,
            "two ids": f"{self.target}, {near[0] if near else 'B00NOSUCHID'}",
            "the title": target.title if target is not None else "?",
        }.items():
            yield wrong(name, (_recommend(product),))
        for product in near:
            yield wrong(f"{product}", (_recommend(product),))
            yield wrong(f"{product} in the end", (_recommend(self.target), _recommend(product)))
        for product in self.acceptable or (self.target,):
            yield right(f"{product}", (_recommend(product),))
        yield right("with space around", (_recommend(f"  {self.target}\n"),))
        yield right("said twice", (_recommend(self.target), _recommend(self.target)))
        if near:
            yield right("a changed mind", (_recommend(near[0]), _recommend(self.target)))

    def part_verdicts(self, ground: Ground) -> Iterator[StateGrade]:
        """Each rubric by itself, on the target with other facts."""
        target = find_product(ground.catalog, self.target)
        if target is None:
            return
        reviews = ground.catalog.reviews(target.product_id, limit=_ALL_REVIEWS)
        for rubric in self.rubrics:
            for trial in rubric_trials(rubric, target, reviews):
                said = judge(rubric, trial.offer, trial.reviews)
                name = f"{rubric.id} {trial.name}"
                yield StateGrade(rubric.type, name, trial.right, said.satisfied is trial.right, said.reason)


def _recommend(product: str) -> Act:
    return None, ProductRecommended(product_id=product)
