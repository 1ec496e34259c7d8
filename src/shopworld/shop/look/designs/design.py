"""Designs by name: the shipped ones, and those that installed packages bring along (`shopworld.designs`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from shopworld.errors import ShopError
from shopworld.extensions import Extensions
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.specification import Style

Part = TypeVar("Part", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class DesignDeclaration:
    """Where a design lies: a folder with `capabilities.json`, `style.json` and `character.css`.

    Attributes:
        name: of the design; the `character` of its style says the same.
        package: a package or module that the folder lies in or beside.
        folder: its name; the design's name by default.
        detail_font: for details, beside the heading and body fonts of the style; the body font by default.
    """

    name: str
    package: str
    folder: str = ""
    detail_font: str = ""

    def read(self, file: str) -> str:
        """The text of one of its files.

        Raises:
            ShopError: it cannot be read.
        """
        try:
            place = Path(str(import_module(self.package).__file__)).parent / (self.folder or self.name)
            return (place / file).read_text(encoding="utf-8")
        except (ImportError, OSError, UnicodeDecodeError) as error:
            raise ShopError(f"the design {self.name!r}: {file} cannot be read: {error}") from error


_HERE = "shopworld.shop.look.designs"
BUILT_IN = {
    one.name: one
    for one in (
        DesignDeclaration("athletic", _HERE),
        DesignDeclaration("boutique", _HERE),
        DesignDeclaration("engineer", _HERE),
        DesignDeclaration("workshop", _HERE, detail_font="DejaVu Sans Mono"),
    )
}
_INSTALLED: Extensions[DesignDeclaration] = Extensions(
    group="shopworld.designs",
    what="design",
    expected="a DesignDeclaration",
    accepts=lambda found: isinstance(found, DesignDeclaration),
    name_of=lambda found: found.name,
    error=ShopError,
)


@dataclass(frozen=True, slots=True)
class Design:
    """What a storefront can do and how it looks."""

    name: str
    capabilities: Capabilities
    style: Style


def design_names() -> tuple[str, ...]:
    """Names of all designs: the shipped ones, then the installed ones, each in alphabetical order."""
    return tuple(dict.fromkeys((*BUILT_IN, *_INSTALLED.names())))


def find_design(name: str) -> DesignDeclaration:
    """The declaration of the design of that name; the shipped ones come first.

    Raises:
        ShopError: there is no such design, or an installed one cannot be used.
    """
    found = BUILT_IN.get(name) or _INSTALLED.find(name)
    if found is None:
        raise ShopError(f"there is no design {name!r}", hint=f"use one of {', '.join(design_names())}")
    return found


@cache
def load_design(name: str) -> Design:
    """The design of that name.

    Raises:
        ShopError: there is no such design, or its files are not as they must be.
    """
    declared = find_design(name)
    return Design(
        name=name,
        capabilities=_parsed(declared, "capabilities.json", Capabilities),
        style=_parsed(declared, "style.json", Style),
    )


def style_values(values: Any) -> Any:
    """A style as files have it, complete: where it names a `design`, that one's tokens hold where it says nothing.

    Raises:
        ShopError: there is no such design, or it cannot be used.
    """
    if not isinstance(values, dict) or "design" not in values:
        return values
    said = {key: value for key, value in values.items() if key != "design"}
    design: dict[str, Any] = load_design(str(values["design"])).style.model_dump(mode="json")
    nested = {key: {**design[key], **said[key]} for key in ("palette", "fonts") if isinstance(said.get(key), dict)}
    return {**design, **said, **nested}


def _parsed(declared: DesignDeclaration, file: str, model: type[Part]) -> Part:
    try:
        return model.model_validate_json(declared.read(file))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ShopError(f"the design {declared.name!r}: {file}, field {field!r}: {first['msg']}") from error
