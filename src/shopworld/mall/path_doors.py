"""Doors by path: the sites of an episode under paths of another server, where names below `localhost` do not reach.

Shops print addresses relative to their own host. Under a path, those that begin with a slash get it put before them: in
pages, in style sheets, and in what scripts are answered.
"""

from __future__ import annotations

import http.client
import re
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from shopworld.mall.front import door_address
from shopworld.mall.reply import BODY_LIMIT

_HOST = "127.0.0.1"
_PATIENCE = 60.0
_OF_THE_CONNECTION = frozenset(("connection", "content-length", "keep-alive", "transfer-encoding"))
_KEPT_BACK = _OF_THE_CONNECTION | {"accept-encoding", "cookie", "host", "origin", "proxy-authorization", "referer"}
_ATTRIBUTE = re.compile(r"""(\s(?:href|src|action|formaction|poster|data-suggest)\s*=\s*["'])/(?!/)""", re.I)
_SET_OF_PICTURES = re.compile(r"""(\ssrcset\s*=\s*")([^"]*)(")""", re.I)
_ONE_PICTURE = re.compile(r"(^|,\s*)/(?!/)")
_IN_STYLE = re.compile(r"""(url\(\s*["']?)/(?!/)""", re.I)
_IN_JSON = re.compile(r'("(?:\w*url|href|src)"\s*:\s*")/(?!/)')


def under_path(text: str, kind: str, prefix: str) -> str:
    """What a site said, with its addresses under a path.

    Args:
        text: body of the answer.
        kind: its media type.
        prefix: path that is put before, without a slash at its end.
    """
    if kind == "text/html":
        text = _ATTRIBUTE.sub(rf"\g<1>{prefix}/", text)
        text = _SET_OF_PICTURES.sub(lambda one: one[1] + _ONE_PICTURE.sub(rf"\g<1>{prefix}/", one[2]) + one[3], text)
    if kind in ("text/html", "text/css"):
        return _IN_STYLE.sub(rf"\g<1>{prefix}/", text)
    return _IN_JSON.sub(rf"\g<1>{prefix}/", text) if kind == "application/json" else text


def is_of_own_page(request: Request) -> bool:
    """Whether what changes something comes from this server's own pages, or from no page at all."""
    origin = request.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
        return False
    return request.headers.get("sec-fetch-site", "none") in ("same-origin", "none")


async def small_body(request: Request) -> bytes | None:
    """The body of a request; None where it is larger than any form of a shop.

    Raises:
        ClientDisconnect: the client left before its end.
    """
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_LIMIT:
            return None
    return body


@dataclass(frozen=True, slots=True)
class PathDoor:
    """A site of an episode under a path.

    Attributes:
        site: name of the site.
        label: of the episode.
        prefix: path of its first page, without a slash at its end.
        framed: whether pages of the same server may show it in a frame.
    """

    site: str
    label: str
    prefix: str
    framed: bool = False

    async def answer(self, request: Request, door_port: int) -> Response:
        """What the site answers, by the mall's own door.

        Args:
            request: whose path begins with the prefix.
            door_port: of the mall.
        """
        raw = bytes(request.scope.get("raw_path") or request.url.path.encode()).decode("latin-1")
        if request.method not in ("GET", "HEAD", "POST") or not raw.startswith(f"{self.prefix}/"):
            return Response("there is no such page", 404, media_type="text/plain")
        if request.method == "POST" and not is_of_own_page(request):
            return Response("this form was sent from another site", 403, media_type="text/plain")
        try:
            body = await small_body(request)
        except ClientDisconnect:
            return Response(status_code=400)
        if body is None:
            return Response("the request is too large", 413, media_type="text/plain")
        target = raw.removeprefix(self.prefix) + (f"?{request.url.query}" if request.url.query else "")
        headers = {name: value for name, value in request.headers.items() if name not in _KEPT_BACK}
        headers["host"] = door_address(self.site, self.label, door_port)[len("http://") :].rstrip("/")
        return await run_in_threadpool(lambda: self._asked(door_port, request.method, target, body, headers))

    def _asked(self, port: int, method: str, target: str, body: bytes, headers: dict[str, str]) -> Response:
        connection = http.client.HTTPConnection(_HOST, port, timeout=_PATIENCE)
        try:
            connection.request(method, target, body or None, headers)
            said = connection.getresponse()
            content, given = said.read(), said.getheaders()
        except (OSError, http.client.HTTPException):
            return Response("the mall does not answer", 502, media_type="text/plain")
        finally:
            connection.close()
        kind = (said.getheader("content-type") or "").partition(";")[0].strip().lower()
        if kind in ("text/html", "text/css", "application/json"):
            content = under_path(content.decode("utf-8", "surrogateescape"), kind, self.prefix).encode(
                "utf-8", "surrogateescape"
            )
        answer = Response(content, said.status)
        answer.raw_headers = [
            (name.lower().encode("latin-1"), self._header(name.lower(), value).encode("latin-1"))
            for name, value in given
            if name.lower() not in _OF_THE_CONNECTION
        ]
        # Of HEAD the site's own length, which has no body to be counted.
        length = said.getheader("content-length", "0") if method == "HEAD" else str(len(content))
        answer.raw_headers.append((b"content-length", length.encode("latin-1")))
        return answer

    def _header(self, name: str, value: str) -> str:
        if name == "location" and value.startswith("/"):
            return self.prefix + value
        if name == "content-security-policy" and self.framed:
            return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        return value
