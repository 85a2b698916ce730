"""Counterweight: who starts, what may be taken back and how games end, where the worked cases leave gaps."""

from engines.counterweight.options import Options
from tests.engines.counterweight.positions import GAME, amended, play, walk


def test_the_first_starter_is_random_or_chosen() -> None:
    """Rules 1.4, 2.4."""
    drawn = {GAME.deal(seats=2, seed=str(seed), options=Options()).to_act for seed in range(12)}
    assert drawn == {(0,), (1,)}
    assert GAME.deal(seats=2, seed="x", options=Options(first=1)).to_act == (1,)


def test_face_up_decisions_may_be_taken_back() -> None:
    """Collecting and relocating reveal nothing new; placing and drawing do."""
    state = amended(hands=[["9H", "4D", "KC"], ["8C"]], P1=["4H"], P2=["KD"], temp={"A1": ["9C"], "B1": ["4S"]})
    allowed = []
    for move in ("couple 4D B1 9H A1", "relocate", "collect A1", "new 8C"):
        play(state, move)
        allowed.append([seat for seat in (0, 1) if state.can_take_back(seat)])
    assert allowed == [[], [1], [0], []]


def test_a_relocation_that_lets_the_mover_draw_is_final() -> None:
    state = amended(hands=[["9H"], ["8C", "5C"]], P1=["9D"], P2=["KH"], temp={"B1": ["3H"]})
    play(state, "single 9H B1", "relocate")
    assert not any(state.can_take_back(seat) for seat in (0, 1))


def test_games_are_as_long_as_simulations_say() -> None:
    """Annex D: most games end with a player going out, some with an empty stock, none by the idle limit."""
    reasons: list[str] = []
    for number in range(40):
        *_, last = walk(f"length {number}")
        assert last.outcome is not None
        reasons.append(last.outcome.reason)
    assert set(reasons) == {"out", "stock"}
    assert reasons.count("out") > reasons.count("stock")
