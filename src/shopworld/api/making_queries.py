"""Queries made from what catalogs hold: evolved ones, and ones whose intent is hidden; each is a suite at home."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from shopworld.api.asking import writing_model
from shopworld.api.made_suites import EvolvedSuite, MadeSuite
from shopworld.api.places import Place, home_of, mall_folder
from shopworld.api.progress import OnProgress, Progress, counted
from shopworld.catalog import Catalog
from shopworld.errors import TaskError
from shopworld.guru import (
    ROUNDS,
    STEPS,
    Intent,
    MakingReport,
    Rephraser,
    balanced,
    make_evolved_suite,
    make_intent_suite,
    read_seeds,
    report_path,
)
from shopworld.mall import Mall
from shopworld.models import ModelSettings
from shopworld.tasks import Seal, refuse_unrevealed, save_sealed


def make_evolved_tasks(
    mall: Place,
    *,
    seeds: Place | None = None,
    rounds: int = ROUNDS,
    seed: int = 7,
    sealed: bool = False,
    name: str = "evolve",
    steps: int = STEPS,
    per_cell: int = 10,
    model: str | None = None,
    models: ModelSettings | None = None,
    replay: bool = False,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> EvolvedSuite:
    """Makes queries that evolve: seeds, one in another domain for each, then rounds of complexity (DeepShop).

    Each round adds an attribute, a filter or a sort; the answers are counted in the catalog after each. Every task is
    proven before it is kept.

    Args:
        mall: name or folder of a mall: what its catalog holds is asked for.
        seeds: file of seed queries; the package's fifty by default.
        rounds: of complexity evolution.
        seed: of all choices; the same seed makes the same tasks.
        sealed: whether the seed is drawn instead, and told to nobody before `reveal_suite`.
        name: of the suite; one of that name is replaced, and `NAME-balanced`.
        steps: that an agent has for a task.
        per_cell: of the balanced split: tasks of each difficulty and domain.
        model: `provider/model` that says each query in other words; wordings that lose, turn or add a requirement are
            not taken.
        models: how it is called, and what that may cost.
        replay: whether it answers from what was recorded beside the suite.
        home: where suites and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told of each query.

    Returns:
        both suites, and what was left out.

    Raises:
        TaskError: no seed can be bound to the mall; nothing is written.
        InputError: the file of seeds is wrong.
        MallError: there is no such mall.
        ModelError: the model cannot be called as asked, or there is no recording.
    """
    place, drawn = home_of(home), Seal.draw() if sealed else None
    file = place.suite(name)
    for one in (file, place.suite(f"{name}-balanced")):
        refuse_unrevealed(one)
    read = read_seeds() if seeds is None else read_seeds(Path(seeds))
    with (
        closing(Mall.open(mall_folder(mall, place))) as opened,
        writing_model(model, models, file, replay=replay) as writer,
    ):
        suite, report = make_evolved_suite(
            opened,
            seeds=read,
            rounds=rounds,
            seed=drawn.seed if drawn is not None else seed,
            name=name,
            steps=steps,
            rephraser=Rephraser(writer) if writer is not None else None,
            progress=counted(progress, "Evolving queries"),
        )
    split = balanced(suite, per_cell=per_cell)
    suite, split = (save_sealed(one, place.suite(one.name), drawn) for one in (suite, split))
    usage = writer.spent if writer is not None else None
    kept = MadeSuite(split, place.suite(split.name), None)
    return EvolvedSuite(suite, file, report, usage, balanced=kept)


def make_intent_tasks(
    catalog: Place,
    *,
    count: int | None = None,
    per_intent: int | None = None,
    intents: Sequence[str] = (),
    fewer: bool = False,
    seed: int = 7,
    sealed: bool = False,
    name: str = "intent",
    out: Place | None = None,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> MadeSuite[MakingReport]:
    """Makes tasks with hidden intent: requirements in a query, a profile and answers to questions (EComAgentBench).

    The answers are counted over the whole catalog. The report is written beside the suite, as `.making.toml`.

    Args:
        catalog: of Amazon products: its name or folder.
        count: tasks in all, shared out over the intents as in the paper; 662 by default.
        per_intent: tasks of each intent instead.
        intents: which; all eight by default.
        fewer: whether fewer tasks of an intent will do where no more are found.
        seed: of all choices; the same seed makes the same tasks.
        sealed: whether the seed is drawn instead, and told to nobody before `reveal_suite`.
        name: of the suite; one of that name is replaced.
        out: file of the suite; by default where suites are kept.
        home: where suites and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how it goes on.

    Returns:
        the suite, and how many samples passed each stage.

    Raises:
        TaskError: an intent is unknown, both numbers are given, or the catalog has not enough material; then nothing
            is written.
        CatalogError: there is no such catalog.
    """
    place, drawn = home_of(home), Seal.draw() if sealed else None
    if unknown := [one for one in intents if one not in list(Intent)]:
        raise TaskError(f"no such intent: {', '.join(unknown)}", hint=f"There are: {', '.join(Intent)}.")
    by_path = isinstance(catalog, Path) or "/" in catalog
    file = Path(out) if out is not None else place.suite(name)
    refuse_unrevealed(file)

    def told(what: str, done: int, total: int) -> None:
        if progress is not None:
            progress(Progress(what, done, total))

    with Catalog.open(Path(catalog) if by_path else place.catalog(str(catalog))) as opened:
        suite, report = make_intent_suite(
            opened,
            count=count,
            per_intent=per_intent,
            seed=drawn.seed if drawn is not None else seed,
            name=name,
            catalog_name="" if by_path else str(catalog),
            intents=[one for one in Intent if not intents or one in intents],
            fewer=fewer,
            progress=told,
        )
    suite = save_sealed(suite, file, drawn)
    report.save(report_path(file))
    return MadeSuite(suite, file, report)
