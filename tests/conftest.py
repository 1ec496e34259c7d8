"""Fixtures that all rooms share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("no-clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no-clock")
"""No test depends on how busy the machine is."""

PROJECT_ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def webmall_data() -> Path:
    """Folder of WebMall's public release, or a skip where it is not there."""
    folder = PROJECT_ROOT.parent / "shared" / "data" / "webmall"
    if not (folder / "task_sets.json").is_file():
        pytest.skip("needs WebMall's release in ../shared/data/webmall")
    return folder
