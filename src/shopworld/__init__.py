"""Shopworld: simulated online shops, grounded shopping tasks, and scores from what really happened.

`import shopworld as sw` is the library: `sw.open` lets a harness of your own into a world, `sw.evaluate` plays agents.
What is exported stands in `__init__.pyi`, and is loaded when it is used. These names are kept: what is to go is
deprecated for two minor versions first.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

__version__ = "0.1.0"
