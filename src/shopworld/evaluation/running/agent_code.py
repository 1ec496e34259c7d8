"""The modules of an agent that is given as `module:Class`, found without running them, so that they can travel."""

from __future__ import annotations

import ast
import hashlib
import importlib
import shutil
import site
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path

from shopworld.cluster import pack


def packed_modules(names: Iterator[str] | list[str]) -> dict[str, bytes]:
    """Modules and packages that lie in folders of their user's, and what they import from beside them, packed.

    Args:
        names: of modules.

    Returns:
        the packed files, by a hash over them; nothing where all are installed.
    """
    importlib.invalidate_caches()  # a file may be younger than what was last seen of its folder
    found: dict[str, Path] = {}
    waiting = [(one.partition(".")[0], None) for one in names]
    while waiting:
        name, beside = waiting.pop()
        place = None if name in found else _place_of(name, beside)
        if place is not None:
            found[name] = place
            waiting += [(one, place.parent) for one in sorted(_imported_by(place))]  # type: ignore[misc]
    if not found:
        return {}
    with tempfile.TemporaryDirectory(prefix="shopworld-code-") as folder:
        for place in found.values():
            if place.is_dir():
                shutil.copytree(place, Path(folder) / place.name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
            else:
                shutil.copy(place, folder)
        whole = hashlib.sha256()
        for file in sorted(one for one in Path(folder).rglob("*") if one.is_file()):
            whole.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
        return {whole.hexdigest()[:32]: b"".join(pack(Path(folder)))}


def _place_of(name: str, beside: Path | None) -> Path | None:
    """File or folder of a top-level module; None where it is installed, or there is none."""
    if name in sys.stdlib_module_names or name == "shopworld":
        return None
    search = [str(beside)] if beside is not None else [one or str(Path.cwd()) for one in ["", *sys.path]]
    spec = PathFinder.find_spec(name, search)
    if spec is None or not spec.origin or not spec.has_location:
        return None
    file = Path(spec.origin).absolute()
    installed = [*site.getsitepackages(), site.getusersitepackages(), *sysconfig.get_paths().values()]
    if any(file.is_relative_to(one) for one in installed if one and Path(one).name.endswith("-packages")):
        return None
    return file.parent if spec.submodule_search_locations else file


def _imported_by(place: Path) -> set[str]:
    """Top-level names that a module, or any module of a package, imports."""
    found: set[str] = set()
    for file in [place] if place.is_file() else sorted(place.rglob("*.py")):
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):  # its own process says so
            continue
        for one in ast.walk(tree):
            if isinstance(one, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in one.names}
            elif isinstance(one, ast.ImportFrom) and not one.level and one.module:
                found.add(one.module.partition(".")[0])
    return found
