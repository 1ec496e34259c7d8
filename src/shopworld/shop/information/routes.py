"""Policies, contact, newsletter and the cookie banner."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from shopworld.shop.buying.checkout import is_email
from shopworld.shop.events import ContactSent, CookiesChosen, NewsletterRefused, NewsletterSubscribed, PolicyViewed
from shopworld.shop.information.not_found import not_found
from shopworld.shop.information.policies import POLICY_TITLES, policy_handle
from shopworld.shop.pages import ContactPage, FormField, InfoPage, Link
from shopworld.shop.visit import Visit

_LONGEST_MESSAGE = 5_000


async def policy(visit: Visit) -> Response:
    """`GET /policies/<handle>/`."""
    asked = visit.request.path_params["handle"]
    handle = policy_handle(asked)
    if handle == "contact":
        return visit.redirect(visit.shop.addresses.contact, 301)
    there = visit.shop.addresses
    body = visit.shop.policies.html(handle)
    if body is None:
        return not_found(visit)
    if handle != asked:
        return visit.redirect(there.policy(handle), 301)
    title = POLICY_TITLES[handle]
    others = tuple(Link(POLICY_TITLES[one], there.policy(one), one == handle) for one in visit.shop.policies.handles)
    view = InfoPage(
        shell=visit.shell("policy"),
        title=title,
        breadcrumbs=(Link("Home", there.home), Link(title, there.policy(handle), current=True)),
        body_html=body,
        links=others,
    )
    return visit.page(view, "policy", PolicyViewed(handle=handle))


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
    lines = (("E-mail", identity.support_email), ("Phone", identity.support_phone), ("Address", identity.address))
    return ContactPage(
        shell=visit.shell("contact"),
        title="Contact",
        breadcrumbs=(Link("Home", there.home), Link("Contact", there.contact, current=True)),
        fields=fields,
        lines=tuple((label, text) for label, text in lines if text),
        sent=sent,
    )
