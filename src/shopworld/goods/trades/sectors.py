"""Departments of further trades: a line a kind, in one file for each sector (`sectors/*.toml`).

A line is `name Plural = Noun, Noun | low middle high | options | facts`: prices in US dollars, options and facts as
`Size: S, M, L; Color: colors`, where a single word names a list. Steps along amounts
cost more (`_STEPPED`); sizes of people and animals do not: the kinds that have those stand under `fitted`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from shopworld.errors import InputError
from shopworld.goods.trades.department import NAME_FIELDS, Department, fields_of

FOLDER = Path(__file__).parent / "sectors"
_COMMON = "common.toml"
_STEPPED = {"Pack": 0.8, "Weight": 0.8, "Size": 0.25, "Length": 0.3, "Set": 0.6, "Memory": 0.2, "Storage": 0.15} | {
    "Capacity": 0.5,
    "Stems": 0.7,
    "Height": 0.3,
    "Steps": 0.3,
    "Power": 0.25,
}
"""What a step along the values of an option adds to the price, as a share of it."""
_FITTED = frozenset({"Size", "Length"})
"""Options that cost the same where they only fit somebody: `fitted` of a sector names those kinds."""


def sector_departments() -> Iterator[tuple[str, Department]]:
    """All departments of the sectors, with their names.

    Raises:
        InputError: a file or a line is not as it must be.
    """
    common = _table(FOLDER / _COMMON)
    for path in sorted(FOLDER.glob("*.toml")):
        if path.name == _COMMON:
            continue
        sector = _table(path)
        own: Mapping[str, Any] = sector.pop("departments", {})
        for name, data in own.items():
            try:
                yield name, Department.model_validate(_department(data, common | sector, common))
            except ValidationError as error:
                first = error.errors()[0]
                raise InputError(
                    first["msg"], file=path, field=".".join((name, *(str(one) for one in first["loc"])))
                ) from error
            except ValueError as error:
                raise InputError(str(error), file=path, field=f"departments.{name}") from error


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"is no valid TOML: {error}", file=path) from error


def _department(data: Mapping[str, Any], voice: Mapping[str, Any], common: Mapping[str, Any]) -> dict[str, Any]:
    about, points, fitted = voice["about"], voice["points"], voice["fitted"]
    made = {name: value for name, value in voice.items() if name not in ("about", "points", "fitted")}
    made["lists"] = {**common["lists"], **voice.get("lists", {})}
    made |= {"name": data["name"], "terms": data["terms"], "groups": list(data["groups"])}
    made["kinds"] = {
        name: kind | {"about": about, "points": _fitting(points, kind), "aspects": list(voice["aspects"])}
        for group, lines in data["groups"].items()
        for name, kind in (_kind(line, group, made["lists"], fitted) for line in lines)
    }
    return made


def _kind(line: str, group: str, lists: Mapping[str, list[str]], fitted: Collection[str]) -> tuple[str, dict[str, Any]]:
    parts = [one.strip() for one in line.split("|")]
    head, _, nouns = parts[0].partition("=")
    name, _, plural = head.strip().partition(" ")
    amounts = [float(one) for one in parts[1].split()] if len(parts) == 4 else []
    if len(amounts) != 3 or not amounts[0] < amounts[1] < amounts[2] or not plural or not nouns.strip():
        raise ValueError(f"{line!r} is not `name Plural = Nouns | low middle high | options | facts`")
    free = _FITTED if name in fitted else frozenset()
    several = [one.strip() for one in nouns.split(",")]
    options, facts = _choices(parts[2], lists), _choices(parts[3], lists)
    return name, {
        "group": group,
        "label": name.replace("_", " ").capitalize(),
        "plural": plural,
        "nouns": several,
        "price": amounts[1],
        "lowest": amounts[0],
        "highest": amounts[2],
        "options": options,
        "facts": facts,
        "per_option": {one: _STEPPED[one] for one in options if one in _STEPPED and one not in free},
    }


def _choices(text: str, lists: Mapping[str, list[str]]) -> dict[str, list[str] | str]:
    found: dict[str, list[str] | str] = {}
    for one in text.split(";"):
        name, _, told = one.partition(":")
        values = [value.strip() for value in told.split(",") if value.strip()]
        if name.strip() and values:
            found[name.strip()] = values[0] if len(values) == 1 and values[0] in lists else values
    return found


def _fitting(points: list[str], kind: Mapping[str, Any]) -> list[str]:
    """The selling points, with what the kind's facts say before them."""
    told = [f"{name.capitalize()}: {{{name}}}" for name in kind["facts"] if name not in NAME_FIELDS]
    return [*told, *(one for one in points if not fields_of(one) - NAME_FIELDS)]
