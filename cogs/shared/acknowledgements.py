"""Acknowledges interactions whose answers are late: Discord gives up on an interaction after 3 seconds of silence.

Discord documentation, "Responding to an Interaction".
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import discord

from cogs.shared.responses import ACKNOWLEDGEMENT, ON_ITS_WAY, REQUEST_ERRORS, describe, first_response
from sessions.shared.log_context import begin_work
from sessions.shared.precedence import Precedence
from sessions.shared.timer import Sleep, end

Observer = Callable[[str, float], None]

H = TypeVar("H", bound=Callable[..., Any])
_OPENS_FORM = "opens_form"

_log = logging.getLogger(__name__)

ACKNOWLEDGE_SECONDS = 0.8
"""How long an answer may take before the interaction is acknowledged without it."""
IN_LINE_SECONDS = 0.15
"""The same if so many members wait that nothing can be done for this one yet."""
FORM_SECONDS = 2.3
"""The same for what opens a form, which can only be the first response: Discord gives up soon after."""


def opens_form(handler: H) -> H:
    """Declare that this answer to a tap or a command opens a form."""
    setattr(handler, _OPENS_FORM, True)
    return handler


class Acknowledgements:
    """Defers late answers. A deferred answer follows when it is ready."""

    def __init__(self, precedence: Precedence, sleep: Sleep = asyncio.sleep) -> None:
        self._precedence = precedence
        self._sleep = sleep
        self._timers: set[asyncio.Task[None]] = set()
        self._answering: set[asyncio.Task[Any]] = set()
        self._suggesting: WeakValueDictionary[int, asyncio.Task[None]] = WeakValueDictionary()
        self._observers: list[Observer] = []

    def observe(self, observer: Observer) -> None:
        """Call ``observer`` with the kind of each interaction that is acknowledged, and how many seconds that took."""
        self._observers.append(observer)

    async def watch(self, interaction: discord.Interaction[Any], handler: object) -> None:
        """Acknowledge this interaction, which ``handler`` answers in the current task, unless the answer comes soon.

        Returns when it is this member's turn. What opens a form stands in no line: that takes no time.
        """
        begin_work(guild=interaction.guild_id)
        if _log.isEnabledFor(logging.DEBUG):
            _log.debug("%s", describe(interaction))
        answering = asyncio.current_task()
        assert answering is not None
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)
        answering.add_done_callback(lambda _: _forget_message(interaction))
        is_form = getattr(handler, _OPENS_FORM, False)
        acknowledge = self._acknowledge(interaction, answering, FORM_SECONDS if is_form else ACKNOWLEDGE_SECONDS)
        # An answer cancels the timer.
        timer = interaction.extras[ACKNOWLEDGEMENT] = asyncio.create_task(acknowledge)
        self._timers.add(timer)
        timer.add_done_callback(self._timers.discard)
        interaction.extras[ON_ITS_WAY] = partial(self._precedence.answered, answering)
        self._replace_suggestions(interaction, timer)
        if self._observers and interaction.type is not discord.InteractionType.autocomplete:
            begun = time.perf_counter()
            timer.add_done_callback(lambda _: self._tell_observers(interaction, time.perf_counter() - begun))
        await self._precedence.begin(interaction.user.id, answering, at_once=is_form)

    def _tell_observers(self, interaction: discord.Interaction[Any], seconds: float) -> None:
        """Handle the end of this interaction's timer: the interaction is acknowledged, or the bot stops."""
        if interaction.response.is_done():
            for observer in self._observers:
                observer(interaction.type.name, seconds)

    def _replace_suggestions(self, interaction: discord.Interaction[Any], timer: asyncio.Task[None]) -> None:
        """Drop earlier suggestions: a member who types on or sends the command no longer waits for them."""
        if interaction.type is discord.InteractionType.component:
            return
        outdated = self._suggesting.pop(interaction.user.id, None)
        if outdated is not None:
            outdated.cancel()
        if interaction.type is discord.InteractionType.autocomplete:
            self._suggesting[interaction.user.id] = timer

    async def all_answered(self) -> None:
        """Wait until every interaction has been answered, or has failed."""
        while self._answering:
            await asyncio.wait(self._answering)

    async def close(self) -> None:
        """Acknowledge nothing more."""
        await end(*self._timers)

    async def _acknowledge(
        self, interaction: discord.Interaction[Any], answering: asyncio.Task[Any], seconds: float
    ) -> None:
        waits = self._precedence.has_to_wait(answering) and interaction.type is not discord.InteractionType.autocomplete
        await self._sleep(IN_LINE_SECONDS if waits else seconds)
        if waits and not self._precedence.has_to_wait(answering):
            await self._sleep(seconds - IN_LINE_SECONDS)
        try:
            async with first_response(interaction) as response:
                if response is not None:
                    await _defer(interaction.type, response)
        except REQUEST_ERRORS:
            return  # The answer itself reports the error.


def _forget_message(interaction: discord.Interaction[Any]) -> None:
    """Forget the message of a control that has been handled.

    An open hand keeps its interaction for 15 minutes, to be edited, and the parsed message is most of what that holds.
    """
    interaction.message = None


async def _defer(kind: discord.InteractionType, response: discord.InteractionResponse[Any]) -> None:
    """Acknowledge an interaction of this kind. Suggestions for a command that is being typed cannot follow later."""
    match kind:
        case discord.InteractionType.autocomplete:
            await response.autocomplete([])
        case discord.InteractionType.application_command:
            await response.defer(ephemeral=True, thinking=True)
        case _:
            await response.defer()
