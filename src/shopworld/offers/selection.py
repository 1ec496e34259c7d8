"""Which offers a mall is made of: the core, which several hosts sell, shared out over its shops, and fillers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from shopworld.catalog import classify_kind
from shopworld.offers.matching.stage import OFFERS_FILE
from shopworld.offers.proportions import room_of
from shopworld.offers.rows import read_rows
from shopworld.offers.tally import StageTally

CORE, FILLERS = "core", "fillers"
SHORTEST_TEXT = 100
"""Characters of a description that is worth reading (WebMall, section 2)."""
MOST_HOSTS = 4
CORE_SHARE = 0.5
"""Of a mall's offers, at most."""
_COLUMNS = (
    "id", "host", "title", "text", "price", "currency", "availability", "condition", "department", "kind", "cluster"
)  # fmt: skip
_LIST = re.compile(
    r"\b(?:assorted|various|all products|products? list|category|compare|best \d+|top \d+|lot of|job lot|bulk buy)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 3


@dataclass(frozen=True, slots=True)
class MallCandidate:
    """An offer that may stand in the mall.

    Attributes:
        id: of the crawled offer.
        host: of its page.
        title: of the offer.
        price: in hundredths.
        department: of the mall.
        kind: of the vocabulary; empty if not known.
        cluster: name of its cluster; empty if none.
    """

    id: str
    host: str
    title: str
    price: int
    department: str
    kind: str
    cluster: str


@dataclass(slots=True)
class Selection:
    """Which crawled offer stands in which shop.

    Attributes:
        shop_of: id of the crawled offer to number of the shop, core first.
        core: ids of the core's offers.
        room: left in each department and shop.
        tally: of both stages.
    """

    shop_of: dict[str, int] = field(default_factory=dict)
    core: set[str] = field(default_factory=set)
    room: dict[str, list[int]] = field(default_factory=dict)
    tally: StageTally = field(default_factory=StageTally)


def candidates(folder: Path, currency: str, without: frozenset[str], tally: StageTally) -> Iterator[MallCandidate]:
    """The offers of a run that are good enough for a mall, in their order.

    Args:
        folder: of the run.
        currency: that they must be in.
        without: hosts that are left out.
        tally: counts them.
    """
    for row in read_rows(folder / OFFERS_FILE, _COLUMNS):
        tally.take("quality")
        reason = _unfit(row, currency, without)
        if reason:
            tally.drop("quality", reason, row["id"])
            continue
        tally.give("quality")
        fields = ("id", "host", "title", "price", "department", "kind", "cluster")
        yield MallCandidate(**{name: row[name] for name in fields})


def _unfit(row: dict[str, object], currency: str, without: frozenset[str]) -> str:
    title, text = str(row["title"]), str(row["text"])
    if row["host"] in without:
        return "host left out"
    if row["currency"] != currency:
        return "another currency"
    if len(text) < SHORTEST_TEXT:
        return f"description below {SHORTEST_TEXT} characters"
    if row["condition"] != "new":
        return "not new"
    if row["availability"] == "sold_out":
        return "sold out"
    if len(_WORD.findall(title)) < _FEWEST_WORDS:
        return "title not specific"
    if _LIST.search(title):
        return "a list, not one product"
    if not row["kind"]:
        return "kind not known"
    if classify_kind(title) != row["kind"]:
        return "title does not tell its kind"  # only the trail does: whoever reads the page alone may doubt it
    return ""


def choose_core(
    found: Iterable[MallCandidate], departments: Sequence[str], shops: int, offers: int, seed: int, tally: StageTally
) -> tuple[Selection, list[MallCandidate]]:
    """Takes clusters that two hosts or more sell, and shares their offers out: one product, one offer a shop.

    Args:
        found: candidates, in their order.
        departments: of the mall.
        shops: how many.
        offers: the mall is to have.
        seed: of the choice among clusters.
        tally: counts.

    Returns:
        the selection, and the candidates of no chosen cluster.
    """
    selection = Selection(room=room_of(departments, shops, offers), tally=tally)
    clusters: dict[str, list[MallCandidate]] = defaultdict(list)
    singles: list[MallCandidate] = []
    for one in found:
        (clusters[one.cluster] if one.cluster else singles).append(one)
    names = sorted(clusters)
    Random(f"{seed}:core").shuffle(names)
    most = int(offers * CORE_SHARE)
    for name in names:
        kind = _most([one.kind for one in clusters[name]])
        members = _one_a_host([one for one in clusters[name] if one.kind == kind])
        tally.take(CORE, len(clusters[name]))
        if shops > 1 and len(members) < 2:
            tally.drop(CORE, "only one host of its kind left", name, len(clusters[name]))
            singles.append(members[0])
            continue
        chosen = members[: min(shops, MOST_HOSTS)]
        department = _most([one.department for one in chosen])
        places = _places(selection.room[department], len(chosen), shops)
        if len(selection.core) + len(chosen) > most or len(places) < len(chosen):
            tally.drop(CORE, "no room left", name, len(clusters[name]))
            singles.append(members[0])
            continue
        for one, place in zip(chosen, places, strict=True):
            selection.shop_of[one.id] = place
            selection.core.add(one.id)
            selection.room[department][place] -= 1
        tally.give(CORE, len(chosen))
        if len(chosen) < len(clusters[name]):
            tally.drop(
                CORE,
                "more offers than shops, of one host, or of another kind by their titles",
                name,
                len(clusters[name]) - len(chosen),
            )
    return selection, singles


def fill(selection: Selection, fillers: Iterable[MallCandidate]) -> None:
    """Fills the room that is left with candidates, in the order in which they come.

    Args:
        selection: is filled.
        fillers: of no core cluster, each product once.
    """
    for one in fillers:
        if not any(map(sum, selection.room.values())):
            break
        selection.tally.take(FILLERS)
        room = selection.room.get(one.department, [])
        place = max(range(len(room)), key=lambda at: (room[at], -at), default=-1)
        if place < 0 or room[place] <= 0:
            selection.tally.drop(FILLERS, "no room left", one.id)
            continue
        selection.shop_of[one.id] = place
        room[place] -= 1
        selection.tally.give(FILLERS)


def _one_a_host(members: Sequence[MallCandidate]) -> list[MallCandidate]:
    return list({one.host: one for one in reversed(members)}.values())[::-1]


def _most(said: Sequence[str]) -> str:
    return max(dict.fromkeys(said), key=said.count)


def _places(room: Sequence[int], many: int, shops: int) -> list[int]:
    """The shops with the most room, as many as are wanted; fewer where there are none."""
    order = sorted(range(shops), key=lambda at: (-room[at], at))
    return [at for at in order if room[at] > 0][:many]
