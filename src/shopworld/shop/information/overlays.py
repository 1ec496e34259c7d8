"""What lies over a page, from what the shop has and what the shopper has answered already."""

from __future__ import annotations

from shopworld.shop.currencies import currencies_offered
from shopworld.shop.events import ChatAsked
from shopworld.shop.look.languages import LANGUAGES
from shopworld.shop.pages import AgeGate, Link, NewsletterPopup, Overlays, Popup, SortOption, Switcher
from shopworld.shop.promotions import headline, is_public
from shopworld.shop.shop import Shop
from shopworld.shop.state import ShopState

YEARS = 18
"""How old one has to be where a shop asks."""
_UNDISTURBED = frozenset({"checkout", "order"})
"""Kinds of pages without pop-ups."""


def overlays_of(shop: Shop, state: ShopState, page: str) -> Overlays:
    """All that lies over a page of that kind now.

    Args:
        shop: where.
        state: of the shopper there.
        page: kind of the page, as events name it.
    """
    floating = shop.capabilities.floating
    gate = _age_gate(state) if floating.has_age_gate and not state.old_enough else None
    disturbs = page not in _UNDISTURBED and gate is None
    has_popup = shop.capabilities.homepage.has_popup_modal and page == "home" and "popup" not in state.dismissed
    asks_for_mail = floating.has_newsletter_popup and "newsletter" not in state.dismissed
    chat = shop.help_desk.chat(state, is_open=isinstance(state.untold, ChatAsked)) if floating.has_chat_widget else None
    return Overlays(
        age_gate=gate,
        popup=_popup(shop) if has_popup and disturbs else None,
        newsletter=NewsletterPopup(shop.voice.newsletter_heading, shop.voice.newsletter_text)
        if asks_for_mail and disturbs
        else None,
        chat=chat,
    )


def _age_gate(state: ShopState) -> AgeGate:
    if state.old_enough is False:
        text = f"You have to be {YEARS} or older to visit this shop. Come back when you are."
        return AgeGate("Sorry, not yet", text, YEARS, refused=True)
    return AgeGate(
        f"Are you {YEARS} or older?",
        "Some of what we sell is for adults only, so we have to ask.",
        YEARS,
        refused=False,
    )


def _popup(shop: Shop) -> Popup:
    """The first public promotion; without one, what is new."""
    money = shop.presentation.money
    public = [one for one in shop.identity.promotions if is_public(one)]
    action = Link(shop.voice.invitation, shop.addresses.all_products)
    if public:
        promotion = public[0]
        return Popup(
            eyebrow="Welcome offer",
            heading=headline(promotion, money),
            text=f"{promotion.description.rstrip('.')}. Enter this code in your cart:",
            action=action,
            code=promotion.code,
        )
    return Popup(
        eyebrow="Welcome",
        heading=shop.voice.welcome.format(name=shop.identity.name),
        text=f"{shop.identity.returns_days} days to return what you do not like, on everything.",
        action=action,
    )


def switchers_of(shop: Shop, state: ShopState) -> tuple[Switcher, ...]:
    """The forms that change language and currency."""
    made = []
    if shop.capabilities.intl.has_locale_switcher:
        locale = state.locale or "en"
        choices = tuple(SortOption(code, name, code == locale) for code, name in LANGUAGES.items())
        note = "" if locale == "en" else "Product texts are available in English only."
        made.append(Switcher("locale", "Language", shop.addresses.locale, choices, note))
    own = shop.identity.currency
    offered = currencies_offered(own)
    if shop.capabilities.intl.has_currency_switcher and len(offered) > 1:
        shown = state.currency or own
        choices = tuple(SortOption(code, code, code == shown) for code in offered)
        note = "" if shown == own else f"Prices in {shown} are for information. You pay in {own}."
        made.append(Switcher("currency", "Currency", shop.addresses.currency, choices, note))
    return tuple(made)
