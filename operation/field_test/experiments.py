"""The experiments that need nobody: what Discord answers to the requests that Cardroom makes."""

import io
import secrets

import discord
from PIL import Image

from operation.field_test.ground import Ground, in_words, with_picture
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
