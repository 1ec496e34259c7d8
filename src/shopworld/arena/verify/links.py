"""No link is dead."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.arena.verify.finding import Area, Finding
from shopworld.arena.verify.page import PageLink, VisitedPage
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier

_SHOWN = 50


def _links(subject: VerifiedShop) -> Iterator[Finding]:
    statuses = {page.path: page.answer.status for page in subject.crawl}
    statuses |= _statuses_of_others(subject, subject.crawl.linked - statuses.keys())
    for page in subject.crawl:
        if not page.answer.is_fine or page.answer.content_type != "text/html":
            continue
        for link in page.links:
            reason = _fault(link, page, statuses)
            if reason:
                yield Finding(
                    verifier="links",
                    area=_area(link, page),
                    place=page.path,
                    what=f"{_name(link)} {reason}",
                    cure="Make it lead to a page that exists, or take it out: in navigation.json for menus, in the text"
                    " of the page, or in the template in theme/.",
                )


def _statuses_of_others(subject: VerifiedShop, unvisited: set[str]) -> dict[str, int]:
    """What pages answer that the walk left out and that the shop's data does not know: filters aside, a few."""
    unknown = sorted(path for path in unvisited.difference(subject.paths) if "?" not in path)
    shopper = subject.shopper("links")
    return {path: shopper.get(path).status for path in unknown}


def _fault(link: PageLink, page: VisitedPage, statuses: dict[str, int]) -> str:
    """Why a link is dead; empty where it is not."""
    if link.outside:
        return "" if link.target.startswith(("mailto:", "tel:")) else f"leads out of the shop, to {link.target}"
    if not link.target or not link.target.startswith("/"):
        return f"leads nowhere: it is written {link.target!r}"
    if link.target == page.path and link.fragment and link.fragment not in page.identifiers:
        return f"leads to #{link.fragment}, and the page has no such place"
    status = statuses.get(link.target, 200)
    if not 200 <= status < 300:
        return f"leads to {link.target}, which answers {status}"
    return ""


def _area(link: PageLink, page: VisitedPage) -> Area:
    return "shell" if link.region in ("header", "footer") else page.area


def _name(link: PageLink) -> str:
    text = link.text if len(link.text) <= _SHOWN else f"{link.text[: _SHOWN - 1]}…"
    return f"the link {text!r}" if text else "a link without words"


LINKS = Verifier("links", "Does every link lead to a page of the shop?", _links)
