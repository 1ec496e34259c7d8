"""Result files of WebMall-Interfaces: what agents put into carts and answered, task by task.

The files of its RAG agents hold `results`, those of its MCP and NLWeb agents executions with `raw_response`; shortened
logs hold one `task_execution`. Addresses are those of the release's live shops.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from shopworld.errors import InputError
from shopworld.evaluation.exchange.foreign import ForeignMove, ForeignResults, ForeignTrial
from shopworld.files import read_bounded

_SHOP = re.compile(r"https?://webmall-(\d+)\.[^/\s\"]+")
_ADDRESS = re.compile(r"https?://[^\s\"'\\\],<>]+")
DONE = "Done"
UNTOLD_BUYER = "who bought is not told"


def read_webmall_interfaces(file: Path, hosts: Sequence[str]) -> ForeignResults:
    """Reads one result file.

    Args:
        file: of the release's `results`.
        hosts: host of each shop here, in the release's order.

    Raises:
        InputError: the file is missing or something else.
    """
    try:
        content = orjson.loads(read_bounded(file))
    except FileNotFoundError as error:
        raise InputError("no such file", file=file) from error
    except orjson.JSONDecodeError as error:
        raise InputError(f"no JSON: {error}", file=file) from error
    model = ""
    entries = content
    if isinstance(content, dict):
        about = content.get("benchmark_metadata")
        model = str(content.get("model") or (about.get("model") if isinstance(about, dict) else "") or "")
        entries = content.get("results", [content["task_execution"]] if "task_execution" in content else None)
    if not isinstance(entries, list) or not entries or not all(isinstance(one, dict) for one in entries):
        raise InputError("no result file of WebMall-Interfaces: expected `results` or `task_execution`", file=file)
    trials = tuple(_trials(entries, file, hosts))
    name = f"webmall-interfaces-{model or 'agent'}".replace(" ", "-").lower()
    return ForeignResults(name, trials, tells_orders=False)


def _trials(entries: Sequence[dict[str, Any]], file: Path, hosts: Sequence[str]) -> Iterator[ForeignTrial]:
    for place, entry in enumerate(entries, start=1):
        task = entry.get("task_id")
        if not isinstance(task, str) or not task:
            raise InputError(f"entry {place} names no task", file=file, field="task_id")
        cart = (
            *_texts(entry, "cart_checkout_urls"),
            *_texts(entry, "cart_only_urls"),
            *_texts(entry, "checkout_only_urls"),
        )
        answered = _answered(entry)
        metrics = entry.get("metrics")
        claimed = entry.get(
            "task_completion_rate", metrics.get("task_completion_rate") if isinstance(metrics, dict) else None
        )
        names = {"prompt_tokens": "input_tokens", "completion_tokens": "output_tokens"}
        tokens = {ours: float(entry[name]) for name, ours in names.items() if isinstance(entry.get(name), int | float)}
        carts = (_call("add_to_cart", url=one) for one in dict.fromkeys(_here(one, hosts) for one in cart))
        answer = " ### ".join(_here(one, hosts) for one in answered) or DONE
        ordered = bool(entry.get("checkout_successful")) or bool(_texts(entry, "checkout_only_urls"))
        yield ForeignTrial(
            task=task,
            moves=(*carts, _call("submit_answer", tokens, answer=answer)),
            claimed=bool(claimed) if isinstance(claimed, int | float) else None,
            place=f"entry {place}",
            unfit=UNTOLD_BUYER if ordered else "",
        )


def _call(tool: str, used: dict[str, float] | None = None, /, **arguments: str) -> ForeignMove:
    return ForeignMove(json.dumps({"name": tool, "arguments": arguments}), used=used or {})


def _answered(entry: dict[str, Any]) -> tuple[str, ...]:
    """The addresses of the answer: as they were parsed, else all that stand in the reply."""
    parsed = entry.get("parsed_model_response", entry.get("parsed_urls"))
    if isinstance(parsed, list):
        return tuple(one for one in parsed if isinstance(one, str) and _ADDRESS.match(one))
    reply = entry.get("raw_response", entry.get("model_response", ""))
    return tuple(dict.fromkeys(_ADDRESS.findall(reply))) if isinstance(reply, str) else ()


def _texts(entry: dict[str, Any], name: str) -> tuple[str, ...]:
    found = entry.get(name)
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def _here(address: str, hosts: Sequence[str]) -> str:
    """The same page of the shops here; other addresses stay."""
    said = _SHOP.match(address)
    if said is None or not 1 <= int(said[1]) <= len(hosts):
        return address
    path = address[said.end() :]
    return f"http://{hosts[int(said[1]) - 1]}{path if path.endswith('/') else path + '/'}"
