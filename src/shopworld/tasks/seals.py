"""Sealed suites: a seed that only who grades knows, its hash told before, itself after; and what suites give away.

Suites are deterministic: who has the package and the seed has the answers. A sealed suite names no seed but a
commitment, SHA-256 over seed and nonce; both lie beside it in a file that its user alone may read.
"""

from __future__ import annotations

import hashlib
import secrets
from enum import StrEnum
from pathlib import Path
from typing import Self

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from shopworld.errors import InputError, TaskError
from shopworld.files import write_whole
from shopworld.tasks.model import Suite
from shopworld.tasks.suite import load_suite, refuse_unrevealed, save_suite, seal_file, suite_hash

SEED_BITS = 63
"""Of a drawn seed: none of them can be tried out, and all fit where seeds are kept."""
REVEALED = "reveal.json"
"""In a run folder: the seal of its suite, once it was told."""


class Disclosure(StrEnum):
    """What is known of a suite's answers by those who are given none."""

    UNKNOWN = ""
    """Its seed is not known, and it is no release: made by hand, or by an older version."""
    DERIVABLE = "derivable"
    """Its seed is public, or it is a public release: the answers can be made or downloaded."""
    SEALED = "sealed"
    """Its seed was drawn, and told to nobody."""
    REVEALED = "revealed"
    """It was sealed, and its seed has been told since."""

    @property
    def words(self) -> str:
        """For people; empty where nothing is known."""
        return _WORDS[self]


_WORDS = {
    Disclosure.UNKNOWN: "",
    Disclosure.DERIVABLE: "answers derivable",
    Disclosure.SEALED: "sealed",
    Disclosure.REVEALED: "sealed once, answers derivable since its seed was told",
}


class Seal(BaseModel):
    """A seed that was drawn from the system's randomness, and what keeps its hash from being tried out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int = Field(ge=0, lt=2**SEED_BITS, strict=True)
    nonce: str = Field(pattern=r"^[0-9a-f]{64}$")

    @classmethod
    def draw(cls) -> Self:
        """A new one, from the system's randomness."""
        return cls(seed=secrets.randbits(SEED_BITS), nonce=secrets.token_hex(32))

    @property
    def commitment(self) -> str:
        """SHA-256 over seed and nonce, as 64 hex digits: `shopworld seal 1`, seed, nonce, each with a line's end."""
        return hashlib.sha256(f"shopworld seal 1\n{self.seed}\n{self.nonce}\n".encode()).hexdigest()

    def __repr__(self) -> str:
        return f"Seal(commitment={self.commitment!r})"

    __str__ = __repr__


class RevealedSeal(Seal):
    """A seal that was told, with what it can be checked by."""

    suite: str
    """Name of the suite."""
    suite_hash: str
    """Content hash of the sealed suite."""
    remade_hash: str
    """Content hash of the suite that is made from the seed."""

    @property
    def seal(self) -> Seal:
        """Seed and nonce."""
        return Seal(seed=self.seed, nonce=self.nonce)

    def __repr__(self) -> str:
        return f"RevealedSeal(suite={self.suite!r}, seed={self.seed})"

    def to_json(self) -> bytes:
        """As indented JSON, with the commitment."""
        data = {"commitment": self.commitment, **self.model_dump(mode="json")}
        return orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """Reads a seal that was told; None where none is there.

        Raises:
            InputError: the file is wrong, or its seed and nonce do not fit its commitment.
        """
        if not path.exists():
            return None
        try:
            data = orjson.loads(path.read_bytes())
            told = data.pop("commitment", "")
            found = cls.model_validate(data)
        except (orjson.JSONDecodeError, ValidationError, AttributeError) as error:
            raise InputError(f"no seal: {error}", file=path) from error
        if told != found.commitment:
            raise InputError("seed and nonce do not fit the commitment", file=path, field="commitment")
        return found


def revealed_file(suite: Path) -> Path:
    """Where the seal of a suite lies that was told."""
    return suite.with_suffix(".revealed")


def save_sealed(suite: Suite, path: Path, seal: Seal | None) -> Suite:
    """Writes a suite that was made from a seal's seed; the seed itself stands only in the file of the seal.

    Args:
        suite: as it was made.
        path: of its file.
        seal: None for a suite that is not sealed.

    Returns:
        the suite as it was written.

    Raises:
        TaskError: a sealed suite lies there whose seed was not told yet.
    """
    refuse_unrevealed(path)
    if seal is None:
        save_suite(suite, path)
        return suite
    sealed = suite.model_copy(update={"seed": None, "commitment": seal.commitment})
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(seal_file(path), orjson.dumps(seal.model_dump()) + b"\n", private=True)
    save_suite(sealed, path, private=True)
    revealed_file(path).unlink(missing_ok=True)
    return sealed


def reveal(path: Path) -> RevealedSeal:
    """Tells the seed of a sealed suite: from now on its answers can be derived. A second time it says the same.

    Args:
        path: of the suite's file.

    Raises:
        TaskError: the suite is not sealed, or its seal is gone or of another suite.
        InputError: suite or seal are wrong.
    """
    suite = load_suite(path)
    if not suite.commitment:
        raise TaskError(f"the suite {suite.name!r} is not sealed", hint="`shopworld tasks make … --sealed` seals one.")
    told = RevealedSeal.read(revealed_file(path))
    found = told.seal if told is not None else _read_seal(seal_file(path))
    if found.commitment != suite.commitment:
        raise TaskError(f"the seal beside {path} is of another suite: its hash is not the commitment of this one")
    remade = suite.model_copy(update={"seed": found.seed, "commitment": ""})
    revealed = RevealedSeal(
        **found.model_dump(), suite=suite.name, suite_hash=suite_hash(suite), remade_hash=suite_hash(remade)
    )
    write_whole(revealed_file(path), revealed.to_json())
    seal_file(path).unlink(missing_ok=True)
    return revealed


def _read_seal(path: Path) -> Seal:
    try:
        return Seal.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        raise TaskError(
            f"{path} is not there: the seed of this suite cannot be told",
            hint="A suite that was ported, copied or exported has its seal beside the one that it was made of.",
        ) from error
    except ValidationError as error:
        raise InputError("no seal", file=path) from error


def answers_of(suite: Suite, path: Path | None = None) -> Disclosure:
    """What a suite gives away of its answers.

    Args:
        suite: the suite.
        path: of its file, beside which a seal that was told would lie.

    Raises:
        InputError: a seal that was told is wrong.
    """
    if suite.commitment:
        # Suites of one seed (a split, a port to a twin) are told together.
        told = [RevealedSeal.read(one) for one in sorted(path.parent.glob("*.revealed"))] if path is not None else []
        is_told = any(one is not None and one.commitment == suite.commitment for one in told)
        return Disclosure.REVEALED if is_told else Disclosure.SEALED
    public = suite.seed is not None or any(task.source == "release" for task in suite.tasks)
    return Disclosure.DERIVABLE if public else Disclosure.UNKNOWN
