"""Logs of Inspect, `.eval` and `.json`: the calls of each sample, as our adapter's tools take them.

Source: Inspect's log format, version 2: a zip of JSON files, packed by zstandard or deflate, or one JSON file.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import orjson
import zstandard

from shopworld.errors import InputError
from shopworld.evaluation.exchange.foreign import MOST_TRIALS, ForeignMove, ForeignResults, ForeignTrial
from shopworld.files import MOST_READ, read_bounded

ACT: Final = "act"
"""The adapter's one tool where shops are met in a browser."""
SCORER: Final = "shopworld"
_ZSTANDARD: Final = 93
_LOCAL_HEADER: Final = struct.Struct("<26xHH")
_TOKENS = {"input_tokens": "input_tokens", "output_tokens": "output_tokens"}


def is_inspect_log(file: Path) -> bool:
    """Whether its content looks like one."""
    try:
        with file.open("rb") as opened:
            start = opened.read(400)
    except OSError:
        return False
    return start.startswith(b"PK\x03\x04") or (start.lstrip().startswith(b"{") and b'"eval"' in start)


def read_inspect_log(file: Path) -> ForeignResults:
    """Reads one log.

    Args:
        file: `.eval` or `.json`.

    Raises:
        InputError: it is missing, something else, or of a task that is not ours.
    """
    try:
        return _read(file)
    except FileNotFoundError as error:
        raise InputError("no such file", file=file) from error
    except InputError:
        raise
    except Exception as error:  # a broken archive fails in any way: damaged, encrypted, packed by something else
        raise InputError(f"no log of Inspect: {type(error).__name__}: {error}", file=file) from error


def _read(file: Path) -> ForeignResults:
    header, samples = _unzipped(file) if zipfile.is_zipfile(file) else _plain(file)
    about = header.get("eval")
    if not isinstance(about, dict) or not all(isinstance(one, dict) for one in samples):
        raise InputError("no log of Inspect: expected `eval` and `samples`", file=file)
    registered = str(about.get("task_registry_name") or about.get("task") or "")
    given = about.get("task_args")
    given = given if isinstance(given, dict) else {}
    suite = str(given.get("suite") or ("default" if registered.endswith("/default") else about.get("task") or ""))
    trials = tuple(_trial(one, file) for one in samples)
    in_browser = any(not one.action.startswith("{") and one.says is None for trial in trials for one in trial.moves)
    interface = "browser" if in_browser else str(given.get("interface") or "tools")
    return ForeignResults(str(about.get("model") or "inspect"), trials, interface=interface, suite=suite)


def _plain(file: Path) -> tuple[dict[str, Any], list[Any]]:
    told = orjson.loads(read_bounded(file))
    if not isinstance(told, dict) or not isinstance(told.get("samples"), list):
        raise InputError("no log of Inspect: expected `eval` and `samples`", file=file)
    return told, told["samples"]


def _unzipped(file: Path) -> tuple[dict[str, Any], list[Any]]:
    with file.open("rb") as opened, zipfile.ZipFile(opened) as archive:
        names = sorted(one for one in archive.namelist() if one.startswith("samples/") and one.endswith(".json"))
        start = "header.json" if "header.json" in archive.namelist() else "_journal/start.json"
        told = sum(archive.getinfo(one).file_size for one in (start, *names))
        if told > MOST_READ:
            raise InputError(f"its samples have more than {MOST_READ:,} bytes; they are not read", file=file)
        header, *samples = (orjson.loads(_content(opened, archive.getinfo(one), file)) for one in (start, *names))
    if not isinstance(header, dict):
        raise InputError("no log of Inspect: its header is no object", file=file)
    return header, samples


def _content(opened: Any, about: zipfile.ZipInfo, file: Path) -> bytes:
    """One file of the archive; zstandard is read here, which Python's own reader does not know."""
    if about.compress_type != _ZSTANDARD:
        with zipfile.ZipFile(opened) as archive:
            return archive.read(about)
    opened.seek(about.header_offset)
    name, extra = _LOCAL_HEADER.unpack(opened.read(_LOCAL_HEADER.size))
    opened.seek(name + extra, io.SEEK_CUR)
    packed = io.BytesIO(opened.read(about.compress_size))
    with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as reader:
        content: bytes = reader.read(about.file_size + 1)
    if len(content) != about.file_size:
        raise InputError(f"{about.filename} is not as long as it says", file=file)
    return content


def _trial(sample: dict[str, Any], file: Path) -> ForeignTrial:
    name, epoch = sample.get("id"), sample.get("epoch")
    if not isinstance(name, str | int) or not isinstance(epoch, int) or not 1 <= epoch <= MOST_TRIALS:
        raise InputError("a sample without `id` or `epoch`", file=file)
    messages = sample.get("messages")
    moves = list(_moves(messages if isinstance(messages, list) else [], sample.get("attachments")))
    if moves and (used := _used(sample.get("model_usage"))):
        last = moves[-1]
        moves[-1] = ForeignMove(last.action, last.failed, last.says, used)
    unfit = "" if moves else "it tells of no call"
    if sample.get("error"):
        told = sample["error"]
        unfit = f"it ended by an error: {str(told.get('message', '') if isinstance(told, dict) else told)[:200]}"
    return ForeignTrial(
        task=str(name),
        moves=tuple(moves),
        claimed=_claimed(sample.get("scores")),
        place=f"sample {name}, epoch {epoch}",
        trial=epoch - 1,
        unfit=unfit,
    )


def _moves(messages: list[Any], attachments: Any) -> Iterator[ForeignMove]:
    """The calls in order, and at the end what the model said to the user."""
    told = [one for one in messages if isinstance(one, dict) and one.get("role") == "tool"]
    replies = {name: one for one in told if isinstance(name := one.get("tool_call_id"), str)}
    for message in messages:
        for call in _calls(message):
            reply = replies.get(call["id"])
            if reply is not None:  # else a limit came before it
                yield ForeignMove(_action(call, attachments), bool(reply.get("error")))
    final = messages[-1] if messages else None
    if isinstance(final, dict) and final.get("role") == "assistant" and not final.get("tool_calls"):
        yield ForeignMove.message(_text(final.get("content"), attachments))


def _calls(message: Any) -> list[dict[str, Any]]:
    calls = message.get("tool_calls") if isinstance(message, dict) and message.get("role") == "assistant" else None
    calls = calls if isinstance(calls, list) else []
    known = [one for one in calls if isinstance(one, dict) and isinstance(one.get("function"), str)]
    return [one for one in known if isinstance(one.get("id"), str)]


def _action(call: dict[str, Any], attachments: Any) -> str:
    given = call.get("arguments")
    given = given if isinstance(given, dict) else {}
    given = {name: _whole(value, attachments) for name, value in given.items()}
    if call["function"] == ACT:
        return str(given.get("action", ""))
    return orjson.dumps({"name": call["function"], "arguments": given}).decode()


def _text(content: Any, attachments: Any) -> str:
    """What a message says: a text, or parts of which some are."""
    if isinstance(content, list):
        parts = (one.get("text") for one in content if isinstance(one, dict) and one.get("type") == "text")
        return "\n".join(str(_whole(one, attachments)) for one in parts)
    return str(_whole(content or "", attachments))


def _whole(value: Any, attachments: Any) -> Any:
    """Long texts stand apart in a log, by name."""
    if isinstance(value, str) and value.startswith("attachment://") and isinstance(attachments, dict):
        return attachments.get(value.removeprefix("attachment://"), value)
    return value


def _claimed(scores: Any) -> bool | None:
    found = scores.get(SCORER) if isinstance(scores, dict) else None
    value = found.get("value") if isinstance(found, dict) else None
    return value == 1 if isinstance(value, int | float) else None


def _used(usage: Any) -> dict[str, float]:
    told = [one for one in usage.values() if isinstance(one, dict)] if isinstance(usage, dict) else []
    counts = {ours: [one.get(name) for one in told] for name, ours in _TOKENS.items()}
    sums = {ours: sum(one for one in all_ if isinstance(one, int | float)) for ours, all_ in counts.items()}
    return {name: float(value) for name, value in sums.items() if value}
