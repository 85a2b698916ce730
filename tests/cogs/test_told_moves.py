"""After every decision of whole games, the description of the next picture says what the move did."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from statistics import mean
from typing import Any

import pytest

from cogs.shared.alt_text import alt_text
from cogs.shared.rendering import Renderer
from engines import GAMES
from engines.beats import Beat
from engines.card_duel.actions import DECK
from engines.card_duel.events import AttackStopped, Supplied
from engines.card_duel.rules import VALUES
from engines.card_duel.state import CardDuelState
from engines.cards import Card
from engines.contract import Event, Game, State
from engines.counter.events import Scored, TrickDecided
from engines.counter.state import CounterState
from engines.counterweight.actions import Placement
from engines.counterweight.events import Collected, Drew, Placed
from engines.counterweight.state import CounterweightState
from engines.kit.beats import beats_of, parts_of
from engines.knotweed.actions import Play
from engines.knotweed.events import Took
from engines.knotweed.state import KnotweedState
from engines.scenes import Decision, Spread, Trick, Zone, without_hand
from engines.texts import draw_card, say
from engines.three_piles.rules import score
from engines.three_piles.state import ThreePilesState
from pictures import lettering, piles, strip
from pictures.frame import Stage
from pictures.table import Changes, draw_table
from sessions.tables.live import LiveGame
from tests.cogs.test_every_game_screens import positions, questions

NAMES = ("Ada", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
READER = Renderer("en-US", dict(enumerate(NAMES)))
LONG_READER = Renderer("de", dict.fromkeys(range(8), "Maximilian"))
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


@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key, game in GAMES.items() for seats in sorted({game.seats[0], game.seats[-1]})]
)
def test_the_next_picture_says_what_a_move_did(key: str, seats: int) -> None:
    """Also those that were made because there was no choice, however many they are."""
    live, chance = dealt(GAMES[key], seats, "told"), Random(3)
    for rev in range(1, 120):
        if not live.state.to_act:
            break
        seat = chance.choice(live.state.to_act)
        first = len(live.events)
        live.play(seat, chance.choice(live.state.actions(seat)), rev)
        live.play_forced(rev)
        for viewer in {None, seat, chance.randrange(seats)}:
            seen = [event for told in live.events[first:] for event in told if event.visible_to(viewer)]
            missing = {draw_card(card) for event in seen for card in cards_in(event)}
            text = described(live, viewer)
            assert not {card for card in missing if card not in text}, (viewer, seen, text)
            for event in seen:
                if isinstance(event, Scored):
                    hand = rf"last hand \+{event.points}: bid {event.bid}, won {event.won}\."
                    assert re.search(rf"{NAMES[event.seat]}\u2069: {event.total} points?, [^.]*{hand}", text)
                if isinstance(event, Placed):
                    paid = text.replace("You pay ", "You pays ")
                    collects = any(isinstance(other, Collected) and other.piles for other in seen)
                    costs = [cost for payer, cost in enumerate(event.costs) if not (collects and payer == event.seat)]
                    assert all(f"pays {points}." in paid for points in costs if points) or live.state.outcome


@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key, game in GAMES.items() for seats in sorted({game.seats[0], game.seats[-1]})]
)
def test_the_picture_tells_the_latest_beat(key: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least its first sentence, and beside all piles; each trick is drawn or told, and told only if not drawn."""
    drawn, offered, lying_there, tricks = list[Stage](), list[Sequence[str]](), list[Zone](), list[Trick]()
    of, draw, draw_pile, draw_trick = Stage.of, Stage.draw, piles.draw_pile, strip.draw_trick
    monkeypatch.setattr(strip, "draw_trick", lambda *to: (tricks.append(to[3].trick), draw_trick(*to)))
    for module in (piles, strip):
        monkeypatch.setattr(module, "draw_pile", lambda *to: (lying_there.append(to[2].zone), draw_pile(*to)))
    monkeypatch.setattr(Stage, "of", lambda beats, *room: (offered.append(beats), of(beats, *room))[1])
    monkeypatch.setattr(Stage, "draw", lambda stage, *given: (drawn.append(stage), draw(stage, *given)))
    live, chance = dealt(GAMES[key], seats, "told"), Random(4)
    for rev in range(1, 60):
        seat = chance.choice(live.state.to_act)
        live.play(seat, chance.choice(live.state.actions(seat)), rev)
        live.play_forced(rev)
        if not live.state.to_act:
            break
        seat = live.state.to_act[0]
        scene = without_hand(replace(live.game.scene(live.view(seat)), told=live.news_for(seat), viewer=seat), seat)
        for before in (offered, drawn, lying_there, tricks):
            before.clear()
        draw_table("", scene, Changes(), LONG_READER)
        there = [zone for zone in scene.zones if zone.spread is Spread.STACK and zone.cards]
        assert scene.tricks or all(zone in lying_there for zone in there)
        for beats in offered[:1]:
            shown = " ".join(lettering.in_words(line) for stage in drawn for line, _ in stage.lines)
            assert not beats or lettering.in_words(beats[-1]).partition(". ")[0] in shown, (beats, shown)
            begun = [trick for trick in scene.tricks if any(part.card is not None for part in trick.cards)]
            lying = {part.card for trick in begun[:1] for part in trick.cards if part.card is not None}
            assert tricks or key != "counter" or all(draw_card(card).replace(AS_TEXT, "") in shown for card in lying)
            assert not any(lying and lying.issubset(lettering.cards_in(beat.partition(". ")[0])) for beat in beats)


def test_piles_that_are_collected_cost_their_player_nothing() -> None:
    game = GAMES["counterweight"]
    couple = Placed(0, (Placement(4, 0), Placement(8, 1)), (0, 4), (1, 3))
    (alone,) = beats_of(parts_of(game, [couple], 0))
    assert str(alone.told(0)).endswith("player 2 pays 3. You pay 1.")
    (turn,) = beats_of(parts_of(game, [couple, Collected(0, (1,), 4, forced=False)], 0))
    assert "pays 3." in str(turn.told(0))
    assert "You pay" not in str(turn.told(0))


def test_a_beat_is_one_line_and_says_you() -> None:
    beat = Beat((0,), (say("a card drawn"), say("stopped")), (say("The deck is empty."),))
    assert str(beat.told(0)) == "You: a card drawn, stopped. The deck is empty."
    assert str(beat.told(None)) == "player 1: a card drawn, stopped. The deck is empty."
    assert str(Beat((), effects=(say("A."), say("B."))).told(0)) == "A. B."


SIGNS = {
    r"\+(\d+) pts?\b": "points",
    r"they (?:pay )?(\d+)": "theirs",
    r"\byou (?:pay )?(\d+)\b(?! →)": "own",
    r"you (?:\d+ →|stay at) (\d+)\b": "left",
    r"draw (\d+)\b(?! or more)": "drawn",
    r"worth (\d+|½)": "worth",
    r"(\d+) damage": "worth",
    r"(\d+) of \d+ stop it": "enough",
    r"average (\d+(?:\.\d)?)": "average",
    r"(stops it)": "stopped",
    r"(· best)": "best",
    r"(you go out)": "out",
}
"""What labels say of a move."""


def figures(text: str) -> dict[str, float]:
    """What a label says is gained, paid, drawn, worth or reached, as 1."""
    found = {what: sign[1] for pattern, what in SIGNS.items() if (sign := re.search(pattern, text))}
    return {what: 0.5 if said == "½" else 1 if said[-1].isalpha() else float(said) for what, said in found.items()}


def counted(state: State[Any], seat: int, actions: Sequence[Any]) -> dict[str, float]:
    """The same as the engine counts it; a turn of Knotweed is ended at once, and a trick after its last card."""
    after = state.clone()
    events = [event for action in actions for event in after.act(seat, action)]
    match state, after:
        case ThreePilesState(), ThreePilesState():
            return {"points": score(after.piles[seat]).total - score(state.piles[seat]).total}
        case KnotweedState(), KnotweedState():
            if isinstance(actions[-1], Play) and seat in after.to_act:
                events += after.act(seat, "end")
            drawn = sum(len(event.cards) for event in events if isinstance(event, Took))
            return {"drawn": drawn, "out": seat in after.out}
        case CounterState(), _:
            tricks = [event.trick for event in events if isinstance(event, TrickDecided)]
            return (
                {"worth": tricks[0].values[-1], "best": tricks[0].winning == len(tricks[0].cards) - 1} if tricks else {}
            )
        case CardDuelState(), _:
            return supplied(state, seat, actions[-1])
    (cost,) = [event.costs for event in events if isinstance(event, Placed)] or [(0, 0)]
    drew = sum(isinstance(event, Drew) for event in events)
    left = {"left": after.penalties[seat]} if isinstance(after, CounterweightState) and after.outcome is None else {}
    return {"own": cost[seat], "theirs": cost[1 - seat], "drawn": drew, "out": after.outcome is not None, **left}


def supplied(state: CardDuelState, seat: int, action: Any) -> dict[str, float]:
    """A card of Card Duel, or each that could be on top of the deck."""
    document = state.dump()
    deck, ends = document["decks"][seat], list[tuple[int, bool]]()
    for first in range(len(deck) if action == DECK else 1):
        document["decks"][seat] = [*deck[first:], *deck[:first]]
        after = state.game.position(document)
        events = after.act(seat, action)
        cards = [event.card for event in events if isinstance(event, Supplied) and event.seat == seat]
        ends += [(VALUES[card], any(isinstance(event, AttackStopped) for event in events)) for card in cards]
    if action == DECK:
        stopped = sum(is_stopped for _, is_stopped in ends)
        return {"enough": stopped, "average": round(mean(value for value, _ in ends), 1)} if deck else {}
    return {"worth": ends[0][0], "stopped": ends[0][1]} if ends else {}


@pytest.mark.parametrize("key", GAMES)
def test_labels_say_what_the_engine_counts(key: str) -> None:
    game, told = GAMES[key], Counter[str]()
    for state, _ in positions(game, game.seats[0], 150, 2):
        for seat in state.to_act:
            view = state.view(seat)
            for path, question in questions(game, view):
                for choice in question.choices:
                    decision = game.ask(view, (*path, choice.key)) if choice.is_open else None
                    if isinstance(decision, Decision):
                        said = figures(str(choice.text))
                        engine = counted(state, seat, decision.actions)
                        assert said == {what: engine.get(what, said[what]) for what in said}, (choice.text, engine)
                        told.update(said.keys() & engine.keys())
    assert told
