"""Members at many tables who tap at a given rate, whether or not the bot keeps up, and time its answers."""

import asyncio
import json
import re
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from random import Random
from typing import Any

from discord import ButtonStyle

from benchmarks.open_tables import OpenTable
from benchmarks.wire import Message, Wire
from cogs.shared.table_parts import TableButton, Verb

NEXT_TAP = 0.5
"""Seconds that a member takes from one tap to the next of the same move."""
LONGEST_WAIT = 300.0
"""Seconds after which members who have no hand give up."""
PATIENCE = 20
"""If a hand does not change, a member waits this many times longer before the next tap."""
LOOKS = 0.1
"""The part of the members who tap *My hand* instead of moving."""
MANY_TAPS = 60
"""More than any move takes."""
FEW = 10
"""How many random seats are looked at before all of them are."""
BUTTON, MENU = 2, 3
"""Types of components (Discord documentation, "Component Reference")."""
TURNING = ("Back", "Previous", "Next")
CHOICE = re.compile(r'"custom_id":"(pick|menu):')
OF_TABLE = re.compile(r'"custom_id":"(?:pick|menu|table):(\d+):')
REVISION = re.compile(r'"custom_id":"(?:pick|menu):\d+:(\d+):')

Seat = tuple[int, int]
"""A table and a member who plays there."""


class Crowd:
    """The members. They see their hands, as the wire shows them, and take what these offer.

    ``waits`` are the seconds from the moment at which each tap was due until the member saw the answer.
    """

    def __init__(self, wire: Wire, rng: Random) -> None:
        self.waits: list[float] = []
        self.unanswered: dict[str, tuple[float, asyncio.Future[None]]] = {}
        """When taps were due that have not been answered yet, and what waits for that, by the interaction's token."""
        self._wire = wire
        self._rng = rng
        self._hands: dict[Seat, Message] = {}
        self._tables: dict[Seat, OpenTable] = {}
        self._all_see_hands = asyncio.Event()
        self._asked: dict[Seat, None] = {}
        self._busy: set[Seat] = set()
        self._moves: set[asyncio.Task[None]] = set()
        wire.on_answer = self._on_answer
        wire.on_message = self._on_message

    @property
    def hands(self) -> Sequence[Message]:
        """The hands that offer a choice."""
        return [self._hands[seat] for seat in self._asked]

    async def sit_down(self, tables: Sequence[OpenTable], rate: float) -> None:
        """All members at these tables open their hands, so many in a second."""
        self._tables |= {(table.id, member): table for table in tables for member in table.members}
        due = time.perf_counter()
        for seat in self._tables:
            await asyncio.sleep(due - time.perf_counter())
            self._start(self._open_hand(seat, due))
            due += 1 / rate
        await asyncio.gather(*self._moves)
        await asyncio.wait_for(self._all_see_hands.wait(), LONGEST_WAIT)

    async def tap(self, rate: float, seconds: float) -> int:
        """Begin so many moves a second and return how many could not be begun: nobody was asked."""

        def begin(due: float) -> bool:
            seat = self._free_seat()
            if seat is not None:
                self._start(self._move(seat, due))
            return seat is not None

        return await self._at_random_moments(rate, seconds, begin)

    async def tap_once(self, rate: float, seconds: float) -> None:
        """Use the controls of hands that never change, so many a second."""
        seats = list(self._asked)

        def begin(due: float) -> bool:
            self._start(self._choose(self._rng.choice(seats), due))
            return True

        await self._at_random_moments(rate, seconds, begin)
        await asyncio.gather(*self._moves)

    async def _at_random_moments(self, rate: float, seconds: float, begin: Callable[[float], bool]) -> int:
        """Call ``begin`` so often in a second, with the time at which it was due; how often it could do nothing."""
        missed, due = 0, time.perf_counter()
        end = due + seconds
        while due < end:
            if (early := due - time.perf_counter()) > 0:  # discord.py reads all that has come in one turn of the loop
                await asyncio.sleep(early)
            missed += not begin(due)
            due += self._rng.expovariate(rate)
        return missed

    def _free_seat(self) -> Seat | None:
        """Any seat that is asked for a move and not making one, ``None`` if there is none."""
        asked = list(self._asked)
        for _ in range(min(len(asked), FEW)):  # most are free, and to look at all takes longer
            seat = self._rng.choice(asked)
            if seat not in self._busy:
                return seat
        free = [seat for seat in asked if seat not in self._busy]
        return self._rng.choice(free) if free else None

    def overdue(self) -> list[float]:
        """For how many seconds each tap has waited that has not been answered yet."""
        return [max(0.0, time.perf_counter() - due) for due, _ in self.unanswered.values()]

    async def stop(self) -> None:
        """Abandon the moves that have begun."""
        moves = list(self._moves)
        for move in moves:
            move.cancel()
        await asyncio.gather(*moves, return_exceptions=True)

    def _start(self, move: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(move)
        self._moves.add(task)
        task.add_done_callback(self._moves.discard)

    async def _move(self, seat: Seat, due: float) -> None:
        """Tap until the move is made. ``due`` is when the first tap is."""
        self._busy.add(seat)
        try:
            if self._rng.random() < LOOKS:
                await self._open_hand(seat, due)
                due = await self._pause(due)
            before = _revision(self._hands[seat])
            for _ in range(MANY_TAPS):
                if seat not in self._asked or _revision(self._hands[seat]) != before:
                    return
                hand = self._hands[seat].components
                await self._choose(seat, due)
                due = await self._pause(due)
                for _ in range(PATIENCE):  # the answer may have been acknowledged before the hand follows
                    if self._hands[seat].components != hand:
                        break
                    due = await self._pause(due)
        finally:
            self._busy.discard(seat)

    async def _pause(self, due: float) -> float:
        """Wait until the next tap, and return when it is due."""
        due = max(due, time.perf_counter()) + NEXT_TAP
        await asyncio.sleep(due - time.perf_counter())
        return due

    async def _open_hand(self, seat: Seat, due: float) -> None:
        """Tap *My hand* at the table."""
        table = self._tables[seat]
        button = TableButton(table.id, 1, Verb.HAND).custom_id
        shown = f'[{{"type":1,"components":[{{"type":{BUTTON},"style":2,"label":"My hand","custom_id":"{button}"}}]}}]'
        await self._use(Message(table.id, table.guild, table.channel, components=shown), seat[1], press(button), due)

    async def _choose(self, seat: Seat, due: float) -> None:
        """Take any choice that a hand offers."""
        hand = self._hands[seat]
        chosen = any_choice(hand, self._rng)
        assert chosen is not None, f"no choice in {hand.components}"
        await self._use(hand, seat[1], chosen, due)

    async def _use(self, message: Message, user: int, data: str, due: float) -> None:
        """Use a control, wait until the bot has answered, and note how long that took since it was due."""
        answer = asyncio.get_running_loop().create_future()
        self.unanswered[self._wire.use(message, user, data)] = due, answer
        await answer

    def _on_answer(self, token: str) -> None:
        if token not in self.unanswered:
            return
        due, answer = self.unanswered.pop(token)
        self.waits.append(time.perf_counter() - due)
        if not answer.done():  # it is done if the move was given up at the end
            answer.set_result(None)

    def _on_message(self, message: Message) -> None:
        """Keep the newest hand of each member."""
        table = OF_TABLE.search(message.components) if message.reader else None
        if table is None or message.reader is None:
            return
        seat = int(table[1]), message.reader
        self._hands[seat] = message
        if len(self._hands) >= len(self._tables):
            self._all_see_hands.set()
        if CHOICE.search(message.components):
            self._asked[seat] = None
        else:
            self._asked.pop(seat, None)


def any_choice(hand: Message, rng: Random) -> str | None:
    """What a member who takes any choice taps: the data of the interaction; ``None`` if the hand offers none."""
    controls = list(controls_of(json.loads(hand.components)))
    picks = [control for control in controls if control["custom_id"].startswith("pick:")]
    picks = [pick for pick in picks if not _turns(pick)]
    menus = [control for control in controls if control["custom_id"].startswith("menu:")]
    if not picks and not menus:
        return None
    chosen = rng.choice(picks + menus)
    several = next((menu for menu in menus if menu.get("max_values", 1) > 1), None)
    if several is not None:
        chosen = picks[0] if picks else several
    if chosen["type"] == BUTTON:
        return press(chosen["custom_id"])
    most = min(chosen.get("max_values", 1), max(chosen.get("min_values", 1), 2))
    options = rng.sample(chosen["options"], max(1, min(most, len(chosen["options"]))))
    values = json.dumps([option["value"] for option in options])
    return f'{{"component_type":{MENU},"custom_id":"{chosen["custom_id"]}","values":{values}}}'


def press(custom_id: str) -> str:
    """What Discord sends when a button is pressed."""
    return f'{{"component_type":{BUTTON},"custom_id":"{custom_id}"}}'


def fitting(message: Message, pattern: re.Pattern[str], style: ButtonStyle | None = None) -> Iterator[str]:
    """The custom ids of the controls of a message that can be used, fit the pattern and have this style."""
    for control in controls_of(json.loads(message.components)):
        if pattern.fullmatch(control["custom_id"]) and (style is None or control.get("style") == style.value):
            yield control["custom_id"]


def controls_of(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The controls that can be used, those inside other components included."""
    for component in components:
        if "custom_id" in component and not component.get("disabled"):
            yield component
        yield from controls_of(component.get("components", ()))
        yield from controls_of([component["accessory"]] if "accessory" in component else ())


def _turns(button: dict[str, Any]) -> bool:
    return button.get("label", "-").split()[-1] in TURNING


def _revision(hand: Message) -> str:
    """The revision at which a hand was drawn, as its controls have it."""
    found = REVISION.search(hand.components)
    return found[1] if found else ""
