"""A shop's theme as a folder: templates that replace shipped ones, and styles that are appended.

Themes are written by people and by coding agents, so nothing of them is trusted: only files of these two kinds are
read, no links are followed, sizes are limited, templates are compiled before a shop opens, and they render under a
limit of instructions. They see the view models that shipped templates see and can reach nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from minijinja import Environment, TemplateError

from shopworld.errors import InputError
from shopworld.shop.content import Theme

TEMPLATES_FOLDER = "templates"
STYLES_FOLDER = "styles"

_LARGEST_FILE = 256 * 1024
_MOST_FILES = 400
_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?:/[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)*")
_FOREIGN_STYLE = re.compile(r"@import|url\(\s*['\"]?\s*(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)


def read_theme(folder: Path) -> Theme:
    """The theme in a folder; an empty one where there is no such folder.

    Raises:
        InputError: a file is too large, no text, or badly named; a template does not compile; a style loads something
            from elsewhere.
    """
    templates = dict(_sources(folder / TEMPLATES_FOLDER, ".html"))
    for name, source in templates.items():
        _check_template(folder / TEMPLATES_FOLDER / name, source)
    styles = []
    for name, source in _sources(folder / STYLES_FOLDER, ".css"):
        foreign = _FOREIGN_STYLE.search(source)
        if foreign:
            raise InputError(
                f"found {foreign.group()!r}; a theme's styles load nothing from elsewhere",
                file=folder / STYLES_FOLDER / name,
                line=source.count("\n", 0, foreign.start()) + 1,
            )
        styles.append(source)
    return Theme(templates=templates, styles=tuple(styles))


def write_theme(folder: Path, theme: Theme) -> None:
    """Writes a theme into `folder`, nothing where it is empty; styles are numbered, so that their order stays."""
    for name, source in theme.templates.items():
        file = folder / TEMPLATES_FOLDER / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")
    for place, source in enumerate(theme.styles, 1):
        file = folder / STYLES_FOLDER / f"{place:03}.css"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")


def _sources(folder: Path, suffix: str) -> Iterator[tuple[str, str]]:
    """Names and texts of all files of that kind below a folder, by name."""
    if not folder.is_dir():
        return
    root = folder.resolve()
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    if len(files) > _MOST_FILES:
        raise InputError(f"holds {len(files)} files, at most {_MOST_FILES} are read", file=folder)
    for file in files:
        name = file.relative_to(folder).as_posix()
        if file.is_symlink() or not file.resolve().is_relative_to(root):
            raise InputError("is a link; a theme holds files of its own only", file=file)
        if file.suffix != suffix or not _NAME.fullmatch(name):
            raise InputError(
                f"expected files '*{suffix}' with names of lower-case letters, digits, '-', '_'", file=file
            )
        if file.stat().st_size > _LARGEST_FILE:
            raise InputError(f"is larger than {_LARGEST_FILE // 1024} KB", file=file)
        try:
            yield name, file.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"not UTF-8: {error.reason} at byte {error.start}", file=file) from error


def _check_template(file: Path, source: str) -> None:
    try:
        Environment(templates={file.name: source}).add_template(file.name, source)
    except TemplateError as error:
        raise InputError(f"not a template: {error.detail or error.message}", file=file, line=error.line) from error
