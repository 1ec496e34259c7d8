"""The audit accepts sound grading, and finds the faults of grading that is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from shopworld.catalog import Catalog
from shopworld.catalog.query import Sort
from shopworld.mall import Mall
from shopworld.shop.events import OrderPlaced
from shopworld.tasks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    CartVariant,
    Check,
    CheckResult,
    ChosenProduct,
    Condition,
    FilterChoice,
    ListingUsed,
    NoCheckout,
    NoSideEffects,
    OfferAddress,
    Order,
    OrderVariant,
    PageRead,
    PageVisited,
    Task,
)
from shopworld.tasks.checks import KINDS
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.mutations import TaskAudit, audit_rows, audit_suite, audit_task
from shopworld.tasks.mutations.audit import ENDING

RYZEN = OfferAddress(shop="techtalk", slug="ryzen-9-5900x-12-core")
OTHER_RYZEN = OfferAddress(shop="e-store-athletes", slug="ryzen-9-5900x-12-cores")
CASE = OfferAddress(shop="hardware-cafe", slug="corsair-case-white")
SAME_CASE = OfferAddress(shop="techtalk", slug="corsair-case-white")
BUYER = Buyer(
    name="Mira Halvorsen",
    street="Linden Street",
    house_number="14",
    zip="97205",
    city="Portland",
    state="OR",
    country="USA",
    email="mira@mail.example",
    card="4242424242424242",
    cvv="123",
    expiry_date="12/28",
)
TASKS: dict[str, tuple[Check, ...]] = {
    "answers": (AnswerSet(groups=((RYZEN,), (CASE, SAME_CASE))), NoSideEffects()),
    "cart": (Cart(groups=((RYZEN,), (CASE, SAME_CASE)), quantity=2), NoSideEffects(allow_cart=True)),
    "order": (Order(groups=((RYZEN,), (SAME_CASE,)), buyer=BUYER), NoSideEffects(allow_orders=True)),
    "two orders": (Order(groups=((RYZEN,), (CASE,)), quantity=2, buyer=BUYER), NoSideEffects(allow_orders=True)),
    "ordered variant": (
        Order(groups=((RYZEN,), (CASE,)), quantity=2, buyer=BUYER),
        OrderVariant(offer=RYZEN, variants=("boxed", "tray")),
        NoSideEffects(allow_orders=True),
    ),
    "visit": (PageVisited(groups=((RYZEN,), (CASE, SAME_CASE))), AnswerText(accepted=("Done",))),
    "amount": (AnswerText(accepted=("$7.95", "7.95")), PageRead(shop="techtalk", handles=("shipping-policy", "faq"))),
    "days": (AnswerText(accepted=("30", "30 days")), NoCheckout()),
    "words": (AnswerText(accepted=("1 to 2 working days",)), NoCheckout(), NoSideEffects()),
    "browse": (
        PageRead(shop="techtalk", handles=("refund-policy",), before_cart=True),
        ListingUsed(
            shop="techtalk",
            category=("Hardware",),
            filters=(FilterChoice(field="brand", values=("AMD", "Corsair")),),
            sort=Sort.PRICE_ASCENDING,
            query="Ryzen 9",
            before_cart=True,
        ),
        CartVariant(offer=RYZEN, variants=("boxed", "tray")),
        Cart(groups=((RYZEN,),)),
        NoCheckout(),
    ),
    "search": (ListingUsed(shop="techtalk", query="bagpipes"), AnswerText(accepted=("no",))),
    "choice": (
        ChosenProduct(
            attribute=(Condition(field="title", relation="contains", value="Corsair"),), accepted=(CASE, SAME_CASE)
        ),
        NoSideEffects(),
    ),
}
"""Together all checks of malls."""


def task_of(name: str) -> Task:
    """A task with those checks."""
    return Task(id=name.replace(" ", "_"), template="t", category="c", intent="Do it.", checks=TASKS[name])


def audited(name: str, mall: Mall) -> TaskAudit:
    """What the audit says of it."""
    return audit_task(task_of(name), mall.catalog, mall)


@pytest.mark.parametrize("name", [name for name in TASKS if name != "choice"])
def test_every_check_is_tried_on_ten_wrong_states_and_graded_rightly(name: str, mini_mall: Mall) -> None:
    found = audited(name, mini_mall)
    assert [(one.check, one.name, one.text) for one in found.failing] == []
    assert found.thin == ()
    for check in {one.type for one in TASKS[name]}:
        if not isinstance(next(one for one in TASKS[name] if one.type == check), NoSideEffects):
            assert [one for one in found.verdicts if one.check == check and one.right]


Grade = Callable[[Check, EpisodeEvidence, Mapping[str, str], Catalog | None], CheckResult]


def regrade(monkeypatch: pytest.MonkeyPatch, change: Callable[[Grade], Grade]) -> None:
    """Has every kind graded otherwise."""
    for kind in KINDS.all().values():
        monkeypatch.setattr(kind, "grade", change(kind.grade))


def saying(passed: bool) -> Callable[[Grade], Grade]:
    return lambda _: lambda check, *__: CheckResult(type=check.type, passed=passed, reason="")


def test_grading_that_passes_everything_is_found_out(mini_mall: Mall, monkeypatch: pytest.MonkeyPatch) -> None:
    regrade(monkeypatch, saying(True))
    for name in TASKS:
        found = audited(name, mini_mall)
        assert all(one.holds for one in found.verdicts if one.right)
        assert {one.check for one in found.failing} == {
            one.check for one in found.verdicts if not one.right and one.check != ENDING
        }
        assert not any(one.holds for one in found.verdicts if not one.right and one.check != ENDING)


def test_grading_that_passes_nothing_is_found_out(mini_mall: Mall, monkeypatch: pytest.MonkeyPatch) -> None:
    regrade(monkeypatch, saying(False))
    for name in TASKS:
        found = audited(name, mini_mall)
        assert all(one.holds for one in found.verdicts if not one.right)
        assert not any(one.holds for one in found.verdicts if one.right)


def ignoring_pieces(real: Grade) -> Grade:
    def grade(
        check: Check, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None
    ) -> CheckResult:
        if isinstance(check, Cart):
            evidence.cart_lines = dict.fromkeys(evidence.cart_lines, check.quantity)
        return real(check, evidence, hosts, catalog)

    return grade


def ignoring_delivery(real: Grade) -> Grade:
    def grade(
        check: Check, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None
    ) -> CheckResult:
        for number, placed in enumerate(evidence.orders):
            order: OrderPlaced = placed.order.model_copy(update={"shipping": placed.order.billing})
            evidence.orders[number] = type(placed)(placed.shop, order)
        return real(check, evidence, hosts, catalog)

    return grade


def ignoring_shops(real: Grade) -> Grade:
    def grade(
        check: Check, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None
    ) -> CheckResult:
        for shop in set(hosts.values()):
            if evidence.answer:
                evidence.answer = evidence.answer.replace(shop, "techtalk")
        return real(check, evidence, hosts, catalog)

    return grade


def ignoring_order_of_acts(real: Grade) -> Grade:
    def grade(
        check: Check, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None
    ) -> CheckResult:
        evidence.pages = dict.fromkeys(evidence.pages, True)
        return real(check, evidence, hosts, catalog)

    return grade


@pytest.mark.parametrize(
    ("task", "fault", "finding"),
    [
        ("cart", ignoring_pieces, "3 of ryzen-9-5900x-12-core"),
        ("order", ignoring_delivery, "another zip, shipping"),
        ("answers", ignoring_shops, "answer 1 at e-store-athletes"),
        ("browse", ignoring_order_of_acts, "too late"),
    ],
)
def test_single_faults_are_found_by_name(
    task: str, fault: Callable[[Grade], Grade], finding: str, mini_mall: Mall, monkeypatch: pytest.MonkeyPatch
) -> None:
    regrade(monkeypatch, fault)
    assert finding in {one.name for one in audited(task, mini_mall).failing}


def test_rows_count_by_type_of_check(mini_mall: Mall) -> None:
    audits = list(audit_suite([task_of("answers"), task_of("words")], mini_mall.catalog, mini_mall))
    rows = {row.check: row for row in audit_rows(audits)}
    assert list(rows) == ["(ending)", "answer_set", "answer_text", "no_checkout", "no_side_effects"]
    assert rows["no_side_effects"].tasks == 2
    for row in rows.values():
        assert (row.refused, row.accepted) == (row.wrong, row.right)
        assert row.fewest >= 10


def test_a_task_whose_answers_contradict_each_other_is_wrongly_graded(mini_mall: Mall) -> None:
    broken = task_of("answers").model_copy(update={"near_misses": ((CASE,),)})
    checks = (AnswerSet(groups=((RYZEN,),)), AnswerSet(groups=((OTHER_RYZEN,),)))
    found = audit_task(broken.model_copy(update={"checks": checks}), mini_mall.catalog, mini_mall)
    assert [one for one in found.failing if one.right]
