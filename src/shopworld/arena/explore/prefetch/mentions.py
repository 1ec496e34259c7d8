"""What the source of pages speaks of, for whoever asks whether a thing may be there that nobody saw."""

from __future__ import annotations

import re
from collections.abc import Mapping

from shopworld.arena.explore.words import (
    CHAT,
    CURRENCY,
    NEWSLETTER,
    PERSONALIZATION,
    RECENTLY_VIEWED,
    RECOMMENDATIONS,
    REVIEWS,
)

MENTIONS: Mapping[str, re.Pattern[str]] = {
    "floating.has_cookie_banner": re.compile(
        r"cookie[- _]?(?:banner|consent|notice|policy)|we use cookies|consent", re.I
    ),
    "floating.has_age_gate": re.compile(r"age[- _]?(?:gate|check|verif)|years old|of legal age|over (?:18|21)", re.I),
    "floating.has_newsletter_popup": NEWSLETTER,
    "floating.has_chat_widget": re.compile(rf"{CHAT.pattern}|intercom|zendesk|tawk|crisp|tidio", re.I),
    "homepage.has_popup_modal": re.compile(r"pop-?up|modal|<dialog|role=.?dialog|lightbox", re.I),
    "site_shell.has_announcement_bar": re.compile(r"announcement|top-?bar|promo-?bar", re.I),
    "intl.has_locale_switcher": re.compile(r"hreflang|\b(?:language|locale|sprache|langue|idioma)s?\b", re.I),
    "intl.has_currency_switcher": CURRENCY,
    "product.has_reviews": REVIEWS,
    "product.has_recommendations": re.compile(f"{RECOMMENDATIONS.pattern}|{RECENTLY_VIEWED.pattern}", re.I),
    "product.has_personalization": PERSONALIZATION,
    "product.has_quantity_selector": re.compile(r"quantity|\bqty\b|type=.?number", re.I),
    "collection.filters": re.compile(r"\b(?:filter|facet|refine|narrow)", re.I),
    "collection.sort": re.compile(r"\bsort|order[-_ ]?by", re.I),
    "site_shell.has_mega_menu": re.compile(r"mega|dropdown|flyout|submenu|sub-menu|aria-haspopup|:hover", re.I),
}
"""Words of a page's source, its scripts included, that belong to a capability."""


def mentioned(source: str) -> set[str]:
    """The capabilities that a page's source speaks of."""
    return {name for name, pattern in MENTIONS.items() if pattern.search(source)}
