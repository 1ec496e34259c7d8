"""Queries in other words: every lost, turned or added requirement is seen, and what keeps all of them is taken."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise

import pytest
from model_server import Body, ModelServer, Policy, Refuse, Say

from shopworld.errors import ModelError
from shopworld.guru.evolution import make_evolved_suite, read_seeds
from shopworld.guru.evolution.complexity import Evolver
from shopworld.guru.evolution.diversity import Unbound, bind
from shopworld.guru.evolution.keeping import change_in
from shopworld.guru.evolution.query import Query
from shopworld.guru.evolution.rephrasing import Rephraser
from shopworld.guru.evolution.shelf import Assortment
from shopworld.mall import Mall
from shopworld.models import Models, ModelSettings

_CHATTER = "Please take good care of that choice for me, thank you so much indeed."


@pytest.fixture(scope="module")
def queries(assortment: Assortment) -> list[Query]:
    """Queries of the shipped seeds after each of five rounds."""
    evolver = Evolver(3, assortment.currency)
    bound = [bind(seed, assortment) for seed in read_seeds()]
    lines = [evolver.evolve(one, 5) for one in bound if not isinstance(one, Unbound)]
    return [query for line in lines for query in line or ()]


def test_a_query_keeps_all_its_requirements(queries: list[Query]) -> None:
    assert len(queries) > 20
    assert {one.id: change_in(one, one.text) for one in queries if change_in(one, one.text)} == {}


def test_the_words_of_the_round_before_are_seen_to_lack_something(queries: list[Query]) -> None:
    pairs = [(before, after) for before, after in pairwise(queries) if before.id == after.id]
    assert len(pairs) > 20
    assert all(change_in(after, before.text) for before, after in pairs)


def test_every_number_that_changes_is_seen(queries: list[Query]) -> None:
    for query in queries:
        for match in re.finditer(r"\d+", query.text):
            other = query.text[: match.start()] + str(int(match[0]) + 7) + query.text[match.end() :]
            assert change_in(query, other), (query.text, match[0])


def test_a_least_that_becomes_a_most_is_seen(queries: list[Query]) -> None:
    swapped = [
        (query, query.text.replace("at least", "at most"))
        for query in queries
        if query.text.count("at least") == 1 and "at least " in query.text and "between" not in query.text
    ]
    assert swapped
    assert [text for query, text in swapped if not change_in(query, text)] == []


@pytest.mark.parametrize(
    "more",
    [
        "It should cost at most 93 dollars in all, if you can manage it.",
        "And please take the cheapest one of those that are left in the end.",
        "It would be nice if it were refurbished, because I am a thrifty person.",
    ],
)
def test_a_requirement_that_is_added_is_seen(queries: list[Query], more: str) -> None:
    plain = [one for one in queries if one.round == 0 and one.sort is None and not one.conditions("filter")]
    assert plain
    assert all(change_in(query, f"{query.text} {more}") for query in plain)


def test_a_value_of_the_shelf_that_is_added_is_seen(queries: list[Query]) -> None:
    for query in queries:
        brands = [
            one for one in query.shelf.values["brand"] if isinstance(one, str) and one not in query.text.casefold()
        ]
        assert "is new" in change_in(query, f"{query.text} I like {brands[0]}.")


def test_other_words_around_the_requirements_are_no_change(queries: list[Query]) -> None:
    for query in queries:
        other = re.sub(r"^(?:I need|Find|I am looking for|Look for)\b", "Could you please get me", query.text)
        assert change_in(query, other) == ""


@contextmanager
def rephraser(policy: Policy) -> Iterator[Rephraser]:
    """A rephraser whose model answers by a policy."""
    with ModelServer(policy) as server, closing(Models(ModelSettings(base_url=server.base_url, retries=0))) as models:
        yield Rephraser(models.open("vllm/small"))


def asked(body: Body) -> dict[str, str]:
    """Queries that a request holds, by id."""
    return dict(line.split(": ", 1) for line in body["messages"][-1]["content"].splitlines())


def say(wordings: dict[str, str]) -> Say:
    """An answer."""
    return Say(json.dumps({"queries": [{"id": name, "text": text} for name, text in wordings.items()]}))


def test_what_keeps_all_requirements_is_taken_and_the_rest_keeps_its_words(queries: list[Query]) -> None:
    some = [(f"q{place}", one) for place, one in enumerate(queries[5:25])]

    def policy(body: Body) -> Say:
        said = asked(body)
        names = list(said)
        wordings = {name: f"Hello there! {text}" for name, text in said.items()}
        wordings[names[0]] = _CHATTER
        del wordings[names[1]]
        wordings["q999"] = "Something else."
        return say(wordings)

    with rephraser(policy) as one:
        found = one.rephrase(some)
    assert one.taken == len(found) == 16
    assert one.kept["no answer"] == 2
    assert one.kept.total() == 4
    assert all(found[name] == f"Hello there! {query.text}" for name, query in some if name in found)


def test_a_batch_without_an_answer_falls_back(queries: list[Query]) -> None:
    with rephraser(lambda _: Say("I would rather not.")) as one:
        assert one.rephrase([("q1", queries[3])]) == {}
    assert one.kept == {"no answer": 1}


def test_a_model_that_cannot_be_asked_stops_the_build(queries: list[Query]) -> None:
    with rephraser(lambda _: Refuse(401, "no such key")) as one, pytest.raises(ModelError):
        one.rephrase([("q1", queries[3])])


def test_a_suite_in_other_words_has_the_same_checks(bazaar: Mall) -> None:
    seeds = read_seeds()[:14]
    plain, _ = make_evolved_suite(bazaar, seeds=seeds, rounds=2, seed=3)
    policy = lambda body: say({name: f"Good day. {text}" for name, text in asked(body).items()})  # noqa: E731
    with rephraser(policy) as one:
        other, _ = make_evolved_suite(bazaar, seeds=seeds, rounds=2, seed=3, rephraser=one)
    assert one.taken == len(plain.tasks) == len(other.tasks)
    assert [task.checks for task in other.tasks] == [task.checks for task in plain.tasks]
    assert all(task.intent.startswith("Good day. ") for task in other.tasks)
