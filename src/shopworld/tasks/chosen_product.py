"""Grading an evolved query by aspect: attribute, filter and sort of the product that an answer chooses.

Source: DeepShop, section 3.6 and Appendix A.2 (where several products are returned, the first one is graded).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.catalog.query import Sort
from shopworld.errors import TaskError
from shopworld.tasks.answers import read_offers
from shopworld.tasks.checks import ChosenProduct, OfferAddress
from shopworld.tasks.conditions import Condition, meets, value_of
from shopworld.tasks.evidence import Evidence

ASPECTS = ("attribute", "filter", "sort")
"""Parts of a query, in the paper's order."""

SORT_NAMES = {
    Sort.PRICE_ASCENDING: "lowest price",
    Sort.RATING: "highest rating",
    Sort.NEWEST: "newest arrival",
    Sort.BEST_SELLING: "best seller",
}
"""What the sorts of DeepShop are called."""


@dataclass(frozen=True, slots=True)
class ChoiceGrade:
    """What a choice comes to.

    Attributes:
        chosen: whether a product was chosen.
        aspects: whether each aspect that the query has is satisfied.
        controls: whether the shop's filter and sort controls were used, for the aspects that the query has.
        reason: in one line, for people.
    """

    chosen: bool
    aspects: dict[str, bool]
    controls: dict[str, bool]
    reason: str


def aspects_of(check: ChosenProduct) -> tuple[str, ...]:
    """The aspects that a query has."""
    has = {"attribute": bool(check.attribute), "filter": bool(check.filter), "sort": check.sort is not None}
    return tuple(name for name in ASPECTS if has[name])


def chosen_address(
    check: ChosenProduct, evidence: Evidence, hosts: Mapping[str, str], catalog: Catalog | None
) -> OfferAddress | str:
    """The offer that an episode's answer chooses, or why it chooses none.

    Addresses that are no product pages of these shops are passed over: the first product link counts. In the tool
    sandbox it is the recommended product.
    """
    if evidence.answer is None and evidence.recommended is not None and catalog is not None:
        offers = catalog.offers_of_product(evidence.recommended.strip())
        return OfferAddress(shop=offers[0].shop_id, slug=offers[0].slug) if offers else "no such product"
    if evidence.answer is None:
        return "no answer was submitted"
    submitted = read_offers(evidence.answer, hosts)
    if not submitted.offers:
        return "the answer links to no product of these shops"
    if len(submitted.offers) > check.most_named:
        return f"the answer links to {len(submitted.offers)} products; more than {check.most_named} are no choice"
    return submitted.offers[0]


def grade_choice(
    check: ChosenProduct, evidence: Evidence, hosts: Mapping[str, str], catalog: Catalog | None
) -> ChoiceGrade:
    """Grades what an episode's answer chooses.

    Raises:
        TaskError: something was chosen and there is no catalog to look it up in.
    """
    controls = _controls(check, evidence)
    nothing = dict.fromkeys(aspects_of(check), False)
    address = chosen_address(check, evidence, hosts, catalog)
    if isinstance(address, str):
        return ChoiceGrade(False, nothing, controls, address)
    if catalog is None:
        raise TaskError("a chosen product is graded against the catalog it was made for, and there is none")
    offer = catalog.offer_by_slug(address.shop, address.slug)
    name = f"{address.shop} /product/{address.slug}/"
    if offer is None:
        return ChoiceGrade(True, nothing, controls, f"{name} is no product of the catalog")
    aspects, failed = grade_offer(check, offer)
    return ChoiceGrade(True, aspects, controls, f"{name} was chosen; " + ("; ".join(failed) or "everything is met"))


def grade_offer(check: ChosenProduct, offer: Offer) -> tuple[dict[str, bool], list[str]]:
    """Grades one offer.

    Returns:
        Whether each aspect is satisfied, and what is not met, for people.
    """
    unmet = {
        name: [_unmet(offer, one) for one in conditions if not meets(offer, one)]
        for name, conditions in (("attribute", check.attribute), ("filter", check.filter))
    }
    first = OfferAddress(shop=offer.shop_id, slug=offer.slug) in check.accepted
    says = {name: not unmet[name] for name in unmet} | {"sort": first}
    failed = [f"{name}: {', '.join(texts)}" for name, texts in unmet.items() if texts]
    if check.sort is not None and not first and not failed:
        failed.append(f"sort: not the {SORT_NAMES.get(check.sort, check.sort.value)} among those that satisfy the rest")
    return {name: says[name] for name in aspects_of(check)}, failed


def _unmet(offer: Offer, condition: Condition) -> str:
    return f"{condition.field} is {_plain(value_of(offer, condition.field))}, not {describe(condition)}"


def describe(condition: Condition) -> str:
    """A condition's relation and value, for people."""
    words = {"equals": "", "one_of": "one of ", "contains": "with ", "at_least": "at least ", "at_most": "at most "}
    unit = f" {condition.unit}" if condition.unit else ""
    return f"{words[condition.relation]}{_plain(condition.value)}{unit}"


def _plain(value: object) -> str:
    if value is None:
        return "not stated"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _controls(check: ChosenProduct, evidence: Evidence) -> dict[str, bool]:
    used = {"filter": bool(evidence.filters), "sort": check.sort is not None and check.sort.value in evidence.sorts}
    return {name: used[name] for name in aspects_of(check) if name in used}
