"""Task generation: tasks whose answers are computed over the whole catalog and proven a second time from the pages."""

from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.default import ensure_default
from shopworld.guru.second_solver import SecondSolver

__all__ = ["SecondSolver", "ensure_default", "make_comparison_suite"]
