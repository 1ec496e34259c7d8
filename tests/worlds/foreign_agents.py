"""Agents of other people, for tests."""

from __future__ import annotations

import os
import time

from shopworld.agents import Move
from shopworld.environments import Observation


class Polite:
    def begin(self, goal: str, *, seed: int) -> None:
        self.text = f"{goal} {seed}"

    def act(self, observation: Observation) -> Move:
        return Move("send_msg_to_user('Done')", f"{self.text} {os.getpid()}", {"tokens": 3})


class Raising(Polite):
    def act(self, observation: Observation) -> Move:
        raise ValueError("no idea")


class Dying(Polite):
    def act(self, observation: Observation) -> Move:
        os._exit(7)


class Sleeping(Polite):
    def act(self, observation: Observation) -> Move:
        time.sleep(60)
        return Move("noop()")


class Silent(Polite):
    def act(self, observation: Observation) -> Move:
        return "click('1')"  # type: ignore[return-value]


class Blind(Polite):
    """Says what pictures it was shown."""

    environments = ("browser",)

    def act(self, observation: Observation) -> Move:
        shown = [name for name in ("screenshot", "marked_screenshot") if getattr(observation, name) is not None]
        return Move(f"send_msg_to_user({' '.join(shown) or 'nothing'!r})")


class Looking(Blind):
    pictures = "plain"


class Marking(Blind):
    pictures = "marked"
