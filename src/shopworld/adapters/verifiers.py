"""verifiers (v1): a taskset of Shopworld's tasks, with the session's own tools over MCP; reward from the shops' state.

`vf-eval shopworld-verifiers --env.taskset.suite default`. Each rollout is a session of its own, on a server
in the worker's process.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from contextvars import ContextVar
from functools import cache, partial
from pathlib import Path
from typing import Any

import uvicorn
import verifiers.v1 as vf

import shopworld as sw
from shopworld.gym import Seat, Seats, gym_application

_address: ContextVar[str] = ContextVar("shopworld_address", default="")
"""Of the tools of the rollout that is being set up."""
_seats: dict[str, tuple[Seats, Seat]] = {}
"""Session of each rollout, by the id of its trace."""


class ShopConfig(vf.TasksetConfig):
    """Which tasks, and where what is played is kept."""

    suite: str = "default"
    interface: str = "tools"
    tasks: str = ""
    """Filters, separated by blanks: `set=basic`, an id."""
    slots: int = 128
    """Most rollouts at the same time."""
    home: str = ""
    save_to: str = ""
    """Run folder; nothing is kept by default."""
    agent: str = "verifiers"


class RolloutData(vf.TaskData):
    """A task as who plays it may see it."""

    place: dict[str, Any]
    """What its world is opened by."""
    category: str = ""
    template: str = ""


class ShopToolset(vf.Toolset[vf.ToolsetConfig, vf.State]):
    """The tools of one session."""

    TOOL_PREFIX = None


class RolloutTask(vf.Task[RolloutData, vf.State, vf.TaskConfig]):
    """One task; a rollout of it is a session."""

    @property
    def key(self) -> str:
        """The task's id: unique in a suite, the same in every run."""
        return str(self.data.id)

    @classmethod
    def toolsets(cls, _: vf.TaskConfig) -> list[Any]:
        """The tools of the rollout that is being set up."""
        address = _address.get()
        return [ShopToolset(vf.ToolsetConfig(url=address))] if address else []

    async def setup(self, trace: Any, runtime: Any) -> None:
        """Begins the session."""
        host = await asyncio.to_thread(_host, **self.data.place)
        seat = await asyncio.to_thread(host.seats.start, str(self.data.id), agent=host.agent)
        _seats[trace.id] = host.seats, seat
        _address.set(f"{host.address}/mcp?session={seat.name}")

    @vf.reward
    async def completion(self, trace: Any) -> float:
        """Shopworld's own: 1 where all checks hold, else 0. Its full record is in the trace."""
        seats, seat = _seats.pop(trace.id)
        _, result = await asyncio.to_thread(seats.finish, seat.name)
        await asyncio.to_thread(seats.close_one, seat.name)
        trace.info["shopworld"] = result.model_dump(mode="json")
        return float(result.reward)

    async def validate(self, runtime: Any) -> bool:
        """Whether the reference solver solves the task by these tools."""
        place = self.data.place
        play = partial(sw.evaluate, place["suite"], [f"oracle+{place['interface']}"], home=place["home"] or None)
        run = await asyncio.to_thread(play, tasks=[str(self.data.id)])
        return [one.status for one in run.results] == ["passed"]


class ShopTaskset(vf.Taskset[RolloutTask, ShopConfig]):
    """The tasks of a suite."""

    def load(self) -> Iterable[RolloutTask]:
        """All that the filters let through."""
        config = self.config
        place = {
            "suite": config.suite,
            "interface": config.interface,
            "tasks": config.tasks,
            "slots": config.slots,
            "home": config.home,
            "save_to": config.save_to,
            "agent": config.agent,
        }
        for card in _host(**place).seats.world.tasks.values():
            data = RolloutData(
                id=card.id,
                name=card.id,
                prompt=card.goal,
                place=place,
                category=card.category,
                template=card.template,
                timeout=vf.TaskTimeout(agent=card.seconds),
            )
            yield RolloutTask(data, self.config.task)


class _Host:
    """A world with its server, in this process until it ends."""

    def __init__(self, suite: str, interface: str, tasks: str, slots: int, home: str, save_to: str, agent: str) -> None:
        self.agent = agent
        world = sw.open(suite, interface, tasks=tasks.split(), slots=slots, home=home or None)
        self.seats = Seats(world, slots, out=Path(save_to) if save_to else None)
        server = uvicorn.Server(uvicorn.Config(gym_application(self.seats), port=0, log_level="warning"))
        threading.Thread(target=server.run, name="shopworld-gym", daemon=True).start()
        while not server.started:
            threading.Event().wait(0.01)
        self.address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"


_host = cache(_Host)

__all__ = ["RolloutData", "RolloutTask", "ShopConfig", "ShopTaskset"]
