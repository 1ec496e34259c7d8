"""The program that drives browser-use, with a stand-in for the package: what it is asked, and its last word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from shopworld.agents.browser_use.launching import CLIENT

PACKAGE = """
import json, os

class _Kept:
    def __init__(self, **given):
        self.given = given

class ChatOpenAI(_Kept): pass
class ChatAnthropic(_Kept): pass
class ChatGoogle(_Kept): pass

class BrowserSession(_Kept): pass

class History:
    def __init__(self, end): self.end = end
    def is_done(self): return self.end["done"]
    def is_successful(self): return self.end.get("successful")
    def final_result(self): return self.end.get("result")
    def errors(self): return self.end.get("errors", [])
    def number_of_steps(self): return 3

class Agent(_Kept):
    async def run(self, max_steps):
        profile = self.given["browser_session"].given["browser_profile"].given
        told = {
            "task": self.given["task"],
            "initial": self.given["initial_actions"],
            "vision": self.given["use_vision"],
            "llm": type(self.given["llm"]).__name__,
            "model": self.given["llm"].given,
            "proxy": profile["proxy"].given["server"],
            "browser": profile["executable_path"],
            "max_steps": max_steps,
            "quiet": [os.environ.get(n) for n in ("ANONYMIZED_TELEMETRY", "BROWSER_USE_CLOUD_SYNC", "http_proxy")],
        }
        with open(os.environ["TOLD"], "w") as file:
            json.dump(told, file)
        return History(json.loads(os.environ["END"]))
"""
PROFILE = """
class _Kept:
    def __init__(self, **given):
        self.given = given

class BrowserProfile(_Kept): pass
class ProxySettings(_Kept): pass
"""


def drive(folder: Path, end: dict[str, Any], *arguments: str, package: bool = True) -> tuple[int, str, str, Any]:
    """Runs the program; gives exit status, last line, last words, and what the package was told."""
    if package:
        (folder / "browser_use" / "browser").mkdir(parents=True, exist_ok=True)
        (folder / "browser_use" / "__init__.py").write_text(PACKAGE)
        (folder / "browser_use" / "browser" / "__init__.py").write_text("")
        (folder / "browser_use" / "browser" / "profile.py").write_text(PROFILE)
    told = folder / "told.json"
    variables = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(folder),
        "SHOPWORLD_GOAL": "Find it.",
        "SHOPWORLD_START": "http://shop.example/",
        "SHOPWORLD_PROXY": "http://127.0.0.1:9",
        "http_proxy": "http://127.0.0.1:9",
        "MY_KEY": "secret",
        "TOLD": str(told),
        "END": json.dumps(end),
    }
    asked = [*(arguments or ("--provider", "openai", "--model", "gpt-5")), "--browser", "/bin/chromium"]
    ran = subprocess.run(
        [sys.executable, str(CLIENT), *asked], env=variables, capture_output=True, text=True, check=False
    )
    assert "secret" not in ran.stdout + ran.stderr
    lines = ran.stdout.strip().splitlines()
    return (
        ran.returncode,
        lines[-1] if lines else "",
        ran.stderr,
        json.loads(told.read_text()) if told.exists() else None,
    )


def test_goal_first_page_proxy_and_model_reach_the_package(tmp_path: Path) -> None:
    status, last, _, told = drive(
        tmp_path,
        {"done": True, "successful": True, "result": "http://shop.example/product/x/"},
        *("--provider", "vllm", "--model", "m", "--base-url", "http://127.0.0.1:1/v1", "--key-variable", "MY_KEY"),
        *("--max-steps", "15", "--no-pictures"),
    )
    assert (status, json.loads(last)) == (0, {"message": "http://shop.example/product/x/"})
    assert told == {
        "task": "Find it.",
        "initial": [{"navigate": {"url": "http://shop.example/", "new_tab": False}}],
        "vision": False,
        "llm": "ChatOpenAI",
        "model": {"model": "m", "api_key": "secret", "max_retries": 2, "base_url": "http://127.0.0.1:1/v1"},
        "proxy": "http://127.0.0.1:9",
        "browser": "/bin/chromium",
        "max_steps": 15,
        "quiet": ["false", "false", None],
    }


@pytest.mark.parametrize(("provider", "client"), [("anthropic", "ChatAnthropic"), ("gemini", "ChatGoogle")])
def test_providers_with_a_client_of_their_own_are_asked_by_it(tmp_path: Path, provider: str, client: str) -> None:
    end = {"done": True, "successful": False, "result": "There is none."}
    status, last, _, told = drive(tmp_path, end, "--provider", provider, "--model", "m")
    assert told["llm"] == client
    assert (status, json.loads(last)) == (0, {"infeasible": "There is none."})


@pytest.mark.parametrize(
    ("errors", "status"),
    [([], 3), (["Error code: 429 - slow down", None], 3), (["no", "Error code: 503 - busy"], 75), (["Bad JSON"], 3)],
)
def test_whose_fault_an_end_without_a_word_is_stands_in_the_exit_status(
    tmp_path: Path, errors: list[Any], status: int
) -> None:
    found, last, words, _ = drive(tmp_path, {"done": False, "errors": errors})
    assert (found, last) == (status, "")
    assert "browser-use stopped after 3 steps" in words


def test_a_missing_package_is_said(tmp_path: Path) -> None:
    status, _, words, _ = drive(tmp_path, {}, package=False)
    assert status == 69
    assert "SHOPWORLD_BROWSER_USE_PYTHON" in words
