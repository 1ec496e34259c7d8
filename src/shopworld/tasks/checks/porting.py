"""A shop's twin as a task that is ported there sees it (`guru/porting` looks into both shops)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from shopworld.catalog import Sort
from shopworld.tasks.offers import Group, OfferAddress


class NotPortable(Exception):
    """A task cannot be asked in the twin; the text says why."""


class Twin(Protocol):
    """The twin, for one task. What is not there raises `NotPortable`."""

    @property
    def shop(self) -> str:
        """Its id."""

    @property
    def sorts(self) -> frozenset[Sort]:
        """What its listings can be sorted by."""

    def address(self, offer: OfferAddress) -> OfferAddress:
        """The same product there."""

    def group(self, group: Group) -> Group:
        """The same products there."""

    def group_returned(self, group: Group) -> Group:
        """The same products there; where the group is what a listing of the task shows, what that shows there."""

    def are_same(self, group: Group, there: Group) -> bool:
        """Whether two groups, here and there, are of the same products."""

    def variants(self, offer: OfferAddress, ids: Sequence[str]) -> tuple[str, ...]:
        """The variants with the same options there."""

    def collection(self, path: Sequence[str]) -> tuple[str, ...]:
        """Path of the collection of the same name."""

    def filter_values(self, path: Sequence[str]) -> dict[str, frozenset[str]]:
        """What each filter of a collection there offers; the path is the twin's."""

    def found(self, query: str) -> tuple[int, int]:
        """How many products a search finds here and there."""

    def pages(self, handles: Sequence[str]) -> tuple[str, ...]:
        """Handles of the pages of the same titles; where the task asks what they say, of those that answer it there."""

    def answer(self) -> tuple[str, ...]:
        """What its pages answer to the task's question."""
