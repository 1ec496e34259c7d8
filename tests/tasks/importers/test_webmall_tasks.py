"""WebMall's tasks are imported as they stand, with every problem listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.errors import InputError
from shopworld.mall import Mall
from shopworld.tasks import AnswerSet, AnswerText, Buyer, Cart, NoSideEffects, OfferAddress, Order, Suite, Task
from shopworld.tasks.importers.webmall import WebMallImportReport, import_webmall_tasks
from shopworld.tasks.importers.webmall.offers import near_identical
from shopworld.tasks.importers.webmall.template import template_of
from shopworld.tasks.importers.webmall.texts import fill_placeholders, plain_text
from shopworld.tasks.proofs import prove_checks

Made = Callable[..., dict[str, Any]]
Import = Callable[..., tuple[Suite, WebMallImportReport]]

BUYER = {
    "name": "Jo Miller",
    "street": "Oak Road",
    "house_number": "7",
    "zip": "60614",
    "city": "Chicago",
    "state": "IL",
    "country": "USA",
    "email": "jo@mail.example",
}
PAYMENT = {"card": "4242424242424242", "cvv": "123", "expiry_date": "12/28"}
RYZEN = ("{{URL_1}}/product/ryzen-9-5900x-12-cores", "{{URL_2}}/product/ryzen-9-5900x-12-core")


@pytest.fixture
def imported(write_release: Callable[..., Path], mini_mall: Mall) -> Import:
    """Imports tasks that are given in the release's format."""

    def run(*tasks: dict[str, Any]) -> tuple[Suite, WebMallImportReport]:
        return import_webmall_tasks(
            write_release(*tasks),
            mini_mall.catalog,
            hosts=mini_mall.hosts,
            solution_host=mini_mall.solution_host,
            mall_hash=mini_mall.content_hash,
        )

    return run


def only(result: tuple[Suite, WebMallImportReport]) -> tuple[Task, list[tuple[str, str]]]:
    """The one task of an import, and its problems."""
    suite, report = result
    assert len(suite.tasks) == report.imported == 1
    return suite.tasks[0], [(problem.kind, problem.text) for problem in report.problems]


def test_a_search_becomes_an_answer_set_with_a_group_each(imported: Import, released_task: Made) -> None:
    task, problems = only(imported(released_task("Find all offers for the Ryzen 9 5900X.", *RYZEN)))
    assert problems == []
    assert (task.id, task.category, task.set, task.source) == (
        "Webmall_Task1",
        "find_specific_product",
        "basic",
        "release",
    )
    groups = (
        (OfferAddress(shop="e-store-athletes", slug="ryzen-9-5900x-12-cores"),),
        (OfferAddress(shop="techtalk", slug="ryzen-9-5900x-12-core"),),
    )
    assert task.checks == (AnswerSet(groups=groups), NoSideEffects(allow_cart=True))
    assert task.start == "http://e-store-athletes.example/"
    assert task.limits.steps == 50


def test_texts_lose_tags_and_escapes_and_gain_addresses(imported: Import, released_task: Made) -> None:
    task, _ = only(imported(released_task("Find all offers for the Ryzen 9 5900X.", *RYZEN)))
    assert task.goal == (
        "Shops:\n\nE-Store Athletes: http://e-store-athletes.example\nTechTalk: http://techtalk.example\n\n"
        "Solution page: http://solution.example\nOffer1: http://camelcases.example/product/bose-headphone/###…\n\n"
        "Find all offers for the Ryzen 9 5900X."
    )


@pytest.mark.parametrize("ending", [".", "/", "/.", ""])
def test_answers_may_end_in_a_dot_or_slash(imported: Import, released_task: Made, ending: str) -> None:
    task, problems = only(imported(released_task("Find the Ryzen.", RYZEN[0] + ending)))
    assert problems == []
    assert isinstance(task.checks[0], AnswerSet)
    assert task.checks[0].groups[0][0].slug == "ryzen-9-5900x-12-cores"


def test_cart_tasks_become_carts(imported: Import, released_task: Made) -> None:
    raw = released_task("Add each of them to the shopping cart.", *RYZEN, kind="cart", category="Add_To_Cart")
    task, problems = only(imported(raw))
    assert problems == []
    assert isinstance(task.checks[0], Cart)
    assert task.checks[1] == NoSideEffects(allow_cart=True)


def test_a_cart_answer_to_a_text_without_a_cart_is_an_answer_set(imported: Import, released_task: Made) -> None:
    task, problems = only(imported(released_task("Find the Ryzen.", RYZEN[0], kind="cart")))
    assert isinstance(task.checks[0], AnswerSet)
    assert [kind for kind, _ in problems] == ["wrong_type"]
    assert task.defects[0].startswith("wrong type: typed cart")


def test_checkout_tasks_become_orders_by_their_buyer(imported: Import, released_task: Made) -> None:
    text = "Buy {{URL_3}}/product/bose-headphone for {{name}}, {{email}}, {{zip}}, card {{card}}, {{expiry_date}}."
    raw = released_task(
        text,
        "{{URL_3}}/product/bose-headphone",
        kind="checkout",
        category="Checkout",
        user_details=BUYER,
        payment_info=PAYMENT,
    )
    task, problems = only(imported(raw))
    assert problems == []
    assert task.checks == (
        Order(groups=((OfferAddress(shop="camelcases", slug="bose-headphone"),),), buyer=Buyer(**BUYER, **PAYMENT)),
    )
    assert task.intent == (
        "Buy http://camelcases.example/product/bose-headphone for Jo Miller, jo@mail.example, 60614, "
        "card 4242424242424242, 12/28."
    )


def test_a_placeholder_without_value_is_listed(imported: Import, released_task: Made) -> None:
    task, problems = only(imported(released_task("Deliver to {{name}}.", *RYZEN)))
    assert problems == [("no_value", "{{name}} in the text has no value")]
    assert "{{name}}" in task.intent


def test_answers_that_are_no_addresses_are_a_text(imported: Import, released_task: Made) -> None:
    task, _ = only(imported(released_task("What does it cost?", "299.00")))
    assert task.checks[0] == AnswerText(accepted=("299.00",))


def test_an_offer_that_is_in_no_shop_is_listed_and_kept(imported: Import, released_task: Made) -> None:
    suite, report = imported(released_task("Find all.", "{{URL_2}}/product/gone", RYZEN[0]))
    assert report.unsolvable == ("Webmall_Task1",)
    assert suite.tasks[0].defects == ("unresolved: the answer {{URL_2}}/product/gone is in no shop",)
    assert isinstance(suite.tasks[0].checks[0], AnswerSet)
    assert suite.tasks[0].checks[0].groups[0][0].slug == "gone"


def test_a_near_identical_slug_is_taken_and_listed(imported: Import, released_task: Made) -> None:
    written = "{{URL_2}}/product/xbox-series-s-hvit-10240-mb-gddr6"
    task, problems = only(imported(released_task(f"Find an alternative to {written}.", written)))
    assert isinstance(task.checks[0], AnswerSet)
    assert task.checks[0].groups[0][0].slug == "xbox-series-s-hvit-10240-gb-gddr6"
    assert "http://techtalk.example/product/xbox-series-s-hvit-10240-gb-gddr6." in task.intent
    assert {kind for kind, _ in problems} == {"near_identical"}
    assert "10240-gb" in problems[0][1]
    assert len(task.defects) == len(problems) == 2


def test_an_answer_given_twice_is_listed_and_counts_once(imported: Import, released_task: Made) -> None:
    task, problems = only(imported(released_task("Find it.", RYZEN[0], RYZEN[0] + "/")))
    assert [kind for kind, _ in problems] == ["duplicate"]
    assert isinstance(task.checks[0], AnswerSet)
    assert len(task.checks[0].groups) == 1


def test_an_answer_that_cannot_be_bought_is_listed(imported: Import, released_task: Made) -> None:
    _, problems = only(imported(released_task("Find the fan.", "{{URL_3}}/product/quiet-fan-12-cm")))
    assert problems == [("stale_answer", "the answer camelcases /product/quiet-fan-12-cm/ has no price")]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"category": "Wishes"}, "unknown category 'Wishes'"),
        ({"id": "../Bad"}, "the id '../Bad' cannot be a file's name"),
        ({"correct_answer": {"type": "wish", "answers": [RYZEN[0]]}}, "unknown type of answer 'wish'"),
        ({"correct_answer": {"type": "string", "answers": []}}, "there is no answer"),
        ({"correct_answer": {"type": "cart", "answers": ["Done"]}}, "the answer 'Done' is no product address"),
        (
            {"correct_answer": {"type": "string", "answers": [RYZEN[0], "Done"]}},
            "the answer 'Done' is no product address",
        ),
    ],
)
def test_a_task_that_cannot_be_imported_is_refused_alone(
    imported: Import, released_task: Made, changes: dict[str, Any], reason: str
) -> None:
    good = released_task("Find all.", *RYZEN)
    suite, report = imported(released_task("Find.", *RYZEN, id="Bad") | changes, good)
    assert [task.id for task in suite.tasks] == ["Webmall_Task1"]
    assert [problem.task for problem in report.refused] == [changes.get("id", "Bad")]
    assert reason in report.refused[0].text


def test_an_id_that_is_there_twice_is_refused(imported: Import, released_task: Made) -> None:
    task = released_task("Find all.", *RYZEN)
    suite, report = imported(task, task)
    assert len(suite.tasks) == len(report.refused) == 1


@pytest.mark.parametrize(
    ("text", "answers", "more", "expected"),
    [
        (
            "Find the cheapest offer for the case.",
            ["{{URL_1}}/product/corsair-case-white"],
            {},
            "techtalk /product/corsair-case-white/ has the title of the answer e-store-athletes "
            "/product/corsair-case-white/ and costs 80.00 instead of 90.00",
        ),
        (
            "Find the cheapest offer for the case.",
            ["{{URL_2}}/product/corsair-case-white", "{{URL_3}}/product/corsair-case-black"],
            {},
            "the answers to one cheapest offer differ in price: techtalk /product/corsair-case-white/ 80.00, "
            "camelcases /product/corsair-case-black/ 70.00",
        ),
        (
            "Find all offers for the case.",
            ["{{URL_1}}/product/corsair-case-white", "{{URL_2}}/product/corsair-case-white"],
            {},
            "hardware-cafe /product/corsair-case-white/ has the title of the answer e-store-athletes "
            "/product/corsair-case-white/ and is no answer",
        ),
        (
            "Find all offers for headphones with a price below 150 euros.",
            ["{{URL_3}}/product/bose-headphone"],
            {},
            "the answer camelcases /product/bose-headphone/ costs 199.00, the text asks for less than 150.00",
        ),
        (
            "Find the cheapest alternative for {{URL_3}}/product/corsair-case-black.",
            ["{{URL_2}}/product/corsair-case-white"],
            {"category": "Substitute", "start": "{{URL_3}}/product/corsair-case-black"},
            "the answer techtalk /product/corsair-case-white/ costs 80.00, not less than 70.00 for the product "
            "that the task starts from",
        ),
    ],
)
def test_what_the_catalog_says_otherwise_is_listed_and_not_repaired(
    imported: Import, released_task: Made, text: str, answers: list[str], more: dict[str, str], expected: str
) -> None:
    raw = released_task(text, *answers, category=more.get("category", "Cheapest_Product"))
    raw["correct_answer"]["product_in_cart"] = more.get("start", "")
    task, problems = only(imported(raw))
    assert ("contradiction", expected) in problems
    assert isinstance(task.checks[0], AnswerSet)
    assert len(task.checks[0].groups) == len(answers)


def test_equal_cheapest_offers_are_no_contradiction(imported: Import, released_task: Made) -> None:
    answers = ("{{URL_3}}/product/bose-headphone", "{{URL_4}}/product/bose-headphones-black")
    _, problems = only(imported(released_task("Find the cheapest offer. Return all of them.", *answers)))
    assert problems == []


def test_near_misses_look_right_and_fail(imported: Import, released_task: Made, mini_mall: Mall) -> None:
    raw = released_task("Find the cheapest offer for the Corsair Case White.", "{{URL_2}}/product/corsair-case-white")
    task, _ = only(imported(raw))
    assert task.near_misses
    assert task.near_misses[0][0].slug.startswith("corsair-case")
    assert all(proof.holds for proof in prove_checks(task, mini_mall))


def test_offers_the_release_overlooked_are_no_near_misses(imported: Import, released_task: Made) -> None:
    raw = released_task("Find all offers for the Corsair Case White.", "{{URL_2}}/product/corsair-case-white")
    task, _ = only(imported(raw))
    assert all(miss[0].slug != "corsair-case-white" for miss in task.near_misses)


def test_the_start_product_is_a_near_miss(imported: Import, released_task: Made) -> None:
    raw = released_task("Find CPUs for this case.", *RYZEN, category="Compatible_Products")
    raw["correct_answer"]["product_in_cart"] = "{{URL_3}}/product/corsair-case-black"
    task, _ = only(imported(raw))
    assert (OfferAddress(shop="camelcases", slug="corsair-case-black"),) in task.near_misses


def test_a_file_in_another_format_is_refused_with_its_field(
    write_release: Callable[..., Path], mini_mall: Mall, released_task: Made
) -> None:
    task = released_task("Find all.", *RYZEN)
    task["correct_answer"]["answers"] = "wish"
    with pytest.raises(InputError, match=r"task_sets\.json.*0\.tasks\.0\.correct_answer\.answers.*WebMall's format"):
        import_webmall_tasks(write_release(task), mini_mall.catalog, hosts=mini_mall.hosts, solution_host="s.example")


@pytest.mark.parametrize("content", ["{", '{"tasks": []}', "[3]"])
def test_other_json_is_refused(tmp_path: Path, mini_mall: Mall, content: str) -> None:
    (tmp_path / "task_sets.json").write_text(content)
    with pytest.raises(InputError, match=r"task_sets\.json"):
        import_webmall_tasks(tmp_path, mini_mall.catalog, hosts=mini_mall.hosts, solution_host="s.example")


def test_a_missing_release_is_refused(tmp_path: Path, mini_mall: Mall) -> None:
    with pytest.raises(InputError, match="no such file"):
        import_webmall_tasks(tmp_path, mini_mall.catalog, hosts=mini_mall.hosts, solution_host="s.example")


def test_unknown_placeholders_stay() -> None:
    assert fill_placeholders("{{a}} {{ b }} {{c}}", {"a": "1", "b": "2", "c": ""}) == ("1 2 {{c}}", ("c",))


def test_plain_text_has_real_lines() -> None:
    assert plain_text("<task>\\nFind  it.\\n\\n\\n\\nThen stop. \\n</task>") == "Find it.\n\nThen stop."


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("xbox-10240-mb-gddr6", "xbox-10240-gb-gddr6", True),
        ("cooler-fans-amp-pump", "cooler-fans-pump", True),
        ("same", "same", False),
        ("ssd-1tb-blue", "ssd-2tb-blue", False),
        ("case-black", "case-white", False),
        ("case-black", "case-black-xl", False),
        ("rtx-4070", "rtx-4070-ti", False),
        ("a-cat-dog-pig", "a-car-dot-pit", False),
    ],
)
def test_near_identical_slugs_differ_by_a_slip(one: str, other: str, near: bool) -> None:
    assert near_identical(one, other) is near
    assert near_identical(other, one) is near


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Find all offers for the AMD Ryzen 9 5900X.", "Find all offers for the Canon EOS R5 Mark II."),
        ("Find the cheapest offer for a PSU.", "Find the cheapest offer for the Be Quiet! Pure Base 500. If several …"),
        (
            "Add the product on page {{URL_3}}/product/a-b to the cart.",
            "Add the product on page {{URL_1}}/product/c to the cart.",
        ),
    ],
)
def test_texts_of_one_shape_share_a_template(one: str, other: str) -> None:
    assert template_of("c", one) == template_of("c", other)


def test_other_shapes_and_categories_are_other_templates() -> None:
    assert template_of("c", "Find all offers for X.") != template_of("c", "Find the cheapest offer for X.")
    assert template_of("c", "Find all offers for X.") != template_of("d", "Find all offers for X.")
