"""What a user says about the jail: whether there is one, and which holes it has."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from shopworld.errors import InputError
from shopworld.jail.levels import Level, level

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


@dataclass(frozen=True, slots=True)
class JailOptions:
    """What a user says about the jail.

    Attributes:
        trust: whether agents run without it.
        hosts: that they may connect to.
        variables: names of environment variables that they get.
        mounts: files and folders that they may read.
        hidden: files and folders that they never see: answers.
        level: what holds them, where that was found out before; None: the best that works here.
    """

    trust: bool = False
    hosts: tuple[AllowedHost, ...] = ()
    variables: tuple[str, ...] = ()
    mounts: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    level: Level | None = None

    @property
    def held(self) -> Level:
        """What holds an agent's process; none where it is trusted, or no jail works here."""
        if self.trust:
            return Level.NONE
        return level() if self.level is None else self.level

    def with_holes(
        self, hosts: Iterable[str] = (), variables: Iterable[str] = (), mounts: Iterable[str | Path] = ()
    ) -> Self:
        """The same, with more that is allowed.

        Raises:
            InputError: a host is none, or a path is not there.
        """
        paths = [Path(one).expanduser().absolute() for one in mounts]
        for path in paths:
            if not path.exists():
                raise InputError("no such file or folder", file=path, field="mount")
        return replace(
            self,
            hosts=tuple(dict.fromkeys((*self.hosts, *map(AllowedHost.parse, hosts)))),
            variables=tuple(dict.fromkeys((*self.variables, *variables))),
            mounts=tuple(dict.fromkeys((*self.mounts, *paths))),
        )

    @property
    def has_holes(self) -> bool:
        """Whether something is allowed that is not by default."""
        return bool(self.hosts or self.variables or self.mounts)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
