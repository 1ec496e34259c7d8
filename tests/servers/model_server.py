"""A real server on loopback that speaks chat completions, and fails in every way on request; a policy says what."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import uvicorn

Body = dict[str, Any]


@dataclass(frozen=True)
class Say:
    """An answer."""

    text: str = ""
    tool_calls: tuple[tuple[str, Any], ...] = ()
    """Name and arguments: a text as it is, anything else as JSON."""
    reasoning: str = ""
    finish: str = ""
    cached: int = 0
    """Of the tokens of the prompt."""
    counted: bool = True
    """Whether tokens are told."""
    cost: float | None = None
    """In USD, as some providers tell it."""


@dataclass(frozen=True)
class Refuse:
    """An error status."""

    status: int
    message: str = "no"
    headers: dict[str, str] = field(default_factory=dict)
    code: str = ""
    usage: Body = field(default_factory=dict)
    """What it says that was used all the same."""


@dataclass(frozen=True)
class Send:
    """A body that is no completion."""

    body: bytes


@dataclass(frozen=True)
class Hang:
    """No answer for a long time."""

    seconds: float = 60.0


@dataclass(frozen=True)
class Die:
    """The connection is cut in the middle of the answer."""


Answer = Say | Refuse | Send | Hang | Die
Policy = Callable[[Body], Answer]


def in_turn(*answers: Answer) -> Policy:
    """Gives the answers one after the other, then the last one for ever."""
    left = list(answers)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


def prompt_of(body: Body) -> str:
    """All text of a request."""
    texts = []
    for message in body["messages"]:
        content = message["content"]
        parts = content if isinstance(content, list) else [{"type": "text", "text": content or ""}]
        texts += [part["text"] for part in parts if part["type"] == "text"]
    return "\n".join(texts)


def pictures_of(body: Body) -> list[str]:
    """The addresses of all pictures of a request."""
    return [
        part["image_url"]["url"]
        for message in body["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
        if part["type"] == "image_url"
    ]


class ModelServer:
    """Serves `POST /v1/chat/completions` on a free port of loopback.

    Args:
        policy: what to answer to a request.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.requests: list[Body] = []
        self.keys: list[str] = []
        """What stood behind `Bearer`, by request."""
        self.headers: list[dict[str, str]] = []
        self.most_at_once = 0
        self._running = 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._socket.bind(("127.0.0.1", 0))
        self.base_url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"
        self._server = _Server(
            uvicorn.Config(
                self._app,
                interface="asgi3",
                lifespan="off",
                ws="none",
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=0,
            )
        )
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._socket.listen(64)
        self._thread.start()
        self._server.ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends it; from now on connections are refused."""
        self._server.should_exit = self._server.force_exit = True
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
        asyncio.run(self._server.serve(sockets=[self._socket]))

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        content = b""
        while True:
            message = await receive()
            content += message.get("body", b"")
            if not message.get("more_body"):
                break
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        if scope["path"] != "/v1/chat/completions":
            await _respond(send, 404, b"{}")
            return
        body = json.loads(content)
        self.requests.append(body)
        self.headers.append(headers)
        self.keys.append(headers.get("authorization", "").removeprefix("Bearer "))
        self._running += 1
        self.most_at_once = max(self.most_at_once, self._running)
        try:
            await self._answer(self.policy(body), body, send)
        finally:
            self._running -= 1

    async def _answer(self, answer: Answer, body: Body, send: Any) -> None:
        match answer:
            case Say() if body.get("stream"):
                await _stream(send, answer, body)
            case Say():
                await _respond(send, 200, json.dumps(_completion(answer, body)).encode())
            case Refuse(status=status, message=text, headers=headers, code=code, usage=usage):
                said: Body = {"error": {"message": text, "code": code or None, "type": "error"}}
                await _respond(send, status, json.dumps(said | ({"usage": usage} if usage else {})).encode(), headers)
            case Send(body=content):
                await _respond(send, 200, content)
            case Hang(seconds=seconds):
                await asyncio.sleep(seconds)
                await _respond(send, 200, b"{}")
            case Die():
                await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9999")]})
                await send({"type": "http.response.body", "body": b'{"choices": [', "more_body": True})
                raise ConnectionAbortedError


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


async def _respond(send: Any, status: int, content: bytes, headers: dict[str, str] | None = None) -> None:
    written = {"content-type": "application/json", **(headers or {})}
    pairs = [(name.encode(), value.encode()) for name, value in written.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": content})


def _usage(answer: Say, body: Body) -> Body:
    tokens = len(prompt_of(body)) // 4 + 100 * len(pictures_of(body))
    reasoning = len(answer.reasoning) // 4
    usage = {
        "prompt_tokens": tokens,
        "completion_tokens": len(answer.text) // 4 + reasoning,
        "total_tokens": tokens + len(answer.text) // 4 + reasoning,
        "prompt_tokens_details": {"cached_tokens": min(answer.cached, tokens)},
        "completion_tokens_details": {"reasoning_tokens": reasoning},
    }
    return usage if answer.cost is None else usage | {"cost": answer.cost}


def _calls(answer: Say) -> list[Body]:
    return [
        {
            "index": number,
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": name, "arguments": given if isinstance(given, str) else json.dumps(given)},
        }
        for number, (name, given) in enumerate(answer.tool_calls)
    ]


def _completion(answer: Say, body: Body) -> Body:
    message: Body = {"role": "assistant", "content": answer.text or None}
    if answer.tool_calls:
        message["tool_calls"] = _calls(answer)
    if answer.reasoning:
        message["reasoning_content"] = answer.reasoning
    finish = answer.finish or ("tool_calls" if answer.tool_calls else "stop")
    completion: Body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": f"{body['model']}-served",
        "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
    }
    return completion | {"usage": _usage(answer, body)} if answer.counted else completion


async def _stream(send: Any, answer: Say, body: Body) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
    for delta, finish in _pieces(answer):
        await _event(send, body, [{"index": 0, "delta": delta, "finish_reason": finish}])
    if answer.finish == "cut":
        await send({"type": "http.response.body", "body": b""})
        return
    if answer.counted and body.get("stream_options", {}).get("include_usage"):
        await _event(send, body, [], _usage(answer, body))
    await send({"type": "http.response.body", "body": b"data: [DONE]\n\n"})


def _pieces(answer: Say) -> Sequence[tuple[Body, str | None]]:
    pieces: list[tuple[Body, str | None]] = [({"role": "assistant", "content": ""}, None)]
    pieces += [({"reasoning_content": part}, None) for part in _halves(answer.reasoning)]
    pieces += [({"content": part}, None) for part in _halves(answer.text)]
    for call in _calls(answer):
        first, second = _halves(call["function"]["arguments"]) or ("", "")
        whole = call | {"function": {"name": call["function"]["name"], "arguments": first}}
        pieces.append(({"tool_calls": [whole]}, None))
        pieces.append(({"tool_calls": [{"index": call["index"], "function": {"arguments": second}}]}, None))
    if answer.finish != "cut":
        pieces.append(({}, answer.finish or ("tool_calls" if answer.tool_calls else "stop")))
    return pieces


def _halves(text: str) -> tuple[str, ...]:
    middle = (len(text) + 1) // 2
    return (text[:middle], text[middle:]) if text else ()


async def _event(send: Any, body: Body, choices: list[Body], usage: Body | None = None) -> None:
    chunk = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": f"{body['model']}-served",
        "choices": choices,
        "usage": usage,
    }
    line = f"data: {json.dumps(chunk)}\n\n".encode()
    await send({"type": "http.response.body", "body": line, "more_body": True})
