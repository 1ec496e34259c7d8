"""Agents: what shops in the shops. Anyone's agent is a class with `begin` and `act`.

What is exported stands in `__init__.pyi`; it is loaded when it is used, so that who writes an agent loads no server.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
