"""A player asks to take back a move that others have seen; the others allow it or refuse."""

from simcord import MemberActor

from playground.testing.people import pings_in, press
from playground.testing.room import Room
from playground.testing.screens import read, texts
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.pings import pings

MINUTE, HOUR = 60, 3600
ASK = "Ask to take back"


async def bids(room: Room, pace: str = "live_10", count: int = 2) -> list[MemberActor]:
    """A game of Counter in which the first players have bid one trick each."""
    people = await room.deal("counter", 3, dealer=2, pace=pace)
    for person in people[:count]:
        await room.type_move(person, "bid 1")
    return people


async def asked(room: Room, pace: str = "live_10") -> list[MemberActor]:
    """Ann, who bid first, asks to take back her bid."""
    people = await bids(room, pace)
    await press(people[0], room.hand_of(people[0]), ASK)
    return people


def faces(room: Room, person: MemberActor) -> list[str]:
    return [button.face for button in read(room.hand_of(person)).buttons]


def is_asked(room: Room) -> bool:
    """Whether the table shows a request with its buttons."""
    shown = read(room.shown)
    buttons = {"👍 Allow", "👎 Refuse"} & {button.face for button in shown.buttons}
    assert bool(buttons) is ("asks to take back a move" in shown.text)
    return bool(buttons)


async def log(room: Room, person: MemberActor) -> str:
    return texts(await room.more(person, "Log"))


async def test_asked_and_granted(room: Room) -> None:
    ann, bob, cat = await asked(room)
    assert "ann asks to take back a move.\n-# This also takes back what bob did after it." in texts(room.shown)
    assert "You have asked to take back your move." in room.hand_text(ann)
    assert not any(ASK in face for face in faces(room, ann))
    await press(bob, room.shown, "Allow")
    assert "bob agrees." in texts(room.shown)
    await press(cat, room.shown, "Allow")
    assert (is_asked(room), await room.moves(), await room.to_act()) == (False, [], [ann])
    assert "ann took back a move; bob and cat agreed." in texts(room.shown)
    assert "This also takes back what bob did after it." in room.hand_text(bob)
    assert "You have asked" not in room.hand_text(ann)
    await room.type_move(ann, "bid 0")
    told_to_all = await log(room, cat)
    assert told_to_all.index("ann took back a move") < told_to_all.index("ann bids 0")
    assert "bids 1" not in told_to_all


async def test_players_who_are_away_are_called_to_answer(room: Room, request_log: RequestLog) -> None:
    ann, bob, cat = await bids(room, "days_1")
    await room.env.advance_time(3 * MINUTE)
    before = len(pings(request_log))
    await room.hand(ann)
    await press(ann, room.hand_of(ann), ASK)
    assert pings(request_log)[before:] == [sorted([bob.id, cat.id])]
    asking = f"{bob.mention} {cat.mention} ann asks to take back a move in Counter. You have 12 hours to answer."
    assert [texts(ping) for ping in pings_in(room.channel)][-1] == asking
    assert is_asked(room)
    for person in (bob, cat):
        await press(person, room.shown, "Allow")
    assert asking not in [texts(ping) for ping in pings_in(room.channel)]
