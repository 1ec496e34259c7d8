"""What parts of a shop folder were made from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError
from shopworld.shop.fingerprints import FINGERPRINTS_FILE, fingerprint_of, read_fingerprints, write_fingerprints


def test_fingerprints_are_kept_by_part(tmp_path: Path) -> None:
    assert read_fingerprints(tmp_path) == {}
    write_fingerprints(tmp_path, {"catalog": "a", "home": "b"})
    write_fingerprints(tmp_path, {"catalog": "c"})
    assert read_fingerprints(tmp_path) == {"catalog": "c", "home": "b"}


def test_a_file_counts_by_its_content_and_its_absence(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    missing = fingerprint_of((file,))
    file.write_text("missing", encoding="utf-8")
    written = fingerprint_of((file,))
    file.write_text("other", encoding="utf-8")
    assert len({missing, written, fingerprint_of((file,)), fingerprint_of(("missing",))}) == 4


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_other_parts_have_another_fingerprint(first: list[str], second: list[str]) -> None:
    assert (fingerprint_of(first) == fingerprint_of(second)) == (first == second)


@pytest.mark.parametrize("content", ["no json", "[]", '{"catalog": 7}'])
def test_a_file_that_holds_something_else_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / FINGERPRINTS_FILE).write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_fingerprints(tmp_path)
    assert caught.value.hint is not None
