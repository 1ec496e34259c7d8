"""DeepShop's figures of a suite."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.guru.evolution.figures import figures_of
from shopworld.guru.evolution.plots import write_plots
from shopworld.tasks import Suite


def test_domains_are_counted_at_each_stage(evolved: Suite) -> None:
    figures = figures_of(evolved)
    assert figures is not None
    assert [row.domain for row in figures.domains] == ["Books", "Electronics", "Home", "Fashion", "Sports"]
    assert sum(row.evolved for row in figures.domains) == len(evolved.tasks)
    for row in figures.domains:
        assert row.evolved == 6 * row.diverse
        assert row.seeds <= row.diverse


def test_queries_grow_with_each_round(evolved: Suite) -> None:
    figures = figures_of(evolved)
    assert figures is not None
    for before, after in zip(figures.rounds, figures.rounds[1:], strict=False):
        requirements = [row.attributes + row.filters + row.sorts for row in (before, after)]
        assert requirements[0] < requirements[1] < requirements[0] + 2
        assert after.words == pytest.approx(before.words + after.added)
        assert after.answers <= before.answers
        assert 10 <= after.added <= 20
    for name, levels in figures.levels.items():
        assert levels.seed < levels.balanced < levels.hard, name
    assert sum(figures.topics.values()) >= 5 * len(evolved.tasks) // 6


def test_other_suites_have_no_figures(evolved: Suite) -> None:
    plain = evolved.tasks[0].model_copy(update={"evolution": None})
    assert figures_of(evolved.model_copy(update={"tasks": (plain,)})) is None


def test_plots_are_the_same_bytes_each_time(evolved: Suite, tmp_path: Path) -> None:
    figures = figures_of(evolved)
    assert figures is not None
    first, second = (write_plots(figures, tmp_path / name) for name in ("first", "second"))
    assert [file.name for file in first] == ["figure-3-domains.svg", "figure-4-complexity.svg"]
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()
        assert "<svg" in one.read_text()
    assert "Balanced split" in first[0].read_text()
