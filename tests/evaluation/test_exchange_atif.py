"""Trials as ATIF: every move with what came of it, and no answers; `make test-adapters` asks Harbor's own reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import shopworld as sw
from shopworld.errors import RunError
from shopworld.evaluation.exchange.atif import atif_of
from shopworld.evaluation.records import Hashes, Result, Status, Step
from shopworld.evaluation.settings import RunSettings

HASHES = Hashes(task="t", checks="c")


def told(*steps: Step, **fields: Any) -> dict[str, Any]:
    result = Result(
        **{
            "agent": "web@openai/gpt-5",
            "task": "t1",
            "trial": 2,
            "status": Status.PASSED,
            "reward": 1.0,
            "hashes": HASHES,
            **fields,
        }
    )
    return atif_of(result, "Find it.", steps, suite="small", package="0.1")


def test_a_browsers_steps_are_calls_with_what_was_seen() -> None:
    first = Step(number=0, url="http://a.example/", tree="[1] link 'One'")
    page = {"url": "http://a.example/one", "tree": "[2] heading 'One'"}
    click = Step(number=1, action="click('1')", thought="It fits.", **page)  # type: ignore[arg-type]
    wrong = Step(number=2, action="fly(1)", error="there is no action fly")
    silent = Step(number=3, action="", thought="Hm.", error="no action")
    made = told(first, click, wrong, silent)
    assert [one["step_id"] for one in made["steps"]] == [1, 2, 3, 4, 5]
    assert [one["source"] for one in made["steps"]] == ["user", "system", "agent", "agent", "agent"]
    assert made["steps"][0]["message"] == "Find it."
    assert "[1] link 'One'" in made["steps"][1]["message"]
    agent = made["steps"][2]
    assert agent["tool_calls"] == [
        {"tool_call_id": "call-1", "function_name": "click", "arguments": agent["tool_calls"][0]["arguments"]}
    ]
    assert agent["tool_calls"][0]["arguments"]["bid"] == "1"
    assert agent["message"] == "It fits."
    assert agent["observation"]["results"][0]["source_call_id"] == "call-1"
    assert "heading" in agent["observation"]["results"][0]["content"]
    assert made["steps"][3]["tool_calls"][0]["function_name"] == "unreadable"
    assert made["steps"][3]["tool_calls"][0]["arguments"] == {"text": "fly(1)"}
    assert "tool_calls" not in made["steps"][4]
    assert made["steps"][4]["observation"]["results"] == [{"content": "no action"}]
    assert made["agent"] == {"name": "web@openai/gpt-5", "version": "0.1", "model_name": "openai/gpt-5"}


def test_a_call_keeps_its_arguments_and_what_a_model_used() -> None:
    used = {"input_tokens": 10.0, "output_tokens": 3, "usd": 0.25, "model_calls": 2, "note": "x", "cached_tokens": True}
    call = Step(number=1, action='{"name": "search_products", "arguments": {"query": "x"}}', result="{}", extra=used)
    odd = Step(number=2, action='{"name": "f", "arguments": [1]}', result="{}")
    usage = {"input_tokens": 10.0, "output_tokens": 3.0, "usd": 0.25}
    made = told(Step(number=0), call, odd, usage=usage)
    assert [one["source"] for one in made["steps"]] == ["user", "agent", "agent"], "there was no first page"
    assert made["steps"][1]["tool_calls"][0]["arguments"] == {"query": "x"}
    assert made["steps"][1]["metrics"] == {"prompt_tokens": 10, "completion_tokens": 3, "cost_usd": 0.25}
    assert made["steps"][1]["llm_call_count"] == 2
    assert made["steps"][2]["tool_calls"][0]["arguments"] == {}
    assert made["final_metrics"] == {
        "total_prompt_tokens": 10,
        "total_completion_tokens": 3,
        "total_cost_usd": 0.25,
        "total_steps": 3,
    }


def test_a_run_is_written_trial_by_trial_without_reasons(finished_run: tuple[Path, Path], tmp_path: Path) -> None:
    finished = finished_run[1]
    files = sw.export_run(finished, tmp_path / "out", agent="mine")
    assert len(files) == 6
    made = json.loads(files[0].read_text())
    assert (made["schema_version"], made["extra"]["status"], made["extra"]["reward"]) == ("ATIF-v1.7", "passed", 1.0)
    assert made["steps"][0]["message"].endswith("in the first two shops.")
    assert "reason" not in made["extra"]
    assert "checks" not in made["extra"]
    with pytest.raises(RunError, match="no trial of nobody"):
        sw.export_run(finished, tmp_path / "none", agent="nobody")
    assert not (tmp_path / "none").exists()
    assert RunSettings.read(finished / "run.toml").sessions
