"""What simulated people do, by the words that they read. Every action must be answered by the bot.

``tap`` and ``pick`` do not check the answer: they are for ``Gateway.together`` and ``Gateway.delay``, which check it
later. All of them work on messages in the channel and on ephemeral ones of the person who acts.
"""

from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.components import walk_components

from playground.testing.screens import Seen, find, message_of, read, visible


async def slash(person: MemberActor, channel: ChannelHandle, command: str, /, **options: Any) -> InteractionResult:
    """Type a command, e.g. ``"play"`` or ``"table close"``, with its options."""
    return answered(await person.slash(channel, command, **options))


async def suggestions(
    person: MemberActor, channel: ChannelHandle, command: str, option: str, typed: str, /, **filled: Any
) -> dict[str, Any]:
    """What is suggested while an option is typed: names and their values."""
    choices = await person.autocomplete(channel, command, option, typed, **filled)
    return {visible(choice["name"]): choice["value"] for choice in choices}


async def press(person: MemberActor, seen: Seen, label: str) -> InteractionResult:
    """Press the button with this label, or the only one whose label contains it."""
    return answered(await tap(person, seen, label))


async def tap(person: MemberActor, seen: Seen, label: str) -> InteractionResult:
    """Press a button, whatever comes of it."""
    button = read(seen).button(label)
    assert not button.disabled, f"the button {button.face!r} is disabled"
    return await person.click(message_of(seen), custom_id=button.custom_id)


async def choose(person: MemberActor, seen: Seen, *wanted: str, menu: str = "") -> InteractionResult:
    """Choose the options with these values or labels from a menu (by its placeholder, or else the first)."""
    return answered(await pick(person, seen, *wanted, menu=menu))


async def pick(person: MemberActor, seen: Seen, *wanted: str, menu: str = "") -> InteractionResult:
    """Choose from a menu, whatever comes of it."""
    found = read(seen).menu(menu)
    assert not found.disabled, f"the menu {found.face!r} is disabled"
    offered = [option.value for option in found.options]
    values = [value if value in offered else find(found.options, value, "option").value for value in wanted]
    return await person.select(message_of(seen), values, custom_id=found.custom_id)


async def pick_member(person: MemberActor, seen: Seen, member: MemberActor, menu: str) -> InteractionResult:
    """Choose a member of the server from a menu of them, by its placeholder."""
    found = read(seen).menu(menu)
    return answered(await person.select(message_of(seen), [member], custom_id=found.custom_id))


async def fill(person: MemberActor, shown: InteractionResult, **values: Any) -> InteractionResult:
    """Fill in and send the form that an action brought up, by the custom ids of its fields."""
    assert shown.modal is not None, f"there is no form in {shown!r}"
    fields = [part["custom_id"] for part in walk_components(shown.modal["components"]) if "custom_id" in part]
    assert set(values) <= set(fields), f"the form has the fields {fields}"
    return answered(await person.submit_modal(shown, values))


def prefilled(form: InteractionResult) -> dict[str, Any]:
    """What is sent if nothing in a form is changed, by the custom ids of its fields."""
    assert form.modal is not None, f"there is no form in {form!r}"
    values: dict[str, Any] = {}
    for label in form.modal["components"]:
        field = label["component"]
        chosen = [option["value"] for option in field.get("options", ()) if option.get("default")]
        match field["type"]:
            case discord.ComponentType.text_input.value:
                values[field["custom_id"]] = field.get("value") or ""
            case discord.ComponentType.radio_group.value:
                values[field["custom_id"]] = chosen[0]
            case _:
                values[field["custom_id"]] = chosen
    return values


def answered(result: InteractionResult) -> InteractionResult:
    """The result, if the bot has answered: otherwise people read "This interaction failed"."""
    assert result.acknowledged, f"left without an answer: {result!r}"
    return result


def public_messages(channel: ChannelHandle) -> list[discord.Message]:
    """What everybody sees in a channel, oldest first."""
    return channel.history()


def private_messages(person: MemberActor, channel: ChannelHandle) -> list[discord.Message]:
    """The ephemeral messages that only this person sees, oldest first."""
    return [message for message in channel.history(viewer=person) if message.flags.ephemeral]


def newest_with_buttons(channel: ChannelHandle) -> discord.Message:
    """The newest message of components that everybody may press a button of, such as the table; no ping."""
    found = [message for message in public_messages(channel) if read(message).buttons and not message.content]
    assert found, "no message in the channel has a button"
    return found[-1]


def pings_in(channel: ChannelHandle) -> list[discord.Message]:
    """The messages that call players to a table, oldest first: plain words with buttons."""
    return [message for message in public_messages(channel) if message.content and read(message).buttons]


def newest_private(person: MemberActor, channel: ChannelHandle) -> discord.Message:
    """The newest ephemeral message of this person, such as the hand."""
    found = private_messages(person, channel)
    assert found, f"{person.name} sees no private message"
    return found[-1]
