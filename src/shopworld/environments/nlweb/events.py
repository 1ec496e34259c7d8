"""What happens where shops answer questions, as an event payload."""

from __future__ import annotations

from shopworld.episode import Payload


class Asked(Payload, kind="asked"):
    """A shop was asked in plain language."""

    query: str
    decontextualized: str
    """What was searched for: the query, with what it leaves out of the one before."""
    mode: str
    results: tuple[str, ...]
    """Addresses of the products in the answer, in order."""
