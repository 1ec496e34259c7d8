"""Tasks in one shop: the sentences of the goal are read, done by links and forms, and what comes out is compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from shopworld.stranger.asked import Key, answers
from shopworld.stranger.plans import read_plan
from shopworld.stranger.policies import days_to_return, delivery_fact, in_table, information, return_fee
from shopworld.stranger.reading import offer_key
from shopworld.stranger.verdict import StrangerOpinion, Weighing
from shopworld.stranger.walking import StrangerShop
from shopworld.stranger.wishes import QUOTED, TITLE, Unread, Wish, listing, read_wish
from shopworld.stranger.words import even, tokens

_QUESTION = re.compile(r"([^.?!]*\?)")
_JOINT = re.compile(r"(?:(?<=[.?!] )|^)(?:Then|After that|And|Next): ")
_ENDING = re.compile(r"(?:My question|The cart is the end|Leave everything in the cart)")


def judge_journey(task: Mapping[str, Any], shop: StrangerShop, hosts: Mapping[str, str]) -> StrangerOpinion:
    """Holds the cart and the answer of a task in one shop against what its pages lead to.

    Args:
        task: its public form.
        shop: where it is done.
        hosts: the host of each shop by the name that suites give it.
    """
    weighing = Weighing(task)
    said = str(task["intent"])
    if not shop.cards:
        weighing.unsure.append("no product is seen in the shop's lists")
        return weighing.close()
    try:
        wishes = _wishes(said, shop)
    except Unread as unread:
        weighing.unsure.append(str(unread))
        wishes = None
    groups = [set(group) for group in answers(task, hosts)]
    if wishes is not None:
        _compare(wishes, groups, shop, weighing)
    try:
        _pieces(task, said, shop, weighing)
        _answer(task, said, shop, weighing)
    except Unread as unread:
        weighing.unsure.append(str(unread))
    return weighing.close()


def _compare(wishes: Sequence[Wish], groups: Sequence[set[Key]], shop: StrangerShop, weighing: Weighing) -> None:
    left = list(groups)
    for wish in wishes:
        if not left:
            weighing.accepts.append((wish.why, "the cart does not ask for it"))
            weighing.about.append("cart")
            continue
        best = max(left, key=lambda group: (len(group & wish.offers), -len(group ^ wish.offers)))
        left.remove(best)
        for key in sorted(wish.offers - best):
            weighing.accepts.append((_called(key, shop), wish.why))
        for key in sorted(best & wish.perhaps):
            weighing.unsure.append(f"{_called(key, shop)}: its page does not say whether it is {wish.why}")
        for key in sorted(best - wish.offers - wish.perhaps):
            weighing.refuses.append((_called(key, shop), wish.why))
        if not wish.offers <= best <= wish.offers | wish.perhaps:
            weighing.about.append("cart")
    for group in left:
        weighing.refuses.append((", ".join(_called(key, shop) for key in sorted(group)[:2]), "nobody asked for it"))


def _called(key: Key, shop: StrangerShop) -> str:
    return next((card.title for card in shop.cards if offer_key(card.address) == key), key[1])


def _wishes(said: str, shop: StrangerShop) -> list[Wish]:
    """What is to be in the cart at the end, wish by wish; each part of the goal is one purchase, a plan, or none."""
    found: list[Wish] = []
    for part in _JOINT.split(_ENDING.split(said)[0]):
        plan = read_plan(part, shop)
        if plan is not None:
            found += plan
            continue
        wish = read_wish(part, shop)
        if wish is not None:
            found.append(wish)
    return found


def _pieces(task: Mapping[str, Any], said: str, shop: StrangerShop, weighing: Weighing) -> None:
    """Whether the number of pieces is the one that the goal leads to."""
    cart = next((one for one in task["checks"] if one["type"] == "cart"), None)
    if cart is None:
        return
    wanted = 1
    stated = re.search(r"quantity of [^.]*? to (\d+)", said)
    if stated is not None:
        wanted = int(stated[1])
    free = re.search(rf"I want {QUOTED}(?: \([^)]*\))?, and I do not want to pay for {QUOTED}", said)
    if free is not None:
        page = listing(free[1], shop)
        bound = delivery_fact("free from", free[2], shop)
        if bound is None or not page.price:
            weighing.unsure.append("the value for free delivery was not found")
            return
        wanted = max(1, ceil(bound / page.price - 1e-9))
    if cart.get("quantity", 1) != wanted:
        weighing.refuses.append((f"{cart.get('quantity', 1)} pieces", f"the goal leads to {wanted}"))
        weighing.about.append("quantity")


def _answer(task: Mapping[str, Any], said: str, shop: StrangerShop, weighing: Weighing) -> None:
    """Whether the accepted text is what the pages answer to the goal's question."""
    check = next((one for one in task["checks"] if one["type"] == "answer_text"), None)
    if check is None:
        return
    questions = _QUESTION.findall(said)
    mine = _looked_up(questions[-1], shop) if questions else None
    if mine is None:
        weighing.unsure.append(f"no answer found to {questions[-1].strip() if questions else 'no question'}")
        return
    if isinstance(mine, str):
        agrees, said = tokens(mine) in [tokens(one) for one in check["accepted"]], mine
    else:
        agrees, said = mine in [_figures(one) for one in check["accepted"]], " ".join(f"{one:g}" for one in mine)
    if not agrees:
        weighing.refuses.append((check["accepted"][0], f"the pages say {said}"))
        weighing.about.append("answer")


def _figures(text: str) -> tuple[float, ...]:
    """All numbers of an answer: `$7.95` and `7.95` are the same, so are `4 to 6 days` and `4-6 days`."""
    return tuple(float(one) for one in re.findall(r"\d+(?:\.\d+)?", text.replace(",", "")))


def _looked_up(question: str, shop: StrangerShop) -> tuple[float, ...] | str | None:
    low = question.casefold()
    names = TITLE.findall(question)
    found: float | None = None
    if "free" in low and names:
        found = delivery_fact("free from", names[0], shop)
    elif "cost" in low and names:
        found = delivery_fact("cost", names[0], shop)
    elif "how long" in low and names:
        pages = information(shop, ("shipping", "delivery"))
        cell = in_table(pages, names[0], "time")
        said = cell or " ".join(
            sentence
            for page in pages
            for sentence in re.split(r"(?<=[.!?])\s+", page.text)
            if even(names[0]) in even(sentence)
        )
        days = re.search(r"(\d+)\s*(?:to|-|–)\s*(\d+)\s*(?:\w+ )?(?:day|week)", said)
        return (float(days[1]), float(days[2])) if days else cell or None
    elif "send" in low and "back" in low:
        found = days_to_return(shop) if "how many" in low else return_fee(shop)
    return None if found is None else (found,)
