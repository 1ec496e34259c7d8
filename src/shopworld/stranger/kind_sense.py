"""What pages sell: told from their titles and collections, and from their neighbours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz.distance import OSA

from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.tables import stranger_table
from shopworld.stranger.words import holds_words, places, tokens

_SHORTEST_MISSPELT = 6
"""Letters of a word in which a slip of the pen is looked past."""
_BEHIND = frozenset(("for", "with", "compatible", "fit", "without", "no", "need", "require"))


class KindSense:
    """Tells what pages sell from titles and collections, and from their neighbours in a collection.

    Args:
        listings: all pages of the shops.
        wanted: kinds that are asked for beside those that are known.
    """

    def __init__(self, listings: Iterable[StrangerListing], wanted: Iterable[str] = ()) -> None:
        self._known: dict[str, tuple[list[tuple[str, ...]], list[tuple[str, ...]], list[tuple[str, ...]]]] = {}
        self._among: dict[str, list[tuple[str, ...]]] = {}
        table = stranger_table("kinds.toml")["kinds"]
        self._alike = {
            name: kind for name in wanted if name not in table for kind in table if _called(name, table[kind])
        }
        for kind in dict.fromkeys([*table, *(name for name in wanted if name not in self._alike)]):
            own = kind.replace("_", " ")
            entry = table.get(kind, {"named": [own], "shelved": [own]})
            self._among[kind] = [tokens(one) for one in entry.get("among", ())]
            self._known[kind] = (
                [tokens(one) for one in entry["named"]],
                [tokens(one) for one in entry["shelved"]],
                [tokens(one) for one in entry.get("other", ())],
            )
        self._spelt: dict[str, str] = {}
        self._words = sorted({word for named, _, _ in self._known.values() for one in named for word in one})
        shelved = Counter(shelf for _, shelves, _ in self._known.values() for shelf in set(shelves))
        self._shared = {shelf for shelf, number in shelved.items() if number > 1}
        self._titles: dict[str, str] = {}
        votes: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        listings = list(listings)
        self._shelves = self._named_shelves(listings)
        for one in listings:
            kind = self._titles[one.address] = self._by_words(one)
            if kind:
                votes[one.key[0], *one.trail][kind] += 1
        self._votes = votes

    def kind(self, listing: StrangerListing) -> str:
        """The kind of a page; empty where nothing speaks for one."""
        own = self._titles.get(listing.address) or self._by_words(listing)
        if own:
            return own
        near = self._votes.get((listing.key[0], *listing.trail), Counter())
        best = near.most_common(1)
        return best[0][0] if best and best[0][1] >= 0.7 * near.total() else ""

    def is_a(self, kind: str, wanted: str) -> bool:
        """Whether things of a kind are of the wanted one: the same, or a compound of it (`fantasy_novel`, `novel`)."""
        wanted = self._alike.get(wanted, wanted)
        table = stranger_table("kinds.toml")["kinds"]
        if kind == wanted or wanted in table.get(kind, {}).get("also", ()):
            return True
        return wanted not in table and kind.endswith(f"_{wanted}")

    def _named_shelves(self, listings: Sequence[StrangerListing]) -> Mapping[tuple[str, str], str]:
        """Collections of each shop that bear the name of a kind, or share most words with it and with no other."""
        leaves = dict.fromkeys((one.key[0], one.trail[-1]) for one in listings if one.trail)
        found: dict[tuple[str, str], str] = {}
        for host, leaf in leaves:
            words = set(tokens(leaf)) - {"s", "and"}
            own = [kind for kind, (_, shelved, _) in self._known.items() if tuple(tokens(leaf)) in shelved]
            scored = sorted(
                ((len(words & set(tokens(kind))) / len(words | set(tokens(kind))), kind) for kind in self._known),
                reverse=True,
            )
            if len(own) == 1:
                found[host, leaf] = own[0]
            # `External` alone is no name of external SSDs: what they are must be in it.
            elif not own and scored[0][0] >= max(0.5, scored[1][0] + 1e-9) and tokens(scored[0][1])[-1] in words:
                found[host, leaf] = scored[0][1]
        return found

    def _by_words(self, listing: StrangerListing) -> str:
        own_shelf = self._shelves.get((listing.key[0], listing.trail[-1])) if listing.trail else None
        title, trail = tokens(listing.title), [tokens(one) for one in listing.trail]
        if not any(_own_place(title, one) is not None for named, _, _ in self._known.values() for one in named):
            title = tuple(self._rightly(one) for one in title)
        best, most = "", 0.0
        for kind, (named, shelved, other) in self._known.items():
            if any(holds_words(title, one) for one in other):
                continue
            score = 4.0 if kind == own_shelf else 0.0
            for one in named:
                place = _own_place(title, one)
                if place is not None:
                    score = max(score, (4.0 if kind == own_shelf else 0.0) + 3.0 + 0.6 * (len(one) - 1) - 0.02 * place)
            for depth, shelf in enumerate(reversed(trail)):
                for one in shelved:
                    if shelf == one:
                        # A collection that bears the name of several kinds does not tell them apart.
                        score += max(0.0, (2.0 if one in self._shared else 4.0) - depth)
                    elif holds_words(shelf, one):
                        score += max(0.0, 2.0 - depth)
            if score and any(holds_words(shelf, one) for shelf in trail for one in self._among[kind]):
                score += 0.5
            if score > most:
                best, most = kind, score
        return best if most >= 2.5 else ""

    def _rightly(self, word: str) -> str:
        """A word as it was meant: that of a kind which is one slip of the pen away, where only one is."""
        found = self._spelt.get(word)
        if found is None:
            near = [one for one in self._words if min(len(one), len(word)) >= _SHORTEST_MISSPELT]
            near = [one for one in near if OSA.distance(word, one, score_cutoff=1) <= 1]
            found = self._spelt[word] = near[0] if len(near) == 1 else word
        return found


def _called(name: str, entry: Mapping[str, Sequence[str]]) -> bool:
    """Whether a name is another name of a kind of the table: it alone is its own collection as well."""
    own = name.replace("_", " ")
    return own in entry["named"] and own in entry["shelved"]


def _own_place(title: Sequence[str], phrase: Sequence[str]) -> int | None:
    """Where a phrase names the thing itself: not behind `for`, `with` or `compatible`."""
    for place in places(title, phrase):
        if not _BEHIND.intersection(title[max(0, place - 4) : place]):
            return place
    return None
