"""Storefronts explored: from a live site to its specification, and how well that goes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from shopworld.api.asking import model_use
from shopworld.api.places import Place, home_of
from shopworld.api.progress import OnProgress, Progress
from shopworld.arena import closure as circle
from shopworld.arena import explore as exploration
from shopworld.arena.closure import CaseResult, Closure, ClosureSettings, closure_cases
from shopworld.arena.explore import ExplorationProgress as Tasks
from shopworld.arena.explore import Explored, ExploreSettings, ManualAuthor, SiteAddress, source_folder
from shopworld.errors import InputError
from shopworld.models import ModelSettings


def explore(
    addresses: str | Sequence[str],
    out: Place,
    *,
    delay: float = 0.5,
    requests: int = 900,
    seconds: float = 1800.0,
    page_bytes: int = 10_000_000,
    coverage: float = 0.5,
    pictures: bool = True,
    fresh: bool = False,
    model: str | None = None,
    model_pictures: bool = False,
    models: ModelSettings | None = None,
    record: Place | None = None,
    replay: Place | None = None,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> list[Explored]:
    """Explores storefronts and writes a specification, without telling whose they are.

    Reads public pages slowly and as robots.txt allows, then looks at them with a browser. Carts are filled and nothing
    is ordered. What was read is kept, so that the same call goes on after an interruption.

    Args:
        addresses: of a storefront, or of several, which are composed into one, the leading one first.
        out: folder of the specification; replaced when all is done, and not touched before.
        delay: least seconds between requests; under 0.5 on this machine only.
        requests: most requests for a site.
        seconds: longest time for a site.
        page_bytes: largest page that is read.
        coverage: least share of the products that a site is known to have that must be read; 0 for whatever there is.
        pictures: whether pictures of pages are kept as evidence.
        fresh: whether what an earlier try read is forgotten.
        model: `provider/model` that writes the manual; the explorer's own sentences by default.
        model_pictures: whether the model is shown pictures of the site, as it is; else only texts without names.
        models: how it is called, and what that may cost.
        record: file for what it is asked and answers.
        replay: such a file, to answer from without the model.
        home: where what was read is kept; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told how it goes on.

    Returns:
        what each exploration brought, in order: the specification, its values with confidence, what stays unknown.

    Raises:
        ArenaError: a site cannot be explored, too little of it could be read, or its specification would tell who it
            is; nothing is written.
        BrowserMissing: there is no Chromium.
        ModelError: the model cannot be called as asked.
    """
    named = [addresses] if isinstance(addresses, str) else list(addresses)
    use = model_use(model, models, record=record, replay=replay)
    settings = ExploreSettings(
        delay=delay,
        requests=requests,
        seconds=seconds,
        page_bytes=page_bytes,
        coverage=coverage,
        pictures=pictures,
        cache=home_of(home).folder / "explored",
    )
    if fresh:
        for one in named:
            shutil.rmtree(source_folder(SiteAddress(one), settings), ignore_errors=True)
    with ExitStack() as opened:
        author = ManualAuthor(opened.enter_context(use.opened()), pictures=model_pictures) if use else None
        return exploration.explore_all(
            named, Path(out), settings, author=author, progress=_tasks(progress, "Exploring")
        )


def measure_closure(
    cases: int = 12,
    *,
    only: Sequence[int] = (),
    seed: int = 0,
    products: int = 60,
    plain: bool = False,
    keep: Place | None = None,
    on_case: Callable[[CaseResult], object] | None = None,
    progress: OnProgress | None = None,
) -> Closure:
    """Generates shops from varied specifications, explores them as a stranger would, and compares.

    Args:
        cases: how many specifications; twelve or more have every value of the vocabulary between them.
        only: numbers of single ones, from 1; all by default.
        seed: of all choices in the specifications.
        products: of each shop.
        plain: whether classes, ids and data attributes of the pages stay; else they are given other names, so that
            only what visitors see can tell.
        keep: folder that keeps shops and what was found in them.
        on_case: is called with each specification that came back.
        progress: is told how it goes on.

    Returns:
        the agreement of what was found with what was specified, value by value.

    Raises:
        InputError: there is no such number.
        BrowserMissing: there is no Chromium.
    """
    numbers = dict.fromkeys(only or range(1, cases + 1))
    if min(numbers, default=0) < 1:
        raise InputError("expected one specification or more, their numbers from 1", field="cases")
    dealt = closure_cases(seed, max(cases, *numbers))
    settings = ClosureSettings(plain=plain, products=products, keep=Path(keep) if keep is not None else None)
    return circle.close_the_circle(
        [dealt[number - 1] for number in numbers],
        settings,
        progress=_tasks(progress, "Closing"),
        done=on_case or (lambda _: None),
    )


def _tasks(told: OnProgress | None, what: str) -> Tasks | None:
    """Tells of an exploration's tasks."""
    if told is None:
        return None
    now = Progress(what)

    def tell(done: int, total: int, detail: str) -> None:
        nonlocal now
        now = Progress(what, done, total, detail)
        told(now)

    return Tasks(
        planned=lambda count: tell(0, count, now.detail),
        doing=lambda words: tell(now.done, now.total, words),
        done=lambda: tell(now.done + 1, now.total, now.detail),
    )
