"""All tags, in the order of the report."""

from __future__ import annotations

from shopworld.evaluation.error_tags import acting, choosing, searching
from shopworld.evaluation.error_tags.tag import ErrorTag
from shopworld.evaluation.error_tags.trial_case import TrialCase


def _has_a_limit(case: TrialCase) -> bool:
    return acting.was_played(case) and case.steps_allowed is not None


TAGS: tuple[ErrorTag, ...] = (
    ErrorTag(
        "repeated_action",
        "Repeated",
        "The same action was taken for the third time on the same page (address and page text as before), or the same "
        "call with the same result; in the tool sandbox, the same call was made for the second time.",
        acting.was_played,
        acting.repeated_actions,
    ),
    ErrorTag(
        "over_specific_search",
        "Too specific",
        "A search of four or more words found nothing, and no search of fewer words was made in that shop after it.",
        searching.searched,
        searching.over_specific_searches,
    ),
    ErrorTag(
        "constraint_words_in_search",
        "Constraints typed",
        "A search text holds a price, a rating, a number of reviews, a delivery term or an order.",
        searching.searched,
        searching.constraint_words,
    ),
    ErrorTag(
        "filter_unused",
        "Filter unused",
        "The task has something that a filter is for, and no listing was ever narrowed by one.",
        searching.asks_for_a_filter,
        searching.filter_unused,
    ),
    ErrorTag(
        "sort_unused",
        "Sort unused",
        "The task has a sort, and listings were only seen in their usual order.",
        searching.asks_for_a_sort,
        searching.sort_unused,
    ),
    ErrorTag(
        "control_not_operated",
        "Control failed",
        "An action on a slider, number field, list or drop-down ended in an error, and no later one on it succeeded.",
        acting.in_the_browser,
        acting.controls_not_operated,
    ),
    ErrorTag(
        "unmet_product_not_left",
        "Not left",
        "A wrong product was chosen, and no page of another product was opened after its own.",
        choosing.chooses_products,
        choosing.unmet_product_not_left,
    ),
    ErrorTag(
        "shops_never_searched",
        "Shops left out",
        "Offers of several shops were asked for, and in one of them no listing and no search was ever shown.",
        searching.spans_shops,
        searching.shops_never_searched,
    ),
    ErrorTag(
        "attribute_confused",
        "Confused",
        "A near miss of the task was chosen (right but for one requirement); by tools, a product missing one rubric.",
        choosing.chooses_products,
        choosing.attribute_confused,
    ),
    ErrorTag(
        "false_claim",
        "False claim",
        "The agent ended the trial with products as its result, and none of them is right.",
        choosing.chooses_products,
        choosing.false_claims,
    ),
    ErrorTag(
        "bad_link",
        "Bad link",
        "The answer holds an address that is no product page of these shops: another site, a shop alone, a part.",
        choosing.answers_with_addresses,
        choosing.bad_links,
    ),
    ErrorTag(
        "early_stop",
        "Early stop",
        "The agent ended the trial itself, unsolved, with less than a quarter of its steps used.",
        _has_a_limit,
        acting.early_stop,
    ),
    ErrorTag(
        "out_of_steps",
        "Out of steps",
        "The limit on steps ended the trial.",
        _has_a_limit,
        acting.out_of_steps,
    ),
)
"""Each by rules over steps, events, task and grade; a trial may have several."""
