"""What in a twin is what in its source: products by their titles, variants by their options, pages by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from shopworld.catalog import Category, Offer, Variant
from shopworld.guru.skills import ShopSight
from shopworld.tasks import Group, OfferAddress
from shopworld.tasks.checks import NotPortable

SAME_LEAD = 0.2
"""Stars by which one product must be better rated than another, for people to see it (as in journeys)."""


class Correspondence:
    """Two shops beside each other.

    Args:
        source: the shop that tasks were made for.
        twin: the other one.
    """

    def __init__(self, source: ShopSight, twin: ShopSight) -> None:
        self.source, self.twin = source, twin

    def offer(self, address: OfferAddress) -> Offer:
        """The twin's offer of the same product: of the same title, else of the same handle and price.

        Raises:
            NotPortable: there is none, or it differs in price or in whether it can be bought.
        """
        here = self.offer_here(address)
        named = [one for one in self.twin.offers if one.title.casefold() == here.title.casefold()]
        if len(named) > 1:
            named = [one for one in named if one.slug == here.slug] or named
        if not named:
            named = [one for one in self.twin.offers if one.slug == here.slug and one.price == here.price]
        if len(named) != 1:
            raise NotPortable(f"the twin has {'no' if not named else 'several'} “{here.title}”")
        there = named[0]
        if there.price != here.price:
            raise NotPortable(
                f"“{here.title}” costs {self.source.price(here.price or 0)}, and {self.twin.price(there.price or 0)} in"
                " the twin"
            )
        if there.in_stock != here.in_stock:
            raise NotPortable(f"“{here.title}” can be bought in one of the shops only")
        return there

    def offer_here(self, address: OfferAddress) -> Offer:
        """The source's offer of that address.

        Raises:
            NotPortable: the address is of another shop, or of nothing.
        """
        found = self._here.get(address.slug) if address.shop == self.source.id else None
        if found is None:
            raise NotPortable(f"{address.shop} sells no {address.slug!r}")
        return found

    @cached_property
    def _here(self) -> dict[str, Offer]:
        return {one.slug: one for one in self.source.offers}

    def address(self, address: OfferAddress) -> OfferAddress:
        """The twin's address of the same product. Raises as `offer` does."""
        return self.twin.address(self.offer(address))

    def group(self, group: Group) -> Group:
        """The same products in the twin. Raises as `offer` does."""
        return self.twin.group([self.offer(one) for one in group])

    def variants(self, address: OfferAddress, ids: Iterable[str]) -> tuple[str, ...]:
        """The twin's variants with the same options.

        Raises:
            NotPortable: one is missing, costs something else, or can be bought in one of the shops only.
        """
        here, there = self.offer_here(address), self.offer(address)
        by_options = {_options(one): one for one in there.variants}
        found = []
        for one in (each for each in here.variants if each.id in set(ids)):
            other = by_options.get(_options(one))
            if other is None:
                raise NotPortable(f"“{here.title}” has no {' / '.join(_options(one))} in the twin")
            if other.price != one.price or (other.stock == 0) != (one.stock == 0):
                raise NotPortable(f"{' / '.join(_options(one))} of “{here.title}” differs in price or stock")
            found.append(other.id)
        return tuple(found)

    def category(self, path: Sequence[str]) -> Category:
        """The twin's collection of the same name.

        Raises:
            NotPortable: there is none, or several.
        """
        name = path[-1].casefold()
        found = [one for one in self.twin.shop.navigation.all_categories if one.name.casefold() == name]
        if len(found) != 1:
            raise NotPortable(f"the twin has {'no' if not found else 'several'} collections “{path[-1]}”")
        return found[0]

    def category_here(self, path: Sequence[str]) -> Category:
        """The source's collection of that path.

        Raises:
            NotPortable: there is none.
        """
        found = [one for one in self.source.shop.navigation.all_categories if one.path == tuple(path)]
        if not found:
            raise NotPortable(f"{self.source.id} has no collection {' > '.join(path)}")
        return found[0]

    def page(self, handle: str) -> str:
        """The handle of the twin's page of the same title.

        Raises:
            NotPortable: there is none that the twin links to.
        """
        here = next((one for one in self.source.pages if one.handle == handle), None)
        title = here.title if here is not None else handle
        same = [one for one in self.twin.pages if one.title == title]
        found = [one for one in same if one.handle == handle] or same
        if len(found) != 1:
            raise NotPortable(f"the twin has no page “{title}”")
        return found[0].handle

    def rated_alike(self, one: OfferAddress, other: OfferAddress) -> bool:
        """Whether the better rated of two products is the better rated one in the twin too, as clearly."""
        here = self.offer_here(one).rating, self.offer_here(other).rating
        there = self.offer(one).rating, self.offer(other).rating
        if None in (*here, *there):
            return False
        leads = [(first or 0) - (second or 0) for first, second in (here, there)]
        return leads[0] * leads[1] > 0 and min(abs(lead) for lead in leads) > SAME_LEAD - 1e-9


def _options(variant: Variant) -> tuple[str, ...]:
    return tuple(one.value.casefold() for one in variant.options)
