"""The button *Learn*, and the taps in lessons."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import discord

from cogs.hands.display import PrivatePictures, ShowAnswer, own_board
from cogs.hands.messages import HandMessages
from cogs.hands.paths import asked_at, follow, still_there
from cogs.hands.screen import unseen_text, why_not_text
from cogs.lessons import screen
from cogs.replays.commands import WaitingForReview
from cogs.shared.contents import Content
from cogs.shared.controls import chosen_values, handles
from cogs.shared.drawing import Need
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import private_place
from cogs.shared.pictures import Picture
from cogs.shared.rendering import Renderer
from cogs.shared.responses import defer, respond, show_in_place
from cogs.shared.table_parts import FirstGameButton, LearnButton, TableButton, Verb
from engines.contract import Game, IllegalAction
from engines.kit.questions import OUT_OF_DATE
from engines.lessons import Lesson
from engines.scenes import Decision
from engines.texts import Text, say
from engines.tutoring import Verdict, judge
from opponents import Level
from sessions.replays.mistakes import OwnGame
from sessions.shared.refusals import Refused

CHANGED = say("This lesson has changed. /rules has the new one.")
ANOTHER_WAY = say("You may do that, but it is not what this step is about. Try something else.")

LessonControl: TypeAlias = screen.LessonButton | screen.LessonChoiceButton | screen.LessonChoiceMenu


class LessonFeature(Feature):
    """Teaches games, also by the learner's own mistakes. The controls of a lesson say where the learner is."""

    def __init__(self, context: Context, hands: HandMessages, pictures: PrivatePictures) -> None:
        super().__init__(context)
        self._hands = hands
        self._pictures = pictures

    @handles(LearnButton)
    async def _on_learn(self, interaction: discord.Interaction[Any], button: LearnButton) -> None:
        game = self.game(button.game)
        if not game.lessons:
            raise Refused(say("There is no lesson for {game} yet. /rules explains it.", game=game.name))
        await self._show(interaction, screen.ShownStep.of(game, game.lessons[0], 0), is_new=True)

    @handles(screen.LessonButton, screen.LessonVerb.GO)
    async def _on_turn(self, interaction: discord.Interaction[Any], button: screen.LessonButton) -> None:
        own = screen.own_lesson(button.lesson)
        if own is None and button.step == len(self._lesson(button.game, button.lesson)[1].steps):
            last = self._lesson_step(button.game, button.lesson, button.step - 1)
            await show_in_place(interaction, screen.last_screen(last, await self._renderer(interaction, last)))
        else:
            await self._show(interaction, await self._step(interaction, button))

    @handles(screen.LessonChoiceButton)
    @handles(screen.LessonChoiceMenu)
    async def _on_choice(
        self, interaction: discord.Interaction[Any], control: screen.LessonChoiceButton | screen.LessonChoiceMenu
    ) -> None:
        """Ask the next question, or judge the move if the path is complete."""
        shown = await self._asked(interaction, control)
        page = control.page if isinstance(control, screen.LessonChoiceButton) else 0
        try:
            path, asked = follow(shown, control.path, chosen_values(interaction))
        except IllegalAction as error:
            # The choices do not go together: say why, and leave the question as it was.
            await self._show(interaction, shown, still_there(shown, control.path), page)
            await self.tell(interaction, CHANGED if error.text == OUT_OF_DATE else error.text)
            return
        if isinstance(asked, Decision):
            await self._judge(interaction, shown, asked)
        else:
            await self._show(interaction, shown, path, page)

    @handles(screen.LessonButton, screen.LessonVerb.SHOW)
    async def _on_show_me(self, interaction: discord.Interaction[Any], button: screen.LessonButton) -> None:
        shown = await self._asked(interaction, button)
        assert shown.step.praise is not None
        if shown.table is not None:
            await self.service.mistakes.note(shown.table.id, interaction.user.id, shown.number, missed=True)
        note = screen.Remark(screen.SHOWN, (*shown.in_words(shown.right_moves), shown.step.praise))
        await self._praise(interaction, shown.after(shown.right_moves), note)

    @handles(screen.LessonButton, screen.LessonVerb.WHY_NOT)
    async def _on_why_not(self, interaction: discord.Interaction[Any], button: screen.LessonButton) -> None:
        shown = await self._asked(interaction, button)
        await respond(interaction, why_not_text(shown, await self._renderer(interaction, shown)))

    @handles(screen.LessonButton, screen.LessonVerb.UNSEEN)
    async def _on_unseen(self, interaction: discord.Interaction[Any], button: screen.LessonButton) -> None:
        shown = await self._asked(interaction, button)
        await respond(interaction, unseen_text(shown, await self._renderer(interaction, shown)))

    @handles(FirstGameButton)
    @handles(screen.LessonButton, screen.LessonVerb.FIRST_GAME, screen.LessonVerb.PLAY)
    async def _on_first_game(
        self, interaction: discord.Interaction[Any], button: screen.LessonButton | FirstGameButton
    ) -> None:
        """Start a practice game by the usual rules against as few computers as possible."""
        game = self.game(button.game)
        computers = [Level.EASY] * max(1, game.seats[0] - 1)
        table = await self.service.practice.start(*private_place(interaction), game.key, game.Options(), computers)
        await self._hands.open(interaction, table.id)

    @handles(TableButton, Verb.MISTAKES)
    async def _on_own_game(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Ask about the first costly move of a game of the member, once it is judged; say so if there is none."""
        user_id = interaction.user.id
        await self.service.reviews.check(button.table, user_id)
        await defer(interaction, thinking=True)
        renderer = self.renderers.without_names(interaction)
        waiting = WaitingForReview(interaction, renderer)
        own = await self.service.mistakes.of(button.table, user_id, waiting.tell)
        if not own.waiting:
            await waiting.end(screen.own_games_screen([own], renderer))
            return
        first = own.waiting[0]
        step = screen.ShownStep.own(await self.service.mistakes.step(button.table, user_id, first), first)
        await self._show(interaction, step, is_new=True, answer=lambda _, *shown: waiting.end(*shown))

    @handles(screen.PractiseButton)
    async def _on_practise(self, interaction: discord.Interaction[Any], _: screen.PractiseButton) -> None:
        await self._list(interaction, await self.service.mistakes.latest(interaction.user.id))

    @handles(screen.ThemeButton)
    async def _on_theme(self, interaction: discord.Interaction[Any], button: screen.ThemeButton) -> None:
        """Ask the next position of a theme; if none waits, say what there is to learn otherwise."""
        user_id = interaction.user.id
        latest = await self.service.mistakes.latest(user_id)
        same_game = [own for own in latest if own.game.key == button.game]
        waiting = [(own, step) for own in same_game for step, theme in own.themes.items() if theme.key == button.theme]
        if waiting:
            own, step = waiting[0]
            asked = await self.service.mistakes.step(own.table.id, user_id, step, button.theme)
            await self._show(interaction, screen.ShownStep.own(asked, step))
        else:
            await self._list(interaction, latest)

    async def _list(self, interaction: discord.Interaction[Any], games: Sequence[OwnGame]) -> None:
        await show_in_place(interaction, screen.own_games_screen(games, self.renderers.without_names(interaction)))

    async def _renderer(self, interaction: discord.Interaction[Any], shown: screen.ShownStep) -> Renderer:
        if shown.table is not None:
            return await self.renderers.for_member(interaction, shown.table)
        return self.renderers.for_lesson(interaction, shown.lesson.seat, shown.position.seats)

    def _lesson(self, game_key: str, key: str) -> tuple[Game[Any], Lesson]:
        """Raises ``Refused`` if there is no such lesson any more."""
        game = self.game(game_key)
        lesson = next((lesson for lesson in game.lessons if lesson.key == key), None)
        if lesson is None:
            raise Refused(CHANGED)
        return game, lesson

    def _lesson_step(self, game_key: str, key: str, number: int) -> screen.ShownStep:
        game, lesson = self._lesson(game_key, key)
        if number >= len(lesson.steps):
            raise Refused(CHANGED)
        return screen.ShownStep.of(game, lesson, number)

    async def _step(self, interaction: discord.Interaction[Any], control: LessonControl) -> screen.ShownStep:
        """Raises ``Refused`` if there is no such step any more."""
        own = screen.own_lesson(control.lesson)
        if own is None:
            return self._lesson_step(control.game, control.lesson, control.step)
        table_id, theme = own
        asked = await self.service.mistakes.step(table_id, interaction.user.id, control.step, theme)
        return screen.ShownStep.own(asked, control.step)

    async def _asked(self, interaction: discord.Interaction[Any], control: LessonControl) -> screen.ShownStep:
        """A step in which the learner moves. Raises ``Refused`` if there is none with this number any more."""
        shown = await self._step(interaction, control)
        if not shown.step.accepted:
            raise Refused(CHANGED)
        return shown

    async def _judge(
        self, interaction: discord.Interaction[Any], shown: screen.ShownStep, decision: Decision[Any]
    ) -> None:
        """Praise a right decision. Name a wrong one, so that a second wrong one changes the screen as well."""
        actions, more = decision.actions, tuple[Text, ...]()
        if shown.table is not None:
            answer = await self.service.mistakes.answer(shown.table.id, interaction.user.id, shown.number, actions)
            verdict, more = Verdict(answer.is_right, answer.remark), answer.more
        else:
            try:
                verdict = judge(shown.step, decision)
            except LookupError:  # a lesson that does not know the questions of its game
                verdict = Verdict(False, ANOTHER_WAY)
        if verdict.is_right:
            await self._praise(interaction, shown.after(actions), screen.Remark(screen.RIGHT, (verdict.remark,), more))
        else:
            note = screen.Remark(screen.WRONG, (*shown.in_words(actions), verdict.remark), more)
            await self._show(interaction, shown, remark=note)

    async def _praise(
        self, interaction: discord.Interaction[Any], shown: screen.ShownStep, note: screen.Remark
    ) -> None:
        renderer = await self._renderer(interaction, shown)

        async def make(need: Need | None) -> Content:
            picture = await self._draw(interaction, shown, renderer, need) if need else None
            return Content(screen.done_screen(shown, renderer, note, picture), picture)

        await self._pictures.show(interaction, make, in_place=True)

    async def _show(
        self,
        interaction: discord.Interaction[Any],
        shown: screen.ShownStep,
        path: Sequence[str] = (),
        page: int = 0,
        remark: screen.Remark | None = None,
        *,
        is_new: bool = False,
        answer: ShowAnswer | None = None,
    ) -> None:
        """Show a step in place of the message that was used, in a new one, or as this ``answer``."""
        renderer = await self._renderer(interaction, shown)

        async def make(need: Need | None) -> Content:
            asked = asked_at(shown, path) if shown.step.accepted else None
            if need is None:
                picture = None
            elif asked is not None and asked.picking is not None:
                picture = await self._pictures.draw_picking(interaction, shown.game, asked.picking, renderer, need)
            else:
                picture = await self._draw(interaction, shown, renderer, need)
            return Content(screen.step_screen(shown, renderer, path, page, remark, picture), picture)

        await self._pictures.show(interaction, make, in_place=not is_new, answer=answer)

    async def _draw(
        self, interaction: discord.Interaction[Any], shown: screen.ShownStep, renderer: Renderer, need: Need
    ) -> Picture | None:
        board = own_board(shown.game, shown.scene, shown.view, shown.before, shown.lesson.seat)
        return await self._pictures.draw(interaction, board, renderer, need)
