"""Language models: one client for all providers, with retries, prices, budgets and recorded replies.

What is exported stands in `__init__.pyi`; it is loaded when it is used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
