"""What an agent sees of the machine's files: system, interpreters, its code; answers and secrets in it are covered."""

from __future__ import annotations

import fnmatch
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.jail.package import ROOT, is_copy, shown_parts

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
"""Folders with programs and libraries of the machine."""
SETTINGS = (
    "alternatives",
    "ca-certificates",
    "chromium",
    "chromium.d",
    "crypto-policies",
    "default/locale",
    "fonts",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "locale.alias",
    "locale.conf",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "os-release",
    "pki/tls",
    "pki/ca-trust",
    "services",
    "protocols",
    "ssl",
    "timezone",
)
"""In `/etc`."""
OF_THE_MACHINE = ("/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/fs/cgroup/cpu.max")
ACCELERATORS = (
    "/dev/nvidia*",
    "/dev/dri",
    "/dev/kfd",
    "/dev/accel*",
    "/dev/davinci*",
    "/dev/hisi_hdc",
    "/dev/devmm_svm",
)
ABOUT_ACCELERATORS = ("/sys/bus/pci", "/sys/class", "/sys/devices", "/sys/module", "/proc/driver")
SECRETS = (
    ".env",
    ".env.*",
    "*.env",
    ".netrc",
    ".pgpass",
    ".pypirc",
    ".npmrc",
    ".git-credentials",
    "*.pem",
    "*.key",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
)
"""Names of files that hold keys, by habit."""
SECRET_FOLDERS = frozenset(
    (
        ".aws",
        ".azure",
        ".config",
        ".docker",
        ".git",
        ".gnupg",
        ".hg",
        ".kube",
        ".local",
        ".mozilla",
        ".shopworld",
        ".ssh",
        ".svn",
    )
)
NOT_LOOKED_THROUGH = frozenset(("__pycache__", "node_modules", "site-packages", "dist-packages", ".tox", ".nox"))
"""Folders of other people's code: shown as they are, but for copies of Shopworld."""
MARKS = (b"shopworld-canary", b'"mall_hash"', b'"catalog_hash"', b'"checkpoint_score"')
"""What the first bytes of suites, results and worlds hold."""
_PLAIN_TEXT = frozenset(
    (".json", ".jsonl", ".ndjson", ".toml", ".yaml", ".yml", ".txt", ".csv", ".md", ".bak", ".old", "")
)
_HEAD = 2048
_MOST = 50_000
"""Files and folders that a folder of code may hold."""
_OF_A_RUN = ("run.toml", "mall.toml", "store.sqlite")
"""Files by which a folder is known that holds answers: a run, a mall, a catalog."""
_BROAD = (
    "/root",
    "/home",
    "/tmp",  # noqa: S108
    "/var/tmp",  # noqa: S108
    "/etc",
    "/var",
    "/opt",
    "/srv",
    "/mnt",
    "/media",
    "/run",
    "/dev",
    "/proc",
    "/sys",
    "/boot",
)
"""Folders that hold much that is nobody's code."""
_WHEEL = f"{ROOT.name}-*"


@dataclass(slots=True)
class FileRules:
    """Rules for paths: what is shown, and what within is hidden. The innermost rule holds.

    Attributes:
        rules: `show` or `hide` by path.
        for_everybody: whether the agent is another user: what only its owner may open is then shown piece by piece.
        too_broad: folders of code that are not shown as a whole: somebody's home, or too large to be looked through.
    """

    rules: dict[Path, str] = field(default_factory=dict)
    for_everybody: bool = False
    too_broad: list[Path] = field(default_factory=list)

    def ordered(self) -> list[tuple[str, str]]:
        """The rules, outer paths first."""
        return [
            (str(path), self.rules[path]) for path in sorted(self.rules, key=lambda one: (len(one.parts), str(one)))
        ]

    def is_shown(self, path: Path) -> bool:
        """Whether that path is."""
        for one in (path, *path.parents):
            if one in self.rules:
                return self.rules[one] == "show"
        return False

    def show(self, path: Path) -> None:
        """Shows a path as it is, with all that is in it, and what a link leads to."""
        path = _absolute(path)
        if not (path.exists() or path.is_symlink()):
            return
        target = path.resolve()
        if target != path:
            self._put(target)
            if path.is_symlink() and not self.is_shown(path):
                self.rules[path] = "show"
            elif not path.is_symlink():  # a folder above it is a link
                self._put(path)
            return
        self._put(path)

    def _put(self, path: Path) -> None:
        if not path.exists() or self.is_shown(path):
            return
        if self.for_everybody and path.is_dir() and path.stat().st_mode & 0o005 != 0o005:
            self.rules[path] = "hide"  # a folder of the same name, which everybody may enter
            for child in sorted(path.iterdir()):
                self.show(child)
            return
        self.rules[path] = "show"

    def hide(self, path: Path) -> None:
        """Covers a path, where a part of it or what it lies in is shown."""
        for one in {_absolute(path), path.resolve()}:
            if one.exists():
                for inner in [inner for inner in self.rules if one in inner.parents]:
                    del self.rules[inner]
                self.rules.pop(one, None)
                if self.is_shown(one):
                    self.rules[one] = "hide"

    def uncover(self, path: Path) -> None:
        """Shows a path as a whole, whatever lies in it or hides it."""
        path = path.resolve()
        for one in [one for one in self.rules if path in (one, *one.parents)]:
            del self.rules[one]
        self._put(path)

    def show_code(self, folder: Path) -> None:
        """Shows a folder of somebody's code, but for what is known to hold answers or secrets.

        A home or a system folder, and one with more than 50,000 files, is not shown.
        """
        folder = _absolute(folder)
        if not folder.is_dir() or self.is_shown(folder.resolve()):
            return
        if is_broad(folder):
            self.too_broad.append(folder)
            return
        found = list(_looked_through(folder.resolve(), self.for_everybody))
        if any(kind == "" for _, kind in found):
            self.too_broad.append(folder)
            return
        self.show(folder)
        for path, kind in found:
            if kind == "hide":
                self.hide(path)
            elif not self.is_shown(path):
                self._put(path)
            elif self.rules.get(path) != "show":
                self.rules[path] = "hide"
                for child in sorted(path.iterdir()):
                    self.show(child)

    def show_program(self, program: Path) -> None:
        """Shows a program, and the prefix that its `bin` is in; the same of what it is a link to."""
        for path in _chain(program):
            self._show_prefix(path)

    def show_packages(self, folder: Path) -> None:
        """Shows a folder of installed packages."""
        self.show(folder)
        copy = folder / ROOT.name
        if is_copy(copy):
            self.hide(copy)

    def _show_prefix(self, program: Path) -> None:
        folder = program.parent
        if self.is_shown(folder):
            return
        prefix = folder.parent
        if folder.name not in ("bin", "Scripts", "sbin", "shims") or is_broad(prefix):
            self.show(folder if not is_broad(folder) else program)
            return
        whole = folder.name == "shims" or any((prefix / one).exists() for one in ("pyvenv.cfg", "conda-meta"))
        parts = (
            [prefix] if whole else [prefix / one for one in ("bin", "lib", "lib64", "libexec", "share", "etc", "ssl")]
        )
        for part in parts:
            if part.name != "share" or prefix.name != ".local":
                self.show(part)
        self._hide_copies(prefix)

    def _hide_copies(self, prefix: Path) -> None:
        for inner in (prefix, *prefix.glob("versions/*"), *prefix.glob("envs/*")):
            for copy in inner.glob(f"lib*/python*/*-packages/{ROOT.name}"):
                if is_copy(copy):
                    self.hide(copy)


def system_sight(for_everybody: bool, *, executable: str = sys.executable, base: str = sys.base_prefix) -> FileRules:
    """What every agent sees: the machine's programs, our interpreter, and the parts of Shopworld that agents import."""
    sight = FileRules(for_everybody=for_everybody)
    for path in (*SYSTEM, *OF_THE_MACHINE, *(f"/etc/{one}" for one in SETTINGS)):
        sight.show(Path(path))
    if accelerators():
        for path in ABOUT_ACCELERATORS:
            sight.show(Path(path))
    for prefix in {Path(executable).parent.parent, Path(base)}:
        sight.show_program(prefix / "bin" / "python")
        sight.show_program(Path(executable))
    return sight


def finish(sight: FileRules, hidden: Iterable[Path]) -> None:
    """Hides what must never be seen, last; then shows the allowed parts of Shopworld.

    Args:
        sight: with all that is shown.
        hidden: files and folders.
    """
    for copy in (
        *Path("/usr").glob(f"lib/python3*/*-packages/{ROOT.name}"),
        *Path("/usr/local").glob(f"lib/python3*/*-packages/{ROOT.name}"),
        ROOT,
    ):
        if is_copy(copy):
            sight.hide(copy)
    for path in hidden:
        sight.hide(path)
    for part in shown_parts():
        sight._put(part)


def accelerators() -> list[Path]:
    """Devices that compute, and graphics cards."""
    return sorted(path for pattern in ACCELERATORS for path in Path("/dev").glob(pattern.removeprefix("/dev/")))


def is_broad(folder: Path) -> bool:
    """Whether a folder holds much that is nobody's code: a home, the folder for passing files, one of the system."""
    resolved = folder.resolve()
    named = (Path.home(), *map(Path, _BROAD))
    known = {one.resolve() for one in named if one.exists()}
    return resolved in known or any(resolved in one.parents for one in known) or resolved.parent == Path("/home")


def _absolute(path: Path) -> Path:
    """Without `..`; links in it are kept."""
    return Path(os.path.normpath(path.absolute()))


def _chain(program: Path) -> Iterator[Path]:
    """A program, and each that it is a link to."""
    seen = 0
    program = _absolute(program)
    while seen < 16:
        yield program
        if not program.is_symlink():
            break
        program = Path(os.path.normpath(program.parent / program.readlink()))
        seen += 1
    yield program.resolve()


def _looked_through(folder: Path, for_everybody: bool) -> Iterator[tuple[Path, str]]:
    """What in a folder is to be hidden, what only its owner may enter (`open`), and `""` where it is too large."""
    left = _MOST
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(os.scandir(here), key=lambda one: one.name)
        except OSError:
            continue
        names = {entry.name for entry in entries}
        if here != folder and any(one in names for one in _OF_A_RUN):
            yield here, "hide"
            continue
        if {"guru", "tasks", "__init__.py"} <= names and here.name == ROOT.name:
            yield here, "hide"
            continue
        for entry in entries:
            left -= 1
            if left < 0:
                yield folder, ""
                return
            path = Path(entry.path)
            if entry.is_symlink():
                continue
            if entry.is_dir():
                if entry.name in SECRET_FOLDERS:
                    yield path, "hide"
                elif entry.name in NOT_LOOKED_THROUGH or (path / "pyvenv.cfg").exists():
                    for copy in (path / ROOT.name, *path.glob(f"lib*/python*/*-packages/{ROOT.name}")):
                        if is_copy(copy):
                            yield copy, "hide"
                else:
                    if for_everybody and entry.stat().st_mode & 0o005 != 0o005:
                        yield path, "open"
                    waiting.append(path)
            elif _holds_answers(path, entry):
                yield path, "hide"


def _holds_answers(path: Path, entry: os.DirEntry[str]) -> bool:
    if any(fnmatch.fnmatch(entry.name, pattern) for pattern in SECRETS):
        return True
    if fnmatch.fnmatch(entry.name, _WHEEL) and path.suffix in (".whl", ".gz", ".zip"):
        return True
    if entry.name in _OF_A_RUN:
        return True
    if path.suffix.lower() not in _PLAIN_TEXT or not entry.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return True
    return any(mark in head for mark in MARKS)
