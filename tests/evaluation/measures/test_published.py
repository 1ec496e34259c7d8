"""Published figures agree among themselves: what one table says follows from another."""

from __future__ import annotations

import math

import pytest

from shopworld.evaluation.measures.published import PAPERS, PublishedTable, published_paper

COUNTS = published_paper("webmall").table("table-2").by_key(published_paper("webmall").table("table-2").rows[0])
BASIC = tuple(COUNTS)[:5]
SYSTEMS = [row.name for row in published_paper("webmall").table("table-3").rows]


def row_of(table: PublishedTable, name: str) -> dict[str, float]:
    return next(table.by_key(row) for row in table.rows if row.name == name)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("metric", ["completion", "precision", "recall"])
def test_webmalls_categories_add_up_to_its_sets(system: str, metric: str) -> None:
    paper = published_paper("webmall")
    by_category = row_of(paper.table(f"table-4-{metric}"), system)
    by_set = row_of(paper.table("table-3"), system)
    for name, categories in (("basic", BASIC), ("advanced", tuple(COUNTS)[5:])):
        tasks = sum(COUNTS[one] for one in categories)
        mean = sum(COUNTS[one] * by_category[f"{one}.{metric}"] for one in categories) / tasks
        assert mean == pytest.approx(by_set[f"{name}.{metric}"], abs=0.02), (name, metric)


@pytest.mark.parametrize("system", SYSTEMS)
def test_webmalls_f1_is_the_harmonic_mean_of_the_averages(system: str) -> None:
    paper = published_paper("webmall")
    values = [row_of(paper.table("table-3"), system)]
    precision, recall, f1 = (row_of(paper.table(f"table-4-{one}"), system) for one in ("precision", "recall", "f1"))
    values.append({**precision, **recall, **f1})
    for row in values:
        for key, told in row.items():
            group, metric = key.rsplit(".", 1)
            if metric == "f1_of_means":
                p, r = row[f"{group}.precision"], row[f"{group}.recall"]
                assert told == pytest.approx(2 * p * r / (p + r) if p + r else 0.0, abs=0.02), key


def test_completion_counts_whole_tasks() -> None:
    table = published_paper("webmall").table("table-4-completion")
    for row in table.rows:
        for key, value in table.by_key(row).items():
            solved = value / 100 * COUNTS[key.rsplit(".", 1)[0]]
            assert solved == pytest.approx(round(solved), abs=0.005), (row.name, key)


def test_webmalls_offers_add_up() -> None:
    table = published_paper("webmall").table("table-1")
    *parts, total = (table.by_key(row) for row in table.rows)
    for column in table.columns:
        assert sum(part[column] for part in parts) == total[column]
    assert all(row["all"] == sum(row[str(shop)] for shop in range(1, 5)) for row in (*parts, total))


def test_ecomagentbenchs_intents_and_buckets_add_up_to_its_accuracy() -> None:
    paper = published_paper("ecomagentbench")
    counts = (83, 106, 80, 104, 57, 104, 33, 95)
    for name, row in paper.values("table-3").items():
        intents = [value for key, value in row.items() if key.startswith("intent.")]
        mean = sum(n * value for n, value in zip(counts, intents, strict=True)) / sum(counts)
        assert mean == pytest.approx(row["accuracy"], abs=0.1), name
    buckets = {"implicit": {"0-1": 215, "2": 335, "3+": 112}, "rubrics": {"8-9": 288, "10": 174, "11+": 200}}
    table = paper.table("table-7")
    overall = {
        "GPT-5.4": paper.values("table-3")["GPT-5.4"]["accuracy"],
        "Mean of seven models": sum(row["accuracy"] for row in paper.values("table-3").values()) / 7,
    }
    for line in table.rows:
        values = table.by_key(line)
        for group, sizes in buckets.items():
            mean = sum(n * values[f"{group}.{name}"] for name, n in sizes.items()) / 662
            assert mean == pytest.approx(overall[line.name], abs=0.1), (line.name, group)


def test_every_table_names_its_source_and_has_numbers() -> None:
    for name in PAPERS:
        paper = published_paper(name)
        assert len({one.id for one in paper.tables}) == len(paper.tables)
        for table in paper.tables:
            assert table.source
            assert all(math.isfinite(value) for row in table.rows for value in table.by_key(row).values())
