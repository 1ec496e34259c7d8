"""A visual judge over a real browser and a server that plays the model: what it adds, what it costs, how it fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from model_server import Body, Die, ModelServer, Policy, Refuse, Say, in_turn, pictures_of, prompt_of
from typer.testing import CliRunner

from shopworld.arena.bundle import read_bundle
from shopworld.arena.model_use import ModelUse
from shopworld.arena.verify import VERIFIERS, Finding, verify_shop
from shopworld.arena.verify.visual import JudgeReport, VisualJudge, with_judge
from shopworld.cli.main import app
from shopworld.errors import ModelError, RecordingError
from shopworld.models import ModelSettings

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("browser_is_there")]
Serve = Callable[[Policy], ModelServer]
VISUAL = tuple(one for one in VERIFIERS if one.name == "visual")
FAULTS = json.dumps(
    {
        "findings": [
            {"place": "total", "severity": "error", "what": "It is cut\noff.", "cure": "Let it wrap."},
            {"place": "", "severity": "warning", "what": "W" * 900, "cure": "Less."},
        ]
    }
)


def judged(
    shop: Path, server: ModelServer, *, times: int = 1, record: Path | None = None, **settings: Any
) -> tuple[list[Finding], JudgeReport]:
    """What verification with a judge finds in the cart's pages, the last time."""
    use = ModelUse("vllm/eyes", ModelSettings(base_url=server.base_url, retries=1, **settings), record)
    with use.opened() as model:
        judge = VisualJudge(model, read_bundle(shop / "spec"))
        for _ in range(times):
            found = verify_shop(shop, None, ["cart"], verifiers=with_judge(VISUAL, judge))
        return found, judge.report


def by_judge(found: list[Finding]) -> list[Finding]:
    return [one for one in found if one.verifier == "visual: judge"]


def test_what_it_says_is_added_and_looks_that_are_known_cost_nothing(right_shop: Path, serve: Serve) -> None:
    server = serve(in_turn(Say(FAULTS), Say('{"findings": []}')))
    found, report = judged(right_shop, server, times=2)
    mine = by_judge(found)
    assert [one.severity for one in mine] == ["error", "warning"]
    assert mine[0].place.endswith("at 1280 px: total")
    assert (mine[0].what, mine[0].area) == ("It is cut off.", "cart")
    assert len(mine[1].what) == 300
    assert report.judged == report.known == len(server.requests) == report.usage.calls == 4
    assert not report.unjudged
    assert {len(pictures_of(body)) > 0 for body in server.requests} == {True}
    widths = {line for body in server.requests for line in prompt_of(body).splitlines() if "px wide" in line}
    assert any("1280 px wide" in one for one in widths)
    assert any("390 px wide" in one for one in widths)
    assert "style.density" in prompt_of(server.requests[0])


def test_an_answer_that_cannot_be_used_leaves_its_page_and_the_rest_goes_on(right_shop: Path, serve: Serve) -> None:
    wrong = Say('{"findings": [{"place": "x", "severity": "awful", "what": "y", "cure": "z"}]}')
    found, report = judged(right_shop, serve(in_turn(wrong, wrong, Say("no"), Say('{"findings": []}'))))
    assert not by_judge(found)
    assert report.judged == 3
    assert [*report.unjudged] == ["/cart at 1280 px"]
    assert "no Faults in 3 answers" in report.unjudged["/cart at 1280 px"]
    assert report.usage.calls == 6


def test_a_server_that_dies_ends_the_asking_and_nothing_else(right_shop: Path, serve: Serve) -> None:
    server = serve(in_turn(Say(FAULTS), Die()))
    found, report = judged(right_shop, server)
    assert len(by_judge(found)) == 2
    assert all(one.verifier.startswith("visual: judge") for one in found), found
    assert (report.judged, len(report.unjudged), len(server.requests)) == (1, 3, 3)
    assert "failed 2 times in a row" in report.unjudged["/checkout at 1280 px"]


def test_a_spent_budget_ends_the_asking(right_shop: Path, serve: Serve) -> None:
    _, report = judged(right_shop, serve(lambda _: Say(FAULTS)), episode_budget={"tokens": 10})
    assert (report.judged, len(report.unjudged)) == (1, 3)
    assert "the budget of this command is spent" in report.unjudged["/cart at 390 px"]


def test_a_refused_key_is_told_at_once(right_shop: Path, serve: Serve) -> None:
    with pytest.raises(ModelError, match="who are you"):
        judged(right_shop, serve(lambda _: Refuse(401, "who are you")))


def test_the_command_reports_calls_and_costs_and_plays_a_recording(
    right_shop: Path, serve: Serve, tmp_path: Path
) -> None:
    replies = tmp_path / "replies" / "looks.jsonl"
    asked: list[Body] = []

    def policy(body: Body) -> Say:
        asked.append(body)
        return Say(FAULTS if len(asked) == 1 else '{"findings": []}', cost=0.25)

    skips = [word for one in VERIFIERS if one.name != "visual" for word in ("--skip", one.name)]
    command = ["shop", "verify", str(right_shop), "--area", "cart", *skips, "--model", "vllm/eyes"]
    live = CliRunner().invoke(app, [*command, "--base-url", serve(policy).base_url, "--record", str(replies)])
    assert live.exit_code == 1
    assert "Visual judge: 4 looks judged (0 of them known), 2 findings; 4 calls" in live.output
    assert "USD 1.0000" in live.output
    again = CliRunner().invoke(app, [*command, "--replay", str(replies), "--json"])
    told = json.loads(again.stdout)
    assert told["judge"]["judged"] == 4
    assert told["judge"]["usage"]["usd"] == 1.0
    assert next(one["what"] for one in told["findings"] if one["verifier"] == "visual: judge") == "It is cut off."
    assert len(asked) == 4
    other = CliRunner().invoke(app, [*command, "--replay", str(tmp_path / "none.jsonl")])
    assert isinstance(other.exception, RecordingError)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--model", "vllm/eyes", "--skip", "visual"], "--skip visual leaves it out"),
        (["--budget-usd", "1"], "no --model"),
        (["--model", "vllm/eyes", "--budget-usd", "-1"], "--budget-usd"),
        (["--model", "nobody/eyes"], "nobody"),
    ],
)
def test_options_that_do_not_fit_are_told(right_shop: Path, options: list[str], message: str) -> None:
    answer = CliRunner().invoke(app, ["shop", "verify", str(right_shop), *options])
    assert answer.exit_code != 0
    assert message in f"{answer.output}{answer.exception}"
