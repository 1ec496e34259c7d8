"""Task generation: tasks whose answers are computed over the whole catalog and proven a second time from the pages."""

from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.default import DEFAULT, ensure_default
from shopworld.guru.second_solver import SecondSolver

__all__ = ["DEFAULT", "SecondSolver", "ensure_default", "make_comparison_suite"]
