"""Inspect's adapter, evaluated by Inspect with scripted models; run by `make test-adapters`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hosted import KINDS, Played, oracle_plays, reported, wrong_ending

pytest.importorskip("inspect_ai")
from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import shopworld as sw

Calls = list[tuple[str, dict[str, Any]]]


def scripted(scripts: dict[str, Calls]) -> Any:
    """A model that knows by the goal which calls to make, and counts on its own messages where it is."""

    def reply(messages: list[Any], tools: Any, choice: Any, config: Any) -> ModelOutput:
        goal = next(one.text for one in messages if one.role == "user")
        done = sum(one.role == "assistant" for one in messages)
        calls = next(calls for start, calls in scripts.items() if start in goal)
        if done < len(calls):
            output = ModelOutput.for_tool_call("mockllm/model", calls[done][0], calls[done][1])
        else:
            output = ModelOutput.from_content("mockllm/model", "That is all.")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


def played(suite: str, model: Any, home: Path, logs: Path, **options: Any) -> Any:
    """The log of an evaluation, found by its entry point."""
    arguments = {"suite": suite, "interface": "tools", "home": str(home), **options.pop("given", {})}
    (log,) = evaluate("shopworld/suite", model=model, task_args=arguments, log_dir=str(logs), display="none", **options)
    assert log.status == "success", log.error
    return log


@pytest.mark.parametrize("suite", ["small", "chargers"])
def test_scores_equal_ours_and_a_wrong_ending_earns_nothing(
    suite: str,
    home: Path,
    native: Callable[[str], Played],
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    kinds = [kind for kind in KINDS if KINDS[kind][0] == suite]
    goals = {
        kind: next(t.goal for t in sw.load_suite(suite, home=home).tasks if t.id == KINDS[kind][1]) for kind in kinds
    }
    right = scripted({goals[kind]: list(native(kind).calls) for kind in kinds})
    given = {"save_to": str(tmp_path / "run")}
    log = played(suite, right, home, tmp_path / "logs", epochs=2, given=given)
    assert len(log.samples) == 2 * len(kinds), "two at once, twice each"
    by_task = {KINDS[kind][1]: native(kind).result for kind in kinds}
    for sample in log.samples:
        found, ours = sample.scores["shopworld"], by_task[sample.id]
        assert (found.value, found.metadata["steps"]) == (ours.reward, ours.steps) == (1.0, ours.steps)
        assert found.metadata["trial"] == sample.epoch - 1
    wrong = scripted({goals[kind]: [wrong_ending(kind)] for kind in kinds})
    log = played(suite, wrong, home, tmp_path / "logs")
    assert log.results.scores[0].metrics["accuracy"].value == 0.0
    for sample in log.samples:
        assert sample.scores["shopworld"].explanation.startswith("failed")
        assert len(sample.scores["shopworld"].explanation) > len("failed\n")
    saved = reported(tmp_path / "run", home)
    assert [one.reward for one in saved] == [1.0] * 2 * len(kinds)
    for number, file in enumerate(sorted((tmp_path / "logs").glob("*.eval"))):
        again = sw.import_results(file, tmp_path / f"again-{number}", home=home)
        assert (again.differing, again.left_out) == ((), ())
        assert {one.reward for one in again.results} in ({1.0}, {0.0})
    for kind in kinds:
        record_property("kind", kind)


def test_a_model_that_only_talks_ends_the_task(home: Path, tmp_path: Path) -> None:
    log = played("small", scripted({"": []}), home, tmp_path, limit=1)
    assert log.samples[0].scores["shopworld"].metadata["ending"] == "message"


def test_limits_of_inspect_are_no_success(home: Path, native: Callable[[str], Played], tmp_path: Path) -> None:
    """All is in the cart already, and would pass if that were said."""
    calls = list(native("cart").calls)
    limit = 2 * len(calls) - 1
    log = played("small", scripted({"": calls}), home, tmp_path, message_limit=limit, sample_id="cart_1")
    assert log.samples[0].limit.type == "message"
    found = log.samples[0].scores["shopworld"]
    assert (found.value, found.metadata["ending"]) == (0.0, "stopped")


def test_a_sample_that_nobody_scores_is_saved_as_stopped(home: Path, tmp_path: Path) -> None:
    """The model's provider fails for good; tried again, the first try is the one that is kept, and that is told."""

    def fail(messages: list[Any], tools: Any, choice: Any, config: Any) -> ModelOutput:
        if len(begun := [*tries, 1]) < 3:
            tries[:] = begun
            raise RuntimeError("no answer")
        output = ModelOutput.from_content("mockllm/model", "That is all.")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    tries: list[int] = []
    run = tmp_path / "run"
    model = get_model("mockllm/model", custom_outputs=fail, memoize=False)
    given = {"save_to": str(run)}
    log = played(
        "small", model, home, tmp_path / "logs", sample_id="cart_1", given=given, fail_on_error=False, retry_on_error=2
    )
    assert log.samples[0].scores["shopworld"].explanation.startswith("failed")
    assert "not saved: " in log.samples[0].scores["shopworld"].explanation
    assert [(one.trial, one.ending) for one in reported(run, home)] == [(0, "stopped")]


def test_foreign_hosts_are_refused(home: Path, tmp_path: Path) -> None:
    calls: Calls = [("view_cart", {"shop": "http://foreign.example/"}), wrong_ending("cart")]
    log = played("small", scripted({"": calls}), home, tmp_path, sample_id="cart_1")
    errors = [one.error.message for one in log.samples[0].messages if one.role == "tool" and one.error]
    assert any("foreign.example" in one for one in errors)


@pytest.mark.browser
def test_the_browser_is_one_tool(home: Path, tmp_path: Path) -> None:
    actions = oracle_plays(home, "cart", "browser").actions
    model = scripted({"": [("act", {"action": one}) for one in actions]})
    log = played("small", model, home, tmp_path, sample_id="cart_1", given={"interface": "browser", "slots": 1})
    assert log.samples[0].scores["shopworld"].value == 1.0
