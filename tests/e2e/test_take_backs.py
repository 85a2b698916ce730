"""A player asks to take back a move that others have seen; the others allow it or refuse."""

from collections.abc import Awaitable, Callable

import pytest
from simcord import MemberActor

from playground.testing.people import press, slash, tap
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.calls import calls

MINUTE, HOUR = 60, 3600
ASK = "Ask to take back"

Restart = Callable[..., Awaitable[None]]


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


async def ask_with_an_old_button(room: Room, gateway: Gateway, person: MemberActor) -> str:
    """What somebody reads who taps a button that is no longer shown to them."""
    gateway.forge(":hand", ":ask")
    async with room.unchanged():
        return told(await press(person, room.shown, "My hand"))


async def log(room: Room, person: MemberActor) -> str:
    return texts(await press(person, room.shown, "Log"))


async def test_asked_and_granted(room: Room) -> None:
    ann, bob, cat = await asked(room)
    assert "ann asks to take back a move.\n-# What bob has done since then is taken back too." in texts(room.shown)
    assert "You have asked to take back your move." in room.hand_text(ann)
    assert not any(ASK in face for face in faces(room, ann))
    await press(bob, room.shown, "Allow")
    assert "bob agrees." in texts(room.shown)
    await press(cat, room.shown, "Allow")
    assert (is_asked(room), await room.moves(), await room.to_act()) == (False, [], [ann])
    assert "ann took back a move; bob and cat agreed." in texts(room.shown)
    assert "What bob has done since then is taken back too." in room.hand_text(bob)
    assert "You have asked" not in room.hand_text(ann)
    await room.type_move(ann, "bid 0")
    told_to_all = await log(room, cat)
    assert told_to_all.index("ann took back a move") < told_to_all.index("ann bids 0")
    assert "bids 1" not in told_to_all


async def test_asked_and_refused(room: Room) -> None:
    ann, bob, cat = await asked(room)
    await press(bob, room.shown, "Allow")
    await press(cat, room.shown, "Refuse")
    assert (is_asked(room), await room.moves(), await room.to_act()) == (False, ["bid 1", "bid 1"], [cat])
    assert "ann asked to take back a move, but cat did not agree." in texts(room.shown)
    assert "but cat did not agree" in room.hand_text(ann)
    assert not any(ASK in face for face in faces(room, ann))
    assert "but cat did not agree" in await log(room, bob)


async def test_an_old_button_after_a_refusal(room: Room, gateway: Gateway) -> None:
    ann, bob, _ = await asked(room)
    await press(bob, room.shown, "Refuse")
    assert (await ask_with_an_old_button(room, gateway, ann)).startswith("You have asked for that already")


async def test_cards_have_come_to_light(room: Room, gateway: Gateway) -> None:
    ann, bob, _ = await bids(room, count=3)
    await room.type_move(ann, f"play {(await room.cards(ann))[0]}")
    assert any(ASK in face for face in faces(room, ann)), "only her own card has been seen"
    view = (await room.seen(bob)).view
    assert view is not None
    await room.type_move(bob, str(view.actions()[0]))
    assert not any(ASK in face for face in faces(room, ann))
    sentence = await ask_with_an_old_button(room, gateway, ann)
    assert sentence == "Cards have been revealed since then, so this move stays."


async def test_those_who_may_not_answer(room: Room) -> None:
    ann, bob, _ = await asked(room)
    async with room.unchanged():
        for answer in ("Allow", "Refuse"):
            sentence = told(await press(room.members["hal"], room.shown, answer))
            assert sentence == "Only the players at this table can decide that."
            assert told(await press(ann, room.shown, answer)).startswith("You asked for this yourself")
    await press(bob, room.shown, "Allow")
    assert told(await press(bob, room.shown, "Allow")).startswith("You have agreed already")


async def test_somebody_who_is_not_seated_asks(room: Room, gateway: Gateway) -> None:
    await bids(room)
    sentence = await ask_with_an_old_button(room, gateway, room.members["hal"])
    assert sentence.startswith("You have no seat at this table")


async def test_players_who_have_left_are_not_asked(room: Room) -> None:
    ann, bob, cat = await bids(room)
    await slash(cat, room.channel, "leave")
    await room.computers()
    await press(ann, room.hand_of(ann), ASK)
    assert told(await press(cat, room.shown, "Allow")).startswith("A computer is playing for you")
    await press(bob, room.shown, "Allow")
    assert (await room.moves(), is_asked(room)) == ([], False)


@pytest.mark.parametrize(("pace", "time"), [("live_10", 5 * MINUTE), ("days_1", 12 * HOUR)])
async def test_a_request_expires(room: Room, gateway: Gateway, pace: str, time: int) -> None:
    _, bob, _ = await asked(room, pace)
    allow = (read(room.shown).button("Allow").custom_id or "").removeprefix("undo")
    await room.env.advance_time(time - 60)
    assert is_asked(room)
    await room.env.advance_time(120)
    assert not is_asked(room)
    assert "ann asked to take back a move, but not everybody answered in time." in texts(room.shown)
    gateway.forge(str(read(room.shown).button("Log").custom_id), f"undo{allow}")
    async with room.unchanged():
        sentence = told(await press(bob, room.shown, "Log"))
    assert sentence == "That request is no longer open."


async def test_a_move_ends_the_request(room: Room) -> None:
    _, _, cat = await asked(room)
    await room.type_move(cat, "bid 2")
    assert not is_asked(room)
    assert "ann asked to take back a move, but the game went on." in texts(room.shown)


@pytest.mark.parametrize("killed", [False, True])
async def test_a_restart_in_between(room: Room, restart: Restart, killed: bool) -> None:
    _, bob, cat = await asked(room)
    await press(bob, room.shown, "Allow")
    await restart(killed=killed)
    await press(cat, room.shown, "Allow")
    assert (await room.moves(), is_asked(room)) == ([], False)


async def test_a_request_expires_after_a_restart(room: Room, restart: Restart) -> None:
    await asked(room)
    await restart(down_for=HOUR)
    assert is_asked(room)
    await room.env.advance_time(6 * MINUTE)
    assert not is_asked(room)


async def test_two_answer_at_the_same_moment(room: Room, gateway: Gateway) -> None:
    _, bob, cat = await asked(room)
    await gateway.together(lambda: tap(bob, room.shown, "Allow"), lambda: tap(cat, room.shown, "Refuse"))
    assert (await room.moves(), is_asked(room)) == (["bid 1", "bid 1"], False)


async def test_players_who_are_away_are_called_to_answer(room: Room, request_log: RequestLog) -> None:
    ann, bob, cat = await bids(room, "days_1")
    await room.env.advance_time(3 * MINUTE)
    before = len(calls(request_log))
    await room.hand(ann)
    await press(ann, room.hand_of(ann), ASK)
    assert calls(request_log)[before:] == [sorted([bob.id, cat.id])]
    assert texts(room.shown).startswith(f"{bob.mention} {cat.mention} ann asks to take back a move.")
    assert is_asked(room)


async def test_computers_wait_for_the_answer(room: Room) -> None:
    ann, bob = await room.open("counter", 2, dealer=1, opponents="easy")  # the computer sits between them
    await press(ann, room.shown, "Start")
    for person in (bob, ann):
        await room.hand(person)
        await room.type_move(person, "bid 1")
    await press(ann, room.hand_of(ann), ASK)
    await room.env.advance_time(MINUTE)
    assert await room.moves() == ["bid 1", "bid 1"]
    await press(bob, room.shown, "Refuse")
    await room.env.advance_time(10)
    assert len(await room.moves()) == 3
