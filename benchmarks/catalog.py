"""A catalog at scale: `make bench-catalog`, `make bench-catalog-small`, or `python benchmarks/catalog.py --help`.

Files in the format of Amazon Reviews 2023 are made and imported, and the catalog is asked, beside SQLite with FTS5.
Stages whose files are there from an earlier run are not run again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from catalog_queries import MISSING_WORD, make_questions
from catalog_reader import WARM_UP
from catalog_stages import Ran, forget_pages, run_stage, shopworld, size_of
from machine import describe_machine, in_one_line
from measure import Figures, Rows, Target, milliseconds, print_table, tell

from shopworld.catalog import Catalog

FULL = 3_721_595
_HERE = Path(__file__).parent
_SEED = 42
_MOST_REVIEWS = 20


def main() -> None:
    """Makes, imports, asks, prints tables, the ratios last, and writes the results."""
    options = _options()
    folder: Path = options.folder or Path("runs") / f"bench-catalog-{options.products}"
    folder.mkdir(parents=True, exist_ok=True)
    print(in_one_line(describe_machine("no browser")), flush=True)
    made, imported, indexed = _stages(folder, options.products)
    catalog = folder / "home" / "catalogs" / "bench"
    peer = folder / "peer.sqlite"
    with Catalog.open(catalog) as opened:
        manifest = opened.manifest
        questions = make_questions(opened, options.questions + WARM_UP, _SEED)
    asked = folder / "questions.json"
    asked.write_text(json.dumps([[one.product_id, one.words] for one in questions]), encoding="utf-8")
    tell("opening")
    cold = [_cold_start(catalog) for _ in range(3)]
    tell(f"asking {options.questions} questions of each kind")
    (alone,) = _readers(catalog, options.questions, 1)
    both = _readers(catalog, options.questions, 2)
    theirs = _ask_peer(peer, asked)
    stages: Rows = [("stage", "seconds", "processor s", "rows/s", "peak memory", "on disk")]
    release = folder / "release"
    rows = manifest.offers + manifest.reviews
    for name, ran, count, size in (
        ("files made", made, options.products, size_of(release)),
        ("imported and indexed", imported, rows, size_of(catalog)),
        ("SQLite + FTS5, titles only", indexed, options.products, size_of(peer)),
    ):
        stages.append((name, f"{ran.seconds:.1f}", f"{ran.processor_seconds:.1f}", f"{count / ran.seconds:,.0f}",
                       f"{ran.peak_bytes / 1e6:,.0f} MB", f"{size / 1e9:.2f} GB"))  # fmt: skip
    print_table(f"{manifest.offers:,} products, {manifest.reviews:,} reviews", stages)
    print_table("One reader, and two at a time", _reader_rows(alone, both))
    print_table("SQLite + FTS5 on titles, one reader", _peer_rows(theirs))
    opening = sorted(one["answered"] for one in cold)[1]
    print(f"\nCold: opened and first product read in {opening * 1e3:.0f} ms (median of 3, pages dropped before)")
    targets = _targets(manifest.offers, imported, size_of(catalog), opening, alone)
    for target in targets:
        limit = f"{'≥' if target.at_least else '≤'} {target.limit:g}"
        print(f"{target.name}: {target.value:,.1f}{target.unit}, {limit} {'reached' if target.reached else 'MISSED'}")
    _write(folder, options, [made, imported, indexed], alone, both, theirs, cold, targets)
    print(_ratios(alone, theirs))


def _stages(folder: Path, products: int) -> tuple[Ran, Ran, Ran]:
    """Makes the files, imports them, and builds the peer's database."""
    release, home = folder / "release", folder / "home"
    what = {"products": products, "seed": _SEED}
    tell(f"making {products:,} products")
    made = run_stage(
        folder / "made.json",
        shopworld("catalog", "make", "amazon", "--products", str(products), "--out", str(release),
                  "--seed", str(_SEED), "--processes", "2"),
        what,
    )  # fmt: skip
    tell("importing")
    product_files = sorted(map(str, release.glob("meta_*.jsonl.gz")))
    review_files = sorted(str(one) for one in release.glob("*.jsonl.gz") if not one.name.startswith("meta_"))
    imported = run_stage(
        folder / "imported.json",
        shopworld("catalog", "import", "amazon", "--products", *product_files, "--reviews", *review_files,
                  "--name", "bench", "--max-reviews", str(_MOST_REVIEWS), "--json"),
        what,
        environment={"SHOPWORLD_HOME": str(home)},
    )  # fmt: skip
    tell("the peer: SQLite with FTS5")
    peer = [sys.executable, str(_HERE / "catalog_peer.py"), str(folder / "peer.sqlite"), "--build", *product_files]
    return made, imported, run_stage(folder / "peer.json", peer, what)


def _cold_start(catalog: Path) -> dict[str, float]:
    forget_pages(catalog)
    found: dict[str, float] = json.loads(_run([str(_HERE / "catalog_reader.py"), str(catalog)]))
    return found


def _readers(catalog: Path, questions: int, count: int) -> list[dict[str, object]]:
    """Readers that begin together, each with questions of its own."""
    command = [sys.executable, str(_HERE / "catalog_reader.py"), str(catalog), "--questions", str(questions), "--wait"]
    readers = [
        subprocess.Popen(
            [*command, "--seed", str(_SEED + at)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for at in range(count)
    ]
    for reader in readers:
        assert reader.stdout is not None
        reader.stdout.readline()
    for reader in readers:
        assert reader.stdin is not None
        reader.stdin.write("go\n")
        reader.stdin.flush()
    return [json.loads(reader.communicate()[0]) for reader in readers]


def _ask_peer(database: Path, asked: Path) -> dict[str, list[float]]:
    arguments = [str(_HERE / "catalog_peer.py"), str(database), "--ask", str(asked), "--missing-word", MISSING_WORD]
    found: dict[str, list[float]] = json.loads(_run(arguments))
    return found


def _run(arguments: list[str]) -> str:
    return subprocess.run([sys.executable, *arguments], check=True, capture_output=True, text=True).stdout


def _figures(reader: dict[str, object], kind: str) -> Figures:
    seconds = reader["seconds"]
    assert isinstance(seconds, dict)
    return Figures(tuple(seconds[kind]))


def _p99(figures: Figures) -> float:
    ordered = sorted(figures.seconds)
    return ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]


def _reader_rows(alone: dict[str, object], both: list[dict[str, object]]) -> Rows:
    rows: Rows = [("question", "p50", "p95", "p99", "p50 of two", "p99 of two")]
    seconds = alone["seconds"]
    assert isinstance(seconds, dict)
    for kind in seconds:
        one = _figures(alone, kind)
        two = Figures(tuple(second for reader in both for second in _figures(reader, kind).seconds))
        rows.append((kind, *map(milliseconds, (one.median, one.p95, _p99(one), two.median, _p99(two)))))
    memory = [int(str(reader["private_bytes"])) / 1e6 for reader in (alone, *both)]
    rows.append(("private memory", f"{memory[0]:.0f} MB", "", "", f"{memory[1]:.0f} MB", f"{memory[2]:.0f} MB"))
    return rows


def _peer_rows(theirs: dict[str, list[float]]) -> Rows:
    rows: Rows = [("question", "p50", "p95", "p99")]
    for kind, seconds in theirs.items():
        figures = Figures(tuple(seconds))
        rows.append((kind, *map(milliseconds, (figures.median, figures.p95, _p99(figures)))))
    return rows


def _targets(products: int, imported: Ran, disk: int, opening: float, alone: dict[str, object]) -> list[Target]:
    scale = products / FULL
    plain, words = _figures(alone, "plain"), _figures(alone, "any word")
    return [
        Target("search, all words, p50", plain.median * 1e3, 5, " ms"),
        Target("search, all words, p99", _p99(plain) * 1e3, 40, " ms"),
        Target("search, any word, p50", words.median * 1e3, 5, " ms"),
        Target("search, any word, p99", _p99(words) * 1e3, 40, " ms"),
        Target("facets, p50", _figures(alone, "facets").median * 1e3, 40, " ms"),
        Target("opening, cold", opening, 1, " s"),
        Target("private memory of a reader", int(str(alone["private_bytes"])) / 1e6, 300, " MB"),
        Target("disk", disk / 1e9, round(15 * scale, 3), " GB"),
        Target("import", products / imported.seconds, 4000, " products/s", at_least=True),
        Target("import, peak memory", imported.peak_bytes / 1e9, 4, " GB"),
    ]


def _ratios(alone: dict[str, object], theirs: dict[str, list[float]]) -> str:
    """How many times faster than the peer, at the median; the last line."""
    parts = []
    for kind in theirs:
        ratio = Figures(tuple(theirs[kind])).median / _figures(alone, kind).median
        parts.append(f"{kind} {ratio:.2f}x")
    return "ratios to SQLite + FTS5 (p50, above 1 is faster): " + ", ".join(parts)


def _write(
    folder: Path,
    options: argparse.Namespace,
    stages: list[Ran],
    alone: dict[str, object],
    both: list[dict[str, object]],
    theirs: dict[str, list[float]],
    cold: list[dict[str, float]],
    targets: list[Target],
) -> None:
    results = {
        "products": options.products,
        "cores": len(os.sched_getaffinity(0)),
        "stages": [asdict(one) for one in stages],
        "alone": alone,
        "two": both,
        "peer": theirs,
        "cold": cold,
        "targets": [one.data() for one in targets],
    }
    (folder / "results.json").write_text(json.dumps(results), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", type=int, default=FULL, help="how many products; default: as the real release")
    parser.add_argument("--questions", type=int, default=500, help="of each kind")
    parser.add_argument("--folder", type=Path, default=None, help="for all files; default: runs/bench-catalog-N")
    return parser.parse_args()


if __name__ == "__main__":
    main()
