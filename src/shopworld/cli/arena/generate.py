"""`shopworld arena generate`: a shop from a specification."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shopworld.cli.arena.models import (
    BaseUrlOption,
    BudgetTokensOption,
    BudgetUsdOption,
    EffortOption,
    ModelOption,
    PricesOption,
    RecordOption,
    ReplayOption,
    TemperatureOption,
    cost_of,
    first_of,
    judge_data,
    judge_lines,
    model_use,
)
from shopworld.cli.arena.progress import status
from shopworld.cli.tables import print_table, table_of
from shopworld.errors import InputError

if TYPE_CHECKING:
    from shopworld.arena.generate import Generation, GenerationRecord
    from shopworld.arena.generate.authoring import AuthoringReport
    from shopworld.arena.verify.visual import JudgeReport

_LISTED_FINDINGS = 12
_AGENT_SECONDS = 900.0


def generate(
    specification: Annotated[
        str, typer.Argument(help="Folder of the specification, or the name of one that ships.", metavar="SPEC")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the shop.")],
    seed: Annotated[int, typer.Option(help="Of all choices; the same seed gives the same shop.")] = 1,
    products: Annotated[
        int | None, typer.Option(min=1, help="How many; else as the specification says.", show_default=False)
    ] = None,
    twin: Annotated[
        bool, typer.Option("--twin", help="Keep products and structure of the source, replace who it is.")
    ] = False,
    source: Annotated[
        Path | None,
        typer.Option(
            help="With --twin: where exploration kept what it read; else it is looked up.", show_default=False
        ),
    ] = None,
    verify: Annotated[bool, typer.Option(help="Verify the shop and tell what is wrong with it.")] = True,
    coding_agent: Annotated[
        str, typer.Option(metavar="CMD", help="Command of an agent that works on templates and styles, step by step.")
    ] = "",
    iterations: Annotated[int, typer.Option(min=1, help="Most runs of the agent for one step.")] = 30,
    agent_seconds: Annotated[float, typer.Option(min=1, help="Longest run of the agent.")] = _AGENT_SECONDS,
    model: ModelOption = "",
    texts: Annotated[
        list[str] | None,
        typer.Option(
            help="What the model writes: products, collections, reviews, pages, or none; may repeat. All by default.",
            rich_help_panel="Language model",
        ),
    ] = None,
    judge: Annotated[
        bool, typer.Option(help="Have the model judge how pages look.", rich_help_panel="Language model")
    ] = True,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Forget what it wrote before.", rich_help_panel="Language model")
    ] = False,
    base_url: BaseUrlOption = "",
    temperature: TemperatureOption = None,
    reasoning_effort: EffortOption = None,
    budget_usd: BudgetUsdOption = None,
    budget_tokens: BudgetTokensOption = None,
    prices: PricesOption = None,
    record: RecordOption = None,
    replay: ReplayOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Generate a shop from a specification, and verify it.

    Run again over a shop that stands, after an edit of the specification, it writes only what follows from the edit.
    Files of the shop that were edited by hand are kept, and theme/ is never touched.

    A coding agent is started anew for each iteration, without a shell, in a folder with TASK.md, feedback.md and a copy
    of the shop. Only its changes of theme/ are taken over, and only where they make nothing worse. An interrupted
    generation goes on by the same command.

    A language model writes titles, descriptions, reviews and pages of what code has decided, and looks at the pages in
    a wide window and a narrow one. Its texts are checked; where one loses or invents something, the built-in one stays.
    What it wrote is kept, so that the same command asks for nothing twice.

    A twin sells what the explored source sells, under an invented name. It needs a specification that was explored on
    this machine.

    Specifications that ship: clothing, cookware, hardware. The exit code is 1 where verification finds an error.

    Examples:

        shopworld arena generate cookware --out shops/pans

        shopworld arena generate specifications/mine --out shops/mine --seed 7 --products 200 --no-verify

        shopworld arena generate specifications/theirs --out shops/twin --twin

        shopworld arena generate clothing --out shops/wear --coding-agent "my-agent --task TASK.md"

        shopworld arena generate hardware --out shops/parts --model openai/gpt-5-mini --texts products --no-judge
    """
    from shopworld.arena.bundle import read_bundle
    from shopworld.arena.generate import CodingAgent, GenerateSettings
    from shopworld.arena.generate import generate as generate_shop
    from shopworld.arena.generate.authoring import AuthoredContents
    from shopworld.arena.generate.pipeline import Contents, invented
    from shopworld.arena.verify import VERIFIERS
    from shopworld.arena.verify.visual import VisualJudge, with_judge

    use = model_use(
        model,
        base_url=base_url,
        temperature=temperature,
        reasoning_effort=reasoning_effort,
        budget_usd=budget_usd,
        budget_tokens=budget_tokens,
        prices=prices,
        record=record,
        replay=replay,
    )
    settings = GenerateSettings(
        seed=seed,
        products=products,
        agent=CodingAgent(coding_agent, agent_seconds) if coding_agent else None,
        iterations=iterations,
        verify=verify,
        twin=twin or source is not None,
        judge=model if judge else "",
    )
    kinds = _kinds_of_text(texts, model, twin=settings.twin)
    folder = _folder_of(specification)
    bundle = read_bundle(folder)
    contents: Contents = invented
    verifiers = VERIFIERS
    if settings.twin:
        from shopworld.arena.generate.twin import TwinContents, find_source, likeness_verifier

        contents = TwinContents(find_source(folder, source))
        verifiers = (*VERIFIERS, likeness_verifier(folder))
    author: AuthoredContents | None = None
    looking: VisualJudge | None = None
    with ExitStack() as opened:
        doing = opened.enter_context(status("Generating"))
        if use is not None:
            asked = opened.enter_context(use.opened(seed=seed))
            if kinds:
                store = _store(model, fresh=fresh, used=record is None and replay is None)
                contents = author = AuthoredContents(
                    asked, kinds, store=store, inner=contents, twin=settings.twin, doing=doing
                )
            if judge:
                looking = VisualJudge(asked, bundle)
                verifiers = with_judge(verifiers, looking)
        generation = generate_shop(
            bundle,
            out,
            settings,
            contents=contents,
            verifiers=verifiers,
            authored=lambda: author.report.record if author else None,
            doing=doing,
        )
    if as_json:
        told = _data(generation, author.report if author else None, looking.report if looking else None)
        typer.echo(json.dumps(told, indent=2))
    else:
        _print(generation, author.report if author else None, looking.report if looking else None)
    if generation.record and any(one.severity == "error" for one in generation.record.unmet):
        raise typer.Exit(1)


def _kinds_of_text(texts: list[str] | None, model: str, *, twin: bool) -> tuple[str, ...]:
    """What the model is to write."""
    from shopworld.arena.generate.authoring import KINDS_OF_TEXT, OF_TWINS

    if texts is None:
        return () if not model else OF_TWINS if twin else KINDS_OF_TEXT
    unknown = sorted(set(texts) - {*KINDS_OF_TEXT, "none"})
    if unknown:
        raise InputError(f"--texts: {unknown[0]!r} is no kind of text; expected {', '.join(KINDS_OF_TEXT)} or none")
    if not model:
        raise InputError("--texts says what a language model writes, and there is no --model")
    sources_own = sorted(set(texts) - {*OF_TWINS, "none"}) if twin else []
    if sources_own:
        raise InputError(
            f"--texts {sources_own[0]}: those of a twin are its source's", hint="reviews and pages are not."
        )
    return tuple(one for one in KINDS_OF_TEXT if one in texts)


def _store(model: str, *, fresh: bool, used: bool) -> Any:
    """Texts of the model that are kept for another time; none with a recording, which is whole in itself."""
    from shopworld.arena.generate.authoring import TextStore

    home = Path(os.environ.get("SHOPWORLD_HOME") or ".shopworld")
    store = TextStore(home / "authored" if used else None, model)
    if fresh:
        store.forget()
    return store


def _folder_of(specification: str) -> Path:
    """The folder of a specification; one in the working directory goes before one that ships."""
    from shopworld.arena.bundle import BUNDLE_FILES
    from shopworld.arena.specifications import shipped_specifications

    folder = Path(specification)
    is_bundle = any((folder / name).is_file() for name in BUNDLE_FILES)
    return folder if is_bundle else shipped_specifications().get(specification, folder)


def _data(generation: Generation, author: AuthoringReport | None, judge: JudgeReport | None) -> dict[str, Any]:
    shop, renewal, record = generation.shop, generation.renewal, generation.record
    asked: dict[str, Any] = {"judge": judge_data(judge)} if judge else {}
    if author:
        asked["texts"] = {
            **author.record.model_dump(mode="json"),
            "known": author.known,
            "usage": author.usage.model_dump(mode="json"),
        }
    return {
        "folder": str(shop.path),
        "id": shop.specification.identity.id,
        "name": shop.specification.identity.name,
        "products": len(shop.data.products),
        "collections": len(shop.data.collections),
        "written": list(renewal.written),
        "kept": list(renewal.kept),
        "edited": list(renewal.edited),
        "displaced": list(renewal.displaced),
        "verified": record is not None,
        "steps": [one.model_dump(mode="json") for one in record.steps] if record else [],
        "unmet": [one.model_dump(mode="json") for one in record.unmet] if record else [],
        **asked,
    }


def _print(generation: Generation, author: AuthoringReport | None, judge: JudgeReport | None) -> None:
    shop, renewal, record = generation.shop, generation.renewal, generation.record
    typer.echo(
        f"{shop.path}: {shop.specification.identity.name}, {len(shop.data.products)} products in "
        f"{len(shop.data.collections)} collections"
    )
    if renewal.kept:
        typer.echo(f"Written: {', '.join(renewal.written) or 'nothing, as nothing changed'}")
    for name in renewal.edited:
        typer.echo(f"  kept as edited: {name}")
    for name in renewal.displaced:
        typer.echo(f"  made anew: {name}; what was edited is in {name}.edited")
    if author is not None:
        _print_texts(author)
    if record is not None:
        _print_steps(record)
        for line in judge_lines(judge) if judge else ():
            typer.echo(line)
    typer.echo(f"Browse it: shopworld shop serve {shop.path}")


def _print_texts(author: AuthoringReport) -> None:
    """What the model wrote, and what stayed built-in, with reasons."""
    record = author.record
    built_in = {kind: sum(key.startswith(f"{kind}: ") for key in record.built_in) for kind in record.written}
    table = table_of("", ("texts", "left"), ("by the model", "right"), ("built-in instead", "right"))
    for kind, count in record.written.items():
        table.add_row(kind, str(count), str(built_in[kind]))
    print_table(table)
    for line in first_of([f"  {key}: {reason}" for key, reason in record.built_in.items()]):
        typer.echo(line)
    typer.echo(f"{record.model}: {cost_of(author.usage)}; {author.known} texts were there already.")


def _print_steps(record: GenerationRecord) -> None:
    from shopworld.arena.generate.feedback import sentence

    with_agent = any(one.iterations for one in record.steps)
    runs = (("iterations", "right"), ("taken", "right")) if with_agent else ()
    table = table_of("", ("step", "left"), *runs, ("errors", "right"), ("warnings", "right"), ("outcome", "left"))
    for one in record.steps:
        taken = sum(each.change == "taken" for each in one.iterations)
        numbers = (len(one.iterations), taken) if with_agent else ()
        table.add_row(one.name, *map(str, (*numbers, one.errors, one.warnings)), one.outcome)
    print_table(table)
    if record.unmet:
        typer.echo("\nUnmet:")
    for finding in record.unmet[:_LISTED_FINDINGS]:
        typer.echo(f"  {finding.severity}, {finding.area}, {finding.place}: {sentence(finding)}")
    if len(record.unmet) > _LISTED_FINDINGS:
        typer.echo(f"  and {len(record.unmet) - _LISTED_FINDINGS} more; feedback/ in the shop's folder tells all")
