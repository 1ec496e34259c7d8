"""Whole episodes, played twice: is every observation the same, byte for byte, whatever makes steps faster?

One side plays as runs without pictures do: nothing is drawn, elements are read anew only where something moved. The
other side loads and draws everything and takes a picture at each step, or is another version of Shopworld (`--against`
names its `src`). Agents go by what they observe, so an observation that differs would lead them elsewhere too. Only
what the run folders hold is compared: nothing of the environment is asked.

    python benchmarks/same_observations.py --products 40 --steps 2000
    python benchmarks/same_observations.py --families folio,depot --agents keyword --against ../older/src
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate import generate_shop
from shopworld.arena.specifications import shipped_specifications

FAMILIES = ("classic", "folio", "depot", "bazaar", "pronto")
AGENTS = ("oracle", "keyword", "random", "list_everything")
_TRADES = ("clothing", "cookware", "hardware")
_BUBBLE = re.compile(r"""^\talert (?:'.*'|".*"), live='assertive', atomic, relevant='additions'$""", re.MULTILINE)
_NEVER_EQUAL = ("seconds", "screenshot")


@dataclass
class Compared:
    """What the comparison of two run folders found.

    Attributes:
        episodes: that both hold.
        steps: observations compared, first pages included.
        different: places and fields that differ, or episodes that one side lacks.
        by_clock: observations that differ in no more than Chromium's own bubble over a wrong field, which it takes away
            five seconds later by the wall clock: two runs of one version differ there as well.
        actions: how often each action was taken.
    """

    episodes: int = 0
    steps: int = 0
    by_clock: int = 0
    different: list[str] = field(default_factory=list)
    actions: Counter[str] = field(default_factory=Counter)

    def add(self, other: Compared) -> None:
        """Adds what another comparison found."""
        self.episodes += other.episodes
        self.steps += other.steps
        self.by_clock += other.by_clock
        self.different += other.different
        self.actions += other.actions


def compare_runs(one: Path, other: Path) -> Compared:
    """Compares all recorded steps of two run folders."""
    compared = Compared()
    mine, theirs = _recorded(one), _recorded(other)
    for name in sorted(mine.keys() ^ theirs.keys()):
        compared.different.append(f"{name}: only one side has it")
    for name in sorted(mine.keys() & theirs.keys()):
        compared.episodes += 1
        here, there = mine[name], theirs[name]
        if len(here) != len(there):
            compared.different.append(f"{name}: {len(here)} steps and {len(there)}")
        for number, (left, right) in enumerate(zip(here, there, strict=False)):
            compared.steps += 1
            compared.actions[str(left.get("action", "")).partition("(")[0] or "(first page)"] += 1
            keys = [key for key in _differing(left, right) if key not in _NEVER_EQUAL]
            if keys == ["tree"] and _without_bubble(left) == _without_bubble(right):
                compared.by_clock += 1
            else:
                compared.different += [f"{name}, step {number}: {key}" for key in keys]
    return compared


def _without_bubble(step: dict[str, object]) -> str:
    return _BUBBLE.sub("", str(step.get("tree", "")))


def _differing(left: dict[str, object], right: dict[str, object]) -> list[str]:
    return [key for key in sorted(left.keys() | right.keys()) if left.get(key) != right.get(key)]


def _recorded(run: Path) -> dict[str, list[dict[str, object]]]:
    found = {}
    for file in sorted((run / "episodes").rglob("steps.jsonl*")):
        data = file.read_bytes()
        text = gzip.decompress(data) if file.suffix == ".gz" else data
        found[str(file.parent.relative_to(run))] = [json.loads(line) for line in text.splitlines()]
    return found


def main() -> None:
    """Plays and compares; the exit code is 1 where anything differs or fewer steps were seen than asked for."""
    options = _options()
    everything = Compared()
    with tempfile.TemporaryDirectory(prefix="shopworld-same-") as made:
        folder = options.folder or Path(made)
        for number, family in enumerate(options.families):
            home = folder / family
            _make(home, family, _TRADES[number % len(_TRADES)], options.products)
            compared = _play_both(home, options)
            everything.add(compared)
            print(f"{family}: {compared.episodes} episodes, {compared.steps} observations", flush=True)
            for line in compared.different[:20]:
                print(f"  DIFFERENT {line}", flush=True)
    told = ", ".join(f"{name} {count}" for name, count in everything.actions.most_common())
    print(
        f"{everything.steps} observations of {everything.episodes} episodes: {len(everything.different)} differences, "
        f"{everything.by_clock} in the browser's own bubble alone"
    )
    print(f"actions: {told}")
    if everything.different or everything.steps < options.steps:
        raise SystemExit(1)


def _make(home: Path, family: str, trade: str, products: int) -> None:
    """A mall of one shop of that family, with its suite."""
    if (home / "suites" / "same.json").exists():
        return
    manual = read_bundle(shipped_specifications()[trade])
    style = manual.style.model_copy(update={"family": family})
    shop = generate_shop(replace(manual, style=style), home / "shop", seed=11, products=products).shop
    _shopworld(home, "mall", "make", "same", "--shop", str(shop.path))
    _shopworld(home, "tasks", "make", "shop", "same", "--name", "same")


def _play_both(home: Path, options: argparse.Namespace) -> Compared:
    agents = [word for agent in options.agents for word in ("--agent", agent)]
    command = ["run", "same", *agents, "--interface", "browser", "--workers", str(options.workers)]
    if options.max_steps:
        command += ["--max-steps", str(options.max_steps)]
    if options.filter:
        command += ["--filter", options.filter]
    for trial in range(options.seeds):
        _shopworld(home, *command, "--seed", str(trial), "--out", str(home / f"lean-{trial}"))
        out = ("--seed", str(trial), "--out", str(home / f"whole-{trial}"))
        if options.against:
            _shopworld(home, *command, *out, source=options.against)
        else:
            _shopworld(home, *command, *out, "--screenshots", "all")
    compared = Compared()
    for trial in range(options.seeds):
        compared.add(compare_runs(home / f"lean-{trial}", home / f"whole-{trial}"))
    return compared


def _shopworld(home: Path, *arguments: str, source: Path | None = None) -> None:
    variables = {**os.environ, "SHOPWORLD_HOME": str(home)}
    if source is not None:
        variables["PYTHONPATH"] = str(source.resolve())
    command = [sys.executable, "-c", "from shopworld.cli import main; main()", *arguments]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"shopworld {' '.join(arguments)} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


def _options() -> argparse.Namespace:
    def words(text: str) -> list[str]:
        return text.split(",")

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--families", type=words, default=list(FAMILIES), metavar="A,B")
    parser.add_argument("--agents", type=words, default=list(AGENTS), metavar="A,B")
    parser.add_argument("--seeds", type=int, default=1, help="runs of each side, seeds from 0 on")
    parser.add_argument("--products", type=int, default=40, help="of each shop")
    parser.add_argument("--max-steps", type=int, default=0, help="of an episode")
    parser.add_argument("--filter", default="", help="as of `shopworld run`")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--against", type=Path, help="`src` of another version, instead of a run with pictures")
    parser.add_argument("--folder", type=Path, help="where malls and runs are kept; else they are removed")
    parser.add_argument("--steps", type=int, default=1, help="fewer observations than these are a failure")
    return parser.parse_args()


if __name__ == "__main__":
    main()
