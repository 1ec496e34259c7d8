"""The one client through which all calls to language models go."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import orjson

from shopworld.errors import ModelError, ModelFault, ModelReplyError
from shopworld.models.chat import CallMeter
from shopworld.models.completion import (
    BrokenReply,
    StreamedCompletion,
    Told,
    estimate_tokens,
    read_completion,
    told_usage,
)
from shopworld.models.concurrency import ConcurrencyLimit
from shopworld.models.failures import Failure, delay, read_status, shorten
from shopworld.models.keys import find_key, redact
from shopworld.models.messages import ChatRequest, ModelReply, Usage
from shopworld.models.payload import build_payload
from shopworld.models.prices import PriceList
from shopworld.models.provider import ModelName, providers
from shopworld.models.settings import ModelSettings

logger = logging.getLogger("shopworld.models")

TELL_AGAIN_AFTER = 60.0
"""Seconds after which it is told again that a provider fails."""

EMPTY_TRIES = 2
"""Times an empty answer is asked for again before it is taken for the model's answer."""


class ChatClient:
    """Calls one model. Used within one event loop.

    Failures that another try may cure are tried again, with growing delays, or when the provider says; the others are
    raised at once. What the provider says never carries the key.

    Args:
        name: `provider/model`.
        settings: how it is called.
        seed: of the delays' chance.
        folder: where `.env` is looked for; the working directory by default.

    Raises:
        ModelError: no such provider, no key, or the extra `models` is not installed.
        InputError: the file of prices is wrong.
    """

    def __init__(self, name: str, settings: ModelSettings, *, seed: int = 0, folder: Path | None = None) -> None:
        self.name = ModelName.parse(name)
        self.settings = settings
        self.provider = providers()[self.name.provider]
        prices = PriceList.with_overrides(Path(settings.prices) if settings.prices else None)
        self.price = prices.price(name)
        self._key = find_key(self.provider, settings.base_url, folder)
        self._chance = random.Random(f"{seed}:{name}")
        self._limit: ConcurrencyLimit | None = None
        self._told = -TELL_AGAIN_AFTER
        self._sdk = _make_sdk(
            self._key.get_secret_value(), settings.base_url or self.provider.base_url, settings.timeout
        )

    def __repr__(self) -> str:
        return f"ChatClient({str(self.name)!r})"

    @property
    def limit(self) -> ConcurrencyLimit:
        """What admits the calls."""
        if self._limit is None:
            self._limit = ConcurrencyLimit(self.settings.concurrency)
        return self._limit

    async def complete(self, request: ChatRequest, *, meter: CallMeter | None = None) -> ModelReply:
        """Asks the model.

        Args:
            request: what is asked.
            meter: is told of tries and pauses as they come, and what was used where no answer comes.

        Returns:
            its answer, with what the call cost, failed tries that were counted too.

        Raises:
            ModelFault: the provider failed in every try, or for longer than the settings' patience.
            ModelError: the provider refuses the call; another try would not help.
            ModelReplyError, ContextOverflow: the provider's filter refuses the prompt, or it is too long for the model.
        """
        call = CallMeter((meter or CallMeter()).clock)
        payload = build_payload(request, self.name.model, self.provider, self.settings)
        try:
            for again in range(EMPTY_TRIES + 1):
                reply = await self._ask_until_answered(payload, call)
                call.charge(reply.usage if again == 0 else reply.usage.model_copy(update={"repairs": 1}))
                if not (reply.empty and reply.finish == "stop"):
                    break
        except BaseException:
            if meter is not None:
                meter.charge(call.charged)
            raise
        return reply.model_copy(update={"usage": call.charged})

    async def _ask_until_answered(self, payload: dict[str, Any], call: CallMeter) -> ModelReply:
        clock = call.clock
        began = time.monotonic()
        tries = 0
        while True:
            waited = time.monotonic()
            async with self.limit.slot():
                asked = time.monotonic()
                clock.waits(asked - waited)
                clock.trying()
                try:
                    outcome = await self._try(payload)
                except BaseException:
                    clock.failed()
                    raise
            if isinstance(outcome, ModelReply):
                clock.answered()
                self.limit.answered()
                spent = {"retries": tries, "seconds": round(time.monotonic() - asked, 4)}
                spent["lost_seconds"] = round(asked - began, 4)
                return outcome.model_copy(update={"usage": outcome.usage.model_copy(update=spent)})
            clock.failed()
            call.charge(outcome.usage)
            if outcome.final is not None:
                raise outcome.final
            tries += 1
            pause = delay(tries, outcome.wait, self._chance)
            if outcome.kind == "rate_limit":
                self.limit.refused(outcome.wait or 0.0)
            self._give_up(outcome, tries, time.monotonic() - began + pause)
            self._tell(outcome, tries, pause)
            clock.waits(pause)
            await asyncio.sleep(pause)

    def _give_up(self, failure: Failure, tries: int, seconds: float) -> None:
        if tries <= self.settings.retries and seconds <= self.settings.patience:
            return
        raise ModelFault(
            f"{self.name} failed {tries} times in a row; at last ({failure.kind}): {failure.message}",
            hint="Nothing is counted against the agent. Try again when the provider works.",
        )

    def _tell(self, failure: Failure, tries: int, pause: float) -> None:
        """Says that it is waited for the provider, and why, where one more try was not enough; now and then."""
        now = time.monotonic()
        if tries < 2 or now - self._told < TELL_AGAIN_AFTER:
            return
        self._told = now
        logger.warning(
            "%s failed %d times in a row (%s): %s; trying again in %.0f s, up to %d times or %.0f s in all",
            self.name,
            tries,
            failure.kind,
            failure.message,
            pause,
            self.settings.retries,
            self.settings.patience,
        )

    async def _try(self, payload: dict[str, Any]) -> ModelReply | Failure:
        """One try; a failure is returned, whatever it is, with what it cost."""
        heard = _Heard()
        outcome = await self._outcome(payload, heard)
        if isinstance(outcome, ModelReply):
            return outcome
        usage, cost = heard.paid()
        if isinstance(outcome.final, ModelReplyError):  # it was answered: with a refusal of what it said
            usage = usage.model_copy(update={"calls": 1})
        return replace(outcome, usage=self._priced(usage, cost) if usage.tokens or cost else usage)

    async def _outcome(self, payload: dict[str, Any], heard: _Heard) -> ModelReply | Failure:
        import openai

        try:
            async with asyncio.timeout(self.settings.timeout):
                reply, cost = await (
                    self._stream(payload, heard) if self.settings.stream else self._ask(payload, heard)
                )
        except (TimeoutError, openai.APITimeoutError):
            return Failure("time_out", f"{self.name} gave no answer within {self.settings.timeout:g} s")
        except BrokenReply as error:
            return Failure("broken", f"{self.name} answered what is no completion: {self._clean(str(error))}")
        except openai.APIStatusError as error:
            heard.body = error.response.content
            headers = {name.lower(): value for name, value in error.response.headers.items()}
            return read_status(error.status_code, self._clean(_said(error)), headers, str(self.name))
        except openai.APIError as error:  # connection errors, and errors that a stream reports in its middle
            cause = f": {error.__cause__}" if error.__cause__ is not None else ""
            return Failure("connection", self._clean(f"{error.message}{cause}"))
        except (json.JSONDecodeError, UnicodeDecodeError):
            return Failure("broken", f"{self.name} answered what is no JSON")
        except Exception as error:  # the transport under the SDK has errors of its own while a body is read
            if not type(error).__module__.startswith(("httpx", "httpcore", "h11")):
                raise
            return Failure("connection", self._clean(f"{type(error).__name__}: {error}"))
        return reply.model_copy(update={"usage": self._priced(_counted(reply, payload), cost)})

    async def _ask(self, payload: dict[str, Any], heard: _Heard) -> tuple[ModelReply, float | None]:
        response = await self._sdk.post("/chat/completions", body=payload, cast_to=_raw_type())
        heard.body = await response.aread()
        return read_completion(heard.body)

    async def _stream(self, payload: dict[str, Any], heard: _Heard) -> tuple[ModelReply, float | None]:
        import openai

        whole = heard.stream
        async with await self._sdk.post(
            "/chat/completions", body=payload, cast_to=object, stream=True, stream_cls=openai.AsyncStream[object]
        ) as pieces:
            async for piece in pieces:
                whole.add(piece)
        return whole.reply()

    def _priced(self, usage: Usage, cost: float | None) -> Usage:
        """The usage with its price: what the provider says, else by the list, else unknown."""
        if cost is not None:
            return usage.model_copy(update={"usd": round(cost, 10)})
        if self.price is None or usage.uncounted_calls:
            return usage.model_copy(update={"unpriced_calls": usage.calls})
        return usage.model_copy(update={"usd": self.price.cost(usage)})

    def _clean(self, text: str) -> str:
        return shorten(redact(text, self._key))

    async def close(self) -> None:
        """Closes the connections."""
        await self._sdk.close()


@dataclass(slots=True)
class _Heard:
    """What a try brought so far: a body, or the pieces of a stream."""

    body: bytes = b""
    stream: StreamedCompletion = field(default_factory=StreamedCompletion)

    def paid(self) -> Told:
        """What it says that was used, should no answer come of it."""
        return told_usage(self.body) if self.body else self.stream.paid


def _counted(reply: ModelReply, payload: dict[str, Any]) -> Usage:
    """What an answer used; estimated where the provider does not tell, so that budgets in tokens hold."""
    if not reply.usage.uncounted_calls:
        return reply.usage
    asked = estimate_tokens([payload["messages"], payload.get("tools", [])])
    said = estimate_tokens([reply.text, reply.reasoning, [one.arguments for one in reply.tool_calls]])
    return reply.usage.model_copy(update={"input_tokens": asked, "output_tokens": said})


def _raw_type() -> Any:
    import httpx2

    return httpx2.Response


LONGEST_REPLY = 1 << 24
"""Bytes of an answer; what goes on longer is a fault of the provider."""


class _Bounded:
    """The bytes of an answer, as they come, until they are too many."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for piece in self._stream:
            read += len(piece)
            if read > LONGEST_REPLY:
                raise BrokenReply(f"more than {LONGEST_REPLY:,} bytes")
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _bound(response: Any) -> None:
    """Keeps an answer from being read without end, or from unfolding to a thousand times its size."""
    import httpx2

    packing = response.headers.get("content-encoding", "identity").strip().lower()
    if packing not in ("", "identity"):
        raise BrokenReply(f"an answer packed as {packing[:20]!r}, which was not asked for")

    class Bounded(_Bounded, httpx2.AsyncByteStream):
        pass

    response.stream = Bounded(response.stream)


def _said(error: Any) -> str:
    """The provider's words: its error message, or the body."""
    body = error.body
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, dict) and isinstance(inner.get("message"), str):
            return " ".join(str(inner[name]) for name in ("code", "message") if inner.get(name))
        return orjson.dumps(body, default=str).decode()
    return str(body or error.message)


def _make_sdk(key: str, base_url: str, timeout: float) -> Any:
    try:
        import openai
    except ImportError as error:
        raise ModelError(
            "calling a language model needs the package openai, which is not installed",
            hint="Install the extra: pip install 'shopworld[models]'.",
        ) from error
    client = openai.DefaultAsyncHttpxClient(event_hooks={"response": [_bound]}, timeout=timeout)
    plain: Any = {"Accept-Encoding": "identity"}
    if base_url.rstrip("/") == providers()["openai"].base_url:
        return openai.AsyncOpenAI(
            api_key=key,
            base_url=base_url,
            timeout=timeout,
            max_retries=0,
            http_client=client,
            default_headers=plain,
        )
    # What the environment says about OpenAI's accounts is not for others.
    nobody: Any = {**plain, "OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}
    return openai.AsyncOpenAI(
        api_key=key,
        base_url=base_url,
        timeout=timeout,
        max_retries=0,
        organization="",
        project="",
        http_client=client,
        default_headers=nobody,
    )
