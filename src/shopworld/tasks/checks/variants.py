"""Which variant of an offer was taken: what checks of carts and of orders share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Self

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import Acts
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import PlanStep, TakeVariant
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import OfferAddress, name_of


class VariantCheck(Check):
    """All pieces of an offer in one place are of one of these variants, and there is at least one."""

    place: ClassVar[str]
    """Where the pieces are, in words: `in the cart`."""

    offer: OfferAddress
    variants: tuple[str, ...] = Field(min_length=1)
    """Ids of the variants that will do."""

    @abstractmethod
    def taken(self, evidence: EpisodeEvidence) -> list[str]:
        """The variants of the offer in that place, one for each line; empty for one without a choice."""

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Compares the variants of the offer's lines."""
        fault = self._fault(evidence)
        return CheckResult(type=self.type, passed=not fault, reason=fault or "as asked for")

    def _fault(self, evidence: EpisodeEvidence) -> str:
        taken = self.taken(evidence)
        others = [one for one in taken if one not in self.variants]
        wanted, slug = " or ".join(self.variants), self.offer.slug
        if others:
            return f"{slug} is {self.place} as {', '.join(map(repr, others))} instead of {wanted}"
        return "" if taken else f"{slug} is not {self.place} as {wanted}"

    def words(self) -> tuple[str, Iterable[str]]:
        """Of which offer, and which variants."""
        return f"Every piece of {name_of(self.offer)} {self.place} is of one of these variants.", self.variants

    def problems(self, ground: Ground) -> Iterator[str]:
        """Variants that the shop does not have, or that are all sold out."""
        if self.offer.shop not in ground.hosts.values():
            yield f"{self.type}: the mall has no shop {self.offer.shop!r}"
            return
        offer = ground.catalog.offer_by_slug(self.offer.shop, self.offer.slug)
        known = {one.id: one for one in offer.variants} if offer else {}
        for one in self.variants:
            if one not in known:
                yield f"{self.type}: {self.offer.slug} has no variant {one!r}"
        if known and not any(known[one].stock != 0 for one in self.variants if one in known):
            yield f"{self.type}: {self.offer.slug} is sold out in {', '.join(self.variants)}"

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """One of the variants is taken."""
        yield TakeVariant(self.offer, self.variants)

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """The offer without a choice of variant."""
        yield f"without {self.type} {number}", left_out

    def port(self, twin: Twin) -> Self:
        """The variants of the same options."""
        there = {"offer": twin.address(self.offer), "variants": twin.variants(self.offer, self.variants)}
        return self.model_copy(update=there)

    def other_variants(self, ground: Ground) -> list[str]:
        """Ids of some variants that will not do: the offer's own, then made-up ones."""
        offer = ground.catalog.offer_by_slug(self.offer.shop, self.offer.slug)
        there = [one.id for one in offer.variants] if offer is not None else []
        made_up = [f"{self.variants[0]}-2", self.variants[0][:-1] or "x", f"{self.variants[0]}{self.variants[0]}"]
        return [one for one in (*there, *made_up) if one not in self.variants][:5]
