"""Whoever has not tried the cards of a game reads none of them before, on any screen that leads there."""

from random import Random
from typing import Any

import pytest
from simcord import MemberActor, ResponseMessage

from engines import GAMES
from playground.testing.people import press, public_messages, slash
from playground.testing.robot import Listener, play_out
from playground.testing.room import Room
from playground.testing.screens import Seen, message_of, read
from playground.testing.secrecy import SEED_DIGITS, cards_on
from tests.e2e.test_practice_alone import PracticeRobot, computers, newest, play_on, practise

SHORT: dict[str, dict[str, Any]] = {
    "knotweed": {"turn_cap": 4},
    "card_duel": {"life": 5},
    "counterweight": {"idle_limit": 2},
    "counter": {"max_hands": 1},
    "three_piles": {},
}
"""House rules that make games short, of all five."""


@pytest.fixture(autouse=True)
def long_seeds(seeds: list[str]) -> None:
    """Seeds as long as real ones, so that they can be told apart from other numbers."""
    seeds += [f"{number:0{SEED_DIGITS}x}" for number in range(1, 4)]


def check_untold(seed: str | None, *screens: Seen) -> None:
    """Neither a card nor the seed, from which they follow, stands on these screens."""
    assert seed is not None
    assert len(seed) == SEED_DIGITS
    for seen in screens:
        assert not cards_on(seen)
        assert seed not in repr(read(seen))


async def begin(room: Room, person: MemberActor, shown: Seen, seed: str | None) -> PracticeRobot:
    """Somebody takes the cards that ann held."""
    offer = await press(person, shown, "Beat my hand")
    check_untold(seed, offer)
    hand = message_of(await press(person, offer, "Play ann's cards"))
    assert isinstance(hand, ResponseMessage)
    robot = PracticeRobot(room, person, hand, (await newest(room)).id)
    await computers(room, robot.table_id)
    assert cards_on(robot.message), "these screens can name cards"
    return robot


@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize("key", GAMES)
async def test_an_invitation_and_its_board(room: Room, key: str) -> None:
    ann, bob, cat = room.people(3)
    own = await practise(room, ann, key.replace("_", "-"), opponents="easy", **SHORT[key])
    seed = (await newest(room)).seed
    await play_on(room, own)
    check_untold(seed, await press(ann, own.message, "Let others try"), *public_messages(room.channel))
    (invitation,) = public_messages(room.channel)
    await play_on(room, await begin(room, bob, invitation, seed))
    await room.env.advance_time(61)
    (invitation,) = public_messages(room.channel)
    assert f"<@{bob.id}>" in "\n".join(read(invitation).texts)
    check_untold(seed, invitation, await press(cat, invitation, "Beat my hand"))


@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize("key", GAMES)
async def test_the_question_before_a_replay(room: Room, key: str) -> None:
    people = await room.deal(key.replace("_", "-"), max(2, GAMES[key].seats[0]), **SHORT[key])
    await play_out(room, [Listener(room, person, Random(1)) for person in people])
    table, stranger, result = await room.table(), room.members["ivy"], room.shown
    asked = await press(stranger, result, "Replay")
    typed = await slash(stranger, room.channel, "replay", game=str(table.id))
    check_untold(table.seed, asked, typed, await press(stranger, result, "More"))
    await begin(room, stranger, asked, table.seed)
