"""What reviews say, as data: which aspect a sentence speaks of, and whether it praises or blames it."""

from shopworld.catalog.opinions.extraction import StatedOpinion, find_opinion, opinions_in, opinions_of
from shopworld.catalog.opinions.lexicon import aspect_named, aspects
from shopworld.catalog.opinions.statements import find_statement

__all__ = ["StatedOpinion", "aspect_named", "aspects", "find_opinion", "find_statement", "opinions_in", "opinions_of"]
