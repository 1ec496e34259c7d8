"""Finds a provider's key in the environment or in `.env`. A key is never written, printed or logged."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pydantic import SecretStr

from shopworld.errors import ModelError
from shopworld.models.provider import Provider, providers

OWN_END_POINT_KEY = "SHOPWORLD_API_KEY"
"""Holds the key for an end point given by its address. A provider's own key is never sent to another address."""
NO_KEY = SecretStr("none")
"""For end points that take none."""


def find_key(provider: Provider, base_url: str = "", folder: Path | None = None) -> SecretStr:
    """Finds the key for a provider, or for an end point of one's own.

    Args:
        provider: whose key.
        base_url: address that replaces the provider's own, if any.
        folder: where `.env` is looked for, below the environment in rank; the working directory by default.

    Raises:
        ModelError: no variable holds it.
    """
    names = (OWN_END_POINT_KEY,) if _elsewhere(provider, base_url) else provider.keys
    values = {**_dotenv(folder or Path.cwd()), **os.environ}
    for name in names:
        if values.get(name, "").strip():
            return SecretStr(values[name].strip())
    if _elsewhere(provider, base_url) or not provider.keys:
        return NO_KEY
    raise ModelError(
        f"there is no key for {provider.name}: {' and '.join(names)} {'is' if len(names) == 1 else 'are'} not set",
        hint=f"Set {names[0]} in the environment, or write a line {names[0]}=… into .env in the working directory.",
    )


def key_variables() -> frozenset[str]:
    """Names of all environment variables that may hold a key: nothing that they hold is for other people's code."""
    return frozenset((OWN_END_POINT_KEY, *(name for provider in providers().values() for name in provider.keys)))


def redact(text: str, key: SecretStr) -> str:
    """The text without the key, for messages that come from a provider."""
    secret = key.get_secret_value()
    return text if key is NO_KEY or len(secret) < 4 else text.replace(secret, "[key]")


def key_values(folder: Path | None = None) -> dict[str, str]:
    """All keys of providers that this process could find, by the variable's name, for one that calls models elsewhere.

    Args:
        folder: where `.env` is looked for; the working directory by default.
    """
    values = {**_dotenv(folder or Path.cwd()), **os.environ}
    return {name: values[name].strip() for name in sorted(key_variables()) if values.get(name, "").strip()}


def known_keys(folder: Path | None = None) -> tuple[SecretStr, ...]:
    """All keys of providers that this process could find, longest first.

    Args:
        folder: where `.env` is looked for; the working directory by default.
    """
    found = set(key_values(folder).values())
    return tuple(SecretStr(one) for one in sorted(found, key=lambda one: (-len(one), one)) if len(one) >= _SHORTEST)


def redact_all(text: bytes, keys: Iterable[SecretStr]) -> bytes:
    """The text without any of the keys, for what is kept."""
    for key in keys:
        text = text.replace(key.get_secret_value().encode(), b"[key]")
    return text


_SHORTEST = 8
"""Characters of what is taken for a key wherever it stands."""


def _elsewhere(provider: Provider, base_url: str) -> bool:
    return bool(base_url) and base_url.rstrip("/") != provider.base_url.rstrip("/")


def _dotenv(folder: Path) -> dict[str, str]:
    file = folder / ".env"
    if not file.is_file():
        return {}
    from dotenv import dotenv_values  # in the extra `models`

    return {name: value for name, value in dotenv_values(file, interpolate=False).items() if value is not None}
