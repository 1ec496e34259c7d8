"""End states for answers: sets of offers, one chosen product, a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from shopworld.episode import Ending
from shopworld.mall.events import AnswerSubmitted, MessageSent
from shopworld.tasks.checks import AnswerSet, AnswerText, ChosenProduct
from shopworld.tasks.mutations.ground import Ground
from shopworld.tasks.mutations.state import State, answering, before_answer, is_answer, right, saying, without, wrong
from shopworld.tasks.text_answers import read_amount

_SEPARATORS = {"lines": "\n", "spaces": " ", "commas": ", ", "semicolons": "; ", "spaced marks": " ### "}
_ACCEPTED = 12
"""Acceptable products that are tried of an evolved query."""


def answer_set_states(ground: Ground, check: AnswerSet) -> Iterator[State]:
    """Answers that leave out, add, swap or garble, and the same answer written in other ways."""
    offers = [group[0] for group in check.groups]
    urls = [ground.url(one) for one in offers]
    acts, whole = ground.acts, "###".join(urls)
    yield from _no_answer(ground)
    for at, offer in enumerate(offers):
        rest = [url for url in urls if url != urls[at]]
        yield wrong(f"answer {at + 1} left out", answering(acts, "###".join(rest) or "Done"))
        swapped = [ground.url(ground.like(offer)), *rest]
        yield wrong(f"a near duplicate for answer {at + 1}", answering(acts, "###".join(swapped)))
        for there in list(ground.elsewhere(offer))[:2]:
            yield wrong(f"answer {at + 1} at {there.shop}", answering(acts, "###".join([*rest, ground.url(there)])))
        yield wrong(f"answer {at + 1} cut short", answering(acts, "###".join([*rest, urls[at].rstrip("/")[:-2]])))
    for near in ground.near[:6]:
        yield wrong(f"{near.slug} named besides", answering(acts, f"{whole}###{ground.url(near)}"))
    yield wrong("everything named", answering(acts, "###".join([whole, *map(ground.url, ground.near)])))
    home = _home(urls[0])
    yield wrong("a home page named besides", answering(acts, f"{whole}###{home}"))
    yield wrong("a cart named besides", answering(acts, f"{whole}###{home}cart/"))
    yield wrong("a foreign page named besides", answering(acts, f"{whole}###http://elsewhere.example/product/x/"))
    yield wrong("right in a message, then nothing", (*saying(acts, whole), (None, AnswerSubmitted(text="Done"))))
    yield from _rewritten(ground, urls)
    for group in check.groups:
        for other in group[1:]:
            named = [ground.url(other if one == group[0] else one) for one in offers]
            yield right(f"{other.slug} instead", answering(acts, "###".join(named)))
        if len(group) > 1:
            yield right("all that will do", answering(acts, "###".join([*urls, *map(ground.url, group)])))


def chosen_product_states(ground: Ground, check: ChosenProduct) -> Iterator[State]:
    """Choices of other products, of none and of too many; every acceptable product, however it is written."""
    acts, accepted = ground.acts, check.accepted
    url = ground.url(accepted[0])
    yield from _no_answer(ground)
    for near in ground.near:
        yield wrong(f"{near.slug} chosen", answering(acts, ground.url(near)))
    yield wrong("a near duplicate first", answering(acts, f"{ground.url(ground.like(accepted[0]))} {url}"))
    for there in list(ground.elsewhere(accepted[0]))[:3]:
        yield wrong(f"the same page at {there.shop}", answering(acts, ground.url(there)))
    yield wrong("cut short", answering(acts, url.rstrip("/")[:-2]))
    yield wrong("a home page", answering(acts, _home(url)))
    many = [url, *map(ground.url, ground.near), *(f"{_home(url)}product/number-{n}/" for n in range(check.most_named))]
    yield wrong("too many products", answering(acts, "\n".join(many)))
    for one in accepted[:_ACCEPTED]:
        yield right(f"{one.slug} chosen", answering(acts, ground.url(one)))
    yield right("others behind it", answering(acts, " ".join([url, *map(ground.url, ground.near[:3])])))
    yield from _rewritten(ground, [url])


def answer_text_states(ground: Ground, check: AnswerText) -> Iterator[State]:
    """Other texts and amounts, and the same one written in other ways."""
    acts, text = ground.acts, check.accepted[0]
    yield from _no_answer(ground)
    for name, other in _other_texts(text):
        yield wrong(name, answering(acts, other))
    if any(read_amount(one) is None and re.match(r"\s*\d", one) for one in check.accepted):
        yield wrong("as an amount of money", answering(acts, f"${re.findall(r'[0-9.,]+', text)[0]}"))
    for accepted in check.accepted:
        yield right(f"{accepted!r}", answering(acts, accepted))
    for name, same in _same_texts(text):
        yield right(name, answering(acts, same))
    yield right("in a message", saying(acts, text), Ending.MESSAGE)
    yield right("after looking around", (*ground.wandering, *acts))


def _no_answer(ground: Ground) -> Iterator[State]:
    acts = ground.acts
    yield wrong("nothing submitted", without(acts, is_answer))
    yield wrong("an empty text", answering(acts, ""))
    yield wrong("words alone", answering(acts, "I found what was asked for and it is in the shop."))
    user = (None, MessageSent(role="user", text=ground.text))
    yield wrong("said by the user", (*without(acts, is_answer), user))


def _rewritten(ground: Ground, urls: list[str]) -> Iterator[State]:
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


def _home(url: str) -> str:
    return f"http://{urlsplit(url).netloc}/"


def _through_the_door(ground: Ground, url: str) -> str:
    shop = ground.hosts.get(urlsplit(url).netloc, "")
    return _with_host(url, f"{shop}.q7f3k9.localhost:8080")


def _other_texts(text: str) -> Iterator[tuple[str, str]]:
    amount = read_amount(text)
    if amount is not None:
        number = min(amount.readings)
        for name, other in {
            "one more": number + 1,
            "one less": number - 1,
            "a hundredth more": number + number.__class__("0.01"),
            "double": number * 2 + 2,
            "with the other sign": -number - 1,
        }.items():
            yield name, f"{other}"
        for currency in ("GBP", "CHF", "JPY"):
            if amount.currency:
                yield f"in {currency}", f"{number} {currency}"
        yield "a range", f"{number} to {number + 10}"
    else:
        yield "one word less", " ".join(text.split()[:-1]) or "?"
        yield "one letter less", text[:-1] or "?"
        yield "backwards", text[::-1] if text[::-1] != text else f"{text}{text}x"
        higher = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), text)
        yield "all digits one higher", higher if higher != text else f"{text} 1"
    yield "denied", f"not {text}"
    yield "two answers", f"{text} or 997"
    yield "free", "n/a"
    yield "unknown", "I do not know"
    yield "yes", "yes, that is so"
    yield "another number", "100003"


def _same_texts(text: str) -> Iterator[tuple[str, str]]:
    yield "upper case", text.upper()
    yield "lower case", text.lower()
    yield "with space around", f"  {text}\n"
    yield "quoted", f'"{text}"'
    yield "with a full stop", f"{text}."
    amount = read_amount(text)
    if amount is not None and len(amount.readings) == 1:
        (number,) = amount.readings
        if number == int(number):
            yield "with decimals", f"{int(number)}.00"
        yield "without a currency", f"{number}"
        if amount.currency:
            yield "with the currency's code", f"{number} {amount.currency.upper()}"
