"""What is common to all verifiers: the shop that is right, areas, findings that are gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from breakable_shop import BreakableShop
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.verify import AREAS, VERIFIERS, Finding, Verifier, verify_shop
from shopworld.arena.verify.finding import gathered
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.errors import EnvironmentFault, InputError

Ask = Callable[..., list[Finding]]
IN_PROCESS = ("data", "routes", "links", "reach", "purchase", "forms", "accessibility", "leaks")


def test_nothing_is_wrong_with_a_shop_that_is_right(right_shop: Path, ask: Ask) -> None:
    assert ask(right_shop, *IN_PROCESS) == []


def test_only_verifiers_of_the_areas_asked_for_run(right_shop: Path) -> None:
    heard: list[str] = []
    quick = [one for one in VERIFIERS if one.name in ("reach", "purchase", "forms")]
    assert verify_shop(right_shop, None, ["cart"], verifiers=quick, told=lambda name, _: heard.append(name)) == []
    assert heard == ["opening", "purchase"]


def test_findings_of_other_areas_are_left_out(shop: BreakableShop, ask: Ask) -> None:
    shop.template("footers/groups.html", "<ul>", '<ul><li><a href="/pages/gone">Gone</a></li>')
    assert {one.area for one in ask(shop, "links")} == {"shell"}
    assert ask(shop, "links", areas=("product",)) == []


def test_an_unknown_area_is_named(right_shop: Path) -> None:
    with pytest.raises(InputError, match="'carts' is no area of a shop; expected some of shell, collections"):
        verify_shop(right_shop, None, ["carts"])


def test_a_folder_without_a_shop_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no shop"):
        verify_shop(tmp_path, None)


def test_a_shop_that_cannot_be_opened_is_a_finding(shop: BreakableShop, ask: Ask) -> None:
    shop.write("data/collections.json", "[{]")
    [found] = ask(shop, "data")
    assert (found.area, found.severity) == ("collections", "error")
    assert found.place == "data/collections.json:1"
    assert found.what.startswith("not JSON")
    assert found.cure


def test_a_theme_that_cannot_be_read_belongs_to_the_part_of_its_template(shop: BreakableShop, ask: Ask) -> None:
    shop.template("pages/cart.html", "{% block main %}", "{% block main %}{% if %}")
    [found] = ask(shop, "data")
    assert found.area == "cart"
    assert found.place.startswith("theme/templates/pages/cart.html:")


def test_a_verifier_whose_browser_fails_is_asked_again_then_told(right_shop: Path, browser_is_there: None) -> None:
    asked: list[int] = []

    def crashes(subject: VerifiedShop) -> Iterator[Finding]:
        asked.append(len(asked))
        yield from ()
        raise EnvironmentFault("the tab crashed")

    [found] = verify_shop(right_shop, None, verifiers=[Verifier("shaky", "Does it hold?", crashes)])
    assert asked == [0, 1]
    assert found.what == "could not be found out: the tab crashed"


def test_every_verifier_says_what_it_asks() -> None:
    assert len({one.name for one in VERIFIERS}) == len(VERIFIERS)
    for one in VERIFIERS:
        assert one.question.endswith("?")
        assert set(one.areas) <= set(AREAS)


findings = st.builds(
    Finding,
    verifier=st.sampled_from(["links", "routes"]),
    area=st.sampled_from(AREAS),
    place=st.sampled_from(["/", "/cart", "/a", "/b", "/c"]),
    what=st.sampled_from(["dead", "gone"]),
    cure=st.just("Repair it."),
)


@given(st.lists(findings, max_size=40))
def test_gathering_loses_no_kind_of_finding_and_tells_each_once(found: list[Finding]) -> None:
    together = gathered(found)
    kinds = [(one.verifier, one.area, one.what) for one in together]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == {(one.verifier, one.area, one.what) for one in found}
    first: dict[tuple[str, str, str], str] = {}
    for one in found:
        first.setdefault((one.verifier, one.area, one.what), one.place)
    assert [one.place.startswith(first[kind]) for one, kind in zip(together, kinds, strict=True)] == [True] * len(kinds)


def test_many_places_are_counted() -> None:
    found = [Finding(verifier="links", area="product", place=f"/{at}", what="dead", cure="-") for at in range(5)]
    assert [one.place for one in gathered(found)] == ["/0, /1 and 3 more"]
    assert [one.place for one in gathered(found[:3])] == ["/0, /1, /2"]
