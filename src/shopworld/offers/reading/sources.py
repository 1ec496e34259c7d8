"""Which files are read, in which order and how: told by their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from shopworld.errors import InputError
from shopworld.offers.limits import PageLimits
from shopworld.offers.markup import offers_of_page
from shopworld.offers.reading.corpora import read_corpus
from shopworld.offers.reading.quads import read_quads
from shopworld.offers.reading.saved import read_saved
from shopworld.offers.reading.warc import read_warc
from shopworld.offers.record import FoundOffer
from shopworld.offers.tally import StageTally

Form = Literal["warc", "html", "quads", "lines"]
_ENDINGS: dict[str, Form] = {
    ".warc": "warc",
    ".html": "html",
    ".htm": "html",
    ".nq": "quads",
    ".json": "lines",
    ".jsonl": "lines",
    ".ndjson": "lines",
}


@dataclass(frozen=True, slots=True)
class CrawlFile:
    """One file of a crawl.

    Attributes:
        file: where it lies.
        name: its path below the input that was named, for places and ids.
        form: how it is read.
        size: in bytes; a file of another size is read again.
    """

    file: str
    name: str
    form: Form
    size: int


def sources_in(inputs: Sequence[Path]) -> tuple[CrawlFile, ...]:
    """The files of inputs, in the order of their names.

    Args:
        inputs: files, or folders that are searched.

    Raises:
        InputError: an input is missing, no file has a known ending, or two have the same name.
    """
    found: dict[str, CrawlFile] = {}
    for one in inputs:
        if not one.exists():
            raise InputError("no such file or folder", file=one)
        files = [one] if one.is_file() else sorted(path for path in one.rglob("*") if path.is_file())
        for file in files:
            form = _form(file)
            if form is None:
                if one.is_file():
                    raise InputError(
                        "the ending is not known",
                        file=file,
                        hint=f"Expected one of {', '.join(_ENDINGS)}, or with .gz.",
                    )
                continue
            name = file.name if one.is_file() else file.relative_to(one).as_posix()
            if name in found:
                raise InputError(f"two inputs hold a file {name!r}", file=file, hint="Name a folder above both.")
            found[name] = CrawlFile(str(file.resolve()), name, form, file.stat().st_size)
    if not found:
        raise InputError(
            f"no crawl in {', '.join(map(str, inputs))}", hint=f"Files end in {', '.join(_ENDINGS)}, or with .gz."
        )
    return tuple(found[name] for name in sorted(found))


def _form(file: Path) -> Form | None:
    name = file.name.lower().removesuffix(".gz")
    return next((form for ending, form in _ENDINGS.items() if name.endswith(ending)), None)


def read_source(source: CrawlFile, limits: PageLimits, tally: StageTally) -> Iterator[FoundOffer]:
    """The offers of a file, in its order.

    Raises:
        InputError: a library of the extra `offers` is missing.
        OSError: the file cannot be read.
    """
    file = Path(source.file)
    match source.form:
        case "warc":
            for page in read_warc(file, source.name, limits, tally):
                yield from offers_of_page(page, limits, tally)
        case "html":
            for page in read_saved(file, source.name, limits, tally):
                yield from offers_of_page(page, limits, tally)
        case "quads":
            yield from read_quads(file, source.name, limits, tally)
        case "lines":
            yield from read_corpus(file, source.name, limits, tally)
