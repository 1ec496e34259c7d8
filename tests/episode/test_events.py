"""Event logs: written, read back, refused."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.episode import Event, Payload, read_events, write_events
from shopworld.errors import InputError


class Noted(Payload, kind="events_test_noted"):
    """Something with text and numbers."""

    text: str
    numbers: tuple[int, ...] = ()


AT = datetime(2027, 3, 1, 10, 0, tzinfo=UTC)
plain_text = st.text(st.characters(exclude_categories=["Cs"]))


def noted(sequence: int = 0, text: str = "x") -> Event:
    return Event(sequence, AT, "techtalk", Noted(text=text))


@given(plain_text, st.lists(st.integers(-(2**53), 2**53)), st.none() | plain_text)
def test_an_event_is_read_back_as_it_was_written(text: str, numbers: list[int], shop: str | None) -> None:
    event = Event(3, AT, shop, Noted(text=text, numbers=tuple(numbers)))
    line = event.to_json()
    assert b"\n" not in line
    assert Event.from_json(line) == event
    assert Event.from_json(line).to_json() == line


def test_a_log_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    events = [noted(number, f"line\n{number}") for number in range(5)]
    write_events(tmp_path / "events.jsonl", events)
    assert list(read_events(tmp_path / "events.jsonl")) == events
    assert [path.name for path in tmp_path.iterdir()] == ["events.jsonl"]


def test_an_unknown_kind_is_named_with_its_line(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    log.write_bytes(noted().to_json() + b"\n" + noted(1).to_json().replace(b"events_test_noted", b"no_such") + b"\n")
    with pytest.raises(InputError, match=r"events\.jsonl:2, field 'kind': unknown event kind 'no_such'"):
        list(read_events(log))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("v", 99),
        ("seq", -1),
        ("seq", "one"),
        ("at", "yesterday"),
        ("at", "2027-03-01"),
        ("shop", 5),
        ("data", {"text": 7}),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(field: str, value: object) -> None:
    record = orjson.loads(noted().to_json())
    record[field] = value
    with pytest.raises(InputError, match=rf"\b{field}\b"):
        Event.from_json(orjson.dumps(record))


@pytest.mark.parametrize("line", [b"", b"[]", b"{}", b"null", b"{", b'"text"', b"\xff"])
def test_what_is_no_event_is_refused(line: bytes) -> None:
    with pytest.raises(InputError, match=r"not an event: \w"):
        Event.from_json(line)


def test_a_missing_event_is_noticed(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    write_events(log, [noted(0), noted(2)])
    with pytest.raises(InputError, match="event number 2, expected 1"):
        list(read_events(log))


def test_a_missing_log_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such event log"):
        list(read_events(tmp_path / "events.jsonl"))


def test_a_kind_belongs_to_one_payload() -> None:
    with pytest.raises(TypeError, match="is taken by"):

        class Other(Payload, kind="events_test_noted"):
            """Takes a kind that is taken."""
