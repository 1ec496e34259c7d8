"""Font families for storefronts: files of installed font packages, served as they are.

The files stay in their packages. A family lists the faces that storefronts use; a shop's stylesheet gets one
`@font-face` rule a face, with addresses under `/fonts/`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from shopworld.errors import ShopError
from shopworld.shop.look import symbols

MEDIA_TYPES = {".ttf": "font/ttf", ".otf": "font/otf"}


@dataclass(frozen=True, slots=True)
class Face:
    """One file of a family."""

    file: str
    weight: str
    """A weight, or a range for a variable font: `200 800`."""
    style: str = "normal"


@dataclass(frozen=True, slots=True)
class Family:
    """A font family that shops can name in their style."""

    name: str
    package: str
    """The installed package that carries the files."""
    folder: str
    """Folder of the files inside the package."""
    fallback: str
    """CSS generic family, for what the font lacks."""
    faces: tuple[Face, ...]


FAMILIES = {
    family.name: family
    for family in (
        Family("Manrope", "font_manrope", "files", "sans-serif", (Face("Manrope-VariableFont_wght.ttf", "200 800"),)),
        Family(
            "Roboto",
            "font_roboto",
            "files",
            "sans-serif",
            (
                Face("Roboto-Regular.ttf", "400"),
                Face("Roboto-Medium.ttf", "500 600"),
                Face("Roboto-Bold.ttf", "700 900"),
            ),
        ),
        Family(
            "Source Sans Pro",
            "font_source_sans_pro",
            "files",
            "sans-serif",
            (
                Face("SourceSansPro-Regular.otf", "400"),
                Face("SourceSansPro-Semibold.otf", "500 600"),
                Face("SourceSansPro-Bold.otf", "700 900"),
            ),
        ),
        Family(
            "Source Serif Pro",
            "font_source_serif_pro",
            "files",
            "serif",
            (
                Face("SourceSerifPro-Regular.otf", "400"),
                Face("SourceSerifPro-It.otf", "400", "italic"),
                Face("SourceSerifPro-Semibold.otf", "500 900"),
            ),
        ),
        Family(
            "Hanken Grotesk",
            "font_hanken_grotesk",
            "files",
            "sans-serif",
            (
                Face("HankenGrotesk-Regular.otf", "400"),
                Face("HankenGrotesk-Medium.otf", "500"),
                Face("HankenGrotesk-SemiBold.otf", "600 900"),
            ),
        ),
        Family("Fredoka One", "font_fredoka_one", "files", "sans-serif", (Face("FredokaOne-Regular.ttf", "400 900"),)),
        Family(
            "Caladea",
            "font_caladea",
            "files",
            "serif",
            (
                Face("Caladea-Regular.ttf", "400"),
                Face("Caladea-Italic.ttf", "400", "italic"),
                Face("Caladea-Bold.ttf", "500 900"),
                Face("Caladea-BoldItalic.ttf", "500 900", "italic"),
            ),
        ),
        Family(
            "DejaVu Sans Mono",
            "matplotlib",
            "mpl-data/fonts/ttf",
            "monospace",
            (Face("DejaVuSansMono.ttf", "400"), Face("DejaVuSansMono-Bold.ttf", "500 900")),
        ),
    )
}
_RESEMBLING = (
    (re.compile(r"mono|courier|consol|menlo|\bcode\b|typewriter"), "DejaVu Sans Mono"),
    (re.compile(r"roboto|arial|helvetica|liberation sans|inter\b|segoe|system|blinkmac|apple"), "Roboto"),
    (re.compile(r"nunito|quicksand|fredoka|baloo|varela|comfortaa|rounded"), "Fredoka One"),
    (re.compile(r"poppins|montserrat|gilroy|avenir|futura|jost|outfit|circular|proxima|manrope"), "Manrope"),
    (re.compile(r"open sans|lato|noto sans|source sans|frutiger|myriad|verdana|tahoma|dejavu sans"), "Source Sans Pro"),
    (re.compile(r"times|cambria|caladea|libre baskerville|garamond"), "Caladea"),
    (
        re.compile(r"georgia|playfair|merriweather|lora|didot|bodoni|caslon|\bserif|slab|antiqua|palatino"),
        "Source Serif Pro",
    ),
)
"""Families of other people by their names, and what stands in for them: the first that fits counts."""
_SIGNS = Family("Signs", "matplotlib", "mpl-data/fonts/ttf", "sans-serif", (Face("DejaVuSans.ttf", "200 900"),))
"""Arrows, stars, ticks and bullets, which fonts of text lack; of its letters nothing is used."""
_SIGN_RANGE = "U+2190-2BFF"
_FILES = {face.file: family for family in (*FAMILIES.values(), _SIGNS) for face in family.faces}


def font_family(name: str) -> Family:
    """The family of that name.

    Raises:
        ShopError: no installed package carries it.
    """
    family = FAMILIES.get(name)
    if family is None:
        raise ShopError(f"font family {name!r} is not known", hint=f"use one of {', '.join(sorted(FAMILIES))}")
    return family


def resembling_family(name: str) -> str:
    """The name of the served family that looks most like a family of any name; a served one stays itself."""
    words = name.casefold()
    served = next((family for family in FAMILIES if family.casefold() == words), None)
    if served is not None:
        return served
    return next((family for pattern, family in _RESEMBLING if pattern.search(words)), "Hanken Grotesk")


def font_stack(name: str) -> str:
    """The value of CSS `font-family` for a family: its name, fonts of signs, then its generic fallback."""
    return f'"{name}", "{_SIGNS.name}", "{symbols.NAME}", {font_family(name).fallback}'


def font_faces(names: tuple[str, ...]) -> str:
    """The `@font-face` rules for the families, each family once, in the order given, and for signs that they lack."""
    rules = []
    for name in dict.fromkeys(names):
        for face in font_family(name).faces:
            rules.append(
                f'@font-face{{font-family:"{name}";src:url("/fonts/{face.file}");font-weight:{face.weight};'
                f"font-style:{face.style};font-display:block}}"
            )
    own = ", ".join(f"U+{ord(one):X}" for one in symbols.signs())
    for name, file, signs in ((_SIGNS.name, _SIGNS.faces[0].file, _SIGN_RANGE), (symbols.NAME, symbols.FILE, own)):
        rules.append(
            f'@font-face{{font-family:"{name}";src:url("/fonts/{file}");unicode-range:{signs};font-display:block}}'
        )
    return "\n".join(rules)


@cache
def font_file(name: str) -> tuple[bytes, str] | None:
    """Content and media type of a font file by its bare name; None where no family has it.

    Raises:
        ShopError: the package that carries it is not installed.
    """
    if name == symbols.FILE:
        return symbols.symbol_font(), MEDIA_TYPES[Path(name).suffix]
    family = _FILES.get(name)
    if family is None:
        return None
    found = find_spec(family.package)
    if found is None or not found.submodule_search_locations:
        raise ShopError(f"font package {family.package!r} is not installed", hint="install the project's dependencies")
    path = Path(found.submodule_search_locations[0]) / family.folder / name
    return path.read_bytes(), MEDIA_TYPES[path.suffix]
