"""What the message of a table shows, as everybody sees it."""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import discord
from discord import ui

from cogs.clocks import pause_lines, timeout_parts
from cogs.shared.contents import Content
from cogs.shared.drawing import FOLLOWERS_PATIENCE, Need, Urgency, always, prompt_answer
from cogs.shared.layout import (
    LOBBY_COLOUR,
    PLAY_COLOUR,
    RESULT_COLOUR,
    Detail,
    Parts,
    fit,
    layout,
    news_lines,
    row,
    rows,
)
from cogs.shared.pictures import Picture, Pictures, below_each_other, shown_example
from cogs.shared.post_messages import Shown, age
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from cogs.shared.results import ending, result_buttons, result_parts
from cogs.shared.table_parts import (
    TableButton,
    Verb,
    closed_screen,
    more_button,
    resignations,
    table_button,
    trouble_screen,
    unrated_line,
    waiting_line,
)
from cogs.shared.zones import open_hands, scene_parts
from cogs.tables.lobby_screen import lobby_parts, lobby_screen
from cogs.take_backs import take_back_parts
from cogs.votes import vote_parts
from db.posts import PostRecord
from db.records import Phase
from engines.scenes import Scene
from engines.texts import Text, draw_card, say
from sessions.service import Service
from sessions.settings.server import ServerSetting
from sessions.snapshots import SEALED, Snapshot
from sessions.tables.leaving import late_seats

EXAMPLE = say("An example")
EDITABLE = timedelta(minutes=55)
"""Discord allows only a few edits of messages older than an hour in 20 seconds (error 30046): a table that changes
often is posted anew before that."""
OFTEN, WITHIN = 3, timedelta(minutes=1)
"""How many changes in how short a time are often."""

AT_REST = Need()


def table_screen(
    snapshot: Snapshot, renderer: Renderer, picture: Picture | None = None, changed_by: int | None = None
) -> ui.LayoutView:
    """The table in its present phase, after a change by this member if one is given.

    A picture of it replaces most of the words.
    """
    match snapshot.table.phase:
        case Phase.LOBBY:
            return lobby_screen(snapshot, renderer, picture)
        case Phase.PLAYING:
            return game_screen(snapshot, renderer, picture)
        case Phase.FINISHED:
            return result_screen(snapshot, renderer, picture)
        case Phase.CLOSED:
            return closed_screen(snapshot, renderer, changed_by)


def game_screen(snapshot: Snapshot, renderer: Renderer, picture: Picture | None) -> ui.LayoutView:
    """The game in progress."""
    if snapshot.view is None and not snapshot.hides_cards:
        return trouble_screen(snapshot, renderer)
    scene = _besides(snapshot.game.scene(snapshot.view), snapshot.news) if snapshot.view else None
    table, timing = snapshot.table, snapshot.timing

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        shown = below_each_other(picture) if picture else _in_words(snapshot, scene, renderer, detail)
        return layout(
            PLAY_COLOUR,
            *shown,
            resignations(snapshot, renderer),
            unrated_line(snapshot, renderer) if snapshot.unrated else "",
            waiting_line(snapshot, scene, renderer, is_small=picture is not None),
            pause_lines(timing.paused, renderer) if timing and timing.paused else "",
            *(timeout_parts(snapshot, renderer) if late_seats(table) or (timing and timing.is_ending) else ()),
            *(vote_parts(snapshot, table.vote, renderer) if table.vote else ()),
            *(take_back_parts(table, table.take_back_request, renderer) if table.take_back_request else ()),
            row(
                table_button(snapshot, renderer, Verb.HAND, say("My hand"), discord.ButtonStyle.primary, emoji="🎴"),
                table_button(snapshot, renderer, Verb.FOLLOW, say("Follow"), emoji="🔔"),
                more_button(snapshot, renderer),
            ),
        )

    return fit(renderer, build)


def result_screen(snapshot: Snapshot, renderer: Renderer, picture: Picture | None) -> ui.LayoutView:
    """The finished game: places, points, ratings, why it ended, and the last position unless the picture tells more."""

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        is_told = picture is not None and snapshot.result is not None
        return layout(
            RESULT_COLOUR,
            *(below_each_other(picture) if picture else []),
            *result_parts(snapshot, renderer, detail, below_picture=picture is not None),
            *([] if is_told else _last_position(snapshot, picture, renderer, detail)),
            *rows([*result_buttons(snapshot, renderer), more_button(snapshot, renderer)]),
        )

    return fit(renderer, build)


def _last_position(snapshot: Snapshot, picture: Picture | None, renderer: Renderer, detail: Detail) -> Parts:
    """The latest news, and the cards as far as no picture shows them."""
    scene = snapshot.scene
    news = news_lines(snapshot.news, renderer, detail)
    if scene is None:
        return news
    if picture is not None:
        return [*news, *open_hands(scene, renderer, detail)]
    return [*news, *scene_parts(_besides(scene, snapshot.news), renderer, detail)] if detail < Detail.BARE else news


def _besides(scene: Scene, news: Sequence[Text]) -> Scene:
    """The scene without a finished trick whose cards the news names."""
    told = " ".join(map(str, news))
    left = (
        trick
        for trick in scene.tricks
        if not (trick.is_over and all(draw_card(part.card) in told for part in trick.cards if part.card is not None))
    )
    return replace(scene, tricks=tuple(left))


def text_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The table in words, for members who do not see the picture."""
    if snapshot.table.phase is Phase.LOBBY:
        return fit(renderer, lambda _detail, words: layout(LOBBY_COLOUR, *lobby_parts(snapshot, words)))
    scene = snapshot.scene
    if scene is None:
        return table_screen(snapshot, renderer)
    why = f"-# {renderer.render(ending(snapshot))}" if snapshot.table.phase is Phase.FINISHED else ""

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        table = _in_words(snapshot, scene, renderer, detail)
        return layout(PLAY_COLOUR, *table, waiting_line(snapshot, scene, renderer), why)

    return fit(renderer, build)


def _in_words(snapshot: Snapshot, scene: Scene | None, renderer: Renderer, detail: Detail) -> Parts:
    """What a picture shows: the table, and what has happened."""
    if scene is None:
        players = " – ".join(renderer.player(seat.seat) for seat in snapshot.table.seats)
        return [f"## 🃏 {snapshot.game.name}\n{players}\n-# 🔒 {renderer.render(SEALED)}"]
    heading = f"## 🃏 {snapshot.game.name}\n-# {renderer.render(scene.headline)}"
    return [heading, *scene_parts(scene, renderer, detail), *news_lines(snapshot.news, renderer, detail)]


class TableDisplay:
    """Makes what the messages of tables show, and remembers who has changed each."""

    def __init__(self, service: Service, renderers: Renderers, pictures: Pictures) -> None:
        self._service = service
        self._renderers = renderers
        self._pictures = pictures
        self._changed_by: dict[int, int | None] = {}
        self._changed_at: defaultdict[int, deque[datetime]] = defaultdict(lambda: deque(maxlen=OFTEN))
        self._overtaken: set[int] = set()

    def note_change(self, table_id: int, by: int | None) -> None:
        """Note who has changed the table: this member, or the bot."""
        self._changed_by[table_id] = by
        self._changed_at[table_id].append(self._service.now())

    def has_changed(self, table_id: int) -> bool:
        """Whether the table has changed since the bot has started."""
        return table_id in self._changed_by

    def is_changed_by_member(self, table_id: int) -> bool:
        """Whether a member has made the table's latest change."""
        return self._changed_by.get(table_id) is not None

    def forget_member(self, user_id: int) -> None:
        """Forget which tables a member has changed."""
        for table_id in [table_id for table_id, by in self._changed_by.items() if by == user_id]:
            del self._changed_by[table_id]

    def drop(self, table_id: int) -> None:
        """Forget a table that no longer changes."""
        self._changed_by.pop(table_id, None)
        self._changed_at.pop(table_id, None)
        self._overtaken.discard(table_id)

    def shown(self, snapshot: Snapshot, *, is_called: bool = False) -> Shown:
        """What a table's message shows now. One that can soon be edited no more is replaced.

        ``is_called``: somebody who is away is called to the table by another message. Then an old one is edited all the
        same, and so it is while those who are to act are here: such changes are far apart or few, and Discord limits
        only how often an old message is edited.
        """
        table = snapshot.table
        is_old = table.message_id is not None and age(table.message_id) > EDITABLE
        stays = is_called or (self._is_noticed(snapshot) and not self._is_busy(table.id))
        is_current = partial(self._service.views.is_current, snapshot)
        urgency = Urgency.ACTED if self.is_changed_by_member(table.id) else Urgency.REST
        # A table that moves on whenever its turn comes is drawn all the same.
        lasts = always if table.id in self._overtaken else is_current
        make = partial(self.content, snapshot)
        return Shown(
            table.channel_id,
            partial(self._edited, snapshot, Need(urgency, lasts, FOLLOWERS_PATIENCE)),
            is_open=table.phase.is_open,
            is_anew=is_old and not stays and table.phase.is_open,
            make_new=partial(make, need=Need(Urgency.ACTED, patience=FOLLOWERS_PATIENCE)),  # even if the table moves on
            make_answer=partial(make, need=prompt_answer(is_current)),
        )

    def _is_noticed(self, snapshot: Snapshot) -> bool:
        """Whether everybody who is to act is at the table now."""
        table, view = snapshot.table, snapshot.view
        if view is None:
            return False
        users = [seat.user_id for seat in table.present if seat.seat in view.to_act and seat.user_id is not None]
        return bool(users) and all(self._service.presence.is_at(table.id, user_id) for user_id in users)

    def _is_busy(self, table_id: int) -> bool:
        changes = self._changed_at[table_id]
        return len(changes) == OFTEN and changes[-1] - changes[0] < WITHIN

    async def _edited(self, snapshot: Snapshot, need: Need, with_pictures: bool) -> Content:
        self._overtaken.add(snapshot.table.id)
        content = await self.content(snapshot, with_pictures, need)
        self._overtaken.discard(snapshot.table.id)
        return content

    async def content(self, snapshot: Snapshot, with_pictures: bool, need: Need = AT_REST) -> Content:
        """The table as everybody sees it."""
        renderer = await self._renderers.for_channel(snapshot.table)
        picture = await self._draw(snapshot, renderer, need) if with_pictures else None
        is_late = picture is not None and picture.is_blank and not need.is_prompt
        if is_late:
            picture = None
        changed_by = self._changed_by.get(snapshot.table.id)
        content = Content(table_screen(snapshot, renderer, picture, changed_by), picture)
        content.lacks_picture = is_late
        return content

    async def _draw(self, snapshot: Snapshot, renderer: Renderer, need: Need) -> Picture | None:
        """The picture for the table's message; ``None``: the table is shown in words, or is closed."""
        table = snapshot.table
        if table.phase is Phase.CLOSED or not await self._service.server_settings.is_on(
            table.guild_id, ServerSetting.PICTURES
        ):
            return None
        if table.phase is Phase.LOBBY:
            example = next((section.example for section in snapshot.game.rules if section.example), None)
            if example is None:
                return None
            # Without the names of the members: nobody is playing yet.
            reader = replace(renderer, names={})
            return await self._pictures.draw(shown_example(snapshot.game, example), reader, EXAMPLE, need)
        if table.phase is Phase.FINISHED:
            return await self._pictures.draw_result(snapshot, renderer, need)
        return await self._pictures.draw(snapshot, renderer, need=need)

    def recognise(self, post: PostRecord, message: discord.Message) -> bool:
        """Whether an earlier run of the bot has shown a table as it is: its buttons name the revision."""
        items = ui.LayoutView.from_message(message).walk_children()
        buttons = [TableButton.read(item.custom_id) for item in items if isinstance(item, ui.Button) and item.custom_id]
        return max((button.rev for button in buttons if button is not None), default=post.changes) >= post.changes
