"""Steps that a query can take: what they say is what they ask."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shopworld.catalog import Attribute, Offer
from shopworld.guru.evolution.forms import forms_in
from shopworld.guru.evolution.query import EvolutionStep
from shopworld.guru.evolution.shelf import AskableOffers
from shopworld.guru.evolution.steps import attribute_steps, filter_steps
from shopworld.tasks import Condition


def shelf_of(offers: Sequence[Offer]) -> AskableOffers:
    return AskableOffers(Condition(field="kind", relation="equals", value="mug"), "home", "mug", offers)


def an_offer(number: int, **fields: object) -> Offer:
    told = {"id": f"a/{number}", "shop_id": "a", "number": number, "product_id": f"p{number}", "slug": f"m-{number}"}
    return Offer.model_validate({**told, "title": f"Mug {number}", "kind": "mug", **fields})


def test_who_asks_for_long_returns_takes_longer_ones() -> None:
    promised = [(14, ()), (45, ()), (60, ("free returns",)), (90, ())]
    offers = [
        an_offer(at, attributes=(Attribute(name="returns", value=(f"{days}-day returns", *more)),))
        for at, (days, more) in enumerate(promised)
    ]
    steps = [one for one in filter_steps(shelf_of(offers)) if one.topic == "long_returns"]
    assert [one.words for one in steps] == ["45", "60", "90"]
    for step in steps:
        met = shelf_of(offers).of(shelf_of(offers).meeting(step.conditions))
        assert [promised[one.number][0] for one in met] == [days for days, _ in promised if days >= int(step.words)]


@pytest.mark.parametrize(
    ("topic", "value", "words", "strict"),
    [
        ("rating", 4.2, "4.2", False),
        ("rating", 4.1, "4", True),
        ("rating", 4.6, "4.5", True),
        ("review_count", 51.0, "51", False),
        ("review_count", 301.0, "300", True),
        ("price", 49.99, "that costs at most $49.99", False),
        ("price", 49.99, "under $50", True),
        ("price", 50.0, "that costs at most $50", False),
    ],
)
def test_whether_a_bound_is_left_out_is_said_by_its_step(topic: str, value: float, words: str, strict: bool) -> None:
    relation = "at_most" if topic == "price" else "at_least"
    condition = Condition.model_validate({"field": topic, "relation": relation, "value": value})
    aspect = "attribute" if topic == "price" else "filter"
    step = EvolutionStep(aspect, topic, (condition,), words=words, short=words, strict=strict)  # type: ignore[arg-type]
    leaving_out = ("above ", "over ", "under ", "below ", "exceeding", "more than")
    said = [form for slot in ("behind", "clause", "object", "note") for form in forms_in(step, slot)]
    assert said
    for form in said:
        plain = form.replace("no more than", "").replace("not exceed", "")
        assert any(one in plain for one in leaving_out) == strict, form


def test_steps_that_leave_a_bound_out_say_so() -> None:
    offers = [an_offer(at, price=500 + 700 * at) for at in range(12)]
    steps = [*attribute_steps(shelf_of(offers), "USD"), *filter_steps(shelf_of(offers))]
    strict = {one.short.split()[0] for one in steps if one.strict}
    assert {one.topic for one in steps if one.strict} == {"price", "rating", "review_count"}
    assert not strict & {"at"}
    assert all(one.strict == any(w in one.short for w in ("above", "over ", "under", "below")) for one in steps)
