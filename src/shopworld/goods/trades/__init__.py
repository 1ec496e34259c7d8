"""Departments of goods: what single shops of one trade sell, made from data files and a seed."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
