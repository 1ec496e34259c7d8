"""The tool environment: an agent meets a catalog and a shopper through function calls, one a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, cast

from pydantic import ValidationError

from shopworld.catalog import Catalog
from shopworld.environments.observation import Message, Observation
from shopworld.environments.tools.action import NoCall, ToolCall, parse_call
from shopworld.environments.tools.arguments import (
    AskUser,
    GetUserProfile,
    PythonExecute,
    RecommendProduct,
    ToolArguments,
)
from shopworld.environments.tools.catalog_tools import CatalogTools, DefaultCatalogTools
from shopworld.environments.tools.clarification import CompatibleShopper
from shopworld.environments.tools.clarification import Shopper as AskedShopper
from shopworld.environments.tools.compatible_catalog import CompatibleCatalogTools
from shopworld.environments.tools.events import CallMissing, ToolCalled, UserAsked
from shopworld.environments.tools.profile import ToolProfile
from shopworld.environments.tools.python_sandbox import PythonSandbox
from shopworld.environments.tools.questions import AttentiveShopper
from shopworld.environments.tools.results import PlainResult, ToolResult, result_json
from shopworld.environments.tools.state import TOOL_STATE
from shopworld.environments.tools.toolbox import TOOL_BY_NAME, TOOLS, tool_descriptions
from shopworld.episode import Ending, Episode
from shopworld.errors import ActionError, EpisodeError
from shopworld.tasks.model import Limits
from shopworld.tasks.recommendation import ProductRecommended
from shopworld.tasks.shopper import ClarificationScript, Shopper

SECONDS_A_STEP = 5.0
"""Virtual time of a call."""

MOST_STEPS = 100
MOST_MISSING = 2
"""Steps without a call, one after the other, that end the episode."""

LONGEST_ERROR = 2000
"""Characters of an error, in which an agent's own words come back to it."""

_SHOPPER = Shopper(
    profile={},
    clarification=ClarificationScript(default_response="I have nothing to add to what I wrote.", most_turns=10),
)


class ToolEnvironment:
    """The ten tools over one catalog; one episode at a time. A context manager.

    Args:
        catalog: what can be found; it stays open.
        profile: how the tools behave.
    """

    def __init__(self, catalog: Catalog, profile: ToolProfile = ToolProfile.DEFAULT) -> None:
        self.profile = ToolProfile(profile)
        self._catalog: CatalogTools = (
            DefaultCatalogTools(catalog) if self.profile is ToolProfile.DEFAULT else CompatibleCatalogTools(catalog)
        )
        self._python = PythonSandbox()
        self._tools = tool_descriptions(self.profile)
        self._runners: dict[str, Callable[[Any], ToolResult]] = {
            "search_products": self._catalog.search_products,
            "filter_by_attribute": self._catalog.filter_by_attribute,
            "get_product_details": self._catalog.get_product_details,
            "get_review_content": self._catalog.get_review_content,
            "get_product_review_stats": self._catalog.get_product_review_stats,
            "get_store_products": self._catalog.get_store_products,
            "get_user_profile": self._get_user_profile,
            "ask_user": self._ask_user,
            "python_execute": self._python_execute,
            "recommend_product": self._recommend_product,
        }
        self._episode: Episode | None = None
        self._shopper = _SHOPPER
        self._answering = AttentiveShopper if self.profile is ToolProfile.DEFAULT else CompatibleShopper
        self._asked: AskedShopper = self._answering(_SHOPPER.clarification)
        self._most_steps = MOST_STEPS
        self._after: list[Any] = []
        self._observation = Observation()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def ended(self) -> bool:
        """Whether the episode has an ending."""
        return self._episode is not None and self._episode.ending is not None

    def start(
        self, episode: Episode, goal: str, shopper: Shopper | None = None, limits: Limits | None = None
    ) -> Observation:
        """Begins an episode.

        Args:
            episode: calls are recorded here.
            goal: the shopper's message, with what an agent must know of the tools.
            shopper: who is behind it; without one the profile is empty and questions lead nowhere.
            limits: steps after which the episode is cut off; 100 by default.

        Returns:
            the first observation, step 0: the goal and the tools.
        """
        self._episode = episode
        self._shopper = shopper or _SHOPPER
        self._asked = self._answering(self._shopper.clarification)
        self._most_steps = limits.steps if limits is not None else MOST_STEPS
        self._observation = Observation(messages=(Message("user", goal),), tools=self._tools)
        return self._observation

    def step(self, action: str) -> Observation:
        """Runs the first tool call of an action.

        A wrong call changes nothing; the next observation says what was wrong with it. Every call of this function
        counts as a step. Two steps without a tool call, one after the other, end the episode; so does the last step.

        Args:
            action: JSON text, `{"name": …, "arguments": {…}}`, or a list of such of which the first is run.

        Raises:
            EpisodeError: the episode has not begun, or has ended.
        """
        episode = self._running()
        episode.clock.advance(SECONDS_A_STEP)
        try:
            call = parse_call(action)
        except NoCall as reason:
            episode.record(CallMissing(reason=str(reason)))
            self._observe("", str(reason))
        else:
            self._call(episode, call)
        self._end_at_limits(episode)
        return self._observation

    def close(self) -> None:
        """Ends the interpreter's process and frees what the tools hold; the catalog stays open."""
        self._python.close()
        self._catalog.close()

    def _running(self) -> Episode:
        if self._episode is None:
            raise EpisodeError("the tool environment has no episode; call start() first")
        if self._episode.ending is not None:
            raise EpisodeError(f"episode {self._episode.label} has ended ({self._episode.ending}); no step can follow")
        return self._episode

    def _call(self, episode: Episode, call: ToolCall) -> None:
        self._after = []
        result: ToolResult | None = None
        error = ""
        try:
            result = self._runners[_known(call.name)](_valid(call))
        except ActionError as problem:
            error = str(problem)
        text = result_json(result) if result is not None else ""
        episode.record(
            ToolCalled(
                name=call.name,
                arguments=call.arguments,
                error=error,
                product_ids=result.listed_products if result is not None else (),
                result_size=len(text),
                refused=call.refused,
            )
        )
        for payload in self._after:
            episode.record(payload)
        if any(isinstance(payload, ProductRecommended) for payload in self._after):
            episode.end(Ending.SUBMITTED)
        if call.refused:
            refused = f"one call a step: {call.name} was run, refused: {', '.join(call.refused)}"
            error = f"{error}; {refused}" if error else refused
        self._observe(text, error)

    def _observe(self, result: str, error: str) -> None:
        step = self._observation.step + 1
        if len(error) > LONGEST_ERROR:
            error = f"{error[:LONGEST_ERROR]} …"
        self._observation = replace(self._observation, tool_result=result, last_action_error=error, step=step)

    def _end_at_limits(self, episode: Episode) -> None:
        state = episode.state(TOOL_STATE)
        if state.missing_in_a_row >= MOST_MISSING or state.steps >= self._most_steps:
            episode.end(Ending.LIMIT)

    def _get_user_profile(self, asked: GetUserProfile) -> ToolResult:
        return PlainResult(dict(self._shopper.profile))

    def _ask_user(self, asked: AskUser) -> ToolResult:
        state = self._running().state(TOOL_STATE)
        left = max(0, self._shopper.clarification.most_turns - state.turns_used)
        answer = self._asked.answer(asked.question, state.revealed, left)
        self._after.append(
            UserAsked(
                question=asked.question,
                reply=answer.reply,
                slot=answer.slot,
                response=answer.response,
                counted=answer.counted,
            )
        )
        return PlainResult({"user_response": answer.response, "turns_remaining": left - answer.counted})

    def _python_execute(self, asked: PythonExecute) -> ToolResult:
        done = self._python.run(asked.code)
        return PlainResult({"output": done.output, "error": done.error})

    def _recommend_product(self, asked: RecommendProduct) -> ToolResult:
        self._after.append(ProductRecommended(product_id=asked.product_id, reasoning=asked.reasoning))
        return PlainResult({"product_id": asked.product_id, "status": "recommended"})


def _known(name: str) -> str:
    if name not in TOOL_BY_NAME:
        raise ActionError(f"there is no tool {name!r}; expected one of {', '.join(tool.name for tool in TOOLS)}")
    return name


def _valid(call: ToolCall) -> ToolArguments:
    """The arguments as the tool's model. Raises ActionError saying what was expected."""
    tool = TOOL_BY_NAME[call.name]
    try:
        return tool.arguments.model_validate(call.arguments)
    except ValidationError as error:
        problems = "; ".join(_problem(cast(dict[str, Any], one)) for one in error.errors()[:3])
        names = ", ".join(tool.arguments.model_fields) or "none"
        raise ActionError(f"{call.name}: {problems}. Arguments: {names}") from error


def _problem(found: dict[str, Any]) -> str:
    place = ".".join(str(part) for part in found["loc"])
    return f"{place}: {found['msg']}" if place else str(found["msg"])
