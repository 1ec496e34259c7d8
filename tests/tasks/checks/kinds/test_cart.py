"""What the carts hold."""

from __future__ import annotations

from evidence_by_hand import HOSTS, ONE, TWO

from shopworld.tasks import Cart
from shopworld.tasks.evidence import EpisodeEvidence


def test_a_reason_says_which_quantity_was_found() -> None:
    result = Cart(groups=((ONE,),)).grade(EpisodeEvidence(cart_lines={(ONE, None): 3}), HOSTS)
    assert result.reason == "wrong quantity: techtalk /product/one/ (3 instead of 1)"


def test_pieces_of_several_variants_are_counted_together() -> None:
    cart = EpisodeEvidence(cart_lines={(ONE, "red"): 1, (ONE, "blue"): 1})
    assert Cart(groups=((ONE,),), quantity=2).grade(cart, HOSTS).passed
    assert not Cart(groups=((ONE,), (TWO,)), quantity=2).grade(cart, HOSTS).passed
