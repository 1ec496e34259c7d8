"""Sealed suites: nothing of the seed outside one private file, and afterwards everything to check it by."""

from __future__ import annotations

import hashlib
import stat
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError, TaskError
from shopworld.tasks import (
    AnswerSet,
    Disclosure,
    OfferAddress,
    RevealedSeal,
    Seal,
    Suite,
    Task,
    answers_of,
    load_suite,
    reveal,
    save_sealed,
    save_suite,
    suite_hash,
)

TASK = Task(
    id="one",
    template="one",
    category="checkout",
    intent="Find it.",
    checks=(AnswerSet(groups=((OfferAddress(shop="techtalk", slug="ryzen"),),)),),
)


def suite(**fields: Any) -> Suite:
    return Suite(name="hidden", version="1", mall="m", tasks=(TASK,), **fields)


SEALS = st.builds(
    Seal,
    seed=st.integers(0, 2**63 - 1),
    nonce=st.binary(min_size=32, max_size=32).map(bytes.hex),
)


def sealed_at(path: Path) -> tuple[Seal, Path]:
    seal = Seal.draw()
    save_sealed(suite(seed=seal.seed), path, seal)
    return seal, path


def test_the_seed_stands_in_the_private_file_alone(tmp_path: Path) -> None:
    seal, path = sealed_at(tmp_path / "hidden.json")
    holding = [one.name for one in tmp_path.iterdir() if str(seal.seed) in one.read_text()]
    assert holding == ["hidden.seal"]
    assert {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()} == {0o600}
    found = load_suite(path)
    assert (found.seed, found.commitment) == (None, seal.commitment)
    assert answers_of(found, path) is Disclosure.SEALED
    assert str(seal.seed) not in repr(seal)
    assert seal.nonce not in repr(seal)


@given(SEALS)
def test_the_commitment_can_be_computed_by_anybody(seal: Seal) -> None:
    text = "\n".join(["shopworld seal 1", str(seal.seed), seal.nonce, ""])
    assert seal.commitment == hashlib.sha256(text.encode()).hexdigest()


@given(SEALS, SEALS)
def test_two_seals_never_share_a_commitment(one: Seal, other: Seal) -> None:
    assert (one == other) == (one.commitment == other.commitment)


def test_what_is_told_fits_the_suite_and_the_one_made_from_the_seed(tmp_path: Path) -> None:
    seal, path = sealed_at(tmp_path / "hidden.json")
    before = path.read_bytes()
    told = reveal(path)
    assert told.seal == seal
    assert told.remade_hash == suite_hash(suite(seed=seal.seed))
    assert told.suite_hash == suite_hash(load_suite(path))
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["hidden.json", "hidden.revealed"]
    assert answers_of(load_suite(path), path) is Disclosure.REVEALED
    assert reveal(path) == told
    assert RevealedSeal.read(tmp_path / "hidden.revealed") == told


def test_a_seed_that_was_changed_is_found_out(tmp_path: Path) -> None:
    _, path = sealed_at(tmp_path / "hidden.json")
    reveal(path)
    file = tmp_path / "hidden.revealed"
    data = orjson.loads(file.read_bytes())
    file.write_bytes(orjson.dumps({**data, "seed": data["seed"] ^ 1}))
    with pytest.raises(InputError, match="do not fit the commitment"):
        answers_of(load_suite(path), path)


def test_the_seal_of_another_suite_is_refused(tmp_path: Path) -> None:
    _, path = sealed_at(tmp_path / "one.json")
    sealed_at(tmp_path / "two.json")
    (tmp_path / "one.seal").write_bytes((tmp_path / "two.seal").read_bytes())
    with pytest.raises(TaskError, match="of another suite"):
        reveal(path)
    assert (tmp_path / "one.seal").exists()


def test_a_sealed_suite_is_not_replaced_before_its_seed_was_told(tmp_path: Path) -> None:
    _, path = sealed_at(tmp_path / "hidden.json")
    kept = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    for seal in (None, Seal.draw()):
        with pytest.raises(TaskError, match="not told yet"):
            save_sealed(suite(seed=1), path, seal)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == kept
    reveal(path)
    save_sealed(suite(seed=1), path, None)
    assert answers_of(load_suite(path), path) is Disclosure.DERIVABLE


def test_only_public_seeds_and_releases_make_answers_derivable() -> None:
    by_hand = suite()
    assert answers_of(by_hand) is Disclosure.UNKNOWN
    assert answers_of(suite(seed=7)) is Disclosure.DERIVABLE
    released = by_hand.model_copy(update={"tasks": (TASK.model_copy(update={"source": "release"}),)})
    assert answers_of(released) is Disclosure.DERIVABLE


def test_what_is_not_sealed_cannot_be_told(tmp_path: Path) -> None:
    save_sealed(suite(seed=1), tmp_path / "open.json", None)
    with pytest.raises(TaskError, match="not sealed"):
        reveal(tmp_path / "open.json")


def test_the_bytes_of_suites_that_are_not_sealed_stay_what_they_were() -> None:
    assert b"commitment" not in orjson.dumps(suite(seed=3).model_dump(mode="json"))


def test_no_other_way_of_saving_replaces_what_is_not_told_yet(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    save_sealed(suite(), file, Seal.draw())
    with pytest.raises(TaskError, match="whose seed was not told yet"):
        save_suite(suite(), file)
    assert load_suite(file).commitment


def test_suites_of_one_seed_are_told_together(tmp_path: Path) -> None:
    seal = Seal.draw()
    whole, part = tmp_path / "whole.json", tmp_path / "part.json"
    save_sealed(suite(), whole, seal)
    save_sealed(suite(), part, seal)
    assert answers_of(load_suite(part), part) is Disclosure.SEALED
    reveal(whole)
    assert answers_of(load_suite(part), part) is Disclosure.REVEALED
