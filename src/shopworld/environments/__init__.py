"""How an agent meets a shop: observations and actions, through a real browser; or by tools, in `environments.tools`.

What is exported stands in `__init__.pyi`; it is loaded when it is used, so that who writes an agent starts no browser.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
