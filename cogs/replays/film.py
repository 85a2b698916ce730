"""The film of a finished game: the moments that decided it, as an animation or in words; and its post."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import ui

from cogs.hands.display import PrivatePictures
from cogs.shared.alt_text import fitting
from cogs.shared.contents import Content
from cogs.shared.controls import handles
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import REPLAY_COLOUR, Parts, layout, row
from cogs.shared.permissions import may_write, require_permissions
from cogs.shared.pictures import Picture, Pictures, below_each_other
from cogs.shared.rendering import Renderer
from cogs.shared.responses import defer, post, show
from cogs.shared.results import ending, how_it_ended
from cogs.shared.table_parts import TableButton, Verb, table_button
from engines.texts import Text, say, say_count
from pictures.table import changes, draw_film
from sessions.replays.key_moments import Shot
from sessions.settings.server import ServerSetting
from sessions.settings.settings import Wish
from sessions.shared.guard import Post
from sessions.shared.refusals import Refused
from sessions.snapshots import Snapshot

FILE_NAME = "film.gif"
"""Always the same, so that it gives nothing away."""
OPENING, MOMENT, CLOSING = 1500, 900, 3000
"""For how many milliseconds the result, each moment and the result again are shown.

Whoever has turned animations off sees the first picture.
"""


class FilmFeature(Feature):
    """Shows films privately, and posts them where their games were played."""

    def __init__(self, context: Context, private_pictures: PrivatePictures) -> None:
        super().__init__(context)
        self._private = private_pictures

    @handles(TableButton, Verb.FILM)
    async def _on_show(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        snapshot, film = await self._film(interaction, button.table)
        await defer(interaction, thinking=True)  # it is drawn when nobody waits for a table
        renderer = await self.renderers.for_member(interaction, snapshot.table)
        has_pictures = await self.service.settings.wants(interaction.user.id, Wish.PICTURES)
        label = say("Post here")
        buttons = (
            [table_button(snapshot, renderer, Verb.POST_FILM, label, emoji="📣")]
            if _is_at(interaction, snapshot)
            else []
        )
        make = partial(self._content, snapshot, film, renderer, has_pictures, buttons)
        await self._private.send(interaction, make, lambda content: show(interaction, content.view, content.files))

    @handles(TableButton, Verb.POST_FILM)
    async def _on_post(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        snapshot, film = await self._film(interaction, button.table)
        if not _is_at(interaction, snapshot):
            raise Refused(say("A film can be posted only where the game was played."))
        if not may_write(interaction):
            raise Refused(say("You can't write in this channel."))
        require_permissions(interaction)
        renderer = await self.renderers.for_channel(snapshot.table)
        has_pictures = await self.service.server_settings.is_on(snapshot.table.guild_id, ServerSetting.PICTURES)
        make = partial(self._content, snapshot, film, renderer, has_pictures, [])
        async with self.service.guard.posting(Post.RESULT, button.table):
            await self._private.send(interaction, make, lambda content: post(interaction, content.view, content.files))

    async def _film(self, interaction: discord.Interaction[Any], table_id: int) -> tuple[Snapshot, Sequence[Shot]]:
        film = await self.service.replays.film(table_id)
        if not film:
            raise Refused(say("Nobody played a card in this game, so there is nothing to show."))
        await self.service.challenges.note_look(table_id, interaction.user.id)
        return await self.service.views.snapshot(table_id, None), film

    async def _content(
        self,
        snapshot: Snapshot,
        film: Sequence[Shot],
        renderer: Renderer,
        has_pictures: bool,
        buttons: Sequence[ui.Button[Any]],
        takes_pictures: bool,
    ) -> Content:
        has_pictures = has_pictures and takes_pictures
        picture = await film_picture(self.pictures, snapshot, film, renderer) if has_pictures else None
        parts = [f"## 🏁 {snapshot.game.name}", *film_parts(snapshot, film, renderer, picture)]
        return Content(layout(REPLAY_COLOUR, *parts, *([row(*buttons)] if buttons else [])), picture)


def _is_at(interaction: discord.Interaction[Any], snapshot: Snapshot) -> bool:
    """Whether this is where the game was played: whoever is elsewhere may not be allowed to see it."""
    return interaction.channel_id in (snapshot.table.channel_id, snapshot.table.home_channel)


async def film_picture(
    pictures: Pictures, snapshot: Snapshot, film: Sequence[Shot], renderer: Renderer
) -> Picture | None:
    """The result, the moments and the result again. Each is drawn by itself, when nobody waits for something else."""
    title, table = snapshot.game.name, snapshot.table
    shown = [await pictures.draw_result(snapshot, renderer)]
    for number, shot in enumerate(film, 1):
        changed, above = (
            changes(shot.before, shot.scene),
            say("Moment {number} of {count}", number=number, count=len(film)),
        )
        shown.append(await pictures.draw_scene(title, shot.scene, renderer, above, changed))
    drawn = [picture.png for picture in (*shown, shown[0]) if picture is not None]
    if len(drawn) < len(film) + 2:
        return None
    job = draw_film, (drawn, [OPENING, *[MOMENT] * len(film), CLOSING])
    alt = fitting(film_sentences(snapshot, film, renderer.written.plain))
    made = await pictures.draw_other((table.id, tuple(film)), renderer, job, alt, range(len(table.seats)))
    return made and replace(made, name=FILE_NAME)


def film_parts(snapshot: Snapshot, film: Sequence[Shot], renderer: Renderer, picture: Picture | None) -> Parts:
    """Who won, what the film shows, and the film; without a picture, its moments in words."""
    heading = f"### {how_it_ended(snapshot, renderer)}\n-# 🎬 {renderer.render(_about(film))}"
    in_words = [f"• {sentence}" for sentence in film_sentences(snapshot, film, renderer)]
    return [heading, *(below_each_other(picture) if picture else ["\n".join(in_words)])]


def _about(film: Sequence[Shot]) -> Text:
    return say_count(
        "One moment of the game, as everybody saw it.",
        "{count} moments of the game, as everybody saw them.",
        len(film),
    )


def film_sentences(snapshot: Snapshot, film: Sequence[Shot], renderer: Renderer) -> Iterator[str]:
    """What happened in each moment, and how the game ended."""
    yield from (renderer.render(shot.scene.told[-1]) for shot in film)
    yield renderer.render(ending(snapshot))
