"""A manual by a model: what is taken, what is refused, what stays when the model fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from little_site import LittleSite, small_shop
from model_server import Body, Die, ModelServer, Policy, Refuse, Say, in_turn, pictures_of, prompt_of
from PIL import Image as Picture
from typer.testing import CliRunner

from shopworld.arena.bundle import compose, read_bundle
from shopworld.arena.explore.anonymity import Anonymity
from shopworld.arena.explore.authoring import ManualAuthor, ManualReport
from shopworld.arena.explore.findings import GUESSED, SURE, Findings
from shopworld.arena.explore.prefetch.site import PrefetchedSite, ProductRecord
from shopworld.arena.explore.synthesis import bundle_of
from shopworld.arena.model_use import ModelUse
from shopworld.cli.main import app
from shopworld.models import ModelSettings

Serve = Callable[[Policy], ModelServer]
CART = "A drawer slides in from the right side when something is added, with a line for each product and a total."
OWN = "The cart is a drawer."


@pytest.fixture
def anonymity() -> Anonymity:
    """Of a shop whose name and product must not be told."""
    product = ProductRecord(url="https://kiln.example/p/1", title="Ember Glow Casserole Pot", vendor="Hartwood Forge")
    site = PrefetchedSite(start="https://kiln.example/", host="kiln.example", name="Kiln & Copper", products=(product,))
    return Anonymity(site)


@pytest.fixture
def findings() -> Findings:
    """A few measured values, and sentences of the explorer's own."""
    found = Findings()
    found.found("cart.type", "drawer", SURE)
    found.found("site_shell.footer_groups", 4, SURE)
    found.say("Cart", OWN)
    found.say("Site shell", "The footer has 4 titled groups of links.")
    found.missing("search", "the probe failed")
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Evidence of two pages."""
    evidence = tmp_path / "spec" / "evidence"
    evidence.mkdir(parents=True)
    tree = "«shop»\nbanner ''\n  button 'Search', expanded=False\nmain ''\n  heading 'Pots and pans'\n"
    (evidence / "home.txt").write_text(tree, encoding="utf-8")
    (evidence / "collection.txt").write_text(tree.replace("heading", "slider 'Price'\n  heading"), encoding="utf-8")
    Picture.new("RGB", (64, 4000), "white").save(evidence / "home.jpg")
    return evidence.parent


def answer(sections: dict[str, str] | None = None, *values: tuple[str, str, str]) -> Say:
    said = {
        "sections": [{"heading": name, "prose": text} for name, text in (sections or {}).items()],
        "values": [dict(zip(("name", "value", "quote"), one, strict=True)) for one in values],
    }
    return Say(json.dumps(said))


def write(
    server: ModelServer,
    findings: Findings,
    folder: Path,
    anonymity: Anonymity,
    *,
    pictures: bool = False,
    **settings: Any,
) -> ManualReport:
    use = ModelUse("vllm/pen", ModelSettings(base_url=server.base_url, retries=1, **settings))
    with use.opened() as model:
        return ManualAuthor(model, pictures=pictures).write(findings, folder, anonymity)


def test_prose_and_unknown_values_are_the_models_and_marked_so(
    serve: Serve, findings: Findings, folder: Path, anonymity: Anonymity
) -> None:
    server = serve(lambda _: answer({"Cart": CART}, ("search.trigger", "icon_button", "button 'Search'")))
    report = write(server, findings, folder, anonymity)
    assert report.sections == ["Cart"]
    assert report.built_in == {"Site shell": "the model wrote nothing of it"}
    assert (findings.value("search.trigger"), findings.values["search.trigger"].confidence) == ("icon_button", GUESSED)
    bundle = bundle_of(findings, anonymity, platform="little")
    assert CART in bundle.manual
    assert OWN not in bundle.manual
    assert "`search.trigger = icon_button`" in bundle.manual
    assert bundle.manifest.by_model == {"search.trigger": "button 'Search'"}
    assert bundle.capabilities.search.trigger == "icon_button"
    [asked] = [prompt_of(body) for body in server.requests]
    assert "cart.type = drawer (95% sure)" in asked
    assert "- search.trigger: one of " in asked
    assert "(unknown: the probe failed)" in asked
    assert "- floating.has_age_gate: yes or no" in asked
    assert "- cart.type:" not in asked
    assert "Kiln" not in asked
    assert not pictures_of(server.requests[0])
    measured = Findings()
    measured.found("search.trigger", "header_field", SURE)
    both = compose([bundle, bundle_of(measured, anonymity, platform="little")])
    assert not both.manifest.by_model
    assert compose([bundle, bundle]).manifest.by_model == bundle.manifest.by_model


@pytest.mark.parametrize(
    ("prose", "reason"),
    [
        ("Short.", "write 60 to 1500"),
        (f"{CART} Kiln & Copper does it so.", "whose storefront"),
        (f"{CART} The shop «shop» does it so.", "whose storefront"),
        (f"{CART} As with the Ember Glow Casserole Pot.", "whose storefront"),
        (f"{CART} Write to help@kiln.example for more.", "whose storefront"),
        (f"{CART} Up to 17 lines are shown.", "says 17"),
        (f"{CART} `cart.type = page`", "plain text"),
        (f"{CART} It is a popover, too.", "its cart.type is drawer"),
    ],
)
def test_prose_that_is_no_good_is_asked_for_again_and_then_the_explorers_own_stays(
    serve: Serve, findings: Findings, folder: Path, anonymity: Anonymity, prose: str, reason: str
) -> None:
    server = serve(lambda _: answer({"Cart": prose}))
    before = deepcopy(findings)
    report = write(server, findings, folder, anonymity)
    assert reason in report.built_in["Cart"]
    assert findings == before
    assert len(server.requests) == 2
    assert reason in prompt_of(server.requests[1])


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (("cart.type", "page", "button 'Search'"), "was measured: drawer"),
        (("search.trigger", "lever", "button 'Search'"), "not in the vocabulary"),
        (("search.magic", "yes", "button 'Search'"), "no value of a specification"),
        (("search.trigger", "icon_button", "link 'Find'"), "does not stand in the evidence"),
        (("search.trigger", "unknown", "button 'Search'"), "not in the vocabulary"),
        (("descriptor", "the pots of Kiln & Copper", "Pots and pans"), "whose storefront"),
        (("promises.returns_days", "30", "Pots and pans"), "not asked for"),
    ],
)
def test_values_outside_vocabulary_measure_or_evidence_are_refused(
    serve: Serve, findings: Findings, folder: Path, anonymity: Anonymity, value: tuple[str, str, str], reason: str
) -> None:
    before = deepcopy(findings)
    report = write(serve(lambda _: answer({}, value)), findings, folder, anonymity)
    assert reason in report.refused[value[0]]
    assert not report.values
    assert findings == before


def test_what_was_wrong_is_cured_by_a_second_answer(
    serve: Serve, findings: Findings, folder: Path, anonymity: Anonymity
) -> None:
    good = ("search.trigger", "icon_button", "button  'Search'")
    server = serve(in_turn(answer({"Cart": "Short."}, ("search.trigger", "lever", "x")), answer({"Cart": CART}, good)))
    report = write(server, findings, folder, anonymity)
    assert (report.sections, [*report.values], report.refused) == (["Cart"], ["search.trigger"], {})
    assert report.usage.calls == 2


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        (lambda _: Say("I cannot help with that."), "no ManualDraft in 3 answers"),
        (lambda _: Die(), "failed 2 times in a row"),
        (lambda _: Refuse(401, "who are you"), "who are you"),
        (in_turn(answer({"Cart": "Short."}), Die()), "Cart"),
    ],
)
def test_a_model_that_fails_leaves_everything_as_it_was_and_says_so(
    serve: Serve, findings: Findings, folder: Path, anonymity: Anonymity, policy: Policy, reason: str
) -> None:
    before = deepcopy(findings)
    report = write(serve(policy), findings, folder, anonymity)
    assert findings == before
    assert not report.sections
    assert reason in str(report.built_in)
    assert [*report.built_in] == ["Cart", "Site shell"]


def test_pictures_are_shown_only_where_that_was_asked_for(
    serve: Serve, findings: Findings, folder: Path, anonymity: Anonymity
) -> None:
    server = serve(lambda _: answer())
    write(server, findings, folder, anonymity, pictures=True)
    assert len(pictures_of(server.requests[0])) == 1
    assert "The pictures show: home." in prompt_of(server.requests[0])


@pytest.mark.browser
def test_a_site_is_explored_with_a_model_and_the_recording_gives_the_same(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    prose = "Products stand below each other in a list, one to a row, each with a picture, a title and a price."
    asked: list[Body] = []

    def policy(body: Body) -> Say:
        asked.append(body)
        return answer({"Collections & navigation": prose})

    replies = tmp_path / "replies.jsonl"
    with LittleSite(small_shop()) as site:
        command = ["arena", "explore", site.address, "--delay", "0", "--no-pictures", "--model", "vllm/pen"]
        live = [*command, "--out", str(tmp_path / "one"), "--record", str(replies)]
        said = CliRunner().invoke(app, [*live, "--base-url", serve(policy).base_url])
        assert said.exit_code == 0, said.exception
        played = CliRunner().invoke(
            app, [*command, "--out", str(tmp_path / "two"), "--replay", str(replies), "--json"], catch_exceptions=False
        )
    assert "Manual by vllm/pen: 1 sections" in said.output
    assert prose in read_bundle(tmp_path / "one").manual
    [told] = json.loads(played.stdout)["sites"]
    assert told["model"]["sections"] == ["Collections & navigation"]
    assert len(asked) == told["model"]["usage"]["calls"]
    assert (tmp_path / "one" / "manual.md").read_bytes() == (tmp_path / "two" / "manual.md").read_bytes()
