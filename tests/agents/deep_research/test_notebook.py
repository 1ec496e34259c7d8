"""Notes, their sources, and what may be cited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.deep_research.forms import Note, Report, Search
from shopworld.agents.deep_research.notebook import Notebook, home_of, outside, shops_of

LAMP = "http://a.example/product/lamp/"


def notebook() -> Notebook:
    made = Notebook()
    made.read("http://a.example/?s=lamp", [])
    made.read(LAMP, [Note(about="Lamp", fact="12.00"), Note(about="Lamp", fact="12.00")])
    made.read(LAMP, [Note(about="Lamp", fact="in stock")])
    return made


def test_notes_stand_under_their_page_each_once() -> None:
    assert notebook().write(1_000) == (
        "http://a.example/?s=lamp\nhttp://a.example/product/lamp/\n  - Lamp: 12.00\n  - Lamp: in stock"
    )


@given(st.integers(0, 2_000), st.integers(0, 12))
def test_of_the_oldest_pages_only_the_address_stays(limit: int, pages: int) -> None:
    made = Notebook()
    for number in range(pages):
        made.read(f"http://a.example/{number}/", [Note(about="x", fact="y" * 200)])
    written = made.write(limit)
    assert all(f"http://a.example/{number}/" in written for number in range(pages))
    kept = ["notes left out" not in block for block in written.split("http://")[1:]]
    assert kept == sorted(kept)


def test_only_pages_that_were_read_can_be_cited() -> None:
    def problem(answer: str, *products: str) -> str:
        return notebook().unread(Report(answer=answer, sources=[LAMP], products=list(products)))

    assert problem("The lamp [1].", LAMP.rstrip("/"), f"{LAMP}#reviews") == ""
    assert problem(f"The lamp: {LAMP}.") == ""
    assert "http://a.example/product/chair/" in problem("The chair.", "http://a.example/product/chair/")
    assert "http://b.example/x" in problem("See http://b.example/x, it is cheap.")


def test_searches_keep_to_the_shops_of_the_task() -> None:
    goal = "Search http://a.example/ and http://b.example/shop/. Solution page: http://solution.example/"
    shops = shops_of(goal)
    assert shops == ("http://a.example/", "http://b.example/", "http://solution.example/")
    assert (
        outside([Search(shop="http://a.example", words="x"), Search(shop="http://B.example/x", words="x")], shops) == ""
    )
    assert "'http://c.example/'" in outside([Search(shop="http://c.example/", words="x")], shops)
    assert outside([Search(shop="anywhere", words="x")], ()) == ""
    assert home_of("http://a.example/product/x/") == "http://a.example/"
