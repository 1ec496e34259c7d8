"""What models cost: a dated list, and anyone's own list over it. An unknown price is None, never zero."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.errors import InputError
from shopworld.models.messages import Usage

SHIPPED = Path(__file__).with_name("prices.toml")
MILLION = 1_000_000

_DATE = re.compile(r"[-@](20\d{6}|20\d\d-\d\d-\d\d|latest)$")


class Rates(BaseModel):
    """USD per million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    """Input read from the cache; as `input` where it is not given."""
    cache_write: float | None = Field(default=None, ge=0)
    """Input written to the cache; as `input` where it is not given."""

    def cost(self, usage: Usage) -> float:
        """USD for the tokens of one call."""
        plain = usage.input_tokens - usage.cached_tokens - usage.cache_write_tokens
        cached = self.input if self.cached is None else self.cached
        written = self.input if self.cache_write is None else self.cache_write
        total = (
            max(0, plain) * self.input
            + usage.cached_tokens * cached
            + usage.cache_write_tokens * written
            + usage.output_tokens * self.output
        )
        return round(total / MILLION, 10)


class LongRates(Rates):
    """What applies to prompts with more tokens than that."""

    tokens: int = Field(gt=0)


class ModelPrice(Rates):
    """A model's price."""

    above: LongRates | None = None

    def cost(self, usage: Usage) -> float:
        """USD for the tokens of one call; a long prompt pays the higher rates for all of it."""
        if self.above is not None and usage.input_tokens > self.above.tokens:
            return self.above.cost(usage)
        return super().cost(usage)


class PriceList(BaseModel):
    """Prices by `provider/model`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    as_of: str
    """Date of the list."""
    models: dict[str, ModelPrice]

    @classmethod
    def read(cls, path: Path = SHIPPED) -> Self:
        """Reads a list.

        Raises:
            InputError: the file is missing or wrong.
        """
        try:
            return cls.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError as error:
            raise InputError("no such file", file=path) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InputError(f"not TOML: {error}", file=path) from error
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(map(str, first["loc"]))
            raise InputError(f"{first['msg']}, found {first['input']!r}", file=path, field=field) from error

    @classmethod
    def with_overrides(cls, path: Path | None) -> Self:
        """The shipped list with one's own over it.

        Raises:
            InputError: one's own file is missing or wrong.
        """
        shipped = cls.read()
        if path is None:
            return shipped
        own = cls.read(path)
        return cls(as_of=own.as_of, models={**shipped.models, **own.models})

    def price(self, model: str) -> ModelPrice | None:
        """The price of `provider/model`, also where the name carries a date; None where it is not known."""
        return self.models.get(model) or self.models.get(_DATE.sub("", model))
