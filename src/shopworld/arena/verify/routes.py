"""Every page of the shop answers."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.arena.verify.finding import Finding
from shopworld.arena.verify.page import VisitedPage
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier

_MOST_LOADED = 240
_EACH_KIND = 12


def _routes(subject: VerifiedShop) -> Iterator[Finding]:
    for page in subject.crawl:
        if not page.answer.is_fine and (page.answer.status >= 500 or not page.found_on):
            yield _broken(page)
        elif page.answer.is_fine and page.answer.content_type != "text/html" and page.kind != "other":
            yield _finding(page, f"answers with {page.answer.content_type or 'no type'}, expected a page")
    yield from _loaded(subject)


def _broken(page: VisitedPage) -> Finding:
    reason = f": {page.answer.error}" if page.answer.error else ""
    cure = (
        "Repair the template that is named, or take it out of theme/."
        if "emplate" in page.answer.error
        else "Check the entry of this page in data/ and the templates in theme/ that it uses."
    )
    return _finding(page, f"answers {page.answer.status}{reason}, expected a page", cure)


def _finding(page: VisitedPage, what: str, cure: str = "Check the templates in theme/ that make this page.") -> Finding:
    return Finding(verifier="routes", area=page.area, place=page.path, what=what, cure=cure)


def _loaded(subject: VerifiedShop) -> Iterator[Finding]:
    """Pictures, scripts and styles: those of a few pages of each kind."""
    found: dict[str, list[VisitedPage]] = {}
    for page in subject.crawl.sample(most=_EACH_KIND):
        for path in page.loaded:
            found.setdefault(path, []).append(page)
    shopper = subject.shopper("assets")
    for path, pages in list(found.items())[:_MOST_LOADED]:
        if not path.startswith("/"):
            what = f"loads {path!r}, which is not on the shop's own host"
            cure = "Load pictures, scripts and styles from the shop itself; browsers refuse others."
            yield from (_finding(page, what, cure) for page in pages)
            continue
        answer = shopper.get(path)
        if not answer.is_fine:
            what = f"loads {path}, which answers {answer.status}"
            yield from (_finding(page, what, "Correct the address in theme/.") for page in pages)


ROUTES = Verifier("routes", "Does every page answer, and all that it loads?", _routes)
