"""The rubric judge: the recommended product against each typed requirement (EComAgentBench, section 4 and D.4)."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from shopworld.catalog import Catalog, Offer, Review
from shopworld.environments.tools import detail_fields
from shopworld.errors import ModelReplyError
from shopworld.evaluation.judges.case import JudgedTrial
from shopworld.evaluation.judges.forms import RubricOpinions
from shopworld.evaluation.judges.judge import NO_OWN_ENDING, TEMPLATE, AskModel, Hearing, Vote, request_of
from shopworld.evaluation.judges.quotes import Quotable
from shopworld.tasks import Recommendation, ReviewOpinion, Rubric, Task, find_product, rubric_in_words

MOST_REVIEWS = 30
"""Of a product, that a judge is shown."""
REVIEWS_OF_OPINION = 10
"""Of them, that are looked up for each opinion."""
LONGEST_REVIEW = 1_500
NOTHING_RECOMMENDED = "nothing was recommended"
UNKNOWN_PRODUCT = "what was recommended is no product of the catalog"
TARGET = "the target itself was recommended"


class RubricJudge:
    """Judges each requirement; the task is solved if all are met, or if the product is the target itself."""

    name = "rubrics"

    def fits(self, task: Task) -> bool:
        """Tasks that ask for a recommendation."""
        return _recommendation(task) is not None

    def hear(self, case: JudgedTrial) -> Hearing:
        """Without a product of the catalog nothing is met; the target is right, whatever a model says."""
        check = _recommendation(case.task)
        assert check is not None
        if not case.recommended:
            return Hearing(rule=NOTHING_RECOMMENDED if case.ended_itself else NO_OWN_ENDING, decided=False)
        assert case.catalog is not None
        offer = find_product(case.catalog, case.recommended)
        if offer is None:
            return Hearing(rule=UNKNOWN_PRODUCT, decided=False)
        rubrics = check.rubrics
        reviews, chosen = _reviews(case.catalog, offer, rubrics)
        words = TEMPLATE.write(
            "rubric",
            rubrics=[{"id": one.id, "type": one.type, "text": rubric_in_words(one)} for one in rubrics],
            product=_product(offer),
            reviews="\n\n".join(map(_review, reviews)) or "(none)",
            chosen=chosen,
        )
        request = request_of(TEMPLATE.write("rubric_rules"), words)
        quotable = Quotable(words.partition("\n# The product")[2])

        def question(ask: AskModel) -> tuple[Vote, ...]:
            given = {one.id: one for one in ask(request, RubricOpinions).rubrics}
            missing = [one.id for one in rubrics if one.id not in given]
            if missing:
                raise ModelReplyError(f"nothing is said of {', '.join(missing)}")
            return tuple(
                Vote(
                    rubric.id,
                    given[rubric.id].satisfied,
                    given[rubric.id].reasoning,
                    quotable.check(given[rubric.id].evidence),
                    rubric.type,
                    str(rubric.source),
                )
                for rubric in rubrics
            )

        exact = offer.product_id == check.target
        return Hearing(question, rule=TARGET if exact else "", decided=True if exact else None)


def product_seen(case: JudgedTrial) -> str:
    """The recommended product with its reviews as judges see them; empty where there is none to be found."""
    check = _recommendation(case.task)
    offer = find_product(case.catalog, case.recommended) if case.catalog is not None and case.recommended else None
    if check is None or offer is None or case.catalog is None:
        return ""
    reviews, _ = _reviews(case.catalog, offer, check.rubrics)
    return "\n\n".join([_product(offer), *map(_review, reviews)])


def _recommendation(task: Task) -> Recommendation | None:
    return next(iter(task.checks_of(Recommendation)), None)


def _product(offer: Offer) -> str:
    fields = detail_fields(offer) | {"average_rating": offer.rating, "rating_count": offer.review_count}
    fields.pop("bought_together")
    typed = {one.name: one.value if one.unit is None else f"{one.value} {one.unit}" for one in offer.attributes}
    return orjson.dumps(fields | {"attributes": typed}, option=orjson.OPT_INDENT_2).decode()


def _reviews(catalog: Catalog, offer: Offer, rubrics: Sequence[Rubric]) -> tuple[list[Review], bool]:
    """The reviews that are shown, and whether there are others: first those that fit an opinion, then helpful ones."""
    everything = catalog.reviews(offer.product_id, limit=MOST_REVIEWS + 1)
    if len(everything) <= MOST_REVIEWS:
        return list(everything), False
    found: dict[str, Review] = {}
    for rubric in rubrics:
        if isinstance(rubric, ReviewOpinion):
            words = f"{rubric.aspect} {rubric.statement}"
            found |= {one.id: one for one in catalog.search_reviews(offer.product_id, words, limit=REVIEWS_OF_OPINION)}
    found |= {one.id: one for one in everything if one.id not in found}
    return list(found.values())[:MOST_REVIEWS], True


def _review(review: Review) -> str:
    body = review.body if len(review.body) <= LONGEST_REVIEW else f"{review.body[:LONGEST_REVIEW]} …"
    return f"{review.rating} of 5: {review.title}\n{body}"
