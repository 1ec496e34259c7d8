"""A made crawl as WARC files with their truth beside them, a part in memory at a time."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path

from shopworld.errors import InputError
from shopworld.files import place_beside, write_whole
from shopworld.offers.crawl.pages import MadePage, pages_of_part
from shopworld.offers.crawl.truth import TrueOffer

PAGES_A_FILE = 1000
TRUTH_FOLDER = "truth"
_DATE = "2026-10-05T12:00:00Z"


def make_crawl(
    out: Path, *, pages: int, seed: int = 7, progress: Callable[[int, int], None] | None = None
) -> tuple[Path, ...]:
    """Makes a crawl: WARC files in `pages/`, and what is true of them in `truth/`.

    The same arguments make the same bytes. Files that are there already are not made again.

    Args:
        out: folder.
        pages: together.
        seed: of all chance in it.
        progress: is told how many pages of how many are there.

    Returns:
        the WARC files.

    Raises:
        InputError: there are no pages to make.
    """
    if pages < 1:
        raise InputError(f"{pages} pages: a crawl has one at least", field="pages")
    files = []
    for part, many in parts_of(pages):
        files.append(write_part(out, seed, part, many))
        if progress is not None:
            progress(min(pages, (part + 1) * PAGES_A_FILE), pages)
    return tuple(files)


def parts_of(pages: int) -> Iterator[tuple[int, int]]:
    """Numbers of the parts of a crawl, with the pages of each."""
    for part in range(-(-pages // PAGES_A_FILE)):
        yield part, min(PAGES_A_FILE, pages - part * PAGES_A_FILE)


def write_part(out: Path, seed: int, part: int, pages: int) -> Path:
    """Writes one WARC file with its truth; the truth first, so that a file that is there has one."""
    name = f"part-{part:06d}.warc.gz"
    file, truth_file = out / "pages" / name, out / TRUTH_FOLDER / f"{name}.jsonl.gz"
    if file.is_file() and truth_file.is_file():
        return file
    for one in (file, truth_file):
        one.parent.mkdir(parents=True, exist_ok=True)
    rows: list[TrueOffer] = []
    first_same: dict[str, str] = {}
    beside = place_beside(file)
    try:
        with beside.open("wb") as stream:
            for page in pages_of_part(seed, part, pages):
                offset = stream.tell()
                stream.write(_member(page))
                rows += _settled(page, name, offset, first_same)
        lines = b"".join(one.model_dump_json().encode() + b"\n" for one in rows)
        write_whole(truth_file, gzip.compress(lines, mtime=0))
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return file


def _settled(page: MadePage, name: str, offset: int, first_same: dict[str, str]) -> Iterator[TrueOffer]:
    """The truth of a page's offers where it stands: of pages that say the same, the first one is kept."""
    for position, one in enumerate(page.truth):
        settled = one.model_copy(update={"file": name, "record": offset, "position": position})
        if settled.fate == "kept":
            repeats = (("same", page.same, "exact duplicates"), ("alike", page.alike, "near duplicates"))
            for sort, key, fate in repeats:
                if key and f"{sort}:{key}:{position}" in first_same:
                    original = first_same[f"{sort}:{key}:{position}"]
                    settled = settled.model_copy(update={"fate": fate, "original": original})
                    break
            for sort, key, _ in repeats:
                if key:
                    first_same.setdefault(f"{sort}:{key}:{position}", settled.original or settled.id)
        yield settled


def _member(page: MadePage) -> bytes:
    charset = "iso-8859-1" if page.latin else "utf-8"
    # Latin-1 as the web has it: characters of Windows among it, and a reference for what it lacks.
    body = page.html.encode("cp1252", "xmlcharrefreplace") if page.latin else page.html.encode()
    http = f"HTTP/1.1 {page.status} X\r\nContent-Type: {page.kind}; charset={charset}\r\n\r\n".encode() + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: {_DATE}\r\nWARC-Target-URI: {page.address}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    packed = gzip.compress(head.encode() + http + b"\r\n\r\n", mtime=0)
    if page.broken:
        packed = packed[:30] + bytes(one ^ 0x55 for one in packed[30:-8]) + packed[-8:]
    return packed
