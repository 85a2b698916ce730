"""What the picture of a week shows, in the reader's words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cogs.shared.alt_text import fitting
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer, plain_name
from cogs.sunday.screen import FIND_IT, TITLE, change, dates, facts, game_name
from engines.contract import Game
from engines.scenes import hand_zone
from engines.texts import Text, say, say_count
from pictures.lettering import Words as Lettering
from pictures.recap import ComebackTile, GamesTile, PuzzleTile, RecapPicture, StreakTile, UpsetTile, draw_recap
from sessions.sunday import Comeback, Puzzle, Recap, Upset


async def draw_week(
    pictures: Pictures,
    recap: Recap,
    names: Mapping[int, str],
    games: Mapping[str, Game[Any]],
    renderer: Renderer,
    puzzle: Puzzle | None,
) -> Picture | None:
    """The week as a picture; ``None`` if pictures are not drawn."""
    pictured = {number: names[user] for number, user in enumerate(recap.pictured) if user in names}
    reader = replace(renderer, names=pictured)
    shown = _recap_picture(recap, games, reader, puzzle)
    plain_names = {user: plain_name(name) for user, name in names.items()}
    alt = fitting(facts(recap, plain_names, games, renderer.plain))
    return await pictures.draw_other(shown, reader, (draw_recap, (shown,)), alt, pictured)


def _recap_picture(
    recap: Recap, games: Mapping[str, Game[Any]], reader: Renderer, puzzle: Puzzle | None
) -> RecapPicture:
    """Everything that the picture says. ``reader`` knows the members by their places in ``recap.pictured``."""
    words = _Words(recap, games, reader)
    footer = (
        say("Tap your answer below. The solution comes on Monday.")
        if puzzle
        else say("Offer a puzzle yourself: “My costliest moves” is below each result.")
    )
    return RecapPicture(
        title=words.of(TITLE),
        dates=dates(recap, reader),
        games=GamesTile(
            words.of(say("Games played")),
            recap.games,
            recap.games - recap.games_before,
            words.of(say("{change} on last week", change=change(recap))),
        ),
        footer=words.of(footer),
        upset=None if recap.upset is None else words.upset(recap.upset),
        streak=None if recap.streak is None else words.streak(*recap.streak),
        comeback=None if recap.comeback is None else words.comeback(recap.comeback),
        puzzle=None if puzzle is None else words.puzzle(puzzle),
    )


class _Words:
    """The tiles in words."""

    def __init__(self, recap: Recap, games: Mapping[str, Game[Any]], reader: Renderer) -> None:
        self._games = games
        self._renderer = reader.written.plain
        drawn = Lettering(self._renderer)
        self._names = {user: drawn.name(number) for number, user in enumerate(recap.pictured)}

    def of(self, text: Text) -> str:
        return self._renderer.render(text)

    def upset(self, upset: Upset) -> UpsetTile:
        apart = upset.loser_rating - upset.winner_rating
        note = say("{game} · {count} rating points apart", game=game_name(upset.game, self._games), count=apart)
        winner, loser = (self._names[user] for user in (upset.winner, upset.loser))
        label = self.of(say("Upset of the week"))
        return UpsetTile(label, winner, upset.winner_rating, loser, upset.loser_rating, self.of(note))

    def streak(self, member: int, wins: int) -> StreakTile:
        unit = self.of(say_count("win", "wins", wins))
        return StreakTile(self.of(say("Longest streak")), wins, unit, self._names[member])

    def comeback(self, comeback: Comeback) -> ComebackTile:
        note = say("{game}, won against a computer", game=game_name(comeback.game, self._games))
        name = self._names[comeback.winner]
        return ComebackTile(self.of(say("Biggest comeback")), name, self.of(note), comeback.chances)

    def puzzle(self, puzzle: Puzzle) -> PuzzleTile:
        moment = puzzle.moment
        hand = hand_zone(moment.game.scene(moment.view), puzzle.record.seat)
        known = tuple(card for card in hand.cards if card is not None) if hand else ()
        question = say("{game}: which move is best?", game=moment.game.name)
        return PuzzleTile(self.of(FIND_IT), self.of(question), known)
