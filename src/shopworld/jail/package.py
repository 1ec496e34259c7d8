"""Which parts of Shopworld itself an agent may see: what agents import, and nothing that makes or grades tasks."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The package."""
SHOWN = (
    "__init__.py",
    "__init__.pyi",
    "agents",
    "closing.py",
    "environments/__init__.py",
    "environments/__init__.pyi",
    "environments/action_arguments.py",
    "environments/action_parser.py",
    "environments/actions.py",
    "environments/browser",
    "environments/observation.py",
    "environments/registry.py",
    "episode",
    "errors.py",
    "extensions.py",
    "files.py",
    "jail/inside",
    "models",
    "money",
    "py.typed",
)
"""What is shown of it; whatever is not named is hidden, of rooms to come too."""
ANSWERS_IN = ("guru", "tasks", "catalog", "mall", "arena")
"""Parts by which a copy of the package is told from a folder that is only called so."""


def shown_parts() -> list[Path]:
    """Paths of the parts that are there."""
    return [ROOT / part for part in SHOWN if (ROOT / part).exists()]


def is_copy(folder: Path) -> bool:
    """Whether a folder is a copy of the package, this one or another."""
    return folder.name == ROOT.name and any((folder / part / "__init__.py").exists() for part in ANSWERS_IN)
