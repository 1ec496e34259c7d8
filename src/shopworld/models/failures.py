"""What a failed try means: try again, and when; or give up, and whose fault it is."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from shopworld.errors import ContextOverflow, ModelError, ModelReplyError, ShopworldError
from shopworld.models.messages import Usage

FIRST_DELAY = 1.0
LONGEST_DELAY = 60.0

_TRANSIENT = frozenset({408, 409, 425, 429})
_OVERFLOW = re.compile(
    r"context[_ ](length|window)|maximum context|prompt is too long|too many (input )?tokens|"
    r"input (is|length).{0,40}(too long|exceed)|exceeds? the (maximum|available) (context|number of tokens)",
    re.IGNORECASE,
)
_TOO_LARGE = re.compile(r"request too large|must be reduced", re.IGNORECASE)
"""A single prompt that is above the rate limit: it never passes, however long one waits."""
_FILTERED = re.compile(r"content_filter|content management policy|content policy|safety system", re.IGNORECASE)
_OUT_OF_MONEY = re.compile(r"insufficient_quota|credit balance|billing|insufficient credits", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Failure:
    """A try that failed.

    Attributes:
        kind: `rate_limit`, `server`, `time_out`, `connection` or `broken`, where another try may help.
        message: what the provider said.
        wait: seconds the provider asks to wait, if it does.
        final: what to raise at once, where another try cannot help.
        usage: what the provider says that it used all the same.
    """

    kind: str
    message: str
    wait: float | None = None
    final: ShopworldError | None = None
    usage: Usage = field(default_factory=Usage)


def read_status(status: int, message: str, headers: Mapping[str, str], model: str) -> Failure:
    """Judges an answer with an error status.

    Args:
        status: HTTP status, 400 or above.
        message: what the provider said, without the key.
        headers: of the answer; names in lower case.
        model: `provider/model`, for messages.
    """
    said = f"{model} answered {status}: {shorten(message)}"
    if status == 402 or (status in (403, 429) and _OUT_OF_MONEY.search(message)):
        return Failure("refused", said, final=ModelError(said, hint="The account has no credit left."))
    if status == 429 and _TOO_LARGE.search(message):
        return Failure("refused", said, final=ContextOverflow(said))
    if status in (400, 403) and _FILTERED.search(message):
        return Failure("refused", said, final=ModelReplyError(said, hint="The provider's filter refuses this prompt."))
    if status in _TRANSIENT or status >= 500:
        return Failure("rate_limit" if status == 429 else "server", said, wait=read_wait(headers))
    if status in (400, 413, 422) and (status == 413 or _OVERFLOW.search(message)):
        return Failure("refused", said, final=ContextOverflow(said))
    hints = {
        401: "The key is wrong; see docs/models.md on where keys are looked for.",
        403: "The key may not use this model.",
        404: "The provider has no such model, or the address is wrong.",
    }
    hint = hints.get(status, "The provider refuses the request; a setting may not fit the model.")
    return Failure("refused", said, final=ModelError(said, hint=hint))


def read_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from `retry-after-ms` or `Retry-After` (seconds or a date); None where nothing is said."""
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after", "").strip()
    seconds = _number(text)
    if seconds is not None or not text:
        return seconds
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    when = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def delay(tries: int, wait: float | None, chance: random.Random) -> float:
    """Seconds until the next try: what the provider asks, or longer each time; some more by chance, so that
    clients that were turned away together do not come back together.

    Args:
        tries: failed ones so far, at least one.
        wait: what the provider asks.
        chance: seeded.
    """
    if wait is not None:
        return wait + chance.random() * min(1.0, 0.1 * wait + 0.05)
    longest = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** (min(tries, 20) - 1))
    return longest * (0.5 + 0.5 * chance.random())


def shorten(message: str, most: int = 400) -> str:
    """A provider's message in one line of readable length."""
    line = " ".join(message.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None
