"""The line in which pictures wait: whose turn comes first, what is drawn once or not at all, and where."""

import asyncio
import gc
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from cogs.shared.alt_text import alt_text
from cogs.shared.drawing import (
    LOOKED_AT,
    OVERDUE_SECONDS,
    PRELOADED,
    DrawingLine,
    Drawn,
    Job,
    Need,
    Overtaken,
    PictureKey,
    Urgency,
    drawing,
)
from cogs.shared.pictures import NO_CHANGES, Pictures
from cogs.shared.rendering import Renderer
from engines import GAMES
from pictures.table import draw_table
from sessions.computers.workers import WorkerCrashed, Workers, WorkersClosed
from tests.cogs.real_games import crowded_positions

READER = Renderer("de", {seat: f"player {seat}" for seat in range(8)})


class Studio:
    """Draws what it is asked to when the test lets it; ``begun`` are the names of the pictures."""

    def __init__(self, at_once: int = 1) -> None:
        self.begun: list[str] = []
        self.may_end = asyncio.Event()
        self.line = DrawingLine(self._compute, at_once)

    async def _compute(self, function: Callable[..., Drawn], *arguments: Any) -> Drawn:
        self.begun.append(arguments[0])
        await self.may_end.wait()
        return function(*arguments)

    def want(self, name: str, need: Need) -> "asyncio.Task[Drawn | None]":
        return asyncio.create_task(self.line.draw(name, (drawn, (name,)), need))


def drawn(name: str) -> Drawn:
    """A picture that is as short as its name."""
    return Drawn(name.encode(), name)


async def idle() -> None:
    """Let all tasks run until they wait for the test."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_the_latest_answer_comes_first_then_tables_and_those_where_somebody_acted_before_the_rest() -> None:
    studio = Studio()
    wanted = [
        studio.want("first", Need()),
        studio.want("rest", Need(Urgency.REST)),
        studio.want("acted", Need(Urgency.ACTED)),
        studio.want("acted later", Need(Urgency.ACTED)),
        studio.want("answer", Need(Urgency.ANSWER)),
        studio.want("latest answer", Need(Urgency.ANSWER)),
    ]
    await idle()
    studio.may_end.set()
    await asyncio.gather(*wanted)
    assert studio.begun == ["first", "latest answer", "answer", "acted", "acted later", "rest"]


async def test_an_answer_waits_for_half_as_many_other_pictures_at_most() -> None:
    studio = Studio(at_once=4)
    rest, answers = ("rest", "more", "still more"), ("answer", "second answer", "last answer")
    wanted = [studio.want(name, Need()) for name in rest]
    wanted += [studio.want(name, Need(Urgency.ANSWER)) for name in answers]
    await idle()
    assert studio.begun == ["rest", "more", "answer", "second answer"]
    studio.may_end.set()
    await asyncio.gather(*wanted)
    assert studio.begun == ["rest", "more", "answer", "second answer", "last answer", "still more"]


async def test_a_picture_is_drawn_once_for_all_who_want_it_and_as_early_as_one_of_them_needs() -> None:
    studio = Studio()
    wanted = [
        studio.want("first", Need()),
        studio.want("other", Need()),
        studio.want("shared", Need()),
        studio.want("shared", Need(Urgency.ANSWER)),
        studio.want("first", Need()),
    ]
    await idle()
    studio.may_end.set()
    assert await asyncio.gather(*wanted) == list(map(drawn, ("first", "other", "shared", "shared", "first")))
    assert studio.begun == ["first", "shared", "other"]
    assert await studio.want("shared", Need(lasts=lambda: False)) == drawn("shared"), "it is remembered"


async def test_an_answer_that_has_waited_for_long_comes_after_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    studio, loop = Studio(), asyncio.get_running_loop()
    wanted = [studio.want(name, Need(Urgency.ANSWER)) for name in ("first", "late", "wanted again")]
    await idle()
    later = loop.time() + OVERDUE_SECONDS
    monkeypatch.setattr(loop, "time", lambda: later)
    wanted += [studio.want("wanted again", Need(Urgency.ANSWER)), studio.want("table", Need(Urgency.ACTED))]
    await idle()
    studio.may_end.set()
    await asyncio.gather(*wanted)
    assert studio.begun == ["first", "wanted again", "table", "late"]


async def test_a_picture_that_nobody_needs_any_more_lets_nobody_wait_although_its_turn_does_not_come() -> None:
    studio = Studio()
    is_current = True
    studio.want("first", Need())
    needed = [studio.want(f"needed {number}", Need()) for number in range(2 * LOOKED_AT)]
    overtaken = studio.want("overtaken", Need(lasts=lambda: is_current))
    await idle()
    is_current = False
    needed += [studio.want(f"later {number}", Need(Urgency.ANSWER)) for number in range(3)]
    await idle()
    with pytest.raises(Overtaken):
        await overtaken
    studio.may_end.set()
    assert len(await asyncio.gather(*needed)) == len(studio.begun) - 1


async def test_a_picture_that_nobody_needs_any_more_is_not_drawn() -> None:
    studio = Studio()
    is_current = True
    first = studio.want("first", Need())
    overtaken = studio.want("overtaken", Need(lasts=lambda: is_current))
    still_needed = [studio.want("needed", Need(lasts=lambda: is_current)), studio.want("needed", Need())]
    await idle()
    is_current = False
    studio.may_end.set()
    assert await first == drawn("first")
    with pytest.raises(Overtaken):
        await overtaken
    assert await asyncio.gather(*still_needed) == [drawn("needed")] * 2
    assert studio.begun == ["first", "needed"]


async def test_who_runs_out_of_patience_gets_a_blank_picture_and_its_words_with_the_picture() -> None:
    studio = Studio()
    game = GAMES["three_piles"]
    scene = game.scene(game.deal(seats=2, seed="1", options=game.Options()).view(None))
    pictures = Pictures(studio.line)
    blank = await pictures.draw_scene(game.name, scene, READER, need=Need(Urgency.ANSWER, patience=0))
    studio.may_end.set()
    picture = await pictures.draw_scene(game.name, scene, READER, need=Need(Urgency.ANSWER, patience=60))
    assert blank is not None
    assert picture is not None
    assert (blank.is_blank, picture.is_blank) == (True, False)
    assert blank.follows is not None
    assert await blank.follows() == (picture.png, picture.alt)
    assert picture.alt == alt_text(scene, READER) != blank.alt
    assert blank.png != picture.png
    assert picture.png[16:24] == blank.png[16:24], "they are equally large, so that nothing moves"
    assert len(studio.begun) == 1, "it has been drawn all the while"


async def test_after_one_wait_in_vain_nobody_waits_for_long_for_others_that_are_as_urgent() -> None:
    studio = Studio()
    studio.want("being drawn", Need())
    for patience in (0, 1000):
        with pytest.raises(TimeoutError):
            await studio.want(f"of a table, {patience}", Need(Urgency.ACTED, patience=patience))
    other = studio.want("less urgent", Need(Urgency.REST, patience=1000))
    await idle()
    studio.may_end.set()
    assert await other == drawn("less urgent")


async def test_a_picture_that_is_overtaken_after_its_reader_has_gone_is_no_error() -> None:
    studio, complaints = Studio(), list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda _, complaint: complaints.append(complaint))
    is_current = True
    first = studio.want("first", Need())
    impatient = studio.want("overtaken", Need(lasts=lambda: is_current))
    await idle()
    impatient.cancel()
    await idle()
    del impatient  # it would keep the picture
    is_current = False
    studio.may_end.set()
    await first
    gc.collect()
    assert not complaints
    assert studio.begun == ["first"]


@pytest.mark.parametrize("failure", [WorkerCrashed("twice"), RuntimeError("no paint")])
async def test_a_broken_worker_leaves_the_drawing_to_a_thread_and_what_cannot_be_drawn_is_none(
    failure: Exception,
) -> None:
    async def fail(*_: object) -> Drawn:
        raise failure

    made = await DrawingLine(fail).draw("name", (drawn, ("name",)), Need())
    assert made == (drawn("name") if isinstance(failure, WorkerCrashed) else None)


async def test_nothing_is_left_waiting_when_the_bot_stops() -> None:
    async def closed(*_: object) -> Drawn:
        raise WorkersClosed

    assert await DrawingLine(closed).draw("name", (drawn, ("name",)), Need()) is None
    studio = Studio()
    wanted = [studio.want("drawn", Need()), studio.want("waiting", Need())]
    await idle()
    studio.may_end.set()
    await studio.line.close()
    assert all(isinstance(one, asyncio.CancelledError) for one in await asyncio.gather(*wanted, return_exceptions=True))


@pytest.mark.processes
@pytest.mark.sample
async def test_a_process_without_discord_draws_what_a_thread_does() -> None:
    """Every game's table and hand, in a language other than English."""
    jobs: list[Job] = []
    for game in GAMES.values():
        for state, _ in islice(crowded_positions(game, game.seats[0], game.Options(), 20), 1):
            for scene in (game.scene(state.view(seat)) for seat in (None, 0)):
                painted = draw_table, (game.name, scene, NO_CHANGES, READER.plain, None)
                jobs.append(drawing(painted, (alt_text, (scene, READER.plain))))
    workers = Workers(1, preloaded=PRELOADED)
    try:
        for function, arguments in jobs:
            assert await workers(function, *arguments) == function(*arguments)
        assert not await workers(eval, "'discord' in __import__('sys').modules")
    finally:
        await workers.close()


class Costly:
    """Something to draw that counts how often it is hashed."""

    hashed = 0

    def __hash__(self) -> int:
        Costly.hashed += 1
        return 1


async def test_however_many_pictures_wait_none_of_them_is_hashed_for_the_turn_of_another() -> None:
    studio = Studio()
    scenes = [PictureKey(Costly()) for _ in range(50)]
    wanted = [asyncio.create_task(studio.line.draw(key, (drawn, (str(id(key)),)), Need())) for key in scenes]
    await idle()
    studio.may_end.set()
    await asyncio.gather(*wanted)
    assert len(studio.begun) == Costly.hashed == len(scenes)
