"""What players of Knotweed are told, in the second person about themselves."""

from random import Random

from engines.contract import Event
from engines.knotweed.events import PilesOpened, Played, PlayedSeveral, RoundWon, TookNothing, TookUnseen, gathered
from engines.knotweed.options import Options
from engines.knotweed.state import KnotweedState
from engines.texts import draw_card
from tests.engines.knotweed.positions import GAME, cheating, play, position, told

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
    assert mover == ["You play 6♣ 6♦ on pile 1 (cost 1).", "Pile 2 is new."]
    assert other == public == ["player 1 plays 6♣ 6♦ on pile 1 (cost 1).", "Pile 2 is new."]
    assert heard(state, "end") == [["You take 9♠."], ["player 1 takes 1 card."], ["player 1 takes 1 card."]]
    mover, other, public = heard(state, "pass")
    assert mover[:2] == ["You pass.", "You take 10♠ J♠ A♠."]
    assert other[:2] == public[:2] == ["player 2 passes.", "player 2 takes 3 cards."]
    assert mover[2:] == public[2:]


def test_several_new_piles_are_reported() -> None:
    """Rule 4.7."""
    state = position(hands=[["6C", "6D", "6H", "KS"], ["2H"]], piles=[["5C"], ["9D"]])
    assert heard(state, "play 1 6C 6D 6H")[0][1] == "Piles 3, 4 are new."


def test_a_free_turn_is_reported() -> None:
    """Rule 5.2."""
    state = position(hands=[["5D", "KS"], ["2H"]])
    play(state, "play 1 5D")
    assert heard(state, "end") == [["You take no cards."], ["player 1 takes no cards."], ["player 1 takes no cards."]]


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
        "player 1 takes 2 cards.",
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
        "You take 9♠ 10♠ J♠.",
    ]
    assert told(happened, 2) == [
        "Your challenge is right: player 1 cheated.",
        "The turn is undone: 6♦ goes back to player 1's hand.",
        "player 1 takes 3 cards.",
    ]


def test_several_plays_in_a_row_are_one_line() -> None:
    """With what is taken, and the piles that they opened."""
    state = position(hands=[["6C", "6D", "9H", "KS"], ["2H"]], piles=[["5C"], ["9D"]])
    happened = [*state.act(0, "play 1 6C 6D"), *state.act(0, "play 2 9H")]
    assert told(gathered(happened), 1) == ["player 1 plays 2 times.", "Pile 3 is new."]
    happened += state.act(0, "end")
    seen = {seat: [event for event in happened if event.visible_to(seat)] for seat in (0, 1)}
    assert told(gathered(seen[1]), 1)[0] == "player 1 plays 2 times and takes 1 card."
    assert told(gathered(seen[0]), 0)[0] == "You play 2 times."
    assert told(gathered(seen[0]), 0)[-1].startswith("You take "), "which cards is not lost"


def test_plays_that_others_judge_are_told_one_by_one() -> None:
    """Rule 11.2."""
    state = cheating(hands=[["6D", "6H", "KS"], ["2H"]], piles=[["5C"], ["9D"]])
    played = [event for move in ("play 1 6D", "play 2 6H") for event in state.act(0, move)]
    assert gathered(played) == played


def test_gathered_turns_tell_the_same() -> None:
    """As many plays, the same new piles and the same cards taken, whoever reads."""
    chance = Random(3)
    for number in range(6):
        state = GAME.deal(seats=3, seed=f"news {number}", options=Options(turn_cap=30))
        while state.to_act:
            seat, happened = state.to_act[0], list[Event]()
            while state.to_act and state.to_act[0] == seat and len(happened) < 30:
                happened += state.act(seat, str(chance.choice(state.actions(seat))))
            for reader in (seat, None):
                seen = [event for event in happened if event.visible_to(reader)]
                assert summed(gathered(seen)) == summed(seen)
                assert len(gathered(seen)) <= len(seen)


def summed(events: list[Event]) -> tuple[int, list[int], int, list[Event]]:
    """Plays, new piles, cards that others see taken, and all the rest."""
    plays = sum(event.count if isinstance(event, PlayedSeveral) else isinstance(event, Played) for event in events)
    opened = [pile for event in events if isinstance(event, PilesOpened) for pile in event.piles]
    taken = sum(event.count for event in events if isinstance(event, TookUnseen))
    taken += sum(event.taken or 0 for event in events if isinstance(event, PlayedSeveral))
    kinds = (Played, PlayedSeveral, PilesOpened, TookUnseen, TookNothing)
    return plays, opened, taken, [event for event in events if not isinstance(event, kinds)]
