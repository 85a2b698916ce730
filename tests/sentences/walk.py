"""Plays random and sensible games, and gathers everything that is said in them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeAlias

from engines import GAMES
from engines.cards import write_cards
from engines.contract import Event, IllegalAction, State
from engines.result_scenes import ResultScene
from engines.scenes import Question, Scene
from engines.texts import Advice, Cards, Player, Text
from opponents.policies import POLICIES

Fact: TypeAlias = Callable[["Said"], bool]
Facts: TypeAlias = Mapping[str, Fact]
RESULT = "result"
"""What the sentences of a result's accounts are about."""
SCORE = "score"
"""What the points of a finished game or match in words are about."""
DEEP = 6
"""The longest path of choices."""
MOST_MOVES = 150
"""After so many moves, nothing is listened to before the end."""
STANDINGS = "{one} {first}, {two} {second}."
"""How the scores of a match are told: everybody is named, whoever reads it."""
LABELS = 6
"""How many actions of a position are labelled, refused, and planned."""


@dataclass(frozen=True)
class Said:
    """A sentence, the position that it is about, and what it refers to."""

    template: str
    values: Mapping[str, Any]
    """Cards as lists of texts, players as seats."""
    now: Mapping[str, Any]
    """The position: its dump. For an event, after the move."""
    seat: int | None = None
    """Who reads it, or whose place it stands at."""
    to_act: tuple[int, ...] = ()
    legal: frozenset[str] = frozenset()
    """What the seat may do."""
    about: str | None = None
    """The action or the card that it is said about."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """For an event: the position before the move."""
    actor: int | None = None
    """For an event: who made the move."""
    past: Sequence[Mapping[str, Any]] = ()
    """Except for an event: all positions of the game so far, in order."""

    @property
    def reader(self) -> int:
        """The seat of a sentence that is told to a player."""
        assert self.seat is not None
        return self.seat

    @property
    def who(self) -> int:
        """The player whom it names, or else its reader, whom it calls "you"."""
        return self.values.get("player", self.seat)

    @property
    def own(self) -> list[str]:
        """The reader's hand."""
        return self.now["hands"][self.seat]

    @property
    def card(self) -> str:
        """The only card that it names."""
        (card,) = self.values["card"]
        return card


def plain(value: Any) -> Any:
    """A value of a text as plain data; a text within a text stays one."""
    if isinstance(value, Cards):
        return write_cards(value.cards)
    return value.seat if isinstance(value, Player) else value


def said(text: Text | None, about: Said) -> Iterator[Said]:
    """A text and the texts within it."""
    if text is None:
        return
    values = {name: plain(value) for name, value in text.values}
    if text.plural is not None:
        values["count"] = text.count
    yield replace(about, template=text.template, values=values)
    for _, value in text.values:
        if isinstance(value, Text):
            yield from said(value, about)


def in_scene(scene: Scene, base: Said) -> Iterator[Said]:
    """The headline, what is waited for, and what is noted at places, zones and tricks."""
    yield from said(scene.headline, base)
    yield from said(scene.waiting, base)
    for place in scene.places:
        for fact in place.facts:
            yield from said(fact.text, replace(base, seat=place.seat))
    for zone in scene.zones:
        for text in (zone.name, zone.group, *zone.notes):
            yield from said(text, replace(base, seat=zone.owner, about=" ".join(write_cards(zone.cards))))
    for trick in scene.tricks:
        which = "last" if trick.is_over else "now"
        for text in (trick.name, *trick.notes, *(note for card in trick.cards for note in card.notes)):
            yield from said(text, replace(base, about=which))


def in_questions(state: State[Any], base: Said, chance: Random) -> Iterator[Said]:
    """The questions on one random path, with all their choices."""
    assert base.seat is not None
    view, path = state.view(base.seat), tuple[str, ...]()
    while len(path) < DEEP and isinstance(asked := _asked(state, view, path), Question):
        yield from said(asked.text, replace(base, about=".".join(path)))
        for choice in asked.choices:
            shown = replace(base, about=".".join((*path, choice.key)))
            yield from said(choice.label, shown)
            yield from said(choice.hint, shown)
        yield from said(asked.menu, replace(base, about=".".join(path)))
        if asked.picking is not None:
            for text in (asked.picking.headline, asked.picking.fitting, *asked.picking.others):
                yield from said(text, replace(base, about=".".join(path)))
        keys = [choice.key for choice in asked.choices]
        chosen = chance.sample(keys, chance.randint(max(asked.least, 1), min(asked.most, 3)))
        path = (*path, *(key for key in keys if key in chosen))


def _asked(state: State[Any], view: Any, path: tuple[str, ...]) -> Any:
    """What a path leads to; nothing if these answers do not go together."""
    with suppress(IllegalAction):
        return state.game.ask(view, path)


def in_tips(state: State[Any], base: Said) -> Iterator[Said]:
    """What a beginner is told who has to decide, and what is told instead if a computer disagrees."""
    tip = state.game.beginner_help(state.view(base.seat))
    while tip is not None:
        yield from said(tip, base)
        tip = tip.otherwise if isinstance(tip, Advice) else None


def in_plans(state: State[Any], base: Said, chance: Random) -> Iterator[Said]:
    """Some of the plans that a seat can make."""
    offers = state.game.plans(state.view(base.seat))
    for offer in chance.sample(offers, min(LABELS, len(offers))):
        yield from said(offer.label, replace(base, about=offer.key))


def in_result(scene: ResultScene | None, base: Said) -> Iterator[Said]:
    """What is said about a finished game, in its picture."""
    if scene is None:
        return
    for text in (scene.unit, scene.remark, scene.headline, *scene.columns, scene.columns_title):
        yield from said(text, base)
    if scene.trick is not None:
        yield from said(scene.trick.name, replace(base, about="last"))
        for text in (*scene.trick.notes, *(note for card in scene.trick.cards for note in card.notes)):
            yield from said(text, replace(base, about="last"))
    for account in scene.accounts:
        own = replace(base, seat=account.seat, about=RESULT)
        texts = [account.foot, None if account.bar is None else account.bar.text]
        texts += [cell.text for cell in account.cells]
        for line in account.lines:
            texts += [line.label, line.note]
        for text in texts:
            yield from said(text, own)


def in_position(
    state: State[Any], chance: Random, others: list[Any], past: Sequence[Mapping[str, Any]]
) -> Iterator[Said]:
    """Everything that is said about a position; ``others`` are actions of other positions, some of them not legal."""
    game, now = state.game, state.dump()
    nobody = Said("", {}, now, None, state.to_act, past=(*past, now))
    viewer = chance.choice([None, *range(state.seats)])
    yield from in_scene(game.scene(state.view(viewer)), replace(nobody, actor=viewer))
    for group in game.unseen(state.view(viewer)):
        yield from said(group.where, replace(nobody, seat=viewer, about=" ".join(write_cards(group.cards))))
    if state.to_act:
        yield from said(game.call(state.view(None)), nobody)
    for seat in range(state.seats):
        view, actions = state.view(seat), state.actions(seat)
        base = replace(nobody, seat=seat, legal=frozenset(map(str, actions)))
        for card, reason in game.refusals(view):
            yield from said(reason, replace(base, about=write_cards([card])[0]))
        yield from in_plans(state, base, chance)
        if seat not in state.to_act:
            continue
        yield from in_tips(state, base)
        yield from in_questions(state, base, chance)
        for action in chance.sample(actions, min(LABELS, len(actions))):
            yield from said(game.label(view, action), replace(base, about=str(action)))
        for action in others:
            if action not in actions:
                try:
                    state.check(seat, action)
                except IllegalAction as refused:
                    yield from said(refused.text, replace(base, about=str(action)))


def walk(key: str, seats: int, number: int, **rules: Any) -> Iterator[Said]:
    """Everything that is said in a game of which every other move is sensible."""
    game, chance = GAMES[key], Random(f"{key} {seats} {number}")
    state = game.deal(seats=seats, seed=f"said {number}", options=game.Options(**rules))
    policy, seen = POLICIES[key], list[Any]()
    events, past = list[Event](), list[Mapping[str, Any]]()
    while state.to_act:
        is_heard = len(past) < MOST_MOVES
        seat = chance.choice(state.to_act)
        actions = state.actions(seat)
        if is_heard:
            seen = [*seen, *chance.sample(actions, min(2, len(actions)))][-40:]
            yield from in_position(state, chance, chance.sample(seen, min(LABELS, len(seen))), past)
        forced = state.forced()
        sensible = number % 2 and chance.random() < 0.8
        seat, action = forced or (seat, policy.prefer(state, seat, chance) if sensible else chance.choice(actions))
        before = state.dump()
        happened = state.act(seat, action)
        past.append(before)
        events += [event for event in happened if event.visible_to(None)]
        if is_heard or not state.to_act:
            yield from in_news(state, happened, Said("", {}, {}, None, (), frozenset(), str(action), before, seat))
    yield from in_position(state, chance, [], past)
    for seat in (None, 0):
        yield from said(game.ending(state.view(seat)), Said("", {}, state.dump()))
    over = Said("", {}, state.dump(), past=(*past, state.dump()))
    yield from in_result(game.result([state.view(seat) for seat in range(seats)], events), over)
    assert state.outcome is not None
    for seat, points in enumerate(state.outcome.points):
        yield from said(game.score(state.view(None), points), replace(over, seat=seat, about=SCORE))


def tips(key: str, number: int, **rules: Any) -> Iterator[Said]:
    """All tips for beginners in a game that is mostly played sensibly."""
    game, chance, past = GAMES[key], Random(number), list[Mapping[str, Any]]()
    seats = game.seats[number % min(3, len(game.seats))]
    state = game.deal(seats=seats, seed=f"tips {number}", options=game.Options(**rules))
    while state.to_act and len(past) < MOST_MOVES:
        past.append(state.dump())
        for seat in state.to_act:
            legal = frozenset(map(str, state.actions(seat)))
            yield from in_tips(state, Said("", {}, past[-1], seat, state.to_act, legal, past=past))
        seat = chance.choice(state.to_act)
        sensible = POLICIES[key].prefer(state, seat, chance)
        choice = sensible if chance.random() < 0.8 else chance.choice(state.actions(seat))
        state.act(*(state.forced() or (seat, choice)))


def in_news(state: State[Any], happened: Sequence[Event], move: Said) -> Iterator[Said]:
    """What everybody is told about a move: whoever the public reads of is addressed as "you", and nobody else."""
    after = replace(move, now=state.dump(), to_act=state.to_act)
    for event in happened:
        told = {reader: state.game.tell(event, reader) for reader in _readers(state) if event.visible_to(reader)}
        public = told.get(None)
        for reader, text in told.items():
            if public is not None and not public.template.endswith(STANDINGS):
                assert named(text) == named(public) - {reader}, (str(text), str(public), reader)
            yield from said(text, replace(after, seat=reader))


def _readers(state: State[Any]) -> tuple[int | None, ...]:
    return (None, *range(state.seats))


def named(text: Text | None) -> set[int]:
    """The seats that a text and the texts within it name."""
    values = () if text is None else [value for name, value in text.values if f"{{{name}}}" in text.template]
    found = {value.seat for value in values if isinstance(value, Player)}
    return found.union(*(named(value) for value in values if isinstance(value, Text)))


SEAT = "0 is the first player, 1 the next and so on; leave empty to draw it at random"
EVERYWHERE: Facts = {
    "You do not hold {card}.": lambda it: it.card not in it.own,
    "It is {player}'s turn.": lambda it: it.values["player"] in it.to_act,
    "{player}'s hand": lambda it: (
        not it.about or sorted(it.about.split()) == sorted(it.now["hands"][it.values["player"]])
    ),
    "The game is over.": lambda it: not it.to_act,
    "It is not your turn.": lambda it: it.seat not in it.to_act,
    **dict.fromkeys(("at random", "player {number}", "one game", "best of {games}", SEAT), lambda it: True),
}
"""What the contract and the kit say for all games."""
