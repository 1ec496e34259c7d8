"""What a client of the Model Context Protocol may call: tasks to begin, and the tools of the one that it plays."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

import orjson

import shopworld as sw
from shopworld.errors import InputError
from shopworld.gym.seats import TICKET, NoSuchSession, Seats

INSTRUCTIONS = (
    "Shopping tasks to play. list_tasks tells what there is, start_task begins one and tells its goal, finish says how "
    "it was graded, reset begins it anew."
)
_OVER = "The episode has ended; no call can follow."
_NONE = sw.ToolReply("No task is played: start_task begins one.", failed=True)
_HANDLE = "Which session, as start_task has named it; not needed by clients that keep a session of the protocol."


def _tool(name: str, description: str, required: str = "", **properties: str) -> sw.ToolDescription:
    described = {one: {"type": "string", "description": text} for one, text in properties.items()}
    schema: dict[str, Any] = {"type": "object", "properties": described, "additionalProperties": False}
    return sw.ToolDescription(name, description, schema | ({"required": [required]} if required else {}))


_TOOLS = (
    _tool("list_tasks", "The tasks that can be played, with their goals."),
    _tool(
        "start_task",
        "Begin a task. Returns its goal, and where its shops are.",
        "task",
        task="Id of the task.",
        agent="Who plays, as reports are to call it.",
    ),
    _tool("reset", "End the task, and begin it anew or begin another.", task="Id of another task.", session=_HANDLE),
    _tool("finish", "Have the task graded. Nothing can be done in it afterwards.", session=_HANDLE),
)
_LAST_WORDS = (
    _tool(
        "send_msg_to_user",
        "Send the user a last message, which ends the task.",
        "text",
        text="The message.",
    ),
    _tool("give_up", "Report that the task cannot be done, which ends it.", "reason", reason="Why."),
)


class Lobby:
    """Where clients of the protocol come in; each has a place of its own.

    Args:
        seats: sessions of the server.
    """

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self._places: dict[str, str] = {}
        self._lock = threading.Lock()

    def client(self, name: str) -> SeatClient:
        """What the client of a name may call. Who comes by the ticket of a session that its harness has begun is in it.

        Raises:
            NoSuchSession: the ticket is of none, or of one that is closed.
            InputError: it is the name of a session, by which its harness grades it.
        """
        if name in self._seats:
            raise InputError(
                "the name of a session is its harness's, and no address of an agent's", hint="Give its `mcp` instead."
            )
        if name.startswith(TICKET):
            return SeatClient(self._seats, self._seats.of_ticket(name).name)
        with self._lock:
            playing = self._places.get(name)
        return LobbyClient(self._seats, playing or "", lambda session: self._place(name, session))

    def _place(self, name: str, session: str) -> None:
        if not name:
            return
        with self._lock:
            self._places[name] = session
            if len(self._places) > _MOST_PLACES:
                del self._places[next(iter(self._places))]


_MOST_PLACES = 10_000
"""Clients that are remembered; the oldest is forgotten."""


class SeatClient:
    """A client that is in one session, and can neither leave it nor begin another.

    Args:
        seats: sessions of the server.
        playing: name of the session.
    """

    def __init__(self, seats: Seats, playing: str) -> None:
        self._seats, self._playing = seats, playing

    @property
    def goal(self) -> str:
        """Of the task that it plays."""
        return self._seats.of(self._playing).session.goal

    @property
    def tools(self) -> tuple[sw.ToolDescription, ...]:
        """Those of the shops or the sandbox; a browser's are a last word."""
        world = self._seats.world
        if world.interface == "browser":
            return _LAST_WORDS
        sandbox = not next(iter(world.tasks.values())).start_url
        return sw.list_tools("" if sandbox else world.interface)

    def call(self, name: str, arguments: Mapping[str, object]) -> sw.ToolReply:
        """Calls a tool; what is wrong is told."""
        try:
            return self._play(self._playing, name, dict(arguments))
        except sw.ShopworldError as error:
            return sw.ToolReply(error.message, failed=True)

    def _play(self, playing: str, name: str, given: dict[str, object]) -> sw.ToolReply:
        session = self._seats.of(playing).session
        if session.ended:
            return sw.ToolReply(_OVER, failed=True)
        if self._seats.world.interface != "browser":
            return session.call(name, given)
        if name == "send_msg_to_user":
            session.say(str(given.get("text", "")))
        elif name == "give_up":
            session.give_up(str(given.get("reason", "")))
        else:
            return sw.ToolReply(f"there is no tool {name!r}", failed=True)
        return _told({"ended": True})


class LobbyClient(SeatClient):
    """A client that begins its tasks itself.

    Args:
        seats: sessions of the server.
        playing: name of the session that it is in; empty before it has begun one.
        keep: is told when it begins one.
    """

    def __init__(self, seats: Seats, playing: str, keep: Callable[[str], None]) -> None:
        super().__init__(seats, playing)
        self._keep = keep

    @property
    def goal(self) -> str:
        """Of the task that it plays; else what it may do."""
        try:
            return super().goal
        except NoSuchSession:
            return INSTRUCTIONS

    @property
    def tools(self) -> tuple[sw.ToolDescription, ...]:
        """Those of the lobby, and of the shops or the sandbox."""
        return _TOOLS + tuple(map(_with_handle, super().tools))

    def _play(self, playing: str, name: str, given: dict[str, object]) -> sw.ToolReply:
        named = str(given.pop("session", "") or playing)
        own = _OWN.get(name)
        try:
            return own(self, named, given) if own is not None else super()._play(named, name, given)
        except NoSuchSession:
            return _NONE

    def _list(self, playing: str, given: dict[str, object]) -> sw.ToolReply:
        cards = self._seats.world.tasks.values()
        return _told({"tasks": [{"id": one.id, "goal": one.goal, "category": one.category} for one in cards]})

    def _start(self, playing: str, given: dict[str, object]) -> sw.ToolReply:
        seat = self._seats.start(str(given.get("task", "")), agent=str(given.get("agent", "outside")))
        self._keep(seat.name)
        return self._about(seat.name)

    def _reset(self, playing: str, given: dict[str, object]) -> sw.ToolReply:
        return self._about(self._seats.reset(playing, str(given.get("task", ""))).name)

    def _finish(self, playing: str, given: dict[str, object]) -> sw.ToolReply:
        seat, result = self._seats.finish(playing)
        told = {"status": str(result.status), "reward": result.reward, "steps": result.steps}
        return _told(told | ({"saved": bool(seat.saved)}))

    def _about(self, name: str) -> sw.ToolReply:
        seat = self._seats.of(name)
        proxy = seat.session.proxy
        reached: dict[str, Any] = {}
        if proxy is not None:
            reached = {"proxy": {"server": proxy.server, "username": proxy.username, "password": proxy.password}}
        about = {"session": name, "task": seat.task, "trial": seat.trial, "goal": seat.session.goal}
        return _told(about | {"start_url": seat.session.start_url} | reached)


_OWN: Mapping[str, Callable[[LobbyClient, str, dict[str, object]], sw.ToolReply]] = {
    "list_tasks": LobbyClient._list,
    "start_task": LobbyClient._start,
    "reset": LobbyClient._reset,
    "finish": LobbyClient._finish,
}


def _with_handle(tool: sw.ToolDescription) -> sw.ToolDescription:
    parameters = dict(tool.parameters)
    handle = {"session": {"type": "string", "description": _HANDLE}}
    return sw.ToolDescription(
        tool.name, tool.description, parameters | {"properties": {**parameters.get("properties", {}), **handle}}
    )


def _told(about: object) -> sw.ToolReply:
    return sw.ToolReply(orjson.dumps(about).decode())
