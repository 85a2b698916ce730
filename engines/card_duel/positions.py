"""Positions of Card Duel: read from documents (Annex B), or sampled so that a viewer cannot tell them apart (10)."""

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import Any

from engines.card_duel.actions import BUILD, OVER, Action
from engines.card_duel.document import Document
from engines.card_duel.rules import ACE, SEATS, VALUES, by_value, total
from engines.card_duel.state import POOL_SIZE, CardDuelState
from engines.card_duel.view import CardDuelView
from engines.cards import Card
from engines.contract import Game
from engines.documents import fill
from engines.kit.sampling import own_seed, split, unseen
from engines.kit.scoring import is_decided


def read(game: Game[Action], document: Mapping[str, Any]) -> CardDuelState:
    """The position that a document describes; raises ``ValueError`` if the document is invalid."""
    given = Document.model_validate(dict(document))
    if given.dealer is None:  # players take turns to deal (11)
        given.dealer = given.attacker if given.phase == BUILD else ((given.options.dealer or 0) + given.game_no) % 2
    state = CardDuelState(game, given.options, given.seed, given.dealer)
    fill(state, given, without=("table",))
    state.attack, state.defence = given.table.attack, given.table.defence
    if given.phase != BUILD:
        state.done = [True, True]
    state.recount()
    _check_ending(state)
    return state


def _check_ending(state: CardDuelState) -> None:
    """Reject a game that continues past its end (8), or is over for no reason."""
    ended = max(state.hurt) >= state.options.life or state.idle >= state.options.idle_limit
    if ended and state.phase != OVER:
        raise ValueError("the game should be over: too much damage, or too many exchanges without any")
    if state.phase == OVER and not (ended and is_decided(state.points, state.game_no + 1, state.options.best_of)):
        raise ValueError("the game is not over: nobody has lost it, or the match goes on")


def sample(game: Game[Action], view: CardDuelView, rng: Random) -> CardDuelState:
    """Deal the cards that the viewer cannot see; starting hands respect their limit, and decks are shuffled."""
    state = CardDuelState(game, view.options, own_seed(rng), view.dealer)
    state.game_no, state.points = view.game_no, list(view.points)
    state.attacker, state.phase, state.idle = view.attacker, view.phase, view.idle
    state.attack, state.defence = view.table.attack, view.table.defence
    state.discards = [list(pile) for pile in view.discards]
    state.damage = [list(row) for row in view.damage]
    state.reshuffles, state.done, state.spent = list(view.reshuffles), list(view.done), list(view.spent)
    if view.phase == BUILD:
        _sample_building(state, view, rng)
    else:
        _sample_duel(state, view, rng)
    state.recount()
    return state


def _sample_building(state: CardDuelState, view: CardDuelView, rng: Random) -> None:
    """Give a player who is done some hand within the limit; nobody knows what the other has chosen (10.4)."""
    cards = unseen(chain(view.pool, view.hand))
    rng.shuffle(cards)
    for seat in SEATS:
        if seat == view.seat:
            state.pools[seat], state.hands[seat] = list(view.pool), list(view.hand)
            continue
        pool, cards = cards[:POOL_SIZE], cards[POOL_SIZE:]
        room = rng.randint(0, view.options.hand_limit) if view.done[seat] else -1
        hand: list[Card] = []
        for card in pool:
            if VALUES[card] <= room:
                hand.append(card)
                room -= VALUES[card]
        state.hands[seat] = by_value(hand)
        state.pools[seat] = by_value(card for card in pool if card not in hand)


def _sample_duel(state: CardDuelState, view: CardDuelView, rng: Random) -> None:
    """A player knows which cards the opponent owns (10.5), a spectator does not; deck order is unknown (10.3)."""
    assert view.hand_counts is not None
    assert view.deck_counts is not None
    table = [card for card in (view.table.attack, view.table.defence) if card is not None]
    hidden = unseen(chain(view.hand, view.own_deck, *view.discards, *view.damage, table))
    rng.shuffle(hidden)
    for seat in SEATS:
        if seat == view.seat:
            state.hands[seat], deck = list(view.hand), list(view.own_deck)
        elif view.seat is not None:
            hand, deck = _split_unseen(view, 1 - view.seat, rng)
            state.hands[seat] = by_value(hand)
        else:
            hand, deck, hidden = split(hidden, [view.hand_counts[seat], view.deck_counts[seat], len(hidden)])
            _cheapen(hand, [deck, hidden], view.options.hand_limit - view.spent[seat], rng)
            state.hands[seat] = by_value(hand)
        rng.shuffle(deck)
        state.decks[seat] = deck


def _split_unseen(view: CardDuelView, opponent: int, rng: Random) -> tuple[list[Card], list[Card]]:
    assert view.hand_counts is not None
    if view.known_hand is not None:
        return list(view.known_hand), [card for card in view.unseen if card not in view.known_hand]
    cards = list(view.unseen)
    rng.shuffle(cards)
    count = view.hand_counts[opponent]
    hand, deck = cards[:count], cards[count:]
    _cheapen(hand, [deck], view.options.hand_limit - view.spent[opponent], rng)
    return hand, deck


def _cheapen(hand: list[Card], others: list[list[Card]], most: int, rng: Random) -> None:
    """Swap cards in the hand for lower ones until it is within its limit (3.2)."""
    excess = total(hand) - most
    while excess > 0:
        lowest = min((VALUES[card] for cards in others for card in cards), default=ACE)
        places = [place for place, card in enumerate(hand) if VALUES[card] > lowest]
        if not places:
            return  # only in a position that was set up manually
        place = rng.choice(places)
        lower = [(cards, at) for cards in others for at, card in enumerate(cards) if VALUES[card] < VALUES[hand[place]]]
        cards, at = rng.choice(lower)
        excess += VALUES[cards[at]] - VALUES[hand[place]]
        hand[place], cards[at] = cards[at], hand[place]
