"""Card Duel behind the ``Game`` interface: dealt, loaded and replayed."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import override

from engines.card_duel import events, first_game, plans, positions, questions, refusals, scene, words
from engines.card_duel.actions import Action, Done, FromDeck, FromHand, Pick, parse_action
from engines.card_duel.lesson import LESSONS
from engines.card_duel.options import Options
from engines.card_duel.rulebook import RULES
from engines.card_duel.state import CardDuelState
from engines.card_duel.view import CardDuelView
from engines.contract import Credit, Game
from engines.formats import DailyGame, MatchFormat, Way
from engines.lessons import Theme
from engines.scenes import Unseen
from engines.shuffling import pick
from engines.texts import Text, say


class CardDuel(Game[Action, CardDuelView]):
    """Card Duel for two players (1.1), as a single game or as a match (11)."""

    key = "card_duel"
    name = "Card Duel"
    seats = range(2, 3)
    summary = say("Hide a hand, attack, defend: too much damage loses.")
    credit = Credit(
        line=(
            "Card Duel, designed by the author of the blog YHNL (nagnazul.blogspot.com), "
            "post “Was bored, designed card game.”, October 2009."
        ),
        url="https://nagnazul.blogspot.com/2009/10/was-bored-designed-card-game.html",
    )
    rules = RULES
    lessons = LESSONS
    themes = (
        Theme("hand", say("The starting hand"), (Pick, Done)),
        Theme("deck", say("From hand or deck"), (FromHand, FromDeck)),
    )
    Options = Options
    daily = DailyGame(opponents=1, fewest_points_win=True)
    scores_title = say("Damage by game")
    settling = (events.GameEnded, events.MatchStands)
    highlights = (events.Damaged,)
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
    def deal(self, *, seats: int, seed: str, options: Any) -> CardDuelState:
        if seats not in self.seats:
            raise ValueError("Card Duel is a game for two players")
        # Chance event 0 of a seed picks the first dealer (A2); shuffles are numbered from 1.
        dealer = pick(2, seed, 0) if options.dealer is None else options.dealer
        state = CardDuelState(self, options, seed, dealer)
        state.deal()
        return state

    @override
    def expected_handovers(self, seats: int, options: Any) -> float | None:
        return 16.5 if options.model_copy(update={"dealer": None}) == Options() else None

    @override
    def match_formats(self, seats: int) -> Sequence[MatchFormat]:
        return (
            MatchFormat(Way.DAY_BY_DAY, 9, {"life": 11}),
            MatchFormat(Way.TOGETHER, 14),
            MatchFormat(Way.SAME_CARDS, 7, deals=2),
        )

    @override
    def score(self, view: CardDuelView, points: float) -> Text:
        return words.score(view, points)

    @override
    def unseen(self, view: CardDuelView) -> tuple[Unseen, ...]:
        return scene.unseen(view)
