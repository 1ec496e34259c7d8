"""Groups against what is there: pieces in carts and orders, and offers that shops have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from shopworld.catalog import Offer
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.offers import Group, OfferAddress, name_of, names_of


@dataclass(frozen=True, slots=True)
class PieceMatch:
    """Groups against pieces: exactly one offer of each group, so many pieces of it, nothing else.

    Attributes:
        chosen: the right offer of each group that has one.
        problems: what is wrong, by sort.
    """

    chosen: tuple[OfferAddress, ...]
    problems: dict[str, list[str]]

    @property
    def found(self) -> int:
        """How many groups have their offer."""
        return len(self.chosen)


def match_pieces(groups: Sequence[Group], quantity: int, pieces: Mapping[OfferAddress, int]) -> PieceMatch:
    """Compares what carts or orders hold with what was asked for.

    Args:
        groups: one offer of each is wanted.
        quantity: pieces of it.
        pieces: of each offer, all variants together.
    """
    chosen: list[OfferAddress] = []
    problems: dict[str, list[str]] = {}
    for group in groups:
        held = [address for address in group if address in pieces]
        exact = [address for address in held if pieces[address] == quantity]
        chosen += exact[:1]
        if not held:
            problems.setdefault("missing", []).append(names_of(group))
        for address in held:
            if pieces[address] != quantity:
                line = f"{name_of(address)} ({pieces[address]} instead of {quantity})"
                problems.setdefault("wrong quantity", []).append(line)
        if len(held) > 1:
            problems.setdefault("more than one of", []).append(names_of(held))
    accepted = {address for group in groups for address in group}
    extra = [name_of(address) for address in pieces if address not in accepted]
    if extra:
        problems["not asked for"] = extra
    return PieceMatch(tuple(chosen), problems)


def pieces_in_words(quantity: int) -> str:
    """How many, for people."""
    return "one piece" if quantity == 1 else f"{quantity} pieces"


def group_problems(groups: Sequence[Group], ground: Ground) -> Iterator[str]:
    """Groups that are empty or overlap, and offers that no shop has."""
    seen: dict[OfferAddress, int] = {}
    for number, group in enumerate(groups, start=1):
        if not group:
            yield f"group {number} is empty"
        for address in group:
            if address in seen:
                where = "twice in group" if seen[address] == number else f"in group {seen[address]} and in group"
                yield f"{name_of(address)} is {where} {number}"
            seen[address] = number
            yield from unresolved(address, ground)


def unresolved(address: OfferAddress, ground: Ground) -> Iterator[str]:
    """Why an address leads to no offer; nothing where it does."""
    if address.shop not in ground.hosts.values():
        yield f"{name_of(address)}: the mall has no shop {address.shop!r}"
    elif ground.catalog.offer_by_slug(address.shop, address.slug) is None:
        yield f"{name_of(address)}: the shop has no such offer"


def purchase_problems(group: Group, quantity: int, ground: Ground) -> Iterator[str]:
    """That nothing of a group can be bought in that quantity, for people."""
    there = offers_of(group, ground)
    if there and not any(offer.in_stock and (offer.stock is None or offer.stock >= quantity) for offer in there):
        yield f"{names_of(group)}: cannot be bought {quantity} times"


def offers_of(group: Group, ground: Ground) -> list[Offer]:
    """The offers of a group that shops have."""
    found = (ground.catalog.offer_by_slug(address.shop, address.slug) for address in group)
    return [offer for offer in found if offer is not None]
