"""Forms that change how a shop is shown: what is dismissed, the age gate, language, currency, the help chat."""

from __future__ import annotations

from typing import Literal, cast

from starlette.responses import Response

from shopworld.shop.currencies import currencies_offered
from shopworld.shop.events import AgeAnswered, ChatAsked, CurrencyChosen, LocaleChosen, OverlayDismissed
from shopworld.shop.look.languages import LANGUAGES
from shopworld.shop.visit import Visit

_CAN_BE_DISMISSED = ("announcement", "popup", "newsletter")
_LONGEST_QUESTION = 300


async def dismiss(visit: Visit) -> Response:
    """`POST /dismiss`: `what` (`announcement`, `popup` or `newsletter`), `return_path`."""
    form = await visit.form()
    what = form.get("what", "")
    if what in _CAN_BE_DISMISSED:
        visit.record(OverlayDismissed(what=cast(Literal["announcement", "popup", "newsletter"], what)))
    return visit.back(form)


async def answer_age(visit: Visit) -> Response:
    """`POST /age`: `answer` = `yes` or `no`, `return_path`."""
    form = await visit.form()
    if form.get("answer") in {"yes", "no"}:
        visit.record(AgeAnswered(old_enough=form["answer"] == "yes"))
    return visit.back(form)


async def choose_currency(visit: Visit) -> Response:
    """`POST /currency`: `currency` (ISO 4217 code), `return_path`; what the shop does not offer is passed over."""
    form = await visit.form()
    currency = form.get("currency", "")
    if visit.shop.capabilities.intl.has_currency_switcher and currency in currencies_offered(
        visit.shop.identity.currency
    ):
        visit.record(CurrencyChosen(currency=currency))
    return visit.back(form)


async def choose_locale(visit: Visit) -> Response:
    """`POST /locale`: `locale` (ISO 639-1 code), `return_path`; what the shop does not speak is passed over."""
    form = await visit.form()
    locale = form.get("locale", "")
    if visit.shop.capabilities.intl.has_locale_switcher and locale in LANGUAGES:
        visit.record(LocaleChosen(locale=locale))
    return visit.back(form)


async def ask(visit: Visit) -> Response:
    """`POST /chat`: `message`, `return_path`."""
    form = await visit.form()
    message = " ".join(form.get("message", "").split())[:_LONGEST_QUESTION]
    if message and visit.shop.capabilities.floating.has_chat_widget:
        visit.record(ChatAsked(message=message, topic=visit.shop.help_desk.topic_of(message)))
    return visit.back(form)
