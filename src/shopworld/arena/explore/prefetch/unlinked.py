"""Addresses of products that only a script knows: found by clicking on a few, then by what these have in common."""

from __future__ import annotations

import re
import urllib.parse
from dataclasses import dataclass, field, replace

from shopworld.arena.explore.prefetch.limits import RequestBudgetSpent
from shopworld.arena.explore.prefetch.reader import PageReader
from shopworld.arena.explore.prefetch.repeats import ListingCard
from shopworld.errors import ArenaError

_CLICKED_TO_LEARN = 2
_MOST_CLICKED = 60

_SLUG = "title"


@dataclass(slots=True)
class ScriptedAddresses:
    """Finds where products lead that have no link.

    Attributes:
        reader: reads pages and clicks.
    """

    reader: PageReader
    _known: dict[tuple[str, float | None], str] = field(default_factory=dict)
    _form: str = ""
    _clicked: int = 0

    def linked(self, page: str, cards: list[ListingCard]) -> list[ListingCard]:
        """The products with their addresses; those that lead nowhere are left out.

        Args:
            page: the listing's address.
            cards: its products as a browser shows them.
        """
        if self.reader.renderer is None:
            return []
        found = []
        for number, card in enumerate(cards):
            url = self._known.get((card.title, card.price)) or self._by_form(card) or self._by_click(page, card)
            if not url:
                if number == 0:
                    return []
                continue
            self._known[card.title, card.price] = url
            found.append(replace(card, url=url))
        return found

    def _by_click(self, page: str, card: ListingCard) -> str:
        if self._clicked >= _MOST_CLICKED or self.reader.renderer is None or not card.node:
            return ""
        self._clicked += 1
        try:
            url = self.reader.renderer.followed(page, card.node)
        except RequestBudgetSpent:
            raise
        except ArenaError:
            return ""
        if not url or not self.reader.fetcher.site.owns(url):
            return ""
        form = _form_of(url, card)
        if form and self._clicked >= _CLICKED_TO_LEARN and (not self._form or form == self._form):
            self._form = form
        return url

    def _by_form(self, card: ListingCard) -> str:
        """The address that a product has if it is made like those that were clicked on; empty where none is known."""
        if not self._form:
            return ""
        url = self._form.replace("{slug}", _slug(card.title))
        if "{mark}" in url:
            mark = next(iter(card.marks), "")
            url = url.replace("{mark}", urllib.parse.quote(mark)) if mark else ""
        return url


def _form_of(url: str, card: ListingCard) -> str:
    """An address with what is special of a product left open: its title, or the first of its attributes."""
    slug = _slug(card.title)
    if slug and re.search(rf"[/=]{re.escape(slug)}(?:\.\w+)?$", url):
        return url.replace(slug, "{slug}")
    mark = next(iter(card.marks), "")
    if mark and re.search(rf"[/=]{re.escape(mark)}(?:\.\w+)?$", url):
        return f"{url[: url.rindex(mark)]}{{mark}}{url[url.rindex(mark) + len(mark) :]}"
    return ""


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")
