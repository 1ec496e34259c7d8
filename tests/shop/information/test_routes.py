"""Policies, contact, newsletter, cookies."""

from __future__ import annotations

import pytest
from corner_shop import Shopper, make_specification

from shopworld.shop.capabilities import Capabilities
from shopworld.shop.information.policies import Policies
from shopworld.shop.presentation import Presentation
from shopworld.shop.voice import voice_of


@pytest.mark.parametrize("handle", [one for one in Capabilities().info_pages_present if one != "contact"])
def test_every_policy_has_a_text(shopper: Shopper, handle: str) -> None:
    answer = shopper.get(f"/policies/{handle}/")
    assert answer.status_code == 200
    assert shopper.kinds() == ["page_viewed", "policy_viewed"]
    assert len(answer.text) > 2_000


def html_of(policies: Policies, handle: str) -> str:
    """The body of a page that the shop has."""
    text = policies.text(handle)
    assert text is not None
    return text.html


def test_policies_say_what_the_specification_says() -> None:
    specification = make_specification(returns_days=45)
    policies = Policies(specification, Presentation(specification.identity), voice_of(specification.capabilities))
    assert "45 days" in html_of(policies, "refund-policy")
    shipping = html_of(policies, "shipping-policy")
    assert all(text in shipping for text in ("Express", "€12.90", "€100.00", "1 working day"))
    faq = html_of(policies, "faq")
    assert "HELLO10" in faq
    assert "BIG20" not in faq, "a promotion without a description is not public"


def test_a_page_the_shop_does_not_have_is_not_found(shopper: Shopper) -> None:
    assert shopper.get("/policies/gift-cards/").status_code == 404


def test_other_names_of_a_policy_lead_to_it(shopper: Shopper) -> None:
    assert shopper.get("/policies/returns/").url.path == "/policies/refund-policy/"
    assert shopper.get("/policies/contact/").url.path == "/contact/"


def test_the_contact_form_keeps_what_was_typed(shopper: Shopper) -> None:
    answer = shopper.post("/contact/", {"name": "Jo", "email": "nowhere", "message": "Hello there"})
    assert answer.status_code == 422
    assert "Hello there" in answer.text
    assert "contact_sent" not in shopper.kinds()


def test_a_message_is_sent_once(shopper: Shopper) -> None:
    answer = shopper.post("/contact/", {"name": "Jo", "email": "jo@example.org", "message": "Hello"})
    assert answer.url.path == "/contact/"
    assert "Thank you for your message." in answer.text
    assert shopper.kinds().count("contact_sent") == 1


def test_the_newsletter_needs_an_address(shopper: Shopper) -> None:
    assert "Enter an e-mail address" in shopper.post("/newsletter", {"email": "x", "return_path": "/shop/"}).text
    answer = shopper.post("/newsletter", {"email": "jo@example.org", "return_path": "/shop/"})
    assert "Our newsletter goes to jo@example.org" in answer.text
    assert answer.url.path == "/shop/"


def test_the_cookie_banner_is_answered_once(shopper: Shopper) -> None:
    assert 'action="/cookies"' in shopper.get("/").text
    answer = shopper.post("/cookies", {"accept": "0", "return_path": "/shop/?orderby=price"})
    assert 'action="/cookies"' not in answer.text
    assert shopper.state.cookies_accepted is False
    assert str(answer.url).endswith("/shop/?orderby=price")
