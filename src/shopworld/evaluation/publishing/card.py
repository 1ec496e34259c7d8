"""The card of a data set: what it holds, how it was made, what it is for, what is proven, and what it cannot tell."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import orjson

from shopworld import __version__
from shopworld.evaluation.proofs import TaskProofs
from shopworld.evaluation.publishing.benchmark import FRAMEWORK, declaration_of, quoted, splits_of
from shopworld.evaluation.publishing.croissant import SCHEMA, croissant_of
from shopworld.evaluation.publishing.numbers import MEANINGS, CategoryNumbers, numbers_of, proof_numbers
from shopworld.files import write_whole
from shopworld.tasks import SHARES, SPLITS, Suite, schema_of, suite_hash, write_json_lines, write_splits

DATA = "tasks.jsonl"
CARD = "README.md"
CROISSANT = "croissant.json"
BENCHMARK = "eval.yaml"
PUBLIC_PART, GRADED_PART = "public", "graded"
CONFIGURATIONS = (PUBLIC_PART, GRADED_PART)
"""What hubs load by name, each a folder with a file for each split. The first is theirs by default."""


def write_card(
    suite: Suite,
    out: Path,
    *,
    licence: str = "",
    proven: Sequence[TaskProofs] = (),
    address: str = "",
    published: str = "",
) -> tuple[Path, ...]:
    """Writes the data set as a folder: card, data, schema, Croissant description, declaration as a benchmark.

    Args:
        suite: the suite.
        out: folder; made where it is not there.
        licence: SPDX identifier, such as `CC-BY-4.0`; empty where none is stated.
        proven: what was proven of its tasks.
        address: where the data set will be found on the web, if anywhere.
        published: date, as `2027-03-01`; empty where it is not.

    Returns:
        the files.
    """
    out.mkdir(parents=True, exist_ok=True)
    write_json_lines(suite, out / DATA)
    splits = [file for name in CONFIGURATIONS for file in write_splits(suite, out / name, public=name == PUBLIC_PART)]
    digest = hashlib.sha256((out / DATA).read_bytes()).hexdigest()
    described = croissant_of(suite, file=DATA, sha256=digest, licence=licence, address=address, published=published)
    for name, content in (
        (SCHEMA, orjson.dumps(schema_of("record"), option=orjson.OPT_INDENT_2)),
        (CROISSANT, orjson.dumps(described, option=orjson.OPT_INDENT_2)),
        (BENCHMARK, declaration_of(suite, configuration=PUBLIC_PART).encode()),
        (CARD, card_text(suite, licence=licence, proven=proven).encode()),
    ):
        write_whole(out / name, content.rstrip(b"\n") + b"\n")
    return (*(out / name for name in (CARD, DATA, SCHEMA, CROISSANT, BENCHMARK)), *splits)


def card_text(suite: Suite, *, licence: str = "", proven: Sequence[TaskProofs] = ()) -> str:
    """The card as Markdown, with the front matter that data set hubs read."""
    parts = (
        _front_matter(suite, licence),
        f"# {suite.name}\n",
        _summary(suite, licence),
        "## What it is for\n",
        _uses(suite),
        "## How it was made\n",
        _origin(suite),
        "## What it holds\n",
        _statistics(numbers_of(suite)),
        "## Splits\n",
        _splits(),
        "## What is proven\n",
        _proofs(proven),
        "## What it cannot tell\n",
        _limits(suite),
        "## Files\n",
        _files(),
        "## Canary\n",
        f"```\n{suite.canary}\n```\n",
    )
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _front_matter(suite: Suite, licence: str) -> str:
    size = "n<1K" if len(suite.tasks) < 1000 else "1K<n<10K"
    lines = ["---", f"pretty_name: {quoted(suite.name)}", "language:\n- en", f"size_categories:\n- {size}"]
    if licence:
        lines.append(f"license: {licence.lower()}")
    lines += ["tags:", *(f"- {tag}" for tag in ("shopping", "agents", "web-agents", "benchmark", "shopworld"))]
    lines.append("configs:")
    for name in CONFIGURATIONS:
        lines += [f"- config_name: {name}", *(["  default: true"] if name == PUBLIC_PART else []), "  data_files:"]
        for split in splits_of(suite):
            lines += [f"  - split: {split}", f"    path: {name}/{split}.jsonl"]
    return "\n".join([*lines, "---"]) + "\n"


def _summary(suite: Suite, licence: str) -> str:
    place = f"the mall `{suite.mall}`" if suite.mall else f"the catalog `{suite.catalog}`"
    digest = suite.mall_hash or suite.catalog_hash
    return _table(
        ("", ""),
        [
            ("what", suite.description or "grounded shopping tasks for agents, graded from what happens in the shops"),
            ("tasks", f"{len(suite.tasks)} of {len({task.template for task in suite.tasks})} templates"),
            ("for", f"{place}, content hash `{digest[:16]}`"),
            ("played", "in a browser" if suite.mall else "by tools"),
            ("version", f"{suite.version}, content hash `{suite_hash(suite)}`"),
            ("language", "English"),
            ("licence", licence or "not stated: ask who published it before you pass it on"),
            ("made with", f"Shopworld {__version__}"),
        ],
    )


def _uses(suite: Suite) -> str:
    return _paragraphs(
        "Meant for evaluating shopping agents: an agent is given `prompt` and shops that Shopworld serves; what it did",
        "is graded by `checks` from the shops' own events. The split `train` may be used for developing agents.",
        "",
        "Not meant for training language models on `checks`, `near_misses`, `constraints` or `evolution`: they hold",
        "the answers. Never give these fields to an agent. Results on `test` say nothing once an agent was developed",
        "on it.",
        "",
        "```",
        f"shopworld tasks import suite {DATA}",
        f"shopworld run {suite.name} --agent keyword",
        "```",
    )


def _origin(suite: Suite) -> str:
    sources = Counter(task.source for task in suite.tasks)
    lines: list[str] = []
    if sources["generated"]:
        seed = f", seed {suite.seed}" if suite.seed is not None else ""
        lines += [
            f"{_tasks(sources['generated'])} generated by Shopworld's rules from the content of the shops{seed}:",
            "the same seed over the same content makes the same tasks. Products, shops, people and prices in synthetic",
            "shops are fictional. No person was asked, and no personal data is in them; buyers are made up.",
            "",
        ]
    if sources["release"]:
        lines += [
            f"{_tasks(sources['release'])} imported from a public release and keep its wording and its answers.",
            "Their rights are those of that release. What contradicts its own catalog is listed in `defects`, not",
            "repaired.",
        ]
    return _paragraphs(*lines)


def _tasks(count: int, one: str = "was", several: str = "were") -> str:
    return f"1 task {one}" if count == 1 else f"{count} tasks {several}"


def _statistics(rows: Sequence[CategoryNumbers]) -> str:
    return (
        _table(
            ("category", "set", "tasks", "templates", "difficulty", *SPLITS, "words", "checks"),
            [
                (
                    row.name,
                    row.set or "–",
                    row.tasks,
                    row.templates,
                    ", ".join(f"{name} {count}" for name, count in row.difficulties.items()) or "–",
                    *(row.splits[split] for split in SPLITS),
                    row.words,
                    ", ".join(f"`{check}`" for check in row.checks),
                )
                for row in rows
            ],
        )
        + "\n`words` is the median length of the intent.\n"
    )


def _splits() -> str:
    shares = ", ".join(f"{name} {SHARES[name]:.0%}" for name in SPLITS)
    return _paragraphs(
        f"{shares}, stratified by category and difficulty, drawn by a seed; strata of fewer than three templates are",
        "taken together. The tasks of one template are never divided: they are solved in the same way. Shares are",
        "therefore rough where templates are few.",
    )


def _proofs(proven: Sequence[TaskProofs]) -> str:
    if not proven:
        return "Nothing was proven for this card. `shopworld tasks check` does it.\n"
    rows = [(one.name, MEANINGS.get(one.name, ""), f"{one.holds} of {one.tried}") for one in proof_numbers(proven)]
    holding = sum(one.hold for one in proven)
    failing = [one for one in proven if not one.hold]
    text = f"All proofs hold for {holding} of {len(proven)} tasks.\n\n{_table(('proof', 'says', 'holds for'), rows)}"
    if failing:
        names = ", ".join(f"`{one.task}`" for one in failing[:20])
        text += f"\nNot proven: {names}{f' and {len(failing) - 20} more' if len(failing) > 20 else ''}.\n"
    return text


def _limits(suite: Suite) -> str:
    return "\n".join(f"- {line}" for line in _limitations(suite)) + "\n"


def _limitations(suite: Suite) -> Iterator[str]:
    yield "Shops are simulated: no advertisements, no other customers, no changes from day to day, English only."
    if suite.mall:
        yield (
            "A task holds for the mall of the hash above. In another one its answers may be wrong, "
            "and a run refuses it."
        )
    else:
        yield "A task holds for the catalog of the hash above. Over another one its answers may be wrong."
    clusters = len({task.template for task in suite.tasks})
    yield (
        f"Tasks of one template succeed and fail together: {len(suite.tasks)} tasks are about {clusters} independent"
        " observations at worst. Intervals must be clustered by `template`."
    )
    defects = sum(bool(task.defects) for task in suite.tasks)
    if defects:
        yield f"{_tasks(defects, 'has', 'have')} known defects; they are listed in the field `defects`."
    yield "The answers are in the data. Who trains on it can no longer be measured by it; the canary helps to find out."


def _files() -> str:
    return _table(
        ("file", "what"),
        [
            (f"`{PUBLIC_PART}/SPLIT.jsonl`", "what an agent may see, one task a line; loaded by default"),
            (f"`{GRADED_PART}/SPLIT.jsonl`", "the same tasks with their checks: the answers are in them"),
            (f"`{DATA}`", "all tasks with their checks in the order of the suite, for `shopworld tasks import suite`"),
            (f"`{SCHEMA}`", "JSON schema of a line"),
            (f"`{CROISSANT}`", "description of data set and fields as Croissant (JSON-LD)"),
            (
                f"`{BENCHMARK}`",
                f"declares it as a benchmark of hubs, by `{FRAMEWORK}`, a board for each split",
            ),
        ],
    )


def _paragraphs(*lines: str) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [_row(columns), _row("---" for _ in columns), *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
