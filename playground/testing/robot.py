"""Players who know no rules: they see their newest hand message and take what it offers."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from simcord import MemberActor, ResponseMessage

from db.records import Phase
from playground.testing.people import choose, press, suggestions
from playground.testing.room import Room
from playground.testing.screens import Button, Menu, Option, Screen, read
from playground.testing.watcher import Watcher

Item = TypeVar("Item")
Taste = Callable[[str], float]
"""How much a robot likes a choice by its label; it takes one of those that it likes best."""

MANY_STEPS = 4_000
"""More taps than any game of these tests takes."""
RETURNING = 0.2
"""How often a robot changes its mind and goes back or to another page where it can."""
ENOUGH = 0.1
"""How often a robot leaves it at what it has chosen of several."""
TURNING = ("Back", "Previous", "Next")


def rather_plays(label: str) -> float:
    """Likes cards more than passing, taking and ending."""
    return -sum(word in label for word in ("Pass", "End turn", "take", "Challenge"))


class Robot:
    """Plays for one member. ``used`` counts by kind what it has pressed and chosen."""

    def __init__(self, room: Room, person: MemberActor, chance: Random, taste: Taste = rather_plays) -> None:
        self.room = room
        self.person = person
        self.used: Counter[str] = Counter()
        self._chance = chance
        self._taste = taste

    def hand(self) -> ResponseMessage:
        """The hand message."""
        return self.room.hand_of(self.person)

    def screen(self) -> Screen:
        """What the hand message shows."""
        return read(self.hand())

    @property
    def is_asked(self) -> bool:
        """Whether the hand message offers something to choose."""
        screen = self.screen()
        return bool(_menus(screen) or _choices(screen))

    def wanted(self, option: Option) -> str:
        """What names an option when it is chosen."""
        return option.value

    async def step(self) -> None:
        """Answer one question, change its mind, or look at another page."""
        screen = self.screen()
        turning = [button for button in _picks(screen) if button.face.split()[-1] in TURNING]
        if turning and self._chance.random() < RETURNING:
            await self._press(self._chance.choice(turning), "turn")
        elif _menus(screen):
            await self._choose(_menus(screen)[0], _choices(screen))
        else:
            await self._press(self._best(_choices(screen), lambda button: button.face), "button")

    async def _choose(self, menu: Menu, buttons: Sequence[Button]) -> None:
        """Choose from a menu, or press one of the buttons beside it; several choices on pages are ended by a button."""
        if menu.most > 1:
            if buttons and self._chance.random() < ENOUGH:
                await self._press(buttons[0], "done")
                return
            options = self._chance.sample(menu.options, max(menu.least, min(menu.most, 2)))
            self.used["several"] += 1
        else:
            best = self._best([*menu.options, *buttons], lambda choice: choice.face)
            if isinstance(best, Button):
                await self._press(best, "button")
                return
            options = [best]
            self.used["menu"] += 1
        await choose(self.person, self.hand(), *map(self.wanted, options))

    async def _press(self, button: Button, kind: str) -> None:
        self.used[kind] += 1
        await press(self.person, self.hand(), button.face)

    def _best(self, items: Sequence[Item], face: Callable[[Item], str]) -> Item:
        liking = [self._taste(face(item)) for item in items]
        return self._chance.choice([item for item, liked in zip(items, liking, strict=True) if liked == max(liking)])


class Listener(Robot):
    """Chooses from menus by what the options say."""

    def wanted(self, option: Option) -> str:
        """What the option says."""
        return option.face


class Typist(Robot):
    """Types its moves: one of those that are suggested."""

    async def step(self) -> None:
        """Type what is suggested for the beginning of a move."""
        offered = await suggestions(self.person, self.room.channel, "move", "action", "")
        assert offered, f"nothing is suggested to {self.person.name}"
        label = self._best(list(offered), lambda label: label)
        await self.room.type_move(self.person, offered[label])


def _picks(screen: Screen) -> list[Button]:
    return [button for button in screen.buttons if (button.custom_id or "").startswith("pick:") and not button.disabled]


def _choices(screen: Screen) -> list[Button]:
    return [button for button in _picks(screen) if button.face.split()[-1] not in TURNING]


def _menus(screen: Screen) -> list[Menu]:
    return [menu for menu in screen.menus if menu.custom_id.startswith("menu:")]


async def play_out(room: Room, robots: Sequence[Robot], watchers: Sequence[Watcher] = ()) -> None:
    """Let robots, and computers, play until the game is over, while watchers look on."""
    for _ in range(MANY_STEPS):
        await room.computers()
        asked = next((robot for robot in robots if robot.is_asked), None)
        if asked is None:
            break
        await asked.step()
        for watcher in watchers:
            await watcher.after_step()
    assert (await room.table()).phase is Phase.FINISHED, "nobody is asked anything and the game is not over"
    for watcher in watchers:
        await watcher.at_the_end()


def robots_for(room: Room, people: list[MemberActor]) -> list[Robot]:
    """Robots that choose by what they read; the last one types its moves."""
    chance = Random(2)
    kinds = [*[Listener] * (len(people) - 1), Typist]
    return [kind(room, person, chance) for kind, person in zip(kinds, people, strict=True)]
