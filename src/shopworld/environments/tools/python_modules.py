"""Modules that the sandboxed interpreter lacks: `statistics` as host functions, `fractions` as code of its own.

Host functions take plain numbers only, few enough and small enough that none of them can hold up the host. A fraction
is a class inside of the sandbox, under its limits. The interpreter knows no comparison methods of classes, so
fractions are compared by `==`, or by `float(a) < float(b)`.
"""

from __future__ import annotations

import ast
import statistics
import time
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from pydantic_monty import ExternalModule

MOST_NUMBERS = 10_000
"""In one call of a host function."""
MOST_HOST_SECONDS = 2.0
"""Of all host functions in one run."""

_LARGEST_BITS = 1024
_LONGEST_DECIMAL = 100
_LARGEST_EXPONENT = 400

_ONE_SERIES = (
    "mean", "fmean", "geometric_mean", "harmonic_mean", "median", "median_low", "median_high", "mode", "multimode",
    "stdev", "pstdev", "variance", "pvariance", "quantiles",
)  # fmt: skip
_TWO_SERIES = ("correlation", "covariance")

FRACTIONS = "__shopworld_fractions__"
"""The sandbox's name for the module `fractions`."""

FRACTIONS_SOURCE = """
import math as __shopworld_math__
from decimal import Decimal as __shopworld_decimal__

class Fraction:
    def __init__(self, numerator=0, denominator=1):
        top, bottom = __shopworld_parts__(numerator)
        more_top, more_bottom = __shopworld_parts__(denominator)
        top, bottom = top * more_bottom, bottom * more_top
        if bottom == 0:
            raise ZeroDivisionError(f"Fraction({top}, 0)")
        shared = __shopworld_math__.gcd(top, bottom)
        if bottom < 0:
            shared = -shared
        self.numerator = top // shared
        self.denominator = bottom // shared

    def limit_denominator(self, max_denominator=1000000):
        if self.denominator <= max_denominator:
            return self
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self.numerator, self.denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        first = Fraction(p0 + k * p1, q0 + k * q1)
        second = Fraction(p1, q1)
        return second if float(abs(second - self)) <= float(abs(first - self)) else first

    def as_integer_ratio(self):
        return (self.numerator, self.denominator)

    def __add__(self, other):
        if isinstance(other, float):
            return float(self) + other
        other = Fraction(other)
        return Fraction(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if isinstance(other, float):
            return float(self) * other
        other = Fraction(other)
        return Fraction(self.numerator * other.numerator, self.denominator * other.denominator)

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        if isinstance(other, float):
            return float(self) / other
        other = Fraction(other)
        return Fraction(self.numerator * other.denominator, self.denominator * other.numerator)

    def __rtruediv__(self, other):
        if isinstance(other, float):
            return other / float(self)
        return Fraction(other) / self

    def __pow__(self, power):
        if not isinstance(power, int):
            return float(self) ** power
        if power < 0:
            return Fraction(self.denominator ** -power, self.numerator ** -power)
        return Fraction(self.numerator ** power, self.denominator ** power)

    def __neg__(self):
        return Fraction(-self.numerator, self.denominator)

    def __abs__(self):
        return Fraction(abs(self.numerator), self.denominator)

    def __float__(self):
        return self.numerator / self.denominator

    def __int__(self):
        return int(self.numerator / self.denominator) if self.denominator != 1 else self.numerator

    def __eq__(self, other):
        if isinstance(other, float):
            return float(self) == other
        if not isinstance(other, (int, Fraction)):
            return False
        other = Fraction(other)
        return self.numerator == other.numerator and self.denominator == other.denominator

    def __hash__(self):
        return hash((self.numerator, self.denominator))

    def __round__(self, digits=None):
        return round(float(self)) if digits is None else round(float(self), digits)

    def __str__(self):
        return str(self.numerator) if self.denominator == 1 else f"{self.numerator}/{self.denominator}"

    def __repr__(self):
        return f"Fraction({self.numerator}, {self.denominator})"


def __shopworld_parts__(value):
    if isinstance(value, Fraction):
        return value.numerator, value.denominator
    if isinstance(value, int):
        return int(value), 1
    if isinstance(value, float):
        exact = __shopworld_decimal__(value).as_integer_ratio()
        return exact[0], exact[1]
    if isinstance(value, str) and "/" in value:
        top, bottom = value.split("/")
        return int(top), int(bottom)
    if isinstance(value, str):
        value = __shopworld_decimal__(value.strip())
    exact = value.as_integer_ratio()
    return exact[0], exact[1]


class __shopworld_module__:
    def __init__(self):
        self.Fraction = Fraction


__shopworld_fractions__ = __shopworld_module__()
"""


def host_modules() -> dict[str, ExternalModule]:
    """What one run may import from the host: `statistics`."""
    clock = _HostClock()
    functions: dict[str, Any] = {name: clock.limited(getattr(statistics, name), 1) for name in _ONE_SERIES}
    functions |= {name: clock.limited(getattr(statistics, name), 2) for name in _TWO_SERIES}
    functions["linear_regression"] = clock.limited(_linear_regression, 2)
    return {"statistics": ExternalModule(functions)}


class _HostClock:
    """The time that one run has spent in functions of the host."""

    def __init__(self) -> None:
        self._spent = 0.0

    def limited(self, function: Callable[..., Any], series: int) -> Callable[..., Any]:
        """The function, for that many series of plain numbers and small options, while there is time left."""

        def call(*values: Any, **options: Any) -> Any:
            if self._spent > MOST_HOST_SECONDS:
                raise TimeoutError(f"functions of statistics took more than {MOST_HOST_SECONDS:g} seconds together")
            numbers = [_plain_numbers(one) for one in values[:series]]
            for option in (*values[series:], *options.values()):
                _check_number(option)
                if isinstance(option, int) and abs(option) > MOST_NUMBERS:
                    raise ValueError(f"an option of {option}, at most {MOST_NUMBERS}")
            began = time.monotonic()
            try:
                return function(*numbers, *values[series:], **options)
            except statistics.StatisticsError as error:
                raise ValueError(str(error)) from error
            finally:
                self._spent += time.monotonic() - began

        return call


def _linear_regression(x: list[float], y: list[float]) -> tuple[float, float]:
    """Slope and intercept."""
    line = statistics.linear_regression(x, y)
    return line.slope, line.intercept


def _plain_numbers(values: object) -> list[Any]:
    """A series of numbers, checked.

    Raises:
        TypeError: it holds something else than int, float and Decimal (or text, for `mode`).
        ValueError: there are too many, or one is too large.
    """
    if not isinstance(values, Iterable) or isinstance(values, str | bytes):
        raise TypeError("expected a list of numbers")
    numbers = list(values)
    if len(numbers) > MOST_NUMBERS:
        raise ValueError(f"{len(numbers)} values, at most {MOST_NUMBERS} in one call")
    for number in numbers:
        if isinstance(number, str) and len(number) <= _LONGEST_DECIMAL:
            continue
        _check_number(number)
    return numbers


def _check_number(value: object) -> None:
    match value:
        case None | bool() | float():
            return
        case int():
            fits = value.bit_length() <= _LARGEST_BITS
        case str():
            fits = len(value) <= _LONGEST_DECIMAL
        case Decimal():
            _, digits, exponent = value.as_tuple()
            plain = not isinstance(exponent, int) or abs(exponent) <= _LARGEST_EXPONENT
            fits = len(digits) <= _LONGEST_DECIMAL and plain
        case _:
            raise TypeError(f"expected int, float or Decimal, got {type(value).__name__}")
    if not fits:
        raise ValueError("a number is too large for statistics")


def with_own_fractions(code: str) -> tuple[str, bool]:
    """The code with imports of `fractions` turned to the sandbox's own, and whether there were any.

    Code that cannot be parsed comes back as it is: the interpreter says what is wrong with it.
    """
    if "fractions" not in code:
        return code, False
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return code, False
    found: list[Any] = [node for node in ast.walk(tree) if _imports_fractions(node)]
    lines = code.splitlines(keepends=True)
    for node in sorted(found, key=lambda one: (one.lineno, one.col_offset), reverse=True):
        _replace(lines, node, _assignment(node))
    return "".join(lines), bool(found)


def _imports_fractions(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name == "fractions" for alias in node.names)
    return isinstance(node, ast.ImportFrom) and node.module == "fractions" and node.level == 0


def _assignment(node: Any) -> str:
    """What stands in the import's place, in one line."""
    if isinstance(node, ast.ImportFrom):
        return "; ".join(f"{alias.asname or alias.name} = {FRACTIONS}.{alias.name}" for alias in node.names)
    others = [alias for alias in node.names if alias.name != "fractions"]
    parts = [f"{alias.asname or 'fractions'} = {FRACTIONS}" for alias in node.names if alias.name == "fractions"]
    if others:
        parts.append(ast.unparse(ast.Import(names=others)))
    return "; ".join(parts)


def _replace(lines: list[str], node: Any, text: str) -> None:
    """Puts text where a node stands; columns are counted in UTF-8 bytes."""
    first, last = node.lineno - 1, node.end_lineno - 1
    before = lines[first].encode()[: node.col_offset].decode()
    after = lines[last].encode()[node.end_col_offset :].decode()
    lines[first : last + 1] = [before + text + "\n" * (last - first) + after]
