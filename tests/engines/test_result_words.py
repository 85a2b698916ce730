"""How the results of all games read: why the game is over and what its points are called."""

from typing import Any

import pytest

from engines.contract import State
from engines.kit.wording import in_points, in_wins, match_decided, target_reached
from tests.engines.card_duel import positions as card_duel
from tests.engines.counter import positions as counter
from tests.engines.counterweight import positions as counterweight
from tests.engines.knotweed import positions as knotweed
from tests.engines.moves import play
from tests.engines.three_piles import positions as three_piles


def killed(**parts: Any) -> State[Any]:
    """Card Duel: an ace strikes seat 1, who has already taken 11 damage."""
    state = card_duel.position(hands=[["KH", "AC"], ["9H"]], damage=[["2S"], ["AS"]], **parts)
    play(state, "hand KH", "hand 9H", "hand AC")
    return state


def idle() -> State[Any]:
    """Card Duel: the 40th exchange in a row is stopped."""
    state = card_duel.position(hands=[["5C"], ["5D"]], idle=39)
    play(state, "hand 5C", "hand 5D")
    return state


def last_hand(**options: int) -> State[Any]:
    """Counter: after the last trick is played, seat 1 has 8 points."""
    return counter.play_last(counter.last_trick(bids=[0, 1, 0], scores=[4, 6, 5], options=options))


def out(**parts: Any) -> State[Any]:
    """Counterweight: seat 0 goes out with its last card."""
    state = counterweight.last_card(**parts)
    play(state, "single 7S P1")
    return state


def stuck(**parts: Any) -> State[Any]:
    """Counterweight: the stock is empty and seat 0 has no couple."""
    return counterweight.last_card(hands=[["KC"], ["8D"]], stock=[], **parts)


def slow() -> State[Any]:
    """Counterweight: a single turn without progress is one too many."""
    state = counterweight.position(options={"idle_limit": 1}, hands=[["9H", "4D", "KC"], ["8C"]])
    play(state, "couple 9H A1 4D B1", "collect")
    return state


def played_out(**parts: Any) -> State[Any]:
    """Knotweed: seat 0 gets rid of its last card, so only seat 1 has any left."""
    state = knotweed.position(hands=[["9C"], ["2H"]], **parts)
    play(state, "play 1 9C")
    return state


def passed(**parts: Any) -> State[Any]:
    """Knotweed: seat 0 passes."""
    state = knotweed.position(**parts)
    play(state, "pass")
    return state


def filled(**parts: Any) -> State[Any]:
    """3 Piles: the last card is played, 13 points to 5."""
    state = three_piles.last_play(**parts)
    state.act(0, "stack 5C 0")
    return state


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (killed(), "player 2 has taken 22 damage; the limit is 22."),  # 8.1
        (idle(), "40 exchanges in a row have done no damage."),  # 8.2
        (killed(options={"best_of": 3}, game_no=1, points=[1, 0]), "The match is over after 2 games."),  # 11
        (last_hand(target=8), "The target of 8 points has been reached."),  # 10.1
        (last_hand(target=30, max_hands=1), "The limit of 1 hand has been reached."),  # 10.3
        (out(), "player 1 has no cards or piles left and goes out."),  # 7.1a
        (stuck(), "The stock is empty and player 1 cannot place a couple."),  # 7.1b
        (slow(), "1 turn without progress: the game ends."),  # 7.1c
        (out(options={"best_of": 3}, wins=[1, 0], game_no=1), "The match is over after 2 games."),  # 10.1
        (out(options={"games": 2}, game_no=1), "All 2 games of the match have been played."),  # 10.1
        (played_out(), "Only one player has cards left: the round ends."),  # 8
        (passed(draw=[], passes=1), "Everybody passed and the draw pile is empty: the round ends."),  # 8.1
        (passed(options={"turn_cap": 7}, turns=6), "The limit of 7 turns has been reached: the round ends."),  # 8.2
        (played_out(options={"rounds": 2}, round=2), "2 rounds have been played."),  # 10.1
        (played_out(options={"wins": 1}), "A player has won 1 round."),  # 10.1
        (filled(), "Nobody can draw, play or take a card."),  # 6.1
        (filled(options={"target": 20}, totals=[10, 0]), "The target of 20 points has been reached."),  # 8.2
        (filled(options={"target": 100, "max_games": 3}, game_no=2), "The limit of 3 games has been reached."),  # 8.3
        # 8.3: both totals are past the target but equal, so only the limit ends the match
        (
            filled(options={"target": 10, "max_games": 3}, totals=[0, 8], game_no=2),
            "The limit of 3 games has been reached.",
        ),
    ],
)
def test_each_ending_has_a_sentence_for_every_reader(state: State[Any], sentence: str) -> None:
    assert state.outcome is not None
    assert {str(state.game.ending(state.view(seat))) for seat in (None, 0, 1)} == {sentence}


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (killed(), ["2 damage", "22 damage"]),  # 8.1
        (killed(options={"best_of": 3}, game_no=2, points=[1, 0.5]), ["2 wins", "0.5 wins"]),  # 11
        (last_hand(target=8), ["6 points", "8 points", "7 points"]),  # 10.2
        (out(), ["0 penalty points", "2 penalty points"]),  # 7.3
        (out(options={"games": 2}, totals=[1, 3], game_no=1), ["1 penalty point", "5 penalty points"]),  # 10.1
        (out(options={"games": 2, "best_of": 3}, game_no=1), ["0 penalty points", "2 penalty points"]),  # 10.1
        (out(options={"best_of": 3}, wins=[1, 0], game_no=1), ["2 wins", "0 wins"]),  # 10.1
        (played_out(), ["1 point", "0 points"]),  # 10.1
        (filled(), ["13 points", "5 points"]),  # 7
    ],
)
def test_each_games_points_have_their_own_name(state: State[Any], told: list[str]) -> None:
    assert state.outcome is not None
    assert [str(state.game.score(state.view(None), points)) for points in state.outcome.points] == told


def test_half_points_are_reported() -> None:
    assert [str(in_points(amount)) for amount in (0, 1, 2.5)] == ["0 points", "1 point", "2.5 points"]
    assert [str(in_wins(amount)) for amount in (0.5, 1, 2)] == ["0.5 wins", "1 win", "2 wins"]
    assert str(match_decided(1)) == "The match is over after 1 game."
    assert str(target_reached(1)) == "The target of 1 point has been reached."
