"""How an episode is reached from outside: credentials at the one proxy that all episodes share, and doors."""

from __future__ import annotations

import binascii
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from shopworld.episode import Event

_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Proxy:
    """A forward proxy as clients are told of it.

    Attributes:
        server: `http://host:port`.
        username: to answer its 407 with; empty where it asks nobody.
        password: likewise.
    """

    server: str
    username: str = ""
    password: str = field(default="", repr=False)

    @property
    def url(self) -> str:
        """Server and credentials in one address, as `http_proxy` and `curl -x` take it. Not for logs."""
        scheme, _, place = self.server.partition("://")
        return f"{scheme}://{self.username}:{self.password}@{place}" if self.username else self.server


@dataclass(frozen=True, slots=True)
class Admission:
    """Where an episode is reached.

    Attributes:
        proxy: the server's stable proxy, with the credentials of this episode.
        doors: address of each site (`http://techtalk.example/`) to the one for clients without a proxy.
        caused: events of what came by that proxy or by doors, so far; what comes by a slot is not among them.
    """

    proxy: Proxy
    doors: Mapping[str, str]
    caused: Sequence[Event] = ()


class Credentials:
    """Gives each label its password, and reads labels back from requests. Nothing is kept but one secret."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(_SECRET_BYTES)

    def password(self, label: str) -> str:
        """The password of an episode: who knows the label alone cannot compute it."""
        return hmac.digest(self._secret, label.encode(), "sha256").hex()

    def proven_label(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """The label that a request's `Proxy-Authorization` proves; None where it proves none.

        Source: RFC 7617 (Basic). A request with two such headers proves nothing.
        """
        values = [value for name, value in headers if name == b"proxy-authorization"]
        scheme, _, encoded = values[0].partition(b" ") if len(values) == 1 else (b"", b"", b"")
        if scheme.lower() != b"basic":
            return None
        try:
            label, _, password = binascii.a2b_base64(encoded.strip(), strict_mode=True).decode().partition(":")
        except ValueError:  # no base64, or no UTF-8
            return None
        return label if hmac.compare_digest(self.password(label).encode(), password.encode()) else None
