"""The harness sees what people see, and lets nothing go wrong unseen."""

from collections.abc import Callable
from pathlib import Path

import discord
import pytest
from simcord import ChannelHandle, Env, MemberActor

from playground.guild import SimulatedSleep
from playground.testing.life import MakeBot, PatientEnv
from playground.testing.log_watch import LogWatch
from playground.testing.people import (
    choose,
    fill,
    newest_private,
    newest_with_buttons,
    press,
    private_messages,
    slash,
    suggestions,
    tap,
)
from playground.testing.screens import read, texts
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.e2e.tiny_bot import TinyBot
from tests.e2e.watchers.restarts import Restart


@pytest.fixture
def env_type() -> type[PatientEnv]:
    """A Discord to which this bot is new."""
    return PatientEnv


@pytest.fixture
def bot_maker() -> MakeBot:
    async def make(directory: Path, sleep: SimulatedSleep) -> discord.Client:
        return TinyBot(directory, sleep)

    return make


@pytest.fixture
def channel(simcord_env: PatientEnv) -> ChannelHandle:
    guild = simcord_env.create_guild()
    simcord_env.backend.make_community(guild.id, "fr")
    return guild.create_text_channel("fair")


@pytest.fixture
def ann(simcord_env: Env, channel: ChannelHandle) -> MemberActor:
    return simcord_env.guild.add_member(simcord_env.create_user("ann"))


@pytest.fixture
def bob(simcord_env: Env, channel: ChannelHandle) -> MemberActor:
    return simcord_env.guild.add_member(simcord_env.create_user("bob"))


async def test_a_screen_is_read_however_deep_it_is_nested(ann: MemberActor, channel: ChannelHandle) -> None:
    screen = read(await slash(ann, channel, "booth"))
    assert screen.text == "# Tickets\n0 are gone"
    assert [button.face for button in screen.buttons] == ["🎫 Take a ticket", "Colours", "Name", "Crash", "Closed"]
    assert screen.button("ticket").custom_id == "ticket:0"
    assert screen.button("Closed").disabled
    assert [picture.alt for picture in screen.pictures] == ["A booth"]
    assert read(newest_with_buttons(channel)) == screen


async def test_a_label_that_fits_nothing_or_too_much_is_refused(ann: MemberActor, channel: ChannelHandle) -> None:
    booth = await slash(ann, channel, "booth")
    with pytest.raises(AssertionError, match=r"0 buttons fit 'Leave'.*Colours"):
        await press(ann, booth, "Leave")
    with pytest.raises(AssertionError, match="buttons fit 'C'"):
        await press(ann, booth, "C")
    with pytest.raises(AssertionError, match="disabled"):
        await press(ann, booth, "Closed")


async def test_an_answer_shows_the_message_as_it_is_now(ann: MemberActor, channel: ChannelHandle) -> None:
    booth = await slash(ann, channel, "booth")
    pressed = await press(ann, booth, "ticket")
    assert texts(pressed) == texts(booth) == "# Tickets\n1 are gone"


async def test_everybody_has_private_messages(ann: MemberActor, bob: MemberActor, channel: ChannelHandle) -> None:
    booth = await slash(ann, channel, "booth")
    await press(ann, booth, "Colours")
    await press(bob, booth, "Colours")
    menu = read(newest_private(ann, channel)).menu("colours")
    assert (menu.least, menu.most, [option.face for option in menu.options]) == (1, 2, ["Red", "Green", "Blue"])
    chosen = await choose(ann, newest_private(ann, channel), "Blue", "red")
    assert texts(chosen) == "You like blue and red."
    assert [texts(message) for message in private_messages(ann, channel)] == ["You like blue and red."]
    assert read(newest_private(bob, channel)).menus


async def test_a_form_is_filled_in(ann: MemberActor, channel: ChannelHandle) -> None:
    shown = await press(ann, await slash(ann, channel, "booth"), "Name")
    assert texts(await fill(ann, shown, name="Ann")) == "Hello Ann"


async def test_suggestions_and_a_pause(simcord_env: Env, ann: MemberActor, channel: ChannelHandle) -> None:
    assert await suggestions(ann, channel, "colour", "colour", "re") == {"Red": "red", "Green": "green"}
    result = await slash(ann, channel, "colour", colour="red")
    assert texts(result) == ""
    await simcord_env.advance_time(2)
    assert texts(result) == "red"


async def test_two_people_act_at_the_same_moment(
    ann: MemberActor, bob: MemberActor, channel: ChannelHandle, gateway: Gateway
) -> None:
    booth = await slash(ann, channel, "booth")
    first, second = await gateway.together(lambda: tap(ann, booth, "ticket"), lambda: tap(bob, booth, "ticket"))
    assert texts(first) == texts(booth) == "# Tickets\n1 are gone"
    assert texts(second) == "too late"


async def test_a_tap_arrives_when_the_world_has_moved_on(
    ann: MemberActor, bob: MemberActor, channel: ChannelHandle, gateway: Gateway
) -> None:
    booth = await slash(ann, channel, "booth")
    gateway.speak(ann, "de")
    late = await gateway.delay(lambda: tap(ann, booth, "ticket"))
    await press(bob, booth, "ticket")
    assert not late.acknowledged
    await gateway.deliver()
    assert texts(late) == "zu spät"


async def test_a_late_tap_without_an_answer_is_noticed(
    ann: MemberActor, channel: ChannelHandle, gateway: Gateway, expect_errors: Callable[..., None]
) -> None:
    expect_errors("a tap went wrong")
    booth = await slash(ann, channel, "booth")
    with pytest.raises(AssertionError, match="left without an answer"):
        await gateway.together(lambda: tap(ann, booth, "Crash"))


async def test_everybody_has_a_language(
    simcord_env: Env, ann: MemberActor, bob: MemberActor, channel: ChannelHandle, gateway: Gateway
) -> None:
    heard: list[tuple[str, str | None]] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        heard.append((str(interaction.locale), str(interaction.guild_locale)))

    assert isinstance(simcord_env.bot, TinyBot)
    simcord_env.bot.add_listener(on_interaction)
    gateway.speak(ann, "de")
    await slash(ann, channel, "booth")
    await slash(bob, channel, "booth")
    assert heard == [("de", "fr"), ("en-US", "fr")]


@pytest.mark.parametrize("killed", [False, True])
async def test_a_fresh_bot_goes_on(
    simcord_env: Env,
    ann: MemberActor,
    channel: ChannelHandle,
    restart: Restart,
    request_log: RequestLog,
    killed: bool,
) -> None:
    booth = await slash(ann, channel, "booth")
    await press(ann, booth, "ticket")
    old = simcord_env.bot
    assert isinstance(old, TinyBot)
    await restart(killed=killed)
    assert simcord_env.bot is not old
    assert old.closed
    assert texts(await press(ann, booth, "ticket")) == "# Tickets\n2 are gone"
    assert len(request_log.sent("PUT", "/applications/*/commands")) == 2


async def test_every_kind_of_request_is_logged(
    ann: MemberActor, channel: ChannelHandle, request_log: RequestLog
) -> None:
    (sync,) = request_log.sent("PUT", "/applications/*/commands")
    assert [command["name"] for command in sync.body] == ["booth", "colour", "misbehave"]
    await slash(ann, channel, "booth")
    await suggestions(ann, channel, "colour", "colour", "b")
    sent, suggested = request_log.sent("POST", "/interactions/*/callback")
    assert sent.uploads == (("booth.png", len(b"picture")),)
    assert sent.body["data"]["attachments"][0]["filename"] == "booth.png"
    assert suggested.body["data"]["choices"] == [{"name": "Blue", "value": "blue"}]


@pytest.mark.parametrize(
    ("how", "complaint"),
    [
        ("blank", "$.data.content: is blank"),
        ("everyone", "$.data.allowed_mentions: the bot must never mention everyone"),
        ("twice", "refused: 400 (error code: 40060)"),
    ],
)
async def test_an_invalid_request_is_noticed(
    ann: MemberActor,
    channel: ChannelHandle,
    request_log: RequestLog,
    log_watch: LogWatch,
    how: str,
    complaint: str,
) -> None:
    await ann.slash(channel, "misbehave", how=how)
    assert complaint in "\n".join(request_log.take_complaints())
    log_watch.take_complaints()


async def test_an_injected_refusal_is_not_the_bots_fault(
    simcord_env: Env, ann: MemberActor, channel: ChannelHandle, expect_errors: Callable[..., None]
) -> None:
    expect_errors("error code: 50035")
    simcord_env.inject_error("POST", "/interactions/*", status=400, code=50035, message="by the test")
    assert not (await ann.slash(channel, "booth")).acknowledged


@pytest.mark.parametrize(("how", "part"), [("log", "lost a ticket"), ("raise", "a command went wrong")])
async def test_an_error_is_noticed(
    ann: MemberActor, channel: ChannelHandle, log_watch: LogWatch, how: str, part: str
) -> None:
    await ann.slash(channel, "misbehave", how=how)
    (complaint,) = log_watch.take_complaints()
    assert part in complaint


async def test_an_error_of_a_dynamic_item_is_noticed(
    simcord_env: Env, ann: MemberActor, channel: ChannelHandle, log_watch: LogWatch
) -> None:
    await tap(ann, await slash(ann, channel, "booth"), "Crash")
    assert simcord_env.errors == []
    (complaint,) = log_watch.take_complaints()
    assert "RuntimeError: a tap went wrong" in complaint


async def test_an_expected_error_has_to_come(log_watch: LogWatch) -> None:
    log_watch.expect("thunder")
    assert log_watch.take_complaints() == ["expected an error with 'thunder', none came"]
    assert log_watch.take_complaints([ValueError("rain")]) == ["raised: ValueError('rain')"]
    log_watch.expect("rain")
    assert log_watch.take_complaints([ValueError("rain")]) == []
