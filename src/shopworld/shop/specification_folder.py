"""A shop's specification as a folder that anyone can read and edit.

```
shop.toml                 identity: name, host, prices, shipping, payment, promotions
spec/capabilities.json    what the storefront can do
spec/style.json           how it looks; `design` may name a finished design, whose tokens hold where it says nothing
spec/manual.md            for people and for the generator
spec/content.json         menus, collections, pages, articles; only where the shop has content of its own
theme/templates/*.html    laid over the shipped templates
theme/styles/*.css        appended to the shop's stylesheet
photographs/              pictures that take the place of drawings; only where there are some
```
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import tomli_w
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from shopworld.errors import InputError, ShopError
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.content import ShopContent
from shopworld.shop.look.designs import style_values
from shopworld.shop.photographs import PHOTOGRAPHS_FOLDER, copy_photographs
from shopworld.shop.specification import Identity, ShopSpecification, Style
from shopworld.shop.theme import read_theme, write_theme

IDENTITY_FILE = "shop.toml"
CAPABILITIES_FILE = "spec/capabilities.json"
STYLE_FILE = "spec/style.json"
MANUAL_FILE = "spec/manual.md"
CONTENT_FILE = "spec/content.json"
THEME_FOLDER = "theme"

Model = TypeVar("Model", bound=BaseModel)


def write_shop(folder: Path, specification: ShopSpecification) -> None:
    """Writes a specification into `folder`, which is made."""
    (folder / "spec").mkdir(parents=True, exist_ok=True)
    identity = specification.identity.model_dump(mode="json", exclude_none=True)
    (folder / IDENTITY_FILE).write_text(tomli_w.dumps(identity), encoding="utf-8")
    (folder / CAPABILITIES_FILE).write_text(_pretty(specification.capabilities), encoding="utf-8")
    (folder / STYLE_FILE).write_text(_pretty(specification.style), encoding="utf-8")
    (folder / MANUAL_FILE).write_text(specification.manual, encoding="utf-8")
    if specification.content is not None:
        (folder / CONTENT_FILE).write_text(_pretty(specification.content), encoding="utf-8")
    write_theme(folder / THEME_FOLDER, specification.theme)
    copy_photographs(specification.photographs, folder / PHOTOGRAPHS_FOLDER)


def read_shop(folder: Path) -> ShopSpecification:
    """The specification in `folder`; a missing manual is an empty one, and content and theme may be missing.

    Raises:
        InputError: a file is missing or not as it must be.
    """
    manual, content = folder / MANUAL_FILE, folder / CONTENT_FILE
    return ShopSpecification(
        identity=read_identity(folder / IDENTITY_FILE),
        capabilities=_parsed(folder / CAPABILITIES_FILE, Capabilities),
        style=_parsed(folder / STYLE_FILE, Style, complete=style_values),
        manual=manual.read_text(encoding="utf-8") if manual.is_file() else "",
        content=_parsed(content, ShopContent) if content.is_file() else None,
        theme=read_theme(folder / THEME_FOLDER),
        photographs=photographs if (photographs := folder / PHOTOGRAPHS_FOLDER).is_dir() else None,
    )


def read_identity(file: Path) -> Identity:
    """The identity in a `shop.toml`.

    Raises:
        InputError: the file is missing or not as it must be.
    """
    return _parsed(file, Identity)


def _parsed(file: Path, model: type[Model], *, complete: Callable[[Any], Any] | None = None) -> Model:
    try:
        content = file.read_bytes()
        if complete is not None:
            return model.model_validate(complete(from_json(content)))
        if file.suffix == ".json":
            return model.model_validate_json(content)
        return model.model_validate(tomllib.loads(content.decode("utf-8")))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=file) from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{first['msg']}, found {first['input']!r}"[:300], file=file, field=field or None) from error
    except ShopError as error:
        raise InputError(error.message, file=file, field="design", hint=error.hint) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", file=file) from error
    except ValueError as error:
        raise InputError(f"not JSON: {error}", file=file) from error


def _pretty(model: BaseModel) -> str:
    return model.model_dump_json(indent=2) + "\n"
