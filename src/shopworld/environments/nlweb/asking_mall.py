"""A mall whose shops answer questions at `/ask`; all else is the shops' own, byte for byte."""

from __future__ import annotations

from dataclasses import replace
from typing import cast
from urllib.parse import parse_qs

import orjson
from starlette.responses import Response

from shopworld.environments.corpus import Corpus
from shopworld.environments.nlweb.answers import MODES, Question, answer
from shopworld.environments.nlweb.events import Asked
from shopworld.episode import Episode
from shopworld.mall import SOLUTION_SITE, Receive, Scope, Send, Served, Site, Sites

PATH = "/ask"
_LONGEST = 2_000
_MOST_PREVIOUS = 20
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class AskingMall:
    """A mall with one end point more in each shop, to be served in place of it.

    Args:
        mall: whose shops.
        corpus: of its pages.
    """

    def __init__(self, mall: Served, corpus: Corpus) -> None:
        self.name = mall.name
        self.sites = Sites([_with_ask(site, corpus) for site in mall.sites])


def _with_ask(site: Site, corpus: Corpus) -> Site:
    if site.name == SOLUTION_SITE:
        return site
    return replace(site, application=AskApplication(site, corpus))


class AskApplication:
    """A shop's application that answers `GET /ask` itself and hands on everything else.

    Args:
        site: the shop.
        corpus: of the mall's pages; of which this shop's are searched.
    """

    def __init__(self, site: Site, corpus: Corpus) -> None:
        self._name, self._host, self._shop = site.name, site.host, site.application
        self._corpus = corpus

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if scope["path"] not in (PATH, f"{PATH}/"):
            await self._shop(scope, receive, send)
            return
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return _told({"error": "Ask by GET."}, 405)
        fields = {
            name: values[-1].strip()[:_LONGEST]
            for name, values in parse_qs(cast(bytes, scope["query_string"]).decode("utf-8", "replace")).items()
        }
        mode = fields.get("mode", MODES[0])
        if not fields.get("query"):
            return _told({"error": "query: what is asked is missing."}, 400)
        if mode not in MODES:
            return _told({"error": f"mode: {mode!r} is not known, expected one of {', '.join(MODES)}."}, 400)
        question = Question(
            fields["query"],
            tuple(part.strip() for part in fields.get("prev", "").split(",") if part.strip())[-_MOST_PREVIOUS:],
            fields.get("decontextualized_query", ""),
            mode,
            fields.get("query_id", ""),
        )
        content = answer(self._corpus, self._host, question)
        if scope["method"] == "GET":
            self._record(scope["shopworld.episode"], question, [one["url"] for one in content["results"]])
        return _told(content, 200)

    def _record(self, episode: Episode, question: Question, urls: list[str]) -> None:
        asked = Asked(query=question.query, decontextualized=question.whole, mode=question.mode, results=tuple(urls))
        episode.record(asked, shop=self._name)


def _told(content: dict[str, object], status: int) -> Response:
    return Response(orjson.dumps(content), status, _HEADERS, "application/json")
