"""What games share: copies, documents, paths of choices, points, wording."""

import pickle
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.hands.paths import advance, ask
from engines.cloning import Cloneable
from engines.contract import IllegalAction
from engines.documents import per_seat
from engines.kit.parsing import card_in_move
from engines.kit.questions import follow
from engines.kit.scoring import places_by
from engines.kit.wording import in_points, in_wins
from engines.scenes import Choice, Decision, Question
from engines.texts import say
from engines.three_piles.game import ThreePiles
from engines.three_piles.options import Options
from engines.three_piles.view import ThreePilesView
from tests.engines.three_piles.positions import EMPTY, position


class Notes(Cloneable):
    __slots__ = ("seen",)

    def __init__(self) -> None:
        self.seen = {1}


class Table(Cloneable):
    __slots__ = ("count", "nested", "notes", "piles", "points")

    def __init__(self) -> None:
        self.count = 3
        self.nested = [[[1], [2]], [[3]]]
        self.notes = Notes()
        self.piles = {"a": (1,)}
        self.points = [0, 0]


def test_a_copy_shares_nothing_mutable() -> None:
    table = Table()
    twin = table.clone()
    twin.nested[0][1].append(9)
    twin.notes.seen.add(9)
    twin.piles["b"] = (2,)
    twin.points[0] = 9
    assert (table.nested, table.notes.seen, table.piles, table.points) == (
        [[[1], [2]], [[3]]],
        {1},
        {"a": (1,)},
        [0, 0],
    )
    assert (twin.count, twin.nested, twin.notes.seen) == (3, [[[1], [2, 9]], [[3]]], {1, 9})


@pytest.mark.parametrize("values", [[], [1], [1, 2, 3]])
def test_a_key_needs_a_value_for_each_player(values: list[int]) -> None:
    assert per_seat("totals", None, [0, 0]) == [0, 0]
    assert per_seat("totals", [4, 5], [0, 0]) == [4, 5]
    with pytest.raises(ValueError, match="totals must have an entry for each of the 2 players"):
        per_seat("totals", values, [0, 0])


def test_paths_lead_to_choices_or_to_an_action() -> None:
    actions = ["pass", "play 5C", "play 8C D", "play 8C H"]

    def path_of(action: str) -> tuple[str, ...]:
        return tuple(action.split())

    assert follow(actions, path_of, ()) == {"pass": "pass", "play": "play 5C"}
    assert follow(actions, path_of, ("play", "8C")) == {"D": "play 8C D", "H": "play 8C H"}
    assert follow(actions, path_of, ["play", "5C"]) == Decision(("play 5C",))
    with pytest.raises(IllegalAction, match="no longer there"):
        follow(actions, path_of, ("play", "6C"))


class Asking(ThreePiles):
    """Asks the questions that a test specifies: numbers of choices, and the fewest to choose."""

    def __init__(self, *questions: tuple[int, int]) -> None:
        self.questions = questions

    def ask(self, view: ThreePilesView, path: Sequence[str]) -> Question | Decision[Any]:
        if len(path) == len(self.questions):
            return Decision(("done",))
        choices, least = self.questions[len(path)]
        return Question(say("Which?"), tuple(Choice(str(key), say("This")) for key in range(choices)), least)


@pytest.mark.parametrize(
    ("questions", "path", "leads_to"),
    [
        ([(1, 1), (2, 1)], (), ()),  # the first question is asked even with one choice
        ([(2, 1), (1, 1), (1, 1)], ("1",), ("1", "0", "0")),
        ([(2, 1), (1, 1), (2, 1)], ("1",), ("1", "0")),
        ([(2, 1), (1, 0), (2, 1)], ("1",), ("1",)),  # a player who may choose nothing is asked
    ],
)
def test_single_choices_are_made_automatically(
    questions: list[tuple[int, int]], path: tuple[str, ...], leads_to: tuple[str, ...]
) -> None:
    view = ThreePiles().deal(seats=2, seed="a", options=Options()).view(0)
    game = Asking(*questions)
    walked, asked = advance(game, view, path)
    assert walked == leads_to
    assert asked == game.ask(view, leads_to)


def test_a_question_is_asked_once_for_a_view_and_no_worker_gets_what_the_view_remembers() -> None:
    view = ThreePiles().deal(seats=2, seed="a", options=Options()).view(0)
    alone = pickle.dumps(view)
    assert ask(ThreePiles(), view, ()) is ask(ThreePiles(), view, []) == ThreePiles().ask(view, ())
    assert ThreePiles().scene(view) is ThreePiles().scene(view)
    assert pickle.dumps(view) == alone
    assert pickle.loads(alone) == view


def test_long_words_are_not_quoted_in_full() -> None:
    with pytest.raises(IllegalAction, match=r"^“xxxxxxxxxxxxxxxxxxxx” is not a card"):
        card_in_move("x" * 500)


def test_amounts_of_points_are_rounded() -> None:
    assert str(in_points(0.1 + 0.2)) == "0.3 points"
    assert str(in_wins(1 / 3)) == "0.333333 wins"


def test_places_by_points() -> None:
    assert places_by([3, 5, 3]) == ((1,), (0, 2))
    assert places_by([0.5, 0.5]) == ((0, 1),)


def test_a_take_that_ends_a_game_cannot_be_taken_back() -> None:
    """3 Piles: by then, the next game of the match has been dealt."""
    parts: dict[str, Any] = {"hands": [[], []], "stacks": [["5C"], [], []], "deck": [], "piles": [EMPTY, EMPTY]}
    single = position(**parts)
    single.act(0, "take 0 0")
    assert single.outcome is not None
    assert not single.can_take_back(0)
    match = position(**parts, options={"target": 50})
    match.act(0, "take 0 0")
    assert match.game_no == 1
    assert not match.can_take_back(0)
