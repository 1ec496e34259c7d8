"""How much a stranger finds: faults seeded into suites, right answers struck and wrong ones added, and those it sees.

    python benchmarks/stranger_power.py --faults 200 default cookware evolve

Each suite is opened with its mall or catalog from `SHOPWORLD_HOME`. Faults are spread evenly over suites and
categories. One is seen where the stranger agrees with the task as it is and disagrees with the one that has the fault;
tasks from which it abstains, or with which it disagrees, count against it.
"""

from __future__ import annotations

import argparse
import copy
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from shopworld.catalog import Catalog
from shopworld.guru import public_form, stranger_in, stranger_with_tools
from shopworld.mall import Home, Mall
from shopworld.stranger import Stranger, StrangerStance, ToolStranger
from shopworld.tasks import find_suite

Form = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fault:
    """A task with one thing made wrong.

    Attributes:
        name: what was done.
        category: of the task.
        before: the task as it was.
        after: the task with the fault.
    """

    name: str
    category: str
    before: Form
    after: Form


Answer = Mapping[str, str] | str
"""An offer of a mall, or the id of a catalog's product."""


def _groups(form: Form) -> list[list[Answer]]:
    """The groups of answers that a task accepts, as they stand in it: what is changed here is changed there."""
    for check in form["checks"]:
        if check["type"] in ("answer_set", "cart", "order"):
            groups: list[list[Answer]] = check["groups"]
            return groups
        if check["type"] == "recommendation":
            return [check["acceptable"]]
        if check["type"] == "chosen_product":
            return [check["accepted"]]
    return []


def faults_of(form: Form, others: Sequence[Answer], generator: random.Random) -> Iterator[Fault]:
    """Every kind of fault that a task can have, one of each, in random order.

    Args:
        form: the task's public form.
        others: what else there is.
        generator: of the choice.
    """
    kinds = ["struck", "added", "exchanged", "answer", "pieces"]
    generator.shuffle(kinds)
    for kind in kinds:
        changed = copy.deepcopy(form)
        if _seeded(kind, changed, others, generator):
            yield Fault(kind, str(form["category"]), form, changed)


def _seeded(kind: str, form: Form, others: Sequence[Answer], generator: random.Random) -> bool:
    groups = _groups(form)
    own = [one for group in groups for one in group]
    misses = () if own and isinstance(own[0], str) else form.get("near_misses", ())  # a catalog's go by other names
    near = [one for miss in misses if len(miss) == 1 for one in miss if one not in own]
    wrong = [*near, *(one for one in generator.sample(list(others), min(4, len(others))) if one not in own)]
    alternatives = len(groups) == 1
    if kind == "struck" and len(own) > 1:
        victim = generator.choice(own)
        for group in groups:
            if victim in group:
                group.remove(victim)
        groups[:] = [group for group in groups if group]
        return True
    if kind == "added" and own and wrong:
        if alternatives and len(own) > 0:
            groups[0].append(wrong[0])
        else:
            groups.append([wrong[0]])
        return True
    if kind == "exchanged" and own and wrong:
        group = generator.choice(groups)
        group[generator.randrange(len(group))] = wrong[0]
        return True
    for check in form["checks"]:
        if kind == "answer" and check["type"] == "answer_text":
            check["accepted"] = [f"${generator.randrange(100, 900)}.50"]
            return True
        if kind == "pieces" and check["type"] == "cart":
            check["quantity"] = check.get("quantity", 1) + 1
            return True
    return False


def sample(forms: Sequence[Form], others: Sequence[Answer], count: int, seed: int) -> list[Fault]:
    """So many faults, categories and kinds of faults taking turns.

    Args:
        forms: tasks in their public form.
        others: what else there is.
        count: how many are wanted.
        seed: of the choice.
    """
    generator = random.Random(seed)
    waiting: dict[tuple[str, str], list[Fault]] = defaultdict(list)
    for form in generator.sample(list(forms), len(forms)):
        for fault in faults_of(form, others, generator):
            waiting[fault.category, fault.name].append(fault)
    found: list[Fault] = []
    while len(found) < count and any(waiting.values()):
        for cell in sorted(waiting):
            if waiting[cell] and len(found) < count:
                found.append(waiting[cell].pop())
    return found


def seen(fault: Fault, stranger: Stranger | ToolStranger) -> bool:
    """Whether a stranger agrees with the task as it was, and disagrees with the fault."""
    return (
        stranger.judge(fault.before).stance is StrangerStance.AGREE
        and stranger.judge(fault.after).stance is StrangerStance.DISAGREE
    )


def main() -> None:
    """Seeds faults into the suites that are named, and prints how many a stranger sees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    home = Home.from_environment()
    total, caught = 0, 0
    for number, name in enumerate(given.suites):
        suite = find_suite(name, home.folder)
        share = given.faults // len(given.suites) + (number < given.faults % len(given.suites))
        forms = [public_form(task) for task in suite.tasks]
        if suite.catalog:
            with Catalog.open(home.catalog(suite.catalog)) as catalog:
                products = [one.product_id for one in catalog.iterate_offers()]
                faults = sample(forms, products, share, given.seed)
                by_tools = stranger_with_tools(catalog)
                missed = [fault for fault in faults if not seen(fault, by_tools)]
        else:
            with closing(Mall.open(home.mall(suite.mall))) as mall, stranger_in(mall) as stranger:
                others = [{"shop": one.shop_id, "slug": one.slug} for one in mall.catalog.iterate_offers()]
                faults = sample(forms, others, share, given.seed)
                stranger.prepare(forms)
                missed = [fault for fault in faults if not seen(fault, stranger)]
        total, caught = total + len(faults), caught + len(faults) - len(missed)
        print(f"{name}: {len(faults) - len(missed)} of {len(faults)} faults seen", flush=True)
        for fault in missed:
            print(f"  missed: {fault.before['id']}: {fault.name}: {stranger_text(fault)}")
    print(f"together: {caught} of {total} ({caught / total:.1%})" if total else "no faults")


def stranger_text(fault: Fault) -> str:
    """What was made wrong, for people."""
    return f"{fault.category}, now {len(_groups(fault.after))} groups"


if __name__ == "__main__":
    main()
