"""Comparison shopping: WebMall's eleven categories of tasks for any mall whose shops share products."""

from shopworld.guru.comparison.suite import make_comparison_suite

__all__ = ["make_comparison_suite"]
