"""The second solver: derives a generated task's answers again, from its constraints and the rendered pages alone."""

from shopworld.guru.second_solver.solve import SecondSolver

__all__ = ["SecondSolver"]
