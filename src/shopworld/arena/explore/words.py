"""The words that storefronts use for the same things."""

from __future__ import annotations

import re

from shopworld.arena.explore.languages import said

_TRANSLATED_PAGES = frozenset(
    {"shipping-policy", "refund-policy", "privacy-policy", "terms-of-service", "contact", "about-us", "faq"}
)
INFO_PAGES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(f"{pattern}|{said(name)}" if name in _TRANSLATED_PAGES else pattern, re.I))
    for name, pattern in (
        ("gift-cards", r"\bgift[ -_]?(?:cards?|certificates?|vouchers?)\b"),
        ("size-guide", r"\bsiz(?:e|ing)[ -_]?(?:guides?|charts?)\b"),
        (
            "store-locator",
            r"\b(?:store[ -_]?(?:locator|finder)|find (?:a|our|your) (?:store|shop)s?|our stores|stores? near)\b",
        ),
        ("shipping-policy", r"\b(?:shipping|delivery)\b"),
        ("refund-policy", r"\b(?:returns?|refunds?|exchanges?|cancellation)\b"),
        ("privacy-policy", r"\b(?:privacy|data protection)\b"),
        ("terms-of-service", r"\b(?:terms|conditions)\b"),
        ("warranty", r"\b(?:warrant(?:y|ies)|guarantees?)\b"),
        ("accessibility", r"\baccessibility\b"),
        ("careers", r"\b(?:careers?|jobs)\b"),
        ("wholesale", r"\b(?:wholesale|trade (?:account|programme?))\b"),
        ("faq", r"\b(?:faqs?|frequently asked|help cent(?:er|re)|questions and answers)\b"),
        ("contact", r"\bcontact(?:[ -_]us)?\b|\bget in touch\b"),
        ("about-us", r"\b(?:about|our story|who we are)\b"),
    )
)
"""Information pages of the vocabulary by what links to them say."""

CART = re.compile(rf"\b(?:cart|bag|basket)\b|{said('cart')}", re.I)
EMPTY = re.compile(rf"\bempty\b|\bnothing\b|\bno items\b|{said('empty')}", re.I)
ADD_TO_CART = re.compile(
    r"\badd(?:ed)?\b.{0,300}\b(?:to|into)\b.{0,12}\b(?:cart|bag|basket|trolley)\b|^buy(?: (?:it )?now)?$"
    rf"|\badd to order\b|{said('add')}",
    re.I,
)
CHECKOUT = re.compile(rf"\bcheck ?out\b|\bproceed to (?:pay|order)|{said('checkout')}", re.I)
SEARCH = re.compile(rf"\b(?:search|find|look up)\b|{said('search')}", re.I)
CLOSE = re.compile(
    rf"^(?:close|dismiss|no,? thanks?|not now|maybe later|hide|got it|×|✕|✖|x)\b|\bclose\b|\bdismiss\b|{said('close')}",
    re.I,
)
NEWSLETTER = re.compile(
    r"\b(?:newsletter|sign ?up|subscribe|mailing list|e-?mail (?:address|list)|join (?:us|our|the))\b|"
    + said("newsletter"),
    re.I,
)
COOKIES = re.compile(r"\bcookies?\b|\bconsent\b|\btracking\b", re.I)
AGE = re.compile(
    r"\b(?:over|under|least|aged?|be|are you)\s+(?:the age of\s+)?(?:16|18|19|20|21)\b|\b(?:16|18|19|20|21)\s*"
    r"(?:\+|(?:years|or (?:over|older))\b)|\b(?:legal age|of age|age (?:check|verification|gate)|how old|years old|"
    r"old enough)\b",
    re.I,
)
CHAT = re.compile(r"\b(?:chat|message us|talk to us|ask us|live help|support assistant|need help)\b", re.I)
REVIEWS = re.compile(rf"\b(?:reviews?|ratings?|testimonials?|what (?:our )?customers say)\b|{said('reviews')}", re.I)
RECOMMENDATIONS = re.compile(
    r"\b(?:you (?:may|might) (?:also|like)|also (?:like|bought|love|viewed)|related|similar|recommended|"
    r"recommendations|"
    r"customers also|goes? (?:well )?with|pairs? (?:well )?with|frequently bought|bought together|complete the|"
    r"more like|more from)\b|" + said("recommendations"),
    re.I,
)
RECENTLY_VIEWED = re.compile(
    r"\b(?:recently (?:viewed|seen|visited)|viewed recently|last (?:viewed|seen)|browsing history|zuletzt angesehen)\b",
    re.I,
)
UPSELLS = re.compile(
    r"\b(?:you (?:may|might) (?:also|like)|also (?:like|bought|love)|add(?:-| )?ons?|frequently bought|bought together|"
    r"goes? (?:well )?with|pairs? (?:well )?with|complete (?:the|your)|before you go|recommended|last[- ]minute|"
    r"people also|"
    r"often bought)\b",
    re.I,
)
PROMOTION = re.compile(
    rf"\b(?:promo(?:tion)?(?:al)?|discount|coupon|voucher|gift) ?(?:code|card)?s?\b|{said('promotion')}", re.I
)
SHIPPING_ESTIMATE = re.compile(
    r"\b(?:estimate\w*|calculate\w*)\b.{0,30}\b(?:shipping|delivery)\b|\b(?:shipping|delivery)\b.{0,30}\b(?:estimate\w*|calculat\w+)\b",
    re.I,
)
PERSONALIZATION = re.compile(
    r"\b(?:engrav\w+|personali[sz]\w+|monogram\w*|custom(?:i[sz]e)? text|gift (?:note|message))\b", re.I
)
QUANTITY = re.compile(rf"\b(?:quantity|qty|amount|how many)\b|{said('quantity')}", re.I)
SOLD_OUT = re.compile(rf"\b(?:sold out|out of stock|unavailable)\b|{said('sold_out')}", re.I)
SORTING = re.compile(rf"\bsort(?:ed)?\b|\border by\b|{said('sorting')}", re.I)
NEXT = re.compile(
    rf"^\W*(?:next(?: page)?|older|more|load more.*|show (?:\d+ )?more.*|view more.*|›|»|→|>|{said('next')})\W*$", re.I
)
MORE = re.compile(
    rf"\b(?:load|show|view|see)\b.{{0,20}}\b(?:more|all)\b|^more(?: products| results| items)?$|{said('more')}", re.I
)
EVERYTHING = re.compile(
    r"^\W*(?:(?:shop|view|see|browse|show)? ?(?:all|everything)(?: (?:our )?(?:products?|items|goods))?"
    rf"|shop|(?:the |our )?catalog(?:ue)?|(?:our )?products|{said('all_products')})\W*$",
    re.I,
)
LANGUAGE = re.compile(r"\b(?:language|locale|sprache|langue|idioma|region|country)\b", re.I)
CURRENCY = re.compile(r"\bcurrenc(?:y|ies)\b|\bwährung\b", re.I)
LANGUAGE_NAMES = re.compile(
    r"^(?:english|deutsch|german|français|french|español|spanish|italiano|italian|nederlands|dutch|polski|polish|"
    r"português|portuguese|svenska|dansk|norsk|suomi|čeština|日本語|中文|en|de|fr|es|it|nl|pl|pt)\b",
    re.I,
).search

_PRICE = said("price")
SORTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.I))
    for name, pattern in (
        ("price_asc", rf"(?:{_PRICE}).{{0,24}}(?:{said('ascending')})|(?:{said('ascending')}).{{0,6}}(?:{_PRICE})"),
        ("price_desc", rf"(?:{_PRICE}).{{0,24}}(?:{said('descending')})|(?:{said('descending')}).{{0,6}}(?:{_PRICE})"),
        (
            "price_asc",
            r"price.{0,14}(?:low(?:est)?\b.{0,8}high|asc|ascending|up|↑|lowest)|lowest price|cheapest|low to high",
        ),
        (
            "price_desc",
            r"price.{0,14}(?:high(?:est)?\b.{0,8}low|desc|descending|down|↓|highest)"
            r"|highest price|most expensive|high to low",
        ),
        ("alphabetically_za", rf"(?:{said('name')}).{{0,14}}(?:{said('descending')})"),
        ("alphabetically_az", rf"(?:{said('name')}).{{0,14}}(?:{said('ascending')})"),
        ("alphabetically_za", r"z\s*(?:-|–|to|→|…)\s*a\b|(?:name|title|alphabetical\w*).{0,14}(?:desc|reverse)"),
        ("alphabetically_az", r"a\s*(?:-|–|to|→|…)\s*z\b|alphabetical|(?:name|title)(?:.{0,14}asc)?$"),
        ("date_old", r"old(?:est)?\b.{0,8}(?:to|first|-|–)|^(?:date.{0,6})?oldest|date.{0,12}asc"),
        (
            "date_new",
            r"new(?:est)?\b.{0,8}(?:to|first|-|–)|newest|latest|new(?:est)? arrivals?|most recent"
            rf"|date.{{0,12}}(?:desc|new)|^new(?:est)?$|{said('newest')}",
        ),
        ("best_selling", rf"best.?sell\w*|popular\w*|most bought|top sellers?|{said('best_selling')}"),
        ("rating_desc", rf"rat(?:ing|ed)|reviews?|{said('rating')}"),
        ("featured", rf"featured|recommended|our picks|default|relevan\w+|manual|{said('featured')}"),
    )
)
"""Sorts of the vocabulary by what options say; the first that fits."""

_TRANSLATED_FILTERS = frozenset(
    {"rating", "price", "on_sale", "availability", "brand", "size", "color", "material", "type"}
)
FILTERS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(f"{pattern}|{said(name)}" if name in _TRANSLATED_FILTERS else pattern, re.I))
    for name, pattern in (
        ("review_count", r"\b(?:number of|amount of) (?:reviews|ratings)\b|\breview count\b"),
        ("rating", r"\b(?:rating|stars?|customer reviews?|review score)\b"),
        ("price", r"\b(?:price|budget|cost)\b"),
        ("on_sale", r"\b(?:on sale|sale|discount(?:ed|s)?|offers?|deals?|special offers|reduced)\b"),
        ("availability", r"\b(?:availab\w+|in stock|stock)\b"),
        ("new_arrivals", r"\b(?:new arrivals?|new in|just in|newness)\b"),
        ("brand", r"\b(?:brands?|vendors?|manufacturers?|makers?|publishers?)\b"),
        ("size", r"\b(?:sizes?)\b"),
        ("color", r"\b(?:colou?rs?|shade)\b"),
        ("material", r"\b(?:materials?|fabrics?)\b"),
        ("type", r"\b(?:product type|type of product|types?|categor(?:y|ies)|departments?)\b"),
        ("shipping", r"\b(?:shipping|delivery)\b"),
        ("returns", r"\breturns?\b"),
        ("warranty", r"\b(?:warranty|guarantee)\b"),
        ("condition", r"\bcondition\b"),
        ("seller", r"\b(?:sellers?|sold by|merchant)\b"),
        ("capacity", r"\b(?:capacity|storage)\b"),
    )
)
"""Filters of the vocabulary by their titles; the first that fits. Others keep their title."""


def info_page_of(text: str, path: str) -> str:
    """Which information page of the vocabulary a link leads to, by its text, else by its address; empty for none."""
    slug = re.sub(r"[-_/.]+", " ", path)
    for words in (text, slug):
        for name, pattern in INFO_PAGES:
            if pattern.search(words):
                return name
    return ""


def sort_of(text: str) -> str:
    """Which sort of the vocabulary an option is; empty for none."""
    return next((name for name, pattern in SORTS if pattern.search(text.strip())), "")


def filter_of(title: str) -> str:
    """A filter's name in the vocabulary, else its title as a name."""
    words = re.sub(r"\(.*?\)", "", title).strip()
    named = next((name for name, pattern in FILTERS if pattern.fullmatch(words)), "")
    if named:
        return named
    exact = re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")
    if len(words.split()) >= 2:
        loose = next((name for name, pattern in FILTERS if pattern.search(words)), "")
        if loose in ("price", "rating", "review_count", "brand", "on_sale", "availability", "color", "new_arrivals"):
            return loose
    return exact
