"""What all environments share in which an agent acts by function calls: one call a step, every call an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pydantic import ValidationError

from shopworld.environments.observation import Message, Observation, ToolDescription
from shopworld.environments.tools.action import NoCall, WrittenToolCall, parse_call
from shopworld.environments.tools.arguments import ToolArguments
from shopworld.environments.tools.events import CallMissing, ToolCalled
from shopworld.environments.tools.results import ToolResult, result_json
from shopworld.environments.tools.state import TOOL_STATE
from shopworld.episode import Ending, Episode, Payload
from shopworld.errors import ActionError, EpisodeError

SECONDS_A_STEP = 5.0
"""Virtual time of a call."""

MOST_STEPS = 100
MOST_MISSING = 2
"""Steps without a call, one after the other, that end the episode."""

LONGEST_ERROR = 2000
"""Characters of an error, in which an agent's own words come back to it."""


@dataclass(frozen=True, slots=True)
class RunnableTool:
    """A function that agents may call.

    Attributes:
        described: as language models take it.
        arguments: model of its arguments.
        run: takes the arguments; may raise `ActionError`.
    """

    described: ToolDescription
    arguments: type[ToolArguments]
    run: Callable[[Any], ToolResult]


class CallingEnvironment:
    """Runs calls for one episode at a time.

    Args:
        tools: what can be called.
    """

    def __init__(self, tools: Sequence[RunnableTool]) -> None:
        self._toolbox = {tool.described.name: tool for tool in tools}
        self._episode: Episode | None = None
        self._most_steps = MOST_STEPS
        self._after: list[Payload] = []
        self._ending: Ending | None = None
        self._observation = Observation()

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """What can be called, as language models take it."""
        return tuple(tool.described for tool in self._toolbox.values())

    @property
    def ended(self) -> bool:
        """Whether the episode has an ending."""
        return self._episode is not None and self._episode.ending is not None

    @property
    def process_groups(self) -> tuple[int, ...]:
        """None: calls run in this process."""
        return ()

    @property
    def events_told(self) -> int:
        """All events of the episode so far: an observation comes after everything that a call did."""
        return len(self._episode.events) if self._episode is not None else 0

    def leave(self) -> None:
        """Forgets the episode."""
        self._episode = None

    def renew(self) -> None:
        """Nothing to do: no part of it wears out."""

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

    def _begin(self, episode: Episode, goal: str, most_steps: int) -> Observation:
        self._episode = episode
        self._most_steps = most_steps
        self._observation = Observation(messages=(Message("user", goal),), tools=self.tools)
        return self._observation

    def _running(self) -> Episode:
        if self._episode is None:
            raise EpisodeError("the tool environment has no episode; call start() first")
        if self._episode.ending is not None:
            raise EpisodeError(f"episode {self._episode.label} has ended ({self._episode.ending}); no step can follow")
        return self._episode

    def _call(self, episode: Episode, call: WrittenToolCall) -> None:
        self._forget()
        result: ToolResult | None = None
        error = ""
        try:
            tool = self._known(call.name)
            result = tool.run(_valid(call, tool))
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
        if self._ending is not None:
            episode.end(self._ending)
        if call.refused:
            refused = f"one call a step: {call.name} was run, refused: {', '.join(call.refused)}"
            error = f"{error}; {refused}" if error else refused
        self._observe(text, error)

    def _forget(self) -> None:
        """What the call before has left to be done."""
        self._after, self._ending = [], None

    def _known(self, name: str) -> RunnableTool:
        tool = self._toolbox.get(name)
        if tool is None:
            raise ActionError(f"there is no tool {name!r}; expected one of {', '.join(self._toolbox)}")
        return tool

    def _observe(self, result: str, error: str) -> None:
        step = self._observation.step + 1
        if len(error) > LONGEST_ERROR:
            error = f"{error[:LONGEST_ERROR]} …"
        self._observation = replace(self._observation, tool_result=result, last_action_error=error, step=step)

    def _end_at_limits(self, episode: Episode) -> None:
        state = episode.state(TOOL_STATE)
        if state.missing_in_a_row >= MOST_MISSING or state.steps >= self._most_steps:
            episode.end(Ending.LIMIT)


def _valid(call: WrittenToolCall, tool: RunnableTool) -> ToolArguments:
    """The arguments as the tool's model. Raises ActionError saying what was expected."""
    try:
        return tool.arguments.model_validate(call.arguments)
    except ValidationError as error:
        problems = "; ".join(_problem(cast(dict[str, Any], one)) for one in error.errors()[:3])
        names = ", ".join(tool.arguments.model_fields) or "none"
        raise ActionError(f"{call.name}: {problems}. Arguments: {names}") from error


def _problem(found: dict[str, Any]) -> str:
    place = ".".join(str(part) for part in found["loc"])
    return f"{place}: {found['msg']}" if place else str(found["msg"])
