"""Tags about how an agent searches: words, filters, sorts, shops."""

from __future__ import annotations

import re

from shopworld.catalog import Sort
from shopworld.evaluation.error_tags.tag import Finding
from shopworld.evaluation.error_tags.trial_case import TrialCase
from shopworld.money import amounts_in
from shopworld.shop import SearchPerformed
from shopworld.tasks.checks import AnswerForm

MANY_WORDS = 4
"""A search of so many words that finds nothing is too specific."""
_USUAL = frozenset({Sort.FEATURED.value, Sort.RELEVANCE.value})
CONSTRAINT = re.compile(
    r"[$€£]\s?\d|\d\s?(?:[$€£]|euros?\b|eur\b|usd\b|dollars?\b)"
    r"|\b(?:at (?:most|least)|no more than|less than|more than|under \d|below \d|up to \d|over \d|above \d|between \d)"
    r"|\b(?:cheapest|lowest[- ]price|low(?:est)? to high|high(?:est)? to low|sort(?:ed)? by|newest)\b"
    r"|\b(?:(?:best|highest|top)[- ]rated|best[- ]?sell(?:er|ing)|\d(?:\.\d)?\+? ?stars?|ratings?|reviews?)\b"
    r"|\b(?:free (?:shipping|delivery|returns?)|in stock|on sale)\b",
    re.IGNORECASE,
)
"""What belongs into a filter or a sort rather than into a search field."""


def searched(case: TrialCase) -> bool:
    """Whether anything was searched for by words."""
    return bool(case.searches)


def over_specific_searches(case: TrialCase) -> list[Finding]:
    """Long searches that found nothing, and after which no shorter one was made in that shop."""
    found: list[Finding] = []
    for place, one in enumerate(case.searches):
        shorter = any(later.shop == one.shop and 0 < later.words < one.words for later in case.searches[place + 1 :])
        if not one.total and one.words >= MANY_WORDS and not shorter:
            found.append((one.step, f"nothing for {one.query[:120]!r}, and no shorter search after it"))
    return found


def constraint_words(case: TrialCase) -> list[Finding]:
    """Searches whose text holds prices, ratings, delivery terms or an order."""
    found: list[Finding] = []
    for one in case.searches:
        match, amounts = CONSTRAINT.search(one.query), amounts_in(one.query)
        said = match[0] if match else one.query[slice(*amounts[0].span)] if amounts else ""
        if said:
            found.append((one.step, f"{said!r} in the search for {one.query[:120]!r}"))
    return found


def asks_for_a_filter(case: TrialCase) -> bool:
    """Whether the task has something that a filter of the shop is for."""
    told = any("filter" in check.controls for check in case.result.checks)
    return case.in_the_shops and (told or any("filter" in check.controls for check in case.checks))


def filter_unused(case: TrialCase) -> list[Finding]:
    """Whether no listing was ever narrowed by a filter."""
    return [] if case.evidence.filters else [(None, "no listing was narrowed by a filter")]


def asks_for_a_sort(case: TrialCase) -> bool:
    """Whether the task has something that a sort of the shop is for."""
    told = any("sort" in check.controls for check in case.result.checks)
    return case.in_the_shops and (told or any("sort" in check.controls for check in case.checks))


def sort_unused(case: TrialCase) -> list[Finding]:
    """Whether listings were only ever seen in their usual order."""
    return [] if set(case.evidence.sorts) - _USUAL else [(None, "no listing was sorted")]


def spans_shops(case: TrialCase) -> bool:
    """Whether products are to be found in several shops: the goal names them, and an answer names offers."""
    named = sum(host in case.goal for host in case.hosts)
    return case.in_the_shops and bool(case.steps) and named > 1 and case.answers_with(AnswerForm.OFFERS)


def shops_never_searched(case: TrialCase) -> list[Finding]:
    """The shops that the goal names and in which no listing and no search was ever shown."""
    seen = {event.shop for event in case.events if isinstance(event.payload, SearchPerformed)}
    left = [shop for host, shop in case.hosts.items() if host in case.goal and shop not in seen]
    return [(None, f"no search and no listing in {', '.join(left)}")] if left else []
