"""Agents of other people, for the tool sandbox and not."""

from __future__ import annotations

from shopworld.agents import Move
from shopworld.environments import Observation


class BrowserOnly:
    environments = ("browser",)

    def begin(self, goal: str, *, seed: int) -> None: ...

    def act(self, observation: Observation) -> Move:
        return Move("noop()")


class Calling:
    environments = "tools"

    def begin(self, goal: str, *, seed: int) -> None: ...

    def act(self, observation: Observation) -> Move:
        assert any(tool.name == "recommend_product" for tool in observation.tools)
        arguments = '{"product_id": "no-such-product", "reasoning": "Why not?"}'
        return Move(f'{{"name": "recommend_product", "arguments": {arguments}}}')


class Raising:
    """Reads the profile, then breaks."""

    environments = "tools"

    def begin(self, goal: str, *, seed: int) -> None: ...

    def act(self, observation: Observation) -> Move:
        if observation.step:
            raise ValueError("broken")
        return Move('{"name": "get_user_profile", "arguments": {}}')
