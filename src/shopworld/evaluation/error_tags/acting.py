"""Tags about how an agent acts: repetition, controls that it cannot operate, when it stops."""

from __future__ import annotations

import re
from collections import Counter

from shopworld.episode import Ending
from shopworld.evaluation.error_tags.tag import Finding
from shopworld.evaluation.error_tags.trial_case import TrialCase
from shopworld.evaluation.records import Step

SAME_ON_A_PAGE = 3
"""So often the same action on the same page is a repetition; a call in the sandbox is one at the second time."""
EARLY = 0.25
"""Share of its steps below which an agent that ends without success has stopped early."""
_OWN_WORD = frozenset({Ending.SUBMITTED.value, Ending.MESSAGE.value, Ending.INFEASIBLE.value})
_ELEMENT = re.compile(r"^\w+\(\s*['\"]?([\w-]+)['\"]?")
_LINE = re.compile(r"^\[(?P<id>[^\]]+)\] (?P<role>\w+) (?P<name>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")?")
_CONTROLS = {
    "slider": "slider",
    "spinbutton": "number field",
    "combobox": "drop-down",
    "listbox": "list",
    "option": "drop-down",
    "MenuListOption": "drop-down",
}


def was_played(case: TrialCase) -> bool:
    """Whether there are steps to look at."""
    return len(case.steps) > 0


def in_the_browser(case: TrialCase) -> bool:
    """Whether it was played on pages."""
    return was_played(case) and case.in_a_browser


def repeated_actions(case: TrialCase) -> list[Finding]:
    """The first repetition of each action: the third time on the same page, in the tool sandbox the second time."""
    often = 2 if case.in_tools else SAME_ON_A_PAGE
    seen: Counter[tuple[str, str, str]] = Counter()
    found: list[Finding] = []
    before: Step | None = None
    for step in case.steps:
        if step.action:
            key = (step.action, *_place(case, before, step))
            seen[key] += 1
            if seen[key] == often:
                found.append((step.number, f"{step.action[:120]} for the {'second' if often == 2 else 'third'} time"))
        before = step
    return found


def _place(case: TrialCase, before: Step | None, step: Step) -> tuple[str, str]:
    """Where an action was taken: the page before it; of a call into shops, its result; the sandbox never changes."""
    if case.in_tools or before is None:
        return "", ""
    return (before.url, before.tree) if case.in_a_browser else ("", step.result)


def controls_not_operated(case: TrialCase) -> list[Finding]:
    """Actions on sliders and drop-downs that failed, and were not made good later on the same control."""
    tried: list[tuple[Step, str, str]] = []
    for before, step in zip(case.steps, case.steps[1:], strict=False):
        target = _control(step.action, before.tree)
        if target is not None:
            tried.append((step, *target))
    found: dict[tuple[str, str], Finding] = {}
    for step, role, name in tried:
        made_good = any(
            later.number > step.number and not later.error and (its_role, its_name) == (role, name)
            for later, its_role, its_name in tried
        )
        if step.error and not made_good:
            found.setdefault((role, name), (step.number, f"{_CONTROLS[role]} {name}: {step.error.splitlines()[0]}"))
    return list(found.values())


def _control(action: str, tree: str) -> tuple[str, str] | None:
    """Role and name of the control that an action is on; None for everything else."""
    named = _ELEMENT.match(action)
    if named is None:
        return None
    line = next((one.strip() for one in tree.splitlines() if one.strip().startswith(f"[{named[1]}] ")), "")
    match = _LINE.match(line)
    if match is None or match["role"] not in _CONTROLS:
        return None
    return match["role"], match["name"] or "without a name"


def early_stop(case: TrialCase) -> list[Finding]:
    """Whether the agent ended the trial itself, unsolved, with most of its steps left."""
    allowed, used = case.steps_allowed or 0, case.result.steps
    if case.passed or case.result.ending not in _OWN_WORD or used >= EARLY * allowed:
        return []
    return [(used, f"ended by itself after {used} of {allowed} steps")]


def out_of_steps(case: TrialCase) -> list[Finding]:
    """Whether the limit on steps ended the trial."""
    allowed, used = case.steps_allowed, case.result.steps
    if case.result.ending != Ending.LIMIT.value or allowed is None or used < allowed:
        return []
    return [(used, f"all {allowed} steps were used")]
