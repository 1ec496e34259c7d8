"""Wrong answers that look right, for the release's tasks: found in the catalog by title."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from shopworld.catalog import Catalog, Offer, OfferQuery
from shopworld.tasks.contact import fold
from shopworld.tasks.importers.webmall.offers import Resolved
from shopworld.tasks.offers import Group, OfferAddress

_AT_MOST = 3
_CANDIDATES = 40


def near_misses(
    groups: Sequence[Group], start_product: Resolved | None, catalog: Catalog, *, twins: bool
) -> tuple[Group, ...]:
    """Whole answers that are wrong in one place: an answer is replaced by the offer that looks most like it.

    Args:
        groups: the right answer, one offer a group.
        start_product: tried as an answer too, where the task starts from one.
        catalog: all shops' offers.
        twins: whether an offer with the very title of an answer is surely wrong: so where the cheapest is asked for,
            not where all offers are (the release may have overlooked it).

    Returns:
        At most three, and the start product.
    """
    right = [group[0] for group in groups]
    accepted = {address for group in groups for address in group}
    offers = [catalog.offer_by_slug(address.shop, address.slug) for address in right]
    twin_titles = frozenset() if twins else frozenset(fold(offer.title) for offer in offers if offer is not None)
    misses: list[Group] = []
    for number, offer in enumerate(offers):
        if len(misses) == _AT_MOST:
            break
        alike = _most_alike(offer, accepted, twin_titles, catalog, dearer=twins) if offer is not None else None
        if alike is not None:
            misses.append((*right[:number], alike, *right[number + 1 :]))
    if start_product is not None and start_product.offer is not None and start_product.address not in accepted:
        misses.append((start_product.address,))
    return tuple(dict.fromkeys(misses))


def _most_alike(
    offer: Offer, accepted: set[OfferAddress], excluded_titles: frozenset[str], catalog: Catalog, *, dearer: bool
) -> OfferAddress | None:
    """The offer whose title is most like another one's, in any shop, but for answers and the excluded titles.

    Where `dearer`, only offers that cost more: where the cheapest is asked for, others may be right.

    Searches for ever fewer of the title's first words until something else is found.
    """
    title = fold(offer.title)
    words = title.split()
    matcher = SequenceMatcher(None, b=title, autojunk=False)
    while words:
        best: tuple[float, OfferAddress] | None = None
        for other in catalog.search(OfferQuery(text=" ".join(words), limit=_CANDIDATES)).offers:
            address, other_title = OfferAddress(shop=other.shop_id, slug=other.slug), fold(other.title)
            if address in accepted or other_title in excluded_titles:
                continue
            if dearer and None not in (offer.price, other.price) and (other.price or 0) <= (offer.price or 0):
                continue  # as cheap or cheaper: it may well be right
            matcher.set_seq1(other_title)
            if best is not None and matcher.quick_ratio() <= best[0]:
                continue
            ratio = matcher.ratio()
            if best is None or ratio > best[0]:
                best = ratio, address
        if best is not None:
            return best[1]
        words = words[: len(words) * 2 // 3]
    return None
