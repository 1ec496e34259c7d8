"""Builds an environment for each host under `.venvs/`, runs its tests there, and prints what was seen.

`make test-adapters`; `run_hosts.py HOST …` does some. What was seen is kept in `docs/compatibility.json`, of which
`docs/harnesses.md` shows the table; a cell is yes where a test with the host's real package earned 1 by the oracle's
actions on a task of that kind, and nothing by a wrong ending.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
VENVS = ROOT / ".venvs"
SEEN = ROOT / "docs" / "compatibility.json"
PAGE = ROOT / "docs" / "harnesses.md"
KINDS = ("answer", "cart", "order", "tools", "hidden intent")
BEGIN, END = "<!-- table of compatibility.json -->\n", "<!-- end of table -->"


@dataclass(frozen=True)
class Host:
    """One host.

    Attributes:
        package: whose version is told.
        needs: what its environment holds besides Shopworld.
        tests: files that are run in it.
        without: packages that are left out, though something names them.
        extra: of Shopworld, in brackets.
        npm: whether the package is one of npm's; its program is told to the tests as `PLAYWRIGHT_MCP`.
        adapter: name of its file, where it is not that of the tests.
    """

    package: str
    needs: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()
    extra: str = ""
    npm: bool = False
    adapter: str = ""


HOSTS = {
    "gymnasium": Host("gymnasium", ("gymnasium>=1",), ("test_gymnasium.py",)),
    "browsergym": Host("browsergym-core", ("browsergym-core==0.14.3",), ("test_browsergym.py",)),
    "agentlab": Host("agentlab", ("agentlab==0.4.2",), ("test_agentlab.py",), without=("torch",)),
    "inspect": Host("inspect-ai", ("inspect-ai>=0.3.285",), ("test_inspect_ai.py",)),
    "huggingface": Host(
        "datasets", ("datasets>=4", "mlcroissant"), ("../evaluation/publishing/test_card.py",), adapter="no adapter"
    ),
    "openenv": Host("openenv", ("openenv>=0.10",), ("test_openenv.py",)),
    "playwright-mcp": Host(
        "@playwright/mcp", (), ("test_playwright_mcp.py",), extra="[gym]", npm=True, adapter="no adapter"
    ),
    "browser-use": Host(
        "browser-use",
        ("browser-use>=0.11", "pydantic-settings"),
        ("test_browser_use.py",),
        extra="[gym]",
        adapter="no adapter",
    ),
}
_TESTING = ("pytest", "pytest-timeout", "hypothesis")


def build(name: str, host: Host) -> Path:
    """The environment's Python; what is there already is kept."""
    uv = VENVS / "tool" / "bin" / "uv"
    if not uv.exists():
        subprocess.run([sys.executable, "-m", "venv", VENVS / "tool"], check=True)
        subprocess.run([VENVS / "tool" / "bin" / "pip", "install", "--quiet", "uv"], check=True)
    python = VENVS / name / "bin" / "python"
    if not python.exists():
        subprocess.run([uv, "venv", "--quiet", VENVS / name], check=True)
    left_out = VENVS / f"{name}.without"
    left_out.write_text("".join(f"{one} ; python_version < '3'\n" for one in host.without))
    command: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", python, "--override", left_out]
    subprocess.run([*command, *host.needs, *_TESTING, "-e", f"{ROOT}{host.extra}"], check=True)
    if host.npm:
        here = VENVS / f"{name}.npm"
        here.mkdir(exist_ok=True)
        quiet = ["--no-audit", "--no-fund", "--silent"]
        away = {**os.environ, "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1"}
        subprocess.run(["npm", "install", *quiet, host.package], cwd=here, env=away, check=True)
    return python


def run(name: str, host: Host, python: Path) -> dict[str, object]:
    """Runs a host's tests, and tells what was seen."""
    report = VENVS / f"{name}.xml"
    tests = [str(ROOT / "tests" / "adapters" / test) for test in host.tests]
    # The hosts' own warnings are theirs; ours are errors in `make test`.
    options = ["-q", "-W", "ignore", "-p", "no:cacheprovider", "-o", "junit_family=xunit1", f"--junitxml={report}"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SHOPWORLD")}
    program = VENVS / f"{name}.npm" / "node_modules" / host.package
    if host.npm:
        environment["PLAYWRIGHT_MCP"] = str(program / "cli.js")
    ended = subprocess.run([python, "-m", "pytest", *options, *tests], cwd=ROOT, env=environment, check=False)
    cases = list(ElementTree.parse(report).iter("testcase"))
    failed = [one.get("name") for one in cases if one.find("failure") is not None or one.find("error") is not None]
    kinds = {
        str(entry.get("value"))
        for one in cases
        if one.get("name") not in failed and one.find("skipped") is None
        for entry in one.iter("property")
        if entry.get("name") == "kind"
    }
    code = f"import importlib.metadata as m; print(m.version({host.package!r}))"
    if host.npm:
        version = json.loads((program / "package.json").read_text(encoding="utf-8"))["version"]
    else:
        version = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    adapter = ROOT / "src" / "shopworld" / "adapters" / (host.adapter or host.tests[0].removeprefix("test_"))
    return {
        "package": host.package,
        "version": version,
        "date": datetime.now(UTC).date().isoformat(),
        "kinds": [kind for kind in KINDS if kind in kinds],
        "tests": len(cases),
        "failed": failed,
        "lines": len(adapter.read_text(encoding="utf-8").splitlines()) if adapter.exists() else 0,
        "exit": ended.returncode,
    }


def table(seen: dict[str, dict[str, object]]) -> str:
    """What was seen, as Markdown."""
    head = ("host", "version", *KINDS, "lines", "seen on")
    rows = [head, tuple("---" for _ in head)]
    for name in HOSTS:
        about = seen.get(name)
        if about is not None and (about["lines"] or about["kinds"]):
            cells = ["yes" if kind in about["kinds"] else "–" for kind in KINDS]  # type: ignore[operator]
            rows.append(
                (f"`{about['package']}`", str(about["version"]), *cells, str(about["lines"] or "–"), str(about["date"]))
            )
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main(names: list[str]) -> int:
    """Does all, or those that are named; the number of hosts that failed."""
    VENVS.mkdir(exist_ok=True)
    seen: dict[str, dict[str, object]] = json.loads(SEEN.read_text()) if SEEN.exists() else {}
    wrong = 0
    for name in names or list(HOSTS):
        host = HOSTS[name]
        about = run(name, host, build(name, host))
        wrong += about.pop("exit") != 0
        seen[name] = about
        SEEN.write_text(json.dumps(seen, indent=2, sort_keys=True) + "\n")
    if PAGE.exists():
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}{table(seen)}{END}{rest.partition(END)[2]}", encoding="utf-8")
    print(table(seen))
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
