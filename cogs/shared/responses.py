"""Responds to interactions and explains errors: always once, and always privately unless it shows a table."""

import asyncio
import csv
import hashlib
import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands, ui

from cogs.shared.refusals import with_emojis
from cogs.shared.rendering import Renderer
from cogs.shared.threads import reopen
from engines.contract import IllegalAction
from engines.texts import Text, say
from sessions.shared.log_context import correlation_id
from sessions.shared.refusals import Refused, StorageError

_log = logging.getLogger(__name__)

T = TypeVar("T")

NOBODY = discord.AllowedMentions.none()
"""For every message except pings and invitations: names in a text notify nobody."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10003, 10008, 10062
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
MESSAGE_TOO_OLD = 30046
ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_WEBHOOK, INVALID_TOKEN = 10015, 50027
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
THREAD_ARCHIVED, THREAD_LOCKED = 50083, 160005
BY_AUTOMOD = 200000, 200001, 240000
"""Error codes of Discord's API (Discord documentation, "Opcodes and status codes")."""
_LOST = (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED, UNKNOWN_WEBHOOK, INVALID_TOKEN)
"""An interaction takes no answer any more, even before its time is over (discord-api-docs #6851)."""

BAD_REQUEST, TOO_MANY_REQUESTS, SERVER_ERRORS = 400, 429, 500
"""The lowest HTTP status of a refusal, that of too many requests, and the lowest by which Discord itself has failed."""

REQUEST_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request raises when Discord refuses it, asks for a long pause, or cannot be reached."""

_FORMULAS = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet takes for a formula."""


DISCORD_FAILED = say(
    "Discord could not show my answer. What you did may have worked all the same: look at /hand before you try again."
)
LOCKED_THREAD = say("This thread is locked. Ask someone who manages threads to unlock it, or play somewhere else.")
_NOT_ALLOWED = say(
    "I'm not allowed to do that in this channel. Ask someone who manages it to let me view the channel and send "
    "messages in it."
)
_OUT_OF_REACH = say("I can't show my answer in that message any more. /hand shows your cards.")
_BLOCKED = say(
    "This server's AutoMod blocks messages of mine with these words. Choose other words, or ask someone who "
    "manages the server to allow them."
)
REFUSALS = {
    **dict.fromkeys(BY_AUTOMOD, _BLOCKED),
    MISSING_ACCESS: _NOT_ALLOWED,
    MISSING_PERMISSIONS: _NOT_ALLOWED,
    THREAD_ARCHIVED: say("This thread is archived, and I may not reopen it. Reopen it, then try again."),
    THREAD_LOCKED: LOCKED_THREAD,
    UNKNOWN_CHANNEL: say("That channel or thread has been deleted. /play opens a new table."),
    UNKNOWN_MESSAGE: _OUT_OF_REACH,
    MESSAGE_TOO_OLD: _OUT_OF_REACH,
}
"""What members are told about refusals that they or those who manage the channel can do something about."""


ACKNOWLEDGEMENT = "acknowledgement"
"""The name under which an interaction keeps the timer that acknowledges it if its answer is late."""

ON_ITS_WAY = "on its way"
"""The name under which an interaction keeps what is to be called when its answer is sent, however long that takes."""


NONCE_DIGITS = 16
"""Discord takes up to 25 characters."""


ANSWERED = "answered"
"""The name under which an interaction notes that Discord has its answer, although it said that it had failed."""


def is_final(error: Exception) -> bool:
    """Whether Discord has refused a request for good, so that it need not be repeated."""
    if not isinstance(error, discord.HTTPException) or error.status == TOO_MANY_REQUESTS:
        return False
    return BAD_REQUEST <= error.status < SERVER_ERRORS


def code_of(error: Exception) -> int | None:
    """The code with which Discord has refused a request, if it has."""
    return error.code if isinstance(error, discord.HTTPException) else None


def nonce_of(*due: object) -> str:
    """The nonce of a message that follows from what makes it due, so that nothing is told twice after a crash.

    Discord takes a message once for each nonce in a few minutes, however often the request is repeated (Discord
    documentation, "Create Message", ``enforce_nonce``).
    """
    return hashlib.sha256(repr(due).encode()).hexdigest()[:NONCE_DIGITS]


@asynccontextmanager
async def first_response(
    interaction: discord.Interaction[Any],
) -> AsyncIterator[discord.InteractionResponse[Any] | None]:
    """The object that sends the first response to an interaction; ``None`` if it has been sent.

    An answer and the acknowledgement of a late one wait for each other here, because Discord takes only one response.
    Once the bot sends its answer here, others need not wait for it any more, however long Discord takes.
    discord.py repeats a request that has failed. If the first one had arrived all the same, Discord refuses the second,
    because the interaction has been answered; then what follows this block goes on from that answer.
    """
    timer: asyncio.Task[None] | None = interaction.extras.get(ACKNOWLEDGEMENT)
    if timer is not asyncio.current_task() and ON_ITS_WAY in interaction.extras:
        interaction.extras.pop(ON_ITS_WAY)()
    async with interaction.extras.setdefault("first response", asyncio.Lock()):
        is_answered = interaction.response.is_done() or ANSWERED in interaction.extras
        try:
            yield None if is_answered else interaction.response
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            interaction.extras[ANSWERED] = True
        if timer is not None and timer is not asyncio.current_task() and interaction.response.is_done():
            timer.cancel()


async def send_first(
    interaction: discord.Interaction[Any], response: discord.InteractionResponse[Any], **message: Any
) -> int:
    """Respond with a message that everybody can see, and return its id.

    If Discord takes it, but says that it has failed (see ``first_response``) or never answers, the message is there.
    """
    try:
        sent = await response.send_message(**message, allowed_mentions=NOBODY)
    except REQUEST_ERRORS as error:
        if code_of(error) == ALREADY_ACKNOWLEDGED:
            interaction.extras[ANSWERED] = True
        elif is_final(error) or isinstance(error, discord.RateLimited):
            raise
        try:
            original = await interaction.original_response()
        except discord.NotFound:
            raise error from None
        interaction.extras[ANSWERED] = True
        if original.flags.ephemeral:  # an acknowledgement, so the message is not there
            raise
        return original.id
    return sent.message_id or (await interaction.original_response()).id


async def defer(interaction: discord.Interaction[Any], *, thinking: bool = False) -> None:
    """Acknowledge an interaction whose answer takes a while. ``thinking``: show this member that the bot thinks."""
    async with first_response(interaction) as response:
        if response is not None:
            await response.defer(ephemeral=True, thinking=thinking)


async def respond(interaction: discord.Interaction[Any], content: str) -> None:
    """Say something that only this member can read."""
    await _send(interaction, content=content)


def spreadsheet(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> discord.File:
    """A file of comma-separated values, in UTF-8 with a mark that spreadsheets know it by."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(columns)
    writer.writerows(map(_cell, row) for row in rows)
    return discord.File(io.BytesIO(written.getvalue().encode("utf-8-sig")), name)


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


async def send_file(interaction: discord.Interaction[Any], content: str, file: discord.File) -> None:
    """Send a file that only this member can see, below a sentence."""
    await _send(interaction, content=content, files=[file])


async def show(
    interaction: discord.Interaction[Any], view: ui.LayoutView, files: Sequence[discord.File] = ()
) -> int | None:
    """Show something in a new message that only this member can see.

    Returns the id of the message if it follows an earlier response, ``None`` if it is the response itself.
    """
    return await _send(interaction, view, files)


async def announce(interaction: discord.Interaction[Any], content: str) -> None:
    """Say something that everybody in the channel can read."""
    await _send(interaction, ephemeral=False, content=content)


async def post(interaction: discord.Interaction[Any], view: ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Show something that everybody in the channel can see, in a new message that notifies nobody."""
    await _send(interaction, view, files, ephemeral=False)


async def _send(
    interaction: discord.Interaction[Any],
    view: ui.LayoutView | None = None,
    files: Sequence[discord.File] = (),
    *,
    ephemeral: bool = True,
    **message: Any,
) -> int | None:
    message |= {"files": files, "ephemeral": ephemeral, "allowed_mentions": NOBODY}
    if view is not None:
        message["view"] = view

    async def send() -> int | None:
        async with first_response(interaction) as response:
            if response is not None:
                await response.send_message(**message)
                return None
        if response is not None and await _is_answered_with_message(interaction):
            return None
        return (await interaction.followup.send(**message, wait=True)).id

    return await _deliver(interaction, send, view, files)


async def _is_answered_with_message(interaction: discord.Interaction[Any]) -> bool:
    """Whether the answer that Discord has is a new message, and not the acknowledgement of a late one."""
    original = await interaction.original_response()
    used = interaction.message
    return not original.flags.loading and (used is None or original.id != used.id)


async def _deliver(
    interaction: discord.Interaction[Any],
    send: Callable[[], Awaitable[T]],
    view: ui.LayoutView | None,
    files: Sequence[discord.File],
) -> T:
    """Send a response, in a reopened thread or without emojis if need be. ``files`` are read again each time."""

    async def attempt() -> T:
        for file in files:
            file.reset()
        return await send()

    return await reopening(interaction.client, interaction.channel_id, lambda: with_emojis(view, attempt))


async def reopening(client: discord.Client, channel_id: int | None, send: Callable[[], Awaitable[T]]) -> T:
    """Send, edit or delete a message; if its thread is archived, reopen the thread and do it again, once."""
    try:
        return await send()
    except discord.HTTPException as error:
        if error.code != THREAD_ARCHIVED or channel_id is None or not await reopen(client, channel_id):
            raise
    return await send()


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether a control was used in a message that only this member can see."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def show_in_place(
    interaction: discord.Interaction[Any], view: ui.LayoutView, files: Sequence[discord.File] = ()
) -> int | None:
    """Show something only to this member: in place of the private message whose control was used, or in a new one.

    Custom ids can be forged: a control of a private message may seem to be used in one that everybody can see. Returns
    what ``show`` does.
    """
    if not is_private(interaction):
        return await show(interaction, view, files)
    await redraw(interaction, view, files)
    return None


async def edit_answer(interaction: discord.Interaction[Any], message_id: int | None, **message: Any) -> None:
    """Edit what ``show`` has shown, which returned ``message_id``. Raises an error if Discord refuses."""
    if message_id is None:
        await interaction.edit_original_response(**message, allowed_mentions=NOBODY)
    else:
        await interaction.followup.edit_message(message_id, **message, allowed_mentions=NOBODY)


async def redraw(
    interaction: discord.Interaction[Any], view: ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Show something else in the message whose control was used; ``files`` replace those that it has.

    Where that message is meant to be private, use ``show_in_place``.
    """

    message: dict[str, Any] = {"view": view, "attachments": files, "allowed_mentions": NOBODY}

    async def edit() -> None:
        async with first_response(interaction) as response:
            if response is not None:
                await response.edit_message(**message)
                return
        for file in files:  # they may have been sent already
            file.reset()
        await interaction.edit_original_response(**message)

    await _deliver(interaction, edit, view, files)


async def explain(interaction: discord.Interaction[Any], error: BaseException, renderer: Renderer) -> None:
    """Tell the member why their request failed; log unexpected errors."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if is_lost(error):
        # Too late, the bot runs twice, or Discord has lost it: there is no way left to tell the member.
        _log.warning("An interaction could not be answered (%s): %s", error, describe(interaction))
        return
    if isinstance(error, StorageError):
        _log.error("%s failed: %s", describe(interaction), error)
    text = expected(error)
    if text is DISCORD_FAILED:
        _log.warning("Discord failed (%r): %s", error, describe(interaction))
    if text is None:
        reference = correlation_id()
        _log.error("Reference %s: %s failed", reference, describe(interaction), exc_info=error)
        text = say(
            "Something went wrong, and it is not your fault. Nothing is lost: the game goes on. "
            "If it happens again, give whoever runs this bot the reference {reference}.",
            reference=reference,
        )
    try:
        await respond(interaction, renderer.render(text))
    except REQUEST_ERRORS as failure:
        _log.warning("A refusal could not be sent (%s): %s", failure, describe(interaction))


def is_lost(error: BaseException | None) -> bool:
    """Whether Discord takes no answer to an interaction any more."""
    return isinstance(error, discord.HTTPException) and error.code in _LOST


def describe(interaction: discord.Interaction[Any]) -> str:
    """An interaction for the log: its kind and place, without tokens or choices."""
    command = interaction.command
    what = f"/{command.qualified_name}" if command else f"{interaction.type.name} interaction"
    return f"{what} by user {interaction.user.id} in channel {interaction.channel_id} of server {interaction.guild_id}"


def expected(error: BaseException) -> Text | None:
    """The sentence for an expected error; ``None`` for any other."""
    match error:
        case Refused() | IllegalAction():
            return error.text
        case StorageError():
            return say(
                "I can't reach my storage at the moment, so that may not have been done. Look at the table, and try "
                "again in a minute."
            )
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return say("This command has just changed. Wait a minute for Discord to catch up, then type it again.")
        case app_commands.NoPrivateMessage():
            return say("This command only works in a server channel.")
        case discord.HTTPException(code=code) if code in REFUSALS:
            return REFUSALS[code]
        case discord.HTTPException(status=status) if status >= SERVER_ERRORS or status == TOO_MANY_REQUESTS:
            return DISCORD_FAILED
        case discord.RateLimited(retry_after=seconds):
            return say(
                "Discord makes me wait before I can show my answer. What you did may have worked all the same: look at "
                "/hand, or try again {when}.",
                when=discord.utils.format_dt(discord.utils.utcnow() + timedelta(seconds=seconds), "R"),
            )
        case aiohttp.ClientError() | ConnectionError() | TimeoutError():
            return DISCORD_FAILED
        case _:
            return None
