"""The task families: one declaration each, and those that installed packages bring (`shopworld.task_families`)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import typer

from shopworld.cli.declared import Commands, group_of
from shopworld.cli.sealed_family import sealable
from shopworld.commands import SEALED, SEED, Command, CommandParameter, TaskFamily, suite_name
from shopworld.errors import TaskError
from shopworld.extensions import Extensions

_HERE = "shopworld.cli.tasks"
_MODEL = (
    CommandParameter(
        "model", "provider/model that writes; by default no model is asked.", default="", options=("--model", "-m")
    ),
    CommandParameter("base_url", "End point of the same protocol: vLLM, Ollama, ….", default=""),
    CommandParameter("temperature", "Of the model.", float, None),
    CommandParameter("budget_usd", "Most USD that the model may cost, for the whole command.", float, None),
    CommandParameter("budget_tokens", "Most tokens that the model may use, for the whole command.", int, None),
    CommandParameter("prices", "File with prices of your own.", Path, None),
    CommandParameter(
        "replay", "Answer from what was recorded beside the suite, without the model.", bool, default=False
    ),
)
_MALL = TaskFamily(
    "mall",
    f"{_HERE}.mall:mall",
    "Make tasks for a mall: WebMall's 91 in eleven categories by default, answers computed from the catalog.",
    text="A number of tasks is shared out in WebMall's proportions; what a category has no material for goes to the "
    "others. Each task says how hard it is, by what can be counted in the mall.",
    examples=(
        "shopworld tasks make mall default --count 91",
        "shopworld tasks make mall default --seed 11 --name small --count find_substitutes=3 --count checkout=2",
        "shopworld tasks make mall webmall --count 60 --level easy=1 --level hard=2",
        "shopworld tasks make mall default --sealed --name hidden",
    ),
    parameters=(
        CommandParameter("mall", "Name of a mall, or its folder.", argument=True, metavar="MALL"),
        CommandParameter(
            "count",
            "Tasks together, 91 by default; or CATEGORY=N, repeatable: other categories then get none.",
            default=(),
            many=True,
            metavar="N",
        ),
        CommandParameter(
            "level",
            "easy, medium or hard, with its weight in the mix; repeatable.",
            default=(),
            many=True,
            metavar="LEVEL[=WEIGHT]",
        ),
        CommandParameter("fewer", "Take fewer tasks where there is no more material.", bool, default=False),
        CommandParameter("proven", "Leave out tasks that tasks check would not prove.", bool, default=False),
        CommandParameter("seed", "Of the choice; the same seed makes the same tasks.", int, 7),
        SEALED,
        CommandParameter(
            "name", "Of the suite; one of that name is replaced. By default comparison-MALL, or default.", default=""
        ),
    ),
)
BUILT_IN = (
    _MALL,
    replace(_MALL, name="comparison", hidden=True),
    TaskFamily(
        "evolve",
        f"{_HERE}.evolve:evolve",
        "Make queries that evolve: seeds, one query in another domain for each, then rounds of complexity (DeepShop).",
        text="Each round adds an attribute, a filter or a sort; the answers are counted in the catalog after each. "
        "Every task is proven before it is kept. The balanced split is a suite of its own, named NAME-balanced.\n\n"
        "With --model, a language model says each query in other words. Wordings that lose, turn or add a requirement "
        "are not taken; those queries keep their own words, and are counted.",
        examples=(
            "shopworld mall make marketplace --marketplace",
            "shopworld tasks make evolve --catalog marketplace",
            "shopworld tasks make evolve --catalog marketplace --seeds mine.toml --rounds 3 --name mine",
            "shopworld tasks make evolve --catalog marketplace --model openai/gpt-5-mini --budget-usd 5",
        ),
        parameters=(
            CommandParameter("catalog", "Name of a mall, or its folder: what its catalog holds is asked for."),
            CommandParameter("seeds", "File of seed queries; the package's fifty by default.", Path, None),
            CommandParameter("rounds", "Rounds of complexity evolution.", int, 5, least=1, most=8),
            SEED,
            SEALED,
            suite_name("evolve"),
            CommandParameter("steps", "Steps that an agent has for a task.", int, 15, least=1),
            CommandParameter(
                "per_cell", "Of the balanced split: tasks of each difficulty and domain.", int, 10, least=1
            ),
            *_MODEL,
        ),
    ),
    TaskFamily(
        "shop",
        f"{_HERE}.shop:shop",
        "Make tasks in a shop: short ones of six skills and long journeys, in the counts of ShopGym's ShopGuru.",
        text="A folder of a shop becomes a mall of that one shop first, named after it. Tasks ask only for what the "
        "shop's interface shows; each is proven before it is kept. Categories that are not counted keep their usual "
        "number.\n\nWith --model, a language model writes the journeys as intents with plans; the checks are derived "
        "from the plans. What is flagged is written again, twice at most; where something is still wrong, nothing is "
        "made.",
        examples=(
            "shopworld tasks make shop shops/pans",
            "shopworld tasks make shop default --only techtalk --count browse=10 --name browsing",
            "shopworld tasks make shop shops/pans --by-hand mine.json",
            "shopworld tasks make shop shops/pans --model openai/gpt-5 --budget-usd 2",
        ),
        parameters=(
            CommandParameter("shop", "Folder of a shop, or name or folder of a mall.", argument=True, metavar="SHOP"),
            CommandParameter("only", "Of a mall: id of a shop; repeatable. All by default.", default=(), many=True),
            CommandParameter(
                "count",
                "Tasks of a category in a shop; repeatable.",
                default=(),
                many=True,
                metavar="CATEGORY=N",
            ),
            CommandParameter(
                "by_hand",
                "Suite of tasks written by hand: they replace generated ones of their ids, or are added.",
                Path,
                None,
            ),
            SEED,
            SEALED,
            suite_name(""),
            *_MODEL,
        ),
    ),
    TaskFamily(
        "intent",
        f"{_HERE}.intent:intent",
        "Make tasks with hidden intent: requirements in a query, a profile and answers to questions (EComAgentBench).",
        text="The answers are counted over the whole catalog. How many samples passed each stage, and what each "
        "measures, is written beside the suite, in a file that ends in `.making.toml`.",
        examples=(
            "shopworld tasks make intent --catalog amazon",
            "shopworld tasks make intent --catalog amazon --count 100 --seed 3 --name hundred",
            "shopworld tasks make intent --catalog amazon --per-intent 10 --seed 11 --name small",
            "shopworld tasks make intent --catalog amazon --per-intent 5 --intent product_search "
            "--intent review_driven",
        ),
        parameters=(
            CommandParameter("catalog", "Name of a catalog of Amazon products, or its folder."),
            CommandParameter(
                "count",
                "Tasks in all, shared out over the intents as in the paper; 662 by default.",
                int,
                None,
                least=1,
            ),
            CommandParameter("per_intent", "Tasks of each intent instead.", int, None, least=1),
            CommandParameter(
                "only",
                "Only this intent; repeatable. All eight by default.",
                default=(),
                options=("--intent",),
                many=True,
                choices=(
                    "product_search",
                    "knowledge_reasoning",
                    "rating_quality",
                    "feature_combination",
                    "negative_constraint",
                    "use_case_scenario",
                    "coupon_budget",
                    "review_driven",
                ),
            ),
            CommandParameter("fewer", "Take fewer tasks of an intent where no more are found.", bool, default=False),
            SEED,
            SEALED,
            suite_name("intent"),
            CommandParameter("out", "File of the suite; by default where suites are kept.", Path, None),
        ),
    ),
)

_INSTALLED: Extensions[TaskFamily] = Extensions(
    group="shopworld.task_families",
    what="task family",
    expected="a TaskFamily",
    accepts=lambda found: isinstance(found, TaskFamily),
    name_of=lambda found: found.key,
    error=TaskError,
)


class _Families(Commands):
    """The task families; those of packages that take a seed are sealed like our own."""

    def find(self, name: str) -> Command | None:
        """The family of that name, see `Commands.find`."""
        found = super().find(name)
        return sealable(found) if isinstance(found, TaskFamily) else found


def task_families() -> typer.Typer:
    """`shopworld tasks make`: a command a family."""
    built_in = {one.key: one for one in BUILT_IN}
    commands = _Families(built_in, _INSTALLED)
    return group_of(commands, "Make tasks: mall, evolve and shop (for a mall), intent (for a catalog).")
