"""What the research has found, each note with the page it stands on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from shopworld.agents.deep_research.forms import Note, Report, Search

LONGEST_FACT = 400
_ADDRESS = re.compile(r"https?://[^\s<>\"'()\[\]]+")


@dataclass(frozen=True, slots=True)
class NotedPage:
    """A page that was read.

    Attributes:
        url: its address.
        notes: what it states.
    """

    url: str
    notes: tuple[str, ...]


@dataclass(slots=True)
class Notebook:
    """Searches that were made, and pages that were read."""

    searches: list[Search] = field(default_factory=list)
    sources: dict[str, NotedPage] = field(default_factory=dict)

    def read(self, url: str, notes: Iterable[Note]) -> None:
        """Notes what a page states; a page that is read again keeps its notes."""
        said = tuple(f"{note.about}: {note.fact}"[:LONGEST_FACT] for note in notes)
        known = self.sources[url].notes if url in self.sources else ()
        self.sources[url] = NotedPage(url, tuple(dict.fromkeys((*known, *said))))

    def write(self, limit: int) -> str:
        """All notes by page; of the oldest pages only the address where that is too long.

        Args:
            limit: characters, about.
        """
        blocks = [
            "\n".join((source.url, *(f"  - {note}" for note in source.notes))) for source in self.sources.values()
        ]
        short = list(self.sources)
        for place in range(len(blocks)):
            if sum(map(len, blocks)) <= limit:
                break
            blocks[place] = f"{short[place]} (notes left out)"
        return "\n".join(blocks)

    def unread(self, report: Report) -> str:
        """What is wrong with a report: addresses in it that were never read; empty where there are none."""
        known = set(map(_plain, self.sources))
        cited = [*report.sources, *report.products, *_ADDRESS.findall(report.answer)]
        strange = [one for one in dict.fromkeys(cited) if _plain(one) not in known]
        if not strange:
            return ""
        return f"these pages were never read, so they cannot be cited: {', '.join(strange[:5])}"


def _plain(address: str) -> str:
    """An address without what is written behind it, and without what does not tell pages apart."""
    return address.strip().rstrip(".,;:!").partition("#")[0].rstrip("/").lower()


def shops_of(goal: str) -> tuple[str, ...]:
    """Addresses of the sites that a goal names, each once."""
    hosts = [re.match(r"https?://[^/]+", one.rstrip(".,;:!")) for one in _ADDRESS.findall(goal)]
    return tuple(dict.fromkeys(f"{host[0].rstrip('.,;:!')}/" for host in hosts if host is not None))


def outside(searches: Iterable[Search], shops: Iterable[str]) -> str:
    """What is wrong with searches: shops that the task does not name; empty where there are none."""
    known = {shop.rstrip("/").lower() for shop in shops}
    strange = [one.shop for one in searches if known and home_of(one.shop).rstrip("/").lower() not in known]
    if not strange:
        return ""
    return f"the task names no shop {strange[0][:80]!r}; expected one of {', '.join(sorted(known))}"


def home_of(address: str) -> str:
    """The first page of the site that an address belongs to."""
    found = re.match(r"https?://[^/\s]+", address.strip())
    return f"{found[0]}/" if found is not None else address.strip()
