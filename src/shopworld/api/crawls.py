"""Crawls: read into offers, made with known truth, scored, and made into malls."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shopworld.api.places import Place, home_of
from shopworld.api.progress import OnProgress, counted, in_words
from shopworld.errors import InputError

if TYPE_CHECKING:  # reading crawls loads much
    from shopworld.offers import CrawlScore, MallOfOffers, OfferRun

WEBMALL_OFFERS = 4421


def read_crawl(
    inputs: Place | Sequence[Place],
    out: Place,
    *,
    language: str = "en",
    departments: Place | None = None,
    workers: int = 1,
    ray: str = "",
    progress: OnProgress | None = None,
) -> OfferRun:
    """Reads the offers of a crawl: extracted, cleaned, of one language, without duplicates, grouped by product.

    A run that broke off goes on: files that were read by the same settings are not read again. Needs the extra
    `offers`, and `offers-scale` for more than one worker or a cluster.

    Args:
        inputs: WARC files, saved HTML pages, WDC's N-Quads or its corpora as JSON lines, packed or not; or folders.
        out: folder of the offers.
        language: ISO 639-1 code of titles and descriptions.
        departments: TOML file that says which departments there are; WebMall's three by default.
        workers: processes on this machine, shared out by Daft where there are several.
        ray: address of a Ray cluster whose nodes share the folders; empty for this machine.
        progress: is told how many files are read.

    Returns:
        counts of every stage, and why offers were left out.

    Raises:
        InputError: there is no crawl, the language is not known, or an extra is not installed.
    """
    from shopworld.offers import engine_of, read_offers, settings_of

    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    settings = settings_of(language, None if departments is None else Path(departments))
    return read_offers(
        [Path(one) for one in given],
        Path(out),
        settings,
        engine=engine_of(workers, ray),
        progress=counted(progress, "Reading files"),
    )


def make_crawl(out: Place, *, pages: int, seed: int = 7, progress: OnProgress | None = None) -> tuple[Path, ...]:
    """Makes a crawl of fictional shops in the markup of a dozen shop systems, with known truth.

    Args:
        out: folder: WARC files in `pages/`, what is true of them in `truth/`.
        pages: together.
        seed: of all chance in it; the same seed makes the same bytes.
        progress: is told of each file.

    Returns:
        the WARC files.

    Raises:
        InputError: there are no pages to make.
    """
    from shopworld.offers import make_crawl as make

    return make(Path(out), pages=pages, seed=seed, progress=counted(progress, "Making pages"))


def score_crawl(offers: Place, crawl: Place) -> CrawlScore:
    """Compares the offers of a made crawl with its truth, stage by stage.

    Args:
        offers: folder of `read_crawl`.
        crawl: folder of `make_crawl`.

    Returns:
        precision and recall of each stage, and samples of what went wrong.

    Raises:
        InputError: the offers are of another crawl.
    """
    from shopworld.offers import score_run

    return score_run(Path(offers), Path(crawl))


def make_mall_of_crawl(
    name: str,
    offers: Place,
    *,
    shops: int = 4,
    count: int = WEBMALL_OFFERS,
    currency: str = "",
    seed: int = 7,
    core_only: bool = False,
    tasks: Place | None = None,
    without: Sequence[str] = (),
    rank: str = "words",
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> MallOfOffers:
    """Makes a mall of the offers of a crawl, in WebMall's proportions; one of that name is replaced.

    Products that several hosts sell are the core, and stand in several shops; fillers are taken until there are enough
    offers. Beside the mall, in `sources/`, lie the provenance of every offer, exports, a notice and a report.

    Args:
        name: of the mall.
        offers: folder of `read_crawl`.
        shops: from 1 to 4.
        count: offers together, at most.
        currency: of all prices; that of most offers by default.
        seed: of the choice.
        core_only: whether there are no fillers, so that tasks can be made of the core first.
        tasks: suite of tasks of that core: no filler may satisfy any of them, and the suite is bound to the new mall.
        without: hosts whose offers are left out.
        rank: how fillers that text search found are ranked: by `words`, or by `embeddings` (extra `embeddings`).
        home: where malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told what is being done.

    Returns:
        the mall, and counts of what was chosen.

    Raises:
        InputError: the arguments do not go together, or no offer is good enough.
        TaskError: the suite is of another mall.
        MallError: something else stands in the mall's place.
    """
    from shopworld.offers import FillerSearch, MallPlan, Screen, bind_suite, make_mall_of_offers

    if name == "default":
        raise InputError("a mall of a crawl needs a name of its own, not 'default'", field="name")
    if rank not in ("words", "embeddings"):
        raise InputError(f"rank {rank!r}, expected words or embeddings", field="rank")
    if core_only and tasks is not None:
        raise InputError("tasks screen fillers, and a core has none", field="tasks")
    told = in_words(progress, "Making the mall")
    told(name)
    folder = home_of(home).mall(name)
    screen = Screen.of(Path(tasks)) if tasks is not None else None
    search = FillerSearch(Path(offers), by_meaning=rank == "embeddings", screen=screen)
    plan = MallPlan(name, shops, count, currency, seed, core_only, frozenset(without))
    made = make_mall_of_offers(Path(offers), folder, plan, fillers=search)
    if tasks is not None:
        bind_suite(Path(tasks), folder)
    return made
