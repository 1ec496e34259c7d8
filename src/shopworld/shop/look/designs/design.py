"""Reading a design: a folder with `capabilities.json` and `style.json`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shopworld.errors import ShopError
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.specification import Style

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Design:
    """What a storefront can do and how it looks."""

    name: str
    capabilities: Capabilities
    style: Style


def design_names() -> tuple[str, ...]:
    """Names of all designs, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob("*/style.json")))


@cache
def load_design(name: str) -> Design:
    """The design of that name.

    Raises:
        ShopError: there is no such design.
    """
    if name not in design_names():
        raise ShopError(f"there is no design {name!r}", hint=f"use one of {', '.join(design_names())}")
    return Design(
        name=name,
        capabilities=Capabilities.model_validate_json((_FOLDER / name / "capabilities.json").read_bytes()),
        style=Style.model_validate_json((_FOLDER / name / "style.json").read_bytes()),
    )
