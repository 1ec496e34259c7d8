"""Comparison shopping: WebMall's eleven categories of tasks for any mall."""

from shopworld.guru.comparison.difficulty import LEVELS, Level
from shopworld.guru.comparison.proportions import WEBMALL_TOTAL
from shopworld.guru.comparison.suite import make_comparison_suite
from shopworld.guru.comparison.wording import relations

__all__ = ["LEVELS", "WEBMALL_TOTAL", "Level", "make_comparison_suite", "relations"]
