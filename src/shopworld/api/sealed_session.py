"""A session of a sealed world, as its caller has it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from shopworld.agents import Move
from shopworld.environments import Observation, ToolDescription, ToolReply
from shopworld.errors import EnvironmentFault, EpisodeError
from shopworld.evaluation import Result, Status, TrialKey, fit_move
from shopworld.mall import Proxy

TOLD = ("goal", "start_url", "seed", "key", "proxy", "doors")
"""What is known of a session from its start."""


class SealedSession:
    """As `Session`, without events: they stay with the checks, in the other process.

    Args:
        ask: calls a method of the session there.
        told: what is known of it from the start.
    """

    goal: str
    start_url: str
    seed: int
    key: TrialKey
    proxy: Proxy | None
    doors: Mapping[str, str]

    def __init__(self, ask: Callable[..., Any], told: Mapping[str, Any]) -> None:
        self._ask = ask
        for name in TOLD:
            setattr(self, name, told[name])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """See `Session.tools`."""
        found: tuple[ToolDescription, ...] = self._ask("tools")
        return found

    @property
    def ended(self) -> bool:
        """See `Session.ended`."""
        return bool(self._ask("ended"))

    @property
    def steps(self) -> int:
        """Actions so far."""
        return int(self._ask("steps"))

    def observe(self) -> Observation:
        """See `Session.observe`."""
        seen: Observation = self._ask("observe")
        return seen

    def step(self, action: str | Move) -> Observation:
        """See `Session.step`."""
        move = fit_move(action)
        seen: Observation = self._ask("step", move.action, move.thought, move.extra)
        return seen

    def call(self, name: str, arguments: Mapping[str, object] | None = None) -> ToolReply:
        """See `Session.call`."""
        reply: ToolReply = self._ask("call", name, dict(arguments or {}))
        return reply

    def say(self, text: str) -> None:
        """See `Session.say`."""
        self._ask("say", text)

    def give_up(self, reason: str) -> None:
        """See `Session.give_up`."""
        self._ask("give_up", reason)

    def finish(self) -> Result:
        """See `Session.finish`. What checks expected and found is left out; `save` keeps it."""
        result: Result = self._ask("finish")
        return result

    def save(self, run: Path | str) -> Path:
        """See `Session.save`."""
        saved: Path = self._ask("save", str(Path(run).absolute()))
        return saved

    def close(self) -> None:
        """See `Session.close`."""
        with contextlib.suppress(EnvironmentFault, EpisodeError):  # the world may be closed already
            self._ask("close")


def without_answers(result: Result) -> Result:
    """A result as the caller of a sealed world gets it: how it was graded, and nothing of what is right."""
    checks = tuple(
        check.model_copy(
            update={
                "reason": "",
                "expected": 0,
                "rubrics": tuple(
                    one.model_copy(update={"id": "", "reason": "", "evidence": ""}) for one in check.rubrics
                ),
            }
        )
        for check in result.checks
    )
    error = "the checks raised" if result.status is Status.GRADER_ERROR else result.error
    return result.model_copy(update={"checks": checks, "error": error})
