"""/learn: every lesson in every language by taps, with a wrong move, "Show me" and "Back" in each step."""

from collections import deque
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from cogs.hands.paths import advance
from cogs.hands.question import ChoiceControls
from cogs.lessons.screen import OVER, LessonButton, LessonChoiceButton, LessonChoiceMenu, LessonVerb, lesson_choices
from cogs.shared.controls import Control
from cogs.shared.layout import layout, row
from cogs.shared.renderers import Names
from cogs.shared.rendering import Renderer
from cogs.shared.table_parts import LearnButton
from db.purpose_records import PracticeGame
from engines import GAMES
from engines.contract import Game, IllegalAction, View
from engines.lessons import Lesson
from engines.scenes import Decision
from engines.texts import Text, say
from engines.tutoring import judge, position, written
from playground.testing.people import answered, choose, press, slash
from playground.testing.room import Room, told
from playground.testing.screens import Seen, message_of, read, texts
from sessions.settings.settings import Wish
from tests.e2e.gateway import Gateway
from tests.e2e.lengths import LONG_GAMES
from tests.e2e.test_practice_alone import newest
from tests.e2e.watchers.restarts import Restart

ENGLISH = "en-US"
LESSONS = [(game, lesson) for game in GAMES.values() for lesson in game.lessons]
LANGUAGES = (ENGLISH, "de", "fr", "es-419")
PILES = GAMES["three_piles"]
BASICS = PILES.lessons[0]
MOST_WAYS = 500
"""How many decisions of a step are looked at to find a right and a wrong one."""
CHANGED = "This lesson has changed. /rules has the new one."


def in_languages() -> Iterator[Any]:
    """Every lesson in every language if games are to be long, or else in one of them."""
    for number, (game, lesson) in enumerate(LESSONS):
        for language in LANGUAGES if LONG_GAMES else [LANGUAGES[number % len(LANGUAGES)]]:
            yield pytest.param(game, lesson, language, id=f"{game.key}-{lesson.key}-{language}")


Groups = tuple[tuple[str, ...], ...]
"""The choices of a decision, those of one question together."""


def ways(game: Game[Any], view: View[Any]) -> Iterator[tuple[Groups, Decision[Any]]]:
    """Decisions and how they are tapped, fewest taps first, several choices only where one menu has all of them.

    A question that can be reached in several ways is walked once, as cards can be put into a hand and back for ever.
    """
    ahead, seen = deque[tuple[Groups, tuple[str, ...]]]([((), ())]), set[tuple[str, ...]]()
    while ahead:
        tapped, path = ahead.popleft()
        try:
            walked, asked = advance(game, view, path)
        except IllegalAction:  # a set of choices that is refused as a whole
            continue
        if isinstance(asked, Decision):
            yield tapped, asked
            continue
        keys = [choice.key for choice in asked.choices]
        if walked in seen or (asked.most > 1 and len(keys) > 25):
            continue
        seen.add(walked)
        least = max(1, asked.least)
        groups = [(key,) for key in keys] if least == 1 else []
        groups += [tuple(keys[:number]) for number in range(max(2, least), min(asked.most, len(keys)) + 1)]
        ahead.extend(((*tapped, group), (*walked, *group)) for group in groups)


class Learner:
    """Follows a lesson by taps in its message, in the language of ``locale``."""

    def __init__(
        self, person: MemberActor, game: Game[Any], lesson: Lesson, message: ResponseMessage, locale: str = ENGLISH
    ) -> None:
        self.person, self.game, self.lesson, self.message = person, game, lesson, message
        names = Names.in_lesson(person.name, lesson.seat, position(game, lesson, 0).seats)
        self._renderer = Renderer(locale, names, isolated=False)

    def word(self, label: str) -> str:
        """A label in the learner's language."""
        return self._renderer.render(say(label))

    def says(self, text: Text) -> bool:
        return self._renderer.render(text) in texts(self.message)

    def faces(self) -> list[str]:
        return [button.face for button in read(self.message).buttons]

    def is_at(self, number: int) -> bool:
        heading = say("Step {number} of {count}", number=number + 1, count=len(self.lesson.steps))
        return self.says(heading) and self.says(self.lesson.steps[number].words)

    def can(self, label: str) -> bool:
        """Whether there is a button with this label."""
        return any(face.endswith(self.word(label)) for face in self.faces())

    async def press(self, label: str) -> InteractionResult:
        return await press(self.person, self.message, self.word(label))

    async def decide(self, number: int, groups: Groups) -> None:
        """Tap the choices of a decision, one question after the other."""
        view = position(self.game, self.lesson, number).view(self.lesson.seat)
        controls = lesson_choices(self.game.key, self.lesson.key, number)
        await decide(self.person, self.message, controls, self.game, view, groups)

    def right_and_wrong(self, number: int) -> tuple[Groups | None, tuple[Groups, Text] | None]:
        """The taps of a right decision, and those of a wrong one with the remark on it, if they are found soon."""
        step, right, wrong = self.lesson.steps[number], None, None
        view = position(self.game, self.lesson, number).view(self.lesson.seat)
        for (groups, decision), _ in zip(ways(self.game, view), range(MOST_WAYS), strict=False):
            if written(decision.actions) in step.accepted:
                right = right or groups
            elif wrong is None:
                wrong = groups, judge(step, decision).remark
            if right and wrong:
                break
        return right, wrong


async def decide(
    person: MemberActor, message: Seen, controls: ChoiceControls, game: Game[Any], view: View[Any], groups: Groups
) -> None:
    """Tap the choices of a decision: the button or menu for each, after turning to the page that has it."""
    path: tuple[str, ...] = ()
    for group in groups:
        path = advance(game, view, path)[0]
        wanted = controls.button((*path, *group)).custom_id
        while True:
            screen = read(message)
            if wanted in [button.custom_id for button in screen.buttons]:
                answered(await person.click(message_of(message), custom_id=wanted))
                break
            (menu,) = screen.menus
            if {option.value for option in menu.options}.issuperset(group):
                await choose(person, message, *group)
                break
            await press(person, message, "Next")
        path = (*path, *group)


async def learn(room: Room, person: MemberActor, game: Game[Any], lesson: Lesson, locale: str = ENGLISH) -> Learner:
    """Begin a lesson; nothing appears in the channel."""
    before = room.public()
    message = message_of(await press(person, await slash(person, room.channel, "rules", game=game.key), "🎓"))
    assert isinstance(message, ResponseMessage)
    assert message.ephemeral
    assert room.public() == before
    learner = Learner(person, game, lesson, message, locale)
    if lesson is not game.lessons[0]:
        await learner.press(lesson.title.template)
    assert learner.is_at(0)
    return learner


@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize(("game", "lesson", "locale"), list(in_languages()))
async def test_a_lesson_from_its_first_to_its_last_step(
    room: Room, gateway: Gateway, game: Game[Any], lesson: Lesson, locale: str
) -> None:
    (ann,) = room.people(1)
    gateway.speak(ann, locale)
    learner = await learn(room, ann, game, lesson, locale)
    for number, step in enumerate(lesson.steps):
        assert learner.is_at(number)
        assert step.praise is not None
        right, wrong = learner.right_and_wrong(number)
        if wrong is not None:
            groups, remark = wrong
            await learner.decide(number, groups)
            assert learner.is_at(number)
            assert "❌ **" in texts(learner.message)
            assert learner.says(remark)
        if learner.can("Why not?"):
            assert told(await learner.press("Why not?"))
        await learner.press("Show me")
        assert "💡 **" in texts(learner.message)
        assert learner.says(step.praise)
        assert not learner.says(step.words), "praise stands beside the cards alone"
        if right is not None:
            await learner.press("Back")
            assert learner.is_at(number)
            await learner.decide(number, right)
            assert "✅" in texts(learner.message)
            assert learner.says(step.praise)
        if number + 1 < len(lesson.steps):
            await learner.press("Next")
    assert learner.says(OVER)
    assert learner.can("Play your first game")


@pytest.mark.bot(draw_tables=True)
async def test_a_step_looks_like_the_table(room: Room) -> None:
    (ann,) = room.people(1)
    learner = await learn(room, ann, PILES, BASICS)
    (picture,) = read(learner.message).pictures
    assert "ann" in picture.alt
    await room.bot.service.settings.choose(ann.id, Wish.PICTURES, False)
    await learner.press("Show me")
    assert read(learner.message).pictures == ()
    assert "Your piles" in texts(learner.message)


async def test_a_lesson_goes_on_after_a_restart(room: Room, restart: Restart) -> None:
    (ann,) = room.people(1)
    learner = await learn(room, ann, PILES, BASICS)
    await restart(killed=True)
    await learner.decide(0, (("take-0-0",),))
    assert learner.is_at(0)
    assert "❌" in texts(learner.message)
    await restart()
    await learner.decide(0, (("take-1-0",),))
    await restart()
    await learner.press("Next")
    assert learner.is_at(1)


@pytest.mark.parametrize("verb", [LessonVerb.FIRST_GAME, LessonVerb.PLAY])
async def test_a_real_game_with_tips_follows(room: Room, verb: LessonVerb) -> None:
    """Also by the button that used to lead to the end of a game."""
    (ann,) = room.people(1)
    shown = message_of(await use(room, ann, LessonButton("card_duel", "basics", 4, verb)))
    table = await newest(room)
    assert isinstance(table.purpose, PracticeGame)
    assert [seat.computer for seat in table.seats] == [None, "easy"]
    assert "💡" in texts(shown)


async def test_newcomers_play_a_computer_from_a_lobby_without_joining(room: Room) -> None:
    await room.open("three-piles", 1)
    bob = room.members["bob"]
    shown = message_of(await press(bob, room.shown, "Play a computer"))
    table = await newest(room)
    assert isinstance(table.purpose, PracticeGame)
    assert [seat.computer for seat in table.seats] == [None, "easy"]
    assert "**Your hand**" in texts(shown)
    assert "bob" not in texts(room.shown)


async def test_learn_stands_in_the_lobby_under_the_help_and_under_the_rules(room: Room) -> None:
    (ann,) = await room.open("three-piles", 1)
    places = [(room.shown, "Learn"), (await slash(ann, room.channel, "help"), "🎓 3 Piles")]
    places.append((await slash(ann, room.channel, "rules", game=PILES.key), "Learn"))
    for place, label in places:
        shown = message_of(await press(ann, place, label))
        assert "Step 1 of" in texts(shown)
        assert isinstance(shown, ResponseMessage)
        assert shown.ephemeral


async def use(room: Room, person: MemberActor, control: Control) -> InteractionResult:
    """Have somebody tap a control in a message that may never have had it."""
    place = room.bot.get_channel(room.channel.id)
    assert isinstance(place, discord.TextChannel)
    message = await place.send(view=layout(0, row(control.button(Text("use"), Renderer("en-US", {})))))
    return answered(await person.click(message, custom_id=control.custom_id))


@pytest.mark.thorough(samples=4)
@pytest.mark.parametrize(
    ("control", "sentence"),
    [
        (LearnButton("chess"), "This game is no longer available here."),
        (LessonButton("chess", "basics", 0, LessonVerb.GO), "This game is no longer available here."),
        (LessonButton(PILES.key, "gone", 0, LessonVerb.GO), CHANGED),
        (LessonButton(PILES.key, BASICS.key, 99, LessonVerb.GO), CHANGED),
        (LessonButton(PILES.key, BASICS.key, len(BASICS.steps), LessonVerb.SHOW), CHANGED),
        (LessonChoiceButton(PILES.key, BASICS.key, 99, 0, ("draw",)), CHANGED),
        (LessonChoiceMenu(PILES.key, BASICS.key, 99, ()), CHANGED),
        (LessonChoiceButton(PILES.key, BASICS.key, 1, 0, ("fly",)), CHANGED),
        (LessonChoiceButton(PILES.key, BASICS.key, 1, 0, ("draw", "draw")), CHANGED),
        (LessonChoiceButton(PILES.key, BASICS.key, 1, 7, ("_ff_m9",)), CHANGED),
    ],
    ids=lambda value: getattr(value, "custom_id", ""),
)
async def test_controls_of_a_lesson_that_has_changed(room: Room, control: Control, sentence: str) -> None:
    (ann,) = room.people(1)
    before = room.rows()
    assert told(await use(room, ann, control)) == sentence
    assert room.rows() == before
