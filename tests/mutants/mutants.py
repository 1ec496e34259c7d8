"""The mutants of a room, drawn by seed: mutmut's operators, each at one place of a function's body.

Left out is what no behaviour hangs on: texts for people (a string with a blank in it, what `raise` raises, warnings
and the log), what only type checkers read, and assertions (`assert`, `strict=` of `zip`).
"""

from __future__ import annotations

import ast
import hashlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import libcst as cst
from mutmut.mutation.mutators import mutation_operators

ROOMS: Mapping[str, tuple[str, ...]] = {
    "episode": ("episode/**/*.py",),
    "mall": ("mall/**/*.py",),
    "running": ("evaluation/running/**/*.py",),
    "shop state": ("shop/state.py", "shop/promotions.py", "shop/vouchers.py", "shop/buying/*.py"),
    "tasks": ("tasks/**/*.py",),
}
"""The modules of each room, below the package."""

_NOT_READ = (cst.Annotation, cst.Decorator)
_PLAIN = (cst.Name, cst.BaseNumber, cst.BaseString)
_NEVER = frozenset(("len", "isinstance", "cast"))
_TOLD_BY = frozenset(("logger", "logging", "warnings"))


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one thing changed.

    Attributes:
        name: eight hexadecimal digits, the same as long as module, line and change are.
        room: of the module.
        path: of the module, below the package.
        lines: of the statement, from 1, both ends among them; a compound statement's are those of its head.
        around: likewise of the function.
        before: the changed lines as they were, without indentation.
        after: as they are now.
        text: the module.
    """

    name: str
    room: str
    path: str
    lines: tuple[int, int]
    around: tuple[int, int]
    before: str
    after: str
    text: str


def draw(package: Path, room: str, most: int, seed: int) -> Iterator[Mutant]:
    """Draws mutants of a room; the first of them are the same however many are asked for.

    Args:
        package: folder of the package.
        room: one of `ROOMS`.
        most: how many; all where there are fewer.
        seed: of the order in which they are drawn.
    """
    modules = {}
    for path in sorted({path for pattern in ROOMS[room] for path in package.glob(pattern)}):
        text = path.read_text(encoding="utf-8")
        module = cst.parse_module(text)
        modules[path] = (text, module, list(_changes(module, inside=False)))
    places = [(path, number) for path, (_, _, changes) in modules.items() for number in range(len(changes))]
    random.Random(f"{seed} {room}").shuffle(places)
    names: set[str] = set()
    for path, number in places:
        text, module, changes = modules[path]
        was, now = changes[number]
        changed = module.code_for_node(module.deep_replace(was, now))
        mutant = _made(room, path.relative_to(package).as_posix(), text, changed)
        if mutant is not None and mutant.name not in names:
            names.add(mutant.name)
            yield mutant
        if len(names) == most:
            return


def _changes(node: cst.CSTNode, *, inside: bool) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """Nodes of functions, with what mutmut makes of them."""
    if isinstance(node, _NOT_READ) or (isinstance(node, cst.Param) and not isinstance(node.default, _PLAIN)):
        return
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in _NEVER:
        return
    if inside:
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                yield from ((node, changed) for changed in operator(node))
    for child in node.children:
        yield from _changes(child, inside=inside or isinstance(node, cst.FunctionDef))


def _made(room: str, path: str, was: str, now: str) -> Mutant | None:
    """The mutant of a changed module; None where only something left out is changed."""
    before, after = was.encode(), now.encode()
    start = _common(before, after)
    end = len(before) - _common(before[start:][::-1], after[start:][::-1])
    tree = ast.parse(was)
    starts = [0, *accumulate(len(line) for line in before.splitlines(keepends=True))]
    if any(first <= start and end <= last for first, last in _left_out(tree, starts)):
        return None
    line = before.count(b"\n", 0, start) + 1
    last = before.count(b"\n", 0, max(start, end - 1)) + 1
    around = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno <= line <= _end(node)]
    functions = [one for one in around if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    statement, function = max(around, key=lambda one: one.lineno), functions[-1]
    old = _lines(was, line, last)
    new = _lines(now, line, len(now.splitlines()) - (len(was.splitlines()) - last))
    where = f"{path}\0{function.name}\0{_column(was, start)}\0{old}\0{new}"
    return Mutant(
        name=hashlib.sha256(where.encode()).hexdigest()[:8],
        room=room,
        path=path,
        lines=(statement.lineno, _head_end(statement)),
        around=(function.lineno, _end(function)),
        before=old,
        after=new,
        text=now,
    )


def _common(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


def _left_out(tree: ast.Module, starts: list[int]) -> Iterator[tuple[int, int]]:
    """Spans of bytes in which nothing is mutated."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant() | ast.JoinedStr() if _is_text(node):
                pass
            case ast.Raise() | ast.Assert() | ast.keyword(arg="strict"):
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in _TOLD_BY:
                pass
            case _:
                continue
        yield starts[node.lineno - 1] + node.col_offset, starts[_end(node) - 1] + (node.end_col_offset or 0)


def _is_text(node: ast.expr) -> bool:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return any(isinstance(one, ast.Constant) and isinstance(one.value, str) and " " in one.value for one in parts)


def _end(node: ast.stmt | ast.expr | ast.keyword) -> int:
    return node.end_lineno or node.lineno


def _head_end(statement: ast.stmt) -> int:
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    first = body[0] if body else None
    if isinstance(first, ast.stmt):
        return max(statement.lineno, first.lineno - 1)
    return statement.lineno if first else _end(statement)


def _lines(text: str, first: int, last: int) -> str:
    return " ".join(line.strip() for line in text.splitlines()[first - 1 : last])


def _column(text: str, start: int) -> int:
    return start - (text.encode().rfind(b"\n", 0, start) + 1)
