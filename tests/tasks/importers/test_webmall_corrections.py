"""Corrected answers stand in the groups of those that they replace."""

from __future__ import annotations

from shopworld.tasks import OfferAddress, Task
from shopworld.tasks.checks import AnswerSet, Cart, Check
from shopworld.tasks.importers.webmall.corrections import corrected_task
from shopworld.tasks.importers.webmall.errata import Erratum

ONE, TWO, CHEAPER, TIED, LATER = (
    OfferAddress(shop="shop", slug=slug) for slug in ("one", "two", "cheaper", "tied", "later")
)


def corrected(check: Check, *new: OfferAddress, places: tuple[tuple[OfferAddress, OfferAddress], ...] = ()) -> object:
    """The groups of a task's only check with ONE wrong, TWO right, and new answers."""
    erratum = Erratum(task="t", contradictions=(), original=(ONE, TWO), corrected=(TWO, *new), places=places)
    task = corrected_task(Task(id="t", category="checkout", intent="Buy.", template="Buy.", checks=(check,)), erratum)
    assert task is not None
    return task.checks[0].returns


def test_a_replacement_stands_in_the_group_whose_member_it_replaces() -> None:
    places = ((CHEAPER, ONE), (LATER, TWO), (TIED, ONE))
    assert corrected(Cart(groups=((ONE,), (TWO,))), CHEAPER, LATER, TIED, places=places) == (
        (CHEAPER, TIED),
        (TWO, LATER),
    )


def test_what_replaces_nothing_is_one_thing_more() -> None:
    assert corrected(Cart(groups=((ONE,), (TWO,))), CHEAPER, TIED) == ((TWO,), (CHEAPER, TIED))


def test_answers_are_named_each() -> None:
    found = corrected(AnswerSet(groups=((ONE,), (TWO,))), CHEAPER, TIED, places=((CHEAPER, ONE), (TIED, ONE)))
    assert found == ((TWO,), (CHEAPER,), (TIED,))
