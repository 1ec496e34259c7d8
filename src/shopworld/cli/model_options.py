"""Options of commands that ask a language model, and how people and machines are told what it did."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shopworld.errors import InputError

if TYPE_CHECKING:
    from shopworld.arena.verify import JudgeReport
    from shopworld.models import ModelSettings, Usage

_PANEL = "Language model"
_LISTED = 3

ModelOption = Annotated[
    str,
    typer.Option(
        "--model", "-m", metavar="PROVIDER/NAME", help="Language model; none by default.", rich_help_panel=_PANEL
    ),
]


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How a command's language model is called, as its options say.

    Attributes:
        settings: of the calls.
        record: file for what is asked and answered.
        replay: such a file, to answer from.
    """

    settings: ModelSettings
    record: Path | None
    replay: Path | None


def with_model_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes its `models`, which are `ModelOptions`, as options of the command line."""
    options = inspect.signature(_options, eval_str=True).parameters
    parameters: list[inspect.Parameter] = []
    for one in inspect.signature(command, eval_str=True).parameters.values():
        parameters += options.values() if one.name == "models" else [one]

    @wraps(command)
    def run(**values: Any) -> None:
        given = {name: values.pop(name) for name in options}
        record, replay = given.pop("record"), given.pop("replay")
        command(**values, models=ModelOptions(model_settings(**given), record, replay))

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _options(
    *,
    base_url: Annotated[
        str, typer.Option(help="End point of the same protocol: vLLM, Ollama, ….", rich_help_panel=_PANEL)
    ] = "",
    temperature: Annotated[float | None, typer.Option(help="Of the model.", rich_help_panel=_PANEL)] = None,
    reasoning_effort: Annotated[
        str | None, typer.Option(help="none, minimal, low, medium or high.", rich_help_panel=_PANEL, show_default=False)
    ] = None,
    budget_usd: Annotated[float | None, typer.Option(help="For the whole command.", rich_help_panel=_PANEL)] = None,
    budget_tokens: Annotated[int | None, typer.Option(help="For the whole command.", rich_help_panel=_PANEL)] = None,
    prices: Annotated[Path | None, typer.Option(help="File with prices of your own.", rich_help_panel=_PANEL)] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="File for what is asked and answered.", rich_help_panel=_PANEL, show_default=False),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(help="Such a file, to answer from without a model.", rich_help_panel=_PANEL, show_default=False),
    ] = None,
) -> None:
    """The options of a model, beside its name."""


def model_settings(**options: Any) -> ModelSettings:
    """How the model is called, as the options say; those that were not given are left as they are.

    Args:
        options: by their names, `_` for `-`.

    Raises:
        InputError: an option is wrong.
    """
    from pydantic import ValidationError

    from shopworld.models import ModelSettings

    prices: Path | None = options.pop("prices", None)
    given = {name: value for name, value in options.items() if value is not None}
    budget = {name: given.pop(f"budget_{name}") for name in ("usd", "tokens") if f"budget_{name}" in given}
    try:
        return ModelSettings.model_validate(
            {**given, "budget": budget, "prices": str(prices.resolve()) if prices is not None else ""}
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        option = "--" + "-".join(str(part) for part in first["loc"])
        raise InputError(f"{option.replace('_', '-')}: {first['msg']}, found {first['input']!r}") from error


def cost_of(usage: Usage) -> str:
    """What calls cost, for people."""
    usd = f"USD {usage.usd:.4f}" + (", some prices unknown" if usage.unpriced_calls else "")
    if usage.calls and usage.unpriced_calls == usage.calls:
        usd = "price unknown"
    calls = f"{usage.calls} call" + ("s" if usage.calls != 1 else "")
    tokens = f"{usage.input_tokens:,} + {usage.output_tokens:,} tokens"
    return f"{calls} ({usage.repairs} to repair an answer), {tokens}, {usd}"


def judge_lines(report: JudgeReport) -> list[str]:
    """What a visual judge did, for people."""
    lines = [
        f"Visual judge: {report.judged + report.known} looks judged ({report.known} of them known), "
        f"{report.findings} findings; {cost_of(report.usage)}."
    ]
    if report.unjudged:
        lines.append(f"{len(report.unjudged)} looks without a judgement:")
        lines += first_of([f"  {place}: {reason}" for place, reason in report.unjudged.items()])
    return lines


def judge_data(report: JudgeReport) -> dict[str, object]:
    """The same for machines."""
    return {
        "judged": report.judged,
        "known": report.known,
        "findings": report.findings,
        "unjudged": report.unjudged,
        "usage": report.usage.model_dump(mode="json"),
    }


def first_of(lines: Sequence[str]) -> list[str]:
    """The first lines, and how many more there are."""
    more = len(lines) - _LISTED
    return [*lines[:_LISTED], *([f"  and {more} more"] if more > 0 else [])]
