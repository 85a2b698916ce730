"""The tips for first games of Card Duel are true in random games."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.card_duel.actions import BUILD, Pick
from engines.card_duel.first_game import help
from engines.card_duel.options import Options
from engines.card_duel.rules import VALUES
from engines.card_duel.state import CardDuelState
from engines.cards import Card
from engines.testing.questions import HELP_LIMIT
from engines.texts import Cards, Text
from tests.engines.card_duel.positions import GAME, position


def the_card(values: Mapping[str, Any], name: str = "card") -> Card:
    """The card that a tip names."""
    group = values[name]
    assert isinstance(group, Cards)
    return group.cards[0]


def in_deck(state: CardDuelState, seat: int, least: int) -> tuple[int, int]:
    """How many cards in the deck are worth at least this much, and how many cards it has in all."""
    deck = state.decks[seat]
    return sum(VALUES[card] >= least for card in deck), len(deck)


def stops(state: CardDuelState, seat: int, card: Card) -> bool:
    """Play this card from the hand to see whether it stops the attack."""
    trial = state.clone()
    trial.act(seat, GAME.parse(f"hand {'A23456789TJQK'[card >> 2]}{'CDHS'[card & 3]}"))
    return trial.attacker == seat or trial.outcome is not None


def only_deck_stops(state: CardDuelState, seat: int, values: Mapping[str, Any]) -> bool:
    assert state.attack is not None
    counted = in_deck(state, seat, VALUES[state.attack])
    return counted == (values["some"], values["all"]) and not any(
        stops(state, seat, card) for card in state.hands[seat]
    )


def better_in_deck(state: CardDuelState, seat: int, values: Mapping[str, Any]) -> bool:
    best = VALUES[the_card(values)]
    counted = in_deck(state, seat, best + 1)
    return counted == (values["some"], values["all"]) and best == max(VALUES[card] for card in state.hands[seat])


def nothing_stops(state: CardDuelState, seat: int, values: Mapping[str, Any]) -> bool:
    assert state.attack is not None
    return not any(VALUES[card] >= VALUES[state.attack] for card in (*state.hands[seat], *state.decks[seat]))


def wins(state: CardDuelState, seat: int, values: Mapping[str, Any]) -> bool:
    card = the_card(values)
    left = state.options.life - state.hurt[1 - seat]
    return card in state.hands[seat] and VALUES[card] >= left == values["left"]


def has_picks(state: CardDuelState, seat: int) -> bool:
    """Whether another card fits in the starting hand."""
    return any(isinstance(action, Pick) for action in state.actions(seat))


TRUTHS: Mapping[str, Callable[[CardDuelState, int, Mapping[str, Any]], bool]] = {
    "No other card fits": lambda state, seat, _: state.phase == BUILD and not has_picks(state, seat),
    "What you leave": lambda state, seat, _: not state.hands[seat] and has_picks(state, seat),
    "Room for": lambda state, seat, values: values["room"] == state.room[seat] and has_picks(state, seat),
    "Your hand stays empty": lambda state, seat, _: not state.hands[seat],
    "Your deck and discard pile are empty": lambda state, seat, _: not state.decks[seat] + state.discards[seat],
    "Your deck is empty": lambda state, seat, values: (
        not state.decks[seat] and len(state.discards[seat]) == values["count"] > 0
    ),
    "Every card in your deck stops": lambda state, seat, _: (
        state.attack is not None and min(VALUES[card] for card in state.decks[seat]) >= VALUES[state.attack]
    ),
    "{card} is enough to stop": lambda state, seat, values: stops(state, seat, the_card(values)),
    "No card in your hand stops": only_deck_stops,
    "Nothing you have stops": nothing_stops,
    "Every card in your deck is worth more": lambda state, seat, _: (
        min(VALUES[card] for card in state.decks[seat]) > max(VALUES[card] for card in state.hands[seat])
    ),
    "Cards in your deck above": better_in_deck,
    "Cards in your deck that do more": better_in_deck,
    "{card} is enough to win": wins,
}


def check(state: CardDuelState, seen: set[str]) -> None:
    """Each seat that may act gets a short and true tip; the others get none."""
    for seat in (0, 1):
        line = help(state.view(seat))
        if seat not in state.to_act:
            assert line is None
            continue
        assert isinstance(line, Text)
        assert 0 < len(str(line)) <= HELP_LIMIT
        beginning = next(text for text in TRUTHS if line.template.startswith(text))
        assert TRUTHS[beginning](state, seat, dict(line.values)), str(line)
        seen.add(beginning)


def test_every_tip_is_true_and_comes_up() -> None:
    """In games with low hands in which most cards come from the deck, and in random games."""
    seen: set[str] = set()
    for seed in range(24):
        chance = Random(seed)
        options = Options(hand_limit=(30, 60, 0)[seed % 3], life=(22, 100)[seed % 2])
        state = GAME.deal(seats=2, seed=f"help {seed}", options=options)
        assert isinstance(state, CardDuelState)
        while state.outcome is None:
            check(state, seen)
            seat = chance.choice(state.to_act)
            ways = state.actions(seat)
            usual = ways[0] if state.phase == BUILD else ways[-1]
            state.apply(seat, usual if chance.random() < 0.9 else chance.choice(ways))
    assert seen | {"Your deck and discard pile are empty"} == set(TRUTHS)


def test_without_a_deck_and_a_discard_pile_only_the_hand_is_left() -> None:
    state = position(decks=[[], ["6D"]])
    assert "you can only play from your hand" in str(help(state.view(0)))
    assert help(state.view(None)) is None


def test_a_player_without_cards_has_nothing_to_decide() -> None:
    state = position(hands=[[], ["9H"]], decks=[[], ["6D"]])
    assert help(state.view(0)) is None
