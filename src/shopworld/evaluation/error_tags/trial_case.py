"""One played trial as the rules look at it: what was asked, done, seen, and how it was graded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from shopworld.environments.tools import ToolCalled
from shopworld.episode import Event
from shopworld.evaluation.records import Result, Status, Step
from shopworld.shop.events import SearchPerformed
from shopworld.tasks import Check, OfferAddress, Task
from shopworld.tasks.answers import SubmittedOffers, read_offers
from shopworld.tasks.checks import KINDS, AnswerForm
from shopworld.tasks.evidence import EVIDENCE, EpisodeEvidence

_SEARCH_TOOL = "search_products"


@dataclass(frozen=True, slots=True)
class ObservedSearch:
    """One search by words.

    Attributes:
        step: in which it was made.
        shop: where; empty in the tool sandbox.
        query: what was typed.
        total: how many it found.
    """

    step: int
    shop: str
    query: str
    total: int

    @property
    def words(self) -> int:
        """How many words were typed."""
        return len(self.query.split())


@dataclass(frozen=True)
class TrialCase:
    """A trial.

    Attributes:
        result: what became of it.
        goal: what the agent was given.
        steps: all of them, the first page too.
        events: what happened.
        hosts: host of each shop to its id.
        task: with its checks; None where the suite of the run is not there any more.
        steps_allowed: the limit; None where it is not known.
    """

    result: Result
    goal: str
    steps: Sequence[Step]
    events: Sequence[Event]
    hosts: Mapping[str, str]
    task: Task | None = None
    steps_allowed: int | None = None

    @property
    def in_tools(self) -> bool:
        """Whether it was played in the tool sandbox."""
        return self.result.tools is not None

    @property
    def in_a_browser(self) -> bool:
        """Whether it was played on pages."""
        return not self.result.by_calls

    @property
    def in_the_shops(self) -> bool:
        """Whether the agent used the shops' own listings: on pages, or by functions into the shops."""
        return not self.in_tools and self.result.interface in ("", "browser", "tools")

    @property
    def passed(self) -> bool:
        """Whether it was solved."""
        return self.result.status is Status.PASSED

    @property
    def checks(self) -> tuple[Check, ...]:
        """The task's checks; empty where it is not known."""
        return self.task.checks if self.task else ()

    @cached_property
    def evidence(self) -> EpisodeEvidence:
        """What the episode has come to."""
        return EVIDENCE.over(self.events)

    def step_of(self, event: int) -> int:
        """The step in which an event happened, by its place in the log."""
        ends = self._ends
        place = bisect_right(ends, event)
        return self.steps[place].number if place < len(self.steps) else (self.steps[-1].number if self.steps else 0)

    @cached_property
    def _ends(self) -> list[int]:
        return [step.events for step in self.steps]

    @cached_property
    def searches(self) -> tuple[ObservedSearch, ...]:
        """Searches by words, in order; of one that is shown on several pages or in several orders, the first view."""
        found: list[ObservedSearch] = []
        for place, event in enumerate(self.events):
            payload = event.payload
            if isinstance(payload, SearchPerformed) and payload.query.strip():
                one = ObservedSearch(self.step_of(place), event.shop or "", payload.query, payload.total)
            elif (
                self.in_tools and isinstance(payload, ToolCalled) and payload.name == _SEARCH_TOOL and not payload.error
            ):
                one = ObservedSearch(
                    self.step_of(place), "", str(payload.arguments.get("query", "")), len(payload.product_ids)
                )
            else:
                continue
            if not found or (found[-1].shop, found[-1].query) != (one.shop, one.query):
                found.append(one)
        return tuple(found)

    def answers_with(self, *forms: AnswerForm) -> bool:
        """Whether a check of its result looks for such an answer; also where the task is not known."""
        kinds = (KINDS.find(check.type) for check in self.result.checks)
        return any(kind is not None and kind.answer in forms for kind in kinds)

    @cached_property
    def submitted(self) -> SubmittedOffers:
        """What the answer names."""
        return read_offers(self.evidence.answer or "", self.hosts)

    @cached_property
    def wanted(self) -> frozenset[OfferAddress]:
        """All offers that any check accepts."""
        return frozenset(offer for check in self.checks for group in check.returns for offer in group)

    @cached_property
    def chosen(self) -> tuple[OfferAddress, ...]:
        """The offers that the agent came to: named, left in the cart or ordered, as the checks ask for it."""
        came_to = (offer for check in self.checks for offer in check.came_to(self.evidence, self.hosts))
        return tuple(dict.fromkeys(came_to))

    @property
    def wrong(self) -> tuple[OfferAddress, ...]:
        """Of the chosen offers, those that no check accepts."""
        return tuple(one for one in self.chosen if one not in self.wanted)

    @cached_property
    def wrong_product(self) -> str:
        """In the tool sandbox: id of the recommended product where it is not right; empty otherwise."""
        asks = any(check.answer is AnswerForm.PRODUCT for check in self.checks)
        return (self.evidence.recommended or "").strip() if asks and not self.passed else ""
