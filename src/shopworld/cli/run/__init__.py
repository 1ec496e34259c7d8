"""`shopworld run`: agents on a suite of tasks; which agents, with which model, by which interface."""

from shopworld.cli.run.command import run

__all__ = ["run"]
