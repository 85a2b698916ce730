"""The house rule that allows cheating (rule 11)."""

from random import Random
from typing import Any

import pytest

from engines.cards import write_cards
from tests.engines.knotweed.positions import GAME, cheating, decided, keys, offered, position, question, told
from tests.engines.moves import play

THREE = [["6D", "KS"], ["2H", "3H"], ["4H", "5H"]]


def test_a_turn_ends_by_itself_only_if_nothing_is_due() -> None:
    """Rule 11.1: how much of the penalty to take is a choice."""
    due = cheating()
    play(due, "play 1 6C 6D")
    assert due.forced() is None
    free = cheating(hands=[["5D", "KS"], ["2H", "3H"]])
    play(free, "play 1 5D")
    assert free.forced() == (0, free.game.parse("end 0"))


def test_the_other_players_judge_clockwise_and_at_once() -> None:
    """Rule 11.2: after every turn, even a pass; any of them may respond first."""
    state = cheating(hands=THREE, turn=1)
    play(state, "pass 3")
    assert state.to_act == (2, 0)
    limit = state.time_limit()
    assert limit is not None
    assert limit.seconds == 30
    assert [str(action) for action in state.actions(0)] == ["accept", "challenge"]
    assert state.actions(1) == []
    state.act(0, "accept")
    assert state.to_act == (2,)
    state.act(2, "accept")
    assert (state.phase, state.to_act, state.turns) == ("play", (2,), 1)
    assert state.time_limit() is None


@pytest.mark.parametrize("move", ["play 1 6D", "play 1 6C"])
def test_nothing_tells_whether_a_play_fits(move: str) -> None:
    """Rule 11.5: to others, plays that fit and plays that do not differ only in the card."""
    state = cheating(hands=[["6C", "6D", "KS"], *THREE[1:]])
    card = "6♦" if move.endswith("D") else "6♣"
    assert told(play(state, move)) == [f"player 1 plays {card} on 5♣ (pile 1)."]
    for seat in (None, 1, 2):
        view = state.view(seat)
        document = view.dump()
        assert document["due"] is None
        assert [laid["cost"] for laid in document["plays"]] == [None]
        assert str(GAME.scene(view).waiting) == "player 1 plays again or ends the turn"
    news = play(state, "end 1")
    assert told(news) == ["player 1 draws 1 card."]
    for seat in (None, 0, 1, 2):
        assert state.view(seat).dump()["due"] is None


def test_labels_do_not_show_costs_where_cheating_is_allowed() -> None:
    """Rule 11.5."""
    state = cheating()
    view = state.view(0)
    assert {str(GAME.label(view, action)) for action in state.actions(0) if str(action).startswith("play 1 6")} == {
        "Play 6♣ on 5♣ (pile 1)",
        "Play 6♦ on 5♣ (pile 1)",
        "Play 6♣ 6♦ on 5♣ (pile 1)",
    }


def hints(view: Any, *path: str) -> dict[str, str | None]:
    """The label and hint of each choice."""
    return {label: hint for _, label, hint in offered(view, *path)}


def test_only_the_player_is_told_which_plays_do_not_fit() -> None:
    """Rules 11.1, 11.5: every choice is marked only for the player whose turn it is."""
    few = cheating(hands=[["6C", "6D"], *THREE[1:]])
    assert hints(few.view(0)) == {
        "6♣ → pile 1": "then draw 1",
        "6♦ → pile 1": "does not fit",
        "6♣ 6♦ → pile 1": "you go out",
        "Pass": None,
    }
    last = cheating(hands=[["6D"], *THREE[1:]])
    assert hints(last.view(0))["6♦ → pile 1"] == "does not fit"
    many = cheating(hands=[["6C", "6D", "6H", "7D", "7S", "KC"], *THREE[1:]], piles=[["5C"], ["8C"], ["JC"]])
    assert hints(many.view(0)) == {
        "Pile 1: 5♣": "draw 1 or more",
        "Pile 2: 8♣": "draw 3 or more",
        "Pile 3: J♣": "draw 2 or more",
        "Pass": None,
    }
    assert list(hints(many.view(0), "p1").items()) == [
        ("6♣♦♥ → pile 1", "then draw 1"),
        ("6♣ 6♦ → pile 1", "then draw 1"),
        ("6♣ 6♥ → pile 1", "then draw 1"),
        ("6♣ → pile 1", "then draw 1"),
        ("K♣ → pile 1", "then draw 3"),
        *((f"{cards} → pile 1", "does not fit") for cards in ("6♦ 6♥", "7♦ 7♠", "6♦", "6♥", "7♦", "7♠")),
    ]


def test_large_numbers_of_plays_are_marked_by_rank_and_by_card() -> None:
    """Rule 11.5."""
    hand = [*["6C", "6D", "6H"] * 2, "7D", "7S"]
    view = cheating(hands=[hand, *THREE[1:]], options={"cheating": True, "decks": 2}).view(0)
    assert hints(view, "p1") == {"6♣♣♦♦♥♥ → pile 1": "then draw 1", "7♦ 7♠ → pile 1": "does not fit"}
    assert hints(view, "p1", "r6") == {"6♣": "fits the pile", "6♦": None, "6♥": None}
    assert set(hints(view, "p1", "r7").values()) == {"does not fit"}


def test_a_pile_on_which_nothing_fits_is_marked() -> None:
    hand = ["6D", "6H", "7D", "7S", "9H", "KH"]
    state = cheating(hands=[hand, *THREE[1:]], piles=[["5C"], ["8C"], ["JC"], ["JS"]])
    shown = hints(state.view(0))
    assert [shown[pile] for pile in ("Pile 1: 5♣", "Pile 2: 8♣", "Pile 4: J♠")] == ["nothing fits"] * 2 + [
        "draw 3 or more"
    ]
    assert hints(state.view(0), "p1")["7♦ → pile 1"] == "does not fit"


def test_judges_see_what_was_played_on_what() -> None:
    state = cheating(hands=[["6C", "6D", "KS", "2H"], *THREE[1:]], piles=[["5C"], ["QC"]])
    play(state, "play 1 6C", "play 2 6D", "end 1")
    assert str(question(state.view(1)).text) == "Was this turn within the rules (6♣ on 5♣, 6♦ on Q♣)?"
    zones = GAME.scene(state.view(None)).zones[1:3]
    assert [[str(note) for note in zone.notes] for zone in zones] == [["on 5♣"], ["on Q♣"]]
    passed = cheating()
    play(passed, "pass 0")
    assert str(question(passed.view(1)).text) == "Was this turn within the rules?"


def test_answers_are_hidden_until_the_window_closes() -> None:
    """Rule 11.2: a wrong challenge looks like acceptance."""
    views = []
    for answer in ("accept", "challenge"):
        state = cheating(hands=[["6C", "KS"], *THREE[1:]])
        play(state, "play 1 6C", "end 1")
        state.act(1, answer)
        views.append([(state.view(seat), GAME.scene(state.view(seat))) for seat in (None, 0, 2)])
    assert views[0] == views[1]


def test_the_player_is_asked_for_the_number_of_penalty_cards() -> None:
    """Rule 11.1: the amount due comes first; if nothing is due, there is no question."""
    state = cheating()
    assert keys(state.view(0), "pass") == ["3", "2", "1", "0"]
    state = cheating(hands=[["5D", "KS"], ["2H"]])
    play(state, "play 1 5D")
    assert decided(state.view(0), "end") == ["end 0"]


def test_the_fallback_is_honest() -> None:
    """It takes every card due, and accepts turns."""
    state = cheating()
    assert str(GAME.fallback(state.view(0))) == "pass 3"
    play(state, "play 1 6C")
    assert str(GAME.fallback(state.view(0))) == "end 1"
    play(state, "end 1")
    assert str(GAME.fallback(state.view(1))) == "accept"
    assert GAME.fallback(state.view(0)) is None
    assert str(GAME.fallback(position().view(0))) == "pass"


def test_the_piles_of_a_turn_stay_marked_until_everybody_has_judged_it() -> None:
    """One player's judgement is no reason to hide from the next what there is to judge."""
    state = cheating(hands=[["6D", "KS"], ["2H", "3H"], ["4H", "5H"]], piles=[["5C"], ["9S"]])
    play(state, "play 1 6D", "end 0")
    assert state.to_act == (1, 2)
    for judge in (None, 1):
        if judge is not None:
            state.act(judge, "accept")
        assert [str(zone.short) for zone in GAME.scene(state.view(2)).zones if zone.is_marked] == ["1"]
    state.act(2, "accept")
    assert not any(zone.is_marked for zone in GAME.scene(state.view(2)).zones)


def test_what_a_caught_player_takes_back_is_known_until_it_is_played_again() -> None:
    """Rule 11.3: everybody has seen it, so sampled positions have it in that hand."""
    state = cheating(hands=THREE)
    play(state, "play 1 6D", "end 0")
    state.act(2, "challenge")
    back = write_cards(state.view(2).returned[0])
    assert back == ["6D"]
    assert "returned" not in state.view(2).dump()
    for viewer in (1, 2, None):
        for seed in range(8):
            sampled: Any = GAME.sample(state.view(viewer), Random(seed))
            assert {*state.returned[0]} <= {*sampled.hands[0]}
            assert sampled.returned == state.returned
    assert GAME.position(state.dump()).dump() == state.dump()
    play(state, "end 0" if state.plays else "pass 3", "accept", "accept", "pass 3", "accept", "accept", "play 1 6D")
    assert state.returned == [(), (), ()]
