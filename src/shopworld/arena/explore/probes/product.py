"""Product pages: gallery, variants, quantity, description, reviews, recommendations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE
from shopworld.arena.explore.prefetch.site import ProductRecord
from shopworld.arena.explore.probes.collection import grid_cards, listings_by_size
from shopworld.arena.explore.probes.gallery import Gallery, look_at_gallery
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.probes.product_parts import description_layout, recommendations_of, reviews_of
from shopworld.arena.explore.probes.variants import (
    Selector,
    add_button,
    personalization_field,
    quantity_field,
    selectors_of,
    variant_links,
)
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.words import ADD_TO_CART
from shopworld.errors import ArenaError

_SECTION = "Product page"
_MOST_PAGES = 10
_LEAST_PAGES = 3


def chosen_products(scene: Scene, session: BrowserSession) -> list[str]:
    """Products to look at, those that probably have variants and pictures first, then some from each large listing."""
    known = scene.site.products
    varied = [*_each_choice(known), *(one.url for one in known if one.has_variants)]
    pictured = [one.url for one in known if len(one.images) > 1]
    chosen = [*dict.fromkeys([*varied[:3], *varied[:: max(1, len(varied) // 4)]])][:5] + pictured[:2]
    if not chosen:
        for listing in listings_by_size(scene.site)[:3]:
            cards = grid_cards(session.open(listing.url))
            able = [any(ADD_TO_CART.search(one.label) for one in controls(card.element, "button")) for card in cards]
            if any(able):
                chosen += [card.url for card, can in zip(cards, able, strict=True) if not can][:3]
            chosen += [card.url for card in cards[:1]]
    chosen += [one.url for one in known[:: max(1, len(known) // 4)][:4]]
    return list(dict.fromkeys(chosen))[:_MOST_PAGES]


def _each_choice(known: Sequence[ProductRecord]) -> list[str]:
    """Products that together have every choice that is known of, the most choices first."""
    seen: set[str] = set()
    found = []
    for one in sorted(known, key=lambda product: -len(product.options)):
        titles = {option.name.casefold() for option in one.options if len(option.values) > 1}
        if titles - seen:
            seen |= titles
            found.append(one.url)
    return found


def _run(scene: Scene) -> None:
    findings = scene.findings
    galleries: Counter[str] = Counter()
    best: dict[str, Gallery] = {}
    layouts: Counter[str] = Counter()
    sentences: dict[str, str] = {}
    selectors: dict[str, Selector] = {}
    seen = {"quantity": 0, "reviews": 0, "recommendations": 0, "personalization": 0}
    parts: dict[str, None] = {}
    rails = pages = varied = linked = 0
    with scene.session() as session:
        for url in chosen_products(scene, session):
            if pages >= _LEAST_PAGES and galleries and varied + linked >= 2:
                break
            try:
                sight = session.open(url)
            except ArenaError:
                continue
            links = variant_links(sight)
            linked += bool(links)
            if add_button(sight) is None and pages and not links:
                continue
            pages += 1
            if pages <= _LEAST_PAGES:
                scene.keep(f"product-{pages}", session, sight, whole=True)
            found = selectors_of(sight)
            varied += bool(found)
            for one in found:
                selectors.setdefault(one.kind, one)
            layout, sentence = description_layout(sight)
            layouts[layout] += 1
            sentences[layout] = sentence
            reviews, others = reviews_of(sight), recommendations_of(sight, url)
            seen["reviews"] += bool(reviews)
            seen["recommendations"] += bool(others)
            seen["quantity"] += quantity_field(sight) is not None
            seen["personalization"] += personalization_field(sight) is not None
            parts |= dict.fromkeys(reviews)
            rails = max(rails, len(others))
            gallery = look_at_gallery(session, sight)
            if gallery.kind:
                galleries[gallery.kind] += 1
                best.setdefault(gallery.kind, gallery)
    if not pages:
        raise LookupError("no product page could be opened")
    if galleries:
        kind = galleries.most_common(1)[0][0]
        findings.found("product.gallery_style", kind, best[kind].confidence)
        findings.say(_SECTION, best[kind].sentence)
    else:
        findings.missing("product.gallery_style", f"none of {pages} products has more than one picture to choose from")
    if selectors:
        findings.found("product.variant_selectors", list(selectors), SURE if varied > 1 else LIKELY)
        shown = " and ".join(
            f"{kind.replace('_', ' ')}s for {one.axis.replace('_', ' ')}" for kind, one in selectors.items()
        )
        findings.say(_SECTION, f"Products with variants have {shown}.")
        findings.found("stats.variant_axes_observed", sorted({one.axis for one in selectors.values()}), GUESSED)
    elif linked:
        findings.missing("product.variant_selectors", "variants have pages of their own, and links lead to them")
        findings.other["product.variant_selectors"] = "links"
        findings.say(_SECTION, "Products with variants list links, one to the page of each variant.")
    else:
        findings.missing("product.variant_selectors", f"none of {pages} products that were opened has variants")
    layout = max(layouts, key=lambda one: (one != "plain", layouts[one]))
    findings.found("product.description_layout", layout, SURE if layouts[layout] == pages else LIKELY)
    findings.say(_SECTION, sentences[layout])
    confidence = SURE if pages >= _LEAST_PAGES else LIKELY
    for name, label in (
        ("quantity", "has_quantity_selector"),
        ("reviews", "has_reviews"),
        ("recommendations", "has_recommendations"),
        ("personalization", "has_personalization"),
    ):
        findings.found(f"product.{label}", seen[name] > 0, confidence if seen[name] in (0, pages) else LIKELY)
    findings.say(
        _SECTION,
        "A field takes the number of pieces." if seen["quantity"] else "There is no field for the number of pieces.",
    )
    if parts:
        findings.say(_SECTION, f"Reviews have {', '.join(parts)}.")
    if rails:
        findings.say(_SECTION, f"{rails} {'rail recommends' if rails == 1 else 'rails recommend'} other products.")
    if seen["personalization"]:
        findings.say(_SECTION, "Some products take a text of the customer's own.")


PROBE = Probe(
    "product_variants",
    7,
    ("product.",),
    _run,
    lambda site: (
        f"visit up to {_MOST_PAGES} product pages ({sum(one.has_variants for one in site.products)} products are known "
        "to have variants); name gallery, selectors and description layout; look for reviews and recommendations"
    ),
    lambda site: "" if site.products else "no product was found by the prefetch",
)
