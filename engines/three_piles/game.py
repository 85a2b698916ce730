"""3 Piles as a game that can be dealt, read and replayed."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from typing_extensions import override

from engines.contract import Credit, Event, Game
from engines.kit.wording import in_points
from engines.scenes import Decision, Question, Scene
from engines.shuffling import pick
from engines.texts import Text, say
from engines.three_piles import fallback, narration, positions, questions, refusals, sampling, scene, words
from engines.three_piles.actions import Action, parse_action
from engines.three_piles.options import Options
from engines.three_piles.rulebook import RULES
from engines.three_piles.state import ThreePilesState
from engines.three_piles.view import ThreePilesView


class ThreePiles(Game[Action, ThreePilesView]):
    """3 Piles for two players (1.1), as a single game or as a match to a points total."""

    key = "three_piles"
    name = "3 Piles"
    seats = range(2, 3)
    summary = say("Take or draw: build three runs of cards that grow only at their ends, and mind the diamonds.")
    credit = Credit(
        line="3 Piles, an original card game by Lykrast - lykrast.com/cards/3piles.html.",
        url="https://lykrast.com/cards/3piles.html",
    )
    rules = RULES
    Options = Options

    @override
    def deal(self, *, seats: int, seed: str, options: Any) -> ThreePilesState:
        if seats not in self.seats:
            raise ValueError("3 Piles is a game for two players")
        starter = pick(2, seed, 0) if options.first is None else options.first
        state = ThreePilesState(self, options, seed, starter)
        state.deal()
        return state

    @override
    def position(self, document: Mapping[str, Any]) -> ThreePilesState:
        return positions.read(self, document)

    @override
    def parse(self, text: str) -> Action:
        return parse_action(text)

    @override
    def sample(self, view: ThreePilesView, rng: Random) -> ThreePilesState:
        return sampling.sample(self, view, rng)

    @override
    def fallback(self, view: ThreePilesView) -> Action | None:
        return fallback.most_harmless(view)

    @override
    def scene(self, view: ThreePilesView) -> Scene:
        return scene.draw(view)

    @override
    def ask(self, view: ThreePilesView, path: Sequence[str]) -> Question | Decision[Action]:
        return questions.ask(view, path)

    @override
    def label(self, view: ThreePilesView, action: Action) -> Text:
        return words.label(view, action)

    @override
    def tell(self, event: Event, reader: int | None) -> Text:
        return narration.tell(event, reader)

    @override
    def refusal(self, view: ThreePilesView, action: Action) -> Text:
        return refusals.why_not(view, action)

    @override
    def refusals(self, view: ThreePilesView) -> tuple[tuple[int, Text], ...]:
        return refusals.unplayable(view)

    @override
    def ending(self, view: ThreePilesView) -> Text | None:
        return words.ending(view)

    @override
    def score(self, view: ThreePilesView, points: float) -> Text:
        return in_points(points)
