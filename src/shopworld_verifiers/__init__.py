"""The taskset where verifiers looks for one, in a module of its own: `vf-eval shopworld-verifiers`."""

from shopworld.adapters.verifiers import RolloutData, RolloutTask, ShopConfig, ShopTaskset

__all__ = ["RolloutData", "RolloutTask", "ShopConfig", "ShopTaskset"]
