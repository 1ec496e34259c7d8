"""Kinds of something by name: a module each in a package of our own, and those that installed packages bring."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Generic, TypeGuard, TypeVar

from shopworld.errors import TaskError
from shopworld.extensions import Extensions

Kind = TypeVar("Kind")


class Registry(Generic[Kind]):
    """Kinds of one sort. Nothing is registered by hand: a kind is there where its module is.

    Args:
        what: a word for one of them, for messages.
        package: whose modules define a kind each.
        group: of the entry points by which installed packages name theirs; its own kinds come first.
        accepts: whether something is a kind.
        name_of: the name of a kind.
    """

    def __init__(
        self,
        *,
        what: str,
        package: str,
        group: str,
        accepts: Callable[[object], TypeGuard[Kind]],
        name_of: Callable[[Kind], str],
    ) -> None:
        self._package, self._accepts, self._name_of = package, accepts, name_of
        self._extensions: Extensions[Kind] = Extensions(
            group=group,
            what=what,
            expected=f"a class that defines all that a {what} has to",
            accepts=accepts,
            name_of=name_of,
            error=TaskError,
        )
        self._installed: dict[str, Kind] = {}

    @cached_property
    def _own(self) -> dict[str, Kind]:
        package = import_module(self._package)
        names = sorted(one.name for one in iter_modules(package.__path__))
        modules = [import_module(f"{self._package}.{name}") for name in names]
        kinds = [
            found
            for module in modules
            for found in vars(module).values()
            if self._accepts(found) and getattr(found, "__module__", "") == module.__name__
        ]
        return {self._name_of(kind): kind for kind in kinds}

    def known(self) -> dict[str, Kind]:
        """Its own kinds and the installed ones that were asked for so far, by name."""
        return {**self._own, **self._installed}

    def all(self) -> dict[str, Kind]:
        """All kinds by name.

        Raises:
            TaskError: an installed one cannot be loaded.
        """
        for name in self._extensions.names():
            self.find(name)
        return {**self._own, **dict(sorted(self._installed.items()))}

    def find(self, name: str) -> Kind | None:
        """The kind of that name; None where there is none.

        Raises:
            TaskError: an installed package names one that cannot be loaded, or several name one.
        """
        known = self.known()
        if name in known:
            return known[name]
        found = self._extensions.find(name)
        if found is not None:
            self._installed[name] = found
        return found
