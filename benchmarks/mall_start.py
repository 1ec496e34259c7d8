"""Opens a mall and serves it, in a fresh process; prints the seconds of each part as JSON."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

BEGAN = time.perf_counter()

from shopworld.mall import Mall, MallServer  # noqa: E402 - the import is part of what is timed


def main() -> None:
    """Imports, opens, listens."""
    imported = time.perf_counter()
    mall = Mall.open(Path(sys.argv[1]))
    opened = time.perf_counter()
    with MallServer(mall):
        listening = time.perf_counter()
        print(json.dumps({"import": imported - BEGAN, "open": opened - imported, "listen": listening - opened}))
    mall.close()


if __name__ == "__main__":
    main()
