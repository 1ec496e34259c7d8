"""The deep-research agent: several rounds of searching and reading, a cited answer, then what the task wants done."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from shopworld.agents.browsing import BrowsingAgent, page_values, project
from shopworld.agents.deep_research.forms import Reading, Report, ResearchPlan, Review, Search
from shopworld.agents.deep_research.notebook import Notebook, home_of, outside, shops_of
from shopworld.agents.model_forms import Form
from shopworld.agents.prompt_template import PromptTemplate
from shopworld.agents.protocol import Move
from shopworld.agents.script import Script
from shopworld.agents.skills import search_shop
from shopworld.agents.tree import parse_tree
from shopworld.agents.web import WebAgent, WebOptions
from shopworld.environments import Observation
from shopworld.models import ChatMessage, LanguageModel

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))
ROUNDS = 3
"""Of searching and reading."""
SEARCHES = 6
"""In each round, at most."""
RESEARCH_STEPS = 28
"""Steps after which no search begins and no page is opened: the rest is for what the task wants done."""
OPENED = 3
"""Pages that are opened from the results of one search, at most."""


class DeepResearchAgent(BrowsingAgent):
    """Researches in the task's shops with a language model, answers with sources, and does what the task wants."""

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)
        self._notebook = Notebook()
        self._research: Generator[Move, Observation, str] | None = None
        self._closing: WebAgent | None = None
        self._report = ""
        self._about: dict[str, Any] = {}
        """What a step's record says of where the research stands."""

    def choose(self, observation: Observation) -> Move:
        """The research's next move; after it, the next one towards what the task wants."""
        if self._closing is None:
            try:
                if self._research is None:
                    self._research = self._look_into(observation)
                    move = next(self._research)
                else:
                    move = self._research.send(observation)
                self.note(move.thought, move.action)
                return Move(move.action, move.thought, self._about | move.extra)
            except StopIteration as end:
                self._closing = self._make_closing(end.value)
        return self._close(observation)

    @property
    def _is_late(self) -> bool:
        return len(self.steps) >= RESEARCH_STEPS

    def _look_into(self, at: Observation) -> Generator[Move, Observation, str]:
        """All of the research; returns the report."""
        shops = shops_of(self.goal)
        self._about = {"phase": "plan"}
        plan, at = yield from self._fill(
            at, "plan", ResearchPlan, lambda plan: outside(plan.searches, shops), shops=shops
        )
        searches = plan.searches
        for number in range(1, ROUNDS + 1):
            self._about = {"phase": "search", "round": number}
            for search in searches[:SEARCHES]:
                if self._is_late:
                    break
                self._notebook.searches.append(search)
                at = yield from self._follow(search, at)
            self._about = {"phase": "review", "round": number}
            review, at = yield from self._fill(
                at,
                "review",
                Review,
                lambda review: outside(review.searches, shops),
                shops=shops,
                rounds=ROUNDS - number,
            )
            searches = review.searches
            if review.enough or not searches or self._is_late:
                break
        self._about = {"phase": "report"}
        report, at = yield from self._fill(at, "report", Report, self._notebook.unread)
        return _written(report)

    def _follow(self, search: Search, at: Observation) -> Script[Observation]:
        """One search: its results are read, then the pages that they name."""
        shop = home_of(search.shop)
        at = yield from search_shop(shop, search.words, at, stay=at.url.startswith(shop))
        results = at.url
        reading, at = yield from self._read(at, search)
        for link in list(dict.fromkeys(reading.open))[:OPENED]:
            if self._is_late:
                break
            if at.url != results:
                at = yield Move(f"goto({results!r})", "Back to the results.")
            element = link.strip("[] ")
            node = next((one for one in parse_tree(at.accessibility_tree) if one.id == element), None)
            if node is None:
                self.count("unknown_links")
                continue
            at = yield Move(f"click({element!r})", f"Open {node.name}.")
            if at.url != results and not at.last_action_error:
                _, at = yield from self._read(at, search)
        return at

    def _read(self, at: Observation, search: Search) -> Generator[Move, Observation, tuple[Reading, Observation]]:
        """Reads the page at hand into the notebook."""
        reading, now = yield from self._fill(at, "read", Reading, words=search.words, most=OPENED)
        self._notebook.read(at.url, reading.notes)
        return reading, now

    def _fill(
        self,
        at: Observation,
        part: str,
        form: type[Form],
        check: Callable[[Form], str] = lambda _: "",
        **values: Any,
    ) -> Generator[Move, Observation, tuple[Form, Observation]]:
        """Asks for a form until it comes; each time it does not, a step goes by."""
        while True:
            seen = at

            def write(seen: Observation = seen) -> tuple[ChatMessage, ...]:
                return self._messages(seen, part, values)

            filled = self.fill_form(write, form, check)
            if filled.answer is not None:
                return filled.answer, at
            at = yield Move("", extra={"problem": filled.problem})

    def _messages(self, at: Observation, part: str, values: dict[str, Any]) -> tuple[ChatMessage, ...]:
        shown = self.page.show(project(at.accessibility_tree)) if part == "read" else None
        known = TEMPLATE.write(
            "known",
            goal=self.goal,
            searches=[{"shop": one.shop, "words": one.words} for one in self._notebook.searches],
            notes=self._notebook.write(self.history_limit),
        )
        page = {"page": shown.text, "not_shown": "; ".join(shown.left_out), **page_values(at)} if shown else {}
        asked = TEMPLATE.write(part, **values, **page)
        return (
            ChatMessage("system", (TEMPLATE.write("system"),), cache=True),
            ChatMessage("user", (f"{known}\n\n{asked}",)),
        )

    def _make_closing(self, report: str) -> WebAgent:
        closing = WebAgent(self.model, WebOptions(memory=True))
        closing.counts = self.counts
        closing.page.limit, closing.history_limit = self.page.limit, self.history_limit
        closing.begin(TEMPLATE.write("closing", goal=self.goal, report=report), seed=0)
        self._about = {"phase": "closing"}
        self._report = report
        return closing

    def _close(self, observation: Observation) -> Move:
        assert self._closing is not None
        first = not self._closing.steps
        move = self._closing.decide(observation)
        self.note(move.thought, move.action)
        told = {"report": self._report} if first else {}
        return Move(move.action, move.thought, self._about | told | move.extra)


def _written(report: Report) -> str:
    """A report as text: the answer, its sources, the products."""
    sources = "\n".join(f"[{number}] {address}" for number, address in enumerate(report.sources, 1))
    products = "\n".join(report.products) or "none"
    return f"{report.answer}\n\nSources:\n{sources or 'none'}\n\nProducts:\n{products}"
