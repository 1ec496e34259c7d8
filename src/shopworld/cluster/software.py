"""What is installed on a machine, as far as results depend on it, and in what two machines differ.

Imports the standard library alone: it is sent by value to nodes where another Shopworld may be installed, or none.
"""

from __future__ import annotations

import hashlib
import importlib.util
import platform
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, distributions, requires, version
from pathlib import Path

Software = Mapping[str, str]
"""Version by name."""
_CODE = frozenset((".py", ".pyi", ".html", ".css", ".js", ".svg", ".toml", ".json", ".md", ".txt"))
_DIGITS = 12
MISSING = "none"


def installed(extras: Iterable[str] = ()) -> dict[str, str]:
    """Versions of Python, of Shopworld with a hash over its files, of all that it needs, and of fonts.

    Args:
        extras: names of further packages that count.
    """
    found = {"python": platform.python_version(), "shopworld": _shopworld()}
    names = {re.split(r"[^A-Za-z0-9_.-]", one, maxsplit=1)[0] for one in _required() if "extra ==" not in one}
    fonts = {str(one.name) for one in distributions() if str(one.name).startswith("font-")}
    for name in sorted({*names, *fonts, *extras}):
        found[name] = _version(name)
    return found


def differences(here: Software, there: Software) -> list[str]:
    """A line for each package that is another there: `tantivy: 0.27.0 there, 0.27.1 here`."""
    names = [*here, *sorted(there.keys() - here.keys())]
    return [
        f"{name}: {there.get(name, MISSING)} there, {here.get(name, MISSING)} here"
        for name in names
        if there.get(name, MISSING) != here.get(name, MISSING)
    ]


def _required() -> list[str]:
    try:
        return requires("shopworld") or []
    except PackageNotFoundError:
        return []


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return MISSING


def _shopworld() -> str:
    """Version, and a hash over the files of the package: two checkouts of one version are not the same."""
    found = importlib.util.find_spec("shopworld")
    if found is None or not found.origin:
        return MISSING
    folder, whole = Path(found.origin).parent, hashlib.sha256()
    for file in sorted(one for one in folder.rglob("*") if one.suffix in _CODE and one.is_file()):
        whole.update(file.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return f"{_version('shopworld')} ({whole.hexdigest()[:_DIGITS]})"
