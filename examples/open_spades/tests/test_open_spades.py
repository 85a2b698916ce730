"""Open Spades passes the tests that every game must pass, and its worked cases."""

from pathlib import Path
from random import Random

import pytest

from engines import GAMES
from engines.testing import Adapter, GameTests
from engines.testing.adapter import Document
from engines.testing.cases import Case, case_name, check_case, read_cases
from engines.testing.play import positions
from open_spades.computers import OpenSpadesPolicy, OpenSpadesReasons
from open_spades.game import OpenSpades
from open_spades.rules import PACK, declarer, partner
from opponents import Level, choose
from opponents.policies import policy_of
from opponents.reasons import REASONS, reason

GAME = OpenSpades()


def _face_down(document: Document, seat: int | None) -> list[list[str]]:
    """Other hands, except the open one."""
    declared = declarer(document["bids"], document["dealer"])
    known = {seat, None if declared is None else partner(declared)}
    return [hand for owner, hand in enumerate(document["hands"]) if owner not in known]


class TestOpenSpades(GameTests):
    game = GAME
    adapter = Adapter(
        places=("hands", "trick", "taken"),
        face_down=_face_down,
        cards=PACK,
        voids=lambda document: zip(document["hands"], document["voids"], strict=True),
    )


@pytest.mark.parametrize("case", read_cases(Path(__file__).parent / "cases.jsonl"), ids=case_name)
def test_a_worked_case(case: Case) -> None:
    check_case(GAME, case)


def test_it_is_found_by_its_entry_points() -> None:
    assert type(GAMES[GAME.key]) is OpenSpades
    assert type(policy_of(GAME.key)) is OpenSpadesPolicy
    assert type(REASONS[GAME.key]) is OpenSpadesReasons


@pytest.mark.parametrize("level", Level)
def test_computers_play_it_and_say_why(level: Level) -> None:
    chance = Random(1)
    for state in positions(GAME, 4, 8, "computers"):
        for seat in state.to_act:
            view = state.view(seat)
            thought = choose(GAME, view, level, chance)
            assert thought.action in state.actions(seat)
            assert all(str(sentence).endswith(".") for sentence in reason(GAME, view, thought))


@pytest.mark.parametrize(
    ("bids", "leader", "decides"), [([4, 0, 4, 1], 0, 0), ([4, 0, 4, 1], 2, 0), ([3, 0, 5, 1], 2, 2)]
)
def test_a_win_of_the_side_is_certain_for_each_partner(bids: list[int], leader: int, decides: int) -> None:
    """The side has won six tricks and has the last two, whichever card and partner begins: it wins the game."""
    state = GAME.position(
        {
            "hands": [["7H", "AS"], ["8D", "9D"], ["AH", "KS"], ["TD", "JD"]],
            "bids": bids,
            "leader": leader,
            "won": [3, 0, 3, 0],
            "voids": ["", "CHS", "", "CHS"],
        }
    )
    assert state.to_act == (decides,)
    thought = choose(GAME, state.view(decides), Level.HARD, Random(1))
    assert [one.estimate for one in thought.considered] == [1.0, 1.0]


def test_judgement_beats_chance() -> None:
    chance, wins = Random(5), 0.0
    for number in range(40):
        state = GAME.deal(seats=4, seed=f"duel {number}", options=GAME.Options())
        while state.to_act:
            (seat,) = state.to_act
            level = Level.NORMAL if seat % 2 == number % 2 else Level.EASY
            state.apply(seat, choose(GAME, state.view(seat), level, chance).action)
        assert state.outcome is not None
        wins += (number % 2 in state.outcome.winners) * 2 / len(state.outcome.winners)
    assert wins > 24


@pytest.mark.parametrize(
    ("bids", "move", "refusal"),
    [
        ([1, 0, 0, 0], "bid 2", "The bids are over."),
        ([None] * 4, "play 7C", "Bid first, from 0 to 8 tricks."),
        ([1, 0, 0, 0], "play 8H", "This trick is in clubs: follow suit."),
        ([1, 0, 0, 0], "play 9D", "You do not hold 9♦."),
        ([1, 0, 0, 0], "bid 9", "“bid 9” is not a move. Write “bid 3” or “play 7C”."),
    ],
)
def test_refusals(bids: list[int | None], move: str, refusal: str) -> None:
    trick = [] if None in bids else ["QC"]
    state = GAME.position({"hands": [["7C", "8H"], ["8D"], ["9C"], ["TC"]], "bids": bids, "leader": 3, "trick": trick})
    with pytest.raises(ValueError, match=r".") as refused:
        state.act(0, move)
    assert str(refused.value) == refusal


def test_the_declarer_plays_from_the_hand_whose_turn_it_is() -> None:
    state = GAME.position({"hands": [["7C", "8H"], ["8D"], ["9C"], ["TC"]], "bids": [1, 0, 0, 0], "leader": 2})
    view = state.view(0)
    assert [str(action) for action in view.actions()] == ["play 9C"]
    assert {str(reason) for _, reason in GAME.refusals(view)} == {"A card from player 3's hand is played now."}
    with pytest.raises(ValueError, match="It is not your turn"):
        state.act(2, "play 9C")
    (unseen,) = GAME.unseen(view)
    assert len(unseen.cards) == 29, "32 cards, without the two of the own hand and the one of the open hand"


def test_everybody_is_told_in_their_own_words() -> None:
    state = GAME.position({"hands": [["7C"], ["8D"], ["9C"], ["TC"]], "bids": [2, 1, 0, None]})
    told: dict[int | None, list[str]] = {None: [], 0: [], 2: []}
    for seat, move in ((3, "bid 1"), (1, "play 8D"), (0, "play 9C"), (3, "play TC"), (0, "play 7C")):
        events = state.act(seat, move)
        for reader, sentences in told.items():
            sentences += [str(GAME.tell(event, reader)) for event in events]
    assert told[0][:4] == [
        "player 4 bids 1.",
        "You play for player 3 too, whose hand is 9♣.",
        "player 2 plays 8♦.",
        "You play 9♣ from player 3's hand.",
    ]
    assert told[2][3] == told[None][3] == "player 1 plays 9♣ from player 3's hand."
    assert told[None][-2:] == [
        "player 2 wins the trick.",
        "player 1 and player 3: 0 of 2 tricks, -20 points; player 2 and player 4: 1 of 2 tricks, -20 points.",
    ]
