"""The experiments of a field test: those that need nobody, and those that need the host: pings, and taps."""

import asyncio
import io
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
from discord import ui
from discord.http import Route
from PIL import Image

from operation.field_test.ground import NAME, Ground, in_words, with_picture
from operation.field_test.truths import Answer, Notebook, Truth, answer_to

MOST_THREADS = 3
ARCHIVED, UNKNOWN_MESSAGE, INVALID, COMPONENTS = 50083, 10008, 50035, 50008
"""Codes of errors (Discord documentation, "JSON Error Codes")."""


async def edit_messages(ground: Ground, notes: Notebook) -> None:
    """Words and pictures, posted and edited."""
    message = await ground.post("", view=in_words("posted in words"))
    notes.note_answer(Truth.WORDS, await answer_to(message.edit(view=in_words("edited in words"))))
    first, second = picture("red"), picture("blue")
    message = await ground.post("", view=with_picture("a picture", first), file=first)
    changed = message.edit(view=with_picture("another picture", second), attachments=[second])
    notes.note_answer(Truth.PICTURES, await answer_to(changed))
    await message.delete()
    gone = await answer_to(message.edit(view=in_words("deleted")))
    notes.note_answer(Truth.DELETED, gone, Answer(404, UNKNOWN_MESSAGE))


async def convert_messages(ground: Ground, notes: Notebook) -> None:
    """Plain text and components in one message, and one instead of the other."""
    both = await answer_to(ground.post("", view=in_words("with plain text"), content="plain text"))
    notes.note_answer(Truth.CONTENT, both, Answer(400, INVALID), Answer(400, COMPONENTS))
    plain = await ground.post("plain text")
    converted = await answer_to(plain.edit(content=None, view=in_words("converted")))
    notes.note_answer(Truth.CONVERTED, converted)
    if converted == Answer():
        back = await answer_to(plain.edit(content="plain again"))
        notes.note(Truth.NO_WAY_BACK, None if back.is_trouble else back.status == 400, f"Discord's answer: {back}.")


async def send_twice(ground: Ground, notes: Notebook) -> None:
    """One message sent twice, as after an answer that was lost."""
    nonce = secrets.token_hex(8)
    first, second = [await ground.post("sent twice", nonce=nonce) for _ in range(2)]
    posted = "once" if first.id == second.id else "twice"
    notes.note(Truth.NONCE, first.id == second.id, f"It was posted {posted}.")


async def use_threads(ground: Ground, notes: Notebook) -> None:
    """A thread that is archived and reopened."""
    thread = await ground.start_thread()
    file = picture("green")
    message = await ground.post("", thread, view=with_picture("in a thread", file), file=file)
    await thread.edit(archived=True)
    archived = Answer(400, ARCHIVED)
    notes.note_answer(Truth.ARCHIVED_EDIT, await answer_to(message.edit(view=in_words("archived"))), archived)
    thread = await _archived_again(ground, thread)
    notes.note_answer(Truth.ARCHIVED_POST, await answer_to(ground.post("archived", thread)), archived)
    await thread.edit(archived=False)
    other = picture("yellow")
    with_another = message.edit(view=with_picture("reopened", other), attachments=[other])
    answers = [await answer_to(with_another), await answer_to(message.edit(view=in_words("reopened"), attachments=[]))]
    notes.note_answer(Truth.REOPENED, next((answer for answer in answers if answer != Answer()), Answer()))
    await _add_host(ground, thread, notes)


async def start_threads(ground: Ground, notes: Notebook) -> None:
    """As many more threads as it takes for Discord to ask for a pause, but few."""
    started, waited = 1, 0.0
    while started < MOST_THREADS and not waited:
        waited = (await answer_to(ground.start_thread())).wait
        started += not waited
    seen = f"Discord asked to wait {waited:.0f} s" if waited else "no wait"
    notes.note(Truth.THREAD_LIMIT, True if waited else None, f"After {started} threads: {seen}.")


async def _archived_again(ground: Ground, thread: discord.Thread) -> discord.Thread:
    """The thread, archived if something has reopened it."""
    found = await ground.client.fetch_channel(thread.id)
    assert isinstance(found, discord.Thread)
    return found if found.archived else await found.edit(archived=True)


async def _add_host(ground: Ground, thread: discord.Thread, notes: Notebook) -> None:
    answer = await answer_to(thread.add_user(ground.host))
    if answer != Answer():
        notes.note(Truth.ADDED, None, f"Discord's answer: {answer}.")
        return
    told = [one async for one in thread.history(limit=5) if one.type is discord.MessageType.recipient_add]
    notes.note(Truth.ADDED, bool(told), "A message says so." if told else "No message says so.")


async def upload_emojis(ground: Ground, notes: Notebook) -> None:
    """Two emojis, uploaded and deleted."""
    for number in (1, 2):
        uploaded = await ground.upload_emoji(number, picture("black", 128).fp.read())
        await uploaded.delete()
    notes.note(Truth.EMOJIS, True, "Two were uploaded and deleted.")


async def read_language(ground: Ground, notes: Notebook) -> None:
    """What Discord says of the server's language."""
    guild = await ground.client.fetch_guild(ground.channel.guild.id)
    is_community, language = "COMMUNITY" in guild.features, guild.preferred_locale
    holds = None if is_community else language is discord.Locale.american_english
    notes.note(Truth.LANGUAGE, holds, f"{'With' if is_community else 'Without'} Community, it is in {language.value}.")


EXPERIMENTS = (edit_messages, convert_messages, send_twice, use_threads, start_threads, upload_emojis, read_language)


def picture(colour: str, size: int = 64) -> discord.File:
    """A small picture."""
    drawn = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(drawn, "PNG")
    drawn.seek(0)
    return discord.File(drawn, f"{colour}.png", description=colour)


CUSTOM_ID = "field_test:"
REPEATED = 40060
"""The code of its error (Discord documentation, "JSON Error Codes")."""
DEFERRED_UPDATE = discord.InteractionResponseType.deferred_message_update.value
TOKEN_LASTS = timedelta(minutes=15, seconds=30)
"""How long a token works, and half a minute (Discord documentation, "Interactions": 15 minutes)."""
PUSHES = {"both": "Both said what it is about", "first": "Only the first did", "none": "No push came"}


class Listener(discord.Client):
    """Hears which buttons of the field test the host taps."""

    def __init__(self, host: int, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), **options)
        self._host = host
        self._taps: asyncio.Queue[discord.Interaction[Any]] = asyncio.Queue()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Keep the host's taps; another bot of the same token may have others."""
        custom_id = str((interaction.data or {}).get("custom_id", ""))
        if not custom_id.startswith(CUSTOM_ID):
            return
        if interaction.user.id == self._host:
            self._taps.put_nowait(interaction)
        else:
            await answer_to(interaction.response.send_message("Only the host takes part.", ephemeral=True))

    async def tap(self, patience: timedelta) -> discord.Interaction[Any] | None:
        """The host's next tap; ``None`` if none comes."""
        try:
            async with asyncio.timeout(patience.total_seconds()):
                return await self._taps.get()
        except TimeoutError:
            return None


def choice(interaction: discord.Interaction[Any]) -> str:
    """Which button was tapped."""
    return str((interaction.data or {}).get("custom_id", "")).removeprefix(CUSTOM_ID)


def buttons(choices: Sequence[tuple[str, str]]) -> ui.ActionRow[Any]:
    """Buttons with what they stand for and what they say."""
    return ui.ActionRow(*(ui.Button[Any](custom_id=f"{CUSTOM_ID}{key}", label=label) for key, label in choices))


async def ask(ground: Ground, notes: Notebook, listener: Listener, patience: timedelta, *, is_long: bool) -> None:
    """Ping the host and have them tap three buttons, the last one after 15 minutes if the test ``is_long``."""
    called = discord.AllowedMentions(users=[ground.host])
    await ground.post(f"<@{ground.host.id}> a ping in plain words", allowed_mentions=called)
    quiet = await ground.post("", view=in_words(f"<@{ground.host.id}> a ping in components"), allowed_mentions=called)
    pinged = [user.id for user in quiet.mentions] == [ground.host.id]
    notes.note(Truth.PING, pinged, "Discord names the host." if pinged else "Discord names nobody.")
    question = in_words("Two pings: what did your phone show?", buttons(list(PUSHES.items())))
    await ground.post("", view=question)
    print(f"You were pinged twice in #{ground.channel.name}. Look at your phone, and tap the answer there.")
    tapped = await listener.tap(patience)
    if tapped is None:
        return
    kind = choice(tapped)
    notes.note(Truth.PUSH, {"both": False, "first": True}.get(kind), f"{PUSHES.get(kind, 'Nobody knows')}.")
    await _answer_twice(tapped, notes)
    print("Tap the button that only you see.")
    if (again := await listener.tap(patience)) is not None:
        await answer_to(again.response.defer())
    edited = await answer_to(tapped.edit_original_response(content=f"{NAME}: edited"))
    notes.note_answer(Truth.EPHEMERAL, edited)
    await _tap_in_archived_thread(ground, notes, listener, patience)
    if is_long:
        await _wait_for_the_token(tapped, notes)
        await _tap_late(notes, listener, patience)


async def _answer_twice(tapped: discord.Interaction[Any], notes: Notebook) -> None:
    """Answer with an ephemeral button, and answer again as if the first answer had been lost."""
    view = ui.View(timeout=None)
    view.add_item(ui.Button[Any](custom_id=f"{CUSTOM_ID}ephemeral", label="Tap this as well"))
    view.stop()
    await answer_to(tapped.response.send_message(f"{NAME}: only you see this", view=view, ephemeral=True))
    route = Route(
        "POST", "/interactions/{number}/{token}/callback", number=tapped.id, token=tapped.token
    )  # as discord.py repeats a request; its own method knows that it has answered
    repeated = await answer_to(tapped.client.http.request(route, json={"type": DEFERRED_UPDATE}))
    notes.note_answer(Truth.REPEATED, repeated, Answer(400, REPEATED))


async def _tap_in_archived_thread(ground: Ground, notes: Notebook, listener: Listener, patience: timedelta) -> None:
    thread = ground.thread or await ground.start_thread()
    await ground.post("", thread, view=in_words("an archived thread", buttons([("archived", "Tap this, too")])))
    await thread.edit(archived=True)
    print(f"Tap the button in the archived thread {NAME!r}: a message in #{ground.channel.name} leads to it.")
    if (tapped := await listener.tap(patience)) is None:
        notes.note(Truth.ARCHIVED_TAP, None, "No tap came.")
        return
    found = await ground.client.fetch_channel(thread.id)
    is_open = isinstance(found, discord.Thread) and not found.archived
    notes.note(
        Truth.ARCHIVED_TAP, is_open, f"A tap came, and the thread was {'open' if is_open else 'still archived'}."
    )
    await answer_to(tapped.response.send_message(f"{NAME}: thank you", ephemeral=True))


async def _wait_for_the_token(tapped: discord.Interaction[Any], notes: Notebook) -> None:
    print("The next 15 minutes need nobody.")
    rest = tapped.created_at + TOKEN_LASTS - discord.utils.utcnow()
    await asyncio.sleep(max(0, rest.total_seconds()))
    late = await answer_to(tapped.edit_original_response(content=f"{NAME}: late"))
    notes.note(Truth.TOKEN, None if late.status >= 500 else late != Answer(), f"Discord's answer: {late}.")


async def _tap_late(notes: Notebook, listener: Listener, patience: timedelta) -> None:
    print("Tap the button that only you see once more.")
    if (tapped := await listener.tap(patience)) is None:
        notes.note(Truth.LATE_TAP, None, "No tap came.")
        return
    edited = await answer_to(tapped.response.edit_message(content=f"{NAME}: thank you", view=None))
    notes.note_answer(Truth.LATE_TAP, edited)
