"""Counterweight behind the ``Game`` interface: dealt, loaded and replayed."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from engines.contract import Credit, Game
from engines.counterweight import events, first_game, plans, positions, questions, refusals, scene, words
from engines.counterweight.actions import Action, Collect, New, Place, Relocate, parse_action
from engines.counterweight.lesson import LESSONS
from engines.counterweight.options import Options
from engines.counterweight.rulebook import RULES
from engines.counterweight.state import CounterweightState
from engines.counterweight.view import CounterweightView
from engines.formats import DailyGame, MatchFormat, Way
from engines.lessons import Theme
from engines.shuffling import pick
from engines.texts import Text, say


class Counterweight(Game[Action, CounterweightView]):
    """Counterweight for two players (1.1), as a single game or as a match (10)."""

    key = "counterweight"
    name = "Counterweight"
    seats = range(2, 3)
    summary = say("Play two cards at once: one goes up, the other down.")
    credit = Credit(
        line=(
            "Counterweight, a two-player card game by Adrian Morgan (first tested 31 January 2006). Published at "
            "pagat.com/invented/counterweight.html (page last updated 29 January 2010)."
        ),
        url="https://www.pagat.com/invented/counterweight.html",
    )
    rules = RULES
    lessons = LESSONS
    themes = (
        Theme("place", say("Where to place cards"), (Place,)),
        Theme("new", say("When to begin a pile"), (New,)),
        Theme("pile", say("Piles to collect"), (Collect,)),
        Theme("move", say("Cards to move"), (Relocate,)),
    )
    Options = Options
    daily = DailyGame(opponents=1, fewest_points_win=True)
    scores_title = say("Penalty points by game")
    settling = (events.Scored, events.GameDecided, events.MatchStands)
    highlights = (events.BeganPile,)
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
    def deal(self, *, seats: int, seed: str, options: Any) -> CounterweightState:
        if seats not in self.seats:
            raise ValueError("Counterweight is a game for two players")
        starter = pick(2, seed, 0) if options.first is None else options.first
        state = CounterweightState(self, options, seed, starter)
        state.deal()
        return state

    @override
    def expected_handovers(self, seats: int, options: Any) -> float | None:
        return 42 if options.model_copy(update={"first": None}) == Options() else None

    @override
    def match_formats(self, seats: int) -> Sequence[MatchFormat]:
        return (MatchFormat(Way.TOGETHER, 13), MatchFormat(Way.SAME_CARDS, 7, deals=4))

    @override
    def score(self, view: CounterweightView, points: float) -> Text:
        return words.score(view, points)
