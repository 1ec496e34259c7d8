"""Long-horizon journeys in one shop, by a grammar over ShopGym's fourteen behaviours."""

from shopworld.guru.journeys.grammar import BEHAVIOURS, journeys

__all__ = ["BEHAVIOURS", "journeys"]
