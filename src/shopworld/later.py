"""Names of a package that are loaded when somebody first asks for them (PEP 562), so that light modules load fast.

The package imports them for type checkers only:

    if TYPE_CHECKING:
        from shopworld.shop.storefront import Storefront
    else:
        __getattr__ = later(__name__, {"shopworld.shop.storefront": ("Storefront",)})
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def later(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """The `__getattr__` of a package: imports the module that has the name, and keeps what it found.

    Args:
        package: name of the package.
        modules: the names that each module has.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return load
