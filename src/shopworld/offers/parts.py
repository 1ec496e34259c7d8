"""The libraries of the extra `offers`, each imported when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from shopworld.errors import InputError


def needed(module: str, extra: str = "offers") -> Any:
    """A module of an extra.

    Raises:
        InputError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise InputError(
            f"reading crawls needs {module.partition('.')[0]!r}, which is not installed",
            hint=f"pip install 'shopworld[{extra}]'",
        ) from error
