"""The viewer as files: a page for static hosts or `file://`, with the details of trials beside or inside it."""

from __future__ import annotations

import base64
import gzip
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import orjson

from shopworld.files import write_whole
from shopworld.viewer.collection import RunCollection
from shopworld.viewer.documents import packed
from shopworld.viewer.overview import overview, trials_of
from shopworld.viewer.page import viewer_page
from shopworld.viewer.trial import ShownTrial


@dataclass(frozen=True, slots=True)
class ViewSize:
    """What was written.

    Attributes:
        page: the page.
        page_bytes: its size.
        details_bytes: size of the details beside it; 0 where they are inside.
        trials: number of trials.
    """

    page: Path
    page_bytes: int
    details_bytes: int
    trials: int


def write_view(
    collection: RunCollection,
    out: Path,
    *,
    single_file: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> ViewSize:
    """Writes the viewer's page, with everything that its tables and searches need.

    Trees, messages and the like lie in a folder beside it, a file a trial, which is loaded when the trial is opened;
    pictures stay in the run folders and are found from there.

    Args:
        collection: the runs.
        out: the page, `….html`.
        single_file: whether all that, pictures too, becomes part of the page.
        progress: is told how many trials of how many are done.

    Raises:
        InputError: a file of a run is wrong.
    """
    told = overview(collection)
    trials = trials_of(collection.runs())
    folder = out.with_suffix(".trials")
    texts: list[bytes] = []
    inside: dict[str, bytes] = {}
    details_bytes = 0
    out.parent.mkdir(parents=True, exist_ok=True)
    with _beside(folder, wanted=not single_file) as beside:
        for number, (run, result) in enumerate(trials):
            if progress is not None:
                progress(number, len(trials))
            trial = ShownTrial(collection, run, result)
            texts.append(trial.texts().to_json())
            detail = packed(trial.detail(page=out.parent, inside=single_file))
            if single_file:
                inside[f"trial-{number}"] = detail
            else:
                script = b'shopworldTrial(%d,"%s")\n' % (number, base64.b64encode(detail))
                details_bytes += len(script)
                (beside / f"{number}.js").write_bytes(script)
        if progress is not None:
            progress(len(trials), len(trials))
        all_texts = gzip.compress(orjson.dumps([orjson.Fragment(one) for one in texts]), compresslevel=6, mtime=0)
        page = viewer_page(
            {"overview": packed(told), "texts": all_texts, **inside}, pieces="" if single_file else folder.name
        )
        write_whole(out, page)
    return ViewSize(out, len(page), details_bytes, len(trials))


@contextmanager
def _beside(folder: Path, *, wanted: bool) -> Iterator[Path]:
    """A folder that takes the place of the one of before when all in it is there."""
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    if wanted:
        part.mkdir(parents=True)
    try:
        yield part
        shutil.rmtree(folder, ignore_errors=True)
        if wanted:
            part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)
