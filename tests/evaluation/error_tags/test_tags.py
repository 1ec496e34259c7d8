"""Each tag on small trials that have it, and on those beside them that do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from shopworld.catalog.query import Sort
from shopworld.environments.tools import ToolCalled
from shopworld.episode import Episode, EpisodeIdentity, Payload
from shopworld.evaluation.error_tags import TAGS, TrialCase, tag_case
from shopworld.evaluation.error_tags.searching import CONSTRAINT
from shopworld.evaluation.records import Hashes, Result, Status, Step, ToolUse
from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import CartChanged, ProductViewed, SearchPerformed
from shopworld.tasks import (
    AnswerSet,
    Cart,
    CheckResult,
    FilterChoice,
    ListingUsed,
    OfferAddress,
    Recommendation,
    Task,
)
from shopworld.tasks.recommendation import ProductRecommended
from shopworld.tasks.rubric_grading import RubricResult
from shopworld.tasks.rubrics import EntityMatch, Source

RIGHT, NEAR, OTHER = (OfferAddress(shop="one", slug=slug) for slug in ("right", "near", "other"))
HOSTS = {"one.example": "one", "two.example": "two"}
GOAL = "Search http://one.example/ and http://two.example/."


@dataclass
class Trial:
    """A trial in the making: what was done, and what the shops saw of it."""

    task: Task
    status: Status = Status.FAILED
    ending: str = "submitted"
    allowed: int = 20
    steps: list[Step] = field(default_factory=lambda: [Step(number=0, url="http://one.example/", tree="first page")])
    episode: Episode = field(default_factory=lambda: Episode(EpisodeIdentity("agent", "task"), "label"))
    rubrics: tuple[RubricResult, ...] = ()
    controls: dict[str, bool] = field(default_factory=dict)
    interface: str = ""

    def step(self, action: str, *payloads: Payload, shop: str | None = "one", **fields: Any) -> Trial:
        """One action and what happened by it."""
        for payload in payloads:
            self.episode.record(payload, shop=shop)
        last = self.steps[-1]
        seen = {"url": last.url, "tree": last.tree} | fields
        self.steps.append(Step(number=last.number + 1, action=action, events=len(self.episode.events), **seen))
        return self

    def case(self, *, known: bool = True) -> TrialCase:
        """As rules see it."""
        in_tools = self.task.environment == "tools"
        result = Result(
            agent="agent",
            task="task",
            trial=0,
            status=self.status,
            reward=float(self.status is Status.PASSED),
            steps=len(self.steps) - 1,
            ending=self.ending,
            checks=tuple(
                CheckResult(type=one.type, passed=False, reason="", rubrics=self.rubrics, controls=self.controls)
                for one in self.task.checks
            ),
            tools=ToolUse() if in_tools else None,
            interface=self.interface,
            hashes=Hashes(task="", checks=""),
        )
        return TrialCase(
            result,
            GOAL,
            self.steps,
            self.episode.events,
            HOSTS,
            self.task if known else None,
            self.allowed if known else None,
        )

    def tags(self) -> set[str]:
        """Names of its tags."""
        return set(tag_case(self.case()).names)

    def told(self, *, known: bool = True) -> set[str]:
        """Names of the tags that can be said of it."""
        return set(tag_case(self.case(known=known)).told)


def task(*checks: Any, **fields: Any) -> Task:
    """A task to name or buy the right offer, with one near miss."""
    return Task(
        **{
            "id": "task",
            "template": "task",
            "category": "test",
            "intent": "The right one.",
            "checks": checks or (AnswerSet(groups=((RIGHT,),)),),
            "near_misses": ((NEAR,),),
            **fields,
        }
    )


def searched(query: str, total: int = 0, **fields: Any) -> SearchPerformed:
    """A search in a shop."""
    return SearchPerformed(**{"query": query, "total": total, "results": (), "sort": "relevance", **fields})


def viewed(offer: OfferAddress) -> ProductViewed:
    """A product page."""
    return ProductViewed(offer_id=offer.slug, slug=offer.slug, price=100)


def carted(offer: OfferAddress) -> CartChanged:
    """A line of the cart."""
    return CartChanged(offer_id=offer.slug, slug=offer.slug, quantity=1, price=100)


def address(offer: OfferAddress) -> str:
    """Address of an offer's page."""
    return f"http://{offer.shop}.example/product/{offer.slug}/"


def answer(*texts: str) -> AnswerSubmitted:
    """A submitted answer."""
    return AnswerSubmitted(text="###".join(texts))


def test_the_third_time_on_one_page_is_a_repetition_and_the_second_is_not() -> None:
    twice = Trial(task()).step("click('5')").step("click('5')")
    assert "repeated_action" not in twice.tags()
    assert "repeated_action" in twice.step("click('5')").tags()


def test_the_same_action_on_changing_pages_is_no_repetition() -> None:
    trial = Trial(task())
    for page in range(5):
        trial.step("click('5')", tree=f"page {page}")
    assert "repeated_action" not in trial.tags()


def test_going_in_circles_is_a_repetition() -> None:
    trial = Trial(task())
    for _ in range(3):
        trial.step("click('5')", tree="cart").step("go_back()", tree="first page")
    assert [one.step for one in tag_case(trial.case()).marks if one.tag == "repeated_action"] == [5, 6]


def test_a_long_search_without_results_is_too_specific_until_a_shorter_one_follows() -> None:
    long = "red leather office chair with headrest"
    trial = Trial(task()).step("press('3', 'Enter')", searched(long))
    assert "over_specific_search" in trial.tags()
    assert "over_specific_search" in trial.step("press('3', 'Enter')", searched("chair", 9), shop="two").tags()
    assert "over_specific_search" not in trial.step("press('3', 'Enter')", searched("office chair", 9)).tags()


@pytest.mark.parametrize(("query", "total"), [("red office chair", 0), ("red leather office chair", 3)])
def test_short_searches_and_those_that_find_something_are_not_too_specific(query: str, total: int) -> None:
    assert "over_specific_search" not in Trial(task()).step("press()", searched(query, total)).tags()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("headphones under $50", "$5"),
        ("cheapest ssd", "cheapest"),
        ("mug 4.5 stars free shipping", "4.5 stars"),
        ("best-rated kettle", "best-rated"),
        ("drill at most 80 euro", "at most"),
        ("ssd 2 tb nvme", ""),
        ("star lamp", ""),
        ("under desk treadmill", ""),
        ("newspaper stand", ""),
    ],
)
def test_what_belongs_into_filters_is_told_from_names_of_things(query: str, words: str) -> None:
    found = CONSTRAINT.search(query)
    assert (found[0] if found else "") == words
    tags = Trial(task()).step("press()", searched(query, 5)).tags()
    assert ("constraint_words_in_search" in tags) is bool(words)


@pytest.mark.parametrize("query", ["mug R$ 49,90", "kettle 299 kr", "lamp 1 299,- zł"])
def test_amounts_in_any_currency_belong_into_filters(query: str) -> None:
    assert "constraint_words_in_search" in Trial(task()).step("press()", searched(query, 5)).tags()


def test_filters_and_sorts_that_are_asked_for_are_to_be_used() -> None:
    check = ListingUsed(shop="one", filters=(FilterChoice(field="brand", values=("A",)),), sort=Sort.PRICE_ASCENDING)
    trial = Trial(task(check)).step("click('1')", searched("", 9))
    assert {"filter_unused", "sort_unused"} <= trial.tags()
    trial.step("click('2')", searched("", 4, filters={"brand": ("A",)}))
    assert "filter_unused" not in trial.tags()
    assert "sort_unused" in trial.tags()
    trial.step("click('3')", searched("", 4, sort="price_asc"))
    assert not trial.tags() & {"filter_unused", "sort_unused"}


def test_a_graded_query_says_by_itself_that_it_has_a_filter() -> None:
    trial = Trial(task(), controls={"filter": False})
    assert {"filter_unused", "sort_unused"} & trial.told(known=False) == {"filter_unused"}
    assert not {"filter_unused", "sort_unused"} & Trial(task()).told()


TREE = "[4] combobox 'Sort by'\n\t[5] option 'Price'\n[6] slider 'Price up to' value=9\n[7] link 'Home'"


def test_a_control_that_was_never_made_to_work() -> None:
    trial = Trial(task()).step("noop()", tree=TREE).step("fill('6', '5')", error="a slider takes no text")
    assert "control_not_operated" in trial.tags()
    assert "control_not_operated" not in trial.step("press('6', 'ArrowLeft')").tags()
    other = Trial(task()).step("noop()", tree=TREE).step("click('7')", error="covered")
    assert "control_not_operated" not in other.tags()


def test_a_wrong_product_that_was_looked_at_last_was_not_left() -> None:
    trial = Trial(task()).step("click('1')", viewed(OTHER)).step("click('2')", answer(address(OTHER)), shop=None)
    assert "unmet_product_not_left" in trial.tags()
    left = Trial(task()).step("click('1')", viewed(OTHER)).step("click('1')", viewed(NEAR))
    assert "unmet_product_not_left" not in left.step("click('2')", answer(address(OTHER)), shop=None).tags()
    right = Trial(task()).step("click('1')", viewed(RIGHT)).step("click('2')", answer(address(RIGHT)), shop=None)
    assert "unmet_product_not_left" not in right.tags()


def test_a_near_miss_is_an_attribute_confused_and_another_product_is_not() -> None:
    in_cart = Trial(task(Cart(groups=((RIGHT,),)))).step("click('1')", carted(NEAR))
    assert "attribute_confused" in in_cart.tags()
    assert "attribute_confused" not in Trial(task(Cart(groups=((RIGHT,),)))).step("click('1')", carted(OTHER)).tags()


def test_a_claim_is_false_where_nothing_named_is_right_and_the_agent_ended_it() -> None:
    def ended(*offers: OfferAddress, ending: str = "submitted") -> set[str]:
        return Trial(task(), ending=ending).step("x", answer(*map(address, offers)), shop=None).tags()

    assert "false_claim" in ended(OTHER, NEAR)
    assert "false_claim" not in ended(OTHER, RIGHT)
    assert "false_claim" not in ended()
    assert "false_claim" not in ended(OTHER, ending="limit")


@pytest.mark.parametrize("text", ["http://elsewhere.example/product/right/", "http://one.example/", "/product/"])
def test_links_to_elsewhere_and_parts_of_links_are_bad(text: str) -> None:
    assert "bad_link" in Trial(task()).step("x", answer(text), shop=None).tags()


def test_links_to_pages_of_the_shops_and_words_are_no_bad_links() -> None:
    assert "bad_link" not in Trial(task()).step("x", answer(address(OTHER), "Done, in one go"), shop=None).tags()


def test_shops_without_any_listing_were_left_out() -> None:
    trial = Trial(task()).step("press()", searched("chair", 3))
    assert [one.text for one in tag_case(trial.case()).marks if one.tag == "shops_never_searched"] == [
        "no search and no listing in two"
    ]
    assert "shops_never_searched" not in trial.step("press()", searched("chair", 3), shop="two").tags()
    assert "shops_never_searched" not in Trial(task(Cart(groups=((RIGHT,),)))).told()


def test_stopping_early_and_running_out_of_steps() -> None:
    def after(steps: int, **fields: Any) -> set[str]:
        trial = Trial(task(), **fields)
        for number in range(steps):
            trial.step(f"click('{number}')")
        return trial.tags() & {"early_stop", "out_of_steps"}

    assert after(4) == {"early_stop"}
    assert after(5) == set()
    assert after(4, status=Status.PASSED) == set()
    assert after(20, ending="limit", status=Status.LIMIT) == {"out_of_steps"}
    assert after(10, ending="limit", status=Status.LIMIT) == set()


def _rubric(name: str, *, satisfied: bool) -> RubricResult:
    return RubricResult(id=name, type="entity_match", source=Source.QUERY, satisfied=satisfied, reason="")


def _by_tools(rubrics: Sequence[RubricResult] = ()) -> Trial:
    check = Recommendation(target="b1", rubrics=(EntityMatch(id="r1", source=Source.QUERY, entity="charger"),))
    return Trial(task(check, environment="tools", near_misses=()), rubrics=tuple(rubrics))


def _call(name: str, *found: str, **arguments: Any) -> ToolCalled:
    return ToolCalled(name=name, arguments=arguments, product_ids=found)


def test_by_tools_the_second_same_call_is_a_repetition() -> None:
    call = '{"name": "search_products", "arguments": {"query": "red charger"}}'
    once = _by_tools().step(call, _call("search_products", "b2", query="red charger"))
    assert not once.tags() & {"repeated_action", "over_specific_search", "constraint_words_in_search"}
    assert "repeated_action" in once.step(call).tags()
    typed = _by_tools().step(call, _call("search_products", query="red charger under $20 in stock"))
    assert {"over_specific_search", "constraint_words_in_search"} <= typed.tags()


def test_by_tools_a_product_that_misses_one_rubric_is_a_confusion() -> None:
    def recommended(*satisfied: bool) -> set[str]:
        trial = _by_tools([_rubric(f"r{place}", satisfied=one) for place, one in enumerate(satisfied)])
        trial.step("x", _call("get_product_details", "b2"))
        return trial.step("y", ProductRecommended(product_id="b2", reasoning="")).tags()

    assert {"attribute_confused", "false_claim", "unmet_product_not_left"} <= recommended(True, True, False)
    assert "attribute_confused" not in recommended(True, False, False)
    assert not {"filter_unused", "bad_link", "control_not_operated"} & _by_tools().step("x").told()


def test_calls_into_shops_are_searches_of_the_shops_and_calls_of_a_corpus_are_not() -> None:
    check = ListingUsed(shop="one", filters=(FilterChoice(field="brand", values=("A",)),))
    call = _call("search_products", query="red office chair one")
    shops = Trial(task(check), interface="tools").step("a", call, searched("red office chair one", 3))
    assert "over_specific_search" not in shops.tags()
    assert "filter_unused" in shops.tags()
    corpus = Trial(task(check), interface="corpus").step("a", _call("search", query="red chair"))
    assert not {"over_specific_search", "filter_unused", "shops_never_searched"} & corpus.told()


def test_by_calls_into_shops_the_third_same_result_is_a_repetition() -> None:
    trial = Trial(task(), interface="tools")
    for number in range(3):
        trial.step("view_cart", result=f"{number} lines")
    assert "repeated_action" not in trial.tags()
    for _ in range(3):
        trial.step("view_cart", result="still empty")
    assert "repeated_action" in trial.tags()


def test_without_the_suite_only_what_needs_no_checks_is_told() -> None:
    trial = Trial(task()).step("x", searched("chair", 3), answer(address(OTHER)))
    assert trial.told() - trial.told(known=False) == {
        "unmet_product_not_left",
        "attribute_confused",
        "false_claim",
        "early_stop",
        "out_of_steps",
    }


def test_names_are_unique_and_definitions_are_sentences() -> None:
    assert len({tag.name for tag in TAGS}) == len({tag.title for tag in TAGS}) == len(TAGS) == 13
    assert all(tag.definition.endswith(".") for tag in TAGS)
