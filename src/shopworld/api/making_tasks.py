"""Tasks made from what malls and shops hold; each is a suite at home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import cast

from shopworld.api.asking import writing_model
from shopworld.api.made_suites import MadeSuite
from shopworld.api.places import Place, home_of, mall_folder
from shopworld.api.progress import OnProgress, counted
from shopworld.api.suite_world import mall_of, suite_of
from shopworld.catalog import wordpress_slug
from shopworld.errors import TaskError
from shopworld.evaluation import prove_without_browser
from shopworld.guru import (
    COUNTS,
    LEVELS,
    WEBMALL_TOTAL,
    JourneyAuthor,
    Level,
    PortReport,
    SecondSolver,
    ShopSuiteReport,
    make_comparison_suite,
    make_shop_suite,
    opinions,
    stranger_in,
)
from shopworld.guru import port_suite as ported_to
from shopworld.mall import Home, Mall, make_mall_of_shops
from shopworld.models import ModelSettings
from shopworld.shop import IDENTITY_FILE, is_shop_folder, read_identity
from shopworld.stranger import StrangerStance
from shopworld.tasks import TASK_SETS, Seal, Suite, load_suite, refuse_unrevealed, save_sealed, save_suite

_DEFAULT = "default"


def make_mall_tasks(
    mall: Place,
    *,
    count: int | Mapping[str, int] = WEBMALL_TOTAL,
    levels: Mapping[str, int] | Sequence[str] = (),
    fewer: bool = False,
    proven: bool = False,
    seed: int = 7,
    sealed: bool = False,
    name: str = "",
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> MadeSuite[None]:
    """Makes comparison tasks for a mall: WebMall's 91 in eleven categories by default, answers from the catalog.

    Args:
        mall: its name or folder.
        count: tasks together, shared out in WebMall's proportions; or a number for each category, others get none.
        levels: of difficulty, each with its weight in the mix: `easy`, `medium`, `hard`; as they come by default.
        fewer: whether fewer tasks will do where there is no more material.
        proven: whether each task is proven before it is kept, by the second solver, too, and dropped where a stranger
            disagrees: in malls of real offers, or of many merchants, pages may leave doubts.
        seed: of the choice; the same seed makes the same tasks.
        sealed: whether the seed is drawn instead, and told to nobody before `reveal_suite`.
        name: of the suite; one of that name is replaced. `comparison-MALL` by default, or `default`.
        home: where suites and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told of each task.

    Returns:
        the suite, and where it is.

    Raises:
        TaskError: a category or level is unknown, or the mall has not enough material; nothing is written.
        MallError: there is no such mall.
    """
    place, drawn = home_of(home), Seal.draw() if sealed else None
    counts = dict(count) if isinstance(count, Mapping) else None
    total = sum(counts.values()) if counts is not None else cast("int", count)
    if unknown := [one for one in counts or () if one not in TASK_SETS]:
        raise TaskError(f"no such category: {', '.join(unknown)}", hint=f"There are: {', '.join(TASK_SETS)}.")
    if total < 1:
        raise TaskError(f"{total} tasks: a suite needs one at least")
    with closing(Mall.open(mall_folder(mall, place))) as opened:
        suite = make_comparison_suite(
            opened,
            seed=drawn.seed if drawn is not None else seed,
            name=name or (_DEFAULT if opened.name == _DEFAULT else f"comparison-{opened.name}"),
            counts=counts,
            total=total,
            levels=_weights(levels),
            fewer=fewer,
            progress=counted(progress, "Making tasks"),
        )
        if proven:
            suite = _proven(suite, opened)
    file = place.suite(suite.name)
    suite = save_sealed(suite, file, drawn)
    return MadeSuite(suite, file, None)


def make_shop_tasks(
    shop: Place,
    *,
    only: Sequence[str] = (),
    count: Mapping[str, int] | None = None,
    by_hand: Place | None = None,
    seed: int = 7,
    sealed: bool = False,
    name: str = "",
    model: str | None = None,
    models: ModelSettings | None = None,
    replay: bool = False,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> MadeSuite[ShopSuiteReport]:
    """Makes tasks in a shop: short ones of six skills and long journeys, in the counts of ShopGym's ShopGuru.

    Tasks ask only for what the shop's interface shows; each is proven before it is kept.

    Args:
        shop: folder of a shop, which becomes a mall of that one shop first, named after it; or a mall's name or folder.
        only: of a mall: ids of shops; all by default.
        count: tasks of each category in a shop; those that are not counted keep their usual number.
        by_hand: file of a suite of tasks written by hand: they replace generated ones of their ids, or are added.
        seed: of all choices; the same seed makes the same tasks.
        sealed: whether the seed is drawn instead, and told to nobody before `reveal_suite`.
        name: of the suite; one of that name is replaced. By default that of the shop's folder, or `shop-MALL`.
        model: `provider/model` that writes the journeys; a grammar does by default.
        models: how it is called, and what that may cost.
        replay: whether it answers from what was recorded beside the suite.
        home: where suites and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told of each shop.

    Returns:
        the suite, and what there was no material for or could not be proven.

    Raises:
        TaskError: a category is unknown, no shop has material for any task, or the model's journeys stay wrong; no
            suite is written.
        ShopworldError: shop or mall are missing or wrong.
        ModelError: the model cannot be called as asked, or there is no recording.
    """
    place, drawn = home_of(home), Seal.draw() if sealed else None
    name = name or _suite_of_shop(shop)
    file = place.suite(name)
    refuse_unrevealed(file)
    written = {one.id: one for one in load_suite(Path(by_hand)).tasks} if by_hand is not None else {}
    if unknown := [one for one in count or () if one not in COUNTS]:
        raise TaskError(f"no such category: {', '.join(unknown)}", hint=f"There are: {', '.join(COUNTS)}.")
    with (
        closing(Mall.open(_mall_of_shop(shop, place))) as mall,
        writing_model(model, models, file, replay=replay) as writer,
    ):
        suite, report = make_shop_suite(
            mall,
            shops=only,
            seed=drawn.seed if drawn is not None else seed,
            name=name,
            counts={**COUNTS, **(count or {})},
            overrides=written,
            author=JourneyAuthor(writer, seed=drawn.seed if drawn is not None else seed)
            if writer is not None
            else None,
            progress=counted(progress, "Making tasks"),
        )
    suite = save_sealed(suite, file, drawn)
    return MadeSuite(suite, file, report, writer.spent if writer is not None else None)


def port_suite(
    suite: Place | Suite,
    twin: Place,
    *,
    name: str = "",
    shops: tuple[str, str] | None = None,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> MadeSuite[PortReport]:
    """Ports the tasks of a shop to its twin: the same ids and words, grounded anew in what the twin shows.

    Each task is proven there. Those that cannot be asked are left out, with the reason.

    Args:
        suite: its name, the path of its file, or a loaded one.
        twin: folder of a shop, or name or folder of a mall.
        name: of the ported suite; `SUITE-twin` by default.
        shops: ids of source and twin, where a mall holds several.
        home: where suites and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told of each task.

    Returns:
        the suite, what was left out, and whose answers are others there.

    Raises:
        TaskError: the suite was made for another content of its mall, no shop is named where a mall holds several, or
            no task can be ported; nothing is written.
        ShopworldError: suite or malls are missing or wrong.
    """
    place = home_of(home)
    made = suite_of(suite, place)
    with mall_of(made, None, place) as source, closing(Mall.open(_mall_of_shop(twin, place))) as there:
        ported, report = ported_to(
            made,
            source,
            there,
            name=name or f"{made.name}-twin",
            shops=shops,
            progress=counted(progress, "Porting tasks"),
        )
    file = place.suite(ported.name)
    refuse_unrevealed(file)
    save_suite(ported, file, private=bool(ported.commitment))
    return MadeSuite(ported, file, report)


def _proven(suite: Suite, mall: Mall) -> Suite:
    """The tasks of a suite whose proofs hold, by events made by hand and by the second solver, and no stranger denies.

    Raises:
        TaskError: none does.
    """
    proofs = prove_without_browser(suite.tasks, mall, second_solver=SecondSolver(mall))
    held = {one.task for one in proofs if one.hold}
    with stranger_in(mall) as stranger:
        asked = [task for task in suite.tasks if task.id in held]
        held -= {one.task for one in opinions(asked, stranger) if one.stance is StrangerStance.DISAGREE}
    if not held:
        raise TaskError(f"none of the {len(suite.tasks)} tasks made for the mall {mall.name!r} is proven")
    return suite.model_copy(update={"tasks": tuple(task for task in suite.tasks if task.id in held)})


def _weights(levels: Mapping[str, int] | Sequence[str]) -> dict[Level, int]:
    """Levels with their weights; one that is only named weighs 1."""
    given = levels if isinstance(levels, Mapping) else dict.fromkeys(levels, 1)
    if wrong := [one for one, weight in given.items() if one not in LEVELS or weight < 1]:
        raise TaskError(
            f"no level with a weight above 0: {', '.join(wrong)}", hint=f"The levels are: {', '.join(LEVELS)}."
        )
    return {cast("Level", one): weight for one, weight in given.items()}


def _suite_of_shop(shop: Place) -> str:
    """What the suite of a shop is called: as its folder; that of a mall says whose shops they are."""
    own = wordpress_slug(Path(shop).resolve().name) or "shop"
    return own if is_shop_folder(Path(shop)) and own != _DEFAULT else f"shop-{own}"


def _mall_of_shop(shop: Place, home: Home) -> Path:
    """The folder of the mall; a shop's folder is made into a mall of its own first."""
    folder = Path(shop)
    if not is_shop_folder(folder):
        return mall_folder(shop, home)
    name = read_identity(folder / IDENTITY_FILE).id
    place = home.mall(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    make_mall_of_shops(place, [folder], name=name)
    return place
