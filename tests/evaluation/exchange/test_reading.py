"""Other people's files, read: logs of Inspect, folders of experiments, and what is hostile or broken."""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import struct
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError
from shopworld.evaluation.exchange import inspect_logs
from shopworld.evaluation.exchange.inert_pickles import InertObject, read_inert
from shopworld.evaluation.exchange.reading import read_foreign

PRESSED: list[str] = []


@dataclass
class Recorded:
    """As harnesses keep experiments and steps."""

    env_args: Any = None
    agent_args: Any = None
    action: str | None = None
    obs: dict[str, Any] = field(default_factory=dict)


class Armed:
    """What a pickle may hold."""

    def __reduce__(self) -> tuple[Any, ...]:
        return PRESSED.append, ("it ran",)


def call(number: int, name: str, **given: Any) -> dict[str, Any]:
    made = {"id": f"c{number}", "function": name, "arguments": given}
    return {"role": "assistant", "content": "I call.", "tool_calls": [made]}


def reply(number: int, error: str = "") -> dict[str, Any]:
    told = {"error": {"type": "unknown", "message": error}} if error else {}
    return {"role": "tool", "tool_call_id": f"c{number}", "content": "{}", **told}


def sample(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    scores = {"shopworld": {"value": 1.0}}
    return {"id": "cart_1", "epoch": 2, "messages": [*messages], "scores": scores, **more}


def log(*samples: dict[str, Any], **more: Any) -> dict[str, Any]:
    about = {"task": "small", "model": "openai/gpt-5", "task_args": {"suite": "small", "interface": "tools"}, **more}
    return {"version": 2, "status": "success", "eval": about, "samples": list(samples)}


def zipped(path: Path, told: dict[str, Any], *, zstd: bool) -> Path:
    """As Inspect writes it: packed by deflate, or by zstandard, which Python's own writer does not know."""
    parts = {"header.json": {key: value for key, value in told.items() if key != "samples"}}
    parts |= {f"samples/{one['id']}_epoch_{one['epoch']}.json": one for one in told["samples"]}
    if not zstd:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, part in parts.items():
                archive.writestr(name, json.dumps(part))
        return path
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            content = json.dumps(part).encode()
            packed = zstandard.ZstdCompressor().compress(content)
            archive.writestr(name, packed)
            about = archive.getinfo(name)
            about.compress_type, about.file_size = 93, len(content)
    path.write_bytes(written.getvalue())
    return path


MESSAGES = (
    {"role": "user", "content": "Find it."},
    call(1, "search_products", query="ssd"),
    reply(1),
    call(2, "view_cart", shop="attachment://long"),
    reply(2, "there is no such shop"),
    {"role": "assistant", "content": [{"type": "reasoning", "reasoning": "…"}, {"type": "text", "text": "All done."}]},
)


@pytest.mark.parametrize("form", ["json", "deflate", "zstandard"])
def test_a_log_of_inspect_tells_calls_what_failed_and_the_last_words(form: str, tmp_path: Path) -> None:
    attached = {"long": "http://foreign.example/"}
    usage = {"openai/gpt-5": {"input_tokens": 30, "output_tokens": 4, "total_tokens": 34}}
    told = log(sample(*MESSAGES, attachments=attached, model_usage=usage))
    place = tmp_path / "made"
    if form == "json":
        place.write_text(json.dumps(told))
    else:
        zipped(place, told, zstd=form == "zstandard")
    read = read_foreign(place)
    assert (read.agent, read.suite, read.interface) == ("openai/gpt-5", "small", "tools")
    (trial,) = read.trials
    assert (trial.task, trial.trial, trial.claimed, trial.unfit) == ("cart_1", 1, True, "")
    first, second, last = trial.moves
    assert (json.loads(first.action), first.failed) == (
        {"name": "search_products", "arguments": {"query": "ssd"}},
        False,
    )
    assert (json.loads(second.action)["arguments"], second.failed) == ({"shop": "http://foreign.example/"}, True)
    assert (last.says, last.used) == ("All done.", {"input_tokens": 30.0, "output_tokens": 4.0})


def test_calls_that_a_limit_came_before_are_not_done_again(tmp_path: Path) -> None:
    cut = [*MESSAGES[:3], call(7, "submit_answer", answer="Done")]
    (tmp_path / "log.json").write_text(json.dumps(log(sample(*cut))))
    (trial,) = read_foreign(tmp_path / "log.json").trials
    assert [json.loads(one.action)["name"] for one in trial.moves] == ["search_products"]


def test_the_browsers_one_tool_and_samples_that_failed_are_understood(tmp_path: Path) -> None:
    acts = (call(1, "act", action="click('12')"), reply(1))
    broken = sample(*acts, error={"message": "no provider"})
    told = log(sample(*acts), broken | {"epoch": 3}, sample(*MESSAGES[:1]) | {"epoch": 4})
    (tmp_path / "log.json").write_text(json.dumps(told))
    read = read_foreign(tmp_path / "log.json")
    assert read.interface == "browser"
    assert [one.unfit for one in read.trials] == [
        "",
        "it ended by an error: no provider",
        "it tells of no call",
    ]
    assert read.trials[0].moves[0].action == "click('12')"
    (tmp_path / "twice.json").write_text(json.dumps(log(sample(*acts), sample(*acts))))
    with pytest.raises(InputError, match="cart_1 is there twice"):
        read_foreign(tmp_path / "twice.json")


_ANY = st.none() | st.integers() | st.text(max_size=6) | st.just([1]) | st.just({"a": 1})
_CALL = st.fixed_dictionaries({}, optional=dict.fromkeys(("id", "function", "arguments"), _ANY))
_MESSAGE = st.fixed_dictionaries(
    {"role": st.sampled_from(["tool", "assistant", "user"])},
    optional={"tool_call_id": _ANY, "tool_calls": _ANY | st.lists(_CALL, max_size=2), "content": _ANY, "error": _ANY},
)
_USAGE = _ANY | st.dictionaries(st.just("m"), _ANY | st.fixed_dictionaries({"input_tokens": _ANY}))
_PARTS = {"messages": _ANY | st.lists(_MESSAGE, max_size=4), "model_usage": _USAGE, "scores": _ANY, "error": _ANY}


def read_or_refused(file: Path) -> None:
    try:
        read_foreign(file)
    except InputError:
        return


@given(more=st.fixed_dictionaries({}, optional=_PARTS), epoch=_ANY)
def test_whatever_a_sample_holds_is_read_or_refused(
    more: dict[str, Any], epoch: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_text(json.dumps(log({"id": "cart_1", "epoch": epoch, **more})))
    read_or_refused(file)


@pytest.mark.parametrize(
    "broken",
    [
        {"messages": [*MESSAGES, {"role": "tool", "tool_call_id": {"a": 1}}]},
        {"messages": [{"role": "assistant", "tool_calls": [{"id": [1], "function": "view_cart"}]}]},
        {"messages": [*MESSAGES], "model_usage": {"m": {"input_tokens": "many"}}},
        {"messages": [*MESSAGES], "epoch": 3_000_000_000},
    ],
)
def test_fields_of_another_kind_give_no_traceback(broken: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "log.json").write_text(json.dumps(log(sample() | broken)))
    read_or_refused(tmp_path / "log.json")


@pytest.mark.parametrize("zstd", [True, False])
@given(at=st.integers(0, 10_000), value=st.integers(0, 255))
def test_a_damaged_archive_is_read_or_refused(
    zstd: bool, at: int, value: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = zipped(tmp_path_factory.getbasetemp() / "any.eval", log(sample(*MESSAGES)), zstd=zstd)
    content = bytearray(file.read_bytes())
    content[at % len(content)] = value
    file.write_bytes(content)
    read_or_refused(file)


@pytest.mark.parametrize(("at", "value"), [(8, 1), (10, 99)])
def test_an_archive_that_is_locked_or_packed_otherwise_is_refused(at: int, value: int, tmp_path: Path) -> None:
    file = zipped(tmp_path / "log.eval", log(sample(*MESSAGES)), zstd=False)
    content = file.read_bytes()
    for mark, more in ((b"PK\x01\x02", 0), (b"PK\x03\x04", -2)):  # what the directory says, and the file's header
        place = content.find(mark)
        while place >= 0:
            content = content[: place + at + more] + bytes([value]) + content[place + at + more + 1 :]
            place = content.find(mark, place + 1)
    file.write_bytes(content)
    with pytest.raises(InputError, match="no log of Inspect"):
        read_foreign(file)


def test_samples_that_are_too_much_together_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = zipped(tmp_path / "log.eval", log(sample(*MESSAGES), sample(*MESSAGES) | {"epoch": 3}), zstd=False)
    with zipfile.ZipFile(file) as archive:
        sizes = [one.file_size for one in archive.infolist()]
    monkeypatch.setattr(inspect_logs, "MOST_READ", sum(sizes) - 1)
    with pytest.raises(InputError, match="samples have more than"):
        read_foreign(file)


def experiment(
    folder: Path, summary: dict[str, Any], task: str = "shopworld.small.cart_1", seed: int | None = 3
) -> Path:
    """A folder as AgentLab and BrowserGym write it."""
    folder.mkdir(parents=True)
    about = Recorded(env_args=Recorded(), agent_args=Recorded())
    about.env_args.__dict__.update(task_name=task, task_seed=seed)
    about.agent_args.__dict__.update(agent_name="Tree")
    (folder / "exp_args.pkl").write_bytes(pickle.dumps(about))
    told = [("click('12')", ""), ("click('99')", ""), ("send_msg_to_user('Done')", "no element 99"), (None, "")]
    for number, (action, error) in enumerate(told):
        step = Recorded(action=action, obs={"last_action_error": error, "armed": Armed()})
        (folder / f"step_{number}.pkl.gz").write_bytes(gzip.compress(pickle.dumps(step)))
    (folder / "summary_info.json").write_text(json.dumps({"cum_reward": 0.0, "err_msg": None, **summary}))
    return folder


def test_an_experiments_pickles_tell_actions_and_nothing_in_them_runs(tmp_path: Path) -> None:
    experiment(tmp_path / "study" / "one", {"stats.cum_input_tokens": 12})
    experiment(tmp_path / "study" / "two", {"err_msg": "it\nbroke"}, "browsergym/shopworld.small.answer_1")
    read = read_foreign(tmp_path / "study")
    assert (read.suite, read.interface) == ("small", "browser")
    one, two = read.trials
    assert (one.task, one.agent, one.trial, one.claimed) == ("cart_1", "Tree", 0, False)
    assert [(move.action, move.failed) for move in one.moves] == [
        ("click('12')", False),
        ("click('99')", True),
        ("send_msg_to_user('Done')", False),
    ]
    assert one.moves[-1].used == {"input_tokens": 12.0}
    assert (two.task, two.unfit) == ("answer_1", "it ended by an error: it")
    assert not PRESSED


def test_seeds_of_a_task_are_numbered_and_what_is_there_twice_is_left_out(tmp_path: Path) -> None:
    answer = "shopworld.small.answer_1"
    for number, seed in enumerate((3_000_000_000, -5, 7, 7)):
        experiment(tmp_path / f"cart_{number}", {"err_msg": "it broke"} if number == 2 else {}, seed=seed)
    for number in range(2):
        experiment(tmp_path / f"x_answer_{number}", {}, answer, seed=None)
    experiment(tmp_path / "order", {}, "shopworld.small.order_1", seed=None)
    experiment(tmp_path / "order_seeded", {}, "shopworld.small.order_1", seed=1)
    read = [(one.place, one.trial, one.unfit) for one in read_foreign(tmp_path).trials]
    assert read == [
        ("cart_0", 2, ""),
        ("cart_1", 0, ""),
        ("cart_2", 1, "it ended by an error: it broke"),
        ("cart_3", 1, ""),
        ("order", None, "another experiment on this task is there, and this one has no seed"),
        ("order_seeded", 0, ""),
        ("x_answer_0", None, ""),
        ("x_answer_1", None, "another experiment on this task is there, and this one has no seed"),
    ]
    experiment(tmp_path / "cart_4", {}, seed=-5)
    (again,) = [one for one in read_foreign(tmp_path).trials if one.place == "cart_4"]
    assert again.unfit == "seed -5 is there twice"


def test_a_pickle_is_read_without_anything_that_it_names(tmp_path: Path) -> None:
    class Shell:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.system, (f"touch {tmp_path / 'ran'}",)

    (tmp_path / "hostile.pkl").write_bytes(pickle.dumps({"plain": 1, "shell": Shell(), "path": tmp_path}))
    found = read_inert(tmp_path / "hostile.pkl")
    assert found["plain"] == 1
    assert isinstance(found["shell"], InertObject)
    assert not (tmp_path / "ran").exists()
    (tmp_path / "bomb.pkl.gz").write_bytes(gzip.compress(pickle.dumps("a" * 10_000)))
    with pytest.raises(InputError, match="more than 1,000 bytes unzipped"):
        read_inert(tmp_path / "bomb.pkl.gz", most=1_000)


@pytest.mark.parametrize(
    "content",
    [b"Nr" + struct.pack("<I", 0x0100_0000) + b".", b"Np16777216\n.", b"\x8e" + struct.pack("<Q", 1 << 40) + b"abc."],
)
def test_a_small_pickle_cannot_ask_for_much_memory(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "greedy.pkl").write_bytes(content)
    with pytest.raises(InputError, match="no pickle"):
        read_inert(tmp_path / "greedy.pkl")


@given(content=st.binary(max_size=60) | st.binary(max_size=60).map(lambda one: pickle.dumps(one)[:-3]))
def test_whatever_a_pickle_holds_is_read_or_refused(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "any.pkl"
    file.write_bytes(content)
    try:
        read_inert(file)
    except InputError:
        return


@pytest.mark.parametrize("content", [b"PK\x03\x04 no zip", b'{"eval": 1}', b'{"eval": {}, "samples": [1]}', b"{", b""])
def test_what_is_something_else_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(content)
    with pytest.raises(InputError, match="log"):
        read_foreign(tmp_path / "log")
    with pytest.raises(InputError, match=r"exp_args\.pkl"):
        read_foreign(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_foreign(tmp_path / "nowhere")
