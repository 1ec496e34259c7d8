"""Readers of crawls: files of four formats become pages or offers, as a stream."""

from shopworld.offers.reading.sources import CrawlFile, read_source, sources_in

__all__ = ["CrawlFile", "read_source", "sources_in"]
