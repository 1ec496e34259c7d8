"""Plans that are carried out without any shop."""

from __future__ import annotations

from evidence_by_hand import BUYER, HOSTS, ONE, TWO

from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import CartChanged, ContactSent, OrderPlaced, PolicyViewed, ProductViewed
from shopworld.tasks.checks.by_hand import acts_of_plan
from shopworld.tasks.checks.plan import FillCart, GiveText, PlaceOrders, ReadPage, ViewProducts, WriteMessage

CART = FillCart(((ONE,), (TWO,)), quantity=3)
VIEW = ViewProducts(((TWO,), (ONE,)))
MESSAGE = WriteMessage(ONE.shop, "Jo", "jo@mail.example", "Is it in?")


def test_every_step_is_there_pages_first_and_the_answer_last() -> None:
    acts = acts_of_plan([VIEW, MESSAGE, CART, ReadPage(TWO.shop, ("returns", "help")), GiveText("Yes.")], [ONE], HOSTS)
    assert [(shop, type(payload)) for shop, payload in acts] == [
        (TWO.shop, PolicyViewed),
        (TWO.shop, ProductViewed),
        (ONE.shop, ProductViewed),
        (ONE.shop, ContactSent),
        (ONE.shop, CartChanged),
        (None, AnswerSubmitted),
    ]
    assert acts[-1][1] == AnswerSubmitted(text="Yes.")


def test_an_order_comes_behind_what_was_done_before() -> None:
    order = PlaceOrders(((ONE,), (TWO,)), 2, BUYER, "card")
    acts = acts_of_plan([MESSAGE, order], [TWO, ONE], HOSTS)
    assert isinstance(acts[0][1], ContactSent)
    assert [(shop, type(payload)) for shop, payload in acts[1:-1]] == [
        *[(ONE.shop, CartChanged)] * 2,
        (ONE.shop, OrderPlaced),
    ], "both are of one shop"
    placed = acts[3][1]
    assert isinstance(placed, OrderPlaced)
    assert [(line.slug, line.quantity) for line in placed.lines] == [(TWO.slug, 2), (ONE.slug, 2)]
    assert (placed.billing.first_name, placed.billing.last_name) == ("Jo", "Miller")
