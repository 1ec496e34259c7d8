from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from shopworld.cluster import NodeCache, Parcel, pack
from shopworld.errors import InputError

PARCEL = Parcel("malls", "0123abcd")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "mall"
    made.mkdir()
    (made / "mall.toml").write_text("name = 'one'")
    return made


def test_a_parcel_is_fetched_once_by_several_who_want_it_at_once(tmp_path: Path, folder: Path) -> None:
    fetched = []

    def pieces() -> Iterator[bytes]:
        fetched.append(1)
        yield from pack(folder)

    places: list[Path] = []
    threads = [
        threading.Thread(target=lambda: places.append(NodeCache(tmp_path / "home").install(PARCEL, pieces)))
        for _ in range(6)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(fetched) == 1
    assert {(place / "mall.toml").read_text() for place in places} == {"name = 'one'"}


@pytest.mark.parametrize("wrong", ["cut", "checked"])
def test_what_comes_half_or_is_not_what_was_to_come_is_not_there(tmp_path: Path, folder: Path, wrong: str) -> None:
    cache = NodeCache(tmp_path / "home")

    def refuse(place: Path) -> None:
        raise InputError("another mall")

    whole = b"".join(pack(folder))
    came, check = (whole[:-20], lambda _: None) if wrong == "cut" else (whole, refuse)
    with pytest.raises(InputError):
        cache.install(PARCEL, lambda: [came], check)
    assert not cache.has(PARCEL)
    assert cache.install(PARCEL, lambda: pack(folder)).is_dir()


@pytest.mark.parametrize("name", ["", "..", "../up", "a/b", "A", ".hidden"])
def test_a_name_that_leads_elsewhere_is_no_parcel(name: str) -> None:
    with pytest.raises(InputError, match="names no folder that travels"):
        Parcel("malls", name)
