"""Seed queries: what shoppers ask first, as data that binds to a catalog by kinds and names of categories."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from shopworld.catalog import DOMAINS, KINDS, Sort
from shopworld.errors import InputError
from shopworld.tasks import SORTS, Condition

SEEDS_FILE = Path(__file__).parent / "seeds.toml"
"""The fifty queries that come with the package."""


class Seed(BaseModel):
    """One seed query."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    domain: str
    text: str = ""
    """Its own words; the planner finds words where it is empty."""
    frame: str = ""
    """How a query of the same make asks for another thing, at `{thing}`; the planner finds words where it is empty."""
    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Names of categories, in lower case, for catalogs that do not tell kinds."""
    attribute: tuple[Condition, ...] = ()
    filter: tuple[Condition, ...] = ()
    sort: Sort | None = None

    @field_validator("domain")
    @classmethod
    def _known_domain(cls, domain: str) -> str:
        if domain not in DOMAINS:
            raise ValueError(f"{domain!r} is no domain; there are {', '.join(DOMAINS)}")
        return domain

    @field_validator("kinds")
    @classmethod
    def _known_kinds(cls, kinds: tuple[str, ...]) -> tuple[str, ...]:
        unknown = [kind for kind in kinds if kind not in KINDS]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is no kind of product; kinds are listed in catalog/kinds.py")
        return kinds

    @field_validator("frame")
    @classmethod
    def _has_a_place(cls, frame: str) -> str:
        if frame and frame.count("{thing}") != 1:
            raise ValueError("{thing} is expected once")
        return frame

    @field_validator("sort")
    @classmethod
    def _known_sort(cls, sort: Sort | None) -> Sort | None:
        if sort is not None and sort not in SORTS:
            raise ValueError(f"expected one of {', '.join(one.value for one in SORTS)}")
        return sort


class _SeedFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    seed: list[Seed] = Field(min_length=1)


def read_seeds(file: Path = SEEDS_FILE) -> tuple[Seed, ...]:
    """Reads seed queries.

    Raises:
        InputError: the file is missing or not as it must be, or two seeds have the same id.
    """
    try:
        seeds = _SeedFile.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))).seed
    except OSError as error:
        raise InputError("no file of seed queries", file=file) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", file=file) from error
    except ValidationError as error:
        first = error.errors(include_context=False)[0]
        raise InputError(first["msg"], file=file, field=".".join(map(str, first["loc"]))) from error
    repeated = repeated_ids(seeds)
    if repeated:
        raise InputError(f"two seeds have the id {repeated[0]!r}", file=file, field="seed.id")
    return tuple(seeds)


def repeated_ids(seeds: Sequence[Seed]) -> list[str]:
    """Ids that several seeds have."""
    return [name for name, count in Counter(one.id for one in seeds).items() if count > 1]
