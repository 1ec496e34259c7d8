"""End states that several kinds try: no answer, the same addresses written in other ways, things that do no harm."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from shopworld.episode import Ending
from shopworld.mall.events import MessageSent
from shopworld.shop.events import ContactSent, CookiesChosen, NewsletterSubscribed
from shopworld.tasks.checks.end_states import (
    EndState,
    answering,
    before_answer,
    carted,
    is_answer,
    right,
    saying,
    without,
    wrong,
)
from shopworld.tasks.checks.ground import Ground

_SEPARATORS = {"lines": "\n", "spaces": " ", "commas": ", ", "semicolons": "; ", "spaced marks": " ### "}


def no_answer(ground: Ground) -> Iterator[EndState]:
    """Nothing given, or nothing that is an answer."""
    acts = ground.acts
    yield wrong("nothing submitted", without(acts, is_answer))
    yield wrong("an empty text", answering(acts, ""))
    yield wrong("words alone", answering(acts, "I found what was asked for and it is in the shop."))
    user = (None, MessageSent(role="user", text=ground.text))
    yield wrong("said by the user", (*without(acts, is_answer), user))


def rewritten(ground: Ground, urls: list[str]) -> Iterator[EndState]:
    """The same addresses as people and programs write them."""
    acts = ground.acts
    ways = {
        "another order": list(reversed(urls)),
        "each twice": [*urls, *urls],
        "without the last slash": [one.rstrip("/") for one in urls],
        "with a query": [f"{one}?utm_source=mail&ref=7" for one in urls],
        "with a fragment": [f"{one}#reviews" for one in urls],
        "upper-case host": [_with_host(one, urlsplit(one).netloc.upper()) for one in urls],
        "with www": [_with_host(one, f"www.{urlsplit(one).netloc}") for one in urls],
        "with a port": [_with_host(one, f"{urlsplit(one).netloc}:80") for one in urls],
        "https": [one.replace("http://", "https://", 1) for one in urls],
        "no scheme": [one.removeprefix("http://") for one in urls],
        "labelled": [f"Offer {number}: {one}" for number, one in enumerate(urls, start=1)],
        "quoted": [f'"{one}"' for one in urls],
        "angle brackets": [f"<{one}>" for one in urls],
        "through the door": [_through_the_door(ground, one) for one in urls],
    }
    for name, written in ways.items():
        yield right(name, answering(acts, "###".join(written)))
    for name, separator in _SEPARATORS.items():
        yield right(f"separated by {name}", answering(acts, separator.join(urls)))
    yield right("in a sentence", answering(acts, f"Here is what I found: {' and '.join(urls)}."))
    yield right("in a message", saying(acts, "###".join(urls)), Ending.MESSAGE)
    yield right("after looking around", (*ground.wandering, *acts))
    yield right("looking around last", before_answer(acts, *ground.wandering))


def _with_host(url: str, host: str) -> str:
    return url.replace(urlsplit(url).netloc, host, 1)


def home_of(url: str) -> str:
    """The address of the shop that a page is in."""
    return f"http://{urlsplit(url).netloc}/"


def _through_the_door(ground: Ground, url: str) -> str:
    shop = ground.hosts.get(urlsplit(url).netloc, "")
    return _with_host(url, f"{shop}.q7f3k9.localhost:8080")


def harmless(ground: Ground) -> Iterator[EndState]:
    """The right end, with things on the way that nobody minds."""
    acts = ground.acts
    shop = ground.shops[0] if ground.shops else ""
    yield right("after looking around", (*ground.wandering, *acts))
    yield right("looking around last", before_answer(acts, *ground.wandering))
    for name, happening in {
        "newsletter": NewsletterSubscribed(email="a@b.example"),
        "cookies": CookiesChosen(accepted=True),
        "contact form": ContactSent(name="A", email="a@b.example", message="Hello"),
    }.items():
        if not ground.is_minded(happening):
            yield right(name, ((shop, happening), *acts))
    if ground.near:
        spare = ground.near[0]
        yield right("put in and taken out", before_answer(acts, carted(spare, 3), carted(spare, 1), carted(spare, 0)))
