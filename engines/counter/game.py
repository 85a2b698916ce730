"""Counter behind the ``Game`` interface: dealt, loaded and replayed."""

from collections.abc import Sequence
from typing import Any, ClassVar

from typing_extensions import override

from engines.contract import Credit, Game
from engines.counter import events, first_game, plans, positions, questions, refusals, scene, words
from engines.counter.actions import Action, Bid, Pass, Play, parse_action
from engines.counter.lesson import LESSONS
from engines.counter.options import SEATS, Options
from engines.counter.rulebook import RULES
from engines.counter.state import CounterState
from engines.counter.view import CounterView
from engines.formats import DailyGame, MatchFormat, Way
from engines.lessons import Theme
from engines.scenes import Unseen
from engines.shuffling import pick
from engines.texts import say


class Counter(Game[Action, CounterView]):
    """Counter for three to five players (1.1), for as many hands as it takes to reach the target."""

    key = "counter"
    name = "Counter"
    seats = SEATS
    summary = say("Win exactly as many tricks as you bid; every rank has a power.")
    credit = Credit(
        line=(
            "Counter, a trick-taking game by Ben Meulink, contributed to pagat.com "
            "(www.pagat.com/invented/counter.html, page last updated 20 September 2023)."
        ),
        url="https://www.pagat.com/invented/counter.html",
    )
    rules = RULES
    lessons = LESSONS
    themes = (
        Theme("bid", say("Bids"), (Bid,)),
        Theme("trick", say("Tricks"), (Play,)),
        Theme("pass", say("Cards to pass on"), (Pass,)),
    )
    Options = Options
    daily = DailyGame(opponents=3, options={"max_hands": 2})
    short_form: ClassVar = {"max_hands": 1}
    scores_title = say("Points by hand")
    settling = (events.Scored,)
    openings = (events.NextHand,)

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
    def deal(self, *, seats: int, seed: str, options: Any) -> CounterState:
        if seats not in SEATS:
            raise ValueError(say("Counter is for {least} to {most} players.", least=SEATS[0], most=SEATS[-1]))
        if options.dealer is not None and options.dealer >= seats:
            raise ValueError(
                say("Seat {seat} cannot deal: the seats are 0 to {last}.", seat=options.dealer, last=seats - 1)
            )
        dealer = pick(seats, seed, 0) if options.dealer is None else options.dealer
        state = CounterState(self, options, seats, seed, dealer)
        state.deal()
        return state

    @override
    def expected_handovers(self, seats: int, options: Any) -> float:
        hands = min(options.max_hands, 0.7 + 0.47 * options.target_for(seats))
        return hands * (11.4 * seats - 6)

    @override
    def match_formats(self, seats: int) -> Sequence[MatchFormat]:
        return (
            MatchFormat(Way.TOGETHER, 9 * seats - 5, {"max_hands": 2}),
            MatchFormat(Way.SAME_CARDS, 4, {"max_hands": 1}, deals=4),
        )

    @override
    def unseen(self, view: CounterView) -> tuple[Unseen, ...]:
        return scene.unseen(view)
