"""Other people's result files: what they tell is done again in the shops, and graded there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shopworld as sw
from shopworld.errors import InputError, RunError
from shopworld.evaluation import RunFolder, regrade
from shopworld.evaluation.exchange.webmall_interfaces import read_webmall_interfaces

LIVE = "https://webmall-{}.shops.example.edu/product/{}"
TWO = [LIVE.format(1, "brisk-ssd-2-tb/"), LIVE.format(2, "brisk-ssd-2-tb")]


def written(path: Path, content: Any) -> Path:
    path.write_text(json.dumps(content))
    return path


def rag(**fields: Any) -> dict[str, Any]:
    """An entry as the release's RAG agents write them."""
    metrics = {"task_completion_rate": 1, "avg_precision": 1.0, "avg_recall": 1.0, "f1_score": 1.0}
    return {"metrics": metrics, "parsed_model_response": [], "cart_checkout_urls": [], "prompt_tokens": 8577, **fields}


def test_answers_and_carts_are_graded_in_the_shops_and_orders_left_out(home: Path, tmp_path: Path) -> None:
    entries = [
        rag(task_id="answer_1", parsed_model_response=TWO, completion_tokens=200),
        rag(task_id="cart_1", cart_checkout_urls=[LIVE.format(3, "brisk-ssd-3-tb/")]),
        rag(task_id="order_1", cart_checkout_urls=[LIVE.format(3, "brisk-ssd-3-tb/")]),
        rag(task_id="elsewhere_1"),
    ]
    file = written(tmp_path / "rag.json", {"benchmark_metadata": {"model": "gpt-4.1"}, "results": entries})
    found = sw.import_results(file, tmp_path / "run", suite="small", home=home)
    assert [(one.agent, one.task, one.status) for one in found.results] == [
        ("webmall-interfaces-gpt-4.1", "answer_1", "passed"),
        ("webmall-interfaces-gpt-4.1", "cart_1", "passed"),
    ]
    assert found.results[0].usage == {"input_tokens": 8577.0, "output_tokens": 200.0}
    assert found.left_out == (("order_1", "who bought is not told"), ("elsewhere_1", "the suite has no such task"))
    assert not found.differing
    assert not regrade(tmp_path / "run", sw.load_suite("small", home=home)).changes
    assert sw.report(tmp_path / "run", home=home).exists()
    more = written(tmp_path / "more.json", [rag(task_id="cart_1"), rag(task_id="answer_1")])
    with pytest.raises(RunError, match="holds trial 0"):
        sw.import_results(more, tmp_path / "run", suite="small", agent="webmall-interfaces-gpt-4.1", home=home)
    assert len(RunFolder(tmp_path / "run").results()) == 2


class Interrupted(Exception):
    """What ends an import in its middle."""


def test_an_import_that_was_interrupted_is_taken_up(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [LIVE.format(1, f"no-{number}/") for number in range(60)]
    entries = [
        rag(task_id="cart_1", cart_checkout_urls=many),
        rag(task_id="answer_1", parsed_model_response=TWO[:1], completion_tokens=200),
    ]
    out, file = tmp_path / "run", written(tmp_path / "rag.json", {"results": entries})
    whole = sw.import_results(file, tmp_path / "whole", suite="small", agent="theirs", home=home)
    save = sw.Session.save
    saved: list[sw.Session] = []

    def save_once(session: sw.Session, into: Path) -> Any:
        if saved:
            raise Interrupted
        saved.append(session)
        return save(session, into)

    with monkeypatch.context() as patch:
        patch.setattr(sw.Session, "save", save_once)
        with pytest.raises(Interrupted):
            sw.import_results(file, out, suite="small", agent="theirs", home=home)
    (first,) = RunFolder(out).results()
    assert first.status == "limit"

    def told(found: Any) -> list[dict[str, Any]]:
        return [one.without_seconds() for one in found.results]

    again = sw.import_results(file, out, suite="small", agent="theirs", home=home)
    assert again.results[0] == first, "it was not played again"
    assert told(again) == told(whole)
    assert again.differing == whole.differing == (("cart_1", True, False), ("answer_1", True, False))
    assert len(RunFolder(out).results()) == 2
    before = (out / "results.jsonl").read_bytes()
    assert sw.import_results(file, out, suite="small", agent="theirs", home=home).results == again.results
    assert (out / "results.jsonl").read_bytes() == before
    for other in (
        rag(task_id="answer_1", parsed_model_response=TWO, completion_tokens=200),
        rag(task_id="answer_1", parsed_model_response=TWO[:1], completion_tokens=201),
        rag(task_id="answer_1", parsed_model_response=TWO[:1], cart_checkout_urls=many[:1], completion_tokens=200),
        rag(task_id="cart_1", cart_checkout_urls=many[:49]),
        rag(task_id="cart_1", cart_checkout_urls=many[::-1]),
    ):
        changed = written(tmp_path / "changed.json", {"results": [other]})
        with pytest.raises(RunError, match="holds trial 0"):
            sw.import_results(changed, out, suite="small", agent="theirs", home=home)
    suite = sw.load_suite("small", home=home)
    changed_suite = suite.model_copy(update={"version": "2"})
    with pytest.raises(RunError, match="holds trial 0"):
        sw.import_results(file, out, suite=changed_suite, agent="theirs", home=home)
    assert (out / "results.jsonl").read_bytes() == before


def test_what_the_file_counts_is_not_believed(home: Path, tmp_path: Path) -> None:
    entries = [
        rag(task_id="answer_1", parsed_model_response=TWO[:1]),
        rag(task_id="cart_1", cart_checkout_urls=[LIVE.format(3, "brisk-ssd-4-tb/"), LIVE.format(4, "no-such-thing/")]),
    ]
    file = written(tmp_path / "rag.json", {"results": entries})
    found = sw.import_results(file, tmp_path / "run", suite="small", agent="theirs", trial=3, home=home)
    assert [one.status for one in found.results] == ["failed", "failed"]
    assert found.differing == (("answer_1", True, False), ("cart_1", True, False))
    assert {(one.agent, one.trial) for one in RunFolder(tmp_path / "run").results()} == {("theirs", 3)}


def test_a_cart_beyond_the_limit_ends_at_the_limit_and_a_task_twice_is_refused(home: Path, tmp_path: Path) -> None:
    many = [LIVE.format(1, f"no-{number}/") for number in range(60)]
    file = written(tmp_path / "rag.json", [rag(task_id="answer_1", parsed_model_response=TWO, cart_checkout_urls=many)])
    found = sw.import_results(file, tmp_path / "run", suite="small", home=home)
    assert [(one.status, one.steps) for one in found.results] == [("limit", 50)]
    twice = written(tmp_path / "twice.json", [rag(task_id="answer_1"), rag(task_id="answer_1")])
    with pytest.raises(InputError, match="answer_1 is there twice"):
        sw.import_results(twice, tmp_path / "other", suite="small", home=home)
    assert not (tmp_path / "other").exists()


def test_an_execution_with_a_raw_response_is_read_too(home: Path, tmp_path: Path) -> None:
    execution = {"task_id": "answer_1", "task_completion_rate": 1, "raw_response": json.dumps({"urls": TWO})}
    file = written(tmp_path / "mcp.json", {"model": "GPT-4.1", "task_execution": execution})
    found = sw.import_results(file, tmp_path / "run", suite="small", home=home)
    assert [(one.agent, one.status) for one in found.results] == [("webmall-interfaces-gpt-4.1", "passed")]
    bought = {**execution, "task_id": "cart_1", "checkout_successful": True}
    with pytest.raises(RunError, match="can be graded: who bought is not told"):
        sw.import_results(written(tmp_path / "b.json", [bought]), tmp_path / "other", suite="small", home=home)
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", "null", '{"results": [1]}', '{"results": [{}]}', '[{"task_id": 1}]']
)
def test_what_is_something_else_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text(content)
    with pytest.raises(InputError, match=r"no\.json"):
        read_webmall_interfaces(tmp_path / "no.json", ("a.example",))
    with pytest.raises(InputError, match="no such file"):
        read_webmall_interfaces(tmp_path / "nowhere.json", ("a.example",))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**6) | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3)
)
_NAMES = st.sampled_from(["task_id", "metrics", "parsed_urls", "raw_response", "cart_only_urls", "prompt_tokens"])


@given(entry=st.dictionaries(_NAMES, _JSON))
def test_whatever_stands_in_an_entry_is_read_or_refused(
    entry: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = written(tmp_path_factory.getbasetemp() / "entry.json", [entry])
    try:
        told = read_webmall_interfaces(file, ("a.example",))
    except InputError:
        return
    assert told.trials[0].task == entry["task_id"]
    assert json.loads(told.trials[0].moves[-1].action)["arguments"]["answer"]


def test_a_log_is_played_again_and_what_goes_another_way_is_left_out(home: Path, tmp_path: Path) -> None:
    answer = " ### ".join(
        f"http://{host}/product/brisk-ssd-2-tb/" for host in ("kernel-and-coil.example", "swiftlap.example")
    )

    def sample(epoch: int, *failed: bool) -> dict[str, Any]:
        calls = [("view_cart", {"shop": "http://foreign.example/"}), ("submit_answer", {"answer": answer})]
        messages: list[dict[str, Any]] = []
        for number, ((name, arguments), error) in enumerate(zip(calls, failed, strict=True)):
            made = {"id": str(number), "function": name, "arguments": arguments}
            messages.append({"role": "assistant", "content": "", "tool_calls": [made]})
            messages.append(
                {"role": "tool", "tool_call_id": str(number), "error": {"message": "no"} if error else None}
            )
        return {"id": "answer_1", "epoch": epoch, "messages": messages, "scores": {"shopworld": {"value": 0.0}}}

    about = {"task": "small", "model": "mockllm/model", "task_args": {"suite": "small", "interface": "tools"}}
    samples = [sample(1, True, False), sample(2, False, False)]
    file = written(tmp_path / "log.json", {"eval": about, "samples": samples})
    found = sw.import_results(file, tmp_path / "run", home=home)
    assert [(one.agent, one.trial, one.status, one.steps) for one in found.results] == [
        ("mockllm/model", 0, "passed", 2)
    ]
    assert found.differing == (("answer_1", False, True),)
    ((task, why),) = found.left_out
    assert task == "answer_1"
    assert "step 1" in why
    assert "was refused here and was not there" in why
    before = (tmp_path / "run" / "results.jsonl").read_bytes()
    assert sw.import_results(file, tmp_path / "run", home=home).results == found.results
    assert (tmp_path / "run" / "results.jsonl").read_bytes() == before
    assert not regrade(tmp_path / "run", sw.load_suite("small", home=home)).changes


@pytest.mark.parametrize("goes_on", [False, True])
def test_tokens_of_a_log_that_ends_in_a_message_are_kept_and_it_is_taken_up(
    home: Path, tmp_path: Path, goes_on: bool
) -> None:
    made = {"id": "0", "function": "submit_answer", "arguments": {"answer": "http://nowhere.example/"}}
    other = {"id": "0", "function": "view_cart", "arguments": {"shop": "http://kernel-and-coil.example/"}}
    messages = [
        {"role": "assistant", "content": "", "tool_calls": [made if goes_on else other]},
        {"role": "tool", "tool_call_id": "0"},
        {"role": "assistant", "content": "I am done."},
    ]
    usage = {"mockllm/model": {"input_tokens": 30, "output_tokens": 4}}
    sample = {"id": "answer_1", "epoch": 1, "messages": messages, "model_usage": usage}
    about = {"task": "small", "model": "mockllm/model", "task_args": {"suite": "small", "interface": "tools"}}
    file, out = written(tmp_path / "log.json", {"eval": about, "samples": [sample]}), tmp_path / "run"
    found = sw.import_results(file, out, home=home)
    (result,) = found.results
    assert (result.ending, result.steps) == (("submitted", 1) if goes_on else ("message", 2))
    assert result.usage == {"input_tokens": 30.0, "output_tokens": 4.0}
    before = (out / "results.jsonl").read_bytes()
    assert sw.import_results(file, out, home=home).results == found.results
    assert (out / "results.jsonl").read_bytes() == before
    shorter = written(tmp_path / "shorter.json", {"eval": about, "samples": [sample | {"messages": messages[:2]}]})
    if not goes_on:
        with pytest.raises(RunError, match="holds trial 0"):
            sw.import_results(shorter, out, home=home)
