"""`page_visited`: product pages that were shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.shop.events import ProductViewed, SearchPerformed
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import Acts, EndState, before_answer, carted, right, viewed, without, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.pieces import group_problems
from shopworld.tasks.checks.plan import PlanStep, ViewProducts
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult, reason_of
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import Group, OfferAddress, names_of


class PageVisited(Check):
    """The page of at least one offer of each group was viewed."""

    meaning: ClassVar[str] = "The page of at least one offer of each group was opened."

    type: Literal["page_visited"] = "page_visited"
    groups: tuple[Group, ...] = Field(min_length=1)

    @property
    def visits(self) -> tuple[Group, ...]:
        """All groups."""
        return self.groups

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Looks for a page of each group."""
        missing = [group for group in self.groups if evidence.viewed.keys().isdisjoint(group)]
        return CheckResult(
            type=self.type,
            passed=not missing,
            reason=reason_of("visited", {"not visited": [names_of(group) for group in missing]}),
            expected=len(self.groups),
            found=len(self.groups) - len(missing),
        )

    def words(self) -> tuple[str, Iterable[str]]:
        """Which pages."""
        return "The page of each of these was opened.", map(names_of, self.groups)

    def problems(self, ground: Ground) -> Iterator[str]:
        """Offers that are not there, and groups that overlap."""
        yield from group_problems(self.groups, ground)

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """A page of each group is viewed."""
        yield ViewProducts(self.groups)

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """The same end without the pages."""
        yield f"without {self.type} {number}", left_out

    def port(self, twin: Twin) -> PageVisited:
        """The same products."""
        return self.model_copy(update={"groups": tuple(map(twin.group, self.groups))})

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Pages that were not shown, or others instead."""
        acts, pages = ground.acts, [group[0] for group in self.groups]
        rest = without(acts, lambda act: isinstance(act[1], ProductViewed))
        yield wrong("no page", rest)
        for at, page in enumerate(pages):
            others = [viewed(one) for one in pages if one != page]
            yield wrong(f"page {at + 1} not visited", (*others, *rest))
            yield wrong(f"a near duplicate of page {at + 1}", (*others, viewed(ground.like(page)), *rest))
            yield wrong(
                f"page {at + 1} in a cart alone", before_answer((*others, *rest), carted(page), carted(page, 0))
            )
            listed = SearchPerformed(sort="featured", total=1, results=(f"{page.shop}/1",))
            yield wrong(f"page {at + 1} in a listing alone", (*others, (page.shop, listed), *rest))
            for there in list(ground.elsewhere(page))[:3]:
                yield wrong(f"page {at + 1} at {there.shop}", (*others, viewed(there), *rest))
        for near in ground.near[:5]:
            yield wrong(f"{near.slug} alone", (viewed(near), *rest))
        yield right("in another order", (*map(viewed, reversed(pages)), *rest))
        yield right("twice", (*map(viewed, pages), *map(viewed, pages), *rest))
        yield right("others too", (*map(viewed, ground.near), *acts))
        for group in self.groups:
            for other in group[1:]:
                yield right(
                    f"{other.slug} instead", (*(viewed(other if one == group[0] else one) for one in pages), *rest)
                )
