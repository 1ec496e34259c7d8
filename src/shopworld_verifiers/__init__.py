"""The taskset where verifiers looks for one, in a module of its own: `vf-eval shopworld-verifiers`."""

from shopworld.adapters.verifiers import ShopConfig, RolloutData, RolloutTask, ShopTaskset

__all__ = ["ShopConfig", "RolloutData", "RolloutTask", "ShopTaskset"]
