"""Memory kits: how many modules of which size."""

from __future__ import annotations

import re

from shopworld.catalog.attributes.units import convert, parse_number
from shopworld.catalog.model import Attribute

_KIT = re.compile(r"(?<![\da-z.])(?P<modules>\d{1,2}) ?x ?(?P<size>\d+(?:[.,]\d)?) ?(?P<unit>gb|mb)(?![a-z/])")
_TURNED = re.compile(r"(?<![\d.])(?P<size>\d+) ?(?P<unit>gb|mb) ?x ?(?P<modules>\d{1,2})(?![\d.])(?! ?(?:gb|mb|bit))")
_SINGLE = re.compile(r"(?<![\d.x])(?P<size>\d+(?:[.,]\d)?) ?-?(?P<unit>gb|mb|g)(?![a-z0-9/])")
_MOST_MODULES = 16


def kit_attributes(title: str) -> list[Attribute]:
    """Capacity, number of modules and capacity of each, of a memory kit; `32GB Kit (2 x 16GB)` is two of 16 GB.

    Args:
        title: the folded title.
    """
    match = _KIT.search(title) or _TURNED.search(title)
    if match and 1 <= int(match["modules"]) <= _MOST_MODULES:
        modules = int(match["modules"])
        size = convert(parse_number(match["size"]), match["unit"], "GB")
        if size:
            return [
                Attribute(name="capacity", value=modules * size, unit="GB"),
                Attribute(name="kit_modules", value=float(modules)),
                Attribute(name="module_capacity", value=size, unit="GB"),
            ]
    match = _SINGLE.search(title)
    size = convert(parse_number(match["size"]), match["unit"], "GB") if match else None
    return [Attribute(name="capacity", value=size, unit="GB")] if size else []
