"""Answers of a site, kept on disk: an exploration that was cut off goes on where it stopped."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from shopworld.files import write_whole


@dataclass(frozen=True, slots=True)
class FetchedReply:
    """What a site answered.

    Attributes:
        url: the address asked for.
        final_url: the address that answered, after redirects.
        status: of HTTP.
        content_type: without parameters, lower case.
        text: the body.
    """

    url: str
    final_url: str
    status: int
    content_type: str
    text: str

    @property
    def ok(self) -> bool:
        """Whether it is a page or data, and no error."""
        return 200 <= self.status < 300

    @property
    def is_html(self) -> bool:
        """Whether it is a page."""
        return "html" in self.content_type


class Cache:
    """Replies by address, one file each.

    Args:
        folder: where they lie; made on demand.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, url: str) -> FetchedReply | None:
        """The reply kept for an address; None where there is none, or where it cannot be read."""
        try:
            return FetchedReply(**orjson.loads(self._file(url).read_bytes()))
        except (OSError, ValueError, TypeError):
            return None

    def write(self, reply: FetchedReply) -> None:
        """Keeps a reply."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._file(reply.url), orjson.dumps(asdict(reply)))

    def forget(self) -> None:
        """Forgets all replies."""
        for one in self.folder.glob("*.json"):
            one.unlink()

    def _file(self, url: str) -> Path:
        return self.folder / f"{hashlib.sha256(url.encode()).hexdigest()[:24]}.json"
