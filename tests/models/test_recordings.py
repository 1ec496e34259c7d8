"""Recorded replies: played back without a model, and refused where the prompt changed."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from model_server import Refuse, Say, in_turn

from shopworld.errors import ContextOverflow, InputError, RecordingError
from shopworld.models import ChatMessage, ChatRequest, MessageImage, Models, ModelSettings, Tool
from shopworld.models.recordings import ReplayedChat

PICTURE = MessageImage(b"\xff\xd8one")


def asked(text: str, picture: MessageImage = PICTURE) -> ChatRequest:
    return ChatRequest((ChatMessage("system", ("Buy.",)), ChatMessage("user", (f"Page:\nhead\n{text}\nfoot", picture))))


@pytest.fixture
def recorded(serve: Any, tmp_path: Path) -> Path:
    """A recording of three calls: two answers and an overflow."""
    path = tmp_path / "model.jsonl"
    server = serve(in_turn(Say("first", reasoning="why"), Say("sec\u2019ond", cached=1), Refuse(413, "too long")))
    models = Models(ModelSettings(base_url=server.base_url))
    model = models.open("vllm/small", record=path)
    assert [model.ask(asked(text)).text for text in "ab"] == ["first", "sec\u2019ond"]
    with pytest.raises(ContextOverflow):
        model.ask(asked("c"))
    models.close()
    return path


def test_keys_that_prompts_or_replies_hold_are_not_written(
    serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ("sk-proj-0123456789", "sk-proj-0123456789-longer", "gsk_abcdefgh")
    for name, key in zip(("OPENAI_API_KEY", "SHOPWORLD_API_KEY", "GEMINI_API_KEY"), keys, strict=True):
        monkeypatch.setenv(name, key)
    server = serve(in_turn(Say(f"Your key is {keys[0]}.", reasoning=f"{keys[1]}?")))
    models = Models(ModelSettings(base_url=server.base_url))
    reply = models.open("vllm/small", record=tmp_path / "model.jsonl").ask(asked(f"env: {' '.join(keys)}"))
    models.close()
    assert keys[0] in reply.text, "who asked hears all of it"
    written = (tmp_path / "model.jsonl").read_text()
    assert not [key for key in keys if key in written]
    assert "-longer" not in written
    assert "Your key is [key]." in written


def replay(path: Path, *requests: ChatRequest) -> list[Any]:
    chat = ReplayedChat("vllm/small", path)
    return [asyncio.run(chat.complete(request)) for request in requests]


def test_a_replay_needs_no_server_and_no_key_and_gives_the_same_bytes(recorded: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    models = Models(ModelSettings(replay="a run"))
    model = models.open("vllm/small", record=again, replay=recorded)
    replies = [model.ask(asked(text)) for text in "ab"]
    with pytest.raises(ContextOverflow, match="too long"):
        model.ask(asked("c"))
    models.close()
    assert [(reply.text, reply.reasoning, reply.usage.cached_tokens) for reply in replies] == [
        ("first", "why", 0),
        ("sec\u2019ond", "", 1),
    ]
    assert again.read_bytes() == recorded.read_bytes()


def test_pictures_may_differ(recorded: Path) -> None:
    assert replay(recorded, asked("a", MessageImage(b"another browser's")))[0].text == "first"


def test_a_packed_recording_is_read(recorded: Path) -> None:
    recorded.with_name("model.jsonl.gz").write_bytes(gzip.compress(recorded.read_bytes()))
    recorded.unlink()
    assert replay(recorded, asked("a"))[0].text == "first"


def test_a_changed_prompt_fails_with_the_lines_that_differ(recorded: Path) -> None:
    with pytest.raises(RecordingError) as raised:
        replay(recorded, asked("a"), asked("new"))
    assert "request 2 is not the one recorded" in raised.value.message
    lines = raised.value.message.splitlines()
    assert [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")] == ["-b", "+new"]
    assert " head" in lines
    assert raised.value.hint


def test_changed_tools_models_and_missing_pictures_fail_too(recorded: Path) -> None:
    request = asked("a")
    for other in (
        ChatRequest(request.messages, (Tool("search", "Searches.", {}),)),
        ChatRequest((request.messages[0], ChatMessage("user", request.messages[1].parts[:1]))),
        ChatRequest(request.messages[1:]),
    ):
        with pytest.raises(RecordingError, match="request 1 is not"):
            replay(recorded, other)
    with pytest.raises(RecordingError, match="-model: vllm/small"):
        asyncio.run(ReplayedChat("vllm/large", recorded).complete(request))


def test_more_calls_than_recorded_and_missing_recordings_are_said(recorded: Path, tmp_path: Path) -> None:
    with pytest.raises(ContextOverflow):
        replay(recorded, *map(asked, "abc"))
    chat = ReplayedChat("vllm/small", recorded)
    asyncio.run(chat.complete(asked("a")))
    asyncio.run(chat.complete(asked("b")))
    with pytest.raises(ContextOverflow):
        asyncio.run(chat.complete(asked("c")))
    with pytest.raises(RecordingError, match="holds 3 replies, and now a further one"):
        asyncio.run(chat.complete(asked("d")))
    with pytest.raises(RecordingError, match="there is no recording"):
        ReplayedChat("vllm/small", tmp_path / "none.jsonl")


@pytest.mark.parametrize("line", [b"{", b"{}", b'{"request": {"messages": []}, "reply": {"text": 1}}', b"[]"])
def test_a_broken_recording_names_its_line(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "model.jsonl"
    path.write_bytes(line + b"\n")
    with pytest.raises(InputError, match=r"model\.jsonl:1: not a recorded reply"):
        ReplayedChat("vllm/small", path)
