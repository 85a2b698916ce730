"""After every decision of whole games, the description of the next picture says what the move did."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from cogs.shared.alt_text import alt_text
from cogs.shared.rendering import Renderer
from engines import GAMES
from engines.beats import Beat
from engines.cards import Card
from engines.contract import Event, Game, State
from engines.counter.events import Scored
from engines.counterweight.actions import Placement
from engines.counterweight.events import Collected, Drew, Placed
from engines.kit.beats import beats_of
from engines.knotweed.actions import Play
from engines.knotweed.events import Took
from engines.knotweed.state import KnotweedState
from engines.scenes import Decision
from engines.texts import draw_card, say
from engines.three_piles.rules import score
from engines.three_piles.state import ThreePilesState
from sessions.tables.live import LiveGame
from tests.cogs.test_every_game_screens import positions, questions

NAMES = ("Ada", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
READER = Renderer("en-US", dict(enumerate(NAMES)))
AS_TEXT = "\ufe0e"
TOLD = ("Placed", "BeganPile", "Played", "Supplied", "Took", "PlayedToPile", "PlayedToStack", "TurnedUp")
"""The events of all games that put cards on the table."""


def cards_in(event: Event) -> Iterator[Card]:
    """The cards that an event puts on the table."""
    if type(event).__name__ in TOLD:
        for field in fields(event):
            value = getattr(event, field.name)
            if field.name in ("card", "cards"):
                yield from (value,) if isinstance(value, int) else value
        if isinstance(event, Placed):
            yield from (card for card, _ in event.placed)


def dealt(game: Game[Any], seats: int, seed: str) -> LiveGame:
    state = game.deal(seats=seats, seed=seed, options=game.Options())
    return LiveGame(game, state, asked_since=dict.fromkeys(state.to_act, 0))


def described(live: LiveGame, seat: int | None) -> str:
    scene = replace(live.game.scene(live.view(seat)), told=live.news_for(seat))
    return alt_text(scene, READER).replace(AS_TEXT, "")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_next_picture_says_what_a_move_did(game: Game[Any]) -> None:
    live, chance = dealt(game, game.seats[0], "told"), Random(3)
    for rev in range(1, 120):
        if not live.state.to_act:
            break
        seat = chance.choice(live.state.to_act)
        first = len(live.events)
        live.play(seat, chance.choice(live.state.actions(seat)), rev)
        for viewer in (None, *range(live.state.seats)):
            seen = [event for event in live.events[first] if event.visible_to(viewer)]
            missing = {draw_card(card) for event in seen for card in cards_in(event)}
            text = described(live, viewer)
            assert not {card for card in missing if card not in text}, (viewer, seen, text)
            for event in seen:
                if isinstance(event, Scored):
                    assert f"bid {event.bid}, won {event.won}: +{event.points} = {event.total}" in text
                if isinstance(event, Placed):
                    paid = text.replace("You pay ", "You pays ")
                    collects = any(isinstance(other, Collected) and other.piles for other in seen)
                    costs = [cost for payer, cost in enumerate(event.costs) if not (collects and payer == event.seat)]
                    assert all(f"pays {points}." in paid for points in costs if points) or live.state.outcome
        live.play_forced(rev)


def test_piles_that_are_collected_cost_their_player_nothing() -> None:
    game = GAMES["counterweight"]
    couple = Placed(0, (Placement(4, 0), Placement(8, 1)), (0, 4), (1, 3))
    assert next(str(beat.told(0)) for beat in beats_of(game, [couple], 0)).endswith("player 2 pays 3. You pay 1.")
    (turn,) = beats_of(game, [couple, Collected(0, (1,), 4, forced=False)], 0)
    assert "pays 3." in str(turn.told(0))
    assert "You pay" not in str(turn.told(0))


def test_a_beat_is_one_line_and_says_you() -> None:
    beat = Beat(0, (say("a card drawn"), say("stopped")), (say("The deck is empty."),))
    assert str(beat.told(0)) == "You: a card drawn, stopped. The deck is empty."
    assert str(beat.told(None)) == "player 1: a card drawn, stopped. The deck is empty."
    assert str(Beat(None, effects=(say("A."), say("B."))).told(0)) == "A. B."


def figures(text: str) -> dict[str, int]:
    """What a label says is gained, paid or drawn."""
    found = re.findall(r"(\+|they pay |they |you pay |, you |draw )(\d+)(?! or more| →)", text)
    signs = {
        "+": "points",
        "they pay ": "theirs",
        "they ": "theirs",
        "you pay ": "own",
        ", you ": "own",
        "draw ": "drawn",
    }
    return {signs[sign]: int(figure) for sign, figure in found}


def counted(state: State[Any], seat: int, actions: Sequence[Any]) -> dict[str, int]:
    """The same as the engine counts it; a turn of Knotweed is ended at once."""
    after = state.clone()
    events = [event for action in actions for event in after.act(seat, action)]
    if isinstance(actions[-1], Play) and seat in after.to_act:
        events += after.act(seat, "end")
    if isinstance(state, ThreePilesState) and isinstance(after, ThreePilesState):
        return {"points": score(after.piles[seat]).total - score(state.piles[seat]).total}
    if isinstance(state, KnotweedState):
        return {"drawn": sum(len(event.cards) for event in events if isinstance(event, Took))}
    (cost,) = [event.costs for event in events if isinstance(event, Placed)] or [(0, 0)]
    return {"own": cost[seat], "theirs": cost[1 - seat], "drawn": sum(isinstance(event, Drew) for event in events)}


@pytest.mark.parametrize("key", ["counterweight", "knotweed", "three_piles"])
def test_labels_say_what_the_engine_counts(key: str) -> None:
    game, told = GAMES[key], Counter[str]()
    for state, _ in positions(game, game.seats[0], 150, 3):
        for seat in state.to_act:
            view = state.view(seat)
            for path, question in questions(game, view):
                for choice in question.choices:
                    decision = game.ask(view, (*path, choice.key)) if choice.is_open else None
                    if isinstance(decision, Decision):
                        said = figures(str(choice.text))
                        engine = counted(state, seat, decision.actions)
                        assert said == {what: engine[what] for what in said}, (choice.text, decision.actions)
                        told.update(said)
    assert told
