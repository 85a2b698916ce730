"""The private messages in which players see their cards, and what taps in them do."""

import asyncio
from functools import partial
from typing import Any

import discord
from cachetools import TTLCache

from cogs.hands.display import HandDisplay, NextTableButton, OpenHand, PrivatePictures
from cogs.hands.paths import follow, still_there
from cogs.hands.question import ChoiceButton, ChoiceMenu
from cogs.hands.screen import RESIGNED, first_hint_screen, hint_text, unseen_text, why_not_text
from cogs.shared.contents import Content
from cogs.shared.controls import ControlHandlers, chosen_values, handles
from cogs.shared.drawing import FOLLOWERS_PATIENCE, Need, Overtaken, Urgency, prompt_answer
from cogs.shared.message_tokens import TOKEN_SECONDS, MessageTokens, utc_seconds
from cogs.shared.renderers import Renderers
from cogs.shared.responses import REQUEST_ERRORS, defer, is_final, is_private, redraw, respond, show
from cogs.shared.table_parts import TableButton, Verb
from db.records import Phase, TableRecord
from engines.contract import IllegalAction
from engines.scenes import Decision
from engines.texts import say
from opponents import tip
from sessions.service import Service
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.log_context import note_work
from sessions.shared.refusals import Refused
from sessions.shared.timer import Sleep
from sessions.snapshots import Snapshot

MOST_OPEN = 20_000
"""How many hands are kept up to date."""
NEVER = -1
"""The revision of a hand that is out of date."""
AGAIN = 10.0
"""Seconds after which a hand is shown again that Discord has failed to show."""


class HandMessages:
    """Shows hands, answers taps in them, and keeps open ones up to date as long as Discord allows."""

    def __init__(
        self,
        service: Service,
        renderers: Renderers,
        handlers: ControlHandlers,
        pictures: PrivatePictures,
        tokens: MessageTokens,
        sleep: Sleep,
        edit_seconds: float,
    ) -> None:
        self._service = service
        self._renderers = renderers
        self._display = HandDisplay(service, renderers, pictures)
        self._tokens = tokens
        # After this time an interaction can no longer edit its hand, so it need not be kept.
        self._open: TTLCache[tuple[int, int], OpenHand] = TTLCache(MOST_OPEN, TOKEN_SECONDS, utc_seconds)
        """The hands that are kept up to date, by table and member."""
        self._updates: CoalescingTasks[tuple[int, int]] = CoalescingTasks(self._update, sleep, pause=edit_seconds)
        handlers.add_methods(self)

    def on_event(self, event: TableEvent) -> None:
        """Update the open hands at this table after a change."""
        if event.quiet:
            return
        if event.kind is EventKind.ASKED:
            self._show_answer(event)
            return
        for user_id in event.table.users:
            if (event.table.id, user_id) in self._open:
                self._updates.request((event.table.id, user_id))

    def _show_answer(self, event: TableEvent) -> None:
        """Show the outcome in the hand of the player who asked to take back a move."""
        asker = event.table.seats[event.table.take_backs[-1].seat].user_id
        if asker is None or asker in event.to_act:  # a player who is choosing a move keeps their choices so far
            return
        hand = self._open.get((event.table.id, asker))
        if hand is not None:
            hand.drawn_at = NEVER  # the revision is the same
            self._updates.request((event.table.id, asker))

    async def complete(self) -> None:
        """Wait for the pictures of blank hands: once the bot has stopped, nobody can edit these."""
        blank = [key for key, hand in self._open.items() if hand.blank is not None]
        await asyncio.gather(*map(self._updates.done, blank))

    async def close(self) -> None:
        """Stop following."""
        await self._updates.close()
        self._open.clear()

    def forget_member(self, user_id: int) -> None:
        """Stop following the hands of a member."""
        for key in [key for key in self._open if key[1] == user_id]:
            self._open.pop(key, None)

    def is_open(self, table_id: int, user_id: int) -> bool:
        """Whether this member has a hand message that is kept up to date. Nobody tells the bot if they dismiss it."""
        hand = self._open.get((table_id, user_id))
        return hand is not None and not hand.interaction.is_expired()

    async def open(self, interaction: discord.Interaction[Any], table_id: int, *, replaces: bool = False) -> None:
        """Show a new hand message, which ``replaces`` the latest one. Raises ``Refused`` if this member has no hand."""
        snapshot = await self._require_hand(interaction, table_id)
        hand = OpenHand(interaction, snapshot.table.rev)

        async def send(content: Content) -> None:
            hand.note(content)
            hand.message_id = await show(interaction, content.view, content.files)

        await self._display.send(
            interaction, snapshot, send, prompt_answer(partial(self._service.views.is_current, snapshot))
        )
        key = (table_id, interaction.user.id)
        former = self._open.get(key)
        # Not earlier: until then the interaction may stand for the table's message, which everybody can see.
        self._follow(hand, snapshot.table)
        self._updates.request(key, hurry=hand.blank is not None)
        if replaces and former is not None:
            await former.delete()

    @handles(TableButton, Verb.HAND)
    async def on_hand(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Open a new hand message from the table; in a hand message, redraw that one.

        If the bot needs a token to edit the table's message, it acknowledges the tap there, and then sends the hand.
        """
        message = interaction.message
        if is_private(interaction):
            await self.redraw(interaction, button.table)
            return
        if message is not None and not self._tokens.has(message.id):
            await self._require_hand(interaction, button.table)
            await defer(interaction)
            self._tokens.keep(message.id, interaction)
        await self.open(interaction, button.table)

    async def redraw(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Show the hand in place of the private message whose control was used."""
        await self._require_hand(interaction, table_id)
        await self._redraw(interaction, table_id)

    @handles(NextTableButton)
    async def _on_next_table(self, interaction: discord.Interaction[Any], button: NextTableButton) -> None:
        """Show the hand at another table in this message, which then no longer follows the first one."""
        await self._require_hand(interaction, button.table)
        self._close(button.after, interaction.user.id)
        await self._redraw(interaction, button.table)

    @handles(TableButton, Verb.RETURN)
    async def _on_return(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await self._service.seats.come_back(button.table, interaction.user.id)
        await self.on_hand(interaction, button)

    @handles(TableButton, Verb.TAKE_BACK)
    async def _on_take_back(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await self._service.take_backs.take_back(button.table, interaction.user.id, button.rev)
        await self._redraw(interaction, button.table)

    @handles(TableButton, Verb.ASK_BACK)
    async def _on_ask_back(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await self._service.take_backs.ask(button.table, interaction.user.id, button.rev)
        await self._redraw(interaction, button.table)

    @handles(TableButton, Verb.GO_ON)
    async def _on_go_on(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await self._service.computers.go_on(button.table, interaction.user.id, button.rev)
        await self._redraw(interaction, button.table)

    @handles(TableButton, Verb.WHY_NOT)
    async def _on_why_not(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        snapshot = await self._require_hand(interaction, button.table)
        renderer = await self._renderers.for_member(interaction, snapshot.table)
        await respond(interaction, why_not_text(snapshot, renderer))

    @handles(TableButton, Verb.UNSEEN)
    async def _on_unseen(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        snapshot = await self._require_hand(interaction, button.table)
        renderer = await self._renderers.for_member(interaction, snapshot.table)
        await respond(interaction, unseen_text(snapshot, renderer))

    @handles(TableButton, Verb.HINT)
    async def _on_hint(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Say what matters now, if the game can tell and the hand has not told it. The move follows on request."""
        user_id = interaction.user.id
        game, view = await self._service.hints.check(button.table, user_id)
        snapshot = await self._service.views.snapshot(button.table, user_id)
        look = tip(game, view)
        if look is None or await self._service.first_games.wants_help(snapshot.table, user_id):
            await self._on_advice(interaction, button)
            return
        renderer = await self._renderers.for_member(interaction, snapshot.table)
        await show(interaction, first_hint_screen(snapshot, look, renderer))

    @handles(TableButton, Verb.ADVICE)
    async def _on_advice(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Say what a hard computer would do. It thinks for a second, so Discord is asked to wait."""
        await self._service.hints.check(button.table, interaction.user.id)
        await defer(interaction, thinking=True)
        hint = await self._service.hints.hint(button.table, interaction.user.id)
        table = (await self._service.views.snapshot(button.table, interaction.user.id)).table
        await respond(interaction, hint_text(hint, await self._renderers.for_member(interaction, table)))

    @handles(ChoiceButton)
    @handles(ChoiceMenu)
    async def _on_choice(self, interaction: discord.Interaction[Any], control: ChoiceButton | ChoiceMenu) -> None:
        """Ask the next question, or play the move if the path is complete."""
        table_id, user_id = control.table, interaction.user.id
        page = control.page if isinstance(control, ChoiceButton) else 0
        asked = await self._service.views.asked(table_id, user_id, control.rev)
        if asked is None:
            await self._require_hand(interaction, table_id)
            await self._redraw(interaction, table_id)
            renderer = self._renderers.without_names(interaction)
            outdated = say("That button is out of date; your hand has been refreshed.")
            await respond(interaction, renderer.render(outdated))
            return
        try:
            path, following = follow(asked, control.path, chosen_values(interaction))
        except IllegalAction as error:
            # The choices do not go together: say why, and leave the question as it was.
            await self._redraw(interaction, table_id, still_there(asked, control.path), page)
            await respond(interaction, self._renderers.without_names(interaction).render(error.text))
            return
        if isinstance(following, Decision):
            await self._service.play.act(table_id, user_id, following.actions, control.rev)
            await self._redraw(interaction, table_id)
        else:
            await self._service.plans.decide_oneself(table_id, user_id)
            await self._redraw(interaction, table_id, path, page)

    async def _require_hand(self, interaction: discord.Interaction[Any], table_id: int) -> Snapshot:
        """The table as this member sees it. Raises ``Refused`` if they have no hand there."""
        snapshot = await self._service.views.snapshot(table_id, interaction.user.id)
        phase = snapshot.table.phase
        if snapshot.trouble is not None:
            raise Refused(snapshot.trouble)
        if snapshot.table.seat_of(interaction.user.id) is None:
            if phase is Phase.LOBBY:
                raise Refused(say("You have no seat here yet. Tap Join and wait for the deal."))
            raise Refused(say("You are not in this game. The table shows what everybody may see."))
        if phase is Phase.LOBBY:
            raise Refused(say("There are no cards yet. Start the game when everybody is here."))
        if phase is Phase.CLOSED:
            raise Refused(say("This table was closed. /play opens a new one."))
        if snapshot.seat is None and phase is Phase.PLAYING:  # once the game is over, everybody may see the result
            raise Refused(RESIGNED)
        return snapshot

    async def _redraw(
        self, interaction: discord.Interaction[Any], table_id: int, path: tuple[str, ...] = (), page: int = 0
    ) -> None:
        """Respond to a tap in a hand message by redrawing it, with the question that ``path`` leads to."""
        if not is_private(interaction):
            await self.open(interaction, table_id)
            return
        snapshot = await self._service.views.snapshot(table_id, interaction.user.id)
        key, hand = (table_id, interaction.user.id), OpenHand(interaction, snapshot.table.rev, path=path, page=page)
        former = self._open.get(key)
        # Before any await: the change that this tap has made needs no edit of its own.
        self._follow(hand, snapshot.table)

        async def send(content: Content) -> None:
            await redraw(interaction, content.view, content.files)
            hand.note(content)

        need = prompt_answer(partial(self._service.views.is_current, snapshot))
        try:
            await self._display.send(interaction, snapshot, send, need, path, page)
        except REQUEST_ERRORS:  # words answer this tap, so only an earlier one can still edit the message
            self._close(table_id, interaction.user.id, hand)
            if former is not None and self._open.setdefault(key, former) is former:
                former.drawn_at = NEVER
                self._updates.request_later(key, AGAIN)
            raise
        if self._open.get(key, hand) is hand:  # otherwise a later tap has answered in this message
            hand.drawn_at = snapshot.table.rev  # this answer covers what has changed meanwhile
            self._follow(hand, snapshot.table)
        self._updates.request(key, hurry=hand.blank is not None)

    def _follow(self, hand: OpenHand, table: TableRecord) -> None:
        hand.is_last = not table.phase.is_open
        if not hand.is_last or hand.blank is not None:
            self._open[table.id, hand.interaction.user.id] = hand
        else:  # nothing will change any more
            self._close(table.id, hand.interaction.user.id)

    def _go_on(self, hand: OpenHand, table: TableRecord) -> None:
        """Keep up to date what has been shown again, and have its picture follow."""
        self._follow(hand, table)
        if hand.blank is not None:
            self._updates.request((table.id, hand.interaction.user.id))

    def _close(self, table_id: int, user_id: int, hand: OpenHand | None = None) -> None:
        """Stop updating a hand message; with ``hand``, only if the member has not opened another one."""
        if hand is None or self._open.get((table_id, user_id)) is hand:
            self._open.pop((table_id, user_id), None)

    async def _outdated(self, key: tuple[int, int]) -> OpenHand | None:
        """The open hand, unless it is right and has its picture. Another question is asked from its beginning."""
        hand = self._open.get(key)
        if hand is not None and not await self._service.views.shows_all(*key, hand.drawn_at):
            hand.path, hand.page, hand.drawn_at = (), 0, NEVER
        elif hand is not None and hand.blank is None:
            return None
        return hand

    async def _complete(self, key: tuple[int, int], hand: OpenHand) -> bool:
        """Put the picture into a blank hand that is right otherwise; ``False`` if it has to be drawn anew."""
        if hand.blank is None or hand.blank.lacks_names or hand.drawn_at == NEVER or hand.is_last:
            return False
        try:
            if not await hand.blank.complete():
                return False
            if self._open.get(key) is hand:
                await hand.edit(hand.blank)
        except (Overtaken, *REQUEST_ERRORS):
            return False
        return True

    async def _update(self, key: tuple[int, int]) -> None:
        """Redraw an open hand, unless its player is answering a question that has not changed."""
        table_id, user_id = key
        note_work(table=table_id)
        hand = await self._outdated(key)
        if hand is None:
            return
        # The picture is a part of an answer, so it stands in line for being drawn only.
        if await self._complete(key, hand):
            return
        await self._service.precedence.give_way()
        self._updates.take_in(key)
        hand = await self._outdated(key)
        if hand is None:
            return
        if hand.interaction.is_expired():
            self._close(table_id, user_id)
            return

        def is_latest() -> bool:
            return self._open.get(key) is hand

        async def edit(content: Content) -> None:
            if is_latest():  # a later tap has answered in the same message
                await hand.edit(content)

        snapshot = await self._service.views.snapshot(table_id, user_id)
        drawn_at, hand.drawn_at = hand.drawn_at, snapshot.table.rev
        urgency = Urgency.ANSWER if hand.blank is not None else Urgency.ACTED
        need = Need(urgency, lambda: is_latest() and self._service.views.is_current(snapshot), FOLLOWERS_PATIENCE)
        try:
            await self._display.send(hand.interaction, snapshot, edit, need, hand.path, hand.page)
        except Overtaken:
            hand.drawn_at = drawn_at
            self._updates.request(key)
            return
        except REQUEST_ERRORS as error:
            if not is_final(error):
                hand.drawn_at = drawn_at
                self._updates.request_later(key, AGAIN)
                return
            self._close(table_id, user_id, hand)  # it is dismissed or out of reach: "My hand" opens a new one
        if is_latest():
            self._go_on(hand, snapshot.table)
