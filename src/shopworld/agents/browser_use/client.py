"""Drives browser-use through one episode: `python client.py --provider openai --model gpt-5 --browser chromium`.

Run as a script, by the Python of an environment that holds browser-use. It imports nothing of Shopworld. Goal, first
page and proxy come in the variables `SHOPWORLD_GOAL`, `SHOPWORLD_START` and `SHOPWORLD_PROXY`; what the agent says at
the end goes out as the last line. Exit status 0: it says that it is done; 3: it stopped without saying so; 69:
browser-use is not installed; 75: the model's provider failed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from typing import Any

STOPPED, NOT_INSTALLED, PROVIDER_FAILED = 3, 69, 75
RETRIES, FAILURES = 2, 3
"""Tries of one call beside the first one; steps in a row that may fail."""
QUIET = {
    "ANONYMIZED_TELEMETRY": "false",
    "BROWSER_USE_CLOUD_SYNC": "false",
    "BROWSER_USE_VERSION_CHECK": "false",
    "BROWSER_USE_SETUP_LOGGING": "false",
}
"""What browser-use would otherwise send to its makers, ask them, or print where our last line belongs."""
INSTRUCTIONS = """Shop only at the addresses that the task names. Submitting on the solution page ends the task; where
there is nothing to submit, end with done. Give addresses in full."""


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--provider", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--base-url", default="")
    parser.add_argument("--key-variable", default="")
    parser.add_argument("--browser", required=True)
    parser.add_argument("--max-steps", type=int, default=50)
    parser.add_argument("--no-pictures", action="store_true")
    return parser.parse_args(arguments)


def make_model(asked: argparse.Namespace) -> Any:
    """browser-use's own client for the provider; its OpenAI client for all end points given by an address."""
    import browser_use  # type: ignore[import-not-found,unused-ignore]

    key = os.environ.get(asked.key_variable, "") or "none"
    if not asked.base_url and asked.provider == "anthropic":
        return browser_use.ChatAnthropic(model=asked.model, api_key=key)
    if not asked.base_url and asked.provider == "gemini":
        return browser_use.ChatGoogle(model=asked.model, api_key=key)
    address = {"base_url": asked.base_url} if asked.base_url else {}
    return browser_use.ChatOpenAI(model=asked.model, api_key=key, max_retries=RETRIES, **address)


def make_browser(asked: argparse.Namespace, proxy: str, profile: str) -> Any:
    """A browser that sees the shops, through the episode's proxy, and nothing else."""
    from browser_use import BrowserSession
    from browser_use.browser.profile import (  # type: ignore[import-not-found,unused-ignore]
        BrowserProfile,
        ProxySettings,
    )

    settings = BrowserProfile(
        executable_path=asked.browser,
        headless=True,
        chromium_sandbox=os.geteuid() != 0,
        user_data_dir=profile,
        proxy=ProxySettings(server=proxy),
        enable_default_extensions=False,
        viewport={"width": 1280, "height": 720},
    )
    return BrowserSession(browser_profile=settings)


async def shop(asked: argparse.Namespace, goal: str, start: str, proxy: str) -> int:
    """Plays the episode; returns the exit status."""
    from browser_use import Agent

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        agent = Agent(
            task=goal,
            llm=make_model(asked),
            browser_session=make_browser(asked, proxy, f"{folder}/profile"),
            initial_actions=[{"navigate": {"url": start, "new_tab": False}}],
            extend_system_message=INSTRUCTIONS,
            use_vision=not asked.no_pictures,
            use_judge=False,
            calculate_cost=False,
            directly_open_url=False,
            max_failures=FAILURES,
            final_response_after_failure=False,
            file_system_path=folder,
            enable_signal_handler=False,
        )
        history = await agent.run(max_steps=asked.max_steps)
    return tell(history)


def tell(history: Any) -> int:
    """Says how it ended: the last word on the output, or the reason on the error output; returns the exit status."""
    if history.is_done():
        word = "message" if history.is_successful() is not False else "infeasible"
        print(json.dumps({word: history.final_result() or "Done."}), flush=True)
        return 0
    errors = [str(error) for error in history.errors() if error]
    told = " ".join(errors[-1].split())[:300] if errors else "the steps are used up"
    print(f"browser-use stopped after {history.number_of_steps()} steps: {told}", file=sys.stderr, flush=True)
    failed_at_last = bool(history.errors()) and bool(history.errors()[-1])
    return PROVIDER_FAILED if failed_at_last and is_the_providers(told) else STOPPED


def is_the_providers(error: str) -> bool:
    """Whether an error tells of the model's provider: no connection, too many requests, a failing server."""
    said = error.lower()
    signs = (
        "rate limit",
        "ratelimit",
        "connection error",
        "timed out",
        "error code: 429",
        "error code: 5",
        "overloaded",
    )
    return any(sign in said for sign in signs)


def main() -> int:
    """Reads what is asked, and plays."""
    asked = read_arguments(sys.argv[1:])
    os.environ.update(QUIET)
    for name in ("http_proxy", "HTTP_PROXY"):  # of the shops; the model is not behind it
        os.environ.pop(name, None)
    try:
        import browser_use  # noqa: F401
    except ImportError as error:
        print(
            f"browser-use cannot be imported by {sys.executable} ({error}); install it into an environment of its own "
            "and name its Python in SHOPWORLD_BROWSER_USE_PYTHON",
            file=sys.stderr,
        )
        return NOT_INSTALLED
    told = (os.environ["SHOPWORLD_GOAL"], os.environ["SHOPWORLD_START"], os.environ["SHOPWORLD_PROXY"])
    return asyncio.run(shop(asked, *told))


if __name__ == "__main__":
    sys.exit(main())
