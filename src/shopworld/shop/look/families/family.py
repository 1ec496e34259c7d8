"""What a storefront family is, and where families are found: the shipped ones, and those of installed packages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.errors import ShopError
from shopworld.extensions import Extensions
from shopworld.shop.addressing import Scheme
from shopworld.shop.look.behaviours import BEHAVIOURS

CLASSIC = "classic"
"""The family of the finished designs, and of composed shops where nothing else is said."""
_SHARED_WORDINGS = Path(__file__).parent / "wordings"
_HERE = "shopworld.shop.look.families"


@dataclass(frozen=True, slots=True)
class FamilyDeclaration:
    """Where a family lies: a folder with `family.toml`, `templates/`, `styles/` and `wordings/`.

    Attributes:
        name: of the family; styles say it.
        package: a package or module that the folder lies in or beside.
        folder: its name; the family's name by default.
    """

    name: str
    package: str
    folder: str = ""

    @property
    def place(self) -> Path:
        """The folder.

        Raises:
            ShopError: the package cannot be imported.
        """
        try:
            return Path(str(import_module(self.package).__file__)).parent / (self.folder or self.name)
        except ImportError as error:
            raise ShopError(f"the family {self.name!r}: {self.package} cannot be imported: {error}") from error


class StorefrontFamily(BaseModel):
    """How a company writes its shops (`family.toml`, and the files beside it)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    about: str
    """What a visitor meets, in a sentence."""
    addresses: Scheme
    """Whose addresses generated shops of this family have."""
    listing: Literal["server", "client"] = "server"
    """Who draws the products of a listing."""
    behaviours: tuple[str, ...] = ()
    """What the script does beside what the capabilities ask for; none and nothing asked for: no script."""
    sheets: tuple[str, ...] = ()
    """Shared stylesheets under `look/static/` that come before its own."""
    traits: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """What the vocabulary leaves open and a seed decides, by the name that `capabilities.other` has it under."""
    templates: dict[str, str] = Field(default_factory=dict)
    """Laid over the shipped templates."""
    styles: tuple[str, ...] = ()
    wordings: dict[str, str] = Field(default_factory=dict)
    """Sets of words: TOML of phrases in the shared templates' words to those of this set."""

    def chosen(self, other: Mapping[str, str]) -> dict[str, str]:
        """The value of every trait by its bare name: what `capabilities.other` says, else the family's first."""
        return {
            name.partition(".")[2]: other[name] if other.get(name) in values else values[0]
            for name, values in self.traits.items()
        }

    def drawn(self, seed: int | str) -> dict[str, str]:
        """One value of every trait, as a seed decides; the wording too."""
        rng = Random(f"{seed}:family:{self.name}")
        open_ones = {**self.traits, "look.wording": ("", *sorted(self.wordings))}
        return {name: rng.choice(values) for name, values in sorted(open_ones.items()) if len(values) > 1}


BUILT_IN = {one: FamilyDeclaration(one, _HERE) for one in (CLASSIC, "bazaar", "depot", "folio", "pronto")}
_INSTALLED: Extensions[FamilyDeclaration] = Extensions(
    group="shopworld.families",
    what="family",
    expected="a FamilyDeclaration",
    accepts=lambda found: isinstance(found, FamilyDeclaration),
    name_of=lambda found: found.name,
    error=ShopError,
)


def family_names() -> tuple[str, ...]:
    """Names of all families: the shipped ones, then the installed ones."""
    return tuple(dict.fromkeys((*BUILT_IN, *_INSTALLED.names())))


def find_family(name: str) -> FamilyDeclaration:
    """The declaration of the family of that name; the shipped ones come first.

    Raises:
        ShopError: there is no such family, or an installed one cannot be used.
    """
    found = BUILT_IN.get(name) or _INSTALLED.find(name)
    if found is None:
        raise ShopError(f"there is no storefront family {name!r}", hint=f"use one of {', '.join(family_names())}")
    return found


@cache
def load_family(name: str) -> StorefrontFamily:
    """The family of that name.

    Raises:
        ShopError: there is no such family, or its files are not as they must be.
    """
    place = find_family(name).place
    try:
        told = tomllib.loads((place / "family.toml").read_text(encoding="utf-8"))
        family = StorefrontFamily(
            name=name,
            templates=_texts(place / "templates", ".html"),
            styles=tuple(_texts(place / "styles", ".css").values()),
            wordings={
                key.removesuffix(".toml"): text
                for folder in (_SHARED_WORDINGS, place / "wordings")
                for key, text in _texts(folder, ".toml").items()
            },
            **told,
        )
    except OSError as error:
        raise ShopError(f"the family {name!r}: {error.filename} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ShopError(f"the family {name!r}: family.toml: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ShopError(f"the family {name!r}: family.toml, field {field!r}: {first['msg']}") from error
    unknown = [one for one in family.behaviours if one not in {known.name for known in BEHAVIOURS}]
    if unknown:
        raise ShopError(f"the family {name!r}: there is no behaviour {unknown[0]!r}")
    return family


def _texts(folder: Path, suffix: str) -> dict[str, str]:
    """Texts of all files of that kind below a folder, by their names in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob(f"*{suffix}"))
    }
