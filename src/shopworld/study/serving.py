"""A study over HTTP: a session per browser, its task above the shops, which have addresses by path."""

from __future__ import annotations

import hmac
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from shopworld.closing import Closing
from shopworld.errors import EpisodeError, RunError, ShopworldError
from shopworld.evaluation import Result, Session, Status
from shopworld.mall import LOOPBACK, AppServer, PathDoor, is_of_own_page, small_body
from shopworld.study.pages import page, refusal
from shopworld.study.participants import Participant, is_key, new_key
from shopworld.study.playing import NO_LIMIT
from shopworld.study.study import Study
from shopworld.tasks import Task

COOKIE = "shopworld_participant"
SHOPS = "/shop"
_COOKIE_SECONDS = 60 * 24 * 3600
_METHODS = ["GET", "HEAD", "POST"]


class StudyServer(Closing):
    """Serves a study to browsers, in a thread of its own. A context manager.

    Args:
        study: who plays what; not closed with its server.
        host: address to listen at; another than this machine's own lets others in.
        port: 0 takes a free one.
        token: that whoever joins must show; it stands in the address. Empty: nobody is asked.

    Raises:
        MallError: nothing can listen there.
    """

    def __init__(self, study: Study, *, host: str = "127.0.0.1", port: int = 0, token: str = "") -> None:
        self._study, self._token = study, token
        self._shown: dict[int, int] = {}
        local = [Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])]
        self.app = Starlette(
            routes=[
                Route("/", self._front),
                Route("/join", self._join, methods=["POST"]),
                Route("/begin", self._begin, methods=["POST"]),
                Route("/task", self._task),
                Route("/answer", self._answer, methods=["POST"]),
                Route("/state", self._state),
                Route(f"{SHOPS}/{{site}}/{{path:path}}", self._shop, methods=_METHODS),
            ],
            middleware=local if host in LOOPBACK else [],
            exception_handlers={ShopworldError: _failed},
        )
        self._server = AppServer(self.app, host, port)

    @property
    def address(self) -> str:
        """Where people begin."""
        return self._server.address + (f"?token={quote(self._token)}" if self._token else "")

    def address_of(self, key: str) -> str:
        """Where the participant of that key goes on."""
        return f"{self._server.address}?token={key}"

    @property
    def everybody_knows(self) -> bool:
        """Whether each browser that was here was shown the page that follows its last result."""
        here = {one.number: one for one in self._study.participants}
        return all(shown >= len(self._study.results(here[number])) for number, shown in tuple(self._shown.items()))

    def close(self) -> None:
        """Hangs up."""
        self._server.close()

    async def _front(self, request: Request) -> Response:
        key = request.query_params.get("token", "")
        if self._study.who(key) is not None:  # by a link of their own
            return _named(key)
        one = self._who(request)
        if one is None:
            return self._welcome(request)
        if await run_in_threadpool(self._study.session, one) is not None:
            return RedirectResponse("/task", 303)
        done, told = self._study.results(one), None if self._study.text else "told"
        last = done[-1] if done else None
        shown = page(
            "between",
            title="Shopping tasks",
            done=len(done),
            left=len(one.tasks) - len(done),
            count=len(one.tasks),
            checks=last.checks if told and last else None,
            passed=last is not None and last.status is Status.PASSED,
            verdict=verdict(last) if last else "",
            steps=last.steps if last else 0,
            seconds=round(last.seconds) if last else 0,
        )
        shown.background = BackgroundTask(self._shown.update, {one.number: len(done)})  # when it has been sent
        return shown

    def _welcome(self, request: Request) -> Response:
        token = request.query_params.get("token", "")
        if not self._admits(token) or not self._study.text:
            return refusal(403, "Not without its token", "Open the whole address that you were given.")
        study = self._study
        seconds = study.play.opening.settings.max_seconds
        return page(
            "welcome",
            title="A study of shopping",
            text=study.text,
            full=study.is_full,
            token=token,
            key=new_key(),
            count=study.each,
            minutes=round(seconds / 60, 1) if seconds < NO_LIMIT else 0,
        )

    async def _join(self, request: Request) -> Response:
        form = await _form(request)
        if form is None or not self._admits(form.get("token", "")) or not self._study.text:
            return refusal(403, "Not without its token", "Open the whole address that you were given.")
        if self._who(request) is not None:
            return RedirectResponse("/", 303)
        try:
            given = form.get("key", "")
            key, _ = await run_in_threadpool(self._study.join, given if is_key(given) else "")
        except RunError:
            return self._welcome(request)
        return _named(key)

    async def _begin(self, request: Request) -> Response:
        one = self._who(request)
        if one is None or await _form(request) is None:
            return refusal(403, "Who are you?", "Open the address that you were given, and begin there.")
        try:
            await run_in_threadpool(self._study.begin, one)
        except EpisodeError:  # all are played
            return RedirectResponse("/", 303)
        return RedirectResponse("/task", 303)

    async def _task(self, request: Request) -> Response:
        one = self._who(request)
        session = await run_in_threadpool(self._study.session, one) if one is not None else None
        if one is None or session is None:
            return RedirectResponse("/", 303)
        self._shown.setdefault(one.number, len(self._study.results(one)))
        return page("task", **self._told(one, session))

    def _told(self, one: Participant, session: Session) -> dict[str, Any]:
        sites = list(self._study.play.server.mall.sites)
        start = urlsplit(session.start_url)
        home = next(site for site in sites if site.host == start.netloc)
        rest = (start.path or "/") + (f"?{start.query}" if start.query else "")
        named = [site for site in sites if site is home or site.host in session.goal]
        limit = self._study.play.opening.settings.max_seconds
        left = session.seconds_left()
        return {
            "title": "A shopping task",
            "number": len(self._study.results(one)) + 1,
            "count": len(one.tasks),
            "goal": session.goal,
            "intent": session.task.intent if isinstance(session.task, Task) else session.goal,
            "label": session.episode.label,
            "start": session.start_url,
            "first": f"{SHOPS}/{home.name}{rest}",
            # What the goal does not name is not told here either.
            "shops": [{"title": site.title, "path": f"{SHOPS}/{site.name}/"} for site in named],
            "data": {
                "label": session.episode.label,
                "left": left if limit < NO_LIMIT else None,
                "taken": limit - left,
                "sites": [{"path": f"{SHOPS}/{site.name}/", "address": site.address} for site in named],
            },
        }

    async def _answer(self, request: Request) -> Response:
        one, form = self._who(request), await _form(request)
        if one is None or form is None:
            return refusal(403, "Who are you?", "Open the address that you were given, and begin there.")
        study, text = self._study, form.get("text", "").strip()
        session = await run_in_threadpool(study.session, one)
        if session is None or session.episode.label != form.get("label"):  # of a task that is over
            return RedirectResponse("/", 303)
        try:
            if form.get("act") == "give-up":
                await run_in_threadpool(study.give_up, one)
            elif form.get("act") == "infeasible":
                await run_in_threadpool(study.report_infeasible, one, text)
            else:
                await run_in_threadpool(study.answer, one, text)
        except EpisodeError:  # it ended at the same moment
            await run_in_threadpool(study.session, one)
        return RedirectResponse("/", 303)

    async def _state(self, request: Request) -> Response:
        one = self._who(request)
        session = await run_in_threadpool(self._study.session, one) if one is not None else None
        return PlainTextResponse(session.episode.label if session else "", headers={"Cache-Control": "no-store"})

    async def _shop(self, request: Request) -> Response:
        one, site = self._who(request), request.path_params["site"]
        session = await run_in_threadpool(self._study.session, one) if one is not None else None
        if session is None:
            return refusal(410, "This task is over", "What you do here is not recorded any more.")
        if self._study.play.server.mall.sites.named(site) is None:
            return refusal(404, "Nothing here", f"There is no shop {site!r}.")
        door = PathDoor(site, session.episode.label, f"{SHOPS}/{site}", framed=True)
        return await door.answer(request, self._study.play.server.door_port)

    def _who(self, request: Request) -> Participant | None:
        return self._study.who(request.cookies.get(COOKIE, ""))

    def _admits(self, token: str) -> bool:
        return not self._token or hmac.compare_digest(token.encode(), self._token.encode())


def verdict(result: Result) -> str:
    """A result in one sentence."""
    if result.status is Status.PASSED:
        return "Passed."
    if result.status is Status.FAILED and result.state_reward == 1.0:
        return "Not passed: all checks hold, but you gave up instead of saying that you are done."
    if result.status is Status.LIMIT:
        return "Not passed: the time was up" + (", though all checks hold." if result.state_reward == 1.0 else ".")
    return f"Not passed: {result.error}." if result.error else "Not passed."


def _named(key: str) -> Response:
    """Lets a browser come back as the participant of that key."""
    found = RedirectResponse("/", 303)
    found.set_cookie(COOKIE, key, max_age=_COOKIE_SECONDS, httponly=True, samesite="lax")
    return found


async def _form(request: Request) -> dict[str, str] | None:
    """What a form of our own pages says; None where it is another's, or too large."""
    if not is_of_own_page(request) or (body := await small_body(request)) is None:
        return None
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    return {name: values[0] for name, values in fields.items()}


def _failed(_request: Request, error: Exception) -> Response:
    """A study that cannot go on says so to who sits there, and keeps what it has."""
    return refusal(500, "This did not work", f"{error} What you did is not lost: open this page again in a moment.")
