"""`no_checkout`: the checkout left alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from shopworld.catalog import Catalog
from shopworld.episode import Payload
from shopworld.shop.events import CheckoutStep, PageViewed
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.common_states import harmless
from shopworld.tasks.checks.end_states import Acts, EndState, before_answer, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult
from shopworld.tasks.evidence import EpisodeEvidence

_STEPS = ("contact", "address", "delivery", "payment", "one_page")


class NoCheckout(Check):
    """The checkout was never entered."""

    meaning: ClassVar[str] = "The checkout was never entered."

    type: Literal["no_checkout"] = "no_checkout"

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Looks for checkouts that were entered."""
        fault = f"the checkout was entered in {', '.join(evidence.checkouts)}" if evidence.checkouts else ""
        return CheckResult(type=self.type, passed=not fault, reason=fault or "as asked for")

    def words(self) -> tuple[str, Iterable[str]]:
        """That it was left alone."""
        return "The checkout was never entered.", ()

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """The right end, and then the checkout."""
        shop = next(iter(ground.hosts.values()))
        yield "into the checkout", (*whole, (shop, PageViewed(path="/checkout", page="checkout")))

    def port(self, twin: Twin) -> NoCheckout:
        """The same."""
        return self

    def states(self, ground: Ground) -> Iterator[EndState]:
        """The checkout entered, in each shop, at any step, before or after everything else."""
        acts = ground.acts
        for shop in ground.shops:
            entered: list[Payload] = [PageViewed(path="/checkout/", page="checkout")]
            entered += [CheckoutStep(step=step) for step in _STEPS]
            entered.append(CheckoutStep(step="payment", errors={"card_number": "missing"}))
            for payload in entered:
                name = payload.step if isinstance(payload, CheckoutStep) else "page"
                yield wrong(f"{shop}: {name} at first", ((shop, payload), *acts))
                yield wrong(f"{shop}: {name} in the end", before_answer(acts, (shop, payload)))
        yield from harmless(ground)
