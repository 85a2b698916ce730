"""Beginners get a tip for every decision, and it is short and true."""

from random import Random

import pytest

from engines.cards import CARD_TEXTS, SUITS, Card
from engines.counter.actions import BID, HAND_SIZE, Play
from engines.counter.events import Scored
from engines.counter.state import CounterState
from engines.testing.questions import HELP_LIMIT
from engines.texts import Cards, Player, Text
from tests.engines.counter.positions import GAME, position
from tests.reference.counter_tricks import Play as PlayedCard
from tests.reference.counter_tricks import resolve


def helped(state: CounterState, seat: int) -> Text:
    text = GAME.beginner_help(state.view(seat))
    assert text is not None
    return text


def plays(state: CounterState, seat: int) -> list[tuple[Card, str]]:
    return [(action.card, str(action)) for action in state.actions(seat) if isinstance(action, Play)]


def wins(state: CounterState, seat: int, move: str) -> bool:
    """Whether this move, the last of a trick, wins it."""
    after = state.clone()
    after.act(seat, move)
    events = after.last_trick
    assert events is not None
    return events.winner == seat


def check_last_player(state: CounterState, seat: int, text: Text) -> None:
    """Only the last player to a trick is told which cards win, and correctly."""
    winning = {card for card, move in plays(state, seat) if wins(state, seat, move)}
    everything = all(wins(state, seat, move) for _, move in plays(state, seat))
    named = next((value.cards for _, value in text.values if isinstance(value, Cards)), None)
    if named is not None:
        assert set(named) == winning
    elif "whatever you play wins" in text.template:
        assert everything
    else:
        assert not winning, text.template


def check_winner_so_far(state: CounterState, text: Text) -> None:
    """The player named as winning so far played the card that an independent implementation of the rules picks."""
    seats = [(state.to_act[0] - len(state.trick) + place) % state.seats for place in range(len(state.trick))]
    table = [
        PlayedCard(seat, CARD_TEXTS[card], None if shown is None else CARD_TEXTS[shown])
        for seat, card, shown in zip(seats, state.trick, state.showing, strict=True)
    ]
    trump = SUITS[state.face_up[-1] & 3]
    trick = resolve(table, trump, state.mult, last=False, king_rule=state.options.king_rule)
    assert trick.winner is not None
    values = dict(text.values)
    assert values["player"] == Player(table[trick.winner].seat)
    assert values["card"] == Cards((state.trick[trick.winner],))


def check(state: CounterState, seat: int) -> str:
    """Check the tip for one decision and return its template."""
    text = helped(state, seat)
    template = text.template
    assert len(str(text)) <= HELP_LIMIT
    if "You play last" in template:
        check_last_player(state, seat, text)
    if "wins so far" in template:
        check_winner_so_far(state, text)
    if "You hold no {suit}" in template:
        assert state.led not in {card & 3 for card in state.hands[seat]}
        assert {card for card, _ in plays(state, seat)} == set(state.hands[seat])
    if "You still need" in template:
        assert text.count == (state.bids[seat] or 0) - state.won[seat]
    if "want no more tricks" in template or "the tricks you bid" in template:
        assert state.bids[seat] == state.won[seat]
    return template


def gain(state: CounterState, seat: int, chance: Random) -> tuple[int, int]:
    """The points and tricks that this seat gets if the hand is played on at random."""
    trial = state.clone()
    while True:
        actor = chance.choice(trial.to_act)
        events = trial.act(actor, chance.choice(trial.actions(actor)))
        for event in events:
            if isinstance(event, Scored) and event.seat == seat:
                return event.points, event.won


@pytest.mark.parametrize("seats", GAME.seats)
def test_help_is_true_in_random_games(seats: int) -> None:
    chance, used = Random(seats), set[str]()
    for number in range(2):
        state = GAME.deal(seats=seats, seed=f"help {number}", options=GAME.Options())
        assert isinstance(state, CounterState)
        while state.to_act and state.hand_no < 6:
            for seat in {None, *range(seats)}.difference(state.to_act):
                assert GAME.beginner_help(state.view(seat)) is None
            for seat in state.to_act:
                template = check(state, seat)
                used.add(template)
                check_points(state, seat, template, chance)
            seat = chance.choice(state.to_act)
            actions = state.actions(seat)
            state.act(seat, chance.choice(actions[1:5] if state.phase == BID else actions))
    assert len(used) > 12


def check_points(state: CounterState, seat: int, template: str, chance: Random) -> None:
    """What a tip says about a lost bid is true however the hand continues."""
    if "make your bid any more" not in template and "scores you nothing" not in template:
        return
    points, won = gain(state, seat, chance)
    assert won != state.bids[seat]
    if "scores you nothing" in template:
        assert points == 0
    elif "1 point" in template:
        assert won or points == 1
    else:
        assert (points > 0) == (won >= HAND_SIZE - state.seats)


@pytest.mark.parametrize(
    ("parts", "moves", "line"),
    [
        ({"phase": "bid"}, (), "You hold 1 trump, counting 2s. 3 players share ten tricks."),
        (
            {"bids": [1, 0, 0], "mult": 2},
            (),
            "You still need 1 of 10 tricks. Lead high to win, low to wait.",
        ),
        (
            {"mult": 2},
            (),
            "Your lead counts double, and you want no more tricks: lead very low.",
        ),
        (
            {"hands": [["7H", "2C"], ["QC", "3C"], ["8D", "7C"]]},
            ("play 7H",),
            "Because of a 7, the lowest value wins. Another 7 would turn that round.",
        ),
        (
            {"hands": [["TH", "2C"], ["QC", "3C"], ["8D", "7C"]]},
            ("play TH",),
            "You hold no hearts: a chance to get rid of a dangerous card.",
        ),
        (
            {"hands": [["TH", "2C"], ["8H", "3C"], ["8D", "7C"]]},
            ("play TH",),
            "Your only card of the led suit is an 8: you may play it or any other.",
        ),
        (
            {"hands": [["4H", "2C"], ["QH", "3C"], ["8D", "7C"]]},
            ("play 4H",),
            "Nobody wins this trick so far: a 4 without another one shown cannot win.",
        ),
        (
            {"hands": [["TH", "2C"], ["8H", "3C"], ["QH", "AH"]], "turn": 1},
            ("play 8H",),
            "player 2 wins so far with 8♥. You want no more tricks: let it win.",
        ),
        (
            {"hands": [["TH", "2C"], ["8H", "3C"], ["QH", "AH"]], "bids": [0, 0, 2]},
            ("play TH", "play 8H"),
            "You play last: Q♥ can win, and you still need 2.",
        ),
    ],
)
def test_tips_that_suit_the_position(parts: dict[str, object], moves: tuple[str, ...], line: str) -> None:
    state = position(**parts)
    for move in moves:
        state.act(state.to_act[0], move)
    assert str(helped(state, state.to_act[0])) == line
