"""What installed packages bring along: one way to read a group of entry points, and to say what is wrong with one.

There is a group for each kind of extension: `shopworld.agents`, `shopworld.checks`, `shopworld.designs`,
`shopworld.environments`, `shopworld.importers`, `shopworld.task_families`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from operator import attrgetter
from typing import Any, Generic, TypeVar

from shopworld.errors import ShopworldError

Declared = TypeVar("Declared")


class Group:
    """The entry points of one group. None is loaded.

    Args:
        group: its name: `shopworld.designs`.
        what: a word for what one of them names, for messages: `design`.
        error: raised where something is wrong.
    """

    def __init__(self, group: str, what: str, error: type[ShopworldError]) -> None:
        self._group, self._what, self._error = group, what, error

    def names(self) -> tuple[str, ...]:
        """The names of all of them, in alphabetical order; nothing is loaded."""
        return tuple(sorted({one.name for one in entry_points(group=self._group)}))

    def reference(self, name: str) -> str:
        """`module:object` of the one of that name, not loaded; empty where there is none.

        Raises:
            ShopworldError: several packages register the name, for different objects.
        """
        entry = self._entry(name)
        return entry.value if entry else ""

    def _entry(self, name: str) -> EntryPoint | None:
        found = {one.value: one for one in entry_points(group=self._group, name=name)}
        if len(found) > 1:
            packages = ", ".join(sorted(map(_told, found.values())))
            raise self._error(
                f"the {self._what} {name!r} is registered by several packages: {packages}",
                hint="Uninstall all but one of them.",
            )
        return next(iter(found.values()), None)


class Extensions(Group, Generic[Declared]):
    """The declarations that the entry points of one group name, each loaded when somebody asks for it.

    Args:
        group: its name: `shopworld.designs`.
        what: a word for one of them, for messages: `design`.
        expected: what an entry point has to name, for messages: `a Design`.
        accepts: whether something is what an entry point has to name.
        name_of: its own name, which has to be the entry point's.
        error: raised where something is wrong.
    """

    def __init__(
        self,
        *,
        group: str,
        what: str,
        expected: str,
        accepts: Callable[[object], bool],
        name_of: Callable[[Declared], str],
        error: type[ShopworldError],
    ) -> None:
        super().__init__(group, what, error)
        self._expected, self._accepts, self._name_of = expected, accepts, name_of

    def find(self, name: str) -> Declared | None:
        """The one of that name, loaded; None where there is none.

        Raises:
            ShopworldError: it cannot be loaded, is not what is expected, calls itself something else, or several
                packages register the name.
        """
        entry = self._entry(name)
        if entry is None:
            return None
        whose = f"the {self._what} {name!r} of {_told(entry)}"
        try:
            found: Declared = entry.load()
        except Exception as error:  # the code is someone else's: anything may come out of it
            raise self._error(
                f"{whose} cannot be loaded: {type(error).__name__}: {error}", hint="Mend or uninstall that package."
            ) from error
        if not self._accepts(found):
            kind = f"the class {found.__name__}" if isinstance(found, type) else f"a {type(found).__name__}"
            raise self._error(
                f"{whose} is none: found {kind}, expected {self._expected}",
                hint=f"An entry point of {self._group} names {self._expected}.",
            )
        if self._name_of(found) != name:
            raise self._error(
                f"{whose} calls itself {self._name_of(found)!r}",
                hint=f"An entry point and the {self._what} that it names must have the same name.",
            )
        return found

    def beside(self, built_in: Mapping[str, Declared]) -> dict[str, Declared]:
        """All by name: the built-in ones as they are, then the installed ones by their names.

        Raises:
            ShopworldError: one of the installed ones cannot be used, or has the name of a built-in one.
        """
        return {**built_in, **{name: self._other_than(built_in, name) for name in self.names()}}

    def refuse_taken(self, name: str, taken: Mapping[str, Declared]) -> None:
        """Refuses an installed one that has the name of another.

        Raises:
            ShopworldError: the name is taken.
        """
        entry = self._entry(name)
        if entry is not None and name in taken:
            raise self._error(
                f"the {self._what} {name!r} of {_told(entry)} has a name that is taken by Shopworld's own",
                hint=f"Taken are: {', '.join(sorted(taken))}.",
            )

    def _other_than(self, built_in: Mapping[str, Declared], name: str) -> Declared:
        self.refuse_taken(name, built_in)
        found = self.find(name)
        assert found is not None, "it is among the names"
        return found


def load(reference: str) -> Any:
    """What `module:function` or `module:Class` names. Raises whatever the module raises."""
    module, _, name = reference.partition(":")
    return attrgetter(name)(import_module(module))


def _told(entry: EntryPoint) -> str:
    package = entry.dist.name if entry.dist is not None else "an unknown package"
    return f"{package} ({entry.value})"
