"""What a user says about the jail: whether there is one, and which holes it has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from shopworld.errors import InputError
from shopworld.jail.allowed_host import AllowedHost
from shopworld.jail.levels import Level
from shopworld.jail.trial import level


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
