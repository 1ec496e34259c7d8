"""OpenEnv: `create_app(…)` of Shopworld's sessions, for RL training; each connection is a session of its own.

An action is one tool call, or in a browser one action as text. `python -m shopworld.adapters.openenv` serves the suite
that `SHOPWORLD_SUITE` names.
"""

from __future__ import annotations

import atexit
import os
from collections import Counter
from functools import cache
from typing import Any

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

import shopworld as sw

_trials: Counter[tuple[str, str]] = Counter()


class ShopAction(Action):
    """A tool call (`tool`, `arguments`), or an action of a browser as text (`action`)."""

    tool: str = Field(default="", description="Name of the tool.")
    arguments: dict[str, Any] = Field(default_factory=dict, description="Its arguments.")
    action: str = Field(default="", description="Instead of a call: an action as text, e.g. click('12').")


class ShopObservation(Observation):
    """What the agent sees. At the end `reward` is the task's, and `metadata` says why."""

    goal: str = Field(default="", description="What the user wants; told at the beginning.")
    tools: list[dict[str, Any]] = Field(default_factory=list, description="What can be called; told at the beginning.")
    url: str = ""
    page: str = Field(default="", description="The page as text, in a browser.")
    result: str = Field(default="", description="What the call returned, as JSON.")
    error: str = Field(default="", description="What was wrong with the action.")


class PlayState(State):
    """Which task is played."""

    task: str = ""
    trial: int = 0
    ended: bool = False


class ShopEnvironment(Environment[ShopAction, ShopObservation, PlayState]):
    """One session at a time; many environments share a world.

    Args:
        suite: name of the suite.
        interface: `tools`, `browser`, `corpus` or `nlweb`.
        slots: most sessions at the same time, of all environments of that world.
        save_to: run folder for what was played, finished or not; nothing is kept by default.
        agent: who plays, as reports are to call it.
        options: further ones of `shopworld.open`.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        suite: str = "default",
        interface: str = "",
        slots: int = 64,
        save_to: str = "",
        agent: str = "openenv",
        **options: Any,
    ) -> None:
        super().__init__()
        self._world = _world(suite, interface, slots, tuple(sorted(options.items())))
        self._save_to, self._agent = save_to, agent
        self._session: sw.Session | None = None

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        task: str = "",
        split: str = "",
        index: int | None = None,
        **_: Any,
    ) -> ShopObservation:
        """Begins a session.

        Args:
            seed: draws the task where none is named.
            episode_id: name of the task, too, where it is one.
            task: id of the task.
            split: part of the suite, with `index`: number of its task.
            index: see `split`.
        """
        self.close()
        names = tuple(self._world.tasks)
        if index is not None:
            names, seed = tuple(one["id"] for one in self.list_tasks(split)), index
        chosen = task or (episode_id if episode_id in self._world.tasks else "") or names[(seed or 0) % len(names)]
        key = self._agent, chosen
        self._session = self._world.start(chosen, agent=self._agent, trial=_trials[key])
        _trials[key] += 1
        atexit.register(self.close)  # before the world's own
        seen = self._session.observe()
        tools = [
            {"name": one.name, "description": one.description, "parameters": dict(one.parameters)}
            for one in self._session.tools
        ]
        return ShopObservation(
            goal=self._session.goal, tools=tools, url=seen.url, page=seen.accessibility_tree, reward=0.0
        )

    def step(self, action: ShopAction, timeout_s: float | None = None, **_: Any) -> ShopObservation:
        """Carries out one action. What is wrong is told, and is a step.

        Raises:
            ShopworldError: no session was begun, or it is over.
        """
        session = self._begun()
        if action.tool:
            reply = session.call(action.tool, action.arguments)
            shown = ShopObservation(**{"error" if reply.failed else "result": reply.text})
        else:
            seen = session.step(action.action)
            shown = ShopObservation(
                url=seen.url, page=seen.accessibility_tree, result=seen.tool_result, error=seen.last_action_error
            )
        if not session.ended:
            return shown.model_copy(update={"reward": 0.0})
        result = session.finish()
        self._save(session)
        told = {"result": result.model_dump(mode="json")}
        return shown.model_copy(update={"reward": result.reward, "done": True, "metadata": told})

    @property
    def state(self) -> PlayState:
        """Which task is played, and how far it is."""
        session = self._session
        if session is None:
            return PlayState()
        key = session.key
        return PlayState(
            episode_id=f"{key.task}-{key.trial}",
            step_count=session.steps,
            task=key.task,
            trial=key.trial,
            ended=session.ended,
        )

    def close(self) -> None:
        """Ends the session, as stopped where it was not finished, and saves it then, too."""
        atexit.unregister(self.close)
        session, self._session = self._session, None
        if session is not None:
            session.close()
            self._save(session)

    def get_metadata(self) -> EnvironmentMetadata:
        """Of the suite."""
        return EnvironmentMetadata(
            name="shopworld", description=f"Shopping tasks of the suite {self._world.suite}", version=sw.__version__
        )

    def list_splits(self) -> list[str]:
        """Parts of the suite."""
        return list(dict.fromkeys(card.set or "all" for card in self._world.tasks.values()))

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """The tasks of a part, as who plays them may see them."""
        cards = [one for one in self._world.tasks.values() if not split or (one.set or "all") == split]
        return [{"id": one.id, "goal": one.goal, "category": one.category, "steps": one.steps} for one in cards]

    def num_tasks(self, split: str) -> int:
        """How many there are."""
        return len(self.list_tasks(split))

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """One of them."""
        return self.list_tasks(split)[index]

    def get_task_range(self, split: str, start: int | None = None, stop: int | None = None) -> list[dict[str, Any]]:
        """Some of them."""
        return self.list_tasks(split)[start:stop]

    def _save(self, session: sw.Session) -> None:
        if self._save_to:
            session.save(self._save_to)

    def _begun(self) -> sw.Session:
        if self._session is None:
            raise sw.ShopworldError("no session was begun", hint="Call reset first.")
        return self._session


def application(suite: str = "default", interface: str = "", sessions: int = 64, **options: Any) -> Any:
    """The server, as OpenEnv makes it.

    Args:
        suite: name of the suite.
        interface: how the shops are met.
        sessions: most at the same time.
        options: of `ShopEnvironment`.
    """

    def environment() -> ShopEnvironment:
        return ShopEnvironment(suite, interface, sessions, **options)

    return create_app(
        environment,
        ShopAction,
        ShopObservation,
        env_name="shopworld",
        max_concurrent_envs=sessions,
        state_cls=PlayState,
    )


@cache
def _world(suite: str, interface: str, slots: int, options: tuple[tuple[str, Any], ...]) -> sw.World:
    """Opened once; it closes with the process."""
    return sw.open(suite, interface, slots=slots, **dict(options))


def main() -> None:
    """Serves the suite that the environment names, on loopback."""
    import uvicorn

    suite = os.environ.get("SHOPWORLD_SUITE", "default")
    app = application(suite, os.environ.get("SHOPWORLD_INTERFACE", ""))
    uvicorn.run(app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000")))


if __name__ == "__main__":
    main()
