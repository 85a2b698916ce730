"""Checks what a game declares: its house rules, the game of the day, the examples in its rules."""

from typing import Any

from hypothesis import strategies as st

from engines.contract import Game, GameOptions, State
from engines.rulebooks import Example
from engines.testing.play import play


def house_rules(options: type[GameOptions]) -> st.SearchStrategy[GameOptions]:
    """Options of a game, each left at its default half the time."""
    rules = options.model_json_schema().get("properties", {})
    drawn = {name: _values(schema) for name, schema in rules.items()}
    return st.fixed_dictionaries({}, optional=drawn).map(options.model_validate)


def _values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of one house rule; numbers stay small, so that games stay short."""
    if "anyOf" in schema:
        return st.one_of([_values(part) for part in schema["anyOf"]])
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
    raise AssertionError(f"house rules of this kind cannot be drawn: {schema}")


def check_daily(game: Game[Any], longest: int) -> None:
    """It can be dealt as described, no decision has a time limit, and the winners have the better points."""
    daily = game.daily
    if daily is None:
        return
    seats = daily.opponents + 1
    assert seats in game.seats, f"the game of the day has {seats} players, which the game does not allow"
    options = game.Options(**daily.options)

    def look(state: State[Any], seat: int, action: Any) -> None:
        assert state.time_limit() is None, "a decision of the game of the day has a time limit"

    for seed in ("a", "b", "c"):
        outcome = play(game, seats, seed, options, look, longest=longest)[0].outcome
        assert outcome is not None, "the game of the day has no end"
        best = (min if daily.fewest_points_win else max)(outcome.points)
        points = [outcome.points[seat] for seat in outcome.winners]
        assert set(points) == {best}, f"the winners have {points} points, and {best} would be better"


CAPTION_LIMIT = 160
"""The most characters in a caption: two lines on a phone."""


def check_example(game: Game[Any], example: Example) -> None:
    """Its moves are legal, it has a scene, and its caption is short."""
    state = game.position(example.position)
    for seat, move in example.moves:
        state.act(seat, move)
    assert game.scene(state.view(example.seat)).places, f"nobody sits at the example “{example.caption}”"
    length = len(str(example.caption))
    assert 0 < length <= CAPTION_LIMIT, f"a caption has {length} characters, 1 to {CAPTION_LIMIT} are allowed"
