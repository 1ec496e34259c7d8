"""Suites of tasks: listed, described, compared, exported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

from shopworld.api.places import Place, home_of
from shopworld.api.suite_world import suite_of
from shopworld.errors import TaskError
from shopworld.tasks import (
    SPLITS,
    Suite,
    SuiteDifference,
    Task,
    find_suite,
    schema_of,
    split_tasks,
    suite_hash,
    write_json_lines,
    write_parquet,
)
from shopworld.tasks import compare_suites as compare_loaded
from shopworld.tasks.importers import records_of, write_records

if TYPE_CHECKING:  # a room that makes tasks
    from shopworld.guru import Figures

FORMATS = ("jsonl", "parquet", "deepshop")
_ENDINGS = ("jsonl", "parquet")


def list_suites(*, home: Place | None = None) -> tuple[Suite, ...]:
    """The suites at home, by name, loaded.

    Args:
        home: where suites are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        all of them.

    Raises:
        InputError: the file of one is wrong.
    """
    place = home_of(home)
    return tuple(find_suite(name, place.folder) for name in place.suite_names())


@dataclass(frozen=True, slots=True)
class CategoryDescription:
    """The tasks of one category.

    Attributes:
        category: its name.
        tasks: their number.
        difficulties: number of tasks by difficulty, of those that have one.
        templates: different ones.
        words: mean length of what users want.
        near_misses: wrong answers that look right, of all tasks together.
    """

    category: str
    tasks: int
    difficulties: dict[str, int]
    templates: int
    words: float
    near_misses: int


@dataclass(frozen=True, slots=True)
class SuiteDescription:
    """What a suite holds, in numbers.

    Attributes:
        suite: its name.
        version: its version.
        hash: content hash.
        canary: the line that tells whether a model was trained on it.
        tasks: their number.
        templates: different ones.
        revisions: number of tasks by revision.
        splits: number of tasks by split.
        categories: each category, in the suite's order.
        figures: of evolved queries, what DeepShop's Figures 3 and 4 show; None of other suites.
    """

    suite: str
    version: str
    hash: str
    canary: str
    tasks: int
    templates: int
    revisions: dict[str, int]
    splits: dict[str, int]
    categories: tuple[CategoryDescription, ...]
    figures: Figures | None

    def plot(self, folder: Place) -> tuple[Path, ...]:
        """Draws the figures of evolved queries as SVG; returns the files.

        Raises:
            TaskError: there are none.
        """
        if self.figures is None:
            raise TaskError(f"the suite {self.suite!r} holds no evolved queries, so there is nothing to draw")
        from shopworld.guru import write_plots  # loads matplotlib

        return write_plots(self.figures, Path(folder))


def describe_suite(suite: Place | Suite, *, home: Place | None = None) -> SuiteDescription:
    """Counts a suite: categories, difficulties, templates, revisions, splits; of evolved queries the paper's figures.

    Args:
        suite: its name, the path of its file, or a loaded one.
        home: where suites are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        its numbers.

    Raises:
        TaskError: there is no such suite.
        InputError: the file is wrong.
    """
    loaded = suite_of(suite, home_of(home))
    figures = None
    if any(task.evolution is not None for task in loaded.tasks):
        from shopworld.guru import figures_of

        figures = figures_of(loaded)
    names = dict.fromkeys(task.category for task in loaded.tasks)
    revisions = Counter(task.revision for task in loaded.tasks)
    splits = Counter(split_tasks(loaded.tasks).values())
    return SuiteDescription(
        suite=loaded.name,
        version=loaded.version,
        hash=suite_hash(loaded),
        canary=loaded.canary,
        tasks=len(loaded.tasks),
        templates=len({task.template for task in loaded.tasks}),
        revisions={str(revision): revisions[revision] for revision in sorted(revisions)},
        splits={split: splits[split] for split in SPLITS},
        categories=tuple(_category(name, [one for one in loaded.tasks if one.category == name]) for name in names),
        figures=figures,
    )


def compare_suites(before: Place | Suite, after: Place | Suite, *, home: Place | None = None) -> SuiteDifference:
    """What changed from one suite to another: tasks added, removed and changed, field by field, check by check.

    Tasks are told by their ids; their order does not count.

    Args:
        before: name, path of the file, or a loaded suite.
        after: another one, or another revision of it.
        home: where suites are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the differences; `is_empty` where there are none.

    Raises:
        TaskError: there is no such suite.
        InputError: a file is wrong.
    """
    place = home_of(home)
    return compare_loaded(suite_of(before, place), suite_of(after, place))


def export_suite(suite: Place | Suite, out: Place, *, form: str = "", home: Place | None = None) -> int:
    """Writes a suite as a data set: one record a task, with its split, its hash and the canary; answers included.

    `import_tasks("suite", …)` reads it back without loss.

    Args:
        suite: its name, the path of its file, or a loaded one.
        out: the file.
        form: `jsonl`, or `parquet`, which needs the extra `parquet`; by the file's ending by default. `deepshop`: the
            evolved queries alone, in the form of that release, without answers.
        home: where suites are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the number of records.

    Raises:
        TaskError: there is no such suite or format, nothing to be written, or pyarrow is not installed.
        InputError: the suite's file is wrong.
    """
    file, loaded = Path(out), suite_of(suite, home_of(home))
    match form or format_of(file):
        case "jsonl":
            write_json_lines(loaded, file)
        case "parquet":
            write_parquet(loaded, file)
        case "deepshop":
            records = records_of(loaded)
            if not records:
                raise TaskError(f"the suite {loaded.name!r} holds no evolved queries")
            write_records(records, file)
            return len(records)
        case other:
            raise TaskError(f"there is no format {other!r}", hint=f"There are: {', '.join(FORMATS)}.")
    return len(loaded.tasks)


def task_schema(what: str = "record") -> dict[str, Any]:
    """The JSON schema of an export's records, or of a suite's file.

    Args:
        what: `record`: a line of an export; `suite`: the file of a suite.

    Returns:
        the schema, JSON-able.

    Raises:
        TaskError: it is neither.
    """
    return schema_of(what)


def format_of(file: Path) -> str:
    """The format that a file's ending says.

    Raises:
        TaskError: it says none.
    """
    ending = file.suffix.lower().removeprefix(".")
    if ending not in _ENDINGS:
        raise TaskError(f"{file.name} says no format", hint="Let it end in .jsonl or .parquet, or give --format.")
    return ending


def _category(name: str, tasks: Sequence[Task]) -> CategoryDescription:
    return CategoryDescription(
        category=name,
        tasks=len(tasks),
        difficulties=dict(Counter(task.difficulty for task in tasks if task.difficulty)),
        templates=len({task.template for task in tasks}),
        words=round(mean(len(task.intent.split()) for task in tasks), 1),
        near_misses=sum(len(task.near_misses) for task in tasks),
    )
