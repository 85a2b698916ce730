"""Open Spades as a game that can be dealt, read and replayed."""

from collections.abc import Mapping
from random import Random
from typing import Any

from typing_extensions import override

from engines.cards import SUITS, Card, suit
from engines.contract import Credit
from engines.documents import fill
from engines.kit.sampling import deal_within, own_seed
from engines.shuffling import pick
from engines.sides import Sides
from engines.texts import say
from open_spades.lesson import FIRST_DEAL
from open_spades.rulebook import RULES
from open_spades.rules import PACK, SEATS, SIDES, Action, Options, in_order
from open_spades.state import Document, OpenSpadesState, OpenSpadesView, Scored
from open_spades.words import OpenSpadesWords


class OpenSpades(OpenSpadesWords):
    """Open Spades for two sides of two partners."""

    key = "open_spades"
    name = "Open Spades"
    seats = range(SEATS, SEATS + 1)
    summary = say("Bid with your partner, then play from both hands: one of them lies open.")
    credit = Credit("Open Spades, made for this project.", "https://www.pagat.com/auctionwhist/spades.html")
    rules = RULES
    lessons = (FIRST_DEAL,)
    Options = Options
    settling = (Scored,)

    @override
    def sides(self, seats: int) -> Sides:
        return SIDES

    @override
    def deal(self, *, seats: int, seed: str, options: Any) -> OpenSpadesState:
        if seats not in self.seats:
            raise ValueError("Open Spades is a game for four players")
        return OpenSpadesState(self, options, seed, pick(seats, seed, 0))

    @override
    def position(self, document: Mapping[str, Any]) -> OpenSpadesState:
        given = Document.model_validate(dict(document))
        state = OpenSpadesState(self, given.options, given.seed, given.dealer)
        fill(state, given)
        return state

    @override
    def sample(self, view: OpenSpadesView, rng: Random) -> OpenSpadesState:
        known = {view.dummy: view.open_hand, view.seat: view.hand}
        seen = {*view.trick, *view.taken, *view.hand, *view.open_hand}
        hidden = [card for card in PACK if card not in seen]
        rooms = [0 if seat in known else count for seat, count in enumerate(view.counts)]

        def may_hold(seat: int, card: Card) -> bool:
            return SUITS[suit(card)] not in view.voids[seat]

        state = OpenSpadesState(self, view.options, own_seed(rng), view.dealer)
        dealt = deal_within(hidden, rooms, may_hold, rng)
        state.hands = [list(known[seat]) if seat in known else in_order(dealt[seat]) for seat in range(SEATS)]
        state.trick, state.taken, state.leader = list(view.trick), list(view.taken), view.leader
        state.bids, state.won, state.voids = list(view.bids), list(view.won), list(view.voids)
        state.deal_no, state.totals = view.deal_no, list(view.totals)
        return state

    @override
    def fallback(self, view: OpenSpadesView) -> Action | None:
        return next(iter(view.actions()), None)  # a bid of none, or the lowest card of a suit
