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
from shopworld.jail.policy import GIBIBYTE, JailLimits, Policy
from shopworld.jail.sight import FileRules, finish, is_broad, system_sight

_CODE = frozenset((".py", ".pyi", ".so", ".js", ".mjs", ".cjs", ".ts", ".sh", ".rb", ".pl", ".jar", ".wasm"))
_FOR_WORKERS = ("/var/cache/fontconfig", "/sys/devices/system/cpu", "/sys/devices/virtual/tty/tty0/active")
_FOR_NAMES = ("/etc/hosts", "/etc/host.conf", "/etc/resolv.conf", "/etc/gai.conf")
_WORKERS_DISK = 4 * GIBIBYTE
"""Bytes of a worker's temporary files: profiles of browsers above all; kept in memory."""


def policy_for_class(options: JailOptions, search_path: Sequence[str] | None = None) -> Policy:
    """The policy of a process that imports an agent's class: it sees what is on the module search path.

    Args:
        options: what the user says.
        search_path: folders in which modules are looked for; ours by default.
    """
    sight = sight_of(options)
    here = Path.cwd()
    show_classes(sight, here, search_path)
    return Policy(_finished(sight, options, here), here, hosts=options.hosts, hidden=_hidden(options))


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
    sight = sight_of(options)
    here = Path.cwd()
    show_command(sight, here, program, arguments, browser)
    rules = _finished(sight, options, here)
    return Policy(rules, here, tuple(dict.fromkeys(ports)), options.hosts, hidden=_hidden(options))


def policy_for_worker(
    options: JailOptions,
    commands: Iterable[tuple[str, Sequence[str]]],
    world: Iterable[Path],
    own: Iterable[Path],
    *,
    browser: str = "",
    online: bool,
) -> Policy:
    """The policy of a process that plays episodes: it sees what its agents see, all of Shopworld, and its world.

    Args:
        options: what the user says.
        commands: programs that shop, with their arguments.
        world: files and folders that it plays in.
        own: files and folders that it writes.
        browser: path of the browser that it starts; empty: none.
        online: whether it uses the machine's network, to call language models or hosts that agents may reach.
    """
    sight = sight_of(options)
    here = Path.cwd()
    show_classes(sight, here)
    for program, arguments in commands:
        show_command(sight, here, program, arguments, browser)
    if browser:
        _show_browser(sight, browser)
    for path in (*_FOR_WORKERS, *(_FOR_NAMES if online else ())):
        sight.show(Path(path))
    _finished(sight, options, here)
    for path in (ROOT, *world):
        sight.uncover(path)
    rules = [*sight.ordered(), *((str(one.resolve()), "write") for one in own)]
    return Policy(rules, limits=JailLimits(disk=_WORKERS_DISK), hidden=_hidden(options), watched=False, online=online)


def show_classes(sight: FileRules, here: Path, search_path: Sequence[str] | None = None) -> None:
    """Shows what can be imported, and the code in the working directory."""
    for entry in sys.path if search_path is None else search_path:
        _show_importable(sight, Path(entry or ".").absolute())
    sight.show_code(here)


def show_command(sight: FileRules, here: Path, program: str, arguments: Sequence[str], browser: str) -> None:
    """Shows a program, those that it may start, and what its arguments name."""
    sight.show_program(Path(program))
    if browser:
        _show_browser(sight, browser)
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if folder and Path(folder).is_dir() and not is_broad(Path(folder)):
            sight.show_program(Path(folder) / "any")
    sight.show_code(here)
    for argument in arguments[1:]:
        for told in (argument, argument.partition("=")[2]):
            if told and len(told) < 4096 and "\0" not in told and os.path.exists(told):  # noqa: PTH110
                _show_argument(sight, Path(told).absolute())


def _show_browser(sight: FileRules, browser: str) -> None:
    sight.show_program(Path(browser))
    sight.show(Path(browser).resolve().parent)


def sight_of(options: JailOptions) -> FileRules:
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


def _finished(sight: FileRules, options: JailOptions, here: Path) -> list[tuple[str, str]]:
    if here in sight.too_broad:
        _show_loose_code(sight, here)
    for path in options.mounts:
        sight.show(path)
    finish(sight, _hidden(options))
    return sight.ordered()


def _hidden(options: JailOptions) -> list[Path]:
    home = Path(os.environ.get("SHOPWORLD_HOME") or ".shopworld")
    return [one.resolve() for one in (*options.hidden, home)]
