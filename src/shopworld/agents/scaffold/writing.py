"""Writes the folder of a new agent, from the texts beside this file."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import sys
from enum import StrEnum
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from string import Template

from shopworld.errors import AgentError
from shopworld.files import folder_beside, put_in_place, write_whole

_HERE = Path(__file__).parent
_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
_TAKEN = ("conftest", "setup", "test")
"""Modules that pytest or setuptools would run."""


class AgentKind(StrEnum):
    """What a new agent decides by."""

    RULES = "rules"
    MODEL = "model"


def write_agent(name: str, folder: Path, kind: AgentKind = AgentKind.RULES) -> tuple[Path, ...]:
    """Writes a folder with an agent that passes some tasks, its test, its package and what to do next.

    Args:
        name: of the agent and its module, such as `my_agent`; its class is then `MyAgent`.
        folder: that is made; must not be there, or be empty.
        kind: what it decides by.

    Returns:
        the files.

    Raises:
        AgentError: it cannot be called so, or the folder holds something.
    """
    refuse_taken(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AgentError(f"{folder} is there already and holds something", hint="Give another name, or --into.")
    said = {
        "name": name,
        "class": class_of(name),
        "project": re.sub("_+", "-", name).strip("-"),
        "title": name.replace("_", " ").strip().capitalize(),
        "needs": "shopworld[models]" if kind is AgentKind.MODEL else "shopworld",
    }
    files = {
        f"{name}.py": f"{kind}/agent.txt",
        f"test_{name}.py": f"{kind}/test.txt",
        "pyproject.toml": "both/pyproject.txt",
        "README.md": f"{kind}/readme.txt",
    }
    with folder_beside(folder) as beside:
        for file, source in files.items():
            text = Template((_HERE / source).read_text(encoding="utf-8")).substitute(said)
            write_whole(beside / file, text.encode())
        put_in_place(beside, folder)
    return tuple(folder / file for file in files)


def class_of(name: str) -> str:
    """The class of a module: `MyAgent` for `my_agent`; `MoveAgent` for `move`, since its file imports a `Move`."""
    found = "".join(part.capitalize() for part in name.split("_"))
    return f"{found}Agent" if keyword.iskeyword(found) or hasattr(builtins, found) or found in _used() else found


@cache
def _used() -> frozenset[str]:
    """The names that agents' files and their tests import or make, which no class may hide."""
    said = {"name": "_", "class": "_"}
    found: set[str] = set()
    for kind in AgentKind:
        for file in ("agent.txt", "test.txt"):
            tree = ast.parse(Template((_HERE / kind / file).read_text(encoding="utf-8")).substitute(said))
            for node in ast.walk(tree):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    found |= {one.asname or one.name for one in node.names}
                elif isinstance(node, ast.ClassDef | ast.FunctionDef):
                    found.add(node.name)
    return frozenset(found)


def refuse_taken(name: str) -> None:
    """Refuses what is no module's name, or would hide somebody else's module.

    Raises:
        AgentError: it is.
    """
    if not _NAME.fullmatch(name) or not name.strip("_0123456789"):
        hint = "Small letters, digits and _, such as my_agent."
        raise AgentError(f"{name!r} cannot be the name of a Python module", hint=hint)
    if keyword.iskeyword(name) or name in _TAKEN or name in sys.stdlib_module_names or _is_installed(name):
        raise AgentError(f"{name!r} is taken: Python or an installed package has it", hint="Give it a name of its own.")


def _is_installed(name: str) -> bool:
    """Whether an import finds it somewhere else than in the working directory."""
    found = PathFinder.find_spec(name, [place for place in sys.path if place and Path(place) != Path.cwd()])
    return found is not None and found.origin is not None
