"""Every game can be played by members who see no picture and no drawn card: by texts, alt texts and labels alone."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest
from simcord import MemberActor

from engines import GAMES
from engines.cards import parse_card
from engines.texts import draw_card
from tests.e2e.conftest import MakeBot, make_bot
from tests.e2e.lengths import short
from tests.e2e.people import slash
from tests.e2e.robot import Robot, play_out
from tests.e2e.room import Room
from tests.e2e.screens import CARD, Option, Seen, read

NUMBER = re.compile(r"\d+(?:\.\d+)?")


@pytest.fixture
def bot_maker() -> MakeBot:
    return partial(make_bot, draw_tables=True)


class Listener(Robot):
    """Chooses from menus by what the options say."""

    def wanted(self, option: Option) -> str:
        return option.face


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


@pytest.mark.parametrize("has_pictures", [False, True], ids=["texts", "alt texts"])
@pytest.mark.parametrize("key", GAMES)
async def test_a_game_by_words_alone(room: Room, key: str, has_pictures: bool) -> None:
    ann, *_ = room.people(1)
    room.env.backend.guilds[room.guild.id].owner_id = ann.id
    await slash(ann, room.channel, "settings server", pictures=has_pictures)
    people = await room.deal(key.replace("_", "-"), GAMES[key].seats[0], **short(key))
    assert bool(read(room.shown).pictures) == has_pictures
    chance = Random(4)

    async def check() -> None:
        for person in people:
            await check_words(room, person)

    await play_out(room, [Listener(room, person, chance) for person in people], check)
    assert "<:" not in words(room.shown)
