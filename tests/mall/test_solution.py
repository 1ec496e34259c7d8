"""The solution page: a form that assistive technology and agents understand, and what becomes of an answer."""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.mall import AnswerSubmitted
from shopworld.mall.reply import call
from shopworld.mall.solution import SolutionPage


def ask(episode: Episode, method: str = "GET", path: str = "/", body: bytes = b"") -> tuple[int, str]:
    """What the solution page answers in that episode: status and page."""
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"solution.example"), (b"content-type", b"application/x-www-form-urlencoded")],
        "shopworld.episode": episode,
    }
    reply = asyncio.run(call(SolutionPage(), scope, body, origin="http://solution.example"))
    return reply.status, reply.body.decode()


def an_episode() -> Episode:
    return Episode(EpisodeIdentity("a", "t"), "e0")


def test_the_form_is_labelled() -> None:
    page = LexborHTMLParser(ask(an_episode())[1])
    (field,) = page.css("textarea")
    (label,) = page.css(f"label[for='{field.attributes['id']}']")
    assert label.text(strip=True) == "Your result"
    (button,) = page.css("form[method='post'] button[type='submit']")
    assert button.text(strip=True) == "Submit Final Result"
    assert page.css("html")[0].attributes["lang"] == "en"
    assert page.css("main h1")
    assert page.css("script") == []


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: text.strip() != ""))
def test_the_answer_is_recorded_as_entered(text: str) -> None:
    episode = an_episode()
    status, page = ask(episode, "POST", body=urlencode({"solution": text}).encode())
    assert status == 200
    assert "Your result was submitted" in page
    assert [event.payload for event in episode.events] == [AnswerSubmitted(text=text.replace("\r\n", "\n").strip())]
    assert episode.ending is Ending.SUBMITTED


@pytest.mark.parametrize("body", [b"", b"solution=", b"solution=%20%0d%0a", b"other=x", b"\xff\xfe", b"=&=&;"])
def test_an_empty_answer_is_asked_for_again(body: bytes) -> None:
    episode = an_episode()
    status, page = ask(episode, "POST", body=body)
    assert status == 422
    assert LexborHTMLParser(page).css("[role='alert']")[0].text() == "Enter your result first."
    assert episode.events == []
    assert episode.ending is None


def test_what_was_entered_is_shown_as_text() -> None:
    _, page = ask(an_episode(), "POST", body=urlencode({"solution": "<script>alert(1)</script>"}).encode())
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("path", ["/other", "/index.html", "/fonts/none.ttf"])
def test_other_paths_are_not_there(path: str) -> None:
    assert ask(an_episode(), path=path)[0] == 404
