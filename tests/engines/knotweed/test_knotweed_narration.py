"""What players of Knotweed are told, in the second person about themselves."""

from engines.contract import Event
from engines.kit.beats import told as in_beats
from engines.knotweed.events import Passed, RoundWon, TookUnseen
from engines.knotweed.state import KnotweedState
from engines.texts import draw_card
from tests.engines.knotweed.positions import GAME, cheating, position, told
from tests.engines.moves import play

THREE = [["6D", "6H", "KS"], ["2H", "3H"], ["4H", "5H"]]


def heard(state: KnotweedState, move: str) -> list[list[str]]:
    """What the mover, the next player and everybody else are told about a move."""
    mover = state.to_act[0]
    happened = state.act(mover, move)
    return [told(happened, seat) for seat in (mover, (mover + 1) % state.seats, None)]


def test_plays_and_penalties() -> None:
    """Rules 4, 5 and 13.2: only the player who takes cards sees them."""
    state = position()
    mover, other, public = heard(state, "play 1 6C 6D")
    assert mover == ["You play 6♣ 6♦ on pile 1 (costs 1 card).", "Pile 2 is new."]
    assert other == public == ["player 1 plays 6♣ 6♦ on pile 1 (costs 1 card).", "Pile 2 is new."]
    assert heard(state, "end") == [["You draw 9♠."], ["player 1 draws 1 card."], ["player 1 draws 1 card."]]
    mover, other, public = heard(state, "pass")
    assert mover[:2] == ["You pass.", "You draw 10♠ J♠ A♠."]
    assert other[:2] == public[:2] == ["player 2 passes.", "player 2 draws 3 cards."]
    assert mover[2:] == public[2:]


def test_going_out_and_pruning() -> None:
    """Rules 6.1 to 6.3."""
    state = position(hands=[["9C"], ["2H"], ["3H"]], piles=[["5C"], ["9D"], ["KS"]])
    mover, other, _ = heard(state, "play 1 9C")
    assert (mover[1:], other[1:]) == (["You are out: place 1."], ["player 1 is out: place 1."])
    mover, other, _ = heard(state, "discard 1")
    assert mover == ["You discard pile 1: 9♣ and everything below it, 2 cards."]
    assert other == ["player 1 discards pile 1: 9♣ and everything below it, 2 cards."]
    mover, other, _ = heard(state, "discard 2")
    assert (mover, other) == (["You discard pile 2: 9♦ only."], ["player 1 discards pile 2: 9♦ only."])


def test_a_reset_is_reported() -> None:
    """Rules 5.4 and 7.1: two cards are available, and no more are taken after the reset."""
    state = position(draw=["9S", "TS"], piles=[["4C", "5C"]], discard=["AD"])
    assert heard(state, "pass")[2][1:] == [
        "player 1 draws 2 cards.",
        f"The draw pile was empty: all piles are shuffled, and {draw_card(state.piles[1][-1])} is the only play pile.",
    ]


def test_rounds() -> None:
    """Rules 9 and 10."""
    state = position(hands=[["9C"], ["2H"]], options={"rounds": 2})
    mover, other, _ = heard(state, "play 1 9C")
    assert (mover[3], other[3]) == ("You win round 1.", "player 1 wins round 1.")
    assert mover[4].startswith("Round 2: you begin, ")
    assert other[4].startswith("Round 2: player 1 begins, ")


def test_a_shared_round() -> None:
    """Rule 8.3: reported once, and each winner reads about the others."""
    won = RoundWon((0, 2, 3), 1)
    assert [str(GAME.tell(won, reader)) for reader in (0, 1, None)] == [
        "You share the win in round 1 with player 3 and player 4.",
        "player 1, player 3 and player 4 share the win in round 1.",
        "player 1, player 3 and player 4 share the win in round 1.",
    ]


def test_a_turn_that_stands() -> None:
    """Rules 11.2 to 11.4: responses are private, and challengers are named when the window closes."""
    state = cheating(hands=[["6C"], *THREE[1:]], piles=[["5C"]])
    mover, other, public = heard(state, "play 1 6C")
    assert mover[1:] == ["You have played your last card."]
    assert other[1:] == public[1:] == ["player 1 has played their last card."]
    assert heard(state, "challenge") == [["You challenge player 1's turn."], [], []]
    happened = state.act(2, "accept")
    assert told(happened, 0)[:2] == ["player 2's challenge was wrong.", "Your turn stands."]
    assert told(happened, 1)[:2] == ["Your challenge was wrong.", "player 1's turn stands."]
    assert told(happened, 2)[0] == "You accept player 1's turn."


def test_a_cheat_who_is_caught() -> None:
    """Rule 11.3."""
    state = cheating(hands=THREE)
    play(state, "play 1 6D", "end 0")
    happened = state.act(2, "challenge")
    assert told(happened, 0) == [
        "player 3's challenge is right: you cheated.",
        "The turn is undone: 6♦ goes back to your hand.",
        "You draw 9♠ 10♠ J♠.",
    ]
    assert told(happened, 2) == [
        "Your challenge is right: player 1 cheated.",
        "The turn is undone: 6♦ goes back to player 1's hand.",
        "player 1 draws 3 cards.",
    ]


def test_a_turn_is_one_line() -> None:
    """Each play with its cards and its pile, and what was taken; where others judge it, with what it covers (11.2)."""
    state = position(hands=[["6C", "6D", "9H", "KS"], ["2H"]], piles=[["5C"], ["9D"]])
    happened = [event for move in ("play 1 6C 6D", "play 2 9H", "end") for event in state.act(0, move)]
    assert beats(happened, 1) == ["player 1: 6♣ 6♦ → pile 1, 9♥ → pile 2."]
    assert beats(happened, 0)[0].startswith("You: 6♣ 6♦ → pile 1, 9♥ → pile 2, ")
    judged = cheating(hands=[["6D", "6H", "KS"], ["2H"]], piles=[["5C"], ["9D"]])
    assert beats(judged.act(0, "play 1 6D"), 1) == ["player 1: 6♦ → 5♣ on pile 1."]


def test_others_who_pass_one_after_another_share_a_line() -> None:
    happened: list[Event] = [Passed(1), TookUnseen(1, 3), Passed(2), Passed(0), Passed(1), Passed(2), Passed(1)]
    assert beats(happened, 0) == [
        "player 2 and player 3: passed.",
        "You: passed.",
        "player 2 and player 3: passed.",
        "player 2: passed.",
    ]


def beats(events: list[Event], reader: int) -> list[str]:
    return list(map(str, in_beats(GAME, events, reader)))
