"""Crazy Eights as a game that can be dealt, read and replayed."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from typing_extensions import override

from crazy_eights import fallback, narration, positions, questions, refusals, sampling, scene, words
from crazy_eights.actions import Action, parse_action
from crazy_eights.options import Options
from crazy_eights.rulebook import RULES
from crazy_eights.state import CrazyEightsState
from crazy_eights.view import CrazyEightsView
from engines.contract import Credit, Event, Game
from engines.scenes import Decision, Question, Scene
from engines.shuffling import pick
from engines.texts import Text, say


class CrazyEights(Game[Action, CrazyEightsView]):
    """Crazy Eights for two to five players, as a single deal or as a match."""

    key = "crazy_eights"
    name = "Crazy Eights"
    seats = range(2, 6)
    summary = say("Get rid of your cards by suit and rank; eights are wild.")
    credit = Credit("Crazy Eights, a traditional game.", "https://www.pagat.com/eights/crazy8s.html")
    rules = RULES
    Options = Options

    @override
    def deal(self, *, seats: int, seed: str, options: Any) -> CrazyEightsState:
        if seats not in self.seats:
            raise ValueError("Crazy Eights is a game for two to five players")
        return CrazyEightsState(self, options, seed, seats, pick(seats, seed, 0))

    @override
    def position(self, document: Mapping[str, Any]) -> CrazyEightsState:
        return positions.read(self, document)

    @override
    def parse(self, text: str) -> Action:
        return parse_action(text)

    @override
    def sample(self, view: CrazyEightsView, rng: Random) -> CrazyEightsState:
        return sampling.sample(self, view, rng)

    @override
    def fallback(self, view: CrazyEightsView) -> Action | None:
        return fallback.most_harmless(view)

    @override
    def scene(self, view: CrazyEightsView) -> Scene:
        return scene.draw(view)

    @override
    def ask(self, view: CrazyEightsView, path: Sequence[str]) -> Question | Decision[Action]:
        return questions.ask(view, path)

    @override
    def label(self, view: CrazyEightsView, action: Action) -> Text:
        return words.label(view, action)

    @override
    def tell(self, event: Event, reader: int | None) -> Text:
        return narration.tell(event, reader)

    @override
    def refusal(self, view: CrazyEightsView, action: Action) -> Text:
        return refusals.why_not(view, action)

    @override
    def refusals(self, view: CrazyEightsView) -> tuple[tuple[int, Text], ...]:
        return refusals.unplayable(view)

    @override
    def ending(self, view: CrazyEightsView) -> Text | None:
        return words.ending(view)

    @override
    def score(self, view: CrazyEightsView, points: float) -> Text:
        return words.score(points)
