"""The keyword agent of the tool sandbox."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from shopworld.agents.script import Script, ScriptedAgent
from shopworld.agents.tool_calls import call, products_of, result_of
from shopworld.agents.tool_keyword.candidates import ProductCandidate, Words, hear, read_candidate
from shopworld.agents.tool_keyword.lexicon import ValueLexicon
from shopworld.agents.tool_keyword.reading import Told, names_of, read_requirements, told_by_profile
from shopworld.agents.tool_keyword.requirements import (
    YES,
    NameRequirement,
    NumberRequirement,
    OpinionRequirement,
    ProductRequirement,
    ValueRequirement,
)
from shopworld.agents.tool_keyword.vocabulary import TOPICS, UNASKED_LABELS
from shopworld.agents.tool_keyword.words import content_of, spelled_out, words_of
from shopworld.environments.observation import Observation

_STEPS = 100
_FIRST_DETAILS = 8
"""Products read before anything is asked: their attributes say what is worth asking."""
_MOST_DETAILS = 48
_MOST_SEARCHES = 12
_PAGES = 2
_PAGES_OF_ALL = 4
"""Pages read of the search for everything at once."""
_NARROWED = 80
"""Found products that are narrowed down by attributes before their details are read."""
_AT_ONCE = 10
"""Products in one call."""
_REVIEWED = 6
"""Products whose reviews are read."""
_LAST_CALLS = 4
"""Steps kept for the recommendation, where no reviews are to be read."""
_LONGEST_QUERY = 40
_LONG = 6
"""Words from which a query finds nothing where a search needs all of them in a title."""
_SINGLE_WORDS = 6
"""Words of the message that are searched alone where nothing else finds anything."""
_PAGE = 20
_RANK_OFFSET = 10
"""Of reciprocal rank fusion: how much less the first result counts than it could."""


class ToolKeywordAgent(ScriptedAgent):
    """Reads the profile, searches, asks, compares what it finds with all it was told, and recommends the best.

    It has no language model. The values that it looks for in what the shopper says are those that the products found
    so far have; bounds, exclusions, budgets and opinions it reads by patterns.
    """

    environments = ("tools",)

    def script(self, first: Observation) -> Script[None]:
        """The whole behaviour."""
        self._known: dict[str, ProductCandidate] = {}
        self._found: dict[str, float] = {}
        self._fitting: Counter[str] = Counter()
        self._searched: set[Words] = set()
        self._needs_all_words = False
        self._step, self._last = 0, _STEPS - _LAST_CALLS
        self._read_at, self._all_requirements = (-1, -1), list[ProductRequirement]()
        message = _message(self.goal)
        self._told = [Told(message)]
        seen = yield call("get_user_profile", "What does the profile ask for?")
        profile = result_of(seen)
        self._told += told_by_profile(profile if isinstance(profile, dict) else {})
        for name in names_of(message)[:2]:
            yield from self._search(name)
        yield from self._search(content_of(message))
        if not self._found:
            for word in sorted(set(content_of(message)), key=lambda one: (-len(one), one))[:_SINGLE_WORDS]:
                yield from self._search((word,))
        yield from self._read(_FIRST_DETAILS)
        yield from self._ask()
        yield from self._search_by_requirements(message)
        yield from self._narrow()
        opinions = sum(isinstance(one, OpinionRequirement) for one in self._requirements())
        self._last -= opinions * _REVIEWED
        yield from self._read(_MOST_DETAILS)
        yield from self._verify()
        best = self._ranked()[:1]
        if best:
            reasons = f"It meets most of what was asked for, {len(self._requirements())} wishes compared."
            yield call(
                "recommend_product", "The best of what was found.", product_id=best[0].product_id, reasoning=reasons
            )

    # Searching

    def _search_by_requirements(self, message: str) -> Script[None]:
        """Searches for all that was told at once, then for the name with each value."""
        values = [one.words for one in self._requirements() if isinstance(one, ValueRequirement) and not one.negative]
        name = next(iter(names_of(message)), ())
        told = [content_of(one.text) for one in self._told[1:]]
        wanted = [*name, *(word for words in (*values, *told) for word in words)]
        yield from self._search(tuple(dict.fromkeys(wanted)), pages=_PAGES_OF_ALL)
        yield from self._search(tuple(dict.fromkeys([*wanted, *content_of(message)])), pages=_PAGES_OF_ALL)
        for words in dict.fromkeys(values):
            yield from self._search((*name, *words), pages=1)

    def _search(self, words: Words, pages: int = _PAGES) -> Script[None]:
        """Searches; with fewer words where nothing has all of them."""
        words = words[:_LONGEST_QUERY]
        if self._needs_all_words and len(words) > _LONG:
            return
        while words and words not in self._searched and len(self._searched) < _MOST_SEARCHES and self._may_go_on():
            self._searched.add(words)
            total = 0
            for page in range(pages):
                seen = yield call("search_products", "What is there?", query=spelled_out(words), page=page)
                self._step = seen.step
                listed = products_of(seen)
                for place, (product_id, _) in enumerate(listed):
                    share = len(words) / (_RANK_OFFSET + page * _PAGE + place)
                    self._found[product_id] = self._found.get(product_id, 0.0) + share
                total += len(listed)
                if len(listed) < _PAGE or not self._may_go_on():
                    break
            if total:
                return
            if len(words) > _LONG:
                self._needs_all_words = True
                return
            words = words[: len(words) * 2 // 3]

    def _may_go_on(self) -> bool:
        return self._step < self._last

    def _waiting(self) -> list[str]:
        """Found products whose details are not known: those that fit first, then those that searches put first."""
        unknown = [one for one in self._found if one not in self._known]
        return sorted(unknown, key=lambda one: (-self._fitting[one], -self._found[one], one))

    def _narrow(self) -> Script[None]:
        """Finds out which of the products found have the rarest of the wanted values, many at once."""
        known = self._known.values()
        requirements = [one for one in self._requirements() if isinstance(one, ValueRequirement) and not one.negative]
        requirements.sort(key=lambda one: (len(one.labels), sum(one.met_by(each) == YES for each in known)))
        waiting = self._waiting()[:_NARROWED]
        for requirement in requirements[:2]:
            written = Counter(
                each.labels[label] for each in known for label in sorted(requirement.labels & each.labels.keys())
            )
            if not written:
                continue
            for start in range(0, len(waiting), _AT_ONCE):
                if not self._may_go_on():
                    return
                seen = yield call(
                    "filter_by_attribute",
                    "Which of these have it?",
                    product_ids=waiting[start : start + _AT_ONCE],
                    attribute_name=written.most_common(1)[0][0],
                    attribute_value=spelled_out(requirement.words),
                )
                self._step = seen.step
                self._fitting.update((result_of(seen) or {}).get("product_ids", ()))
            waiting = [one for one in waiting if self._fitting[one]]

    def _read(self, most: int) -> Script[None]:
        """Reads the details of the best found products that are not known yet."""
        for product_id in self._waiting()[: max(0, most - len(self._known))]:
            if not self._may_go_on():
                return
            seen = yield call("get_product_details", "What is it like?", product_id=product_id)
            self._step = seen.step
            details = result_of(seen)
            if details:
                self._known[product_id] = read_candidate(details)

    # Asking

    def _ask(self) -> Script[None]:
        """Asks one topic a question, as long as the shopper answers."""
        asked: set[str] = set()
        while (topic := self._next_topic(asked)) is not None and self._may_go_on():
            asked.add(topic)
            seen = yield call("ask_user", "Part of it is told only when asked.", question=f"What about the {topic}?")
            self._step = seen.step
            answer = result_of(seen)
            if not answer:
                continue
            text = str(answer.get("user_response", ""))
            if all(text != one.text for one in self._told):
                self._told.append(Told(text, words_of(topic), 1.2))
            if int(answer.get("turns_remaining", 0)) <= 0:
                return

    def _next_topic(self, asked: set[str]) -> str | None:
        """What shoppers usually have a requirement on, then what the products found have; nothing that is settled."""
        settled = {word for requirement in self._requirements() for word in _subjects(requirement)}
        labels = ValueLexicon(self._known.values()).label_counts
        common = [label for label, count in labels.most_common() if 2 * count >= len(self._known)]
        usual = [topic.name for topic in TOPICS if not settled.intersection(topic.labels)]
        others = [label for label in common if not settled.intersection(words_of(label)) and not _covered(label)]
        return next((one for one in (*usual[:5], *others, *usual[5:]) if one not in asked), None)

    # Comparing

    def _requirements(self) -> list[ProductRequirement]:
        """What the shopper wants, as far as the products known so far let it be read."""
        state = len(self._known), len(self._told)
        if self._read_at != state:
            self._read_at, self._all_requirements = state, self._read_requirements()
        return self._all_requirements

    def _read_requirements(self) -> list[ProductRequirement]:
        lexicon = ValueLexicon(self._known.values())
        requirements = [requirement for told in self._told for requirement in read_requirements(told, lexicon)]
        names = names_of(self._told[0].text)
        named: list[ProductRequirement] = [NameRequirement(name) for name in names[:1]]
        return _without_doubles([*named, *requirements], names[0] if names else ())

    def _ranked(self) -> list[ProductCandidate]:
        """The known products, the best first."""
        requirements = self._requirements()

        def score(one: ProductCandidate) -> tuple[float, float, str]:
            met = sum(requirement.weight * requirement.met_by(one) for requirement in requirements)
            return -met, -self._found[one.product_id], one.product_id

        return sorted(self._known.values(), key=score)

    def _verify(self) -> Script[None]:
        """Looks up ratings where they are asked for and unknown, and reads the reviews of the best."""
        ranked = self._ranked()
        requirements = self._requirements()
        if any(isinstance(one, NumberRequirement) and one.field in ("rating", "ratings") for one in requirements):
            unknown = [one for one in ranked if one.rating is None][: 2 * _AT_ONCE]
            for start in range(0, len(unknown), _AT_ONCE):
                yield from self._look_up(unknown[start : start + _AT_ONCE])
        opinions = [one for one in requirements if isinstance(one, OpinionRequirement)]
        for candidate in self._ranked()[:_REVIEWED]:
            for opinion in opinions:
                if self._step >= _STEPS - 3:
                    return
                yield from self._listen(candidate, opinion.words)

    def _look_up(self, candidates: Sequence[ProductCandidate]) -> Script[None]:
        ids = [one.product_id for one in candidates]
        seen = yield call("get_product_review_stats", "How are they rated?", product_ids=ids)
        self._step = seen.step
        for stats in result_of(seen) or ():
            candidate = self._known[stats["product_id"]]
            candidate.rating, candidate.ratings = stats["average_rating"], stats["rating_number"]

    def _listen(self, candidate: ProductCandidate, opinion: Words) -> Script[None]:
        seen = yield call(
            "get_review_content", "Do its reviews say so?", query=spelled_out(opinion), product_id=candidate.product_id
        )
        self._step = seen.step
        hear(candidate, opinion, result_of(seen) or ())


def _message(goal: str) -> str:
    """The shopper's own words: what follows the instructions."""
    return re.split(r"\n\s*\n", goal.strip())[-1]


def _without_doubles(requirements: Sequence[ProductRequirement], name: Words) -> list[ProductRequirement]:
    """Each requirement once, the weightier of two; values that only repeat the thing's name are none."""
    chosen: dict[object, ProductRequirement] = {}
    for requirement in requirements:
        if isinstance(requirement, ValueRequirement) and set(requirement.words) <= set(name):
            continue
        key = (requirement.words, requirement.negative) if isinstance(requirement, ValueRequirement) else requirement
        if key not in chosen or chosen[key].weight < requirement.weight:
            chosen[key] = requirement
    return list(chosen.values())


def _subjects(requirement: ProductRequirement) -> set[str]:
    """Words for what a requirement is about."""
    if isinstance(requirement, ValueRequirement):
        return (
            {word for label in requirement.labels for word in words_of(label)}
            if len(requirement.labels) <= 2
            else set()
        )
    if isinstance(requirement, NumberRequirement):
        return {"rating": {"rating"}, "ratings": {"review"}, "price": {"price"}}.get(requirement.field, set())
    return {"price"} if not isinstance(requirement, NameRequirement | OpinionRequirement) else set()


def _covered(label: str) -> bool:
    """Whether a usual topic asks for the label already, or nobody would."""
    return label in UNASKED_LABELS or any(set(topic.labels).intersection(words_of(label)) for topic in TOPICS)
