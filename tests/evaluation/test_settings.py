from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError, RunError
from shopworld.evaluation.settings import RunSettings, Screenshots, select_tasks
from shopworld.models import Budget, ModelSettings
from shopworld.tasks import Task

words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)


@given(
    suite=words,
    agents=st.lists(words, min_size=1, max_size=3, unique=True),
    trials=st.integers(1, 9),
    seed=st.integers(-(2**40), 2**40),
    seconds=st.floats(0.1, 1e6),
    filters=st.lists(words, max_size=2),
    screenshots=st.sampled_from(Screenshots),
)
def test_settings_survive_the_way_to_toml_and_back(
    tmp_path_factory: pytest.TempPathFactory,
    suite: str,
    agents: list[str],
    trials: int,
    seed: int,
    seconds: float,
    filters: list[str],
    screenshots: Screenshots,
) -> None:
    settings = RunSettings(
        suite=suite,
        agents=tuple(agents),
        trials=trials,
        seed=seed,
        max_seconds=seconds,
        filters=tuple(filters),
        screenshots=screenshots,
    )
    path = tmp_path_factory.getbasetemp() / "run.toml"
    path.write_text(settings.to_toml(), encoding="utf-8")
    assert RunSettings.read(path) == settings


def test_a_missing_or_wrong_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is this a run folder"):
        RunSettings.read(tmp_path / "run.toml")
    (tmp_path / "run.toml").write_text("suite = 1")
    with pytest.raises(InputError, match="not the settings of a run"):
        RunSettings.read(tmp_path / "run.toml")


def test_differences_are_in_words() -> None:
    there = RunSettings(suite="s", agents=("a",), filters=("set=basic",))
    asked = RunSettings(suite="s", agents=("a", "b"), seed=4)
    assert there.differences(asked) == [
        "agents: a there, a, b asked",
        "seed: 0 there, 4 asked",
        "filters: set=basic there, none asked",
    ]


def test_an_agent_named_twice_is_refused() -> None:
    with pytest.raises(RunError, match="an agent is named twice"):
        RunSettings.from_values(suite="s", agents=("a", "a"))


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        ((), ["task_0", "task_1", "task_2", "task_3"]),
        (("task_2",), ["task_2"]),
        (("TASK_*",), ["task_0", "task_1", "task_2", "task_3"]),
        (("set=basic",), ["task_1", "task_2"]),
        (("set=basic", "category=cheap*"), ["task_1"]),
        (("task_0", "task_3"), ["task_0", "task_3"]),
        (("template=template_1",), ["task_2", "task_3"]),
    ],
)
def test_filters_choose_tasks_in_the_suites_order(
    task_maker: Callable[..., Task], filters: tuple[str, ...], ids: list[str]
) -> None:
    tasks = [task_maker(number) for number in range(4)]
    assert [task.id for task in select_tasks(tasks, filters)] == ids


def test_unknown_fields_and_filters_without_tasks_are_refused(task_maker: Callable[..., Task]) -> None:
    tasks = [task_maker(0)]
    with pytest.raises(RunError, match="cannot filter by 'colour'"):
        select_tasks(tasks, ("colour=red",))
    with pytest.raises(RunError, match="no task fits the filter set=none"):
        select_tasks(tasks, ("set=none",))


def test_settings_of_models_are_written_where_they_are_not_the_usual_ones(tmp_path: Path) -> None:
    plain = RunSettings(suite="s", agents=("noop",))
    assert "models" not in plain.to_toml()
    settings = RunSettings(
        suite="s",
        agents=("web-axtree@openai/gpt-5",),
        models=ModelSettings(temperature=0.5, budget=Budget(usd=1.5), base_url="http://127.0.0.1:1/v1"),
    )
    (tmp_path / "run.toml").write_text(settings.to_toml(), encoding="utf-8")
    assert RunSettings.read(tmp_path / "run.toml") == settings


def test_a_budget_may_change_while_a_run_goes_on_and_the_temperature_may_not() -> None:
    def settings(**models: object) -> RunSettings:
        return RunSettings(suite="s", agents=("a",), models=ModelSettings.model_validate(models))

    asked = settings(budget={"usd": 1}, retries=3)
    assert asked.differences(settings(budget={"usd": 2}, timeout=9)) == []
    assert asked.differences(settings(temperature=1)) == ["models.temperature: none there, 1.0 asked"]


def test_a_wrong_setting_of_models_is_named() -> None:
    with pytest.raises(RunError, match=r"models\.temperature: Input should be less than"):
        RunSettings.from_values(suite="s", agents=("a",), models={"temperature": 9})


def test_settings_in_other_bytes_than_text_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_bytes(b"\xa5\xff = 1\n")
    with pytest.raises(InputError, match="not the settings of a run"):
        RunSettings.read(tmp_path / "run.toml")
