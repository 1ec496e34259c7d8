"""Steps worked through with real coding agents: small scripts that repair, break, hang and meddle."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.coding_agent import CodingAgent
from shopworld.arena.generate.loop import Loop, worsened
from shopworld.arena.generate.record import GenerationRecord, StepRecord, read_record
from shopworld.arena.generate.steps import STEPS
from shopworld.arena.verify import VERIFIERS, Finding, Verifier
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.errors import ArenaError
from shopworld.shop.folder import read_shop_folder

QUICK = tuple(one for one in VERIFIERS if one.name in ("data", "routes", "links"))
BROKEN = "{{ page.what_nobody_knows }}"

Agent = Callable[..., CodingAgent]


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """Makes coding agents of Python scripts; each run adds a line with step and iteration to `runs.txt`."""

    def make(script: str, seconds: float = 60) -> CodingAgent:
        file = tmp_path / "agent.py"
        file.write_text(
            "import os, pathlib, sys\n"
            "env = os.environ\n"
            "theme = pathlib.Path(env['SHOPWORLD_THEME'])\n"
            "step, iteration = env['SHOPWORLD_STEP'], int(env['SHOPWORLD_ITERATION'])\n"
            f"with open({str(tmp_path / 'runs.txt')!r}, 'a') as runs: print(step, iteration, file=runs)\n"
            f"{script}\n",
            encoding="utf-8",
        )
        return CodingAgent(shlex.join((sys.executable, "-I", str(file))), seconds)

    return make


def runs(tmp_path: Path) -> list[str]:
    return (tmp_path / "runs.txt").read_text(encoding="utf-8").splitlines()


def worked(shop: Path, bundle: SpecificationBundle, agent: CodingAgent | None, iterations: int = 4) -> GenerationRecord:
    return Loop(read_shop_folder(shop), bundle, agent, iterations, work="same", verifiers=QUICK).run()


def put(shop: Path, name: str, text: str) -> Path:
    file = shop / "theme" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def feedback(shop: Path, step: str) -> str:
    return (shop / "feedback" / f"{step}.md").read_text(encoding="utf-8")


def changes(step: StepRecord) -> list[str]:
    return [one.change for one in step.iterations]


def test_without_an_agent_the_shop_is_verified_and_told(shop: Path, bundle: SpecificationBundle) -> None:
    record = worked(shop, bundle, None)
    assert record == read_record(shop)
    assert record.verified
    assert [(one.name, one.outcome) for one in record.steps] == [(one.name, "met") for one in STEPS]
    put(shop, "templates/pages/cart.html", BROKEN)
    record = worked(shop, bundle, None)
    assert record.step("cart").outcome == "unmet"
    assert any(one.area == "cart" and one.severity == "error" for one in record.unmet)
    assert "What is wrong" in feedback(shop, "cart")
    assert "nothing wrong" in feedback(shop, "product")


def test_an_agent_repairs_what_the_feedback_names(shop: Path, bundle: SpecificationBundle, agent: Agent) -> None:
    put(shop, "templates/pages/cart.html", BROKEN)
    kept = put(shop, "styles/mine.css", "a{color:#123456}")
    record = worked(
        shop,
        bundle,
        agent(
            "said = pathlib.Path(env['SHOPWORLD_FEEDBACK']).read_text()\n"
            "if step == 'cart' and iteration == 2:\n"
            "    assert 'What is wrong' in said and '/cart' in said, said\n"
            "    (theme / 'templates/pages/cart.html').unlink()\n"
            "elif step == 'cart' and iteration == 1:\n"
            "    (theme / 'styles/cart.css').write_text('.cart{margin:0}')\n"
        ),
    )
    assert (record.step("cart").outcome, changes(record.step("cart"))) == ("met", ["taken", "taken"])
    assert record.step("cart").iterations[1].files == ("theme/templates/pages/cart.html",)
    assert record.step("cart").iterations[0].errors > 0
    assert record.unmet == tuple(one for one in record.unmet if one.severity == "warning")
    assert not (shop / "theme" / "templates" / "pages" / "cart.html").exists()
    assert (shop / "theme" / "styles" / "cart.css").is_file()
    assert kept.read_text(encoding="utf-8") == "a{color:#123456}"


def test_a_shop_may_be_named_from_where_the_command_was_typed(
    shop: Path, bundle: SpecificationBundle, agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shop.parent)
    script = "if step == 'cart': (theme / 'styles/cart.css').write_text('.cart{margin:0}')"
    record = worked(Path(shop.name), bundle, agent(script), iterations=1)
    assert changes(record.step("cart")) == ["taken"]
    assert (shop / "theme" / "styles" / "cart.css").is_file()


def test_changes_that_break_something_are_rolled_back(shop: Path, bundle: SpecificationBundle, agent: Agent) -> None:
    before = put(shop, "templates/icons/cart.html", "<b>basket</b>")
    record = worked(
        shop,
        bundle,
        agent(
            f"if step == 'product':\n"
            f"    (theme / 'templates/pages').mkdir()\n"
            f"    (theme / 'templates/pages/product.html').write_text({BROKEN!r})\n"
            f"    (theme / 'templates/icons/cart.html').unlink()\n"
        ),
        iterations=2,
    )
    product = record.step("product")
    assert (product.outcome, changes(product)) == ("met", ["rolled back", "rolled back"])
    assert "more errors: routes" in product.iterations[0].note
    assert before.read_text(encoding="utf-8") == "<b>basket</b>"
    assert not (shop / "theme" / "templates" / "pages").exists()
    said = feedback(shop, "product")
    assert "rolled back" in said
    assert record.unmet == ()


def test_the_next_iteration_is_told_what_its_forerunner_broke(
    shop: Path, bundle: SpecificationBundle, agent: Agent
) -> None:
    record = worked(
        shop,
        bundle,
        agent(
            "said = pathlib.Path(env['SHOPWORLD_FEEDBACK']).read_text()\n"
            "if step == 'info' and iteration == 1:\n"
            "    (theme / 'templates/pages').mkdir()\n"
            f"    (theme / 'templates/pages/info.html').write_text({BROKEN!r})\n"
            "elif step == 'info':\n"
            "    assert 'rolled back changes broke' in said and '/cms/' in said, said\n"
        ),
    )
    assert changes(record.step("info")) == ["rolled back", "none"]
    assert record.step("info").iterations[1].note == ""


def test_an_agent_that_hangs_is_ended_with_its_children(
    shop: Path, bundle: SpecificationBundle, agent: Agent, tmp_path: Path
) -> None:
    script = (
        "import subprocess, time\n"
        "if step == 'shell':\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"    pathlib.Path({str(tmp_path / 'child.txt')!r}).write_text(str(child.pid))\n"
        "    (theme / 'styles/half.css').write_text('p{margin:0}')\n"
        "    time.sleep(600)\n"
    )
    record = worked(shop, bundle, agent(script, seconds=5), iterations=1)
    [only] = record.step("shell").iterations
    assert (only.change, only.note) == ("taken", "The agent was stopped after 5 seconds.")
    assert changes(record.step("collections")) == ["none"]
    child = (tmp_path / "child.txt").read_text(encoding="utf-8")
    assert has_ended(int(child))


def has_ended(process: int) -> bool:
    """Whether a process is gone, or only waits to be counted."""
    for _ in range(50):
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


def test_only_the_theme_is_taken_over(shop: Path, bundle: SpecificationBundle, agent: Agent) -> None:
    data = (shop / "data" / "products.json").read_bytes()
    record = worked(
        shop,
        bundle,
        agent(
            "if step == 'shell':\n"
            "    shop = pathlib.Path(env['SHOPWORLD_SHOP'])\n"
            "    (shop / 'data/products.json').write_text('[]')\n"
            "    (shop / 'shop.toml').unlink()\n"
            "    (theme / 'notes.md').write_text('for later')\n"
            "    (theme / 'styles/wide.css').write_text('main{max-width:90rem}')\n"
        ),
        iterations=1,
    )
    [only] = record.step("shell").iterations
    assert only.change == "taken"
    assert "put back: data/products.json, shop.toml" in only.note
    assert (shop / "data" / "products.json").read_bytes() == data
    assert [one.name for one in (shop / "theme").rglob("*") if one.is_file()] == ["wide.css"]
    assert read_shop_folder(shop).specification.theme.styles == ("main{max-width:90rem}",)


def test_links_and_broken_templates_are_refused(shop: Path, bundle: SpecificationBundle, agent: Agent) -> None:
    record = worked(
        shop,
        bundle,
        agent(
            "if step == 'shell':\n"
            "    (theme / 'styles/secret.css').symlink_to('/etc/passwd')\n"
            "if step == 'cart':\n"
            "    (theme / 'templates/x.html').write_text('{% if %}')\n"
            "if step == 'info':\n"
            "    (theme / 'styles').rmdir()\n"
            "    (theme / 'styles').symlink_to('/tmp')\n"
        ),
        iterations=1,
    )
    for step, note in (("shell", "is a link"), ("cart", "not a template"), ("info", "is a link")):
        [only] = record.step(step).iterations
        assert only.change == "refused"
        assert note in only.note
        assert "agent.py" not in only.note
    assert not (shop / "theme").exists()


def test_an_agent_that_only_fails_is_not_asked_thirty_times(
    shop: Path, bundle: SpecificationBundle, agent: Agent, tmp_path: Path
) -> None:
    record = worked(shop, bundle, agent("print('no key'); sys.exit(3)"), iterations=30)
    shell = record.step("shell")
    assert changes(shell) == ["none"] * 3
    assert shell.iterations[0].note == "The agent ended with exit code 3."
    assert "no key" in (shop / "feedback" / "shell.log").read_text(encoding="utf-8")
    assert len(runs(tmp_path)) == 3 * len(STEPS)


def test_an_interrupted_loop_goes_on_where_it_stopped(
    shop: Path, bundle: SpecificationBundle, agent: Agent, tmp_path: Path
) -> None:
    style = agent("(theme / 'styles' / f'{step}.css').write_text(f'a{{margin:{iteration}px}}')")
    calls = 0

    def interrupted(subject: VerifiedShop) -> list[Finding]:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return []

    watched = (*QUICK, Verifier("patience", "Does nobody interrupt?", interrupted))
    with pytest.raises(KeyboardInterrupt):
        Loop(read_shop_folder(shop), bundle, style, 2, work="same", verifiers=watched).run()
    assert runs(tmp_path) == ["shell 1", "collections 1", "product 1"]
    assert sorted(one.name for one in shop.parent.iterdir() if one.name.startswith(".")) == []
    record = worked(shop, bundle, style, iterations=2)
    assert runs(tmp_path)[3:] == [f"{one.name} 1" for one in STEPS[2:]]
    assert [one.outcome for one in record.steps] == ["met"] * len(STEPS)
    assert len(read_shop_folder(shop).specification.theme.styles) == len(STEPS)


def test_the_consolidation_repairs_what_steps_left(shop: Path, bundle: SpecificationBundle, agent: Agent) -> None:
    put(shop, "templates/pages/cart.html", BROKEN)
    record = worked(
        shop, bundle, agent("if step == 'consolidation': (theme / 'templates/pages/cart.html').unlink()"), iterations=1
    )
    assert changes(record.step("cart")) == ["none"]
    assert changes(record.step("consolidation")) == ["taken"]
    assert {one.outcome for one in record.steps} == {"met"}
    assert record.unmet == ()


def test_the_agent_gets_its_slice_and_the_shipped_templates(
    shop: Path, bundle: SpecificationBundle, agent: Agent, tmp_path: Path
) -> None:
    copied = tmp_path / "seen"
    worked(
        shop,
        bundle,
        agent(
            "import shutil\n"
            f"if step == 'cart': shutil.copytree(env['SHOPWORLD_WORKSPACE'], {str(copied)!r})\n"
            "assert pathlib.Path.cwd() == pathlib.Path(env['SHOPWORLD_WORKSPACE'])\n"
        ),
        iterations=1,
    )
    task = (copied / "TASK.md").read_text(encoding="utf-8")
    assert "`cart.type` = " in task
    assert "product.gallery_style" not in task
    assert "`carts/drawer.html`" in task
    manual = (copied / "specification" / "manual.md").read_text(encoding="utf-8")
    assert "## Cart" in manual
    assert "## Product page" not in manual
    assert '"cart"' in (copied / "specification" / "values.json").read_text(encoding="utf-8")
    assert (copied / "reference" / "templates" / "pages" / "cart.html").is_file()
    assert ":root{" in (copied / "reference" / "shop.css").read_text(encoding="utf-8")
    assert (copied / "feedback.md").is_file()


def test_a_command_that_does_not_exist_is_told_at_once() -> None:
    for command, message in (("no-such-program -x", "no program 'no-such-program'"), (" ", "is empty"), ("'", "read")):
        with pytest.raises(ArenaError, match=message):
            CodingAgent(command)


def test_a_command_may_be_named_from_where_it_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "agent.sh"
    script.write_text("#!/bin/sh\nls\n", encoding="utf-8")
    script.chmod(0o755)
    (tmp_path / "workspace").mkdir()
    (tmp_path / "workspace" / "TASK.md").touch()
    monkeypatch.chdir(tmp_path)
    agent = CodingAgent("./agent.sh")
    assert agent.run(tmp_path / "workspace", {}).said == "TASK.md\n"


def finding(verifier: str, what: str) -> Finding:
    return Finding(verifier=verifier, area="shell", place="/", what=what, cure="")


def test_the_browser_is_not_asked_about_what_is_broken_anyway(
    shop: Path, bundle: SpecificationBundle, agent: Agent
) -> None:
    asked = []

    def dear(subject: VerifiedShop) -> list[Finding]:
        asked.append(subject.folder.specification.theme.styles)
        ugly = any("pink" in one for one in subject.folder.specification.theme.styles)
        return [finding("visual", "too pink")] if ugly else []

    script = (
        "if step == 'shell': (theme / 'templates/pages').mkdir(); "
        f"(theme / 'templates/pages/home.html').write_text({BROKEN!r})\n"
        "if step == 'cart': (theme / 'styles/pink.css').write_text('body{color:pink}')\n"
        "if step == 'info': (theme / 'styles/red.css').write_text('body{color:red}')\n"
    )
    verifiers = (Verifier("visual", "Is it nice?", dear), *QUICK)
    record = Loop(read_shop_folder(shop), bundle, agent(script), 1, verifiers=verifiers).run()
    outcomes = {one.name: changes(one) for one in record.steps if changes(one) != ["none"]}
    assert outcomes == {"shell": ["rolled back"], "cart": ["rolled back"], "info": ["taken"]}
    assert asked == [(), ("body{color:pink}",), ("body{color:pink}",), ("body{color:red}",)]
    assert "more errors: visual" in record.step("cart").iterations[0].note


def test_what_a_browser_shows_only_once_does_not_count(shop: Path, bundle: SpecificationBundle) -> None:
    asked = 0

    def hasty(subject: VerifiedShop) -> list[Finding]:
        nonlocal asked
        asked += 1
        once = finding("conformance", "came late").model_copy(update={"place": "cart.type"})
        always = finding("conformance", "is not there").model_copy(update={"place": "search.trigger"})
        return [once, always] if asked == 1 else [always.model_copy(update={"what": "is still not there"})]

    verifiers = (*QUICK, Verifier("conformance", "Is it as specified?", hasty))
    record = Loop(read_shop_folder(shop), bundle, verifiers=verifiers).run()
    assert [one.place for one in record.unmet] == ["search.trigger"]
    assert asked == 2


def test_what_stands_on_broken_ground_is_seen_later() -> None:
    page_gone, no_name, wide = finding("routes", "500"), finding("links", "dead"), finding("own", "wide")
    assert worsened([page_gone], [no_name, wide]) == []
    assert worsened([no_name], [page_gone]) == ["routes"]
    assert worsened([no_name], [no_name, wide]) == ["own"]
    assert worsened([no_name, wide], [no_name]) == []
    assert worsened([no_name], [no_name.model_copy(update={"what": "another"})]) == []
