"""How a shop was generated (`generation.json`): seed, steps with their iterations, and what stays unmet."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from shopworld.arena.verify import Finding
from shopworld.errors import InputError
from shopworld.files import write_whole
from shopworld.shop import Part

GENERATION_FILE = "generation.json"

Outcome = Literal["open", "met", "unmet"]
"""Not through yet; no verifier has an error left; at least one has."""

Change = Literal["taken", "rolled back", "refused", "none"]
"""The theme was changed and stays; made something worse; could not be read; nothing was changed."""


class Iteration(Part):
    """One run of the coding agent and the verification after it."""

    number: int = Field(ge=1)
    change: Change
    files: tuple[str, ...] = ()
    """Of the theme, that the agent changed."""
    note: str = ""
    """What else is to be told: how the agent ended, why its changes went."""
    errors: int = Field(default=0, ge=0)
    """Of the step, after it."""


class StepRecord(Part):
    """What became of a step."""

    name: str
    outcome: Outcome = "open"
    iterations: tuple[Iteration, ...] = ()
    errors: int = Field(default=0, ge=0)
    warnings: int = Field(default=0, ge=0)


class AuthoringRecord(Part):
    """What a language model wrote of a shop."""

    model: str
    written: dict[str, int] = Field(default_factory=dict)
    """How many texts of a kind are the model's."""
    built_in: dict[str, str] = Field(default_factory=dict)
    """Texts that stayed the built-in ones, by kind and key, with what was wrong with the model's."""


class GenerationRecord(Part):
    """How a shop was generated."""

    schema_version: Literal[1] = 1
    seed: int = 1
    revision: Literal[1, 2] = 1
    """Of the rules by which its data were drawn from the seed: since 2 it shows its products in views of its own."""
    products: int = Field(default=0, ge=0)
    """In its data, gift cards among them."""
    twin: bool = False
    """Whether it sells the products of a source: verifiers then let their names pass."""
    authored: AuthoringRecord | None = None
    """What a language model wrote; None where none did."""
    under_way: bool = False
    """Whether its steps were begun and have not ended: they were cut off, or go on at this moment."""
    verified: bool = False
    work: str = ""
    """A hash of what the steps are worked out from: an interrupted generation goes on where it is the same."""
    steps: tuple[StepRecord, ...] = ()
    unmet: tuple[Finding, ...] = ()
    """What verifiers have found and nobody has cured."""

    def step(self, name: str) -> StepRecord:
        """The record of a step; an open one where it was not begun."""
        return next((one for one in self.steps if one.name == name), StepRecord(name=name))

    def with_step(self, step: StepRecord) -> GenerationRecord:
        """The record with that of a step added or replaced."""
        names = [one.name for one in self.steps]
        if step.name not in names:
            return self.model_copy(update={"steps": (*self.steps, step)})
        steps = tuple(step if one.name == step.name else one for one in self.steps)
        return self.model_copy(update={"steps": steps})


def read_record(shop: Path) -> GenerationRecord | None:
    """The record of a generated shop; None where there is none.

    Raises:
        InputError: the file holds something else.
    """
    file = shop / GENERATION_FILE
    if not file.is_file():
        return None
    try:
        return GenerationRecord.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise InputError(
            first["msg"], file=file, field=field or None, hint="Name another folder, or remove the shop."
        ) from error


def write_record(shop: Path, record: GenerationRecord) -> None:
    """Writes the record of a generated shop."""
    write_whole(shop / GENERATION_FILE, (record.model_dump_json(indent=2) + "\n").encode())
