"""All departments of goods: those with a file of their own, and those of the sectors."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from shopworld.catalog import KINDS, ProductKind
from shopworld.errors import InputError
from shopworld.goods.trades.department import Department
from shopworld.goods.trades.sectors import sector_departments

FOLDER = Path(__file__).parent / "departments"
_WORD = re.compile(r"[^\W\d_]+")


@cache
def departments() -> Mapping[str, Department]:
    """All departments by name: first those with a file of their own, then those of the sectors.

    Raises:
        InputError: a file is not as it must be.
    """
    own = {path.stem: _read(path) for path in sorted(FOLDER.glob("*.toml"))}
    return own | dict(sector_departments())


@cache
def trade_kinds() -> Mapping[str, ProductKind]:
    """All kinds of goods that trades sell: the catalog's, and those that only departments know."""
    found = dict(KINDS)
    for department in departments().values():
        for name, kind in department.kinds.items():
            found.setdefault(name, ProductKind(name, kind.label, kind.plural, department.name))
    return found


def _read(path: Path) -> Department:
    try:
        data: Any = tomllib.loads(path.read_text(encoding="utf-8"))
        return Department.model_validate(data)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is no valid TOML: {error}", file=path) from error
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(first["msg"], file=path, field=".".join(str(one) for one in first["loc"])) from error


def departments_for(*texts: str) -> list[str]:
    """The departments that a shop's category and descriptor mean, best first; `home` where nothing is meant.

    Args:
        texts: most telling first: the category, then the descriptor.
    """
    found: dict[str, float] = {}
    for weight, text in zip((3.0, 1.0, 0.5), texts, strict=False):
        words = f" {' '.join(_WORD.findall(text.lower()))} "
        for name, department in departments().items():
            meant = {term for term in department.terms if f" {term} " in words or f" {term}s " in words}
            hits = len({term.rstrip("s") for term in meant}) if name in _own_files() else len(meant)
            if hits:
                found[name] = found.get(name, 0) + weight * hits
    ranked = sorted(found, key=lambda name: (-found[name], name in _own_files(), name))
    best = found[ranked[0]] if ranked else 0
    return [name for name in ranked if found[name] * 2 >= best][:3] or ["home"]


@cache
def _own_files() -> frozenset[str]:
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))
