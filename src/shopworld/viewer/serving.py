"""The viewer over a local server that follows run folders while they are written."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from shopworld.errors import EnvironmentFault, ShopworldError
from shopworld.evaluation import Result
from shopworld.evaluation.report import ReadRun
from shopworld.viewer.collection import RunCollection
from shopworld.viewer.documents import packed
from shopworld.viewer.labelling import LabelServer
from shopworld.viewer.overview import overview, run_names, trials_of
from shopworld.viewer.page import content_policy, viewer_page
from shopworld.viewer.sampling import SampledTrial
from shopworld.viewer.trial import ShownTrial

HOSTS = ("127.0.0.1", "localhost")
TEXTS_AT_ONCE = 200
"""Trials whose texts are sent in one piece."""
LOOPBACK = "127.0.0.1"


class ViewerServer:
    """Answers the viewer's page. Reads run folders, and writes nothing.

    Args:
        collection: the runs.
    """

    def __init__(self, collection: RunCollection) -> None:
        self._collection = collection
        self._told: tuple[str, bytes] = ("", b"")
        self._turn = threading.Lock()
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/api/state", self._state),
                Route("/api/overview", self._overview),
                Route("/api/texts/{piece:int}", self._texts),
                Route("/api/trial/{run}/{agent:path}/{task}/{trial:int}", self._trial),
                Route("/api/trial/{run}/{agent:path}/{task}/{trial:int}/texts", self._trial_texts),
                Route("/picture/{run}/{agent:path}/{task}/{trial:int}/{attempt}/{name}", self._picture),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS))],
        )

    async def _page(self, request: Request) -> Response:
        headers = {"Content-Security-Policy": content_policy(inside=False), **_HEADERS}
        return Response(viewer_page({}), media_type="text/html", headers=headers)

    async def _state(self, request: Request) -> Response:
        return await self._answer(lambda: str(self._collection.state()).encode(), "text/plain")

    async def _overview(self, request: Request) -> Response:
        return await self._answer(self.overview)

    def overview(self) -> bytes:
        """The overview of the runs as they are now, made anew only where one has changed."""
        with self._turn:
            state = str(self._collection.state())
            if self._told[0] != state:
                self._told = state, packed(overview(self._collection, live=True), level=1)
            return self._told[1]

    async def _texts(self, request: Request) -> Response:
        first = request.path_params["piece"] * TEXTS_AT_ONCE

        def texts() -> bytes:
            trials = trials_of(self._collection.runs())[first : first + TEXTS_AT_ONCE]
            told = [orjson.Fragment(ShownTrial(self._collection, *one).texts().to_json()) for one in trials]
            return gzip.compress(orjson.dumps(told), compresslevel=1, mtime=0)

        return await self._answer(texts)

    async def _trial(self, request: Request) -> Response:
        return await self._answer(lambda: packed(self._asked(request).detail()))

    async def _trial_texts(self, request: Request) -> Response:
        return await self._answer(lambda: packed(self._asked(request).texts()))

    async def _picture(self, request: Request) -> Response:
        name = request.path_params["name"]
        try:
            folder = await run_in_threadpool(lambda: self._asked(request).folder)
        except LookupError:
            return _nothing("trial")
        file = folder / name
        if Path(name).name != name or not name.endswith(".jpg") or not file.is_file():
            return _nothing("picture")
        return FileResponse(file, media_type="image/jpeg", headers={**_HEADERS, "Cache-Control": "max-age=3600"})

    def _asked(self, request: Request) -> ShownTrial:
        """The trial that an address names. Raises LookupError where there is none."""
        asked = request.path_params
        run, result = self._found(asked["run"], asked["agent"], asked["task"], asked["trial"])
        attempt = request.query_params.get("attempt", asked.get("attempt", ""))
        return ShownTrial(self._collection, run, result, attempt=int(attempt) if attempt.isdecimal() else None)

    def _found(self, name: str, agent: str, task: str, trial: int) -> tuple[ReadRun, Result]:
        runs = self._collection.runs()
        names = run_names(runs)
        for run in runs:
            if names[id(run)].replace("/", " ") == name:
                for result in run.results:
                    if (result.agent, result.task, result.trial) == (agent, task, trial):
                        return run, result
        raise LookupError(name)

    async def _answer(self, work: Callable[[], bytes], kind: str = "application/json") -> Response:
        try:
            body = await run_in_threadpool(work)
        except LookupError:
            return _nothing("trial")
        except ShopworldError as error:  # a file of a run that is wrong
            return Response(str(error), 500, media_type="text/plain", headers=_HEADERS)
        packed_body = {"Content-Encoding": "gzip"} if body[:2] == b"\x1f\x8b" else {}
        return Response(body, media_type=kind, headers={**_HEADERS, "Cache-Control": "no-store", **packed_body})


_HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY"}


def _nothing(what: str) -> Response:
    return Response(f"there is no such {what}", 404, media_type="text/plain", headers=_HEADERS)


def serve_view(collection: RunCollection, *, port: int = 0, told: Callable[[str], None] | None = None) -> None:
    """Serves the viewer on loopback until it is interrupted.

    Args:
        collection: the runs.
        port: 0: any that is free.
        told: is given the address when it can be opened.

    Raises:
        EnvironmentFault: the port is taken.
    """
    server = ViewerServer(collection)

    def make_ready() -> None:
        with suppress(ShopworldError):  # who opens the page is told
            server.overview()

    threading.Thread(target=make_ready, daemon=True).start()  # until a browser is there, much of it is done
    _serve(server.app, port, told)


def serve_labels(
    collection: RunCollection,
    trials: list[SampledTrial],
    labeller: str,
    *,
    port: int = 0,
    told: Callable[[str], None] | None = None,
) -> None:
    """Serves the page on which a person judges trials, on loopback, until it is interrupted.

    Args:
        collection: the runs.
        trials: what is judged, in order.
        labeller: who judges.
        port: 0: any that is free.
        told: is given the address when it can be opened.

    Raises:
        EnvironmentFault: the port is taken.
    """
    _serve(LabelServer(collection, trials, labeller).app, port, told)


def _serve(app: Starlette, port: int, told: Callable[[str], None] | None) -> None:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
    except OSError as error:
        listening.close()
        raise EnvironmentFault(f"port {port} cannot be used: {error.strerror}", hint="Give another --port.") from error
    listening.listen()  # before the address is told: who comes at once waits until it is served
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
    if told is not None:
        told(f"http://{LOOPBACK}:{listening.getsockname()[1]}/")
    uvicorn.Server(config).run(sockets=[listening])
