"""ShopGym's task files: one JSON array of tasks, or an object with `tasks` (ShopGym, Appendix I)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from shopworld.errors import InputError
from shopworld.files import read_bounded

Several = Annotated[tuple[str, ...], BeforeValidator(lambda value: [value] if isinstance(value, str) else value or ())]
"""Texts; a single one may stand for a list."""


class SuccessCriteria(BaseModel):
    """What the release's judge is given."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    url_contains: str = ""
    type: str = ""
    response_contains: Several = ()


class ShopGymTask(BaseModel):
    """One task of a file."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    type: str = ""
    """`shopping` or `navigation`."""
    url: str = ""
    intent: str
    success_criteria: SuccessCriteria = SuccessCriteria()
    url_contains_alt: Several = ()

    @property
    def addresses(self) -> tuple[tuple[str, str], ...]:
        """The parts of addresses that it names, each with the field that it stands in."""
        found = [("success_criteria.url_contains", self.success_criteria.url_contains)]
        found += [(f"url_contains_alt.{number}", one) for number, one in enumerate(self.url_contains_alt)]
        return tuple((place, text) for place, text in found if text)


def is_shopgym_file(path: Path) -> bool:
    """Whether a file holds tasks in ShopGym's form."""
    try:
        raw = orjson.loads(read_bounded(path))
    except (OSError, orjson.JSONDecodeError):
        return False
    tasks = _tasks(raw)
    return bool(tasks) and all(isinstance(one, dict) and "intent" in one and "checks" not in one for one in tasks)


def read_shopgym_tasks(path: Path) -> tuple[ShopGymTask, ...]:
    """Reads a file of tasks.

    Raises:
        InputError: it is missing, is no JSON, or a task is not as it must be.
    """
    try:
        raw = orjson.loads(read_bounded(path))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=path) from error
    except orjson.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", file=path, line=error.lineno) from error
    found: list[ShopGymTask] = []
    for number, one in enumerate(_tasks(raw)):
        try:
            found.append(ShopGymTask.model_validate(one))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(map(str, (number, *first["loc"])))
            raise InputError(f"{first['msg']}", file=path, field=field) from error
    if not found:
        raise InputError("holds no task", file=path)
    return tuple(found)


def _tasks(raw: Any) -> list[Any]:
    held = raw.get("tasks") if isinstance(raw, dict) else raw
    return held if isinstance(held, list) else []
