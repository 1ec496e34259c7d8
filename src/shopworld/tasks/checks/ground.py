"""What a check stands on: the task that asks it with its right end, and other offers, listings and shops at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeVar

from shopworld.catalog import Catalog, Offer, OfferQuery
from shopworld.episode import Payload
from shopworld.errors import TaskError
from shopworld.shop import PageViewed, SearchPerformed, addresses_of
from shopworld.tasks.checks.by_hand import acts_of_plan
from shopworld.tasks.checks.end_states import Acts, viewed
from shopworld.tasks.checks.plan import GiveText, NameOffers, PlanStep, TakeVariant
from shopworld.tasks.offers import Group, OfferAddress, address_of
from shopworld.tasks.shopper import Shopper

if TYPE_CHECKING:  # loads servers and templates
    from shopworld.mall import Mall

NEAR = 14
"""Wrong offers that look right and are tried for each task."""
_SEARCHED = 24
_FIRST_WORDS = 3
Kind = TypeVar("Kind")


class Solvable(Protocol):
    """What the ground knows of a check: what it asks for, and how that is done (`check.py` says more)."""

    @property
    def minds(self) -> frozenset[str]: ...

    @property
    def returns(self) -> tuple[Group, ...]: ...

    @property
    def visits(self) -> tuple[Group, ...]: ...

    def choice(self, ground: Ground) -> tuple[OfferAddress, ...]: ...

    def admits(self, offers: Sequence[OfferAddress], ground: Ground) -> bool: ...

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]: ...


class AskingTask(Protocol):
    """What a check may know of the task that asks it."""

    @property
    def id(self) -> str: ...

    @property
    def intent(self) -> str: ...

    @property
    def checks(self) -> Sequence[Solvable]: ...

    @property
    def near_misses(self) -> Sequence[Group]: ...

    @property
    def shopper(self) -> Shopper | None: ...


@dataclass(frozen=True)
class Ground:
    """A task in its mall, or in its catalog.

    Attributes:
        task: that asks.
        catalog: of the mall, or of the tool sandbox.
        mall: that it was made for; None in the tool sandbox.
    """

    task: AskingTask
    catalog: Catalog
    mall: Mall | None = None

    @property
    def shops_at_hand(self) -> Mall:
        """The mall.

        Raises:
            TaskError: the task is played in the tool sandbox.
        """
        if self.mall is None:
            raise TaskError(f"the task {self.task.id!r} asks for something that only shops can do, and has none")
        return self.mall

    def checks_of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """The task's checks of one kind."""
        return tuple(one for one in self.task.checks if isinstance(one, kind))

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
    def chosen(self) -> tuple[OfferAddress, ...]:
        """What must be returned where it matters to a check which offer of a group it is; empty where any will do."""
        choices = (check.choice(self) for check in self.task.checks)
        return next((one for one in choices if one), ())

    @cached_property
    def right(self) -> tuple[OfferAddress, ...]:
        """An acceptable offer of everything that is to be returned; where nothing is, of what is to be viewed."""
        groups = self._groups_returned or self._groups_viewed
        return self.chosen or tuple(dict.fromkeys(group[0] for group in groups))

    @cached_property
    def accepted(self) -> frozenset[OfferAddress]:
        """All offers that some check accepts."""
        return frozenset(one for group in (*self._groups_returned, *self._groups_viewed) for one in group)

    def one_of(self, group: Group) -> OfferAddress:
        """The offer of a group that is returned in the right end state."""
        return next((one for one in group if one in self.right), group[0])

    @property
    def returns(self) -> bool:
        """Whether any offers are to be returned: named, left in carts, ordered."""
        return bool(self._groups_returned)

    @cached_property
    def _groups_returned(self) -> tuple[Group, ...]:
        return tuple(group for check in self.task.checks for group in check.returns)

    @cached_property
    def _groups_viewed(self) -> tuple[Group, ...]:
        return tuple(group for check in self.task.checks for group in check.visits)

    def admits(self, offers: Sequence[OfferAddress]) -> bool:
        """Whether no check forbids to return just those offers, of all that the groups would allow."""
        return all(check.admits(offers, self) for check in self.task.checks)

    def is_minded(self, happening: Payload) -> bool:
        """Whether a check looks at things of that kind."""
        return any(happening.kind in check.minds for check in self.task.checks)

    def plan(self, offers: Sequence[OfferAddress], *, without: int | None = None) -> tuple[PlanStep, ...]:
        """How the task is solved.

        Args:
            offers: that are returned.
            without: place of a check that nothing is done for.
        """
        checks = [check for number, check in enumerate(self.task.checks) if number != without]
        return tuple(step for check in checks for step in check.plan(offers, self))

    @cached_property
    def acts(self) -> Acts:
        """What happens in the right end state."""
        return self.returning(self.right)

    def returning(self, offers: Sequence[OfferAddress], *, without: int | None = None) -> Acts:
        """What happens where those offers are returned in the way that the task's checks look at; see `plan`."""
        return acts_of_plan(self.plan(offers, without=without), offers, self.hosts)

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
        texts = [one.text for one in self._right_plan if isinstance(one, GiveText)]
        named = any(isinstance(one, NameOffers) for one in self._right_plan)
        return next(iter(texts), "###".join(map(self.url, self.right)) if named else "Done")

    def variant(self, address: OfferAddress) -> str | None:
        """The variant that the task asks for, of an offer."""
        taken = (one for one in self._right_plan if isinstance(one, TakeVariant) and one.offer == address)
        return next((one.variants[0] for one in taken), None)

    @cached_property
    def _right_plan(self) -> tuple[PlanStep, ...]:
        return self.plan(self.right)
