"""The tests that every game must pass find faults and explain them in a sentence."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines.contract import Event, IllegalAction
from engines.scenes import Decision, Question
from engines.testing import GameTests
from engines.testing.cases import check_case
from engines.testing.play import play
from engines.testing.positions import check_cards, check_plays_on, first_difference, written_and_read
from engines.testing.questions import check_question
from engines.texts import Text, cards, say
from engines.three_piles import events, positions
from engines.three_piles.actions import Action, Draw
from engines.three_piles.game import ThreePiles
from engines.three_piles.options import Options
from engines.three_piles.state import ThreePilesState
from engines.three_piles.view import ThreePilesView
from tests.engines.adapters import ADAPTERS

CARD = "[A2-9TJQK][CDHS]"


class Sound(ThreePilesState):
    """A sound position of 3 Piles; derived classes have faults planted in them."""

    __slots__ = ()


class Planted(ThreePiles):
    """3 Piles with a different class of positions."""

    def __init__(self, kind: type[ThreePilesState] = Sound) -> None:
        self.kind = kind

    def deal(self, *, seats: int, seed: str, options: Any) -> ThreePilesState:
        return self._planted(super().deal(seats=seats, seed=seed, options=options))

    def position(self, document: Mapping[str, Any]) -> ThreePilesState:
        return self._planted(positions.read(self, document))

    def _planted(self, state: ThreePilesState) -> ThreePilesState:
        state.__class__ = self.kind
        return state


def examined(fault: type[ThreePilesState] | ThreePiles, longest: int = 2000) -> GameTests:
    """The tests for a game with this fault."""

    class Tests(GameTests):
        game = fault if isinstance(fault, ThreePiles) else Planted(fault)
        adapter = ADAPTERS["three_piles"]

    Tests.longest = longest
    return Tests()


def fails(sentence: str) -> Any:
    """Expect a test failure whose explanation begins with this pattern."""
    return pytest.raises(AssertionError, match=f"^{sentence}")


def random_games(fault: type[ThreePilesState] | ThreePiles) -> None:
    examined(fault).test_random_games_end_and_can_be_replayed(2, range(1))


def test_a_game_without_a_fault_passes() -> None:
    random_games(Sound)


class Peeks(Sound):
    """Shows the next card of the deck under the last stack."""

    __slots__ = ()

    def view(self, seat: int | None) -> ThreePilesView:
        view = super().view(seat)
        *stacks, last = view.stacks
        return replace(view, stacks=(*stacks, (*self.deck[-1:], *last)))


def test_a_hidden_card_in_a_view() -> None:
    with fails(
        rf"a spectator sees what it may not know: stacks\[2\]\[0\] of its view is '{CARD}', but '{CARD}' after cards "
        r"that are face down for it changed places"
    ):
        random_games(Peeks)


class Tells(Sound):
    """Tells everybody which card was drawn."""

    __slots__ = ()

    def _seen_of(self, seat: int, action: Action) -> list[Event]:
        if isinstance(action, Draw):
            return [events.TurnedUp(self.deck[-1], 0)]
        return super()._seen_of(seat, action)


def test_a_hidden_card_in_an_event() -> None:
    with fails(
        rf"the event TurnedUp\(card=\d+, stack=0\) tells a spectator of {CARD}, which it sees neither before nor after "
        "'draw'"
    ):
        random_games(Tells)


class PeekingView(ThreePilesView):
    """Carries the next card of the deck where neither ``dump`` nor a comparison detects it."""

    next_card: int | None


class Hints(Sound):
    __slots__ = ()

    def view(self, seat: int | None) -> ThreePilesView:
        view = super().view(seat)
        peeking = object.__new__(PeekingView)
        for name in ThreePilesView.__dataclass_fields__:
            object.__setattr__(peeking, name, getattr(view, name))
        object.__setattr__(peeking, "next_card", self.deck[-1] if self.deck else None)
        return peeking


class HintingGame(Planted):
    """Names the card that would be drawn when asking whether to draw."""

    def ask(self, view: ThreePilesView, path: Sequence[str]) -> Question | Decision[Action]:
        asked = super().ask(view, path)
        if path or isinstance(asked, Decision) or not isinstance(view, PeekingView) or view.next_card is None:
            return asked
        return replace(asked, text=say("Do you want {card}?", card=cards([view.next_card])))


def test_a_hidden_card_in_a_question() -> None:
    with fails(r"the question “Do you want .*?” shows seat \d what its view does not: " + f"{CARD} {CARD}"):
        random_games(HintingGame(Hints))


class SharesPiles(Sound):
    """Clones itself without copying the hands."""

    __slots__ = ()

    def clone(self) -> Any:
        twin = super().clone()
        twin.hands = self.hands
        return twin


def test_a_copy_that_shares_a_list() -> None:
    with fails(
        r"a copy shares hands with its original: after '[a-z0-9A-Z ]+' of seat \d in the copy hands\[\d\] was .* and "
        r"is now .* in the original"
    ):
        examined(SharesPiles).test_a_copy_is_independent(2)


class ForgetsTurn(Sound):
    __slots__ = ()

    def dump(self) -> dict[str, Any]:
        document = super().dump()
        del document["turn"]
        return document


def test_a_dump_that_forgets_whose_turn_it_is() -> None:
    with fails(
        r"in the position read from its dump seats \(0,\) may act, not \(1,\); fields that the dump does not keep: turn"
    ):
        random_games(ForgetsTurn)


class ForgetsSeed(Sound):
    """Forgets something that only matters when the next game of a match is dealt."""

    __slots__ = ()

    def dump(self) -> dict[str, Any]:
        return {**super().dump(), "seed": ""}


def test_a_dump_that_forgets_what_matters_later() -> None:
    game, begun = Planted(ForgetsSeed), []
    last, moves = play(game, 2, "match", Options(target=60), lambda state, *_: begun.append(state.clone()))
    with fails("after its dump was read the game goes on in another way: .* does not keep: seed$"):
        check_plays_on(begun[0], moves, last)


class ForgetsPile(Sound):
    __slots__ = ()

    def dump(self) -> dict[str, Any]:
        return {**super().dump(), "stacks": [[], [], []]}


def test_cards_that_a_dump_loses_or_duplicates() -> None:
    with fails(f"cards are lost: {CARD} {CARD} {CARD} not found in hands, stacks, deck, piles, where 1 whole pack"):
        random_games(ForgetsPile)
    document = Planted().deal(seats=2, seed="a", options=Options()).dump()
    first = document["deck"][0]
    document["stacks"][0].append(first)
    with fails(f"cards lie twice: {first} too many in hands"):
        check_cards(ADAPTERS["three_piles"], document)


class GoesOnForEver(Sound):
    __slots__ = ()

    def _is_last_game(self) -> bool:
        return False


def test_a_game_that_does_not_end() -> None:
    with fails(
        "3 Piles does not end: after 300 random actions of 2 players somebody can still act "
        r"\(seed 'copies', Options\(first=None, target=None, max_games=20\)\)"
    ):
        examined(GoesOnForEver, longest=300).test_a_copy_is_independent(2)


class CountsRefusals(Sound):
    """A refused action leaves a trace."""

    __slots__ = ()

    def check(self, seat: int, action: Action) -> None:
        try:
            super().check(seat, action)
        except IllegalAction:
            self.totals[1] += 1
            raise


class AllowsAll(Sound):
    __slots__ = ()

    def check(self, seat: int, action: Action) -> None:
        """Everything is allowed, but nothing happens."""

    def apply(self, seat: int, action: Action) -> None:
        if action in self.actions(seat):
            super().apply(seat, action)


class Stumbles(Sound):
    __slots__ = ()

    def check(self, seat: int, action: Action) -> None:
        if action not in self.actions(seat):
            raise KeyError(action)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (CountsRefusals, r".* is refused but changes the position: totals\[1\] was 0 and is now 1"),
        (AllowsAll, r"'.*' of seat \d, which is not legal, is played"),
        (Stumbles, r"'.*' of seat \d, which is not legal, raises KeyError\(.*\) in place of IllegalAction"),
    ],
)
def test_illegal_actions_that_are_not_just_refused(fault: type[ThreePilesState], sentence: str) -> None:
    with fails(sentence):
        examined(fault).test_illegal_actions_are_refused(2)


class Unfair(Planted):
    """Deals from its own random source."""

    chance = Random(1)

    def deal(self, *, seats: int, seed: str, options: Any) -> ThreePilesState:
        return super().deal(seats=seats, seed=f"{seed}{self.chance.random()}", options=options)


def test_a_deal_that_ignores_its_seed() -> None:
    with fails(rf"dealt twice from the same seed the game differs: hands\[0\]\[0\] is '{CARD}' in one and '{CARD}' in"):
        examined(Unfair()).test_the_seed_determines_the_deal(2)


class Silent(Sound):
    __slots__ = ()

    def _seen_of(self, seat: int, action: Action) -> list[Event]:
        return []


def test_an_action_without_an_event() -> None:
    with fails("'.*' happens without an event, so nobody is told of it"):
        random_games(Silent)


class Worded(Planted):
    """Uses functions from a test in place of its own."""

    def __init__(self, **words: Callable[..., Any]) -> None:
        super().__init__()
        self.words = words

    def label(self, view: ThreePilesView, action: Action) -> Text:
        return self.words.get("label", super().label)(view, action)

    def tell(self, event: Event, reader: int | None) -> Text:
        return self.words.get("tell", super().tell)(event, reader)

    def fallback(self, view: ThreePilesView) -> Action | None:
        return self.words.get("fallback", super().fallback)(view)

    def ending(self, view: ThreePilesView) -> Text | None:
        return self.words.get("ending", super().ending)(view)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"label": lambda view, action: Text("so " * 30)}, r"the label of '.*' has not 1 to 80 characters: “so so"),
        ({"tell": lambda event, reader: Text("It rains")}, "the event .* is told without a full stop: “It rains”"),
        ({"fallback": lambda view: None}, r"fallback\(\) gives seat \d 'None', which is not legal"),
        ({"ending": lambda view: Text("Over.")}, r"the game is not over, but ending\(\) is .* for a spectator"),
    ],
)
def test_texts_that_break_the_contract(words: dict[str, Any], sentence: str) -> None:
    with fails(sentence):
        random_games(Worded(**words))


class Careless(Planted):
    """Samples positions from its own random source, and shuffles them all with one seed."""

    chance = Random(1)

    def sample(self, view: ThreePilesView, rng: Random) -> ThreePilesState:
        return positions.sample(self, view, self.chance)


def test_sampling_that_ignores_the_given_random_source() -> None:
    with fails("sampled twice with the same random numbers a position differs: "):
        examined(Careless()).test_sampled_positions_differ_and_depend_on_the_given_source(2)


def test_questions_that_cannot_be_asked() -> None:
    question = Planted().ask(Planted().deal(seats=2, seed="a", options=Options(first=0)).view(0), ())
    assert isinstance(question, Question)
    (first, *others) = question.choices
    for asked, sentence in [
        (replace(question, choices=()), " has no choices"),
        (replace(question, choices=(first, first)), " has two choices with one key"),
        (replace(question, most=99), rf" asks for 1 to 99 of {len(others) + 1} choices"),
        (
            replace(question, choices=(replace(first, key="a_b"), *others)),
            " has the key 'a_b': only letters, digits and -",
        ),
    ]:
        with fails(f"the question “{re.escape(str(question.text))}”{sentence}"):
            check_question(asked)


@pytest.mark.parametrize(
    ("expected", "sentence"),
    [
        ({"legal": [["draw"]]}, r"\['draw', 'take 0 0'.* are legal, it should be \['draw'\]"),
        ({"legal_has": [["pass"]]}, "'pass' is not legal"),
        ({"legal_not": [["draw"]]}, "'draw' is legal"),
        ({"legal_count": 1}, r"\d+ actions are legal: "),
        ({"actor": 1}, "seat 0 may act, it should be 1"),
        ({"illegal": True}, "'draw' of seat 0, which is not legal, is played"),
        ({"outcome": {"winners": [0]}}, "the game should be over"),
        ({"state": {"hands.0": ["2C"]}}, r"hands.0 is \['3C'\], it should be \['2C'\]"),
    ],
)
def test_worked_cases_that_fail(expected: dict[str, Any], sentence: str) -> None:
    position = {"hands": [["3C"], ["4C"]], "deck": ["5C"], "stacks": [["6C"], ["7C"], ["8C"]]}
    with fails(sentence):
        check_case(Planted(), {"pos": position, "do": [["draw"]] if "illegal" in expected else [], "expect": expected})


def test_documents_that_json_does_not_preserve() -> None:
    with fails(r"JSON does not keep the dump as it is: hands is \(1,\) in one and \[1\] in the other"):
        written_and_read({"hands": (1,)})
    with fails("the dump cannot be written as JSON"):
        written_and_read({"hands": object()})


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        (
            {"hands": [["2C"], ["3C", "4C"]]},
            {"hands": [["2C"], ["3C", "5C"]]},
            "hands[1][1] is '4C' in one and '5C' in the other",
        ),
        ({"a": {"b": 1}}, {"a": {}}, "a.b is 1 in one and missing in the other"),
        ({}, {"turn": 0}, "turn is missing in one and 0 in the other"),
        ({"a": [1]}, {"a": [1, 2]}, "a is [1] in one and [1, 2] in the other"),
        (1, 2, "the whole is 1 in one and 2 in the other"),
    ],
)
def test_a_difference_is_found_by_its_path(one: Any, other: Any, difference: str) -> None:
    assert str(first_difference(one, other)) == difference
    assert first_difference(one, one) is None
