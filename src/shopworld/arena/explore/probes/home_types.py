"""Names the sections of a home page in the vocabulary."""

from __future__ import annotations

import re

from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE
from shopworld.arena.explore.probes.home_sections import HomeSection
from shopworld.arena.explore.sight import columns_of

_RECIPES = re.compile(r"\brecipes?\b|\bserves \d|\bcook(?:ing)? time\b", re.I)
_ARTICLES = re.compile(
    r"\b(?:articles?|journal|blog|stories|read(?:ing)? (?:more|on|time)|"
    r"min(?:utes?)? read|magazine|guides?|news|written by)\b",
    re.I,
)
_FOUNDER = re.compile(
    r"\bfounders?\b|\bfounded\b|\bwe started\b|\bi started\b|\bour story\b|\ba (?:note|letter|word) from\b", re.I
)
_COUNCIL = re.compile(
    r"\b(?:council|experts?|advisor[sy]?|advisory|panel|chefs|specialists|our team of|board of)\b", re.I
)
_REVIEWED = re.compile(r"[\d.,+]+\s*(?:\w+\s)?(?:reviews?|ratings?|customers)\b|\breviews?\b", re.I)
_OFFER = re.compile(r"\b(?:off|sale|save|deal|offer|code|free (?:delivery|shipping)|discount|limited)\b|%", re.I)
_ANY_SHOP = re.compile(
    r"^(?:our |the |all |shop )?(?:best[- ]?sell(?:ers|ing)|new arrivals?|new in|just in|sale|offers|featured|popular|"
    r"trending|top rated|favou?rites|picks)\b",
    re.I,
)
_COLLECTION = re.compile(r"^(?:the |our )?(?:featured |new )?collection\b", re.I)
_SENTENCE = 5
_HERO_TOP = 900.0
_HERO_HEIGHT = 220.0
_HERO_HEADINGS = 2
_LARGE_TILE = (200.0, 110.0)
_SHORT = 260


def type_of(section: HomeSection) -> tuple[str, float]:
    """The type in the vocabulary with its confidence; empty where it is none of them."""
    for rule in (_newsletter, _film, _hero, _stories, _voices, _products, _tiles, _cards_of_text, _rest):
        found = rule(section)
        if found is not None:
            return found
    return "", 0.0


def _newsletter(section: HomeSection) -> tuple[str, float] | None:
    return ("newsletter_inline", SURE) if section.has_newsletter else None


def _film(section: HomeSection) -> tuple[str, float] | None:
    if not section.videos:
        return None
    if len(section.videos) >= 3 or (section.moves and len(section.videos) >= 2):
        return "ugc_video_carousel", SURE
    if section.quotes:
        return "video_endorsement", SURE
    if section.position == 0:
        return "hero_video", SURE
    return "video_endorsement", LIKELY


def _hero(section: HomeSection) -> tuple[str, float] | None:
    box = section.element.box
    slides = section.moves and not section.cards and len(section.element.find("heading")) >= 1
    top = (
        section.position == 0
        and box.top < _HERO_TOP
        and box.height >= _HERO_HEIGHT
        and (slides or _is_one_message(section))
    )
    if top and not slides and _OFFER.search(section.title):
        return "promo_banner", LIKELY
    if top and not slides and section.links and len(section.product_links) == len(section.links):
        return "specialty_product_banner", LIKELY
    if top and len(section.cards) <= 3 and section.links and not section.quotes:
        return "hero_carousel", SURE if slides or len(section.links) <= 6 else LIKELY
    if slides and box.height >= 300 and section.position <= 1 and _slides(section):
        return "hero_carousel", LIKELY
    return None


def _is_one_message(section: HomeSection) -> bool:
    """Whether a section says one thing: no cards of text, no choice of listings, no letter of a founder."""
    return (
        len(section.element.find("heading")) <= _HERO_HEADINGS
        and len(section.listing_links) <= _HERO_HEADINGS
        and not _FOUNDER.search(section.title)
    )


def _slides(section: HomeSection) -> bool:
    """Whether headings of slides lie side by side, each about as wide as the window."""
    return len({round(one.box.left / 50) for one in section.element.find("heading")}) >= 2 and not section.pictures


def _stories(section: HomeSection) -> tuple[str, float] | None:
    """Cards that lead to something to read."""
    own = [
        one
        for one in section.links
        if one.url and one.url.rstrip("/") not in {two.url.rstrip("/") for two in section.listing_links}
    ]
    reads = [one for one in own if section.site.product(one.url.partition("?")[0]) is None]
    if len(reads) < 2 or section.cards:
        return None
    addresses = " ".join(one.url for one in reads)
    if _RECIPES.search(section.title) or len(re.findall(r"/recipes?/", addresses)) >= 2:
        return "recipe_carousel", SURE
    if (
        _ARTICLES.search(section.title)
        or len(re.findall(r"/(?:blogs?|journal|articles?|news|stories|magazine)/", addresses)) >= 2
    ):
        return "article_carousel", SURE
    return None


def _voices(section: HomeSection) -> tuple[str, float] | None:
    """What people say: experts, founders, customers."""
    text = section.text
    if _COUNCIL.search(section.title) and len(section.element.find("heading")) >= 3 and not section.cards:
        return "culinary_council", SURE
    if section.quotes and (section.cards or section.product_links) and len(section.quotes) <= 2:
        return "product_hero_quote", SURE
    if len(section.quotes) >= 2 and not section.cards:
        names = _REVIEWED.search(section.title) and re.search(r"\d", section.title)
        many = columns_of([one.box for one in section.quotes]) >= 2
        return ("testimonials", SURE) if many or not names else ("reviews_banner", LIKELY)
    if section.has_stars and not section.cards and _REVIEWED.search(text) and len(text) < 900:
        return "reviews_banner", SURE if len(section.quotes) <= 1 else LIKELY
    if _FOUNDER.search(text) and not section.cards and len(section.listing_links) <= 2 and len(text) > 60:
        return "founder_message", LIKELY
    if section.quotes and not section.has_stars and section.pictures and not section.cards:
        return "product_hero_quote", LIKELY
    if section.quotes and len(section.quotes) == 1 and not section.cards:
        return ("reviews_banner", LIKELY) if section.has_stars else ("founder_message", GUESSED)
    return None


def _products(section: HomeSection) -> tuple[str, float] | None:
    count = len(section.cards)
    if count == 0:
        return None
    if count <= 2:
        return "specialty_product_banner", LIKELY
    sideways = section.moves or any(card.box.right > section.sight.width + 40 for card in section.cards)
    if sideways:
        return "product_carousel", SURE
    if _of_one_collection(section):
        return "featured_collection", LIKELY
    return "featured_product_grid", SURE


def _of_one_collection(section: HomeSection) -> bool:
    """Whether a section of products introduces one collection: named in its title, or described beside its link.

    Best sellers and novelties are what every shop shows; a title that says no more names no collection.
    """
    titles = {one.title.casefold() for one in section.site.collections if not one.is_everything}
    if section.title.casefold() in titles and not _ANY_SHOP.search(section.title):
        return True
    outside = [
        one
        for one in section.element.walk()
        if one.role == "text"
        and one.visible
        and (len(one.own_text.split()) >= _SENTENCE or _COLLECTION.search(one.own_text))
        and not any(one.lies_in(card.element) for card in section.cards)
    ]
    plain = {one.url.partition("?")[0].rstrip("/") for one in section.site.collections if one.is_everything}
    own = [one for one in section.listing_links if one.url.partition("?")[0].rstrip("/") not in plain]
    return bool(own) and bool(outside)


def _tiles(section: HomeSection) -> tuple[str, float] | None:
    """Links to listings with pictures."""
    links = {one.url: one for one in section.listing_links}
    if len(links) < 2:
        return None
    width, height = _LARGE_TILE
    large = [one for one in section.pictures if one.box.width >= width and one.box.height >= height]
    if 2 <= len(links) <= 4 and len(large) >= 2:
        return "category_banners_3up", SURE
    if len(links) >= 3 or section.pictures:
        return (
            ("category_banners_3up", LIKELY)
            if len(links) <= 4 and len(large) >= len(links)
            else ("category_chip_slider", SURE)
        )
    return None


def _cards_of_text(section: HomeSection) -> tuple[str, float] | None:
    """Several short texts with headings, side by side."""
    headings = [one for one in section.element.find("heading") if one.label != section.title]
    beside = columns_of([one.box for one in headings])
    if len(headings) >= 2 and beside >= 2 and len(section.listing_links) <= 1:
        return "feature_cards_grid", SURE
    return None


def _rest(section: HomeSection) -> tuple[str, float] | None:
    if section.product_links and section.pictures:
        return "specialty_product_banner", SURE
    if _FOUNDER.search(section.title):
        return "founder_message", LIKELY
    if section.links and len(section.element.text) <= _SHORT and (_OFFER.search(section.text) or section.listing_links):
        large = [one for one in section.pictures if one.box.width > 300 and one.box.height > 280]
        if large and not _OFFER.search(section.text):
            return "specialty_product_banner", GUESSED
        return "promo_banner", LIKELY
    if section.links and section.pictures:
        return "specialty_product_banner", GUESSED
    return ("promo_banner", GUESSED) if section.links else None
