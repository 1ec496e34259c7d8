"""One trial: steps, events and states of its checks."""

from __future__ import annotations

from hostile_words import HOSTILE

from shopworld.evaluation.report import ReadRun
from shopworld.viewer import RunCollection
from shopworld.viewer.overview import trials_of
from shopworld.viewer.trial import ShownTrial


def trial_of(collection: RunCollection, task: str, agent: str = "oracle+tools") -> tuple[ReadRun, ShownTrial]:
    """A trial by task and agent."""
    for run, result in trials_of(collection.runs()):
        if (result.task, result.agent) == (task, agent):
            return run, ShownTrial(collection, run, result)
    raise LookupError(task)


def test_every_action_is_there_with_the_events_that_it_caused(collection: RunCollection) -> None:
    _, trial = trial_of(collection, "order_1")
    texts = trial.texts()
    assert [one.action.partition("(")[0] for one in texts.steps[1:]][-1] == "submit_answer"
    ordered = next(one for one in texts.events if one.kind == "order_placed")
    assert texts.steps[ordered.step].action.startswith("checkout(")
    assert [one.step for one in texts.events] == sorted(one.step for one in texts.events)


def test_checks_come_to_hold_at_the_step_that_does_it(collection: RunCollection) -> None:
    run, trial = trial_of(collection, "cart_1")
    states = trial.detail().states
    result = next(one for one in run.results if one.task == "cart_1")
    assert states[-1].passed == tuple(one.passed for one in result.checks)
    cart = [one.type for one in result.checks].index("cart")
    held = next(one.step for one in states if one.passed[cart])
    assert trial.texts().steps[held].action.startswith("add_to_cart(")
    assert not states[0].passed[cart]


def test_what_was_said_stays_as_it_was_said(collection: RunCollection) -> None:
    _, trial = trial_of(collection, "answer_1", "hostile@open/gpt")
    assert any(HOSTILE in one.text for one in trial.texts().events)


def test_a_trial_whose_files_are_gone_says_so(collection: RunCollection) -> None:
    run = collection.runs()[0]
    lost = run.results[0].model_copy(update={"attempt": 7})
    trial = ShownTrial(collection, run, lost)
    assert trial.texts().problem == "the files of this trial are gone"
    assert trial.detail().trees == ()


def test_only_pictures_of_the_attempt_itself_are_put_inside(collection: RunCollection) -> None:
    _, trial = trial_of(collection, "cart_1")
    assert trial._picture("../../../../results.jsonl") == ""
    assert trial._picture("score.json") == ""
