"""Commands whose command line is made from their declaration."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from shopworld.commands import REQUIRED, Command, CommandParameter
from shopworld.errors import InputError, ShopworldError
from shopworld.extensions import Extensions

Declared = TypeVar("Declared", bound=Command)


class Commands:
    """The commands of one group: built-in ones, and those of installed packages.

    Args:
        built_in: by their keys.
        installed: those of installed packages.
        prefix: what the keys of this group begin with, before the command's name.
        what: a verb for messages, `import`, where a name that is not known is bad input, and not bad usage.
        otherwise: the command that is meant where none is named.
    """

    def __init__(
        self,
        built_in: Mapping[str, Declared],
        installed: Extensions[Declared],
        *,
        prefix: str = "",
        what: str = "",
        otherwise: str = "",
    ) -> None:
        self._built_in: Mapping[str, Command] = built_in
        self._installed: Extensions[Any] = installed
        self._prefix, self.what, self.otherwise = prefix, what, otherwise

    def names(self) -> tuple[str, ...]:
        """Built-in ones in their order, then the installed ones; nothing is loaded."""
        shown = (key for key, one in self._built_in.items() if not one.hidden)
        keys = dict.fromkeys((*shown, *self._installed.names()))
        return tuple(key.removeprefix(self._prefix) for key in keys if key.startswith(self._prefix))

    def find(self, name: str) -> Command | None:
        """The command of that name; built-in ones come first. None where there is none.

        Raises:
            ShopworldError: an installed one cannot be used.
        """
        key = f"{self._prefix}{name}"
        return self._built_in.get(key) or self._installed.find(key)

    def told(self, name: str) -> str:
        """One line for lists: what a command does, or why it cannot be used."""
        key = f"{self._prefix}{name}"
        try:
            found = self._installed.find(key) if key not in self._built_in else None
            self._installed.refuse_taken(key, self._built_in)
        except ShopworldError as error:
            return f"{self._built_in[key].summary} {error}." if key in self._built_in else f"cannot be used: {error}"
        return (found or self._built_in[key]).summary


class _DeclaredGroup(typer.core.TyperGroup):
    """A group of declared commands; each is made when it is called."""

    declared: Commands

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        names: dict[str, Any] = dict.fromkeys(self.declared.names())
        self.commands = names  # the names alone: misspelt ones are compared with them

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.declared.names())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = self.declared.find(cmd_name)
        return command_of(found) if found else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.declared.what and self.declared.find(args[0]) is None:
            known = ", ".join(self.declared.names())
            raise InputError(f"cannot {self.declared.what} {args[0]!r}, expected {known}", hint=f"There are: {known}.")
        return super().resolve_command(ctx, args)

    def make_context(self, info_name: Any, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of the group; of the command that is meant where none is named."""
        otherwise = self.declared.otherwise
        if not otherwise or (args and args[0] in set(self.declared.names()) - {otherwise}):
            return super().make_context(info_name, args, parent, **extra)
        meant = self.get_command(None, otherwise)
        others = [name for name in self.declared.names() if name != otherwise]
        meant.epilog = f"Other formats: {', '.join(others)} ({info_name} FORMAT --help)." if others else None
        return meant.make_context(info_name, args, parent, **extra)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.declared.told(name)) for name in self.declared.names()])


def group_of(commands: Commands, about: str) -> typer.Typer:
    """A group of declared commands, to be added to a noun.

    Args:
        commands: those.
        about: help of the group.
    """
    kind = type("DeclaredGroup", (_DeclaredGroup,), {"declared": commands})
    group = typer.Typer(cls=kind, no_args_is_help=True, add_completion=False, rich_markup_mode=None, help=about)
    group.callback()(lambda: None)
    return group


def command_of(declared: Command) -> Any:
    """A command that reads the parameters, runs what is declared, and prints the outcome."""

    def run(**values: Any) -> None:
        as_json = values.pop("as_json")
        given = {one.name: _given(one, values[one.name]) for one in declared.parameters}
        outcome = declared.run(given)
        if as_json:
            typer.echo(json.dumps(outcome.data, indent=2, ensure_ascii=False))
        elif callable(outcome.text):
            outcome.text()
        else:
            typer.echo(outcome.text)

    parameters = [*map(_signed, declared.parameters), _AS_JSON]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name=declared.name, help=_help(declared), short_help=declared.summary, cls=_kind(declared))(run)
    return typer.main.get_command(single)


_AS_JSON = inspect.Parameter(
    "as_json",
    inspect.Parameter.KEYWORD_ONLY,
    default=False,
    annotation=Annotated[bool, typer.Option("--json", help="For machines.")],
)


def _help(declared: Command) -> str:
    examples = ("Examples:", *(f"    {one}" for one in declared.examples)) if declared.examples else ()
    return "\n\n".join((declared.summary, *filter(None, (declared.text,)), *examples))


def _given(parameter: CommandParameter, value: Any) -> Any:
    """The value as the declared function gets it."""
    if not parameter.many:
        return str(value) if isinstance(value, StrEnum) else value
    return tuple(str(one) if isinstance(one, StrEnum) else one for one in value or ())


def _signed(parameter: CommandParameter) -> inspect.Parameter:
    """A parameter as typer reads it from a function."""
    kind: Any = parameter.type
    if parameter.choices:
        enumeration: Any = StrEnum
        kind = enumeration("Choice", {one: one for one in parameter.choices})
    left_out = parameter.default is REQUIRED
    if parameter.many:
        kind = list[kind] if left_out else list[kind] | None
    elif parameter.default is None:
        kind = kind | None
    default = inspect.Parameter.empty if left_out else (None if parameter.many else parameter.default)
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, _word_of(parameter)],
    )


def _word_of(parameter: CommandParameter) -> Any:
    """The argument or option of a parameter."""
    told: dict[str, Any] = {
        "help": parameter.help,
        "metavar": parameter.metavar,
        "min": parameter.least,
        "max": parameter.most,
    }
    if parameter.type is Path:
        told |= {"exists": parameter.exists, "file_okay": not parameter.folder}
    if parameter.argument:
        return typer.Argument(**told)
    names = parameter.options or (f"--{parameter.name.replace('_', '-')}",)
    return typer.Option(*names, **told)


def _kind(declared: Command) -> type[typer.core.TyperCommand]:
    """The class of a command: options that are greedy repeat themselves before each value that follows."""
    greedy = {name for one in declared.parameters if one.greedy for name in one.options or (f"--{one.name}",)}

    class Greedy(typer.core.TyperCommand):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            return super().parse_args(ctx, _repeated(args, greedy))

    return Greedy if greedy else typer.core.TyperCommand


def _repeated(args: list[str], greedy: set[str]) -> list[str]:
    out: list[str] = []
    current, values = "", 0
    for arg in args:
        if arg.startswith("-"):
            current, values = (arg, 0) if arg in greedy else ("", 0)
        elif current:
            if values:
                out.append(current)
            values += 1
        out.append(arg)
    return out
