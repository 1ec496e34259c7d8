"""`shopworld tasks`: one module a verb."""

from shopworld.cli.tasks.commands import app

__all__ = ["app"]
