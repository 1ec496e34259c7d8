"""Shops with texts by a model, over real HTTP: what is taken, what is refused, what is asked again, what fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, Body, Die, ModelServer, Policy, Refuse, Say, pictures_of, prompt_of
from text_writer import Item, Text, items_of, well, writer
from typer.testing import CliRunner

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.authoring import KINDS_OF_TEXT, AuthoredContents, TextStore
from shopworld.arena.generate.pipeline import generate_shop, invented
from shopworld.arena.model_use import ModelUse
from shopworld.arena.verify import VERIFIERS, verify_shop
from shopworld.cli.main import app
from shopworld.errors import ArenaError, ModelError
from shopworld.models import ModelSettings
from shopworld.shop.data import ShopData
from shopworld.shop.folder import read_shop_folder

Serve = Callable[[Policy], ModelServer]
SEED, PRODUCTS = 5, 12


@pytest.fixture(scope="session")
def built_in(bundle: SpecificationBundle) -> ShopData:
    """The data of the shop as code writes it."""
    return invented(bundle, SEED, PRODUCTS)[1]


def authored(
    bundle: SpecificationBundle,
    server: ModelServer,
    kinds: tuple[str, ...] = ("products",),
    *,
    store: TextStore | None = None,
    **settings: Any,
) -> tuple[ShopData, AuthoredContents]:
    use = ModelUse("vllm/pen", ModelSettings(base_url=server.base_url, retries=1, **settings))
    with use.opened() as model:
        contents = AuthoredContents(model, kinds, store=store)
        return contents(bundle, SEED, PRODUCTS)[1], contents


def test_all_kinds_are_written_and_what_was_decided_stays(
    bundle: SpecificationBundle, built_in: ShopData, serve: Serve, tmp_path: Path
) -> None:
    server = serve(writer())
    use = ModelUse("vllm/pen", ModelSettings(base_url=server.base_url))
    with use.opened() as model:
        contents = AuthoredContents(model)
        made = generate_shop(
            bundle,
            tmp_path / "shop",
            seed=SEED,
            products=PRODUCTS,
            contents=contents,
            authored=lambda: contents.report.record,
        )
    data, record = made.shop.data, contents.report.record
    assert not record.built_in
    assert [*record.written] == [*KINDS_OF_TEXT]
    assert all(record.written.values())
    pairs = [(old, new) for old, new in zip(built_in.products, data.products, strict=True) if not old.is_gift_card]
    assert len(pairs) == record.written["products"]
    for old, new in pairs:
        assert new.title == f"The {old.title}"
        assert new.description_html.startswith(f"<p>Meet {old.title}".replace("&", "&amp;"))
        assert new.description_html.endswith(old.description_html.partition("</p>")[2])
        assert new.details.summary == f"Meet {old.title}, a friend for years."
        assert [one.alt for one in new.images] == [f"The {one.alt}" for one in old.images]
        same = {"title", "description_html", "images", "details"}
        assert new.model_dump(exclude=same) == old.model_dump(exclude=same)
        assert new.details.model_dump(exclude={"summary"}) == old.details.model_dump(exclude={"summary"})
    for handle, reviews in built_in.reviews.items():
        kept = {"title", "body"}
        assert [one.model_dump(exclude=kept) for one in data.reviews[handle]] == [
            one.model_dump(exclude=kept) for one in reviews
        ]
    assert sum(map(len, data.reviews.values())) == record.written["reviews"]
    shipping = next(one for one in data.policies if one.handle == "shipping-policy")
    assert "So that you know: " in shipping.body_html
    assert shipping.body_html.count("<td>") == next(
        one for one in built_in.policies if one.handle == "shipping-policy"
    ).body_html.count("<td>")
    assert read_shop_folder(tmp_path / "shop").data == data
    assert json.loads((tmp_path / "shop" / "generation.json").read_bytes())["authored"]["model"] == "vllm/pen"
    quick = [one for one in VERIFIERS if one.name in ("data", "routes", "links", "leaks")]
    assert not verify_shop(tmp_path / "shop", bundle, verifiers=quick)
    assert contents.report.usage.calls == len(server.requests)


def spoil(**changed: Any) -> Callable[[Item], Text]:
    return lambda item: (
        well(item) | {name: value(item) if callable(value) else value for name, value in changed.items()}
    )


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (spoil(title="Thing"), "no longer says"),
        (spoil(title=lambda item: f"{item['title']} {'x' * 90}"), "write 4 to 80"),
        (spoil(title=lambda item: f"{item['title']}\nNew"), "surplus spaces"),
        (spoil(paragraphs=[]), "write 60 to 700"),
        (spoil(paragraphs=lambda item: [item["text"], "Good for 12345 days of use, and then for some more."]), "12345"),
        (spoil(paragraphs=lambda item: [f"{item['text']} Write to me@other.example for more of it."]), "contact"),
        (spoil(paragraphs=lambda item: [f"{item['text']} <b>Buy it now</b> as long as there is any."]), "plain text"),
        (lambda item: None, "is missing"),
        (spoil(key="another"), "is missing"),
    ],
)
def test_a_text_that_is_no_good_is_asked_for_once_more_and_then_the_built_in_one_stays(
    bundle: SpecificationBundle, built_in: ShopData, serve: Serve, write: Callable[[Item], Text | None], reason: str
) -> None:
    first = next(one for one in built_in.products if one.details.department)
    server = serve(writer(lambda item: write(item) if item["key"] == first.handle else well(item)))
    data, contents = authored(bundle, server)
    [(key, why)] = contents.report.record.built_in.items()
    assert key == f"products: {first.handle}"
    assert reason in why
    assert next(one for one in data.products if one.handle == first.handle) == first
    asked = [[item["key"] for item in items_of(body)] for body in server.requests]
    assert asked.count([first.handle]) == 1
    again = next(
        items_of(body)[0] for body in server.requests if [one["key"] for one in items_of(body)] == [first.handle]
    )
    assert again["wrong_before"]


def test_two_products_never_get_the_same_title(bundle: SpecificationBundle, built_in: ShopData, serve: Serve) -> None:
    goods = [one for one in built_in.products if one.details.department]
    taken = goods[1].title
    server = serve(writer(lambda item: well(item) | ({"title": taken} if item["key"] == goods[0].handle else {})))
    data, contents = authored(bundle, server)
    assert "is another product's" in contents.report.record.built_in[f"products: {goods[0].handle}"]
    titles = [one.title.casefold() for one in data.products]
    assert len(titles) == len(set(titles))


def test_a_model_that_says_nothing_that_can_be_read_changes_nothing(
    bundle: SpecificationBundle, built_in: ShopData, serve: Serve
) -> None:
    data, contents = authored(bundle, serve(lambda _: Say("I would rather not.")), ("products", "collections"))
    assert data == built_in
    assert set(contents.report.record.written.values()) == {0}
    assert "no WrittenTexts in 3 answers" in next(iter(contents.report.record.built_in.values()))


def test_a_server_that_dies_leaves_no_shop_and_the_same_command_goes_on(
    bundle: SpecificationBundle, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    answered = 0
    alive = False

    def policy(body: Body) -> Answer:
        nonlocal answered
        answered += 1
        return writer()(body) if alive or answered == 1 else Die()

    server = serve(policy)
    command = ["arena", "generate", "cookware", "--out", str(tmp_path / "shop"), "--products", "14", "--no-verify"]
    command += ["--model", "vllm/pen", "--base-url", server.base_url, "--texts", "products"]
    failed = CliRunner().invoke(app, command)
    assert isinstance(failed.exception, ArenaError)
    assert "failed 7 times in a row" in str(failed.exception)
    assert not (tmp_path / "shop").exists()
    assert [one.name for one in tmp_path.iterdir()] == ["home"]
    alive, before = True, len(server.requests)
    done = CliRunner().invoke(app, [*command, "--json"])
    assert done.exit_code == 0, done.exception
    told = json.loads(done.stdout)["texts"]
    assert told["known"] == 10
    assert told["usage"]["calls"] == len(server.requests) - before == 1
    assert not told["built_in"]
    again = CliRunner().invoke(app, command)
    assert "Written: nothing, as nothing changed" in again.output
    assert "0 calls" in again.output
    assert len(server.requests) == before + 1
    other = CliRunner().invoke(app, ["vllm/other" if word == "vllm/pen" else word for word in command])
    assert other.exit_code == 0, other.exception
    assert len(server.requests) > before + 1


def test_a_recording_gives_the_same_bytes_without_a_model(serve: Serve, tmp_path: Path) -> None:
    server = serve(writer())
    command = ["arena", "generate", "cookware", "--products", "12", "--no-verify", "--model", "vllm/pen"]
    command += ["--texts", "products", "--texts", "pages"]
    replies = tmp_path / "replies.jsonl"
    shops = [tmp_path / "one" / "shop", tmp_path / "two" / "shop"]
    live = [*command, "--out", str(shops[0]), "--record", str(replies), "--base-url", server.base_url]
    assert CliRunner().invoke(app, live).exit_code == 0
    asked = len(server.requests)
    played = CliRunner().invoke(app, [*command, "--out", str(shops[1]), "--replay", str(replies)])
    assert played.exit_code == 0, played.exception
    assert len(server.requests) == asked
    for name in ("data/products.json", "data/pages.json", "data/policies.json", "generation.json", "fingerprints.json"):
        assert (shops[0] / name).read_bytes() == (shops[1] / name).read_bytes(), name


def test_a_refused_key_and_a_spent_budget_stop_before_anything_is_written(
    bundle: SpecificationBundle, serve: Serve
) -> None:
    with pytest.raises(ModelError, match="no such key"):
        authored(bundle, serve(lambda _: Refuse(401, "no such key")))
    with pytest.raises(ArenaError, match="budget"):
        authored(bundle, serve(writer()), episode_budget={"tokens": 5})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--texts", "poems", "--model", "vllm/pen"], "'poems' is no kind of text"),
        (["--texts", "pages"], "there is no --model"),
        (["--twin", "--texts", "products", "--model", "vllm/pen"], "are its source's"),
    ],
)
def test_options_that_do_not_fit_are_told(options: list[str], message: str, tmp_path: Path) -> None:
    answer = CliRunner().invoke(app, ["arena", "generate", "cookware", "--out", str(tmp_path / "shop"), *options])
    assert answer.exit_code != 0
    assert message in f"{answer.output}{answer.exception}"
    assert not (tmp_path / "shop").exists()


@pytest.mark.browser
def test_the_command_has_pages_judged_and_tells_what_the_model_did(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visual = tuple(one for one in VERIFIERS if one.name == "visual")
    monkeypatch.setattr("shopworld.arena.verify.VERIFIERS", visual)
    monkeypatch.setattr(
        "shopworld.arena.verify.visual.tour._INFO_PAGES", 0
    )  # the longest part, of which nothing is asked
    looks: list[str] = []

    def policy(body: Body) -> Say:
        if not pictures_of(body):
            return writer()(body)
        looks.append(prompt_of(body).partition("The page ")[2].splitlines()[0])
        fault = {"place": "footer", "severity": "error", "what": "It is doubled.", "cure": "Show it once."}
        return Say(json.dumps({"findings": [fault] if looks[-1].startswith("/checkout/cart ") else []}))

    server = serve(policy)
    command = ["arena", "generate", "cookware", "--out", str(tmp_path / "shop"), "--products", "12"]
    command += ["--model", "vllm/pen", "--texts", "collections", "--base-url", server.base_url]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 1, done.exception
    assert "Visual judge: " in done.output
    assert (
        "error, cart, /checkout/cart at 1280 px: footer, /checkout/cart at 390 px: footer: It is doubled. Show it once."
        in done.output
    )
    assert "vllm/pen: 2 calls" in done.output or "vllm/pen: 1 call" in done.output
    assert {"/ (shell) in a window 1280 px wide", "/checkout (cart) in a window 390 px wide"} <= {
        one.partition(";")[0] for one in looks
    }
    assert len(looks) == len(set(looks))
    record = json.loads((tmp_path / "shop" / "generation.json").read_bytes())
    assert [one["verifier"] for one in record["unmet"]] == ["visual: judge"]
    assert "It is doubled." in (tmp_path / "shop" / "feedback" / "cart.md").read_text(encoding="utf-8")
