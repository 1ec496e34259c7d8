"""Records of JSON Lines files: one object a line, repaired where that is possible without guessing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from shopworld.catalog.importers.amazon.lines import LONGEST_LINE, Advance, BrokenFile, read_lines
from shopworld.catalog.importers.amazon.tally import ImportTally, Refused
from shopworld.errors import InputError

_DEEPEST = 200
"""Nesting beyond which the lenient parser is not tried: it would exhaust the stack."""


def read_records(
    files: Sequence[Path], tally: ImportTally, advance: Advance, *, keep_broken: bool = False
) -> Iterator[tuple[Path, int, dict[str, Any]]]:
    """The objects of all files, one file after the other, each with its file and line.

    Blank lines are passed over. Lines that hold no object are refused.

    Args:
        files: JSON Lines, plain or gzip.
        tally: counts what is repaired and refused.
        advance: is told the progress.
        keep_broken: go on with the next file where one breaks off, instead of giving up.

    Raises:
        InputError: a file cannot be read, or breaks off.
    """
    for file in files:
        try:
            for number, line in read_lines(file, advance):
                try:
                    record = record_of(line, tally)
                except Refused as refused:
                    tally.refuse(file.name, number, refused)
                    continue
                if record is not None:
                    yield file, number, record
        except BrokenFile as broken:
            if not keep_broken:
                raise broken_file(file, broken) from broken
            tally.refuse(file.name, broken.line, broken_line(broken))


def broken_file(file: Path, broken: BrokenFile) -> InputError:
    """What to tell of a file that breaks off."""
    return InputError(
        str(broken),
        file=file,
        line=broken.line,
        hint="Fetch the file again, or take what there is of it with --keep-broken.",
    )


def broken_line(broken: BrokenFile) -> Refused:
    """What to write down where the rest of a file is taken all the same."""
    return Refused("the file breaks off here", str(broken))


def record_of(line: bytes | None, tally: ImportTally) -> dict[str, Any] | None:
    """The object on a line; None where the line is blank.

    Args:
        line: without its end; None for one that is too long to be held.
        tally: counts what is repaired.

    Raises:
        Refused: it holds no object.
    """
    if line is None:
        raise Refused("the line is too long", f"more than {LONGEST_LINE} bytes")
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        if not line.strip(b" \t\r\0"):
            return None
        record = _repaired(line, tally)
    if not isinstance(record, dict):
        raise Refused("not an object", f"found {type(record).__name__}, expected {{…}}")
    return record


def _repaired(line: bytes, tally: ImportTally) -> object:
    """What a line holds that is JSON but for its bytes: bad UTF-8, NUL, control characters, half surrogates, NaN."""
    whats = []
    if b"\0" in line:
        line = line.replace(b"\0", b"")
        whats.append("NUL bytes")
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode(errors="replace")
        whats.append("invalid UTF-8")
    try:
        record = _parsed(text, whats)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", None) or str(error)
        raise Refused("not JSON", f"{reason} (near {text[:60]!r})") from error
    for what in whats:
        tally.repair("line", what)
    return record


def _parsed(text: str, whats: list[str]) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        if text.count("[") + text.count("{") > _DEEPEST and max(text.count("[[["), text.count('{"')) > _DEEPEST:
            raise
        record = json.loads(text, strict=False)
        whats.append("characters that JSON does not allow")
        return _without_half_surrogates(record)


def _without_half_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_without_half_surrogates(one) for one in value]
    if isinstance(value, dict):
        return {_without_half_surrogates(key): _without_half_surrogates(one) for key, one in value.items()}
    return value
