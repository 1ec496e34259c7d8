"""Twins: a source's real products and structure, under another identity."""

from shopworld.arena.generate.twin.contents import TwinContents
from shopworld.arena.generate.twin.likeness import likeness_verifier
from shopworld.arena.generate.twin.source import find_source

__all__ = ["TwinContents", "find_source", "likeness_verifier"]
