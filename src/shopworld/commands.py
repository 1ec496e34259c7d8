"""Importers and task families declare themselves here: a name, words for people, parameters, and the code that runs.

The command line is made from the declaration; what a declaration names is loaded when its command is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from shopworld.errors import InputError
from shopworld.extensions import load

REQUIRED = object()
"""The default of a parameter that has none."""


@dataclass(frozen=True, slots=True)
class CommandParameter:
    """One argument or option of a command.

    Attributes:
        name: of the function's argument; the option is called so, too, with hyphens.
        help: one sentence for people.
        type: str, int, float, bool (a switch) or Path.
        default: where it is left out; an argument or option without one has to be given.
        argument: whether it is told by its place, without a name.
        options: other names of the option: `--max-reviews`, `-m`.
        many: whether it takes several values; the function gets a tuple.
        greedy: whether an option takes all values that follow it, so that shells may expand patterns.
        choices: the values that are allowed.
        least: smallest number allowed.
        most: largest number allowed.
        metavar: what stands for the value in the help.
        exists: whether a path has to be there.
        folder: whether a path has to be a folder.
    """

    name: str
    help: str
    type: type[Any] = str
    default: Any = REQUIRED
    argument: bool = False
    options: tuple[str, ...] = ()
    many: bool = False
    greedy: bool = False
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    metavar: str | None = None
    exists: bool = False
    folder: bool = False

    def __post_init__(self) -> None:
        if self.type not in (str, int, float, bool, Path):
            raise ValueError(f"parameter {self.name!r}: type {self.type!r}, expected str, int, float, bool or Path")
        if not self.name.isidentifier() or self.name == "as_json":
            raise ValueError(f"parameter {self.name!r}: expected the name of an argument, other than as_json")


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What a command did.

    Attributes:
        data: what `--json` prints.
        text: what people read, or what prints it.
    """

    data: Mapping[str, Any]
    text: str | Callable[[], None]


@dataclass(frozen=True, slots=True)
class Command:
    """What importers and task families have in common.

    Attributes:
        name: of the command.
        runs: `module:function`: takes the parameters by name, does the work, and returns a `CommandOutcome`. It raises
            a `ShopworldError` where a person can cure what is wrong, and leaves nothing half-written.
        summary: what it does, one sentence.
        parameters: in the order of the help; `--json` is added.
        text: further paragraphs of the help, separated by an empty line.
        examples: of command lines.
        hidden: whether lists leave it out: an older name.
    """

    name: str
    runs: str
    summary: str
    parameters: tuple[CommandParameter, ...]
    text: str = ""
    examples: tuple[str, ...] = ()
    hidden: bool = False

    def run(self, values: Mapping[str, Any]) -> CommandOutcome:
        """Loads the code and does the work.

        Args:
            values: of the parameters, by name.

        Raises:
            ShopworldError: the code cannot be loaded or returns something else; what is wrong with the values.
        """
        try:
            function = load(self.runs)
        except Exception as error:  # the code is someone else's: anything may come out of it
            if isinstance(error, ModuleNotFoundError) and str(error.name).startswith("shopworld."):
                raise  # a room of ours that this installation leaves out
            raise InputError(
                f"{self.runs} of {self.name!r} cannot be loaded: {type(error).__name__}: {error}"
            ) from error
        outcome = function(**values)
        if not isinstance(outcome, CommandOutcome):
            found = type(outcome).__name__
            raise InputError(f"{self.runs} of {self.name!r} returned a {found}, expected a CommandOutcome")
        return outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer(Command):
    """Takes data of others: `shopworld NOUN import NAME`.

    Attributes:
        noun: what is made of it. Importers of different nouns may have the same name.
    """

    noun: Literal["catalog", "mall", "shop", "tasks"]

    @property
    def key(self) -> str:
        """The name of its entry point: `catalog.amazon`."""
        return f"{self.noun}.{self.name}"


@dataclass(frozen=True, slots=True)
class TaskFamily(Command):
    """Makes tasks of one kind: `shopworld tasks make NAME`."""

    @property
    def key(self) -> str:
        """The name of its entry point."""
        return self.name


SEED = CommandParameter("seed", "Of all choices; the same seed makes the same tasks.", int, 7)


def suite_name(default: str) -> CommandParameter:
    """The parameter `name` of what makes a suite."""
    return CommandParameter("name", "Of the suite; one of that name is replaced.", str, default)
