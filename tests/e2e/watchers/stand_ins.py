"""A computer plays for somebody who leaves, at a human pace, until they are back."""

from simcord import MemberActor

from playground.testing.people import press
from playground.testing.room import Room, told
from playground.testing.screens import read, texts, visible
from playground.testing.watcher import Watcher

STEPS_BEFORE = 3


class StandIns(Watcher):
    """Has a player leave when it is their turn, and return when a computer has moved for them."""

    def __init__(self, room: Room, player: MemberActor) -> None:
        self._room = room
        self._player = player
        self._steps = 0
        self.moves = 0
        """How often the computer has moved."""

    async def after_step(self) -> None:
        """The first time that the game waits for the player after some steps, a computer plays for them."""
        self._steps += 1
        if self._steps <= STEPS_BEFORE or self.moves or self._player not in await self._room.to_act():
            return
        room, player = self._room, self._player
        before = len(await room.moves())
        assert "A computer plays for you" in told(await room.more(player, "Leave"))
        assert len(await room.moves()) == before, "the computer has not paused"
        await room.computers()
        self.moves = len(await room.moves()) - before
        assert self.moves, "the computer has not moved"
        assert f"{player.name} 🤖" in self._described()
        await room.hand(player)
        assert not [menu for menu in read(room.hand_of(player)).menus if menu.custom_id.startswith("menu:")]
        await press(player, room.hand_of(player), "I'm back")
        assert f"{player.name} 🤖" not in self._described()

    async def at_the_end(self) -> None:
        """A computer has played."""
        assert self.moves, "it was never the player's turn"

    def _described(self) -> str:
        """The table's words, and what its picture shows."""
        shown = self._room.shown
        return visible("\n".join([texts(shown), *(picture.alt for picture in read(shown).pictures)]))
