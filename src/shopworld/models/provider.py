"""Providers of language models by name: where they are, which key they take, and how they differ."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict

from shopworld.errors import ModelError


class Provider(BaseModel):
    """One provider; a table of `providers.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    base_url: str
    keys: tuple[str, ...]
    """Variables that may hold the key, in order; none: no key is needed."""
    output_limit: Literal["max_tokens", "max_completion_tokens"]
    """What the limit on tokens of an answer is called."""
    reasoning: Literal["effort", "object", "budget", "none"]
    """How the effort is asked for."""
    structured: Literal["schema", "prompt"]
    """How JSON of a schema is asked for."""
    caching: Literal["automatic", "blocks", "none"]
    """Whether prompts are cached, and whether messages must be marked for it."""


@cache
def providers() -> dict[str, Provider]:
    """All providers by name, in the order of the file."""
    text = Path(__file__).with_name("providers.toml").read_text(encoding="utf-8")
    return {name: Provider(name=name, **fields) for name, fields in tomllib.loads(text).items()}


@dataclass(frozen=True, slots=True)
class ModelName:
    """`provider/model`; the model's name may hold further slashes."""

    provider: str
    model: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `provider/model`.

        Raises:
            ModelError: it is not of that form, or there is no such provider.
        """
        provider, slash, model = text.strip().partition("/")
        if not slash or not model.strip():
            raise ModelError(
                f"{text!r} names no model, expected provider/model, such as openai/gpt-5",
                hint=f"Providers: {', '.join(providers())}.",
            )
        if provider not in providers():
            raise ModelError(
                f"no provider is called {provider!r}, expected one of {', '.join(providers())}",
                hint="For another end point of the same protocol: vllm/MODEL with --base-url.",
            )
        return cls(provider, model.strip())

    def __str__(self) -> str:
        return f"{self.provider}/{self.model}"
