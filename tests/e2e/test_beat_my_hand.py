"""*Beat my hand*: the cards of a finished game, dealt once to everybody who may not know them."""

from collections.abc import Awaitable
from datetime import timedelta
from random import Random

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from cogs.shared.table_parts import Verb
from db.purpose_records import DealTry
from db.race_records import DEALT_AGAIN_FOR
from db.records import Phase, TableRecord
from playground.testing.people import press, slash
from playground.testing.robot import MANY_STEPS, Listener, play_out
from playground.testing.room import Room, tap_refused
from playground.testing.screens import Seen, message_of, read, texts
from sessions.deals import FINISH_FIRST, LOOKED, PLAYED
from sessions.races import TRIED, WEEK_IS_OVER
from sessions.shared.refusals import Refused
from tests.e2e.gateway import Gateway
from tests.e2e.test_practice_alone import PracticeRobot, computers, faces, newest, practise
from tests.e2e.test_practice_alone import play_on as play_practice
from tests.e2e.watchers.restarts import Restart

SAME = "the same for everybody"


class Rival(PracticeRobot):
    """Plays a try; all rivals choose alike from what they are offered."""

    def __init__(self, room: Room, person: MemberActor, message: ResponseMessage, table_id: int) -> None:
        super().__init__(room, person, message, table_id)
        self._chance = Random(SAME)
        self._taste = lambda label: -float("without" in label)
        self.shown: list[str] = []

    async def play(self, steps: int = MANY_STEPS) -> None:
        for _ in range(steps):
            await computers(self.room, self.table_id)
            if await self.is_over():
                return
            text = texts(self.message).replace(self.person.name, "NAME")
            self.shown.append(text.replace(f"Game {self.table_id} ", "Game N "))
            await self.step()


async def finished_game(room: Room, turns: int = 1) -> tuple[MemberActor, MemberActor, TableRecord]:
    """A game of ann and bob that is over after so many turns."""
    ann, bob = await room.open("knotweed", 2, first=0, turn_cap=turns)
    await press(ann, room.shown, "Start")
    for person in (ann, bob):
        await room.hand(person)
    await play_out(room, [Listener(room, person, Random(1)) for person in (ann, bob)])
    return ann, bob, await room.table()


async def begin(room: Room, person: MemberActor, shown: Seen, whose: str) -> Rival:
    before = room.public()
    offer = await press(person, shown, "Beat my hand")
    message = message_of(await press(person, offer, f"Play {whose}'s cards"))
    assert isinstance(message, ResponseMessage)
    assert message.ephemeral
    assert room.public() == before
    return Rival(room, person, message, (await newest(room)).id)


async def moves(room: Room, table_id: int) -> list[str]:
    return [move.text for move in await room.bot.store.games.moves(table_id)]


async def test_two_others_get_the_same_cards_and_the_same_replies(room: Room) -> None:
    ann, _, table = await finished_game(room, turns=8)
    cat, dan = room.members["cat"], room.members["dan"]
    result = room.shown
    first = await begin(room, cat, result, ann.name)
    again = await press(cat, result, "Beat my hand")
    assert "without hints" in texts(again), "a second tap leads to the same try"
    second = await begin(room, dan, result, ann.name)
    await first.play()
    await second.play()
    assert first.shown == second.shown
    assert len(first.shown) > 3
    assert await moves(room, first.table_id) == await moves(room, second.table_id)
    for rival in (first, second):
        played = (await room.bot.service.views.snapshot(rival.table_id, None)).table
        assert (played.seed, type(played.purpose)) == (table.seed, DealTry)
        assert not {"Hint", "Take back"} & set(faces(rival.message))


async def test_the_board_grows_below_the_result_and_counts_nowhere(room: Room) -> None:
    ann, bob, table = await finished_game(room)
    cat, dan = room.members["cat"], room.members["dan"]
    ratings = room.rows()["standings"]
    await (await begin(room, cat, room.shown, ann.name)).play()
    await room.env.advance_time(61)
    assert f"<@{cat.id}>" in texts(room.shown)
    await (await begin(room, dan, room.shown, bob.name)).play()
    await room.env.advance_time(61)
    shown = texts(room.shown)
    assert f"<@{ann.id}>'s cards (in the game:" in shown
    assert f"<@{bob.id}>'s cards (in the game:" in shown
    assert shown.index(f"<@{cat.id}>") < shown.index(f"<@{dan.id}>")
    assert room.rows()["standings"] == ratings
    assert (await room.table()).message_id == table.message_id, "the result is edited, not posted again"


@pytest.mark.parametrize("killed", [False, True])
async def test_a_result_that_the_board_does_not_show_yet_survives_a_restart(
    room: Room, restart: Restart, killed: bool
) -> None:
    ann, _, _ = await finished_game(room)
    cat, dan = room.members["cat"], room.members["dan"]
    for person in (cat, dan):
        await (await begin(room, person, room.shown, ann.name)).play()
    assert f"<@{cat.id}>" in texts(room.shown)
    assert f"<@{dan.id}>" not in texts(room.shown), "the next edit comes a minute later"
    await restart(killed=killed)
    assert f"<@{dan.id}>" in texts(room.shown)


async def test_whoever_may_know_the_cards_is_told_why_not(room: Room) -> None:
    ann, _, _ = await finished_game(room)
    cat, dan, eve = (room.members[name] for name in ("cat", "dan", "eve"))
    result = room.shown
    assert await tap_refused(room, lambda: press(ann, result, "Beat my hand")) == PLAYED.template
    asked = await press(cat, result, "Replay")
    assert "can't try them any more" in texts(asked)
    await press(cat, asked, "Watch the replay")
    assert await tap_refused(room, lambda: press(cat, result, "Beat my hand")) == LOOKED.template
    more = await press(eve, result, "More")
    await press(eve, more, "Verify")
    assert await tap_refused(room, lambda: press(eve, result, "Beat my hand")) == LOOKED.template
    rival = await begin(room, dan, result, ann.name)
    await rival.play()
    assert await tap_refused(room, lambda: press(dan, result, "Beat my hand")) == TRIED.template


async def test_nobody_peeks_in_the_middle_of_a_try(room: Room, gateway: Gateway) -> None:
    """As long as the try goes on, nothing shows its member the cards of the others, nor do they post a film."""
    ann, _, table = await finished_game(room)
    cat, result = room.members["cat"], room.shown
    await begin(room, cat, result, ann.name)
    verify = await press(cat, result, "More")
    replay = str(read(result).button("Replay").custom_id)

    def post_film() -> Awaitable[InteractionResult]:
        gateway.forge(replay, replay.replace(Verb.REPLAY, Verb.POST_FILM))
        return press(cat, result, "Replay")

    for peek in (
        post_film,
        lambda: press(cat, result, "Replay"),
        lambda: slash(cat, room.channel, "replay", game=str(table.id)),
        lambda: press(cat, verify, "Verify"),
    ):
        assert await tap_refused(room, peek) == FINISH_FIRST.template


async def test_no_player_comes_back_as_a_stranger(room: Room) -> None:
    """Whoever has had their data deleted still knows the cards that they played."""
    _, bob, _ = await finished_game(room)
    await room.bot.service.privacy.delete(bob.id)
    assert await tap_refused(room, lambda: press(bob, room.shown, "Beat my hand")) == LOOKED.template


async def test_after_a_week_the_cards_are_dealt_no_more(room: Room) -> None:
    ann, _, _ = await finished_game(room)
    cat, dan = room.members["cat"], room.members["dan"]
    result = room.shown
    rival = await begin(room, cat, result, ann.name)
    await room.env.advance_time((DEALT_AGAIN_FOR + timedelta(seconds=5)).total_seconds())
    assert (await room.bot.service.views.snapshot(rival.table_id, None)).table.phase is Phase.CLOSED
    assert await tap_refused(room, lambda: press(dan, result, "Beat my hand")) == WEEK_IS_OVER.template


async def test_a_practice_game_is_shown_to_the_others_on_request(room: Room) -> None:
    ann, bob = room.people(2)
    robot = await practise(room, ann, "knotweed", opponents="easy", turn_cap=1)
    await play_practice(room, robot)
    with pytest.raises(Refused, match="only they can see"):
        await room.bot.service.challenges.offer(robot.table_id, room.guild.id, bob.id)
    told = await press(ann, robot.message, "Let others try")
    assert "can try these cards now" in texts(told)
    invitation = room.channel.history()[-1]
    assert f"<@{ann.id}> has played these cards in Knotweed" in texts(invitation)
    assert "just been posted" in await tap_refused(room, lambda: press(ann, robot.message, "Let others try"))
    rival = await begin(room, bob, invitation, ann.name)
    await rival.play()
    await room.env.advance_time(61)
    assert f"<@{bob.id}>" in texts(room.channel.history()[-1])


@pytest.mark.parametrize("hides", [False, True])
async def test_a_hidden_member_is_on_no_board(room: Room, hides: bool) -> None:
    ann, _, _ = await finished_game(room)
    cat = room.members["cat"]
    await room.bot.service.privacy.hide(cat.id, hidden=hides)
    await (await begin(room, cat, room.shown, ann.name)).play()
    await room.env.advance_time(61)
    assert (f"<@{cat.id}>" in texts(room.shown)) is not hides


async def test_an_easy_way_to_the_cards_of_a_game_that_was_known(room: Room) -> None:
    """A game played on from a replay makes no challenge."""
    ann, _, _ = await finished_game(room)
    replay = await slash(ann, room.channel, "replay")
    hand = message_of(await press(ann, replay, "Play these cards"))
    assert isinstance(hand, ResponseMessage)
    robot = PracticeRobot(room, ann, hand, (await newest(room)).id)
    await play_practice(room, robot)
    assert "⚔️ Let others try" not in faces(robot.message)
