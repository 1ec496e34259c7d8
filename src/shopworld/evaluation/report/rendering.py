"""Templates of the report: always escaped, with the filters that print numbers."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import minijinja

from shopworld.evaluation.figures import number, percent
from shopworld.evaluation.report.rows import title
from shopworld.shop import font_file

FACES = (
    ("Source Serif Pro", 600, "SourceSerifPro-Semibold.otf"),
    ("Source Sans Pro", 400, "SourceSansPro-Regular.otf"),
    ("Source Sans Pro", 600, "SourceSansPro-Semibold.otf"),
)
"""Family, weight and file."""
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x180)])) + "–—‘’“”„…•›×−→✓"

TEMPLATES = Path(__file__).parent / "templates"


def page_environment(folder: Path, filters: Mapping[str, Callable[..., Any]]) -> minijinja.Environment:
    """Templates of pages that look as the report does: they extend its `base.html`, unless they have one of their own.

    Args:
        folder: of the templates.
        filters: that they use, by name.
    """

    def load(name: str) -> str:
        own = folder / name
        return (own if own.is_file() else TEMPLATES / name).read_text(encoding="utf-8")

    environment = minijinja.Environment(
        loader=load,
        auto_escape_callback=lambda _name: "html",
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for name, function in filters.items():
        environment.add_filter(name, function)
    return environment


@cache
def _environment() -> minijinja.Environment:
    return page_environment(
        TEMPLATES,
        {
            "percent": percent,
            "number": number,
            "fixed": lambda value, digits: f"{value:.{digits}f}",
            "signed": lambda value: f"{100 * value:+.1f}",
            "words": lambda value: title(str(value)).lower(),
            "verbatim": _verbatim,
            "p_value": lambda value: "< 0.001" if value < 0.001 else f"{value:.3f}",
        },
    )


def _verbatim(text: str) -> minijinja.Markup:
    """Text between tags, escaped no more than it must be there: JSON is full of quotes, each six bytes if escaped."""
    return minijinja.Markup(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def render(template: str, **context: Any) -> str:
    """A page.

    Args:
        template: file name in `templates/`.
        context: what it prints.
    """
    return _environment().render_template(template, **context)


@cache
def style_sheet() -> str:
    """The style sheet of all pages, with its fonts inside."""
    return f"{font_rules()}\n{(TEMPLATES / 'style.css').read_text(encoding='utf-8')}"


def link(path: str) -> str:
    """A relative path as an address that works from `file://`."""
    return quote(path)


@cache
def font_rules() -> str:
    """`@font-face` rules with the fonts in them; the same letters give the same bytes."""
    return "\n".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; '
        f"src: url(data:font/woff;base64,{base64.b64encode(_cut(file)).decode()}) format('woff'); }}"
        for family, weight, file in FACES
    )


def _cut(file: str) -> bytes:
    """The font with only `LETTERS` in it, as WOFF."""
    from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    options = Options()
    options.recalc_timestamp, options.hinting, options.desubroutinize = False, False, True
    options.layout_features = ["kern", "liga", "tnum"]
    found = font_file(file)
    assert found is not None, file
    font = TTFont(io.BytesIO(found[0]), recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    font.flavor = "woff"
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()
