"""`shopworld arena`: explore, compose, generate, compare, measure closure."""

from shopworld.cli.arena.commands import app

__all__ = ["app"]
