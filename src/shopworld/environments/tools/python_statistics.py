"""The module `statistics` of the sandbox, which the interpreter lacks: code that runs inside of it, under its limits.

Sums of int, float and Decimal are exact and rounded once, as in the standard library. Everything lies in one function,
so that nothing that an agent calls `mean` or `sorted` gets in its way.
"""

from __future__ import annotations

STATISTICS = "__shopworld_statistics__"
"""The sandbox's name for the module `statistics`."""

STATISTICS_SOURCE = """
def __shopworld_make_statistics__(
    abs=abs, bin=bin, float=float, int=int, isinstance=isinstance, len=len, list=list, max=max, range=range,
    all=all, any=any, min=min, sorted=sorted, sum=sum, type=type, zip=zip, TypeError=TypeError, ValueError=ValueError,
):
    import math
    from decimal import Decimal

    def numbers(data, least, name):
        values = list(data)
        if len(values) < least:
            raise ValueError(f"{name} requires at least {least} data points" if least > 1 else f"{name}: no data")
        for value in values:
            if not isinstance(value, (int, float, Decimal)):
                raise TypeError(f"{name}: expected int, float or Decimal, got {type(value).__name__}")
        return values

    def pairs(x, y, name):
        first, second = numbers(x, 2, name), numbers(y, 2, name)
        if len(first) != len(second):
            raise ValueError(f"{name} requires that both inputs have same number of data points")
        return first, second

    def kind(values):
        kinds = {Decimal if isinstance(value, Decimal) else float if isinstance(value, float) else int
                 for value in values}
        if Decimal in kinds and float in kinds:
            raise TypeError("float and Decimal cannot be mixed")
        return Decimal if Decimal in kinds else float if float in kinds else int

    def is_finite(value):
        return value.is_finite() if isinstance(value, Decimal) else isinstance(value, int) or math.isfinite(value)

    def parts(value):
        return (int(value), 1) if isinstance(value, int) else Decimal(value).as_integer_ratio()

    def exact_sum(fractions):
        tops = {}
        for top, bottom in fractions:
            tops[bottom] = tops.get(bottom, 0) + top
        total, shared = 0, 1
        for bottom, top in tops.items():
            divisor = math.gcd(shared, bottom)
            total = total * (bottom // divisor) + top * (shared // divisor)
            shared = shared // divisor * bottom
        return total, shared

    def rounded(top, bottom):
        if top < 0:
            return -rounded(-top, bottom)
        if top == 0:
            return 0.0
        shift = 60 - len(bin(top)) + len(bin(bottom))
        if shift >= 0:
            top = top << shift
        else:
            bottom = bottom << -shift
        whole = top // bottom
        if whole * bottom != top:
            whole |= 1
        return math.ldexp(float(whole), -shift)

    def converted(top, bottom, wanted):
        if wanted is Decimal:
            return Decimal(top) / Decimal(bottom)
        if wanted is int and top % bottom == 0:
            return top // bottom
        return rounded(top, bottom)

    def root(top, bottom, wanted):
        if wanted is Decimal:
            places = max(0, 60 - (len(bin(top)) - len(bin(bottom))) // 7)
            square = top * 100**places
            whole = math.isqrt(square // bottom) * 10
            if (whole // 10) ** 2 * bottom != square:
                whole += 1
            return Decimal(whole) * Decimal(f"1e-{places + 1}")
        shift = max(0, 128 - len(bin(top)) + len(bin(bottom)))
        shift += shift % 2
        square = top << shift
        whole = math.isqrt(square // bottom)
        if whole * whole * bottom != square:
            whole |= 1
        return rounded(whole, 1 << shift // 2)

    def mean(data):
        values = numbers(data, 1, "mean")
        wanted = kind(values)
        if not all(is_finite(value) for value in values):
            return sum(values) / len(values)
        top, bottom = exact_sum(parts(value) for value in values)
        return converted(top, bottom * len(values), wanted)

    def fmean(data, weights=None):
        values = [float(value) for value in numbers(data, 1, "fmean")]
        if weights is None:
            return math.fsum(values) / len(values)
        weights = [float(value) for value in numbers(weights, 1, "fmean")]
        if len(weights) != len(values):
            raise ValueError("data and weights must be the same length")
        if not math.fsum(weights):
            raise ValueError("sum of weights must be non-zero")
        return math.fsum([value * weight for value, weight in zip(values, weights)]) / math.fsum(weights)

    def geometric_mean(data):
        values = numbers(data, 1, "geometric_mean")
        if any(value <= 0 for value in values):
            raise ValueError("geometric mean requires a non-empty dataset containing positive numbers")
        return math.exp(fmean([math.log(value) for value in values]))

    def harmonic_mean(data, weights=None):
        values = numbers(data, 1, "harmonic_mean")
        if any(value < 0 for value in values):
            raise ValueError("harmonic mean does not support negative values")
        weights = [1] * len(values) if weights is None else numbers(weights, 1, "harmonic_mean")
        if len(weights) != len(values):
            raise ValueError("Number of weights does not match data size")
        if any(value == 0 for value in values):
            return 0
        if len(values) == 1:
            return values[0]
        shares = [weight / value for value, weight in zip(values, weights)]
        top, bottom = exact_sum(parts(value) for value in weights)
        share_top, share_bottom = exact_sum(parts(value) for value in shares)
        return converted(top * share_bottom, bottom * share_top, kind(shares))

    def median(data):
        values = sorted(numbers(data, 1, "median"))
        middle = len(values) // 2
        return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2

    def median_low(data):
        values = sorted(numbers(data, 1, "median_low"))
        return values[(len(values) - 1) // 2]

    def median_high(data):
        values = sorted(numbers(data, 1, "median_high"))
        return values[len(values) // 2]

    def counts(data):
        found = {}
        for value in list(data):
            found[value] = found.get(value, 0) + 1
        return found

    def multimode(data):
        found = counts(data)
        most = max(found.values()) if found else 0
        return [value for value, count in found.items() if count == most]

    def mode(data):
        found = multimode(data)
        if not found:
            raise ValueError("no mode for empty data")
        return found[0]

    def squares(values, centre):
        if centre is None:
            terms = [parts(value) for value in values]
            top, bottom = exact_sum(terms)
            square_top, square_bottom = exact_sum((one * one, other * other) for one, other in terms)
            count = len(values)
            return (
                count * square_top * bottom * bottom - top * top * square_bottom,
                count * square_bottom * bottom * bottom,
            )
        top, bottom = parts(centre)
        apart = [(one * bottom - top * other, other * bottom) for one, other in [parts(value) for value in values]]
        return exact_sum((one * one, other * other) for one, other in apart)

    def spread(data, centre, less, name, finish):
        values = numbers(data, 1 + less, name)
        wanted = kind(values)
        if not all(is_finite(value) for value in values):
            return Decimal("nan") if wanted is Decimal else float("nan")
        top, bottom = squares(values, centre)
        return finish(top, bottom * (len(values) - less), wanted)

    def variance(data, xbar=None):
        return spread(data, xbar, 1, "variance", converted)

    def pvariance(data, mu=None):
        return spread(data, mu, 0, "pvariance", converted)

    def stdev(data, xbar=None):
        return spread(data, xbar, 1, "stdev", root)

    def pstdev(data, mu=None):
        return spread(data, mu, 0, "pstdev", root)

    def quantiles(data, *, n=4, method="exclusive"):
        if n < 1:
            raise ValueError("n must be at least 1")
        values = sorted(numbers(data, 2, "quantiles"))
        if method not in ("exclusive", "inclusive"):
            raise ValueError(f"Unknown method: {method!r}")
        size = len(values) + 1 if method == "exclusive" else len(values) - 1
        found = []
        for cut in range(1, n):
            at = cut * size // n
            if method == "exclusive":
                at = 1 if at < 1 else len(values) - 1 if at > len(values) - 1 else at
                over = cut * size - at * n
                low, high = values[at - 1], values[at]
            else:
                over = cut * size - at * n
                low, high = values[at], values[min(at + 1, len(values) - 1)]
            found.append((low * (n - over) + high * over) / n)
        return found

    def about_means(x, y):
        x_mean, y_mean = fmean(x), fmean(y)
        return [float(value) - x_mean for value in x], [float(value) - y_mean for value in y]

    def products(x, y):
        return math.fsum([one * other for one, other in zip(x, y)])

    def covariance(x, y):
        x, y = pairs(x, y, "covariance")
        return products(*about_means(x, y)) / (len(x) - 1)

    def ranks(values):
        order = sorted(range(len(values)), key=lambda at: values[at])
        found, start = [0.0] * len(values), 0
        while start < len(order):
            end = start
            while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
                end += 1
            for at in range(start, end + 1):
                found[order[at]] = (start + end) / 2 + 1
            start = end + 1
        return found

    def correlation(x, y, *, method="linear"):
        x, y = pairs(x, y, "correlation")
        if method not in ("linear", "ranked"):
            raise ValueError(f"Unknown method: {method!r}")
        if method == "ranked":
            x, y = ranks(x), ranks(y)
        x, y = about_means(x, y)
        both = math.sqrt(products(x, x)) * math.sqrt(products(y, y))
        if not both:
            raise ValueError("at least one of the inputs is constant")
        return products(x, y) / both

    def linear_regression(x, y, *, proportional=False):
        x, y = pairs(x, y, "linear_regression")
        x_mean, y_mean = (0.0, 0.0) if proportional else (fmean(x), fmean(y))
        x_apart, y_apart = [float(value) - x_mean for value in x], [float(value) - y_mean for value in y]
        below = products(x_apart, x_apart)
        if not below:
            raise ValueError("x is constant")
        slope = products(x_apart, y_apart) / below
        return (slope, 0.0 if proportional else y_mean - slope * x_mean)

    class statistics:
        pass

    made = statistics()
    made.StatisticsError = ValueError
    made.mean, made.fmean = mean, fmean
    made.geometric_mean, made.harmonic_mean = geometric_mean, harmonic_mean
    made.median, made.median_low, made.median_high = median, median_low, median_high
    made.mode, made.multimode, made.quantiles = mode, multimode, quantiles
    made.variance, made.pvariance, made.stdev, made.pstdev = variance, pvariance, stdev, pstdev
    made.covariance, made.correlation, made.linear_regression = covariance, correlation, linear_regression
    return made


__shopworld_statistics__ = __shopworld_make_statistics__()
"""
"""To be run before code that needs the module."""
