"""Crazy Eights as a game that can be dealt, read and replayed."""

from collections.abc import Mapping
from random import Random
from typing import Any

from typing_extensions import override

from crazy_eights.rules import Action, Options
from crazy_eights.state import CrazyEightsState, CrazyEightsView, Document
from crazy_eights.words import CrazyEightsWords
from engines.contract import Credit
from engines.documents import fill, per_seat
from engines.formats import DailyGame
from engines.kit.sampling import own_seed, split, unseen
from engines.rulebooks import Section
from engines.shuffling import pick
from engines.texts import say

IDEA = say("Get rid of your cards. You begin with five, or seven if you are two. One card begins the discards.")
YOUR_TURN = say(
    "**Play** a card of the suit or the rank of the top discard, or **draw** one card. You may draw even if you could "
    "play. Then play a card that fits, or **pass**. When the draw pile is empty, the discards below the top one are "
    "shuffled and drawn again.\n\n"
    "An **eight** fits on everything. Name a suit with it: the next card must be of that suit, or an eight."
)
END = say(
    "The deal ends when a player has no cards. The cards you hold cost points: 50 for an eight, 10 for a king, queen "
    "or jack, 1 for an ace, the number for any other card. The fewest points win. With a target, deals are played "
    "until a player has that many points."
)


class CrazyEights(CrazyEightsWords):
    """Crazy Eights for two to five players, as a single deal or as a match."""

    key = "crazy_eights"
    name = "Crazy Eights"
    seats = range(2, 6)
    summary = say("Get rid of your cards by suit and rank; eights are wild.")
    credit = Credit("Crazy Eights, a traditional game.", "https://www.pagat.com/eights/crazy8s.html")
    rules = (Section(say("The idea"), IDEA), Section(say("Your turn"), YOUR_TURN), Section(say("The end"), END))
    Options = Options
    daily = DailyGame(opponents=2, fewest_points_win=True)

    @override
    def deal(self, *, seats: int, seed: str, options: Any) -> CrazyEightsState:
        if seats not in self.seats:
            raise ValueError("Crazy Eights is a game for two to five players")
        return CrazyEightsState(self, options, seed, seats, pick(seats, seed, 0))

    @override
    def position(self, document: Mapping[str, Any]) -> CrazyEightsState:
        given = Document.model_validate(dict(document))
        given.totals = per_seat("totals", given.totals or None, [0] * len(given.hands))
        state = CrazyEightsState(self, given.options, given.seed, len(given.hands), given.starter)
        fill(state, given)
        return state

    @override
    def sample(self, view: CrazyEightsView, rng: Random) -> CrazyEightsState:
        state = CrazyEightsState(self, view.options, own_seed(rng), len(view.counts), view.starter)
        hidden = unseen((*view.hand, *view.discard))
        rng.shuffle(hidden)
        counts = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
        *state.hands, state.draw = split(hidden, [*counts, view.draw])
        if view.seat is not None:
            state.hands[view.seat] = list(view.hand)
        state.discard, state.suit, state.totals = list(view.discard), view.suit, list(view.totals)
        state.turn, state.drew = view.turn, view.drew
        return state

    @override
    def fallback(self, view: CrazyEightsView) -> Action | None:
        return next(iter(view.actions()[::-1]), None)  # drawing and passing come last where they are allowed
