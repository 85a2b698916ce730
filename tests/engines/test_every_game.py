"""What every game must have and do, whatever its rules are."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from engines import GAMES, Game, IllegalAction
from engines.contract import GameOptions, State
from engines.replay import replay
from tests.engines.adapters import ADAPTERS
from tests.engines.checks import check_cards, check_refused, check_result, check_round_trip, check_views, viewers
from tests.engines.random_games import play, tables

SECTION_LIMIT = 900
"""Characters of one section of the rules, so that several fit a message."""
EXPLANATION_LIMIT = 100
"""Discord: the description of an option has at most 100 characters."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
every_table = pytest.mark.parametrize(
    ("game", "seats"), [pytest.param(GAMES[key], seats, id=f"{key}-{seats} seats") for key, seats in tables()]
)
some_examples = settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def rule_values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of one house rule, from its JSON schema; numbers stay small, so that games stay short."""
    if "anyOf" in schema:
        return st.one_of([rule_values(part) for part in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            least = schema.get("minimum", 0)
            return st.integers(least, min(schema.get("maximum", least + 40), least + 40))
    raise AssertionError(f"house rules of this kind cannot be drawn yet: {schema}")


def house_rules(options: type[GameOptions]) -> st.SearchStrategy[GameOptions]:
    """Options of a game, each left at its default half of the time."""
    rules = options.model_json_schema().get("properties", {})
    drawn = {name: rule_values(schema) for name, schema in rules.items()}
    return st.fixed_dictionaries({}, optional=drawn).map(options.model_validate)


@every_game
def test_a_game_introduces_itself(game: Game[Any]) -> None:
    assert GAMES[game.key] is game
    assert game.key in ADAPTERS
    assert len(game.seats) > 0
    assert str(game.summary)
    assert game.credit.line
    assert game.credit.url.startswith("https://")
    for heading, section in game.rules:
        assert str(heading)
        assert 0 < len(str(section)) <= SECTION_LIMIT


@every_game
def test_house_rules_are_explained(game: Game[Any]) -> None:
    for field in game.Options.model_fields.values():
        assert field.description
        assert len(field.description) <= EXPLANATION_LIMIT


@every_game
def test_unknown_house_rules_and_positions_are_refused(game: Game[Any]) -> None:
    with pytest.raises(ValueError, match="surprise"):
        game.Options.model_validate({"surprise": 1})
    document = game.deal(seats=game.seats[0], seed="a", options=game.Options()).dump()
    with pytest.raises(ValueError, match="surprise"):
        game.position({**document, "surprise": 1})
    place = ADAPTERS[game.key].places[0]
    with pytest.raises(ValueError, match="1X"):
        game.position({**document, place: [["1X"], *document[place][1:]]})


@every_game
@pytest.mark.parametrize("seats", [0, 1, 9, 60])
def test_a_game_is_not_dealt_to_a_wrong_number_of_players(game: Game[Any], seats: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        game.deal(seats=seats, seed="a", options=game.Options())


@every_table
def test_a_seed_decides_the_deal(game: Game[Any], seats: int) -> None:
    deals = [game.deal(seats=seats, seed=seed, options=game.Options()).dump() for seed in ("a", "a", "b")]
    assert deals[0] == deals[1]
    assert any(deals[0][place] != deals[2][place] for place in ADAPTERS[game.key].places)


@every_table
@some_examples
@given(data=st.data())
def test_any_house_rules_make_a_game_that_ends(game: Game[Any], seats: int, data: st.DataObject) -> None:
    options = data.draw(house_rules(game.Options))
    seed = data.draw(st.text(max_size=8))
    try:
        game.deal(seats=seats, seed=seed, options=options)
    except ValueError:
        reject()  # these options do not go with this number of players
    chance, seen = Random(seed), 0

    def look(state: State[Any], seat: int, action: Any) -> None:
        nonlocal seen
        seen += 1
        if chance.random() < 8 / seen:  # a match of many rounds is not looked at much more often than a short game
            document = state.dump()
            check_cards(game, document)
            check_round_trip(state, document)
            check_views(state, document, viewers(state), chance)

    state, moves = play(game, seats, seed, options, look)
    check_result(state, seats)
    assert replay(game, seats, seed, options, moves)[0].dump() == state.dump()


@every_table
def test_a_copy_is_independent(game: Game[Any], seats: int) -> None:
    def look(state: State[Any], seat: int, action: Any) -> None:
        before = json.dumps(state.dump())
        copy = state.clone()
        assert copy == state
        copy.apply(seat, action)
        assert json.dumps(state.dump()) == before

    state, moves = play(game, seats, "copies", game.Options(), look)
    assert moves
    assert state.clone().outcome == state.outcome


@every_table
def test_actions_that_are_not_legal_are_refused(game: Game[Any], seats: int) -> None:
    chance = Random(1)
    known: set[Any] = set()
    refused = 0

    def look(state: State[Any], seat: int, action: Any) -> None:
        nonlocal refused
        document, legal = state.dump(), state.actions(seat)
        known.update(legal)
        illegal = sorted(known.difference(legal), key=str)
        for attempt in chance.sample(illegal, min(3, len(illegal))):
            check_refused(state, document, seat, attempt)
            check_refused(state, document, seat, str(attempt))
            refused += 1
        for other in set(range(seats)).difference(state.to_act):
            check_refused(state, document, other, action)

    state, _ = play(game, seats, "refusals", game.Options(), look)
    assert refused > 0
    for seat in range(seats):
        check_refused(state, state.dump(), seat, next(iter(known)))


@every_game
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_mutilated_moves_never_change_anything_unless_they_are_legal(game: Game[Any], data: st.DataObject) -> None:
    state = game.deal(seats=game.seats[0], seed="mutilated", options=game.Options())
    seat = state.to_act[0]
    words = str(data.draw(st.sampled_from(state.actions(seat)))).split()
    place = data.draw(st.integers(0, len(words)))
    words[place : place + data.draw(st.integers(0, 1))] = data.draw(st.lists(st.text(max_size=4), max_size=2))
    text = " ".join(words)
    before = state.dump()
    with suppress(IllegalAction):
        chosen = game.parse(text)
        assert game.parse(str(chosen)) == chosen
        state.check(seat, chosen)
        return
    check_refused(state, before, seat, text)


@every_table
def test_written_moves_may_be_sloppy(game: Game[Any], seats: int) -> None:
    state = game.deal(seats=seats, seed="sloppy", options=game.Options())
    seat = state.to_act[0]
    for action in state.actions(seat):
        assert game.parse(f"  {str(action).upper()} ".replace(" ", "  ")) == action
