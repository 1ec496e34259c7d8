"""BrowserGym: tasks as `browsergym/shopworld.<suite>.<task>`, registered on import for all suites at home.

Observations and actions are BrowserGym's. Its browser meets the shops through the session's proxy, and nothing else.
The tasks of a suite that was imported from a release have their names of old, too: `browsergym/webmall.<task>`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import gymnasium
from browsergym.core.env import BrowserEnv
from browsergym.core.task import AbstractBrowserTask

import shopworld as sw

RELEASES = {"webmall": "webmall"}
"""Suite to the prefix by which others know its tasks."""
SLOTS = 64
_VIEWPORT = {"width": 1280, "height": 720}
_trials: Counter[tuple[str, str, str]] = Counter()


class BrowsedTask(AbstractBrowserTask):
    """One session, met in BrowserGym's browser.

    Args:
        seed: number of the trial; the next one by default.
        suite: name of the suite.
        task: id of the task.
        agent: who plays, as reports are to call it.
        save_to: run folder for what was played; nothing is kept by default.
        options: of `shopworld.open`.
    """

    def __init__(
        self,
        seed: int | None,
        suite: str,
        task: str,
        agent: str = "browsergym",
        save_to: str = "",
        **options: Any,
    ) -> None:
        super().__init__(0)
        self.viewport, self.slow_mo, self.timeout = _VIEWPORT, 0, 5000
        self.save_to, self._saved = save_to, False
        key = suite, task, agent
        trial = _trials[key] if seed is None else int(seed)
        _trials[key] = trial + 1
        self.session = _world(suite, tuple(sorted(options.items()))).start(task, agent=agent, trial=trial)

    def setup(self, page: Any) -> tuple[str, dict[str, Any]]:
        """Opens the first page."""
        page.goto(self.session.start_url)
        return self.session.goal, {"trial": self.session.key.trial}

    def validate(self, page: Any, chat_messages: list[dict[str, Any]]) -> tuple[float, bool, str, dict[str, Any]]:
        """Grades the episode, where the agent or a limit has ended it; a message to the user ends it."""
        session = self.session
        if not session.ended:
            self._take_last_words(chat_messages)
        if not session.ended:
            return 0.0, False, "", {}
        result = session.finish()
        self._save()
        return result.reward, True, "", {"result": result.model_dump(mode="json")}

    def teardown(self) -> None:
        """Ends the session, as stopped where it was not finished, and saves it then, too."""
        if not self._saved:
            self.session.close()
            self._save()

    def _save(self) -> None:
        if self.save_to:
            self.session.save(self.save_to)
        self._saved = True

    def _take_last_words(self, chat_messages: list[dict[str, Any]]) -> None:
        """What the agent has said since the goal was given."""
        roles = [one["role"] for one in chat_messages]
        since = roles.index("user") + 1 if "user" in roles else 0
        for message in chat_messages[since:]:
            if message["role"] == "assistant":
                return self.session.say(message["message"])
            if message["role"] == "infeasible":
                return self.session.give_up(message["message"])
        return None


class ShopBrowserEnv(BrowserEnv):
    """BrowserGym's environment, whose browser is in each episode behind the proxy of that session.

    Args:
        suite: name of the suite.
        task: id of the task.
        task_kwargs: see `BrowsedTask`.
        options: of `BrowserEnv`.
    """

    def __init__(self, suite: str, task: str, task_kwargs: dict[str, Any] | None = None, **options: Any) -> None:
        given = {"suite": suite, "task": task, **(task_kwargs or {})}
        super().__init__(self._begin, given, **options)
        self._of_context: dict[str, Any] = dict(options.get("pw_context_kwargs") or {})

    def _begin(self, **given: Any) -> BrowsedTask:
        task = BrowsedTask(**given)
        proxy = task.session.proxy
        assert proxy is not None  # the world is met in a browser
        named = {"server": proxy.server, "username": proxy.username, "password": proxy.password}
        self.pw_context_kwargs = {**self._of_context, "proxy": {**named, "bypass": "<-loopback>"}}
        return task


def register_suite(suite: str, home: str | None = None) -> tuple[str, ...]:
    """Registers the tasks of a suite.

    Args:
        suite: its name.
        home: where it is; `SHOPWORLD_HOME` by default.

    Returns:
        the names, as `gymnasium.make` takes them.

    Raises:
        TaskError: there is no such suite.
    """
    names: list[str] = []
    for task in sw.load_suite(suite, home=home).tasks:
        for prefix in (f"shopworld.{suite}", RELEASES.get(suite, "")):
            name = f"browsergym/{prefix}.{task.id}"
            if prefix and task.environment != "tools":
                given = {"suite": suite, "task": task.id}
                gymnasium.register(name, entry_point=f"{__name__}:ShopBrowserEnv", kwargs=given, nondeterministic=False)
                names.append(name)
    return tuple(names)


@cache
def _world(suite: str, options: tuple[tuple[str, Any], ...]) -> sw.World:
    """Opened once; it closes with the process."""
    return sw.open(suite, "browser", slots=SLOTS, **dict(options))


for _suite in sw.list_suites():
    register_suite(_suite.name)
