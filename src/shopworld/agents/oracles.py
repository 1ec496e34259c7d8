"""Makes the oracle: the only agent that is told the solution."""

from __future__ import annotations

from shopworld.agents.briefing import Briefing, brief
from shopworld.agents.protocol import Agent
from shopworld.catalog import Catalog
from shopworld.environments import interface
from shopworld.errors import AgentError
from shopworld.extensions import load
from shopworld.mall import Mall
from shopworld.tasks import Task

_HERE = "shopworld.agents"
_IN_MALLS = {
    "browser": f"{_HERE}.oracle:OracleAgent",
    "shop_tools": f"{_HERE}.shop_tool_oracle:ShopToolOracleAgent",
    "corpus": f"{_HERE}.shop_tool_oracle:CorpusOracleAgent",
    "nlweb": f"{_HERE}.shop_tool_oracle:NlwebOracleAgent",
}


def make_oracle(mall: Mall, task: Task, environment: str = "browser") -> Agent:
    """Makes the oracle for one task in the shops of a mall.

    Args:
        mall: whose shops.
        task: to solve.
        environment: by which it meets them.

    Raises:
        AgentError: an offer of the solution is not in the mall, or nobody solves tasks in that environment.
    """
    reference = _IN_MALLS.get(environment) or interface(environment).oracle
    if not reference:
        raise AgentError(
            f"there is no oracle for {interface(environment).place}",
            hint="Name one in the declaration of its interface: oracle='module:function'.",
        )
    briefing: Briefing = brief(mall, task)
    made: Agent = load(reference)(briefing)
    return made


def make_tool_oracle(catalog: Catalog, task: Task) -> Agent:
    """Makes the oracle for one task of the tool sandbox.

    Raises:
        AgentError: the target is not in the catalog.
    """
    from shopworld.agents.tool_briefing import brief_for_tools
    from shopworld.agents.tool_oracle import ToolOracleAgent

    return ToolOracleAgent(brief_for_tools(catalog, task))
