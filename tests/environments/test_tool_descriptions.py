"""What agents are told of the tools of every interface."""

from __future__ import annotations

import pytest

from shopworld.api import list_tools

INTERFACES = ("", "tools", "corpus", "nlweb")


@pytest.mark.parametrize("interface", INTERFACES)
def test_every_tool_and_every_parameter_says_what_it_is(interface: str) -> None:
    """Hosts such as Inspect refuse tools that do not."""
    silent = [
        (tool.name, name)
        for tool in list_tools(interface)
        for name, schema in tool.parameters["properties"].items()
        if not schema.get("description") or not tool.description
    ]
    assert silent == []
