"""What the doctor asks Discord: the token, the intents, the card faces and the permissions in a channel."""

import discord

from cogs.shared.card_emojis import card_pictures
from operation.findings import Finding, fault, good, unknown
from operation.network import UNREACHABLE, explained

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the invitation in ``docs/hosting.md`` asks for."""
UNNEEDED_INTENTS = {
    "message content": ("gateway_message_content", "gateway_message_content_limited"),
    "server members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "presence": ("gateway_presence", "gateway_presence_limited"),
}
"""The privileged intents, by their names in the developer portal, with the flags that applications with them have."""


async def check_discord(token: str | None, channel_id: int | None) -> list[Finding]:
    """All checks that need no connection to the gateway, where a bot may already be running."""
    if token is None:
        return [unknown("Discord", "no DISCORD_TOKEN is set, so token, intents, emojis and permissions are unchecked.")]
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(token)
        except discord.LoginFailure as error:
            return [fault("Token", explained(error))]
        except UNREACHABLE as error:
            return [fault("Discord", explained(error))]
        findings = [good("Token", f"Discord knows it as {client.user}."), _intents(client)]
        try:
            findings.append(await _emojis(client))
            findings.append(await check_permissions(client, channel_id))
        except UNREACHABLE as error:
            findings.append(fault("Discord", explained(error)))
        return findings


def _intents(client: discord.Client) -> Finding:
    flags = client.application.flags if client.application is not None else discord.ApplicationFlags()
    unneeded = [name for name, ways in UNNEEDED_INTENTS.items() if any(getattr(flags, way) for way in ways)]
    if unneeded:
        return good("Intents", f"the bot does not need {' and '.join(unneeded)}. You can switch it off in the portal.")
    return good("Intents", "none that has to be switched on is needed.")


async def _emojis(client: discord.Client) -> Finding:
    present = {emoji.name for emoji in await client.fetch_application_emojis()}
    wanted = {face.name for face in card_pictures()}
    missing = len(wanted - present)
    if missing:
        return fault(
            "Emojis",
            f"{missing} of {len(wanted)} card faces are not uploaded, so those cards are written. "
            "Start the bot: it uploads them while it runs, as slowly as Discord wants it.",
        )
    return good("Emojis", f"all {len(wanted)} card faces are uploaded.")


async def check_permissions(client: discord.Client, channel_id: int | None) -> Finding:
    """Whether the bot has in this channel all that the invitation asks for."""
    if channel_id is None:
        return unknown("Permissions", "unchecked. Add the id of a channel to check them there.")
    try:
        found = await client.fetch_channel(channel_id)
    except discord.NotFound:
        return fault("Permissions", f"there is no channel {channel_id}. Copy the id of the channel, not of the server.")
    except discord.Forbidden:
        return fault("Permissions", f"the bot cannot see the channel {channel_id}. Invite it, or allow View Channel.")
    if isinstance(found, discord.abc.PrivateChannel):
        return fault("Permissions", f"{channel_id} is not a channel of a server.")
    # Only a server that is fetched on its own knows its roles.
    guild = await client.fetch_guild(found.guild.id)
    place = await guild.fetch_channel(channel_id)
    if isinstance(place, discord.Thread):
        place = await guild.fetch_channel(place.parent_id)
    if isinstance(place, discord.Thread) or client.user is None:
        return unknown("Permissions", f"{channel_id} is not a channel with permissions of its own.")
    allowed = place.permissions_for(await guild.fetch_member(client.user.id))
    missing = [name.replace("_", " ") for name, is_needed in PERMISSIONS if is_needed and not getattr(allowed, name)]
    if missing:
        return fault("Permissions", f"in #{place.name} the bot lacks: {', '.join(missing)}. Allow them to its role.")
    return good("Permissions", f"in #{place.name} the bot has all that it needs.")
