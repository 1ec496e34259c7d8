"""Policies, contact, newsletter and the cookie banner."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from shopworld.catalog import OfferQuery
from shopworld.shop.buying.checkout import is_email
from shopworld.shop.events import ContactSent, CookiesChosen, NewsletterRefused, NewsletterSubscribed, PolicyViewed
from shopworld.shop.gift_cards import is_gift_card
from shopworld.shop.information.links import STORE_LOCATOR, contact_links, information_links
from shopworld.shop.information.not_found import not_found
from shopworld.shop.information.policies import policy_handle
from shopworld.shop.information.stores import store_locator
from shopworld.shop.pages import Card, ContactPage, FormField, InfoPage, Link
from shopworld.shop.shop import Shop
from shopworld.shop.visit import Visit

_LONGEST_MESSAGE = 5_000


async def policy(visit: Visit) -> Response:
    """`GET` of a policy or page, by its handle; other names for it lead there."""
    asked = visit.request.path_params["handle"]
    there, policies = visit.shop.addresses, visit.shop.policies
    handle = asked if policies.text(asked) else policy_handle(asked)
    if handle == "contact":
        return visit.redirect(there.contact, 301)
    if handle == STORE_LOCATOR:
        return store_locator(visit)
    text = policies.text(handle)
    if text is None:
        return not_found(visit)
    if visit.request.scope["path"] != there.policy(handle):
        return visit.redirect(there.policy(handle), 301)
    view = InfoPage(
        shell=visit.shell("policy"),
        title=text.title,
        breadcrumbs=(Link("Home", there.home), Link(text.title, there.policy(handle), current=True)),
        body_html=text.html,
        links=information_links(visit.shop, handle),
        cards=_gift_cards(visit.shop) if handle == "gift-cards" else (),
    )
    return visit.page(view, "policy", PolicyViewed(handle=handle))


def _gift_cards(shop: Shop) -> tuple[Card, ...]:
    """The gift cards that the shop sells."""
    found = shop.catalog.search(OfferQuery(text="gift card", shop_id=shop.id, in_stock=True)).offers
    return shop.presentation.cards([offer for offer in found if is_gift_card(offer)])


async def contact(visit: Visit) -> Response:
    """`GET /contact/`."""
    sent = isinstance(visit.state.untold, ContactSent)
    return visit.page(_contact_page(visit, {}, {}, sent=sent), "contact", PolicyViewed(handle="contact"))


async def send_contact(visit: Visit) -> Response:
    """`POST /contact/`: `name`, `email`, `message`."""
    form = await visit.form()
    values = {name: form.get(name, "").strip()[:_LONGEST_MESSAGE] for name in ("name", "email", "message")}
    errors = {}
    if not values["name"]:
        errors["name"] = "Enter your name."
    if not is_email(values["email"]):
        errors["email"] = "Enter an e-mail address, such as name@example.org."
    if not values["message"]:
        errors["message"] = "Write what it is about."
    if errors:
        return visit.page(_contact_page(visit, values, errors, sent=False), "contact", status=422)
    visit.record(ContactSent(name=values["name"], email=values["email"], message=values["message"]))
    return visit.redirect(visit.shop.addresses.contact)


async def subscribe(visit: Visit) -> Response:
    """`POST /newsletter`: `email`, `return_path`."""
    form = await visit.form()
    email = form.get("email", "").strip()[:200]
    if is_email(email):
        visit.record(NewsletterSubscribed(email=email))
    else:
        visit.record(NewsletterRefused(email=email))
    return visit.back(form)


async def answer_cookies(visit: Visit) -> Response:
    """`POST /cookies`: `accept` = `1` or `0`, `return_path`."""
    form = await visit.form()
    visit.record(CookiesChosen(accepted=form.get("accept") == "1"))
    return visit.back(form)


def _contact_page(visit: Visit, values: Mapping[str, str], errors: Mapping[str, str], *, sent: bool) -> ContactPage:
    identity, there = visit.shop.identity, visit.shop.addresses
    rows = (
        ("name", "Your name", "text", "name"),
        ("email", "Your e-mail address", "email", "email"),
        ("message", "Your message", "textarea", ""),
    )
    fields = tuple(
        FormField(
            name=name,
            label=label,
            type=kind,
            value=values.get(name, ""),
            error=errors.get(name, ""),
            autocomplete=autocomplete,
        )
        for name, label, kind, autocomplete in rows
    )
    content = visit.shop.specification.content
    intro = content.page("contact") if content else None
    lines = (("E-mail", identity.support_email), ("Phone", identity.support_phone), ("Address", identity.address))
    return ContactPage(
        shell=visit.shell("contact"),
        title="Contact",
        breadcrumbs=(Link("Home", there.home), Link("Contact", there.contact, current=True)),
        fields=fields,
        lines=tuple((label, text) for label, text in lines if text),
        sent=sent,
        intro_html=intro.body_html if intro else "",
        links=contact_links(visit.shop),
    )
