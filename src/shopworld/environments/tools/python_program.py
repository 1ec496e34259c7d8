"""Code of an agent made ready for the sandboxed interpreter.

Nothing but text may come out of the interpreter: to turn its values into ours, the host would walk through lists within
lists that share their parts, for hours. So the value of a last expression is shown inside, and the modules that the
interpreter lacks run inside, too; the host supplies no functions.
"""

from __future__ import annotations

import ast
import io
import warnings
from dataclasses import dataclass
from typing import Any

from shopworld.environments.tools.python_fractions import FRACTIONS, FRACTIONS_SOURCE
from shopworld.environments.tools.python_statistics import STATISTICS, STATISTICS_SOURCE

_SHOW = "__shopworld_show__"
_SHOW_SOURCE = f"""
def {_SHOW}(value, print=print, repr=repr, Exception=Exception):
    if value is None:
        return
    try:
        print(repr(value))
    except Exception as error:
        print(f"({{error}})")
"""
_OWN_MODULES = {"fractions": (FRACTIONS, FRACTIONS_SOURCE), "statistics": (STATISTICS, STATISTICS_SOURCE)}
_NO_VALUE = "\nNone"
LONGEST_PARSED = 50_000
"""Characters of code that the host itself parses: a tree takes up to a thousand times as many bytes. Longer code runs
as it is, within the limits of the interpreter: it prints what it wants to show, and has its modules only."""


@dataclass(frozen=True, slots=True)
class Program:
    """What the interpreter is given.

    Attributes:
        preludes: codes to be run before, one after the other.
        code: the agent's; it has no value.
    """

    preludes: tuple[str, ...]
    code: str


def prepare(code: str) -> Program:
    """Turns imports of modules that the interpreter lacks to the sandbox's own, and shows a last expression.

    Code that the host cannot parse, or does not for its length, stays as it is, and the interpreter says what is wrong
    with it. Lines stay in their places.
    """
    if len(code) > LONGEST_PARSED:
        return Program((), code + _NO_VALUE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an agent's code
            tree = ast.parse(code)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return Program((), code + _NO_VALUE)
    imports: list[Any] = [node for node in ast.walk(tree) if _own_names(node)]
    replaced = [(node, _assignment(node)) for node in imports]
    lines = io.StringIO(code, newline="").readlines()
    preludes = [_OWN_MODULES[name][1] for name in sorted({name for node in imports for name in _own_names(node)})]
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        replaced.append((last, f"{_SHOW}(({ast.get_source_segment(code, last)}))"))
        preludes.insert(0, _SHOW_SOURCE)
    for node, text in sorted(replaced, key=lambda one: (one[0].lineno, one[0].col_offset), reverse=True):
        _replace(lines, node, text)
    return Program(tuple(preludes), "".join(lines) + _NO_VALUE)


def _own_names(node: ast.AST) -> tuple[str, ...]:
    """The modules of the sandbox that a statement imports."""
    if isinstance(node, ast.Import):
        return tuple(alias.name for alias in node.names if alias.name in _OWN_MODULES)
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module in _OWN_MODULES:
        return (node.module,)
    return ()


def _assignment(node: Any) -> str:
    """What stands in the import's place, in one line."""
    if isinstance(node, ast.ImportFrom):
        module = _OWN_MODULES[str(node.module)][0]
        return "; ".join(f"{alias.asname or alias.name} = {module}.{alias.name}" for alias in node.names)
    own = [alias for alias in node.names if alias.name in _OWN_MODULES]
    others = [alias for alias in node.names if alias.name not in _OWN_MODULES]
    parts = [f"{alias.asname or alias.name} = {_OWN_MODULES[alias.name][0]}" for alias in own]
    if others:
        parts.append(ast.unparse(ast.Import(names=others)))
    return "; ".join(parts)


def _replace(lines: list[str], node: Any, text: str) -> None:
    """Puts text where a node stands; columns are counted in UTF-8 bytes."""
    first, last = node.lineno - 1, node.end_lineno - 1
    before = lines[first].encode()[: node.col_offset].decode()
    after = lines[last].encode()[node.end_col_offset :].decode()
    lines[first : last + 1] = [before + text + "\n" * (last - first) + after]
