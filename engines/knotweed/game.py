"""Knotweed behind the ``Game`` interface: dealt, loaded and replayed."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from engines.contract import Credit, Game
from engines.formats import DailyGame, MatchFormat, Way
from engines.knotweed import events, first_game, plans, positions, questions, refusals, scene, words
from engines.knotweed.actions import Accept, Action, Challenge, Discard, End, Pass, Play, parse_action
from engines.knotweed.lesson import LESSONS
from engines.knotweed.options import SEATS, Options
from engines.knotweed.rulebook import RULES
from engines.knotweed.state import KnotweedState
from engines.knotweed.view import KnotweedView
from engines.lessons import Theme
from engines.shuffling import pick
from engines.texts import Text, say


class Knotweed(Game[Action, KnotweedView]):
    """Knotweed for two to eight players (1.1), as a single round or as several."""

    key = "knotweed"
    name = "Knotweed"
    seats = SEATS
    summary = say("Be first to get rid of your cards; pairs split a pile in two.")
    credit = Credit(
        line=(
            "Knotweed, an original card game by Daniel Schulman, "
            "https://www.ccs.neu.edu/home/schulman/games/knotweed.html, "
            "licensed under Creative Commons Attribution 3.0 Unported (CC BY 3.0, creativecommons.org/licenses/by/3.0/)"
            ". This is an adapted restatement of the rules."
        ),
        url="https://creativecommons.org/licenses/by/3.0/",
    )
    rules = RULES
    lessons = LESSONS
    themes = (
        Theme("play", say("What to play"), (Play,)),
        Theme("stop", say("When to stop or pass"), (End, Pass)),
        Theme("pile", say("Piles to discard"), (Discard,)),
        Theme("doubt", say("When to challenge"), (Challenge, Accept)),
    )
    Options = Options
    daily = DailyGame(opponents=3, options={"turn_cap": 60})
    scores_title = say("Points by round")
    settling = (events.RoundWon,)
    highlights = (events.RoundEnded, events.WentOut, events.Caught, events.PilesReset)
    openings = (events.RoundBegan,)

    parse = staticmethod(parse_action)
    position = positions.read
    sample = positions.sample
    fallback = staticmethod(plans.most_harmless)
    verdict = staticmethod(scene.verdict)
    result = staticmethod(scene.result)
    scene = staticmethod(scene.draw)
    ask = staticmethod(questions.ask)
    call = staticmethod(questions.call)
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
    def deal(self, *, seats: int, seed: str, options: Any) -> KnotweedState:
        if seats not in self.seats:
            raise ValueError(say("Knotweed is for {least} to {most} players.", least=SEATS[0], most=SEATS[-1]))
        if options.first is not None and options.first >= seats:
            raise ValueError(
                say("Seat {first} cannot begin: the seats are 0 to {last}.", first=options.first, last=seats - 1)
            )
        starter = pick(seats, seed, 0) if options.first is None else options.first
        state = KnotweedState(self, options, seats, seed, starter)
        state.deal_round()
        return state

    @override
    def lead(self, view: KnotweedView, points: float) -> Text | None:
        return self.score(view, points) if view.options.wins is None else None

    @override
    def match_formats(self, seats: int) -> Sequence[MatchFormat]:
        together = round(6.3 * seats - 5.8)
        is_short = seats == 2  # no cap is needed
        return (
            MatchFormat(Way.DAY_BY_DAY, together)
            if is_short
            else MatchFormat(Way.DAY_BY_DAY, round(4.5 * seats - 2.6), {"turn_cap": 5 * seats}),
            MatchFormat(Way.TOGETHER, together),
            MatchFormat(Way.SAME_CARDS, 4 if is_short else 5, deals=4),
        )

    @override
    def expected_handovers(self, seats: int, options: Any) -> float | None:
        usual = options.model_copy(update={"first": None, "rounds": 1}) == Options()
        return options.rounds * (7.6 * seats - 5.5) if usual else None
