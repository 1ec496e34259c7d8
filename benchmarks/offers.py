"""Reading crawls at scale: `make bench-offers`, or `python benchmarks/offers.py --pages 1000 100000`.

Made crawls are read, one file on disk at a time: processor seconds a page, memory, and how both grow, beside a plain
script of fastwarc, extruct and pandas in the same run. WebMall's release is fed back where it lies beside the project.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from machine import describe_machine, in_one_line

_HERE = Path(__file__).parent
_RELEASE = _HERE.parent.parent / "shared" / "data" / "webmall"


def measured(what: str, pages: int) -> dict[str, Any]:
    """The figures of one piece of work in a process of its own."""
    command = [sys.executable, str(_HERE / "offers_stages.py"), what, str(pages)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def line(what: str, found: dict[str, Any]) -> str:
    """The figures of one piece of work, for people."""
    pages = found["pages"]
    seconds = found["read_seconds"] + found["match_seconds"]
    return (
        f"{what:<10} {pages:>9,} pages  {1000 * found['read_seconds'] / pages:6.2f} ms a page read  "
        f"{1000 * found['match_seconds'] / pages:6.3f} ms matched  {pages / seconds:7.0f} pages/s a core  "
        f"{found['peak_bytes'] / 1e6:7.0f} MB at most  {found['offers']:>8,} offers"
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="+", default=[1000, 4000], help="sizes of the made crawls")
    parser.add_argument("--json", type=Path, help="file for the figures")
    wanted = parser.parse_args()
    print(in_one_line(describe_machine("no browser")), flush=True)
    figures: dict[str, Any] = {}
    for pages in sorted(wanted.pages):
        for what in ("pipeline", "plain"):
            found = figures[f"{what} {pages}"] = measured(what, pages)
            print(line(what, found), flush=True)
    if (_RELEASE / "webmall_1.csv.gz").is_file():
        from offers_release import feed_back

        with tempfile.TemporaryDirectory() as folder:
            back = feed_back(sorted(_RELEASE.glob("webmall_*.csv.gz")), Path(folder))
        figures["release"] = {"offers": back.offers, "back": back.back, "reasons": dict(back.reasons)}
        print(f"release    {back.back:,} of {back.offers:,} offers came back ({back.share:.2%}); {dict(back.reasons)}")
    if wanted.json:
        wanted.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
