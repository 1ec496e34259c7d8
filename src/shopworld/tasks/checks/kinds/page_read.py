"""`page_read`: an information page that was opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.shop.events import ArticleViewed, PageViewed, PolicyViewed
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import Act, Acts, EndState, before_answer, fills_cart, right, without, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import PlanStep, ReadPage
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult, before_in_words, fault_in_time
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import OfferAddress

_HANDLES = (
    "shipping-policy",
    "refund-policy",
    "privacy-policy",
    "terms-of-service",
    "contact",
    "faq",
    "about-us",
    "size-guide",
    "careers",
    "warranty",
)


class PageRead(Check):
    """One of these information pages of the shop was opened."""

    meaning: ClassVar[str] = (
        "One of these information pages of the shop was opened; `before_cart`: before anything was put in."
    )

    type: Literal["page_read"] = "page_read"
    shop: str
    handles: tuple[str, ...] = Field(min_length=1)
    before_cart: bool = False
    """Whether it must be opened before anything is put into a cart."""

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Looks for one of the pages."""
        found = [evidence.pages[self.shop, one] for one in self.handles if (self.shop, one) in evidence.pages]
        fault = fault_in_time(found, f"no page of {' or '.join(self.handles)} was opened", in_time=self.before_cart)
        return CheckResult(type=self.type, passed=not fault, reason=fault or "as asked for")

    def words(self) -> tuple[str, Iterable[str]]:
        """Which pages, and when."""
        return f"One of these pages of {self.shop} was opened{before_in_words(self.before_cart)}.", self.handles

    def problems(self, ground: Ground) -> Iterator[str]:
        """Pages that the shop does not have."""
        storefront = ground.shops_at_hand.storefronts.get(self.shop)
        if storefront is None:
            yield f"{self.type}: the mall has no shop {self.shop!r}"
            return
        policies = storefront.shop.policies
        missing = [one for one in self.handles if one != "contact" and policies.text(one) is None]
        if len(missing) == len(self.handles):
            yield f"page_read: the shop has no page {' or '.join(missing)}"

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """One of the pages is opened."""
        yield ReadPage(self.shop, self.handles)

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """The same end without the page, or with it too late."""
        yield f"without {self.type} {number}", left_out
        if self.before_cart:
            yield f"late {self.type} {number}", (*left_out, _page(self.shop, self.handles[0]))

    def port(self, twin: Twin) -> PageRead:
        """The same pages, or those that answer the task's question there."""
        return self.model_copy(update={"shop": twin.shop, "handles": twin.pages(self.handles)})

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Other information pages, those of other shops, or the right one too late."""
        acts = ground.acts
        rest = without(acts, lambda act: isinstance(act[1], PolicyViewed) and act[1].handle in self.handles)
        yield wrong("not opened", rest)
        others = [one for one in _HANDLES if one not in self.handles]
        for handle in others:
            yield wrong(f"{handle} instead", (_page(self.shop, handle), *rest))
        yield wrong("all others instead", (*(_page(self.shop, one) for one in others), *rest))
        for shop in [*(one for one in ground.shops if one != self.shop), "another-shop"][:3]:
            yield wrong(f"that of {shop}", (_page(shop, self.handles[0]), *rest))
        yield wrong("not found", ((self.shop, PageViewed(path="/policies/x", page="not_found", status=404)), *rest))
        yield wrong("an article instead", ((self.shop, ArticleViewed(blog="news", article=self.handles[0])), *rest))
        if self.before_cart and any(fills_cart(act) for act in rest):
            yield wrong("too late", before_answer(rest, _page(self.shop, self.handles[0])))
            yield right("again afterwards", before_answer(acts, _page(self.shop, self.handles[0])))
        for handle in self.handles:
            yield right(f"{handle}", (_page(self.shop, handle), *rest))
        yield right("twice", (_page(self.shop, self.handles[0]), *acts))
        yield right("all others too", (*(_page(self.shop, one) for one in others), *acts))


def _page(shop: str, handle: str) -> Act:
    return shop, PolicyViewed(handle=handle)
