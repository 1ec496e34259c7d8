"""All offers of a mall as facts, twice: as they truly are, and as they say they are. Answers hold where both agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from shopworld.catalog import Catalog
from shopworld.catalog.model import Condition, Offer, Product
from shopworld.guru.facts import Facts, cheapest, satisfies, select, stated_facts, true_facts
from shopworld.tasks import Constraint, OfferAddress


@dataclass(frozen=True, slots=True)
class Settlement:
    """The answers to some constraints, beyond doubt.

    Attributes:
        answers: the offers, in the catalog's order.
        fitting: all offers that meet the constraints, of which the answers are those that the objective leaves.
    """

    answers: tuple[Offer, ...]
    fitting: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class _Listed:
    offer: Offer
    truth: Facts
    stated: Facts


class Market:
    """What can be bought in a mall, indexed for making tasks.

    Args:
        catalog: of the mall.
    """

    def __init__(self, catalog: Catalog) -> None:
        self.products: Mapping[str, Product] = {product.id: product for product in catalog.iterate_products()}
        listed = [
            _Listed(offer, true_facts(offer, self.products[offer.product_id]), stated_facts(offer))
            for offer in catalog.iterate_offers()
        ]
        self._by_kind: dict[str, list[_Listed]] = {}
        self._listed: dict[OfferAddress, _Listed] = {}
        for one in listed:
            self._by_kind.setdefault(one.offer.kind, []).append(one)
            self._listed[one.truth.address] = one

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds on sale, in alphabetical order."""
        return tuple(sorted(kind for kind in self._by_kind if kind))

    @cached_property
    def offers_by_product(self) -> Mapping[str, tuple[Offer, ...]]:
        """Offers of each product, in the catalog's order, products by id."""
        found: dict[str, list[Offer]] = {}
        for one in self._listed.values():
            found.setdefault(one.offer.product_id, []).append(one.offer)
        return {product: tuple(found[product]) for product in sorted(found)}

    def offers(self, kind: str) -> tuple[Offer, ...]:
        """Offers of a kind, in the catalog's order."""
        return tuple(one.offer for one in self._by_kind.get(kind, ()))

    def truth(self, offer: Offer) -> Facts:
        """What is true of an offer."""
        return self._listed[OfferAddress(shop=offer.shop_id, slug=offer.slug)].truth

    def stated(self, offer: Offer) -> Facts:
        """What an offer says."""
        return self._listed[OfferAddress(shop=offer.shop_id, slug=offer.slug)].stated

    def settle(
        self, constraints: Sequence[Constraint], objective: str = "all", group_by: str = ""
    ) -> Settlement | None:
        """The answers, if truth and pages leave no doubt about them.

        The offers that truly meet the constraints must be just those that may meet them as far as their pages tell,
        and they must say so; none of them may be a bundle, a used thing, sold out, or a choice of variants. Where the
        cheapest is asked for, that holds for all that fit, not for the cheapest alone.

        Args:
            constraints: among them `kind equals …`.
            objective: `all`, `cheapest` or `cheapest_each`.
            group_by: attribute of the groups of `cheapest_each`.
        """
        kind = next(str(one.value) for one in constraints if one.attribute == "kind" and one.relation == "equals")
        pool = self._by_kind.get(kind, [])
        true = select((one.truth for one in pool), constraints)
        certain = select((one.stated for one in pool), constraints)
        possible = select((one.stated for one in pool), constraints, unknown=True)
        addresses = [one.address for one in true]
        if not true or addresses != [one.address for one in certain] or addresses != [one.address for one in possible]:
            return None
        if group_by and any(group_by not in one.attributes for one in certain):
            return None
        fitting = tuple(self._listed[one.address].offer for one in true)
        if any(is_doubtful(offer) for offer in fitting):
            return None
        answers = tuple(self._listed[one.address].offer for one in cheapest(true, objective, group_by))
        return Settlement(answers, fitting)

    def near_misses(
        self, constraints: Sequence[Constraint], settlement: Settlement, most: int = 3
    ) -> tuple[Offer, ...]:
        """Offers that look right: they fit but are not cheapest, or meet all constraints but one; cheapest first."""
        answers = {offer.id for offer in settlement.answers}
        dearer = [offer for offer in settlement.fitting if offer.id not in answers]
        kind = next(str(one.value) for one in constraints if one.attribute == "kind")
        others = [
            one.offer
            for one in self._by_kind.get(kind, [])
            if one.offer.id not in answers
            and sum(not satisfies(one.truth, constraint) for constraint in constraints) == 1
            and one.offer not in dearer
        ]
        others.sort(key=lambda offer: (offer.price if offer.price is not None else 0, offer.id))
        dearer.sort(key=lambda offer: (offer.price or 0, offer.id))
        return (*dearer[:2], *others)[:most]


def is_doubtful(offer: Offer) -> bool:
    """Whether people could disagree that an offer counts: bundles, used things, what cannot be bought as it stands."""
    return bool(
        offer.bundle_of
        or offer.variants
        or offer.condition is not Condition.NEW
        or not offer.in_stock
        or offer.price is None
    )
