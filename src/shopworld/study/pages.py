"""The pages around the shops: what is agreed to, the task above its shops, and what comes between tasks."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from minijinja import Environment
from starlette.responses import HTMLResponse, Response

_FOLDER = Path(__file__).parent / "templates"


def at_doors(text: str, doors: Mapping[str, str]) -> str:
    """A text with the shops' addresses replaced by those that are reached without a proxy."""
    for address, door in sorted(doors.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(address, door).replace(address.rstrip("/"), door.rstrip("/"))
    return text


@cache
def _environment() -> Environment:
    return Environment(
        loader=lambda name: (_FOLDER / name).read_text(encoding="utf-8"),
        auto_escape_callback=lambda _name: "html",
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(template: str, *, status: int = 200, **values: Any) -> Response:
    """A page of the study, under a policy that allows its own style and script alone."""
    nonce = secrets.token_urlsafe(16)
    content = _environment().render_template(f"{template}.html", nonce=nonce, **values)
    policy = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; img-src data:; frame-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    headers = {
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }
    return HTMLResponse(content, status, headers=headers)


def refusal(status: int, title: str, text: str) -> Response:
    """Why something was not done."""
    return page("refusal", status=status, title=title, text=text)
