"""WebMall's release as pages: reading and cleaning return its offers."""

from __future__ import annotations

from pathlib import Path

import pytest
from offers_release import feed_back


@pytest.mark.data
def test_offers_of_the_release_come_back_from_pages(webmall_data: Path, tmp_path: Path) -> None:
    returned = feed_back(sorted(webmall_data.glob("webmall_*.csv.gz")), tmp_path, most=20)
    assert returned.offers == 80
    assert returned.share >= 0.98, returned
