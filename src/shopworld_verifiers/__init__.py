"""The taskset where verifiers looks for one, in a module of its own: `vf-eval shopworld-verifiers`."""

from shopworld.adapters.verifiers import ShopConfig, ShopData, ShopTask, ShopTaskset

__all__ = ["ShopConfig", "ShopData", "ShopTask", "ShopTaskset"]
