"""Keys: where they are looked for, whom they are sent to, and that nobody ever sees one."""

from __future__ import annotations

import logging
import pickle
import traceback
from pathlib import Path
from typing import Any

import pytest
from model_server import Die, Refuse, Say, Send, in_turn

from shopworld.errors import ModelError, ShopworldError
from shopworld.models import ChatClient, Models, ModelSettings
from shopworld.models.keys import find_key
from shopworld.models.provider import providers

SECRET = "sk-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for provider in providers().values():
        for name in provider.keys:
            monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("SHOPWORLD_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def test_a_key_is_found_in_the_environment_before_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("# mine\nexport OPENAI_API_KEY='from-the-file'\nOTHER=1\n")
    assert find_key(providers()["openai"]).get_secret_value() == "from-the-file"
    monkeypatch.setenv("OPENAI_API_KEY", "from-the-environment")
    assert find_key(providers()["openai"]).get_secret_value() == "from-the-environment"


def test_a_missing_key_says_which_variable_to_set() -> None:
    with pytest.raises(ModelError, match="ANTHROPIC_API_KEY is not set") as raised:
        find_key(providers()["anthropic"])
    assert ".env" in str(raised.value.hint)
    assert find_key(providers()["ollama"]).get_secret_value() == "none"


def test_a_providers_key_is_never_sent_elsewhere(monkeypatch: pytest.MonkeyPatch, serve: Any, complete: Any) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-mine")
    server = serve(in_turn(Say("ok")))
    complete(server, model="openai/gpt-5")
    assert server.keys == ["none"]
    assert "openai-organization" not in server.headers[0]
    monkeypatch.setenv("SHOPWORLD_API_KEY", "for-mine")
    complete(server, model="openai/gpt-5")
    assert server.keys == ["none", "for-mine"]


@pytest.mark.parametrize(
    "fault",
    [
        Refuse(401, f"Incorrect API key provided: {SECRET}"),
        Refuse(500, f"the header was Bearer {SECRET}"),
        Send(f'{{"key": "{SECRET}"}}'.encode()),
        Refuse(400, SECRET * 40),
        Die(),
    ],
)
def test_no_key_in_errors_logs_records_or_pickles(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    serve: Any,
    question: Any,
    tmp_path: Path,
    fault: Any,
) -> None:
    monkeypatch.setenv("SHOPWORLD_API_KEY", SECRET)
    caplog.set_level(logging.DEBUG)
    server = serve(in_turn(fault))
    models = Models(ModelSettings(base_url=server.base_url, retries=1))
    try:
        with pytest.raises(ShopworldError) as raised:
            models.open("vllm/small", record=tmp_path / "model.jsonl", ledger=tmp_path / "spending.jsonl").ask(
                question()
            )
    finally:
        models.close()
    assert server.keys[0] == SECRET
    told = "".join(traceback.format_exception(raised.value)) + repr(raised.value.__dict__) + caplog.text
    assert SECRET not in told
    assert raised.value.__cause__ is None
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and SECRET in file.read_text()]
    assert SECRET.encode() not in pickle.dumps(models.settings)


def test_no_key_in_the_clients_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    client = ChatClient("openai/gpt-5", ModelSettings())
    assert SECRET not in repr(client) + str(client) + repr(vars(client)["_key"])
