"""Shopping by telegram: the tools of shops, and each answer ends with STOP."""

from dataclasses import replace

from shopworld.environments import Interface

INTERFACE = Interface(
    "telegram",
    "shops by telegram",
    "acme_telegram:open_telegram",
    tools="acme_telegram:descriptions",
    oracle="shopworld.agents.shop_tool_oracle:ShopToolOracleAgent",
)


def open_telegram(world):
    from shopworld.environments import ShopToolEnvironment

    class Telegram(ShopToolEnvironment):
        def step(self, action):
            seen = super().step(action)
            return replace(seen, title="STOP") if seen.tool_result else seen

    return Telegram(world.mall)


def descriptions(profile):
    from shopworld.environments import shop_tool_descriptions

    return shop_tool_descriptions(profile)
