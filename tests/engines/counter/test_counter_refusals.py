"""Refusals in Counter that no random game comes upon (the others: ``tests/sentences``), which change nothing."""

import pytest

from engines import IllegalAction
from engines.counter.state import CounterState
from engines.texts import Text
from tests.engines.counter.positions import GAME, five_trick, play_out, position
from tests.engines.moves import refused

FOLLOWING = [["AH", "AC", "AD", "AS", "QH"], ["9H", "KH", "2D", "TC", "8S"], ["KC", "KD", "KS", "QS", "6S"]]
FOURS = [["4S", "4D", "9C"], ["3C", "5D", "KD"], ["7C", "8D", "QD"]]


def bidding() -> CounterState:
    return position(phase="bid")


def following(lead: str = "AH", **parts: object) -> CounterState:
    return play_out(position(hands=FOLLOWING, **parts), f"play {lead}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bid 11", "“11” is not a bid: bid a number from 0 to 10."),
        ("bid", "“bid” is not a move in Counter."),
        ("jump", "“jump” is not a move in Counter."),
        ("play 1X", "“1x” is not a card"),
        ("play QH KH JH", "is not a move in Counter."),
    ],
)
def test_text_that_is_not_a_move(text: str, reason: str) -> None:
    assert reason in refused(bidding(), text)


def test_a_manually_built_bid_out_of_range() -> None:  # 3.1
    state = bidding()
    bid = type(state.actions(0)[0])
    with pytest.raises(IllegalAction, match="Bid a number from 0 to 10"):
        state.act(0, bid(11))


def test_a_player_who_has_chosen_waits_for_the_others() -> None:  # 8.4
    state = play_out(five_trick(), "pass 9C")
    with pytest.raises(IllegalAction, match="not your turn"):
        state.act(0, "pass 2C")


def test_a_lone_eight_need_not_follow_suit() -> None:  # 5.4
    state = position(hands=[["AH", "5C"], ["8H", "KS"], ["KC", "KD"]])
    state.act(0, "play AH")
    assert GAME.refusals(state.view(1)) == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play 9C 4S", "You can show a four only while you play another four."),
        ("play 4S 9C", "Only a four can be shown."),
        ("play 4S 4S", "You cannot show the four that you play: show another one."),
        ("play 4S 4H", "You do not hold 4♥, so you cannot show it."),
    ],
)
def test_showing_a_four(text: str, reason: str) -> None:  # 5.7
    assert refused(position(hands=FOURS), text) == reason


def test_the_cards_that_cannot_be_played_are_listed_with_their_reasons() -> None:
    state = following()
    reasons: dict[int, Text] = dict(GAME.refusals(state.view(1)))
    playable = {GAME.parse(f"play {card}").card for card in ("9H", "KH")}
    assert set(reasons) == set(state.hands[1]) - playable
    assert all("You must follow hearts" in str(reason) for reason in reasons.values())


def test_every_card_is_listed_out_of_turn() -> None:
    state = following()
    for seat in (0, 2):
        refused = dict(GAME.refusals(state.view(seat)))
        assert list(refused) == state.hands[seat]
        assert {str(reason) for reason in refused.values()} == {"It is player 2's turn."}


def test_nothing_is_listed_for_spectators_the_leader_or_between_tricks() -> None:
    assert GAME.refusals(following().view(None)) == ()
    for other in (position(), bidding(), five_trick()):
        assert GAME.refusals(other.view(0)) == ()
