"""The loop of each step: execution, verification, feedback, until nothing is wrong or the iterations are used up.

Execution is the built-in renderer, which has nothing to write, or a coding agent that may change the theme. Its
changes are taken over only where they make nothing worse. The shop is whole at every moment: a loop that was
interrupted goes on where it stopped.

Source: ShopGym, section 2.1.2, "Execution-verification loop" and "Final consolidation".
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.coding_agent import CodingAgent
from shopworld.arena.generate.feedback import FEEDBACK_FOLDER, write_feedback
from shopworld.arena.generate.record import GenerationRecord, Iteration, read_record, write_record
from shopworld.arena.generate.steps import CONSOLIDATION, LAST_PASS, STEPS, GenerationStep
from shopworld.arena.generate.workspace import Workspace, make_workspace
from shopworld.arena.verify import VERIFIERS, Finding, Verifier, verify_shop
from shopworld.errors import InputError
from shopworld.files import folder_beside, put_in_place
from shopworld.shop.folder import ShopFolder
from shopworld.shop.specification_folder import THEME_FOLDER

USUAL_ITERATIONS = 30
_MOST_FAILURES = 3
"""Runs of an agent, one after the other, that bring nothing before a step is given up."""

_DEAR = frozenset({"visual", "conformance", "likeness"})
"""Verifiers that look through a browser: they are asked only about changes that stand all others."""


@dataclass(slots=True)
class Loop:
    """Works through the steps of one shop.

    Args:
        shop: as it stands.
        bundle: its specification.
        agent: the coding agent; None for the built-in renderer alone.
        iterations: most runs of the agent for one step.
        work: a hash of what the steps are worked out from; an interrupted record with the same one is gone on with.
        verifiers: that are asked after each iteration, in this order.
        doing: hears what is being done.
    """

    shop: ShopFolder
    bundle: SpecificationBundle
    agent: CodingAgent | None = None
    iterations: int = USUAL_ITERATIONS
    work: str = ""
    verifiers: Sequence[Verifier] = VERIFIERS
    doing: Callable[[str], object] = lambda _: None
    _record: GenerationRecord = field(default_factory=GenerationRecord, init=False)
    _findings: list[Finding] = field(default_factory=list, init=False)

    def run(self) -> GenerationRecord:
        """Works through all steps and the consolidation.

        Returns:
            the record, which `generation.json` holds too.

        Raises:
            BrowserMissing: there is no Chromium for the verifiers.
            OSError: the shop's folder cannot be written.
        """
        record = read_record(self.shop.path) or GenerationRecord()
        goes_on = self.agent is not None and record.work == self.work and not record.verified
        steps = record.steps if goes_on else ()
        self._record = record.model_copy(update={"work": self.work, "verified": False, "steps": steps, "unmet": ()})
        if not steps:
            shutil.rmtree(self.shop.path / FEEDBACK_FOLDER, ignore_errors=True)
        self.doing("verifying")
        self._findings = self._sure(self.shop.path, verify_shop(self.shop.path, self.bundle, verifiers=self.verifiers))
        for step in STEPS:
            self._work_on(step)
        if self.agent is not None and (self._errors(LAST_PASS) or self._record.step(CONSOLIDATION).iterations):
            self._work_on(LAST_PASS)
        # A later step may have cured what an earlier one left, or the other way round: what counts is the end.
        for step in STEPS:
            self._close(step)
        self._keep(self._record.model_copy(update={"verified": True, "unmet": tuple(self._findings)}))
        return self._record

    def _work_on(self, step: GenerationStep) -> None:
        while self._goes_on(step):
            self._iterate(step)
        self._close(step)

    def _goes_on(self, step: GenerationStep) -> bool:
        """Whether the agent is to run (again) for a step."""
        record = self._record.step(step.name)
        if self.agent is None or record.outcome != "open" or len(record.iterations) >= self.iterations:
            return False
        if not record.iterations:
            return True
        errors, last = bool(self._errors(step)), record.iterations[-1]
        if last.change == "taken":
            return errors
        if last.change == "none" and not last.note:
            return False
        fruitless = ("none", "refused") if errors else ("none", "refused", "rolled back")
        tries = record.iterations[-_MOST_FAILURES:]
        return len(tries) < _MOST_FAILURES or not all(one.change in fruitless for one in tries)

    def _iterate(self, step: GenerationStep) -> None:
        """One run of the agent, and the verification of what it changed."""
        assert self.agent is not None
        record = self._record.step(step.name)
        number = len(record.iterations) + 1
        self.doing(f"{step.title}: iteration {number}")
        known = self.shop.path / FEEDBACK_FOLDER / f"{step.name}.md"
        if not record.iterations:
            known = write_feedback(self.shop.path, step, self._of(step), None)
        with folder_beside(self.shop.path) as room:
            workspace = make_workspace(room / "workspace", self.shop, self.bundle, step, known)
            run = self.agent.run(workspace.folder, workspace.environment(step, number))
            (known.parent / f"{step.name}.log").write_text(run.said, encoding="utf-8")
            self.doing(f"{step.title}: verifying iteration {number}")
            done, lost = self._judged(workspace, room / "candidate", number, run.note)
        done = done.model_copy(update={"errors": len(self._errors(step))})
        write_feedback(self.shop.path, step, self._of(step), done, lost)
        self._keep(self._record.with_step(record.model_copy(update={"iterations": (*record.iterations, done)})))

    def _judged(
        self, workspace: Workspace, candidate: Path, number: int, note: str
    ) -> tuple[Iteration, Sequence[Finding]]:
        """Takes over what the agent changed, or not; and what would have become worse."""
        changed, foreign = workspace.changed()
        notes = [note] if note else []
        if foreign:
            notes.append(f"Only the theme is taken over; these were put back: {_listed(foreign)}.")
        if not changed:
            return Iteration(number=number, change="none", note=" ".join(notes)), ()
        try:
            workspace.take_theme(candidate / THEME_FOLDER)
        except InputError as error:
            notes.append(error.message)
            return Iteration(number=number, change="refused", files=tuple(changed), note=" ".join(notes)), ()
        _link_all_but_theme(self.shop.path, candidate)
        found, worse = self._asked(candidate)
        if worse:
            notes.append(f"They give more errors: {', '.join(worse)}.")
            lost = [one for one in found if one.severity == "error" and one not in self._findings]
            return Iteration(number=number, change="rolled back", files=tuple(changed), note=" ".join(notes)), lost
        put_in_place(candidate / THEME_FOLDER, self.shop.path / THEME_FOLDER)
        self._findings = found
        return Iteration(number=number, change="taken", files=tuple(changed), note=" ".join(notes)), ()

    def _asked(self, candidate: Path) -> tuple[list[Finding], list[str]]:
        """What verifiers find in a candidate, and which of them it breaks; the dear ones are asked last, if at all."""
        found: list[Finding] = []
        for dear in (False, True):
            asked = [one for one in self.verifiers if (one.name in _DEAR) is dear]
            names = {one.name for one in asked}
            if not asked:
                continue
            found += verify_shop(candidate, self.bundle, verifiers=asked)
            worse = worsened([one for one in self._findings if dear or one.verifier in names], found, self.verifiers)
            if worse and dear:
                found = self._sure(candidate, found)
                worse = worsened(self._findings, found, self.verifiers)
            if worse:
                return found, worse
        return found, []

    def _sure(self, folder: Path, found: list[Finding]) -> list[Finding]:
        """The findings without errors that a browser shows once and not again: on a busy machine it may come late."""
        doubtful = [one for one in found if one.severity == "error" and _asked_of(one) in _DEAR]
        if not doubtful:
            return found
        names, areas = {_asked_of(one) for one in doubtful}, {one.area for one in doubtful}
        self.doing("looking again at what a browser showed")
        asked = [one for one in self.verifiers if one.name in names]
        again = verify_shop(folder, self.bundle, areas, verifiers=asked)
        return [one for one in found if one not in doubtful or any(_is_same(one, other) for other in again)]

    def _close(self, step: GenerationStep) -> None:
        """Writes down what became of a step."""
        found = self._of(step)
        errors = len(self._errors(step))
        record = self._record.step(step.name)
        closed = record.model_copy(
            update={"outcome": "unmet" if errors else "met", "errors": errors, "warnings": len(found) - errors}
        )
        self._keep(self._record.with_step(closed))
        write_feedback(self.shop.path, step, found, record.iterations[-1] if record.iterations else None)

    def _of(self, step: GenerationStep) -> list[Finding]:
        return [one for one in self._findings if one.area in step.areas]

    def _errors(self, step: GenerationStep) -> list[Finding]:
        return [one for one in self._of(step) if one.severity == "error"]

    def _keep(self, record: GenerationRecord) -> None:
        self._record = record
        write_record(self.shop.path, record)


def worsened(
    before: Sequence[Finding], after: Sequence[Finding], verifiers: Sequence[Verifier] = VERIFIERS
) -> list[str]:
    """The verifiers that a change breaks; none where it may stay.

    A verifier with more errors is broken, unless one that is asked before it has fewer: what stood on broken ground is
    seen only when the ground holds (a page that does not come has no faults of accessibility).
    """
    was, now = _errors_of(before), _errors_of(after)
    order = dict.fromkeys([one.name for one in verifiers])
    order |= dict.fromkeys(sorted(was.keys() | now.keys() - order.keys()))
    worse: list[str] = []
    for name in order:
        if now[name] < was[name] and not worse:
            return []
        if now[name] > was[name]:
            worse.append(name)
    return worse


def _asked_of(one: Finding) -> str:
    """The verifier of a finding; the visual one names its checks behind a colon."""
    return one.verifier.partition(":")[0]


def _is_same(one: Finding, other: Finding) -> bool:
    return one.verifier == other.verifier and (one.place == other.place or one.what == other.what)


def _errors_of(findings: Sequence[Finding]) -> Counter[str]:
    return Counter(one.verifier for one in findings if one.severity == "error")


def _link_all_but_theme(shop: Path, candidate: Path) -> None:
    for source in sorted(shop.rglob("*")):
        name = source.relative_to(shop)
        if name.parts[0] in (THEME_FOLDER, FEEDBACK_FOLDER):
            continue
        if source.is_dir():
            (candidate / name).mkdir(parents=True, exist_ok=True)
        elif source.is_file():
            (candidate / name).parent.mkdir(parents=True, exist_ok=True)
            _link(source, candidate / name)


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more
