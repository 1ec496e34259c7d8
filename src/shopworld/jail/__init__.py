"""A jail for agents' processes: policy as data, in force by bubblewrap, by namespaces of our own, or by Landlock."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
