"""Texts that a model has written before: a shop that is generated again does not ask for them again."""

from __future__ import annotations

import hashlib
from pathlib import Path

import orjson
from pydantic import ValidationError

from shopworld.arena.generate.authoring.wanted import WantedText, WrittenText
from shopworld.evaluation import append_line, cut_torn_line

_OPTIONS = orjson.OPT_SORT_KEYS


class TextStore:
    """Sound texts of one model, by what was asked for: a file of lines that outlives a command that is ended.

    Args:
        folder: of the store; made where it is missing. None keeps nothing.
        model: `provider/model`; each has texts of its own.
    """

    def __init__(self, folder: Path | None, model: str) -> None:
        self._model = model
        self._file = folder / f"{hashlib.sha256(model.encode()).hexdigest()[:16]}.jsonl" if folder else None
        self._known: dict[str, WrittenText] = {}
        if self._file is not None:
            cut_torn_line(self._file)  # of a command that was ended: its text is asked for again
        for line in self._file.read_bytes().splitlines() if self._file and self._file.is_file() else ():
            try:
                kept = orjson.loads(line)
                self._known[kept["asked"]] = WrittenText.model_validate(kept["text"])
            except (orjson.JSONDecodeError, KeyError, TypeError, ValidationError):
                continue  # of an older form: its text is asked for again

    def asked(self, rules: str, wanted: WantedText) -> str:
        """A hash of everything that a text follows from: model, rules, facts."""
        parts = (self._model.encode(), rules.encode(), orjson.dumps([wanted.key, wanted.facts], option=_OPTIONS))
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    def find(self, asked: str) -> WrittenText | None:
        """What was written for it, if anything."""
        return self._known.get(asked)

    def keep(self, asked: str, text: WrittenText) -> None:
        """Keeps a text."""
        self._known[asked] = text
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            append_line(self._file, orjson.dumps({"asked": asked, "text": text.model_dump(mode="json")}))

    def forget(self) -> None:
        """Forgets all texts of the model."""
        self._known.clear()
        if self._file is not None:
            self._file.unlink(missing_ok=True)
