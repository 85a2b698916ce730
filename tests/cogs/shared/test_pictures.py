"""Who is meant by a number that stands in a picture for a name, below every picture that shows players."""

import ast
import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import cogs
from cogs.cups import cup_pictures
from cogs.leagues.pictures import league_pictures
from cogs.shared.catalogue import default_catalogue
from cogs.shared.drawing import DrawingLine
from cogs.shared.pictures import MOST_LEGEND, Picture, Pictures, below_each_other
from cogs.shared.rendering import Renderer
from cogs.sunday.screen import draw_week
from engines import GAMES
from pictures import canvas, recap
from pictures.lettering import ELLIPSIS, wrap
from sessions.leagues.overview import Overview
from sessions.sunday import Comeback, Recap, Upset
from tests.cogs.fake_game import FakeGame
from tests.cogs.leagues.test_league_post import LEAGUE, line
from tests.cogs.shared.test_finished_sides import WON, finished
from tests.cogs.test_discord_limits import crowded
from tests.syntax import parse

FOREIGN = ("王小明", "さくら", "김민수", "محمد علي", "Dan דניאל", "สมชาย", "राहुल", "Li 李小龍")
"""Names with letters that the font lacks."""
DRAWN = ("Дмитрий", "Αλέξης", "Nguyễn Thị", "𝕭𝖔𝖘𝖘", "Ann 🐟")
"""Names that it draws, the last two with the letters that they stand for, or without a sign."""

Draw = Callable[[Pictures, Renderer], Awaitable[list[Picture]]]


async def table(pictures: Pictures, renderer: Renderer) -> list[Picture]:
    state = GAMES["counter"].deal(seats=5, seed="a", options=GAMES["counter"].Options())
    drawn = await pictures.draw_scene("Counter", state.game.scene(state.view(None)), renderer)
    assert drawn is not None
    return [drawn]


async def result(pictures: Pictures, renderer: Renderer) -> list[Picture]:
    drawn = await pictures.draw_result(finished(WON), renderer)
    assert drawn is not None
    return [drawn]


async def league(pictures: Pictures, renderer: Renderer) -> list[Picture]:
    shown = Overview(LEAGUE, (tuple(line(number, number + 1) for number in range(5)),), {})
    game: Any = FakeGame()
    return await league_pictures(pictures, shown, game, ZoneInfo("UTC"), renderer)


async def cup(pictures: Pictures, renderer: Renderer) -> list[Picture]:
    shown = crowded(tied=True)
    return await cup_pictures(pictures, replace(shown, lines=shown.lines[:5]), ZoneInfo("UTC"), renderer)


async def week(pictures: Pictures, renderer: Renderer) -> list[Picture]:
    shown = Recap(
        date(2026, 11, 16),
        date(2026, 11, 22),
        9,
        5,
        Upset("counterweight", 10, 11, 900, 1200, 1),
        (12, 5),
        Comeback("counterweight", 13, (0.5, 0.1), 2),
        (),
        None,
    )
    names = {10 + number: name for number, name in renderer.names.items()}
    drawn = await draw_week(pictures, shown, names, GAMES, renderer, None)
    assert drawn is not None
    return [drawn]


@pytest.mark.parametrize("language", ["en", *default_catalogue().languages])
async def test_a_week_in_every_language_is_not_cut(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cut, fitting = list[str](), canvas.clip
    monkeypatch.setattr(canvas, "clip", lambda *given: (cut.append(fitting(*given)), fitting(*given))[1])
    monkeypatch.setattr(recap, "wrap", lambda *given: (cut.extend(wrap(*given)), wrap(*given))[1])
    await week(Pictures(DrawingLine(asyncio.to_thread)), Renderer(language, {0: "ann", 1: "bob", 2: "cleo", 3: "dan"}))
    assert language != "en" or "last week: 5" in cut
    assert [text for text in cut if text.endswith(ELLIPSIS)] == []


ALL: list[Draw] = [table, result, league, cup, week]


@pytest.mark.parametrize("draw", ALL)
@pytest.mark.parametrize("first", range(0, len(FOREIGN), 2))
async def test_names_that_cannot_be_drawn_stand_below_the_picture(draw: Draw, first: int) -> None:
    one, other = FOREIGN[first : first + 2]
    reader = Renderer("en-US", {0: "ann", 1: one, 2: other, 3: "cleo", 4: "dan"})
    shown = await draw(Pictures(DrawingLine(asyncio.to_thread)), reader)
    *galleries, legend = below_each_other(*shown)
    assert legend == f"-# Player 2: \u2068{one}\u2069 · Player 3: \u2068{other}\u2069"
    assert len(galleries) == len(shown)


@pytest.mark.parametrize("draw", ALL)
async def test_names_that_are_drawn_need_no_legend(draw: Draw) -> None:
    shown = await draw(Pictures(DrawingLine(asyncio.to_thread)), Renderer("en-US", dict(enumerate(DRAWN))))
    assert below_each_other(*shown)[-1] == ""


def test_a_long_legend_leaves_room_for_the_message() -> None:
    picture = Picture(b"", "", legend=tuple(f"Player {number}: {'王' * 32}" for number in range(100)))
    legend = below_each_other(picture)[-1]
    assert isinstance(legend, str)
    assert MOST_LEGEND - 60 < len(legend) <= MOST_LEGEND


def test_no_picture_is_shown_without_its_legend() -> None:
    """Only the function above makes galleries of uploads."""
    folder = Path(cogs.__file__).parent
    makers = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        for node in ast.walk(parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in ("gallery", "MediaGallery")
    ]
    assert makers == ["shared/pictures.py"] * len(makers)
    assert makers
