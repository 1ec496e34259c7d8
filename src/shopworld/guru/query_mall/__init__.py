"""Marketplaces made for queries: what each asks for is there, what nearly fits too, and the suite that proves it."""

from shopworld.guru.query_mall.making import QueryMall, make_query_mall

__all__ = ["QueryMall", "make_query_mall"]
