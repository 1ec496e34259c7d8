"""Tags about what an agent comes to: wrong products, claims, links."""

from __future__ import annotations

from shopworld.environments.tools import ToolCalled
from shopworld.episode import Ending
from shopworld.evaluation.error_tags.tag import Finding
from shopworld.evaluation.error_tags.trial_case import TrialCase
from shopworld.evaluation.measures.tool_metrics import rubrics_of
from shopworld.tasks import OfferAddress
from shopworld.tasks.checks import AnswerForm

_DETAILS = "get_product_details"


def chooses_products(case: TrialCase) -> bool:
    """Whether the task is known and asks for products."""
    return bool(case.wanted) or any(check.answer is AnswerForm.PRODUCT for check in case.checks)


def unmet_product_not_left(case: TrialCase) -> list[Finding]:
    """A wrong product was chosen, and after its page no page of another product was opened."""
    if case.wrong_product:
        looked_at = [
            one
            for event in case.events
            if isinstance(event.payload, ToolCalled) and event.payload.name == _DETAILS
            for one in event.payload.product_ids
        ]
        last = looked_at[-1] if looked_at else ""
        return [(None, f"{last}: no other product was looked at after it")] if last == case.wrong_product else []
    viewed = list(case.evidence.viewed)
    if not viewed or viewed[-1] not in case.wrong:
        return []
    return [(None, f"{_name(viewed[-1])}: no other product was looked at after it")]


def attribute_confused(case: TrialCase) -> list[Finding]:
    """A near miss was chosen: a product that is right but for one requirement."""
    if case.wrong_product:
        missed = [one for one in rubrics_of(case.result) if not one.satisfied]
        graded = len(rubrics_of(case.result))
        if len(missed) != 1 or graded < 2:
            return []
        return [(None, f"{case.wrong_product} meets all but {missed[0].id} ({missed[0].type})")]
    misses = {offer for group in (case.task.near_misses if case.task else ()) for offer in group}
    return [(None, f"{_name(one)} is a near miss") for one in case.wrong if one in misses]


def false_claims(case: TrialCase) -> list[Finding]:
    """Products were given as the result by the agent's own word, and none of them is right."""
    if case.result.ending not in (Ending.SUBMITTED.value, Ending.MESSAGE.value):
        return []
    if case.wrong_product:
        return [(case.result.steps, f"{case.wrong_product} was recommended and is not right")]
    if not case.chosen or len(case.wrong) < len(case.chosen):
        return []
    return [(case.result.steps, f"none is right of {', '.join(map(_name, case.chosen[:3]))}")]


def answers_with_addresses(case: TrialCase) -> bool:
    """Whether an answer was given to a task that asks for addresses."""
    asked = case.answers_with(AnswerForm.OFFERS, AnswerForm.ONE_OFFER)
    return asked and not case.in_tools and case.evidence.answer is not None


def bad_links(case: TrialCase) -> list[Finding]:
    """Addresses in the answer that are no product page of these shops: other sites, a shop alone, cut-off ones."""
    return [(case.result.steps, f"{one[:120]} is no product page of these shops") for one in case.submitted.unknown]


def _name(offer: OfferAddress) -> str:
    return f"{offer.shop} /{offer.slug}"
