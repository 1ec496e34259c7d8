"""An agent that names whatever it finds: what it is paid for is a flaw of the task."""

from __future__ import annotations

from shopworld.agents.keyword.goal import understand
from shopworld.agents.keyword.requirements import require
from shopworld.agents.protocol import Move
from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.skills import add_to_cart, read_listing, search_shop, submit_answer
from shopworld.environments.observation import Observation

_OFFERS_PER_SHOP = 3


class ListEverythingAgent(ScriptedAgent):
    """Opens the first results of every shop, puts each into the cart, and names them all."""

    def script(self, first: Observation) -> Script[None]:
        """Searches, opens, adds, names."""
        goal = understand(self.goal)
        text = " ".join(require(wish).query() for wish in goal.wishes)[:80]
        at, named = first, []
        for shop in goal.shops:
            at = yield from search_shop(shop, text, at)
            listing = at.url
            for number in range(len(read_listing(at.accessibility_tree)[:_OFFERS_PER_SHOP])):
                offers = read_listing(at.accessibility_tree)
                at = yield Move(f"click({offers[number].link!r})", f"Take {offers[number].title!r}.")
                named.append(at.url)
                yield from add_to_cart(at)
                at = yield Move(f"goto({listing!r})", "Back to the results.")
        yield from submit_answer(goal.solution, "###".join(named) or "Done")
