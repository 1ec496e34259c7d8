"""Hosts that an agent may connect to besides its own session."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Self

from shopworld.errors import InputError

_NAME = re.compile(r"(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})?(\.[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})?)*\.?")


@dataclass(frozen=True, slots=True, order=True)
class AllowedHost:
    """A host and a port that may be connected to.

    Attributes:
        host: name or IP address.
        port: its TCP port.
    """

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `HOST:PORT`; an IPv6 address stands in brackets.

        Raises:
            InputError: it is none.
        """
        host, colon, port = text.rpartition(":")
        named = host.removeprefix("[").removesuffix("]")
        number = int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0
        if not colon or not 1 <= number <= 65535 or not (_is_address(named) or _NAME.fullmatch(named)):
            raise InputError(
                f"{text!r} is no host and port",
                field="allow_host",
                hint="E.g. api.example.com:443, 127.0.0.1:8000 or [::1]:8000.",
            )
        if (":" in named) != host.startswith("["):
            raise InputError(f"{text!r}: an IPv6 address, and nothing else, stands in brackets", field="allow_host")
        return cls(named.lower().removesuffix("."), number)

    @property
    def is_address(self) -> bool:
        """Whether the host is an IP address."""
        return _is_address(self.host)

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
