"""The server: HTTP with an OpenAPI description, and the Model Context Protocol at `/mcp`. Needs the extra `gym`."""

from __future__ import annotations

import hmac
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus

import anyio
import anyio.to_thread
import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
from shopworld.gym.seats import NoSuchSession, Seat, Seats

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
_TOO_LONG = f"a request has at most {_MOST_BYTES} bytes"


class Gatekeeper:
    """Lets in who shows the token, or comes by the ticket of a session; on loopback, nobody whom a foreign page sent.

    Args:
        app: what is guarded.
        seats: whose tickets count, for the Model Context Protocol alone.
        token: asked of everybody else; none is asked where it is empty.
        local: whether only this machine's own names are answered.
    """

    def __init__(self, app: ASGIApp, seats: Seats, token: str, *, local: bool) -> None:
        self._app, self._seats, self._token, self._local = app, seats, token.encode(), local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        refusal = self._refusal(Request(scope))
        return await (refusal or self._app)(scope, _limited(receive), send)

    def _refusal(self, request: Request) -> Response | None:
        if self._local:
            origin = request.headers.get("origin", "")
            if request.url.hostname not in LOOPBACK:
                return _trouble("Refused", "this server is reached by the names of this machine only", 421)
            if origin and origin.rpartition(":")[0].removeprefix("http://") not in LOOPBACK:
                return _trouble("Refused", "pages of other sites have no business here", 403)
        if int(request.headers.get("content-length") or 0) > _MOST_BYTES:
            return _trouble("Refused", _TOO_LONG, 413)
        shown = request.headers.get("authorization", "").removeprefix("Bearer ").encode()
        if self._token and not hmac.compare_digest(shown, self._token) and not self._has_ticket(request):
            return _trouble("Refused", "the server's token is missing or wrong", 401, "Authorization: Bearer TOKEN")
        return None

    def _has_ticket(self, request: Request) -> bool:
        return request.url.path == MCP_PATH and self._seats.admits(request.query_params.get("session", ""))


def _limited(receive: Receive) -> Receive:
    """As it is, until more has come than may: a body that comes in chunks does not say before how long it is."""
    left = _MOST_BYTES

    async def receive_limited() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise HTTPException(413, _TOO_LONG)
        return message

    return receive_limited


def gym_application(seats: Seats, *, token: str = "", host: str = "127.0.0.1") -> ASGIApp:
    """The server as an ASGI application.

    Args:
        seats: its sessions; stay open.
        token: that each request must show which does not come by a ticket; none by default.
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
        responses={status: {"model": TroubleForm} for status in (401, 404, 409, 413, 422, 429)},
    )
    for kind, handler in (
        (sw.ShopworldError, _explain),
        (RequestValidationError, _explain_form),
        (AnyHTTPException, _explain_refusal),
    ):
        app.add_exception_handler(kind, handler)
    _add_routes(app, seats)
    app.router.routes.extend(mounted.routes)
    return Gatekeeper(app, seats, token, local=host in LOOPBACK)


def _add_routes(app: FastAPI, seats: Seats) -> None:
    world = seats.world

    def told(seat: Seat, request: Request) -> SessionForm:
        return SessionForm.of(seat, f"{str(request.base_url).rstrip('/')}{MCP_PATH}")

    @app.get("/tasks")
    def list_tasks() -> TasksForm:
        """The tasks that can be played."""
        return TasksForm(
            suite=world.suite, interface=world.interface, tasks=tuple(map(TaskForm.of, world.tasks.values()))
        )

    @app.post("/sessions", status_code=201)
    def start(asked: StartForm, request: Request) -> SessionForm:
        """Begins a session of a task."""
        return told(seats.start(asked.task, agent=asked.agent, trial=asked.trial, seed=asked.seed), request)

    @app.get("/sessions/{session}")
    def describe(session: str, request: Request) -> SessionForm:
        """A session as it stands now."""
        return told(seats.of(session), request)

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
    def say(session: str, asked: TextForm, request: Request) -> SessionForm:
        """Sends the user a last message, which ends the episode; a step."""
        seat = seats.of(session)
        seat.session.say(asked.text)
        return told(seat, request)

    @app.post("/sessions/{session}/give_up")
    def give_up(session: str, asked: TextForm, request: Request) -> SessionForm:
        """Reports that the task cannot be done, which ends the episode; a step."""
        seat = seats.of(session)
        seat.session.give_up(asked.text)
        return told(seat, request)

    @app.post("/sessions/{session}/reset")
    def reset(session: str, asked: ResetForm, request: Request) -> SessionForm:
        """Ends the session, and begins another try by the same name and address."""
        return told(seats.reset(session, asked.task), request)

    @app.post("/sessions/{session}/finish")
    def finish(session: str) -> FinishForm:
        """Grades the session, with reasons; twice gives the same. For the harness: an agent has no need of it."""
        seat, result = seats.finish(session)
        return FinishForm(result=result, saved=seat.saved, not_saved=seat.not_saved)

    @app.delete("/sessions/{session}", status_code=204)
    def close(session: str) -> None:
        """Ends the session, as stopped where it was not finished, saves it, and forgets it."""
        seats.close_one(session)


def serve_gym(
    seats: Seats, host: str = "127.0.0.1", port: int = 0, *, token: str = "", tell: Callable[[str], object] = print
) -> None:
    """Serves until Ctrl-C or a polite kill.

    Args:
        seats: the sessions; stay open.
        host: address to listen at; `127.0.0.1` lets nobody else in.
        port: 0 for any free one.
        token: that each request must show which does not come by a ticket. Beyond loopback there must be one.
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


async def _explain_form(_: Request, error: Exception) -> Response:
    """What does not fit the description of a request."""
    assert isinstance(error, RequestValidationError)
    found = [f"{'.'.join(map(str, one['loc'][1:])) or 'body'}: {one['msg']}" for one in error.errors()]
    return _trouble("InputError", "; ".join(found), 422, "/openapi.json describes every request.")


async def _explain_refusal(_: Request, error: Exception) -> Response:
    """What is refused before a session is asked: an address or a method that is not there, a body that is too long."""
    assert isinstance(error, AnyHTTPException)
    kind = "Refused" if error.status_code == 413 else HTTPStatus(error.status_code).phrase.title().replace(" ", "")
    answer = _trouble(kind, str(error.detail), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


def _trouble(kind: str, message: str, status: int, hint: str = "") -> Response:
    return JSONResponse(TroubleForm(kind=kind, message=message, hint=hint).model_dump(), status)
