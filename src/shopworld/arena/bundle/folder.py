"""The bundle as a folder.

```
manual.md            prose with marked values
capabilities.json    what the storefront can do
stats.json           its numbers
style.json           its look (may be missing: a neutral one)
goods.json           kinds of goods, shares, bands of prices (may be missing: the category decides)
manifest.json        provenance, conflicts, the marked values as written (may be missing)
```

A marked value stands twice: in `manual.md` and in a JSON file. Whichever side was edited since the bundle was written
wins; `manifest.json` tells which. Where both were edited, or nothing tells, reading stops and says so.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ValidationError

from shopworld.arena.bundle.bundle import NEUTRAL_STYLE, Edit, SpecificationBundle
from shopworld.arena.bundle.checking import check_free_words, checked, misspelt
from shopworld.arena.bundle.goods import GoodsBands
from shopworld.arena.bundle.manifest import BundleManifest
from shopworld.arena.bundle.manual import (
    SECTIONS,
    MarkedValue,
    manual_text,
    marked,
    marks_of,
    sections_of,
    title_of,
    with_values,
)
from shopworld.arena.bundle.promises import ShopPromises
from shopworld.arena.bundle.statistics import Statistics
from shopworld.arena.bundle.values import PREFIXES, flat, put, text_of, value_of
from shopworld.errors import InputError
from shopworld.files import folder_beside, put_in_place
from shopworld.shop import Capabilities, Style

_OF_THE_SHOP = ("descriptor", "category", "tone")
_USUAL_CONTROL = {"price": "min-max", "color": "swatch", "colour": "swatch"}

MANUAL, CAPABILITIES, STATISTICS, STYLE, GOODS, MANIFEST = (
    "manual.md",
    "capabilities.json",
    "stats.json",
    "style.json",
    "goods.json",
    "manifest.json",
)
BUNDLE_FILES = (MANUAL, CAPABILITIES, STATISTICS, STYLE, GOODS, MANIFEST)
"""The files of a bundle; what else lies in its folder (`plan.md`, `evidence/`) is left alone."""
_FILE_OF_PREFIX = {"": CAPABILITIES, "stats.": STATISTICS, "style.": STYLE, "promises.": MANUAL}
_MISSING_HINT = f"A specification is a folder with {MANUAL}, {CAPABILITIES} and {STATISTICS}."


def read_bundle(folder: Path) -> SpecificationBundle:
    """Reads a specification; marked values that were edited on one side hold on both.

    Args:
        folder: of the bundle.

    Returns:
        the bundle; `edits` lists what was edited by hand.

    Raises:
        InputError: a file is missing or unreadable, a field or value is not in the vocabulary (with the nearest
            allowed values), or a value was edited in two places.
    """
    if not folder.is_dir():
        raise InputError("there is no such folder", file=folder, hint=_MISSING_HINT)
    manual = _text(folder / MANUAL)
    data = {
        "": in_our_form(_json(folder / CAPABILITIES)),
        "stats.": _json(folder / STATISTICS),
        "style.": _json(folder / STYLE) if (folder / STYLE).exists() else NEUTRAL_STYLE.model_dump(mode="json"),
        "promises.": {},
    }
    manifest = (
        checked(BundleManifest, _json(folder / MANIFEST), folder / MANIFEST)
        if (folder / MANIFEST).exists()
        else BundleManifest()
    )
    # A first check, so that slips in the JSON files are told as such and not as differences from the manual.
    for prefix, model in PREFIXES.items():
        data[prefix] = checked(model, data[prefix], folder / _FILE_OF_PREFIX[prefix]).model_dump(mode="json")
    edits = _take_over_marks(manual, data, manifest, folder)
    capabilities = checked(Capabilities, data[""], folder / MANUAL)
    check_free_words(capabilities, folder / CAPABILITIES)
    bundle = SpecificationBundle(
        manual=manual,
        capabilities=capabilities,
        statistics=checked(Statistics, data["stats."], folder / MANUAL),
        style=checked(Style, data["style."], folder / MANUAL),
        promises=checked(ShopPromises, data["promises."], folder / MANUAL),
        manifest=manifest,
        goods=(
            checked(GoodsBands, _json(folder / GOODS), folder / GOODS) if (folder / GOODS).exists() else GoodsBands()
        ),
        edits=tuple(edits),
    )
    return replace(bundle, manual=with_values(manual, bundle.values()))


def _take_over_marks(
    manual: str, data: dict[str, dict[str, Any]], manifest: BundleManifest, folder: Path
) -> list[Edit]:
    """Sets the marked values in the data where the manual's side wins; returns the edits of both sides."""
    present = {prefix + name: text_of(value) for prefix, part in data.items() for name, value in flat(part)}
    edits = []
    for mark in marks_of(manual, folder / MANUAL).values():
        prefix = next((one for one in PREFIXES if one and mark.name.startswith(one)), "")
        value = _marked_value(mark, prefix, folder)
        said, stands, base = text_of(value), present.get(mark.name, ""), manifest.marked.get(mark.name)
        if prefix == "promises.":
            put(data[prefix], mark.name.removeprefix(prefix), value)
            if base is not None and base != said:
                edits.append(Edit(mark.name, base, said, MANUAL))
        elif said == stands:
            continue
        elif stands == base:
            put(data[prefix], mark.name.removeprefix(prefix), value)
            edits.append(Edit(mark.name, stands, said, MANUAL))
        elif said == base:
            edits.append(Edit(mark.name, said, stands, _FILE_OF_PREFIX[prefix]))
        else:
            raise InputError(
                f"says {said!r}, but {_FILE_OF_PREFIX[prefix]} says {stands!r}"
                + (f"; both were edited, it was {base!r}" if base is not None else ""),
                file=folder / MANUAL,
                line=mark.line,
                field=mark.name,
                hint="Make the two agree; nothing tells which of them is meant.",
            )
    return edits


def _marked_value(mark: MarkedValue, prefix: str, folder: Path) -> Any:
    try:
        return value_of(mark.name, mark.text)
    except ValidationError as error:
        raise misspelt(PREFIXES[prefix], error, folder / MANUAL, line=mark.line, field=mark.name) from error


def write_bundle(bundle: SpecificationBundle, folder: Path) -> None:
    """Writes a specification beside its place, then renames it over what stood there.

    Files in the folder that are no part of a bundle stay. The manual's marks are set to the bundle's values; promises
    that it does not mark are added to its last section.

    Args:
        bundle: the specification.
        folder: where to; made if need be.

    Raises:
        InputError: the manual marks a value that does not exist.
        OSError: it cannot be written; what stood there stays.
    """
    values = bundle.values()
    manual = with_values(_with_promises(bundle, folder), values)
    marks = {name: values[name] for name in marks_of(manual, folder / MANUAL)}
    manifest = bundle.manifest.model_copy(update={"marked": dict(sorted(marks.items()))})
    with folder_beside(folder) as beside:
        if folder.is_dir():
            shutil.copytree(
                folder,
                beside,
                copy_function=_link_or_copy,
                ignore=lambda at, names: _ours(at, names, folder),
                dirs_exist_ok=True,
            )
        (beside / MANUAL).write_text(manual, encoding="utf-8")
        for name, part in (
            (CAPABILITIES, bundle.capabilities),
            (STATISTICS, bundle.statistics),
            (STYLE, bundle.style),
            *([(GOODS, bundle.goods)] if bundle.goods.kinds else []),
            (MANIFEST, manifest),
        ):
            (beside / name).write_bytes(_dumped(part))
        put_in_place(beside, folder)


def _with_promises(bundle: SpecificationBundle, folder: Path) -> str:
    marks = marks_of(bundle.manual, folder / MANUAL)
    unmarked = [
        marked(f"promises.{name}", text_of(value))
        for name, value in bundle.promises.model_dump(mode="json").items()
        if value is not None and f"promises.{name}" not in marks
    ]
    if not unmarked:
        return bundle.manual
    sections = sections_of(bundle.manual)
    last = SECTIONS[-1]
    sections[last] = "\n\n".join(one for one in (sections.get(last, ""), f"Promises: {', '.join(unmarked)}.") if one)
    return manual_text(title_of(bundle.manual) or "Shop Manual", sections)


def _ours(at: str, names: list[str], folder: Path) -> list[str]:
    return [one for one in names if Path(at) == folder and one in BUNDLE_FILES]


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _dumped(part: BaseModel) -> bytes:
    return orjson.dumps(part.model_dump(mode="json"), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InputError("is missing", file=path, hint=_MISSING_HINT) from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=path) from error


def _text(path: Path) -> str:
    try:
        return _bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text", file=path) from error


def _json(path: Path) -> dict[str, Any]:
    content = _bytes(path)
    try:
        data = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise InputError(f"is no valid JSON: {error.msg}", file=path, line=error.lineno) from error
    if not isinstance(data, dict):
        raise InputError("must hold a JSON object", file=path)
    return data


def in_our_form(data: dict[str, Any]) -> dict[str, Any]:
    """The data with the paper's grouping undone; data in our own form come back unchanged."""
    ours = dict(data)
    shop = ours.pop("shop", None)
    if isinstance(shop, dict):
        for name in _OF_THE_SHOP:
            if name in shop:
                ours.setdefault(name, shop[name])
        for name in shop.keys() - {*_OF_THE_SHOP, "currency"}:
            ours[name] = shop[name]
    elif shop is not None:
        ours["shop"] = shop
    if isinstance(ours.get("version"), str):
        del ours["version"]
    collection = ours.get("collection")
    if isinstance(collection, dict) and isinstance(collection.get("filters"), list):
        ours["collection"] = collection | {"filters": [_filter(one) for one in collection["filters"]]}
    return ours


def _filter(one: Any) -> Any:
    if not isinstance(one, str):
        return one
    return {"name": one, "control": _USUAL_CONTROL.get(one, "checkbox")}
