"""The fonts of the mall's own pages, served from the installed packages as the shops' are."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.shop import font_file

HEADING_FONT = "Source Serif Pro"
BODY_FONT = "Source Sans Pro"
_FOLDER = "/fonts/"


def font_response(path: str) -> Response | None:
    """The font file at `/fonts/<file>`; None for every other path."""
    found = font_file(path.removeprefix(_FOLDER)) if path.startswith(_FOLDER) else None
    if found is None:
        return None
    content, media_type = found
    return Response(content, media_type=media_type, headers={"cache-control": "public, max-age=31536000, immutable"})
