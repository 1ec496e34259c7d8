"""Rooms are entered by their doors: what another room uses stands in the `__init__` of the room that has it."""

from __future__ import annotations

import ast
import functools
import tomllib
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest

import shopworld

ROOT = Path(__file__).resolve().parents[1]
SOURCE = Path(str(shopworld.__file__)).parent
DOORS_WITHIN = (
    "arena.bundle",
    "arena.closure",
    "arena.explore",
    "arena.generate",
    "arena.verify",
    "catalog.importers",
    "environments.browser",
    "environments.corpus",
    "environments.tools",
    "evaluation.judges",
    "evaluation.report",
    "goods.trades",
    "shop.data",
    "shop.pages",
    "tasks.checks",
    "tasks.importers",
)
"""Parts of rooms that have a door of their own. Whoever adds one says here that a room has become two."""


def _name_of(file: Path) -> str:
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_name_of(file): file for file in SOURCE.rglob("*.py")}
ROOMS = frozenset(name for name, file in MODULES.items() if name and "." not in name and file.name == "__init__.py")
DOORS = tuple(sorted({one for one in ROOMS if (SOURCE / one / "__init__.pyi").exists()} | set(DOORS_WITHIN)))


@functools.cache
def _stub_of(door: str) -> Mapping[str, str]:
    """The module that has each name of a lazy door; empty where it is none."""
    file = MODULES.get(door, SOURCE)
    stub = file.with_suffix(".pyi")
    if file.name != "__init__.py" or not stub.exists():
        return {}
    body = ast.parse(stub.read_text(encoding="utf-8")).body
    return {
        alias.asname or alias.name: f"{door}.{one.module}"
        for one in body
        if isinstance(one, ast.ImportFrom)
        for alias in one.names
    }


@functools.cache
def _imports_of(module: str) -> tuple[tuple[str, str], ...]:
    """What a module imports of ours, wherever in it: (module, name); a module that is imported has no name."""
    return tuple(_read_imports(module))


def _read_imports(module: str) -> Iterator[tuple[str, str]]:
    for one in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(one, ast.Import):
            yield from ((alias.name.removeprefix("shopworld."), "") for alias in one.names if _is_ours(alias.name))
        elif isinstance(one, ast.ImportFrom) and not one.level and one.module and _is_ours(one.module):
            base = one.module.removeprefix("shopworld").removeprefix(".")
            for alias in one.names:
                inner = f"{base}.{alias.name}".removeprefix(".")
                yield (inner, "") if inner in MODULES else (base, alias.name)


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "shopworld"


def _room(module: str) -> str:
    return module.partition(".")[0]


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_nobody_goes_past_the_door_of_a_room(room: str) -> None:
    past = {
        (module, f"{imported}.{name}".rstrip("."))
        for module in MODULES
        if _room(module) in ROOMS - {room}
        for imported, name in _imports_of(module)
        if _room(imported) == room and imported not in (room, *DOORS_WITHIN)
    }
    assert past == set(), f"let shopworld.{room} export it"


@pytest.mark.parametrize("door", DOORS)
def test_every_name_at_a_door_leads_somewhere_and_hides_no_module(door: str) -> None:
    package = import_module(f"shopworld.{door}")
    assert set(_stub_of(door)) == set(package.__all__)
    assert all(hasattr(package, name) for name in package.__all__)
    modules = {name.removeprefix(f"{door}.").partition(".")[0] for name in MODULES if name.startswith(f"{door}.")}
    assert modules.isdisjoint(package.__all__)  # a module that is loaded otherwise would take the name's place


@pytest.mark.parametrize("door", DOORS)
def test_a_door_offers_what_its_own_room_has(door: str) -> None:
    tree = ast.parse(MODULES[door].read_text(encoding="utf-8"))
    imported = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    events = f"import shopworld.{door}.events"  # whoever enters can read what is told there
    assert {ast.unparse(one) for one in imported} - {events} == {"import lazy_loader"}
    assert all(module in MODULES for module in _stub_of(door).values())


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_nobody_goes_out_by_the_door_of_the_own_room(room: str) -> None:
    inside = {module for module in MODULES if _room(module) == room and module != room}
    assert [module for module in sorted(inside) if room in {imported for imported, _ in _imports_of(module)}] == []


def _used(module: str) -> set[str]:
    """The modules that have what a module imports: past every door that loads them when they are asked for."""
    found = set()
    for imported, name in _imports_of(module):
        home = imported
        while (behind := _stub_of(home).get(name, home)) != home:
            home = behind
        if home in MODULES:
            found.add(home)
    return found


def test_agents_that_are_measured_reach_no_answers_by_any_door() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = [one for one in told if one["name"].startswith("Agents that are measured")]
    agents = tuple(one.removeprefix("shopworld.") for one in contract["source_modules"])
    reached = {one: one for one in MODULES if one in agents or one.startswith(tuple(f"{name}." for name in agents))}
    waiting = sorted(reached)
    assert len(waiting) > 50
    while waiting:
        module = waiting.pop()
        for used in sorted(_used(module) - set(reached)):
            reached[used] = module
            waiting.append(used)
    unseen = {one.removeprefix("shopworld.") for one in contract["forbidden_modules"]}
    assert {module: by for module, by in reached.items() if _room(module) in unseen} == {}
