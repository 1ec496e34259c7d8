"""`shopworld catalog`: import, make, describe, search."""

from shopworld.cli.catalog.commands import app

__all__ = ["app"]
