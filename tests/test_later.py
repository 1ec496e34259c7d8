"""Light rooms load without the heavy ones beside them."""

from __future__ import annotations

import subprocess
import sys

import pytest

import shopworld.mall
import shopworld.shop


@pytest.mark.parametrize("module", ["shopworld.shop.vouchers", "shopworld.tasks", "shopworld.environments.tools"])
def test_tasks_and_tools_load_no_web_framework_and_no_templates(module: str) -> None:
    heavy = ("starlette", "uvicorn", "minijinja", "shopworld.shop.storefront", "shopworld.mall.server")
    asked = f"import sys, {module}; print([one for one in {heavy!r} if one in sys.modules])"
    found = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    assert found.stdout == "[]\n"


@pytest.mark.parametrize("package", [shopworld.mall, shopworld.shop])
def test_every_public_name_is_there(package: object) -> None:
    for name in package.__all__:  # type: ignore[attr-defined]
        assert getattr(package, name) is getattr(package, name)


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(AttributeError, match=r"module 'shopworld\.shop' has no attribute 'Storehouse'"):
        shopworld.shop.Storehouse  # type: ignore[attr-defined]  # noqa: B018
