"""A first contact from the wheel, outside any checkout: `init`, its tests, a run, a submission.

`make first-contact` builds the wheel, installs it into a new environment, and does what a new user is told to do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAID = ("--title", "Mine", "--organisation", "Us", "--contact", "us@example.org")


def main() -> None:
    """Does it; the first command that fails ends it."""
    with tempfile.TemporaryDirectory(prefix="first-contact-") as place:
        folder = Path(place)
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("SHOPWORLD", "PYTHON", "VIRTUAL"))
        }
        environment = {**kept, "SHOPWORLD_HOME": str(folder / "home")}

        def call(*command: str | Path, into: Path = folder) -> str:
            print("$", *(Path(one).name if one is command[0] else one for one in command), flush=True)
            done = subprocess.run(command, cwd=into, env=environment, capture_output=True, text=True, check=False)
            print("\n".join(done.stdout.splitlines()[-12:]), flush=True)
            if done.returncode:
                sys.exit(f"{done.stderr}\nended with {done.returncode}")
            return done.stdout

        call(
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            folder / "wheel",
            ROOT,
        )
        call(sys.executable, "-m", "venv", folder / "venv")
        python, shopworld = folder / "venv" / "bin" / "python", folder / "venv" / "bin" / "shopworld"
        (wheel,) = (folder / "wheel").glob("*.whl")
        call(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[models]", "pytest")
        where = call(python, "-c", "import shopworld; print(shopworld.__file__)")
        assert str(folder) in where, "the checkout is played, not the wheel"
        for name, kind in (("my_agent", "rules"), ("my_model", "model")):
            call(shopworld, "init", name, "--kind", kind)
            call(python, "-m", "pytest", "-q", into=folder / name)
        mine = folder / "my_agent"
        call(shopworld, "run", "default", "--agent", "my_agent:MyAgent", "--out", "runs/first", into=mine)
        call(shopworld, "submit", "make", "runs/first", "--out", "mine.json", *SAID, into=mine)
        call(shopworld, "submit", "check", "mine.json", "--suite", "default", "--run", "runs/first", into=mine)
        call(shopworld, "runs", "export", "runs/first", "--out", "trajectories", into=mine)
        call(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", mine)
        call(
            shopworld,
            "run",
            "default",
            "--agent",
            "my_agent",
            "--filter",
            "find_specific_product_06",
            "--out",
            "runs/named",
        )


if __name__ == "__main__":
    main()
