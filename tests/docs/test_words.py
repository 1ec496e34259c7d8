"""One word, one thing: no second public class of a name, and a glossary that names classes which are there."""

from __future__ import annotations

import ast
import re
from collections import defaultdict

from written_pages import ROOT

SOURCE = ROOT / "src" / "shopworld"

AGREED = """
Agreement: arena evaluation
Answer: arena environments guru
AnswerForm: agents tasks
Article: goods shop
Ask: environments evaluation
Aspect: catalog goods goods
Bound: agents agents
Briefing: agents evaluation
Broken: catalog evaluation
BudgetSpent: arena errors
Candidate: agents agents agents arena
Card: arena shop
Case: arena evaluation
Change: evaluation tasks
Chat: models shop
Checkout: environments shop
Choice: agents shop
Condition: catalog tasks
Convention: evaluation money
Crawl: arena arena arena
Decision: agents agents agents
Deed: agents guru
Discount: agents shop
Draft: goods guru guru
Element: arena environments
Evidence: arena evaluation tasks
Fault: arena mall
Feature: guru shop
Field: arena goods
Finding: arena arena guru tasks
Home: mall shop
Image: catalog models
ImportReport: catalog tasks
Kind: agents arena catalog goods
Lexicon: agents environments
Link: arena arena shop
Look: agents arena arena
Made: goods guru
Manifest: arena catalog
Mark: arena evaluation
Measured: evaluation guru guru
Mention: agents environments
Opinion: catalog evaluation
Page: arena environments
Pagination: arena shop
Part: goods goods shop
Person: arena evaluation shop
Phrases: catalog guru
Pictures: environments shop
Plan: agents arena evaluation
Price: models money
Probe: arena tasks
ProductDetails: environments shop
ProductPage: agents arena environments shop shop
Promises: arena goods
Question: environments goods
ReadPage: environments tasks
Reading: agents catalog guru
RecommendProduct: environments tasks
Record: arena catalog
Refusal: catalog mall
Reply: arena environments mall models
Review: agents catalog
ReviewTexts: arena environments
Row: evaluation evaluation
Sample: guru tasks
Search: agents environments evaluation
SearchProducts: environments environments
Seen: agents environments
Shelf: arena guru guru
Shopper: arena environments evaluation tasks
Sight: arena evaluation
Site: arena mall
Slot: mall tasks
Source: agents arena tasks
State: arena tasks
Step: arena evaluation guru
Style: evaluation shop
Subject: arena arena
Tally: catalog tasks
Task: arena tasks
Thing: goods guru
Tool: environments models
ToolCall: environments models
Turn: agents agents
Verdict: agents evaluation tasks tasks
Visit: arena shop
Visitor: arena environments
Voucher: agents shop
Wanted: environments guru
Watcher: evaluation evaluation
Wish: agents agents guru
Wording: goods guru
"""
"""Names that several classes have had, with the room of each: agreed until they are renamed. This list only shrinks."""


def public_classes() -> dict[str, list[str]]:
    """The modules of every public class, by its name."""
    found = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        module = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        for statement in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
                found[statement.name].append(module)
    return found


def agreed() -> dict[str, list[str]]:
    """The rooms of the classes that may share a name, by that name."""
    rows = (line.partition(": ") for line in AGREED.strip().splitlines())
    return {name: rooms.split() for name, _, rooms in rows}


CLASSES = public_classes()


def test_a_public_class_has_a_name_of_its_own() -> None:
    allowed = agreed()
    for name, modules in CLASSES.items():
        if len(modules) > 1:
            rooms = sorted(module.partition(".")[0] for module in modules)
            more = list(rooms)
            for room in allowed.get(name, []):
                if room in more:
                    more.remove(room)
            assert not more, f"{name} is several things: {', '.join(modules)}; give the new one a name of its own"


def test_what_was_agreed_is_still_needed() -> None:
    there = {name: sorted(module.partition(".")[0] for module in CLASSES.get(name, [])) for name in agreed()}
    gone = {name: rooms for name, rooms in agreed().items() if there[name] != rooms}
    assert not gone, f"take from the list of agreed names what has gone; there are {[(n, there[n]) for n in gone]}"


def test_the_agreed_names_stand_in_order() -> None:
    rows = AGREED.strip().splitlines()
    assert rows == sorted(set(rows))
    assert all(len(rooms) > 1 and rooms == sorted(rooms) for rooms in agreed().values())


def test_the_glossary_names_classes_that_are_there() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = {one.rpartition(".")[2] for one in re.findall(r"`((?:shopworld\.\w+\.)?[A-Z][a-z]\w+)`", text)}
    assert len(named) > 40
    assert named <= set(CLASSES), sorted(named - set(CLASSES))


def test_the_glossary_explains_every_word_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    _, *sections = re.split(r"^## ", text, flags=re.M)
    words = [word for section in sections for word in re.findall(r"\*\*([^*]+)\*\*", section)]
    assert sorted(set(words)) == sorted(words)
    wanted = (
        "product variant offer catalog shop mall world interface environment episode event session task check rubric "
        "requirement suite run trial attempt trajectory oracle"
    )
    assert set(wanted.split()) <= set(words)
