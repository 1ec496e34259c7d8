"""What can be compared, and what is said where there is no such shop."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from shopworld.arena.similarity.subjects import open_subject
from shopworld.errors import InputError
from shopworld.mall import Home
from shopworld.mall.of_shops import make_mall_of_shops


def status(address: str) -> int:
    """What a shop answers at its door; the host is sent as a header, as not every machine resolves it."""
    url = httpx.URL(address)
    reply = httpx.get(url.copy_with(host="127.0.0.1"), headers={"Host": f"{url.host}:{url.port}"})
    return reply.status_code


def test_a_folder_is_served_and_everybody_comes_for_the_first_time(small_shop: Path) -> None:
    with open_subject(str(small_shop)) as subject:
        first, second = subject.arrive(), subject.arrive()
        assert first != second
        assert (status(first), status(second)) == (410, 200)


def test_a_shop_of_a_mall_is_found_by_both_names(small_shop: Path, tmp_path: Path) -> None:
    home = Home(tmp_path)
    made = make_mall_of_shops(home.mall("default"), [small_shop], name="default")
    for source in (made.shops[0], f"default/{made.shops[0]}"):
        with open_subject(source, home=home) as subject:
            assert status(subject.arrive()) == 200
    with pytest.raises(InputError, match=f"it has {made.shops[0]}"), open_subject("default/nobody", home=home):
        pass


def test_an_address_on_this_machine_is_visited_as_it_is() -> None:
    with open_subject("http://localhost:9000/en/") as subject:
        assert subject.arrive() == subject.arrive() == "http://localhost:9000/en/"
        assert subject.name == "localhost:9000"


@pytest.mark.parametrize("source", ["https://shop.example/", "nobody", "a/b/c", "not/there"])
def test_what_is_no_shop_is_refused(source: str, tmp_path: Path) -> None:
    with pytest.raises(InputError), open_subject(source, home=Home(tmp_path)):
        pass


def test_a_folder_without_a_shop_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no shop there"), open_subject(str(tmp_path), home=Home(tmp_path)):
        pass
