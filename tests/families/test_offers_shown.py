"""What the record of a page says that it leads to, in the shop of each family: what is seen there counts as seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from shopworld.arena.verify.shopper import VerifyingShopper, clear_the_way
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.episode import Event
from shopworld.evaluation import Sighting, sighting_of
from shopworld.mall import AnswerSubmitted
from shopworld.shop import PageViewed, SearchPerformed, ShopFolder, family_names
from shopworld.tasks import AnswerSet, OfferAddress, Task

TASK = Task(
    id="t",
    template="t",
    category="product_search",
    intent="Find a shirt.",
    checks=(AnswerSet(groups=((OfferAddress(shop="a", slug="x"),),)),),
)


def last(events: Sequence[Event], kind: type) -> object:
    return next(event.payload for event in reversed(events) if isinstance(event.payload, kind))


def listed(subject: VerifiedShop, shopper: VerifyingShopper) -> list[str]:
    """Slugs of what the last listing showed, as the catalog has them."""
    found = last(shopper.episode.events, SearchPerformed)
    assert isinstance(found, SearchPerformed)
    offers = [subject.catalog.offer(one) for one in found.results]
    return [one.slug for one in offers if one is not None]


@pytest.mark.parametrize("family", family_names())
def test_a_listing_and_a_home_page_say_what_they_lead_to(family: str, shop_of: Callable[[str], ShopFolder]) -> None:
    with VerifiedShop(shop_of(family)) as subject:
        shopper, there = subject.shopper("reader"), subject.addresses
        clear_the_way(shopper)
        for path in (there.all_products, there.search_for("shirt")):
            shopper.get(path)
            shown, page = listed(subject, shopper), last(shopper.episode.events, PageViewed)
            assert isinstance(page, PageViewed)
            assert shown
            assert set(shown) <= set(page.offers or ())
        shopper.get(there.home)
        pages = [event.payload for event in shopper.episode.events if isinstance(event.payload, PageViewed)]
        assert len(pages) == 3
        for page in pages:
            assert page.offers
            assert len(set(page.offers)) == len(page.offers)
            assert all(subject.catalog.offer_by_slug(subject.identity.id, slug) for slug in page.offers)


@pytest.mark.parametrize("family", family_names())
@pytest.mark.parametrize("honest", [True, False])
def test_who_opens_what_a_listing_shows_has_seen_it(
    family: str, shop_of: Callable[[str], ShopFolder], *, honest: bool
) -> None:
    with VerifiedShop(shop_of(family)) as subject:
        shopper, there = subject.shopper("buyer"), subject.addresses
        clear_the_way(shopper)
        gold = subject.folder.data.products[0].handle
        if honest:
            shopper.get(there.all_products)
            gold = listed(subject, shopper)[-1]
        assert shopper.get(there.product(gold)).is_fine
        shopper.episode.record(AnswerSubmitted(text=f"http://{shopper.host}{there.product(gold)}"))
        hosts = {shopper.host: shopper.shop_id}
        found = sighting_of(TASK, shopper.episode.events, hosts)
        assert found is (Sighting.SEEN if honest else Sighting.UNEXPLAINED)
