"""Grading: each check against the evidence of an episode. Pure; the same evidence gives the same result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.errors import TaskError
from shopworld.shop.events import Address, OrderPlaced
from shopworld.tasks import contact
from shopworld.tasks.answers import read_offers
from shopworld.tasks.behaviour import fault_of
from shopworld.tasks.checks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    CartVariant,
    Check,
    ChosenProduct,
    Group,
    ListingUsed,
    NoCheckout,
    NoSideEffects,
    OfferAddress,
    Order,
    PageRead,
    PageVisited,
    Recommendation,
)
from shopworld.tasks.chosen_product import ChoiceGrade, grade_choice
from shopworld.tasks.evidence import Evidence
from shopworld.tasks.rubric_grading import RubricResult, grade_rubric
from shopworld.tasks.text_answers import is_accepted


class CheckResult(BaseModel):
    """What one check says, with the counts that precision and recall are made of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    """The check's type."""
    passed: bool
    reason: str
    """For people: what was expected and what was found."""
    expected: int = 0
    """Groups asked for."""
    found: int = 0
    """Groups of which a right one was returned."""
    returned: int = 0
    """Different answers, cart lines or ordered offers, right or wrong."""
    right: int = 0
    """How many of those were right."""
    rubrics: tuple[RubricResult, ...] = ()
    """Of a recommendation: what became of each rubric."""
    exact: bool | None = None
    """Of a recommendation: whether it is the target itself."""
    aspects: dict[str, bool] = Field(default_factory=dict)
    """Of a chosen product: whether it satisfies `attribute`, `filter` and `sort`, as far as the query has them."""
    controls: dict[str, bool] = Field(default_factory=dict)
    """Of a chosen product: whether the shop's `filter` and `sort` controls were used; told, not scored."""


def grade(check: Check, evidence: Evidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
    """Grades one check.

    Args:
        check: the condition.
        evidence: what happened.
        hosts: host of each shop to its id, to read submitted addresses by.
        catalog: what recommended products are compared with.

    Raises:
        TaskError: a recommendation or a chosen product is to be graded without a catalog.
    """
    match check:
        case AnswerSet():
            return _grade_answer_set(check, evidence, hosts)
        case Cart():
            return _grade_cart(check, evidence)
        case Order():
            return _grade_order(check, evidence)
        case PageVisited():
            return _grade_page_visited(check, evidence)
        case AnswerText():
            return _grade_answer_text(check, evidence)
        case NoSideEffects():
            return _grade_no_side_effects(check, evidence)
        case Recommendation():
            if catalog is None:
                raise TaskError("a recommendation is graded against the catalog it was made for, and there is none")
            return _grade_recommendation(check, evidence, catalog)
        case ChosenProduct():
            return _grade_chosen_product(check, evidence, hosts, catalog)
        case CartVariant() | PageRead() | ListingUsed() | NoCheckout():
            fault = fault_of(check, evidence)
            return CheckResult(type=check.type, passed=not fault, reason=fault or "as asked for")


def _grade_answer_set(check: AnswerSet, evidence: Evidence, hosts: Mapping[str, str]) -> CheckResult:
    if evidence.answer is None:
        return CheckResult(type=check.type, passed=False, reason="no answer was submitted", expected=len(check.groups))
    submitted = read_offers(evidence.answer, hosts)
    accepted = {offer for group in check.groups for offer in group}
    given = set(submitted.offers)
    missing = [group for group in check.groups if given.isdisjoint(group)]
    wrong = [_name(offer) for offer in submitted.offers if offer not in accepted]
    wrong += [f"{address!r} (no product page)" for address in submitted.unknown]
    return CheckResult(
        type=check.type,
        passed=not missing and not wrong,
        reason=_reason(
            f"all {len(check.groups)} found" if len(check.groups) > 1 else "found",
            {"missing": [_group_name(group) for group in missing], "not asked for": wrong},
        ),
        expected=len(check.groups),
        found=len(check.groups) - len(missing),
        returned=submitted.count,
        right=submitted.count - len(wrong),
    )


def _grade_cart(check: Cart, evidence: Evidence) -> CheckResult:
    match = _match_pieces(check.groups, check.quantity, evidence.cart)
    return CheckResult(
        type=check.type,
        passed=not match.problems,
        reason=_reason("the carts hold what was asked for", match.problems),
        expected=len(check.groups),
        found=match.found,
        returned=len(evidence.cart),
        right=match.found,
    )


def _grade_order(check: Order, evidence: Evidence) -> CheckResult:
    ordered: dict[OfferAddress, int] = {}
    refused: set[OfferAddress] = set()
    problems: dict[str, list[str]] = {}
    for placed in evidence.orders:
        differences = buyer_differences(check.buyer, check.payment_method, placed.order)
        for address, pieces in placed.pieces.items():
            ordered[address] = ordered.get(address, 0) + pieces
            if differences:
                refused.add(address)
        if differences:
            problems[f"order {placed.order.number} in {placed.shop}"] = differences
    match = _match_pieces(check.groups, check.quantity, ordered)
    problems = match.problems | problems
    if check.one_order_per_shop:
        shops = [placed.shop for placed in evidence.orders]
        several = sorted({shop for shop in shops if shops.count(shop) > 1})
        if several:
            problems["more than one order in"] = several
    right = [address for address in match.chosen if address not in refused]
    return CheckResult(
        type=check.type,
        passed=not problems,
        reason=_reason("ordered as asked for", problems),
        expected=len(check.groups),
        found=len(right),
        returned=len(ordered),
        right=len(right),
    )


def _grade_page_visited(check: PageVisited, evidence: Evidence) -> CheckResult:
    missing = [group for group in check.groups if evidence.viewed.keys().isdisjoint(group)]
    return CheckResult(
        type=check.type,
        passed=not missing,
        reason=_reason("visited", {"not visited": [_group_name(group) for group in missing]}),
        expected=len(check.groups),
        found=len(check.groups) - len(missing),
    )


def _grade_answer_text(check: AnswerText, evidence: Evidence) -> CheckResult:
    answer = evidence.answer
    passed = answer is not None and is_accepted(answer, check.accepted)
    if answer is None:
        reason = "no answer was submitted"
    else:
        reason = "as expected" if passed else f"{_shortened(answer)!r} is not {_shortened(check.accepted[0])!r}"
    return CheckResult(
        type=check.type,
        passed=passed,
        reason=reason,
        expected=1,
        found=int(passed),
        returned=int(answer is not None),
        right=int(passed),
    )


def _grade_no_side_effects(check: NoSideEffects, evidence: Evidence) -> CheckResult:
    problems: dict[str, list[str]] = {}
    if not check.allow_cart and evidence.cart:
        problems["left in a cart"] = [_name(address) for address in evidence.cart]
    if not check.allow_orders and evidence.orders:
        problems["ordered unasked"] = [
            f"order {placed.order.number} in {placed.shop} ({', '.join(map(_name, placed.pieces))})"
            for placed in evidence.orders
        ]
    return CheckResult(type=check.type, passed=not problems, reason=_reason("none", problems))


def _grade_recommendation(check: Recommendation, evidence: Evidence, catalog: Catalog) -> CheckResult:
    given = evidence.recommended
    if given is None:
        return nothing_recommended(check)
    offer = find_product(catalog, given)
    if offer is None:
        reason = f"{_shortened(given)!r} is no product of the catalog"
        return _without_product(check, reason, returned=1)
    reviews = catalog.reviews(offer.product_id, limit=_ALL_REVIEWS)
    results = tuple(grade_rubric(rubric, offer, reviews) for rubric in check.rubrics)
    exact = offer.product_id == check.target
    failed = [f"{one.id} ({one.reason})" for one in results if not one.satisfied]
    passed = exact or not failed
    held = f"{len(results) - len(failed)} of {len(results)} requirements hold"
    name = "the target" if exact else f"{offer.product_id}, not the target {check.target},"
    return CheckResult(
        type=check.type,
        passed=passed,
        reason=_reason(f"{name} was recommended; {held}", {f"{name} was recommended; not met": failed}),
        expected=1,
        found=int(passed),
        returned=1,
        right=int(passed),
        rubrics=results,
        exact=exact,
    )


def _grade_chosen_product(
    check: ChosenProduct, evidence: Evidence, hosts: Mapping[str, str], catalog: Catalog | None
) -> CheckResult:
    return _of_choice(check, grade_choice(check, evidence, hosts, catalog))


def nothing_chosen(check: ChosenProduct) -> CheckResult:
    """What an evolved query comes to that was never answered."""
    return _of_choice(check, grade_choice(check, Evidence(), {}, None))


def _of_choice(check: ChosenProduct, grade: ChoiceGrade) -> CheckResult:
    passed = all(grade.aspects.values())
    return CheckResult(
        type=check.type,
        passed=passed,
        reason=grade.reason,
        expected=1,
        found=int(passed),
        returned=int(grade.chosen),
        right=int(passed),
        aspects=grade.aspects,
        controls=grade.controls,
    )


def _without_product(check: Recommendation, reason: str, *, returned: int) -> CheckResult:
    """No product of the catalog was recommended: no rubric is satisfied."""
    rubrics = tuple(
        RubricResult(id=one.id, type=one.type, source=one.source, implicit=one.implicit, satisfied=False, reason=reason)
        for one in check.rubrics
    )
    return CheckResult(
        type=check.type,
        passed=False,
        reason=reason,
        expected=1,
        returned=returned,
        rubrics=rubrics,
        exact=False,
    )


def nothing_recommended(check: Recommendation) -> CheckResult:
    """What a recommendation comes to that was never made."""
    return _without_product(check, "nothing was recommended", returned=0)


def find_product(catalog: Catalog, product_id: str) -> Offer | None:
    """The product with that id, whatever space stands around it; None if there is none."""
    offers = catalog.offers_of_product(product_id.strip())
    return offers[0] if offers else None


_ALL_REVIEWS = 10_000


@dataclass(frozen=True, slots=True)
class _PieceMatch:
    """Groups against pieces: exactly one offer of each group, so many pieces of it, nothing else.

    Attributes:
        chosen: the right offer of each group that has one.
        problems: what is wrong, by kind.
    """

    chosen: tuple[OfferAddress, ...]
    problems: dict[str, list[str]]

    @property
    def found(self) -> int:
        """How many groups have their offer."""
        return len(self.chosen)


def _match_pieces(groups: Sequence[Group], quantity: int, pieces: Mapping[OfferAddress, int]) -> _PieceMatch:
    chosen: list[OfferAddress] = []
    problems: dict[str, list[str]] = {}
    for group in groups:
        held = [address for address in group if address in pieces]
        exact = [address for address in held if pieces[address] == quantity]
        chosen += exact[:1]
        if not held:
            problems.setdefault("missing", []).append(_group_name(group))
        for address in held:
            if pieces[address] != quantity:
                line = f"{_name(address)} ({pieces[address]} instead of {quantity})"
                problems.setdefault("wrong quantity", []).append(line)
        if len(held) > 1:
            problems.setdefault("more than one of", []).append(" or ".join(map(_name, held)))
    accepted = {address for group in groups for address in group}
    extra = [_name(address) for address in pieces if address not in accepted]
    if extra:
        problems["not asked for"] = extra
    return _PieceMatch(tuple(chosen), problems)


def buyer_differences(buyer: Buyer, payment_method: str, order: OrderPlaced) -> list[str]:
    """What an order says otherwise than the task: one line a field, empty where all is right.

    The billing address and, where it was given, the delivery address must both be the buyer's. Empty fields of the
    buyer are not compared.
    """
    differences = _address_differences(buyer, order.billing, "")
    if order.shipping not in (order.billing, Address()):
        differences += _address_differences(buyer, order.shipping, "delivery ")
    pairs = (
        ("e-mail", buyer.email, order.email, contact.email),
        ("card number", buyer.card, order.card_digits, contact.digits),
        ("expiry date", buyer.expiry_date, order.card_expiry, contact.card_expiry),
        ("CVV", buyer.cvv, order.card_cvv, contact.digits),
    )
    differences += [
        f"{label} {found!r} instead of {wanted!r}"
        for label, wanted, found, form in pairs
        if wanted and form(found) != form(wanted)
    ]
    if payment_method and order.payment_method != payment_method:
        differences.append(f"paid by {order.payment_method!r} instead of {payment_method!r}")
    return differences


def _address_differences(buyer: Buyer, address: Address, prefix: str) -> list[str]:
    pairs = (
        ("name", buyer.name, address.name, contact.person_name),
        ("zip", buyer.zip, address.zip, contact.zip_code),
        ("city", buyer.city, address.city, contact.city),
        ("state", buyer.state, address.state, contact.state),
        ("country", buyer.country, address.country, contact.country),
    )
    differences = [
        f"{prefix}{label} {found!r} instead of {wanted!r}"
        for label, wanted, found, form in pairs
        if wanted and form(found) != form(wanted)
    ]
    if buyer.street or buyer.house_number:
        wanted_forms = contact.street_forms(buyer.street, buyer.house_number)
        if wanted_forms.isdisjoint(contact.street_forms(address.street, address.house_number)):
            wanted = f"{buyer.street} {buyer.house_number}".strip()
            found = f"{address.street} {address.house_number}".strip()
            differences.insert(1 if differences else 0, f"{prefix}street {found!r} instead of {wanted!r}")
    return differences


def _name(address: OfferAddress) -> str:
    return f"{address.shop} /product/{address.slug}/"


def _group_name(group: Group) -> str:
    return " or ".join(map(_name, group))


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"


def _reason(fine: str, problems: Mapping[str, Iterable[str]]) -> str:
    """One line: what is wrong by kind, or that all is fine."""
    parts = [f"{kind}: {', '.join(lines)}" for kind, lines in problems.items() if lines]
    return "; ".join(parts) if parts else fine
