"""From a specification to a shop."""

from shopworld.arena.generate.coding_agent import CodingAgent
from shopworld.arena.generate.generation import GenerateSettings, Generation, generate
from shopworld.arena.generate.pipeline import GeneratedShop, generate_shop
from shopworld.arena.generate.record import GenerationRecord, read_record

__all__ = [
    "CodingAgent",
    "GenerateSettings",
    "GeneratedShop",
    "Generation",
    "GenerationRecord",
    "generate",
    "generate_shop",
    "read_record",
]
