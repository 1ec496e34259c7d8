"""The command line: `shopworld NOUN VERB`; thin, one module per noun."""

from shopworld.cli.main import main

__all__ = ["main"]
