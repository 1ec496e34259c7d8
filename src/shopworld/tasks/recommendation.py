"""What a recommendation is as an event: the end of an episode in the tool sandbox."""

from __future__ import annotations

from shopworld.episode import Payload


class ProductRecommended(Payload, kind="product_recommended"):
    """The agent recommended a product; an unknown id is kept as it was given."""

    product_id: str
    reasoning: str = ""
