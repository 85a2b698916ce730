"""3 Piles behind the ``Game`` interface: dealt, loaded and replayed."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from engines.contract import Credit, Game
from engines.formats import DailyGame, MatchFormat, Way
from engines.lessons import Theme
from engines.shuffling import pick
from engines.texts import say
from engines.three_piles import events, first_game, plans, positions, questions, refusals, scene, words
from engines.three_piles.actions import Action, Draw, Take, ToPile, ToStack, parse_action
from engines.three_piles.lesson import LESSONS
from engines.three_piles.options import Options
from engines.three_piles.rulebook import RULES
from engines.three_piles.state import ThreePilesState
from engines.three_piles.view import ThreePilesView


class ThreePiles(Game[Action, ThreePilesView]):
    """3 Piles for two players (1.1), as a single game or as a match to a points total."""

    key = "three_piles"
    name = "3 Piles"
    seats = range(2, 3)
    summary = say("Build three runs from the middle; length and diamonds score.")
    credit = Credit(
        line="3 Piles, an original card game by Lykrast - lykrast.com/cards/3piles.html.",
        url="https://lykrast.com/cards/3piles.html",
    )
    rules = RULES
    lessons = LESSONS
    themes = (
        Theme("take", say("Cards to take"), (Take,)),
        Theme("draw", say("When to draw"), (Draw,)),
        Theme("pile", say("Cards for your piles"), (ToPile,)),
        Theme("away", say("Cards for the stacks"), (ToStack,)),
    )
    Options = Options
    daily = DailyGame(opponents=1)
    settling = (events.GameEnded, events.MatchStands)
    openings = (events.NextGame,)

    parse = staticmethod(parse_action)
    position = positions.read
    sample = positions.sample
    fallback = staticmethod(plans.most_harmless)
    verdict = staticmethod(scene.verdict)
    result = staticmethod(scene.result)
    scene = staticmethod(scene.draw)
    ask = staticmethod(questions.ask)
    label = staticmethod(words.label)
    tell = staticmethod(words.tell)
    part_of = staticmethod(words.part_of)
    refusal = staticmethod(refusals.why_not)
    refusals = staticmethod(refusals.unplayable)
    ending = staticmethod(words.ending)
    scored = staticmethod(events.scored)
    beginner_help = staticmethod(first_game.help)
    planned = staticmethod(plans.planned)
    plans = staticmethod(plans.offers)

    @override
    def deal(self, *, seats: int, seed: str, options: Any) -> ThreePilesState:
        if seats not in self.seats:
            raise ValueError("3 Piles is a game for two players")
        starter = pick(2, seed, 0) if options.first is None else options.first
        state = ThreePilesState(self, options, seed, starter)
        state.deal()
        return state

    @override
    def match_formats(self, seats: int) -> Sequence[MatchFormat]:
        return (MatchFormat(Way.TOGETHER, 29), MatchFormat(Way.SAME_CARDS, 15, deals=2))

    @override
    def expected_handovers(self, seats: int, options: Any) -> float | None:
        return 50 if options.target is None else None
