"""What states are derived from: the task with its right end, and other offers, listings and shops that are at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.catalog.query import OfferQuery
from shopworld.mall import Mall
from shopworld.shop.addressing import addresses_of
from shopworld.shop.events import CartChanged, OrderLine, PageViewed, ProductViewed, SearchPerformed
from shopworld.tasks.checks import (
    AnswerSet,
    AnswerText,
    Cart,
    CartVariant,
    ChosenProduct,
    OfferAddress,
    Order,
    PageVisited,
    Recommendation,
)
from shopworld.tasks.model import Task
from shopworld.tasks.mutations.state import Act, Acts, acts_of
from shopworld.tasks.proofs import events_of
from shopworld.tasks.recommendation import ProductRecommended

NEAR = 14
"""Wrong offers that look right and are tried for each task."""
_SEARCHED = 24
_FIRST_WORDS = 3


@dataclass(frozen=True)
class Ground:
    """A task in its mall, or in its catalog.

    Attributes:
        task: whose grading is tried.
        catalog: of the mall, or of the tool sandbox.
        mall: that it was made for; None in the tool sandbox.
    """

    task: Task
    catalog: Catalog
    mall: Mall | None = None

    @cached_property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id."""
        return self.mall.hosts if self.mall is not None else {}

    @cached_property
    def shops(self) -> tuple[str, ...]:
        """Ids of the shops, those that the task's answers are in last."""
        asked = {one.shop for one in self.right}
        every = list(self.hosts.values())
        return (*(one for one in every if one not in asked), *(one for one in every if one in asked))

    @cached_property
    def right(self) -> tuple[OfferAddress, ...]:
        """The first acceptable offer of everything that is to be returned."""
        found = [group[0] for check in self._returning for group in check.groups]
        if not found:
            found = [one.accepted[0] for one in self.task.checks if isinstance(one, ChosenProduct)]
        if not found:
            found = [group[0] for one in self.task.checks if isinstance(one, PageVisited) for group in one.groups]
        return tuple(dict.fromkeys(found))

    @cached_property
    def _returning(self) -> list[AnswerSet | Cart | Order]:
        return [one for one in self.task.checks if isinstance(one, AnswerSet | Cart | Order)]

    @cached_property
    def accepted(self) -> frozenset[OfferAddress]:
        """All offers that some check accepts."""
        groups = [group for check in self._returning for group in check.groups]
        groups += [one.accepted for one in self.task.checks if isinstance(one, ChosenProduct)]
        groups += [group for one in self.task.checks if isinstance(one, PageVisited) for group in one.groups]
        return frozenset(one for group in groups for one in group)

    @cached_property
    def acts(self) -> Acts:
        """What happens in the right end state."""
        return self.returning(self.right)

    def returning(self, offers: Sequence[OfferAddress]) -> Acts:
        """What happens where those offers are returned in the way that the task's checks look at."""
        recommended = next((one for one in self.task.checks if isinstance(one, Recommendation)), None)
        if recommended is not None:
            return ((None, ProductRecommended(product_id=recommended.target)),)
        return acts_of(events_of(self.task, offers, self.hosts))

    @cached_property
    def near(self) -> tuple[OfferAddress, ...]:
        """Wrong offers, those first that look most like right ones; the task's own near misses among them."""
        found = {one: None for miss in self.task.near_misses for one in miss}
        for address in self.right:
            offer = self.catalog.offer_by_slug(address.shop, address.slug)
            if offer is not None:
                found |= dict.fromkeys(map(address_of, islice(self._alike(offer), _SEARCHED)))
        offset = 0
        while sum(one not in self.accepted for one in found) < NEAR:
            more = self.catalog.search(OfferQuery(offset=offset, limit=_SEARCHED)).offers
            if not more:
                break
            found |= dict.fromkeys(map(address_of, more))
            offset += len(more)
        return tuple(one for one in found if one not in self.accepted)[:NEAR]

    def _alike(self, offer: Offer) -> Iterator[Offer]:
        """Offers with the same beginning of the title, of the same product, and like it in its shop."""
        beginning = " ".join(offer.title.split()[:_FIRST_WORDS])
        for shop in (offer.shop_id, None):
            yield from self.catalog.search(OfferQuery(text=beginning, shop_id=shop, limit=6)).offers
        yield from self.catalog.offers_of_product(offer.product_id)
        yield from self.catalog.related(offer, 8)

    def collections(self, shop: str) -> list[tuple[str, ...]]:
        """Paths of a shop's categories, those of the first level first."""
        if shop not in self.catalog.shop_ids:
            return []
        tree = self.catalog.category_tree(shop)
        return [one.path for one in tree] + [below.path for one in tree for below in one.children]

    def like(self, address: OfferAddress) -> OfferAddress:
        """A wrong offer that looks like a right one, of the same shop where there is one."""
        same = [one for one in self.near if one.shop == address.shop]
        return (same or list(self.near))[0]

    def elsewhere(self, address: OfferAddress) -> Iterator[OfferAddress]:
        """The same page in the other shops, where that is not right as well."""
        for shop in self.shops:
            there = OfferAddress(shop=shop, slug=address.slug)
            if there not in self.accepted:
                yield there

    def url(self, address: OfferAddress) -> str:
        """The address of an offer's page in its shop's own scheme."""
        if self.mall is None:
            return f"/product/{address.slug}/"
        identity = self.mall.specification(address.shop).identity
        return f"http://{identity.host}{addresses_of(identity.addresses).product(address.slug)}"

    @cached_property
    def wandering(self) -> Acts:
        """Looking around that changes nothing: pages, a search, something put into a cart and taken out again."""
        if not self.near or not self.hosts:
            return ()
        seen = self.near[0]
        searched = SearchPerformed(query="a", sort="relevance", total=1, results=(f"{seen.shop}/1",))
        return (
            (seen.shop, PageViewed(path="/", page="home")),
            (seen.shop, searched),
            *(viewed(one) for one in self.near[:3]),
            (seen.shop, PageViewed(path="/cart/", page="cart")),
            (seen.shop, PageViewed(path="/nowhere/", page="not_found", status=404)),
        )

    @property
    def text(self) -> str:
        """What is submitted in the right end state."""
        check = next((one for one in self.task.checks if isinstance(one, AnswerText)), None)
        if check is not None:
            return check.accepted[0]
        named = any(isinstance(one, AnswerSet | ChosenProduct) for one in self.task.checks)
        return "###".join(map(self.url, self.right)) if named else "Done"

    def variant(self, address: OfferAddress) -> str | None:
        """The variant that the task asks for, of an offer."""
        asked = [one for one in self.task.checks if isinstance(one, CartVariant) and one.offer == address]
        return asked[0].variants[0] if asked else None


def address_of(offer: Offer) -> OfferAddress:
    """An offer as checks name it."""
    return OfferAddress(shop=offer.shop_id, slug=offer.slug)


def viewed(address: OfferAddress) -> Act:
    """A product page is shown."""
    return address.shop, ProductViewed(offer_id=f"{address.shop}/{address.slug}", slug=address.slug, price=0)


def carted(address: OfferAddress, quantity: int = 1, variant: str | None = None) -> Act:
    """A cart line now has this quantity."""
    offer_id = f"{address.shop}/{address.slug}"
    return address.shop, CartChanged(
        offer_id=offer_id, slug=address.slug, variant_id=variant, quantity=quantity, price=0
    )


def order_line(address: OfferAddress, quantity: int = 1, variant: str | None = None) -> OrderLine:
    """A line of an order."""
    return OrderLine(
        offer_id=f"{address.shop}/{address.slug}",
        slug=address.slug,
        variant_id=variant,
        title=address.slug,
        quantity=quantity,
        price=0,
    )
