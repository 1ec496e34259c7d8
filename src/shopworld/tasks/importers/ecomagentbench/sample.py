"""Samples of EComAgentBench as they are written, one JSON object a line (fields: the paper's Appendix C)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.errors import InputError
from shopworld.files import bounded_lines


class SampleModel(BaseModel):
    """Base of what a sample holds; fields that grading does not need are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class SampleSlot(SampleModel):
    """One thing that the shopper tells when asked."""

    slot_id: str
    linked_rubric_ids: tuple[str, ...] = ()
    hidden_info: str = ""
    trigger_keywords: tuple[str, ...] = ()
    user_response: str = ""


class SampleScript(SampleModel):
    """What the shopper answers."""

    clarification_slots: tuple[SampleSlot, ...] = ()
    default_response: str = "I am not sure about that. Could you ask about something more specific?"
    max_clarification_turns: int = Field(default=10, ge=0)


class SampleRubric(SampleModel):
    """One requirement."""

    id: str
    type: str
    field: str = ""
    expected_value: Any = None
    description: str = ""
    query_surface: str = ""
    info_source: str = "query"
    canonical_entity: str = ""
    title_span: str = ""


class EcomAgentBenchSample(SampleModel):
    """One line of `benchmark.jsonl`."""

    id: str = Field(coerce_numbers_to_str=True)
    intent_category: str
    user_query: str = Field(min_length=1)
    user_persona: dict[str, Any] = {}
    clarification_script: SampleScript = SampleScript()
    target_product: dict[str, Any]
    rubrics: tuple[SampleRubric, ...] = Field(min_length=1)
    implicit_rubric_ids: tuple[str, ...] = ()
    voucher: dict[str, Any] | list[dict[str, Any]] | None = None


def read_samples(file: Path) -> Iterator[tuple[int, EcomAgentBenchSample]]:
    """Reads the samples, each with the number of its line.

    Raises:
        InputError: the file is missing, or a line is no sample; file, line and field are named.
    """
    try:
        for number, line in bounded_lines(file):
            if line.strip():
                yield number, _sample(line, file, number)
    except FileNotFoundError as error:
        raise InputError("no such file", file=file) from error


def _sample(line: bytes, file: Path, number: int) -> EcomAgentBenchSample:
    try:
        return EcomAgentBenchSample.model_validate(orjson.loads(line))
    except orjson.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", file=file, line=number) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        field = ".".join(map(str, first["loc"]))
        hint = "A sample has id, intent_category, user_query, target_product and rubrics."
        raise InputError(first["msg"], file=file, line=number, field=field or None, hint=hint) from error
