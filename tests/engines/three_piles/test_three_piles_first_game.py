"""The tips for first games of 3 Piles are true in random games."""

from collections.abc import Callable, Mapping
from typing import Any

from engines.cards import Card
from engines.testing.play import play
from engines.testing.questions import HELP_LIMIT
from engines.texts import Advice, Cards, Text
from engines.three_piles.actions import Take, ToPile, ToStack
from engines.three_piles.first_game import help
from engines.three_piles.rules import Score, score
from engines.three_piles.state import ThreePilesState
from tests.engines.three_piles.positions import GAME

RANKS = 13


def additions(state: ThreePilesState, values: Mapping[str, Any]) -> list[Take | ToPile]:
    """The actions (at least one) that add the card named in a tip to the pile named there."""
    group, pile = values["card"], values["pile"] - 1
    assert isinstance(group, Cards)
    found = [
        action
        for action in state.actions(state.turn)
        if isinstance(action, Take | ToPile) and action.pile == pile and card_of(state, action) == group.cards[0]
    ]
    assert found
    return found


def card_of(state: ThreePilesState, action: Take | ToPile) -> Card:
    return state.stacks[action.stack][-1] if isinstance(action, Take) else action.card


def gained(state: ThreePilesState, action: Take | ToPile) -> Score:
    """What the piles gain by each way to score."""
    trial = state.clone()
    trial.apply(state.turn, action)
    before, now = score(state.piles[state.turn]), score(trial.piles[state.turn])
    return Score(now.longest - before.longest, now.ace_king - before.ace_king, now.diamonds - before.diamonds)


def left_out(state: ThreePilesState, action: Take | ToPile) -> int:
    """The number of ranks between the card and the nearest one in its pile, counted one by one."""
    ranks = {card >> 2 for card in state.piles[state.turn][action.pile]}
    if not ranks:
        return 0
    own = card_of(state, action) >> 2
    return next(step for step in range(1, RANKS) if {own - step, own + step} & ranks) - 1


def all_additions(state: ThreePilesState) -> list[Take | ToPile]:
    return [action for action in state.actions(state.turn) if isinstance(action, Take | ToPile)]


def least_left_out(state: ThreePilesState) -> int:
    """The fewest ranks that an addition to a pile with cards leaves out."""
    return min(left_out(state, way) for way in all_additions(state) if state.piles[state.turn][way.pile])


def nobody_wants(state: ThreePilesState, card: Card) -> bool:
    """Whether this card fits no pile of either seat."""
    return not any(
        not pile or card >> 2 < min(other >> 2 for other in pile) or card >> 2 > max(other >> 2 for other in pile)
        for piles in state.piles
        for pile in piles
    )


def none_fits(state: ThreePilesState) -> bool:
    return not all_additions(state) and bool(state.hands[state.turn])


def opponent_can_take_any(state: ThreePilesState) -> bool:
    """Whether the opponent can next take any card that is put on a stack."""
    for action in state.actions(state.turn):
        trial = state.clone()
        assert isinstance(action, ToStack)
        trial.apply(state.turn, action)
        takes = [way for way in trial.actions(1 - state.turn) if isinstance(way, Take) and way.stack == action.stack]
        if not takes:
            return False
    return True


TRUTHS: Mapping[str, Callable[[ThreePilesState, Mapping[str, Any]], bool]] = {
    "With {card}, pile": lambda state, values: all(
        gained(state, way).ace_king == 3 for way in additions(state, values)
    ),
    "{card} is a diamond": lambda state, values: all(
        gained(state, way).diamonds == 1 and left_out(state, way) == 0 for way in additions(state, values)
    ),
    "{card} joins pile": lambda state, values: all(left_out(state, way) == 0 for way in additions(state, values)),
    "An empty pile": lambda state, _: not all(state.piles[state.turn]) and bool(all_additions(state)),
    "{card} leaves no gap": lambda state, values: (
        all(left_out(state, way) == 0 for way in additions(state, values)) and values["card"].cards[0] >> 2 in (0, 12)
    ),
    "Each card of your longest pile": lambda state, _: least_left_out(state) == 0,
    "Gaps can never": lambda state, values: values["gap"] == least_left_out(state) > 0,
    "Any card you take leaves": lambda state, values: (
        values["gap"] == least_left_out(state) > 1
        and any(str(action) == "draw" for action in state.actions(state.turn))
    ),
    "Nothing fits your piles. {card}": lambda state, values: (
        none_fits(state) and nobody_wants(state, values["card"].cards[0])
    ),
    "Nothing fits your piles. {player}": lambda state, _: none_fits(state) and opponent_can_take_any(state),
}


def test_every_tip_is_true_in_random_games() -> None:
    seen: set[str] = set()

    def check(state: Any, _seat: int, _action: Any) -> None:
        for seat in (0, 1, None):
            line = help(state.view(seat))
            if seat not in state.to_act:
                assert line is None
                continue
            if state.forced() is not None:
                continue
            while isinstance(line, Text):
                assert 0 < len(str(line)) <= HELP_LIMIT
                beginning = next(text for text in TRUTHS if line.template.startswith(text))
                assert TRUTHS[beginning](state, dict(line.values)), str(line)
                seen.add(beginning)
                line = line.otherwise if isinstance(line, Advice) else None

    for seed in range(25):
        play(GAME, 2, f"help {seed}", GAME.Options(), check)
    assert seen == set(TRUTHS)


def test_a_fitting_neighbour_is_named_before_an_empty_pile() -> None:
    """8♦ goes right on 7♦; Q♦ on an empty pile leaves no gap either, but is nobody's neighbour."""
    state = GAME.position(
        {"hands": [["QD", "8D"], ["2C"]], "piles": [[["7D"], [], []], [[], [], []]], "stacks": [[], [], []], "deck": []}
    )
    told = GAME.beginner_help(state.view(0))
    assert str(told) == "8♦ is a diamond, worth 1 point, and leaves no gap in pile 1."
