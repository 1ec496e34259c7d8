"""A sealed world: what it never tells, and what it lets go of."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import pytest

import shopworld as sw
from shopworld.api.sealed import _Host
from shopworld.errors import EpisodeError, InputError
from shopworld.evaluation.folder import RunFolder


def test_a_result_of_a_sealed_world_says_nothing_of_what_is_right(home: Path, tmp_path: Path) -> None:
    """Neither the result nor anything that can be asked for leads to the answer; the saved one has its reasons."""
    with sw.open("small", "tools", home=home, sealed=True) as world, world.start("answer_1") as session:
        session.call("submit_answer", {"answer": "http://elsewhere.example/product/other/"})
        result = session.finish()
        session.save(tmp_path / "run")
        told = [
            result.to_json().decode(),
            repr(result),
            repr(dict(world.tasks)),
            repr(vars(session)),
            repr(vars(world)),
        ]
        told += [repr(getattr(session, name)) for name in dir(session) if not name.startswith("__")]
    assert not [one for one in told if "brisk-ssd-2-tb" in one]
    assert (result.status, [one.reason for one in result.checks]) == ("failed", ["", ""])
    assert [one.expected for one in result.checks] == [0, 0]
    (saved,) = RunFolder(tmp_path / "run").results()
    assert "brisk-ssd-2-tb" in saved.checks[0].reason
    assert saved.checks[0].expected == 2
    assert saved.reward == result.reward


@pytest.mark.parametrize("sealed", [False, True])
def test_who_starts_a_trial_again_cannot_hide_it(home: Path, tmp_path: Path, *, sealed: bool) -> None:
    with sw.open("small", "tools", home=home, sealed=sealed) as world:  # type: ignore[call-overload]
        for again in range(3):
            with world.start("answer_1", agent="cherry") as session:
                session.call("submit_answer", {"answer": "nothing"})
                assert session.finish().attempt == again
        session.save(tmp_path / "run")
        with world.start("answer_1", agent="cherry", trial=1) as other:
            assert other.finish().attempt == 0
    (saved,) = RunFolder(tmp_path / "run").results()
    assert saved.attempt == 2
    assert json.loads((tmp_path / "run/episodes/cherry/answer_1/0/2/score.json").read_text())["attempt"] == 2


def test_the_other_side_lets_go_of_sessions_that_nobody_holds(home: Path) -> None:
    options: dict[str, Any] = {"home": str(home), "slots": 1}
    host = _Host("small", "tools", options, sw.open)
    try:
        first, _ = host.perform(0, "start", ["answer_1", "a", 0, None, []])
        host.perform(first, "finish", [])
        second, _ = host.perform(0, "start", ["answer_1", "a", 1, None, [first]])
        assert list(host._sessions) == [second]
    finally:
        host.world.close()
    with sw.open("small", "tools", home=home, sealed=True) as world:
        for trial in range(3):
            with world.start("answer_1", trial=trial) as session:
                session.finish()
            del session
            gc.collect()
            assert list(world._dropped) == [trial + 1]


def test_what_cannot_be_sent_there_is_told_and_nothing_is_done(home: Path) -> None:
    with sw.open("small", "tools", home=home, sealed=True) as world, world.start("answer_1") as session:
        for wrong in (5, sw.Move("noop()", extra={"what": object()})):
            with pytest.raises(InputError):
                session.step(wrong)  # type: ignore[arg-type]
        with pytest.raises(InputError):
            session.call("search_products", {"query": object()})
        assert session.steps == 0
        assert not session.ended
    with pytest.raises(EpisodeError, match="the world is closed"):
        session.observe()
    with pytest.raises(EpisodeError, match="the world is closed"):
        world.start("answer_1")
    world.close()
