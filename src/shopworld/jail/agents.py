"""Policies for agents: what the code of a class or a command needs to see, within what its user allows."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from shopworld.jail.levels import Level
from shopworld.jail.options import JailOptions
from shopworld.jail.package import ROOT
from shopworld.jail.policy import Policy
from shopworld.jail.sight import FileRules, finish, is_broad, system_sight

_CODE = frozenset((".py", ".pyi", ".so", ".js", ".mjs", ".cjs", ".ts", ".sh", ".rb", ".pl", ".jar", ".wasm"))


def policy_for_class(options: JailOptions, search_path: Sequence[str] | None = None) -> Policy:
    """The policy of a process that imports an agent's class: it sees what is on the module search path.

    Args:
        options: what the user says.
        search_path: folders in which modules are looked for; ours by default.
    """
    sight = _sight(options)
    for entry in sys.path if search_path is None else search_path:
        _show_importable(sight, Path(entry or ".").absolute())
    here = Path.cwd()
    sight.show_code(here)
    return _finished(sight, options, here)


def policy_for_command(
    options: JailOptions, program: str, arguments: Sequence[str], *, ports: Iterable[int] = (), browser: str = ""
) -> Policy:
    """The policy of a program.

    Args:
        options: what the user says.
        program: its path.
        arguments: its arguments; it sees what is there of that name, and the folder that a file is in.
        ports: that it reaches on the loopback interface.
        browser: path of a browser that it may start.
    """
    sight = _sight(options)
    sight.show_program(Path(program))
    if browser:
        sight.show_program(Path(browser))
        sight.show(Path(browser).resolve().parent)
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if folder and Path(folder).is_dir() and not is_broad(Path(folder)):
            sight.show_program(Path(folder) / "any")
    here = Path.cwd()
    sight.show_code(here)
    for argument in arguments[1:]:
        for told in (argument, argument.partition("=")[2]):
            if told and len(told) < 4096 and "\0" not in told and os.path.exists(told):  # noqa: PTH110
                _show_argument(sight, Path(told).absolute())
    return _finished(sight, options, here, tuple(dict.fromkeys(ports)))


def _sight(options: JailOptions) -> FileRules:
    """What every agent sees. Where root starts it, it becomes another user, but where only paths hold it."""
    for_everybody = os.geteuid() == 0 and options.held is not Level.LANDLOCK
    return FileRules(dict(_of_the_system(for_everybody)), for_everybody=for_everybody)


@functools.cache
def _of_the_system(for_everybody: bool) -> Mapping[Path, str]:
    return system_sight(for_everybody).rules


def _show_importable(sight: FileRules, entry: Path) -> None:
    if entry == ROOT.parent or not entry.exists():
        if ROOT.parent.name in ("site-packages", "dist-packages"):
            sight.show_packages(entry)
        return
    if entry.name in ("site-packages", "dist-packages"):
        sight.show_packages(entry)
    elif entry.is_file():
        sight.show(entry)
    else:
        sight.show_code(entry)
        if entry in sight.too_broad:
            _show_loose_code(sight, entry)


def _show_argument(sight: FileRules, path: Path) -> None:
    """A file of code is shown with its folder; other files as they are."""
    if path.is_dir():
        sight.show_code(path)
        return
    sight.show_code(path.parent)
    sight.show(path)


def _show_loose_code(sight: FileRules, folder: Path) -> None:
    """Of a folder that is not shown as a whole, the files that are code."""
    try:
        entries = sorted(os.scandir(folder), key=lambda one: one.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_file() and Path(entry.name).suffix in _CODE:
            sight.show(Path(entry.path))


def _finished(sight: FileRules, options: JailOptions, here: Path, ports: Sequence[int] = ()) -> Policy:
    if here in sight.too_broad:
        _show_loose_code(sight, here)
    for path in options.mounts:
        sight.show(path)
    home = Path(os.environ.get("SHOPWORLD_HOME") or ".shopworld")
    hidden = [one.resolve() for one in (*options.hidden, home)]
    finish(sight, hidden)
    return Policy(sight.ordered(), here, ports, options.hosts, hidden=hidden)
