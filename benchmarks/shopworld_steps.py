"""The walk in Shopworld's own environment. The process holds its mall and its browser, as a worker of a run does."""

from __future__ import annotations

import argparse
from pathlib import Path

from processor_time import difference, processor_seconds
from walk import VIEWPORT, Seen, names_in, report, say_ready_and_wait, take_walk

from shopworld.environments import BrowserEnvironment, BrowserProcess, Observation, find_browser
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall, MallServer


def main() -> None:
    """Opens the page, waits for the word to go, takes the walk, and reports."""
    options = _options()
    mall = Mall.open(options.mall)
    identity = EpisodeIdentity("benchmark", "walk")
    episode = Episode(identity, identity.label(b"benchmark" * 2))
    with (
        MallServer(mall) as server,
        BrowserProcess(find_browser(), images=options.screenshots) as browser,
        BrowserEnvironment(browser, viewport=VIEWPORT, screenshots=options.screenshots) as environment,
    ):
        slot = server.slots[0]
        server.open(slot, episode)
        first = environment.open(episode, slot.proxy_address, options.address, "walk")

        def act(action: str) -> Seen:
            return _seen(environment.step(action), pictures=options.screenshots)

        seen = _seen(first, pictures=options.screenshots)
        if options.warm_up:
            take_walk(act, seen, rounds=1)
        say_ready_and_wait()
        before = processor_seconds()
        walked = take_walk(act, seen, rounds=options.rounds, seconds=options.seconds)
        spent = difference(before, processor_seconds())
        report(
            walked,
            resets=[],
            names=names_in(first.accessibility_tree),
            browser=browser.program.version,
            processor=spent,
        )
        environment.close()
        server.close(slot)
    mall.close()


def _seen(observation: Observation, *, pictures: bool) -> Seen:
    if pictures and not observation.screenshot:
        raise RuntimeError("no picture was taken")
    return Seen(observation.accessibility_tree, observation.url, observation.last_action_error)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mall", type=Path, required=True)
    parser.add_argument("--address", required=True)
    parser.add_argument("--screenshots", action="store_true")
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--warm-up", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
