"""The solution page: a labelled field and a button. What is submitted there ends the episode (WebMall, section 3)."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shopworld.episode import Ending, Episode
from shopworld.mall.events import AnswerSubmitted
from shopworld.mall.fonts import font_response
from shopworld.mall.pages import not_found_page, solution_page, submitted_page
from shopworld.mall.reply import Receive, Scope, Send

FIELD = "solution"
"""Name of the form's field."""


class SolutionPage:
    """The solution page as an ASGI application; expects `scope["shopworld.episode"]`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Shows the form, or takes the answer."""
        request = Request(scope, receive)
        if request.url.path != "/":
            response = font_response(request.url.path) or HTMLResponse(not_found_page(), 404)
        elif request.method == "POST":
            response = _submit(scope["shopworld.episode"], await request.body())
        else:
            response = HTMLResponse(solution_page(FIELD))
        await response(scope, receive, send)


def _submit(episode: Episode, body: bytes) -> Response:
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    text = "\n".join(fields.get(FIELD, ())).replace("\r\n", "\n").strip()
    if not text:
        return HTMLResponse(solution_page(FIELD, error="Enter your result first."), 422)
    episode.record(AnswerSubmitted(text=text))
    episode.end(Ending.SUBMITTED)
    return HTMLResponse(submitted_page(text))
