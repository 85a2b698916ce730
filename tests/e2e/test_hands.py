"""The private message with a player's cards: it follows the game, keeps its secrets and never gets in the way."""

import re

import discord
import pytest
from simcord import MemberActor

from cogs.hands.messages import AGAIN
from playground.testing.people import choose, press, private_messages, slash, tap
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from playground.testing.truths.requests import Refusal
from tests.e2e.request_log import RequestLog, shows_table

A_QUARTER = 15 * 60 + 10
"""Seconds after which Discord lets nobody edit an ephemeral message any more."""


async def pass_turn(room: Room, person: MemberActor) -> None:
    await press(person, room.hand_of(person), "Pass · draw 3")


async def test_the_hand_follows_the_others_moves(room: Room, request_log: RequestLog) -> None:
    ann, bob = await room.deal("knotweed", 2, first=0)
    hand, edits = room.hand_of(bob).id, hand_edits(request_log)
    assert "What will you play?" not in room.hand_text(bob)
    await pass_turn(room, ann)
    assert "What will you play?" in room.hand_text(bob)
    assert "ann: passed" in room.hand_text(bob)
    assert [message.id for message in private_messages(bob, room.channel)] == [hand]
    assert hand_edits(request_log) == edits + 1, "only bob's; ann's was the answer to the tap"


async def test_a_typed_move_shows_in_the_open_hand(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    hand = room.hand_of(ann).id
    assert told(await room.type_move(ann, "draw")).startswith("You played: Draw a card.")
    assert room.hand_of(ann).id == hand
    assert "You drew" in room.hand_text(ann)
    await room.env.advance_time(A_QUARTER)
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    assert room.hand_of(ann).id != hand, "the old one cannot be reached any more"
    assert len(await room.moves()) == 2


async def test_after_a_quarter_of_an_hour(room: Room, request_log: RequestLog) -> None:
    """The old message cannot be edited any more: nothing fails, and "My hand" makes a new one."""
    ann, bob = await room.deal("knotweed", 2, first=0)
    old, edits = room.hand_of(bob), hand_edits(request_log)
    was = texts(old)
    await room.env.advance_time(A_QUARTER)
    await press(ann, room.hand_of(ann), "Pass · draw 3")
    assert texts(old) == was
    assert hand_edits(request_log) == edits, "not even tried"
    assert (await room.hand(bob)).followups
    assert room.hand_of(bob).id != old.id
    await pass_turn(room, bob)
    assert await room.moves() == ["pass", "pass"]


async def test_a_dismissed_hand_message(room: Room) -> None:
    """Discord says that there is no such message: nothing fails, and the next hand follows again."""
    ann, bob = await room.deal("knotweed", 2, first=0)
    room.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008, times=2)  # for the table, too
    await pass_turn(room, ann)
    assert "What will you play?" not in room.hand_text(bob)
    await room.hand(bob)
    await pass_turn(room, bob)
    await room.hand(ann)
    await pass_turn(room, ann)
    assert "What will you play?" in room.hand_text(bob)


@pytest.mark.parametrize("meant", ["/interactions/", "/webhooks/"], ids=["answer", "edit"])
async def test_a_hand_that_discord_fails_to_show_is_shown_soon(room: Room, meant: str) -> None:
    """Also where a refusal stands in place of the answer: the hand is no part of that."""
    ann, bob = await room.deal("knotweed", 2, first=0)
    room.env.backend.refuse(Refusal(lambda asked: asked.path.startswith(meant) and "Your hand" in str(asked), 503, 0))
    await tap(ann, room.hand_of(ann), "Pass · draw 3")
    await room.env.advance_time(AGAIN)
    assert "What will you play?" not in room.hand_text(ann)
    assert "What will you play?" in room.hand_text(bob)


async def test_the_newest_of_several_hand_messages_follows(room: Room) -> None:
    ann, bob = await room.deal("knotweed", 2, first=0)
    first = room.hand_of(bob)
    room.keep_hand(bob, await slash(bob, room.channel, "hand"))
    await pass_turn(room, ann)
    assert "What will you play?" in room.hand_text(bob)
    assert "What will you play?" not in texts(first)
    await press(bob, first, "Refresh")
    assert texts(first) == room.hand_text(bob)


async def test_taking_back_a_play(room: Room) -> None:
    """Knotweed lets players take back plays until their turn ends (3.3): here she has to choose the penalty."""
    ann, bob = await room.deal("knotweed", 2, first=0, cheating=True)
    hand, table = await room.cards(ann), texts(room.shown)
    await play_something(room, ann)
    assert len(await room.cards(ann)) < len(hand)
    assert texts(room.shown) != table
    old_rev = (await room.table()).rev
    await press(ann, room.hand_of(ann), "Take back")
    assert await room.cards(ann) == hand
    assert await room.moves() == []
    assert (await room.table()).rev == old_rev + 1
    assert texts(room.shown) == table
    await play_something(room, ann)
    await room.type_move(ann, "end 0")
    buttons = [button.face for button in read(room.hand_of(ann)).buttons]
    assert buttons == ["Ask to take back", "🗓️ Plan ahead", "Refresh", "More"]
    assert await room.to_act() == [bob]


async def play_something(room: Room, person: MemberActor) -> None:
    """Make one play in Knotweed by the hand message."""
    moves = await room.moves()
    for _ in range(4):
        screen = read(room.hand_of(person))
        if screen.menus:
            await choose(person, room.hand_of(person), screen.menus[0].options[0].value)
        else:
            offered = [button.face for button in screen.buttons if "Pass" not in button.face]
            await press(person, room.hand_of(person), offered[0])
        if await room.moves() != moves:
            return
    pytest.fail("no play was made")


async def test_who_decides_is_not_disturbed_by_others_who_decide_too(room: Room, request_log: RequestLog) -> None:
    ann, bob, cat = await room.deal("knotweed", 3, cheating=True, first=0)
    await press(ann, room.hand_of(ann), "Pass")
    await press(ann, room.hand_of(ann), "Draw 3")
    asked, edits = room.hand_text(cat), hand_edits(request_log)
    await press(bob, room.hand_of(bob), "Accept")
    assert room.hand_text(cat) == asked
    assert hand_edits(request_log) - edits <= 1, "ann's hand may change, cat's must not"
    await press(cat, room.hand_of(cat), "Accept")
    assert await room.moves() == ["pass 3", "accept", "accept"]


async def test_a_choice_begun_is_not_disturbed_by_others(room: Room, request_log: RequestLog) -> None:
    """Card Duel: both choose their hands at the same time, each in several taps."""
    ann, bob = await room.deal("card-duel", 2)
    await press(ann, room.hand_of(ann), "Start over")
    begun, edits = room.hand_text(ann), hand_edits(request_log)
    await room.type_move(bob, "done")
    assert room.hand_text(ann) == begun
    assert hand_edits(request_log) == edits + 1, "bob's, who typed"
    await press(ann, room.hand_of(ann), "Lowest cards")
    await press(ann, room.hand_of(ann), "Play this hand")
    assert [move.split()[0] for move in await room.moves()][:3] == ["done", "pick", "pick"]


async def test_a_starting_hand_is_chosen_by_a_button_for_each_value(room: Room) -> None:
    """Each tap shows the cards that are in. The buttons stand still, and nothing is played before the last one."""
    ann, bob = await room.deal("card-duel", 2)
    async with room.unchanged():
        places = values_of(room, ann)
        for label in ("Start over", "2", "3", "Start over", "Lowest cards"):
            before = room.hand_text(ann)
            await press(ann, room.hand_of(ann), value_button(room, ann, label))
            assert room.hand_text(ann) != before
            assert values_of(room, ann) == places, "a button has moved"
            assert room.hand_text(bob) != room.hand_text(ann), "nobody sees the other's choice"
    styles = {button.style for button in read(room.hand_of(ann)).buttons[2:-1]}
    assert styles == {discord.ButtonStyle.primary.value, discord.ButtonStyle.secondary.value}
    await press(ann, room.hand_of(ann), "Play this hand")
    moves = await room.moves()
    assert {move.split()[0] for move in moves[:-1]} == {"pick"}
    assert moves[-1] == "done"
    await room.type_move(bob, "done")
    async with room.unchanged():
        unseen = told(await room.more(ann, "Unseen cards", room.hand_of(ann)))
    assert "Your deck, in unknown order: " in unseen
    assert "\u2068bob\u2069's hand or deck: " in unseen


def values_of(room: Room, person: MemberActor) -> list[str]:
    """What the buttons of a hand add, one for each; those for other things are empty."""
    ends = [re.search(r"v\d+$", button.custom_id or "") for button in read(room.hand_of(person)).buttons]
    return [end.group() if end else "" for end in ends]


def value_button(room: Room, person: MemberActor, label: str) -> str:
    """The face of a button, or that of the first value from this rank on that can be tapped."""
    if not label.isdigit():
        return label
    values = read(room.hand_of(person)).buttons[int(label) :]
    return next(button.face for button in values if not button.disabled)


def hand_edits(request_log: RequestLog) -> int:
    return len([edit for edit in request_log.sent("PATCH", "/webhooks/*") if not shows_table(edit)])


async def test_the_hand_when_the_game_is_over(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.confirm(bob, "resign")
    assert room.hand_text(ann) == "## 🏁 3 Piles\n### You won: bob gave up.", "the table says the rest"
    assert room.hand_text(bob) == "## 🏁 3 Piles\n### You gave up: ann wins."
    assert texts(room.shown).count("bob gave up") == 1, "in the heading, and not once more below it"
    assert "**2. bob** — gave up" in texts(room.shown)
    assert "gave up" in texts(room.shown)
    await slash(ann, room.channel, "hand")
    table = await room.table()
    assert not any(room.bot.hand_messages.is_open(table.id, person.id) for person in (ann, bob)), (
        "nothing to follow any more"
    )
    await press(bob, room.hand_of(bob), "Rematch")
    assert "🏁" not in texts(room.shown)


async def test_the_hand_when_the_table_is_closed(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.confirm(ann, "end")
    for person in (ann, bob):
        assert "This table was closed without a result." in room.hand_text(person)
        assert [button.face for button in read(room.hand_of(person)).buttons] == ["More"]
    assert "This table was closed without a result." in texts(room.shown)


async def test_questions_of_a_first_game_carry_help(room: Room) -> None:
    """Only the player who is asked reads it, and it changes with the position."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    assert "💡" in room.hand_text(ann)
    assert "💡" not in room.hand_text(bob), "nothing is asked of bob"
    assert "💡" not in texts(room.shown)
    before = room.hand_text(ann)
    await room.type_move(ann, "draw")
    assert "💡" in room.hand_text(ann)
    assert room.hand_text(ann) != before
    await room.choose_own(ann, "pictures", menu="wishes")
    assert "💡" not in texts(await slash(ann, room.channel, "hand"))
