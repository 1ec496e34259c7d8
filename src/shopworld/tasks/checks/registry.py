"""Kinds of something by name: a module each in a package of our own, and those that installed packages bring."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Generic, TypeGuard, TypeVar

from shopworld.errors import TaskError

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
        self._what, self._package, self._group = what, package, group
        self._accepts, self._name_of = accepts, name_of
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
        for entry in entry_points(group=self._group):
            self.find(entry.name)
        return {**self._own, **dict(sorted(self._installed.items()))}

    def find(self, name: str) -> Kind | None:
        """The kind of that name; None where there is none.

        Raises:
            TaskError: an installed package names one that cannot be loaded, or several name one.
        """
        known = self.known()
        if name in known:
            return known[name]
        found = {one.value: one for one in entry_points(group=self._group, name=name)}
        if len(found) > 1:
            packages = ", ".join(sorted(map(_told, found.values())))
            raise TaskError(
                f"the {self._what} {name!r} is registered by several packages: {packages}",
                hint="Uninstall all but one of them.",
            )
        for entry in found.values():
            self._installed[name] = self._load(entry)
        return self._installed.get(name)

    def _load(self, entry: EntryPoint) -> Kind:
        try:
            found = entry.load()
        except Exception as error:
            raise TaskError(
                f"the {self._what} {entry.name!r} of {_told(entry)} cannot be loaded: {error}",
                hint="Mend or uninstall that package.",
            ) from error
        if not self._accepts(found):
            raise TaskError(
                f"the {self._what} {entry.name!r} of {_told(entry)} is none: found {found!r}",
                hint=f"An entry point of {self._group} names a class that defines all that a {self._what} has to.",
            )
        if self._name_of(found) != entry.name:
            raise TaskError(
                f"the {self._what} {entry.name!r} of {_told(entry)} calls itself {self._name_of(found)!r}",
                hint="The entry point's name and the kind's `type` must be the same.",
            )
        return found


def _told(entry: EntryPoint) -> str:
    package = entry.dist.name if entry.dist is not None else "an unknown package"
    return f"{package} ({entry.value})"
