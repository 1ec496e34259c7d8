"""Pop-ups in the way: what each of them is, and how to get rid of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.sight import Sight, SightElement, close_control, covered_share, extent, layers
from shopworld.arena.explore.words import AGE, CHAT, COOKIES, NEWSLETTER
from shopworld.errors import ActionError

_MOST = 6
_SMALL = 0.2
_REFUSE = re.compile(r"\b(?:decline|reject|refuse|deny|only necessary|necessary only|essential)\b", re.I)
_ACCEPT = re.compile(r"\b(?:accept|agree|allow|ok(?:ay)?|got it|understand|continue)\b", re.I)
_OLD_ENOUGH = re.compile(r"\b(?:yes|enter|i am|i'm|over|older|confirm|continue)\b", re.I)
_TOO_YOUNG = re.compile(r"\b(?:no|under|not|leave|exit|too young)\b", re.I)


class Layer(StrEnum):
    """What lies over a page."""

    COOKIES = "cookie banner"
    AGE = "age gate"
    NEWSLETTER = "newsletter pop-up"
    CHAT = "chat"
    CART = "cart"
    OTHER = "other"


def kind_of(layer: SightElement, sight: Sight) -> Layer:
    """What a layer is, by its words, fields, size and place."""
    words = f"{layer.name} {layer.text}"[:1500]
    fields = layer.find("textbox", "searchbox")
    small = covered_share(layer, sight) < _SMALL
    if COOKIES.search(words) and not fields:
        return Layer.COOKIES
    if AGE.search(words) and not fields and len(layer.find("button", "link")) <= 5:
        return Layer.AGE
    box = extent(layer)
    in_corner = box.bottom > sight.scrolled + sight.viewport[1] * 0.6 and (
        box.left > sight.width * 0.5 or box.right < sight.width * 0.5
    )
    if CHAT.search(words) and small and in_corner:
        return Layer.CHAT
    if NEWSLETTER.search(words) and fields:
        return Layer.NEWSLETTER
    return Layer.OTHER


def blocks(layer: SightElement, sight: Sight) -> bool:
    """Whether a layer keeps people from the page: it says that it is modal, covers much of it, or asks something."""
    kind = kind_of(layer, sight)
    if kind is Layer.CHAT:
        return False
    return kind is not Layer.OTHER or layer.is_set("modal") or covered_share(layer, sight) > _SMALL


def way_out(layer: SightElement, sight: Sight) -> SightElement | None:
    """The control that dismisses a layer."""
    controls = layer.find("button", "link")
    kind = kind_of(layer, sight)
    if kind is Layer.AGE:
        return next(
            (one for one in controls if _OLD_ENOUGH.search(one.label) and not _TOO_YOUNG.search(one.label)), None
        )
    if kind is Layer.COOKIES:
        buttons = [one for one in controls if one.role == "button"] or controls
        for pattern in (_REFUSE, _ACCEPT):
            found = next((one for one in buttons if pattern.search(one.label)), None)
            if found is not None:
                return found
    return close_control(layer)


def dismissals(session: BrowserSession, sight: Sight) -> Iterator[Sight]:
    """Dismisses what blocks the page, one after the other; gives the page as it is after each time."""
    tried: set[int] = set()
    for _ in range(_MOST):
        blocking = [one for one in layers(sight) if blocks(one, sight)]
        exits = (way_out(one, sight) for one in reversed(blocking))
        control = next((one for one in exits if one is not None and one.node not in tried), None)
        if control is None:
            return
        tried.add(control.node)
        address = sight.url
        try:
            sight = session.click(control)
        except ActionError:
            sight = session.look()
        if sight.url.partition("#")[0] != address.partition("#")[0]:
            tried.clear()
        yield sight


def clear_the_way(session: BrowserSession, sight: Sight) -> Sight:
    """Dismisses what blocks the page; what has no way out stays."""
    for after in dismissals(session, sight):
        sight = after
    return sight
