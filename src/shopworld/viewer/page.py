"""The viewer's page: one HTML file that fetches nothing from elsewhere, and lets nothing of what it shows run."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
SCRIPT, STYLE = "viewer.js", "viewer.css"


def viewer_page(embedded: Mapping[str, bytes], *, pieces: str = "") -> bytes:
    """The page as HTML.

    Args:
        embedded: packed documents by name (gzip), for pages that no server stands behind; none where one does.
        pieces: folder beside the page that holds the details of trials as scripts; empty where there is none.
    """
    script, style = _read(SCRIPT), _read(STYLE)
    data = "".join(
        f'<script type="application/gzip" id="{name}">{base64.b64encode(document).decode()}</script>\n'
        for name, document in embedded.items()
    )
    policy = content_policy(inside=bool(embedded))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>Shopworld: runs</title>\n<style>{style}</style>\n</head>\n"
        f'<body data-pieces="{pieces}"><div id="app"></div>\n<noscript>The viewer needs scripts; '
        f"report.html beside the run shows the same as a document.</noscript>\n{data}"
        f"<script>{script}</script>\n</body>\n</html>\n"
    ).encode()


def content_policy(*, inside: bool) -> str:
    """The content security policy: our script and style by their hashes, pictures, and the page's own place.

    Args:
        inside: whether no server stands behind it: then scripts of its own folder bring the details of trials.
    """
    own = "'self' file:" if inside else "'self'"
    scripts = f" {own}" if inside else ""
    return (
        f"default-src 'none'; script-src '{_hash(SCRIPT)}'{scripts}; style-src '{_hash(STYLE)}'; "
        f"img-src {own} data:; connect-src {own if not inside else chr(39) + 'none' + chr(39)}; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


@cache
def _hash(name: str) -> str:
    digest = hashlib.sha256(_read(name).encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
