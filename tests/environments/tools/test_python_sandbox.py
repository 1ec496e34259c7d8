"""`python_execute`: what it can do, and what it cannot be made to do."""

from __future__ import annotations

import math
import os
import re
import statistics
import tracemalloc
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.environments.tools.python_program import LONGEST_PARSED, prepare
from shopworld.environments.tools.python_sandbox import PythonSandbox, SandboxLimits
from shopworld.errors import EnvironmentFault

STOPPED = "MemoryError|TimeoutError"
"""Which of the two comes first depends on how busy the machine is."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[PythonSandbox]:
    """With half a second, so that endless loops end soon."""
    made = PythonSandbox(SandboxLimits(seconds=0.5))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("code", "output"),
    [
        ("print(6 * 7)", "42\n"),
        ("6 * 7", "42\n"),
        ("x = 5", ""),
        ("import math\nprint(math.floor(math.sqrt(10)), math.fsum([0.1] * 10))", "3 1.0\n"),
        ("import json\nprint(json.loads('{\"a\": [1.5]}')['a'], json.dumps({'b': 1}))", '[1.5] {"b": 1}\n'),
        ("import re\nprint(re.findall(r'\\d+', 'a1b22'))", "['1', '22']\n"),
        (
            "from decimal import Decimal, ROUND_HALF_UP\n"
            "print((Decimal('6.69') * Decimal('0.84')).quantize(Decimal('0.01'), rounding=ROUND_HALF_UP))",
            "5.62\n",
        ),
        (
            "import statistics\nprint(statistics.mean([1, 2, 4]), statistics.median([3, 1, 2]))",
            "2.3333333333333335 2\n",
        ),
        (
            "from statistics import stdev as s, mode\nprint(round(s([1.0, 2.0, 4.0]), 3), mode(['a', 'b', 'a']))",
            "1.528 a\n",
        ),
        (
            "import statistics\nfrom decimal import Decimal\nprint(statistics.mean([Decimal('1.1'), Decimal('2')]))",
            "1.55\n",
        ),
        ("import statistics\nprint(statistics.quantiles([1, 2, 3, 4], n=4))", "[1.25, 2.5, 3.75]\n"),
        ("import statistics\nprint(statistics.linear_regression([1, 2], [3, 5]))", "(2.0, 1.0)\n"),
        (
            "from fractions import Fraction\nprint(Fraction(1, 3) + Fraction('1/6'), Fraction(3, 6) == 0.5)",
            "1/2 True\n",
        ),
        ("import math, fractions as f\nprint(repr(f.Fraction(0.75)), math.pi > 3)", "Fraction(3, 4) True\n"),
        ("from fractions import Fraction\nprint(sum([Fraction(1, 10)] * 10), round(Fraction(2, 3), 2))", "1 0.67\n"),
        ("from fractions import Fraction\nprint(Fraction('3.14159').limit_denominator(100))", "311/99\n"),
        ("print('fractions of import fractions')", "fractions of import fractions\n"),
    ],
)
def test_it_calculates(sandbox: PythonSandbox, code: str, output: str) -> None:
    done = sandbox.run(code)
    assert (done.output, done.error) == (output, "")


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("open('/etc/passwd').read()", "PermissionError"),
        ("open('notes.txt', 'w').write('x')", "PermissionError"),
        ("import os\nos.listdir('/')", "PermissionError"),
        ("import os\nos.system('true')", "AttributeError"),
        ("import os\nprint(os.environ)", "RuntimeError"),
        ("import os\nprint(os.getenv('HOME'))", "RuntimeError"),
        ("from pathlib import Path\nprint(Path('/etc/passwd').read_text())", "PermissionError"),
        ("import subprocess", "ModuleNotFoundError"),
        ("import socket", "ModuleNotFoundError"),
        ("import urllib.request", "ModuleNotFoundError"),
        ("import shopworld", "ModuleNotFoundError"),
        ("import ctypes", "ModuleNotFoundError"),
        ("__import__('os').system('true')", "NameError"),
        ("().__class__.__bases__[0].__subclasses__()", "AttributeError"),
        ("(lambda: 0).__globals__", "AttributeError"),
        ("(lambda: 0).__code__", "AttributeError"),
        ("import statistics\nstatistics.mean.__globals__", "AttributeError"),
        ("import statistics\nstatistics.mean.__self__", "AttributeError"),
        ("import statistics\nstatistics.mean({'a': 1})", "TypeError"),
        ("import statistics\nstatistics.sys", "AttributeError"),
        ("import statistics\nstatistics.mean(5)", "TypeError"),
        ("import statistics\nstatistics.mean([])", "ValueError"),
        ("import statistics\nstatistics.mean(10 ** 9 * [0])", STOPPED),
        ("import statistics\nfrom decimal import Decimal\nstatistics.mean([Decimal('1E+99999999')])", STOPPED),
        ("import statistics\nstatistics.quantiles([1, 2, 3], n=10 ** 9)", STOPPED),
        ("import statistics\nx = list(range(10000))\nwhile True: statistics.variance(x)", STOPPED),
        ("while True: pass", STOPPED),
        ("try:\n    while True: pass\nexcept BaseException: print('caught')", STOPPED),
        ("from fractions import Fraction\nx = Fraction(1, 3)\nwhile True: x = x * x", STOPPED),
        ("x = [0] * 10 ** 9", STOPPED),
        ("x = 'a'\nwhile True: x += x", STOPPED),
        ("10 ** 10 ** 8", STOPPED),
        ("def f(n): return f(n + 1)\nf(0)", "RecursionError"),
        ("[" * 5000 + "]" * 5000, "nested"),
        ("print(input())", "NameError"),
        ("exec('import socket')", "ModuleNotFoundError"),
        ("1 +", ""),
    ],
)
def test_it_cannot_be_broken_out_of(sandbox: PythonSandbox, code: str, error: str) -> None:
    done = sandbox.run(code)
    assert re.search(error, done.error)
    assert done.error
    assert "caught" not in done.output
    assert sandbox.run("1 + 1").output == "2\n", "it still works afterwards"


def test_deeply_nested_code_of_the_host_parser_does_no_harm(sandbox: PythonSandbox) -> None:
    assert sandbox.run("import fractions\n" + "(" * 9000 + ")" * 9000).error
    assert sandbox.run("import fractions\n" + "-" * 15000 + "1").error
    assert sandbox.run("2").output == "2\n"


@pytest.mark.parametrize(
    "code",
    [
        "x = []\nfor i in range(100000): x = [x]\nx",
        "x = []\nx.append(x)\nx",
        "10 ** 5000",
        "print",
        "lambda: 0",
        "class A:\n    def __repr__(self): return 'x' * 10 ** 5\nA()",
        "print = repr = None\n5",
        "import statistics\nstatistics",
        "'\\ud800'",
    ],
)
def test_strange_last_values_are_shown(sandbox: PythonSandbox, code: str) -> None:
    done = sandbox.run(code)
    assert done.error == ""
    assert 0 < len(done.output) < 10_100


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("[str(i) for i in range(3000000)]", STOPPED),
        ("f'{1:>1000000000}'", STOPPED),
        ("import math\nmath.factorial(10 ** 7)", STOPPED),
        ("import itertools\nlist(itertools.product(range(1000), repeat=5))", STOPPED),
        ("import decimal\ndecimal.getcontext().prec = 10 ** 9\ndecimal.Decimal(1) / 3", STOPPED),
        ("import time\nwhile True: time.sleep(1)", STOPPED),
        ("import statistics\nx = []\nfor i in range(9999): x = [x]\nstatistics.mean(x)", "TypeError"),
        ("class A:\n    def __repr__(self): return 'x' * 10 ** 9\nA()", STOPPED),
        ("x = []\nfor i in range(60): x = [x, x]\nx", STOPPED),
        ("x = 1\nfor i in range(60): x = (x, x)\n{x}", STOPPED),
        ("import statistics\nx = 1\nfor i in range(60): x = (x, x)\nstatistics.mean({x})", "TypeError"),
    ],
)
def test_what_is_dear_is_stopped(sandbox: PythonSandbox, code: str, error: str) -> None:
    assert re.search(error, sandbox.run(code).error)
    assert sandbox.run("1 + 1").output == "2\n"


def test_an_interpreter_that_is_not_there_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MONTY_BIN", str(tmp_path / "monty"))
    with pytest.raises(EnvironmentFault, match="does not start"):
        PythonSandbox().run("1")


def test_output_is_cut(sandbox: PythonSandbox) -> None:
    done = sandbox.run("for n in range(100000): print('line', n)")
    assert len(done.output) < 10_100
    assert "cut after 10000 characters" in done.output
    assert len(sandbox.run("while True: print('x' * 1000)").output) < 10_100
    assert len(sandbox.run("['x' * 1000] * 1000").output) < 10_100
    assert len(sandbox.run("raise ValueError('x' * 100000)").error) < 2_100


def test_nothing_is_kept_between_runs(sandbox: PythonSandbox) -> None:
    sandbox.run("secret = 1")
    assert "NameError" in sandbox.run("print(secret)").error


def test_clock_sleep_and_chance_are_the_same_every_time(sandbox: PythonSandbox) -> None:
    code = "import datetime, random, time\ntime.sleep(9)\nprint(datetime.datetime.now(), random.random())"
    assert sandbox.run(code) == sandbox.run(code)
    assert sandbox.run(code).output.startswith("2027-03-01")


def test_a_file_that_is_there_stays_unread(sandbox: PythonSandbox, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the answer")
    done = sandbox.run(f"print(open({str(secret)!r}).read())")
    assert "the answer" not in done.output + done.error


def test_the_worker_ends_with_the_sandbox() -> None:
    made = PythonSandbox()
    assert made.run("1").output == "1\n"
    made.close()
    made.close()
    assert made.run("1").output == "1\n", "it starts again when it is needed"
    made.close()


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="looks at child processes through /proc")  # noqa: PTH112
def test_no_process_is_left(sandbox: PythonSandbox) -> None:
    def children() -> set[str]:
        found = Path("/proc/self/task").glob("*/children")
        return {pid for one in found for pid in one.read_text().split()}

    before = children()
    made = PythonSandbox()
    made.run("1")
    assert children() - before
    made.close()
    assert children() <= before


@given(
    st.fractions(max_denominator=1000, min_value=-1000, max_value=1000),
    st.fractions(max_denominator=1000, min_value=-1000, max_value=1000).filter(bool),
)
def test_fractions_are_those_of_the_standard_library(sandbox: PythonSandbox, first: Fraction, second: Fraction) -> None:
    done = sandbox.run(
        f"from fractions import Fraction\na = Fraction({first.numerator}, {first.denominator})\n"
        f"b = Fraction('{second}')\nprint(a + b, a - b, a * b, a / b, -a, abs(a), a == b, float(a), 2 - a, 1 / b)"
    )
    expected = (
        first + second, first - second, first * second, first / second, -first, abs(first), first == second,
        float(first), 2 - first, 1 / second,
    )  # fmt: skip
    assert done.error == ""
    assert done.output == " ".join(map(str, expected)) + "\n"


def test_no_value_leaves_the_sandbox(sandbox: PythonSandbox) -> None:
    shared = "x = 1\nfor i in range(60): x = (x, x)\n"
    for code in (f"{shared}if True: {{x}}", f"__shopworld_show__ = lambda value: value\n{shared}{{x}}", "x = 1\nx;"):
        assert sandbox.run(code).error == ""


@given(
    st.one_of(
        st.lists(st.integers(-(10**12), 10**12), min_size=2, max_size=8),
        st.lists(st.floats(-1e100, 1e100, allow_subnormal=False), min_size=2, max_size=8),
        st.lists(st.decimals(-1000, 1000, places=2), min_size=2, max_size=8),
    )
)
def test_statistics_are_those_of_the_standard_library(sandbox: PythonSandbox, values: list[Any]) -> None:
    names = ["mean", "median", "median_low", "median_high", "mode", "variance", "pvariance", "stdev", "pstdev"]
    calls = [f"{name}({values!r})" for name in (*names, "quantiles", "multimode")]
    asked = ", ".join(f"statistics.{call}" for call in calls)
    done = sandbox.run(f"import statistics\nfrom decimal import Decimal\n[{asked}]")
    assert done.error == ""
    assert eval(done.output, {"Decimal": Decimal}) == [eval(call, vars(statistics)) for call in calls]


@pytest.mark.parametrize(
    "call",
    [
        "fmean([1, 2, 4], weights=[3, 1, 1])",
        "harmonic_mean([40.0, 60.5])",
        "harmonic_mean([40, 60], weights=[5, 30])",
        "harmonic_mean([1, 0])",
        "geometric_mean([54, 24, 36])",
        "mean([1.5, float('inf')])",
        "mode(['a', 'b', 'b'])",
        "variance([1, 2, 5], 2.5)",
        "stdev([1e-200, 2e-200])",
        "stdev([1e300, 2e300])",
        "quantiles([1, 2, 3, 9], n=10, method='inclusive')",
        "covariance([1, 2, 3], [1, 5, 7])",
        "correlation([1, 2, 3], [1, 5, 7])",
        "linear_regression([1, 2, 3], [2, 4, 7])",
    ],
)
def test_further_statistics_are_those_of_the_standard_library(sandbox: PythonSandbox, call: str) -> None:
    done = sandbox.run(f"import statistics\nstatistics.{call}")
    expected = eval(call, vars(statistics))
    assert done.error == ""
    assert eval(done.output, {"inf": math.inf}) == pytest.approx(
        tuple(expected) if isinstance(expected, tuple) else expected
    )


def test_an_escape_that_python_warns_of_does_no_harm(sandbox: PythonSandbox) -> None:
    assert sandbox.run("import re\nre.findall('\\d+', 'a1')").output == "['1']\n"


def test_lines_of_strings_are_no_lines_of_code(sandbox: PythonSandbox) -> None:
    code = "text = 'a\u2028b\x0cc'\nimport statistics; statistics.mean([1, 3])  # both"
    assert sandbox.run(code).output == "2\n"


def test_imports_are_replaced_in_place() -> None:
    code = (
        "x = 'ä'; from fractions import (\n    Fraction as F,\n)\n"
        "import math, fractions\nif True:\n    import fractions as q\n"
    )
    program = prepare(code)
    assert len(program.preludes) == 1
    turned = program.code.removesuffix("\nNone")
    assert turned.count("\n") == code.count("\n")
    assert turned.startswith("x = 'ä'; F = ")
    assert "import math" in turned
    assert "    q = " in turned
    assert prepare("x = 'no fractions'").preludes == ()


@pytest.mark.parametrize("piece", ["a\n", "a;", "[],", "-1,", "a.b.", "{}|", "f(", "x=", "'a'\n", "lambda:"])
def test_what_the_host_parses_of_an_agents_code_stays_within_the_sandboxs_memory(piece: str) -> None:
    for length in (LONGEST_PARSED, 50 * LONGEST_PARSED):
        code = (piece * (length // len(piece)))[:length]
        tracemalloc.start()
        prepare(code)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak - 4 * len(code) < SandboxLimits().memory


def test_code_too_long_to_be_parsed_by_the_host_runs_all_the_same(sandbox: PythonSandbox) -> None:
    assert sandbox.run("print(6 * 7)\n" + "#" * LONGEST_PARSED).output == "42\n"
    assert "Error" in sandbox.run("print(6 * 7\n" + "#" * LONGEST_PARSED).error
