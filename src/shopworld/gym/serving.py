"""The server: HTTP with an OpenAPI description, and the Model Context Protocol at `/mcp`. Needs the extra `gym`."""

from __future__ import annotations

import hmac
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import anyio
import anyio.to_thread
import uvicorn
from fastapi import Depends, FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

import shopworld as sw
from shopworld.environments.tools import MCP_PATH, ToolServer, bound_socket
from shopworld.errors import EpisodeError, InputError, RunError, TaskError
from shopworld.gym.forms import (
    ActionForm,
    CallForm,
    FinishForm,
    ObservationForm,
    ReplyForm,
    ResetForm,
    SessionForm,
    StartForm,
    TaskForm,
    TasksForm,
    TextForm,
    TroubleForm,
)
from shopworld.gym.lobby import INSTRUCTIONS, Lobby
from shopworld.gym.seats import NoSuchSession, Seats

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Hosts that nobody else reaches."""
_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NoSuchSession, 404),
    (TaskError, 404),
    (InputError, 422),
    (RunError, 429),
    (EpisodeError, 409),
    (sw.ShopworldError, 500),
)
_MOST_BYTES = 4 * 1024 * 1024
"""Of a request."""


class Gatekeeper:
    """Lets in who shows the token; on loopback, nobody whom a foreign page sent.

    Args:
        app: what is guarded.
        token: asked of everybody; none is asked where it is empty.
        local: whether only this machine's own names are answered.
    """

    def __init__(self, app: ASGIApp, token: str, *, local: bool) -> None:
        self._app, self._token, self._local = app, token.encode(), local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(Request(scope)) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        if self._local:
            origin = request.headers.get("origin", "")
            if request.url.hostname not in LOOPBACK:
                return _trouble("Refused", "this server is reached by the names of this machine only", 421)
            if origin and origin.rpartition(":")[0].removeprefix("http://") not in LOOPBACK:
                return _trouble("Refused", "pages of other sites have no business here", 403)
        if int(request.headers.get("content-length") or 0) > _MOST_BYTES:
            return _trouble("Refused", f"a request has at most {_MOST_BYTES} bytes", 413)
        shown = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
        if self._token and not hmac.compare_digest(shown, self._token):
            return _trouble("Refused", "the server's token is missing or wrong", 401, "Authorization: Bearer TOKEN")
        return None


def gym_application(seats: Seats, *, token: str = "", host: str = "127.0.0.1") -> ASGIApp:
    """The server as an ASGI application.

    Args:
        seats: its sessions; stay open.
        token: that each request must show; none by default.
        host: that it listens at.
    """
    lobby = Lobby(seats)
    protocol = ToolServer(lobby.client, INSTRUCTIONS)
    mounted = protocol.streamable_http_app(
        streamable_http_path=MCP_PATH, host=host, session_idle_timeout=seats.idle_seconds, max_sessions=None
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with protocol.session_manager.run(), anyio.create_task_group() as group:
            group.start_soon(_sweep, seats)
            yield
            group.cancel_scope.cancel()

    app = FastAPI(
        title="Shopworld",
        version=sw.__version__,
        description="Sessions of shopping tasks: begin one, act in it, have it graded.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(HTTPBearer(auto_error=False))] if token else [],
        responses={status: {"model": TroubleForm} for status in (401, 404, 409, 422, 429)},
    )
    app.add_exception_handler(sw.ShopworldError, _explain)
    _add_routes(app, seats)
    app.mount("/", mounted)
    return Gatekeeper(app, token, local=host in LOOPBACK)


def _add_routes(app: FastAPI, seats: Seats) -> None:
    world = seats.world

    @app.get("/tasks")
    def list_tasks() -> TasksForm:
        """The tasks that can be played."""
        return TasksForm(
            suite=world.suite, interface=world.interface, tasks=tuple(map(TaskForm.of, world.tasks.values()))
        )

    @app.post("/sessions", status_code=201)
    def start(asked: StartForm) -> SessionForm:
        """Begins a session of a task."""
        return SessionForm.of(seats.start(asked.task, agent=asked.agent, trial=asked.trial, seed=asked.seed))

    @app.get("/sessions/{session}")
    def describe(session: str) -> SessionForm:
        """A session as it stands now."""
        return SessionForm.of(seats.of(session))

    @app.get("/sessions/{session}/observation")
    def observe(session: str) -> ObservationForm:
        """What an agent sees now; the first time it opens the first page, or sets out the tools."""
        played = seats.of(session).session
        return ObservationForm.of(played.observe(), ended=played.ended)

    @app.post("/sessions/{session}/step")
    def step(session: str, asked: ActionForm) -> ObservationForm:
        """Carries out one action. A wrong one changes nothing, and is a step, too."""
        played = seats.of(session).session
        return ObservationForm.of(played.step(asked.action), ended=played.ended)

    @app.post("/sessions/{session}/call")
    def call(session: str, asked: CallForm) -> ReplyForm:
        """Calls a tool; a step."""
        played = seats.of(session).session
        reply = played.call(asked.name, asked.arguments)
        return ReplyForm(text=reply.text, failed=reply.failed, ended=played.ended)

    @app.post("/sessions/{session}/say")
    def say(session: str, asked: TextForm) -> SessionForm:
        """Sends the user a last message, which ends the episode; a step."""
        seat = seats.of(session)
        seat.session.say(asked.text)
        return SessionForm.of(seat)

    @app.post("/sessions/{session}/give_up")
    def give_up(session: str, asked: TextForm) -> SessionForm:
        """Reports that the task cannot be done, which ends the episode; a step."""
        seat = seats.of(session)
        seat.session.give_up(asked.text)
        return SessionForm.of(seat)

    @app.post("/sessions/{session}/reset")
    def reset(session: str, asked: ResetForm) -> SessionForm:
        """Ends the session, and begins another try by the same name."""
        return SessionForm.of(seats.reset(session, asked.task))

    @app.post("/sessions/{session}/finish")
    def finish(session: str) -> FinishForm:
        """Grades the session, with reasons; twice gives the same. For the harness: an agent has no need of it."""
        seat, result = seats.finish(session)
        return FinishForm(result=result, saved=seat.saved, not_saved=seat.not_saved)

    @app.delete("/sessions/{session}", status_code=204)
    def close(session: str) -> None:
        """Ends the session, as stopped where it was not finished, and forgets it."""
        seats.close_one(session)


def serve_gym(
    seats: Seats, host: str = "127.0.0.1", port: int = 0, *, token: str = "", tell: Callable[[str], object] = print
) -> None:
    """Serves until Ctrl-C or a polite kill.

    Args:
        seats: the sessions; stay open.
        host: address to listen at; `127.0.0.1` lets nobody else in.
        port: 0 for any free one.
        token: that each request must show. Beyond loopback there must be one.
        tell: gets the server's address when it listens.

    Raises:
        InputError: others could come in, and no token is asked.
        EnvironmentFault: the port is taken.
        KeyboardInterrupt: it was asked to stop.
    """
    if host not in LOOPBACK and not token:
        raise InputError(
            f"{host} can be reached from other machines, and no token is asked", field="token", hint="Give one."
        )
    app = gym_application(seats, token=token, host=host)
    listening = bound_socket(host, port)
    tell(f"http://{host}:{listening.getsockname()[1]}")
    config = uvicorn.Config(app, log_level=logging.WARNING, timeout_graceful_shutdown=2)
    try:
        anyio.run(partial(uvicorn.Server(config).serve, sockets=[listening]))
    finally:
        listening.close()


async def _sweep(seats: Seats) -> None:
    while True:
        await anyio.sleep(min(30.0, seats.idle_seconds / 4))
        await anyio.to_thread.run_sync(seats.sweep)


async def _explain(_: Request, error: Exception) -> Response:
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    message = (
        error.message if isinstance(error, sw.ShopworldError) and not isinstance(error, InputError) else str(error)
    )
    return _trouble(type(error).__name__, message, status, getattr(error, "hint", None) or "")


def _trouble(kind: str, message: str, status: int, hint: str = "") -> Response:
    return JSONResponse(TroubleForm(kind=kind, message=message, hint=hint).model_dump(), status)
