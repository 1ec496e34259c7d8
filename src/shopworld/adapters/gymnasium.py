"""Gymnasium: `gymnasium.make("shopworld/default-v0", task=…)`, and many sessions at a time as a vector environment.

To import this module registers `shopworld/default-v0`, and `shopworld/suite-v0` for any suite.
"""

from __future__ import annotations

import io
import sys
import unicodedata
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array
from numpy.typing import NDArray
from PIL import Image

import shopworld as sw

Seen = dict[str, Any]
MOST_CHARACTERS = 1_000_000
"""Of any text of an observation; what is longer is cut."""
MOST_OF_AN_ACTION = 60_000
VIEWPORT = (720, 1280, 3)
"""Height, width and channels of pictures."""
_TEXTS = ("goal", "url", "page", "result", "error")


class AnyText(spaces.Text):
    """Text of all characters that Unicode assigns; others are shown as U+FFFD."""

    def __init__(self, most: int) -> None:
        super().__init__(max_length=most, min_length=0, charset=_characters())

    def __deepcopy__(self, _: dict[int, Any]) -> AnyText:
        """As large as it is, it is copied in an instant: the table of characters is shared."""
        made = copy(self)
        made.seed(0)
        return made

    def __reduce__(self) -> tuple[type[AnyText], tuple[int]]:
        return type(self), (self.max_length,)

    def __repr__(self) -> str:
        return f"AnyText({self.max_length})"

    def fitted(self, text: str) -> str:
        """The text as this space holds it."""
        held = self.character_set
        cut = text[: self.max_length]
        return cut if held.issuperset(cut) else "".join(one if one in held else "\ufffd" for one in cut)


@cache
def _characters() -> str:
    kept = (one for one in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(one) not in _LEFT_OUT)
    return "\n\t" + "".join(kept)


_LEFT_OUT = frozenset({"Cc", "Cn", "Co", "Cs"})
"""Control characters, and what stands for no character."""


@cache
def _space(*, pictures: bool) -> spaces.Dict:
    text = AnyText(MOST_CHARACTERS)
    parts: dict[str, spaces.Space[Any]] = dict.fromkeys(_TEXTS, text)
    parts["steps"] = spaces.Box(0, np.iinfo(np.int64).max, (), np.int64)
    if pictures:
        parts["picture"] = spaces.Box(0, 255, VIEWPORT, np.uint8)
    return spaces.Dict(parts)


@cache
def _actions() -> AnyText:
    return AnyText(MOST_OF_AN_ACTION)


class ShopEnv(gymnasium.Env[Seen, str]):
    """One session at a time. An action is text: of a browser (`click('12')`), or a tool call as JSON.

    An observation holds the goal, the page's address, the page as text, what the last call returned, what was wrong
    with the last action, the number of steps, and where pictures are asked for, the page as it looks.

    Args:
        suite: name or path of the suite.
        task: id of the task; by default each reset draws one. `reset(options={"task": …})` names another.
        interface: `browser`, `tools`, `corpus` or `nlweb`; in the sandbox `tools`.
        render_mode: `ansi`, or `rgb_array` where the shops are met in a browser.
        pictures: whether observations hold them; as well where they are rendered.
        agent: who plays, as reports are to call it.
        save_to: run folder for what was played, finished or not; nothing is kept by default.
        world: an opened one, of which each environment takes a slot; stays open.
        options: further ones of `shopworld.open`.

    Raises:
        ShopworldError: see `shopworld.open`; also where pictures are wanted of what has none.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012  # as its base has it

    def __init__(
        self,
        suite: str = "default",
        task: str = "",
        interface: str = "",
        render_mode: str | None = None,
        pictures: bool = False,
        agent: str = "gymnasium",
        save_to: str | Path = "",
        world: sw.World | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = render_mode
        shown = pictures or render_mode == "rgb_array"
        self._task, self._agent, self._save_to = task, agent, save_to
        self._trials: Counter[str] = Counter()
        self._with_pictures = shown
        self._session: sw.Session | None = None
        self._seen: sw.Observation | None = None
        self._own = world is None
        self._world = world or sw.open(suite, interface, pictures="plain" if shown else "none", **options)
        if shown and self._world.interface != "browser":
            self.close()
            raise sw.ShopworldError(
                f"what is met by {self._world.interface} shows no pictures", hint="Meet the shops in a browser."
            )
        self.observation_space = _space(pictures=shown)
        self.action_space = _actions()

    @property
    def session(self) -> sw.Session:
        """The session that is played, for all that Gymnasium has no word for: proxy, tools, events.

        Raises:
            gymnasium.error.ResetNeeded: there is none.
        """
        if self._session is None:
            raise gymnasium.error.ResetNeeded("no episode has begun: call reset() first")
        return self._session

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begins an episode: of the task that is named, or one that is drawn.

        Args:
            seed: of what is drawn.
            options: `task`, and `trial`; the next number of that task by default.

        Raises:
            ShopworldError: the episode before cannot be saved, or this one cannot begin.
        """
        super().reset(seed=seed)
        self._leave()
        asked = dict(options or {})
        tasks = tuple(self._world.tasks)
        task = str(asked.get("task") or self._task or tasks[int(self.np_random.integers(len(tasks)))])
        trial = int(asked.get("trial", self._trials[task]))
        self._session = self._world.start(task, agent=self._agent, trial=trial)
        self._trials[task] = max(self._trials[task], trial + 1)
        told = {"task": task, "trial": trial, "tools": [_described(one) for one in self._session.tools]}
        return self._show(self._session.observe()), told

    def step(self, action: str) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Carries out one action. At the end the reward is the task's, and `info["result"]` says why.

        An episode is truncated where a limit has ended it, and terminated where the agent has.
        """
        session = self.session
        seen = self._show(session.step(str(action)))
        if not session.ended:
            return seen, 0.0, False, False, {}
        result = session.finish()
        self._save(session)
        cut = result.status == "limit"
        return seen, result.reward, not cut, cut, {"result": result.model_dump(mode="json")}

    def render(self) -> Any:
        """The page as it looks, or as text."""
        if self._seen is None or self.render_mode is None:
            return None
        return _picture(self._seen) if self.render_mode == "rgb_array" else _text(self._seen)

    def close(self) -> None:
        """Ends the episode, as stopped where it was not finished, and the world unless it was given."""
        try:
            self._leave()
        finally:
            if self._own:
                self._world.close()

    def _show(self, seen: sw.Observation) -> Seen:
        self._seen = seen
        text = _space(pictures=False)["page"]
        assert isinstance(text, AnyText)
        values = (self.session.goal, seen.url, seen.accessibility_tree, seen.tool_result, seen.last_action_error)
        shown: Seen = {name: text.fitted(value) for name, value in zip(_TEXTS, values, strict=True)}
        shown["steps"] = np.array(seen.step, np.int64)
        return shown | {"picture": _picture(seen)} if self._with_pictures else shown

    def _save(self, session: sw.Session) -> None:
        if self._save_to:
            session.save(self._save_to)

    def _leave(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close()
            self._save(session)


class ShopVectorEnv(gymnasium.vector.VectorEnv[Seen, Any, Any]):
    """Many sessions of one world, each step of all of them at the same time, in threads of this process.

    What Gymnasium's own `async` mode does with processes, each with a browser, this does with one mall and one index.
    An episode that has ended begins anew with the next step (`AutoresetMode.NEXT_STEP`).

    Args:
        num_envs: how many.
        options: of `ShopEnv`.
    """

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        own = {name: options.pop(name) for name in _OF_ENVIRONMENTS if name in options}
        shown = bool(own.get("pictures")) or own.get("render_mode") == "rgb_array"
        pictures = "plain" if shown else "none"
        suite, interface = options.pop("suite", "default"), options.pop("interface", "")
        self._world = sw.open(suite, interface, slots=num_envs, pictures=pictures, **options)
        self.num_envs = num_envs
        self.render_mode = own.get("render_mode")
        self.metadata = ShopEnv.metadata | {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}
        save_to = own.pop("save_to", "")
        agent = own.pop("agent", "gymnasium")
        names = [agent if num_envs == 1 else f"{agent}-{number}" for number in range(num_envs)]
        try:
            self.envs = [ShopEnv(world=self._world, agent=name, save_to=save_to, **own) for name in names]
        except BaseException:
            self._world.close()
            raise
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._threads = ThreadPoolExecutor(num_envs, thread_name_prefix="shop-env")
        self._over = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begins all episodes; a seed goes to the first, and counts up."""
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + n for n in range(self.num_envs)]
        asked = zip(self.envs, seeds, strict=True)
        done = list(self._threads.map(lambda one: one[0].reset(seed=one[1], options=options), asked))
        self._over[:] = False
        return self._together([seen for seen, _ in done]), self._infos([info for _, info in done])

    def step(
        self, actions: Any
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carries out an action in each; where one has ended, its episode begins anew and the action is not used."""
        done = list(self._threads.map(self._one, self.envs, actions, self._over.copy()))
        seen, rewards, terminated, truncated, infos = map(list, zip(*done, strict=True))
        ended, cut = np.array(terminated, bool), np.array(truncated, bool)
        self._over = ended | cut
        return self._together(seen), np.array(rewards, np.float64), ended, cut, self._infos(infos)

    def render(self) -> tuple[Any, ...] | None:
        """What each shows."""
        return tuple(one.render() for one in self.envs)

    def close_extras(self, **_: Any) -> None:
        """Ends all."""
        self._threads.shutdown()
        with ExitStack() as leaving:
            leaving.callback(self._world.close)
            for env in self.envs:
                leaving.callback(env.close)

    @staticmethod
    def _one(env: ShopEnv, action: str, over: bool) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if over:
            seen, info = env.reset()
            return seen, 0.0, False, False, info
        return env.step(action)

    def _together(self, seen: list[Seen]) -> Seen:
        empty: Any = create_empty_array(self.single_observation_space, self.num_envs)
        whole: Any = concatenate(self.single_observation_space, seen, empty)
        return dict(whole)

    def _infos(self, infos: list[dict[str, Any]]) -> dict[str, Any]:
        whole: dict[str, Any] = {}
        for number, info in enumerate(infos):
            whole = self._add_info(whole, info, number)
        return whole


_OF_ENVIRONMENTS = ("task", "render_mode", "pictures", "agent", "save_to")


def _described(tool: sw.ToolDescription) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}


def _text(seen: sw.Observation) -> str:
    parts = (seen.url, seen.accessibility_tree, seen.tool_result, seen.last_action_error)
    return "\n".join(one for one in parts if one)


def _picture(seen: sw.Observation) -> NDArray[np.uint8]:
    """The viewport, as the space has it; black where there is no picture."""
    shown = np.zeros(VIEWPORT, np.uint8)
    if seen.screenshot is not None:
        drawn = np.asarray(Image.open(io.BytesIO(seen.screenshot)).convert("RGB"))[: VIEWPORT[0], : VIEWPORT[1]]
        shown[: drawn.shape[0], : drawn.shape[1]] = drawn
    return shown


for _name, _given in (("default-v0", {"suite": "default"}), ("suite-v0", {})):
    gymnasium.register(
        f"shopworld/{_name}",
        f"{__name__}:ShopEnv",
        vector_entry_point=f"{__name__}:ShopVectorEnv",
        kwargs=_given,
    )
