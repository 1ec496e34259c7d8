"""Options of `shopworld arena` and `shop verify` for language models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shopworld.errors import InputError

if TYPE_CHECKING:
    from shopworld.arena.model_use import ModelUse
    from shopworld.arena.verify.visual import JudgeReport
    from shopworld.models import Usage

_PANEL = "Language model"
_LISTED = 3

ModelOption = Annotated[
    str,
    typer.Option(
        "--model", "-m", metavar="PROVIDER/NAME", help="Language model; none by default.", rich_help_panel=_PANEL
    ),
]
BaseUrlOption = Annotated[
    str, typer.Option(help="End point of the same protocol: vLLM, Ollama, ….", rich_help_panel=_PANEL)
]
TemperatureOption = Annotated[float | None, typer.Option(help="Of the model.", rich_help_panel=_PANEL)]
EffortOption = Annotated[
    str | None, typer.Option(help="none, minimal, low, medium or high.", rich_help_panel=_PANEL, show_default=False)
]
BudgetUsdOption = Annotated[float | None, typer.Option(help="For the whole command.", rich_help_panel=_PANEL)]
BudgetTokensOption = Annotated[int | None, typer.Option(help="For the whole command.", rich_help_panel=_PANEL)]
PricesOption = Annotated[Path | None, typer.Option(help="File with prices of your own.", rich_help_panel=_PANEL)]
RecordOption = Annotated[
    Path | None, typer.Option(help="File for what is asked and answered.", rich_help_panel=_PANEL, show_default=False)
]
ReplayOption = Annotated[
    Path | None,
    typer.Option(help="Such a file, to answer from without a model.", rich_help_panel=_PANEL, show_default=False),
]


def model_use(
    name: str,
    *,
    base_url: str = "",
    temperature: float | None = None,
    reasoning_effort: str | None = None,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
    prices: Path | None = None,
    record: Path | None = None,
    replay: Path | None = None,
) -> ModelUse | None:
    """The model that the options name; None where they name none.

    Raises:
        InputError: an option is wrong, or one is given without a model.
    """
    given = (base_url, temperature, reasoning_effort, budget_usd, budget_tokens, prices, record, replay)
    if not name:
        if any(one not in ("", None) for one in given):
            raise InputError("an option of the language model is given, and no --model", hint="Name one: --model …")
        return None
    from pydantic import ValidationError

    from shopworld.arena.model_use import ModelUse
    from shopworld.models import ModelSettings

    try:
        settings = ModelSettings.model_validate(
            {
                "base_url": base_url,
                "temperature": temperature,
                "reasoning_effort": reasoning_effort,
                "prices": str(prices.resolve()) if prices else "",
                "episode_budget": {"usd": budget_usd, "tokens": budget_tokens},
            }
        )
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        option = "--" + "-".join(str(part) for part in first["loc"]).replace("episode_budget", "budget")
        raise InputError(f"{option.replace('_', '-')}: {first['msg']}, found {first['input']!r}") from error
    return ModelUse(name, settings, record, replay)


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
