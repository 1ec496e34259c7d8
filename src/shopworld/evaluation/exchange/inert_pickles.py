"""Pickles of somebody else's, read without running anything of theirs: objects come as their fields, no class is found.

Whatever a pickle names, an `InertObject` stands for it, which does nothing when it is made or called.
"""

from __future__ import annotations

import io
import pickle  # nothing that it names is ever looked up
import pickletools
import zlib
from pathlib import Path
from typing import Any

from shopworld.errors import InputError
from shopworld.files import MOST_READ, read_bounded

_GZIP = b"\x1f\x8b"
_AUTOMATIC_HEADER = 47
"""zlib's window size by which it reads gzip."""

_PUTS = frozenset({"PUT", "BINPUT", "LONG_BINPUT"})


class InertObject:
    """Stands for an object of any class; `fields` are what was kept of it."""

    fields: dict[str, Any]

    def __new__(cls, *_: Any, **__: Any) -> InertObject:
        made = object.__new__(cls)
        made.fields = {}
        return made

    def __init__(self, *_: Any, **__: Any) -> None:
        """Whatever it was made from."""

    def __call__(self, *_: Any, **__: Any) -> InertObject:
        return InertObject()

    def __setstate__(self, state: Any) -> None:
        parts = state if isinstance(state, tuple) else (state,)
        for part in parts:
            if isinstance(part, dict):
                self.fields.update({str(name): value for name, value in part.items()})

    def __setitem__(self, name: Any, value: Any) -> None:
        self.fields[str(name)] = value

    def append(self, _: Any) -> None:
        """As a list takes a part."""

    def extend(self, _: Any) -> None:
        """As a list takes parts."""

    def add(self, _: Any) -> None:
        """As a set takes a part."""


class _Unpickler(pickle.Unpickler):
    def find_class(self, _module: str, _name: str) -> type[InertObject]:
        return InertObject


def _refuse_more_than_there_is(content: bytes) -> None:
    """Before it is read: places in the memo beyond the file's size, and lengths that it does not have.

    A reader sets memory aside for as many places as the highest number says, and for as many bytes as a length says.

    Raises:
        ValueError: it asks for more than it can hold, or is cut off.
    """
    for code, told, _ in pickletools.genops(content):  # refuses lengths by itself
        if code.name in _PUTS and isinstance(told, int) and told > len(content):
            raise ValueError(f"place {told:,} in a memo of {len(content):,} bytes")


def read_inert(file: Path, most: int = MOST_READ) -> Any:
    """The content of a pickle, zipped or not: plain values as they are, all else as inert objects.

    Args:
        file: the pickle.
        most: bytes of it at most, unzipped too.

    Raises:
        InputError: there is no such file, it is larger, or it is no pickle.
    """
    try:
        content = read_bounded(file, most)
        if content.startswith(_GZIP):
            unzip = zlib.decompressobj(_AUTOMATIC_HEADER)
            content = unzip.decompress(content, most)
            if unzip.unconsumed_tail:
                raise InputError(f"the file has more than {most:,} bytes unzipped; it is not read", file=file)
        _refuse_more_than_there_is(content)
        return _Unpickler(io.BytesIO(content)).load()
    except FileNotFoundError as error:
        raise InputError("no such file", file=file) from error
    except InputError:
        raise
    except (Exception, RecursionError) as error:  # a broken pickle fails in any way
        raise InputError(f"no pickle: {type(error).__name__}: {error}", file=file) from error
