"""Information pages that were opened."""

from __future__ import annotations

from evidence_by_hand import evidence_of, fault_of, pan_carted

from shopworld.shop.events import PolicyViewed
from shopworld.tasks import PageRead


def test_a_page_counts_whichever_of_its_handles_was_opened() -> None:
    check = PageRead(shop="s", handles=("refund-policy", "returns"))
    assert not fault_of(check, evidence_of(PolicyViewed(handle="returns")))
    assert "refund-policy" in fault_of(check, evidence_of(PolicyViewed(handle="faq")))
    assert fault_of(check, evidence_of(PolicyViewed(handle="returns"), shop="other"))


def test_a_page_read_too_late_does_not_count_where_the_order_matters() -> None:
    check = PageRead(shop="s", handles=("faq",), before_cart=True)
    assert "before" in fault_of(check, evidence_of(pan_carted(), PolicyViewed(handle="faq")))
    assert not fault_of(check, evidence_of(PolicyViewed(handle="faq"), pan_carted(), PolicyViewed(handle="faq")))
