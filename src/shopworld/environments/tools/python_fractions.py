"""The module `fractions` of the sandbox, which the interpreter lacks: code that runs inside of it, under its limits.

The interpreter knows no comparison methods of classes, so fractions are compared by `==`, or by `float(a) < float(b)`.
"""

from __future__ import annotations

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
"""To be run before code that needs the module."""
