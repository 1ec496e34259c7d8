"""What `mall hash`, `catalog hash` and `shop hash` print."""

from __future__ import annotations

import json
from pathlib import Path

import typer


def print_hash(folder: Path, found: str, content: str, as_json: bool) -> None:
    """Prints the hash of a folder's bytes and of its content, each on a line of its own."""
    if as_json:
        typer.echo(json.dumps({"folder": str(folder), "hash": found, "content_hash": content}, indent=2))
    else:
        typer.echo(f"bytes    {found}\ncontent  {content}")
