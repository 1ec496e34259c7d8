"""A crawl from files to offers: every file read, then all rows matched; a run that broke off goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import orjson
from pydantic import BaseModel, ValidationError

from shopworld.errors import InputError
from shopworld.files import write_whole
from shopworld.offers.cleaning.offer import KEEP
from shopworld.offers.cleaning.offer import STAGE as CLEAN
from shopworld.offers.departments import STAGE as DEPARTMENTS
from shopworld.offers.engines import Engine, HereEngine
from shopworld.offers.language import STAGE as LANGUAGE
from shopworld.offers.matching import CLUSTERS, EXACT, NEAR, match_offers
from shopworld.offers.reading import CrawlFile, sources_in
from shopworld.offers.reading_stage import places_of
from shopworld.offers.settings import OfferSettings
from shopworld.offers.tally import StageTally, sum_of

STAGES = ("read", "extract", CLEAN, KEEP, LANGUAGE, EXACT, CLUSTERS, NEAR, DEPARTMENTS)
"""In the order in which offers go through them."""
RUN_FILE = "offers.json"


class OfferRun(BaseModel):
    """`offers.json`: what a run over a crawl came to."""

    settings: OfferSettings
    sources: list[str]
    offers: int
    clusters: int
    tally: StageTally


def read_offers(
    inputs: Sequence[Path],
    out: Path,
    settings: OfferSettings,
    *,
    engine: Engine | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> OfferRun:
    """Makes offers of a crawl: `offers.parquet`, `duplicates.parquet` and `offers.json` in a folder.

    Files that a run before has read by the same settings are not read again. The same files give the same rows,
    whatever engine reads them.

    Args:
        inputs: files and folders.
        out: folder.
        settings: of the run.
        engine: reads the files; one after the other in this process by default.
        progress: is told how many files of how many are read.

    Raises:
        InputError: no crawl is there, or a library is missing.
        OSError: a file cannot be read or written.
    """
    sources = sources_in(inputs)
    out.mkdir(parents=True, exist_ok=True)
    (out / RUN_FILE).unlink(missing_ok=True)
    read = (engine or HereEngine()).read(sources, settings, out, progress or _silent)
    matched = match_offers([places_of(one, out)[0] for one in sources], out)
    run = OfferRun(
        settings=settings,
        sources=[one.name for one in sources],
        offers=matched.offers,
        clusters=matched.clusters,
        tally=sum_of([*(one.tally for one in read), matched.tally], STAGES),
    )
    write_whole(out / RUN_FILE, orjson.dumps(run.model_dump(mode="json"), option=orjson.OPT_INDENT_2))
    return run


def read_run(folder: Path) -> OfferRun:
    """What a run came to.

    Raises:
        InputError: there is none, or it is not whole.
    """
    file = folder / RUN_FILE
    try:
        return OfferRun.model_validate_json(file.read_bytes())
    except OSError as error:
        hint = "Run: shopworld offers read CRAWL --out FOLDER"
        raise InputError("no offers here, or the run over the crawl broke off", file=folder, hint=hint) from error
    except ValidationError as error:
        raise InputError(f"not a run over a crawl: {error.errors()[0]['msg']}", file=file) from error


def _silent(done: int, total: int) -> None:
    """Tells nobody."""


__all__ = ["RUN_FILE", "STAGES", "CrawlFile", "OfferRun", "read_offers", "read_run"]
