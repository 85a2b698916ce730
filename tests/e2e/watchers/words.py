"""Every game can be played by members who see no picture and no drawn card: by texts, alt texts and labels alone."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simcord import MemberActor

from engines.cards import parse_card
from engines.texts import draw_card
from playground.testing.room import Room
from playground.testing.screens import CARD, Seen, read
from playground.testing.watcher import Watcher
from sessions.settings.server import ServerSetting
from sessions.settings.settings import OFF, ON

STEPS_BETWEEN_SWITCHES = 4
NUMBER = re.compile(r"\d+(?:\.\d+)?")


class Words(Watcher):
    """Reads everything, in turns beside pictures (their alt texts) and without any."""

    def __init__(self, room: Room, people: list[MemberActor]) -> None:
        self._room = room
        self._people = people
        self._steps = 0
        self._seen: set[bool] = set()

    async def after_step(self) -> None:
        """Everybody reads all that they need; after some steps the server switches the pictures off, or on again."""
        self._steps += 1
        if self._steps % STEPS_BETWEEN_SWITCHES == 0:
            await self._switch_pictures(self._steps % (2 * STEPS_BETWEEN_SWITCHES) == 0)
        self._seen.add(bool(read(self._room.shown).pictures))
        for person in self._people:
            await check_words(self._room, person)

    async def at_the_end(self) -> None:
        """The bot named cards and drew none, in steps with and without pictures."""
        assert "<:" not in words(self._room.shown)
        assert self._seen == {True, False}, "the pictures were never there, or always"

    async def _switch_pictures(self, shown: bool) -> None:
        room, (owner, *_) = self._room, self._people
        room.env.backend.guilds[room.guild.id].owner_id = owner.id
        await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.PICTURES, ON if shown else OFF)


def lying(key: str, view: Mapping[str, Any]) -> Iterator[str | None]:
    """The cards that a member sees on the table and in their hand, from the written form of their view."""
    yield from view["hand"]
    match key:
        case "counterweight":
            yield from (pile[-1] for pile in view["piles"].values())
            yield from (card for limbo in view["limbo"] for card in limbo)
        case "counter":
            yield from view["face_up"][-1:]
            yield from view["trick"]
        case "knotweed":
            yield from (pile["top"] for pile in view["piles"].values())
        case "card_duel":
            yield from (card for pile in (*view["discards"], *view["damage"]) for card in pile)
            yield from (view["table"].values() if view["table"] else ())
        case "three_piles":
            yield from (stack[-1] for stack in view["stacks"] if stack)
            yield from (card for piles in view["piles"] for pile in piles for card in pile)


def written(cards: Iterable[str | None]) -> set[str]:
    """Cards as members read them."""
    return {draw_card(parse_card(card)) for card in cards if card}


def words(seen: Seen) -> str:
    """What a screen reader reads of a message, except for the controls."""
    screen = read(seen)
    return "\n".join([*(picture.alt for picture in screen.pictures), *screen.texts])


def said_of(name: str, text: str) -> str:
    """The lines or sentences about a player."""
    return "\n".join(part for part in re.split(r"\n|\. ", text) if name in part)


async def check_words(room: Room, person: MemberActor) -> None:
    """The table's message and the member's hand say everything that the member needs in order to choose."""
    snapshot = await room.seen(person)
    assert snapshot.view is not None
    to_act, view = snapshot.view.to_act, snapshot.view.dump()
    if not to_act:
        return
    table, hand = words(room.shown), words(room.hand_of(person))
    assert written(view["hand"]) <= set(CARD.findall(hand)), f"{person.name} does not read their own cards"
    assert written(lying(snapshot.game.key, view)) <= set(CARD.findall(table + hand)), "a card on the table is missing"
    names = {seat.seat: room.name_of(seat.user_id) for seat in snapshot.table.seats}
    (waiting,) = (line for line in table.splitlines() if "⏳" in line)
    first, *others = to_act
    assert others or names[first] in waiting, f"nobody reads whose turn it is: {waiting}"
    for place in snapshot.game.scene(snapshot.view).places:
        numbers = {f"{value:g}" for fact in place.facts for value in (fact.value, fact.limit) if value}
        missing = numbers.difference(NUMBER.findall(said_of(names[place.seat], table)))
        assert not missing, f"nobody reads {missing} about {names[place.seat]}"
