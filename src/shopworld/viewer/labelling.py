"""A local page on which people judge trials: the agent, its score and every verdict are hidden."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import minijinja
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from shopworld.errors import ShopworldError
from shopworld.evaluation import RunFolder, Step, call_text
from shopworld.evaluation.judges import (
    LABELS,
    JudgedTrial,
    PersonLabel,
    clean_labeller,
    keep_labels,
    product_seen,
    read_person_labels,
)
from shopworld.viewer.collection import RunCollection
from shopworld.viewer.sampling import SampledTrial

HOSTS = ("127.0.0.1", "localhost")
YES, NO = "yes", "no"
LONGEST_TREE = 20_000
"""Characters of a page's text that are shown for a step."""


@dataclass(frozen=True, slots=True)
class _SeenStep:
    number: int
    action: str
    thought: str
    error: str
    title: str
    url: str
    text: str
    picture: str


class LabelServer:
    """Shows trials one by one and keeps what is said of them in `labels.jsonl` of their run folders.

    Args:
        collection: the runs.
        trials: what is judged, in order.
        labeller: who judges.
    """

    def __init__(self, collection: RunCollection, trials: list[SampledTrial], labeller: str) -> None:
        self._collection, self._trials, self._labeller = collection, trials, clean_labeller(labeller)
        self._token = secrets.token_urlsafe(16)
        self.app = Starlette(
            routes=[
                Route("/", self._first),
                Route("/{number:int}", self._page),
                Route("/{number:int}", self._keep, methods=["POST"]),
                Route("/{number:int}/{name}", self._picture),
            ],
            middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS))],
        )

    def _said(self, trial: SampledTrial) -> dict[str, bool]:
        """What this person said of a trial before, by criterion."""
        path = trial.run.path / LABELS
        if not path.exists():
            return {}
        key = (self._labeller, trial.result.agent, trial.result.task, trial.result.trial)
        labels = read_person_labels(path)
        return {one.criterion: one.label for one in labels if (one.labeller, *one.about[:3]) == key}

    def _is_done(self, trial: SampledTrial) -> bool:
        return {one.criterion for one in trial.questions} <= self._said(trial).keys()

    async def _first(self, request: Request) -> Response:
        open_ones = [at for at, one in enumerate(self._trials) if not self._is_done(one)]
        return RedirectResponse(f"/{open_ones[0] if open_ones else 0}", 303)

    async def _page(self, request: Request) -> Response:
        number = request.path_params["number"]
        if number >= len(self._trials):
            return _nothing()
        try:
            page, nonce = await run_in_threadpool(self._shown, number)
        except ShopworldError as error:
            return Response(str(error), 500, media_type="text/plain", headers=_HEADERS)
        return Response(page, media_type="text/html", headers={**_HEADERS, "Content-Security-Policy": _policy(nonce)})

    async def _keep(self, request: Request) -> Response:
        number = request.path_params["number"]
        if number >= len(self._trials):
            return _nothing()
        form = await request.form()
        if not secrets.compare_digest(str(form.get("token", "")).encode(), self._token.encode()):
            return Response("this form is not of this page; open it again", 403, media_type="text/plain")
        given = self._given(self._trials[number], form)
        try:
            await run_in_threadpool(keep_labels, self._trials[number].run.path, given)
        except ShopworldError as error:
            return Response(str(error), 500, media_type="text/plain", headers=_HEADERS)
        later = [at for at in range(number + 1, len(self._trials)) if not self._is_done(self._trials[at])]
        return RedirectResponse(f"/{later[0]}" if later else "/", 303)

    def _given(self, trial: SampledTrial, form: FormData) -> list[PersonLabel]:
        one = trial.result
        return [
            PersonLabel(self._labeller, one.agent, one.task, one.trial, question.criterion, said == YES)
            for number, question in enumerate(trial.questions)
            if (said := form.get(f"q{number}")) in (YES, NO)
        ]

    async def _picture(self, request: Request) -> Response:
        number, name = request.path_params["number"], request.path_params["name"]
        if number >= len(self._trials) or Path(name).name != name or not name.endswith(".jpg"):
            return _nothing()
        one = self._trials[number]
        file = RunFolder(one.run.path).attempt(one.result.key, one.result.attempt) / name
        if not file.is_file():
            return _nothing()
        return FileResponse(file, media_type="image/jpeg", headers=_HEADERS)

    def _shown(self, number: int) -> tuple[str, str]:
        trial, nonce = self._trials[number], secrets.token_urlsafe(16)
        hosts = dict(trial.run.world.shops)
        with self._collection.catalog(trial.run) as catalog:
            case = JudgedTrial.read(RunFolder(trial.run.path), trial.result, trial.task, hosts, catalog)
            product = product_seen(case)
        said = self._said(trial)
        page = self._templates.render_template(
            "label.html",
            nonce=nonce,
            token=self._token,
            labeller=self._labeller,
            number=number,
            count=len(self._trials),
            done=sum(self._is_done(one) for one in self._trials),
            goal=trial.task.goal,
            answer=case.answer,
            ended=case.ended_itself,
            product=product,
            steps=[_seen(step, by_calls=trial.result.by_calls) for step in case.steps],
            questions=[(one.text, said.get(one.criterion)) for one in trial.questions],
        )
        return page, nonce

    @cached_property
    def _templates(self) -> minijinja.Environment:
        folder = Path(__file__).parent / "templates"
        return minijinja.Environment(
            loader=lambda name: (folder / name).read_text(encoding="utf-8"),
            auto_escape_callback=lambda _name: "html",
            undefined_behavior="strict",
            trim_blocks=True,
            lstrip_blocks=True,
        )


def _seen(step: Step, *, by_calls: bool) -> _SeenStep:
    text = step.result or step.tree
    return _SeenStep(
        step.number,
        call_text(step.action) if by_calls and step.action else step.action,
        step.thought,
        step.error,
        step.title,
        step.url,
        text if len(text) <= LONGEST_TREE else f"{text[:LONGEST_TREE]} …",
        step.screenshot,
    )


_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


def _policy(nonce: str) -> str:
    return (
        f"default-src 'none'; style-src 'nonce-{nonce}'; img-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )


def _nothing() -> Response:
    return Response("there is no such trial", 404, media_type="text/plain", headers=_HEADERS)
