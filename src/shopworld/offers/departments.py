"""Which department an offer belongs to: rules over its kind and its category trail."""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.catalog import KINDS, classify_kind
from shopworld.errors import InputError

STAGE = "departments"
DEFAULT_FILE = Path(__file__).parent / "departments.toml"


class DepartmentRule(BaseModel):
    """One department: what belongs to it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    departments: tuple[str, ...] = ()
    """Of the catalog's kinds, all of whose kinds belong to it."""
    kinds: tuple[str, ...] = ()
    """Of the catalog's vocabulary."""
    trail: tuple[str, ...] = ()
    """Words of category trails, whole words in any case."""


class DepartmentRules(BaseModel):
    """All departments, in the order in which they are asked."""

    model_config = ConfigDict(extra="forbid")

    department: tuple[DepartmentRule, ...] = Field(min_length=1)

    @cached_property
    def _trails(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        return tuple(
            (one.name, re.compile(rf"\b(?:{'|'.join(map(re.escape, one.trail))})\b", re.IGNORECASE))
            for one in self.department
            if one.trail
        )

    def place(self, title: str, categories: tuple[str, ...]) -> tuple[str, str]:
        """Department and kind of an offer; empty where none is known."""
        kind = classify_kind(title, (categories,) if categories else ())
        for one in self.department:
            if kind and (kind in one.kinds or KINDS[kind].department in one.departments):
                return one.name, kind
        trail = " > ".join(categories)
        return next((name for name, words in self._trails if words.search(trail)), ""), kind


def read_departments(file: Path | None = None) -> DepartmentRules:
    """The departments of a file; the three of the paper by default.

    Raises:
        InputError: the file is not as it must be.
    """
    file = file or DEFAULT_FILE
    try:
        found = DepartmentRules.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=file) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", file=file) from error
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(first["msg"], file=file, field=".".join(map(str, first["loc"]))) from error
    for one in found.department:
        unknown = [kind for kind in one.kinds if kind not in KINDS]
        if unknown:
            raise InputError(f"no kind {unknown[0]!r} in the catalog's vocabulary", file=file, field="kinds")
    return found
