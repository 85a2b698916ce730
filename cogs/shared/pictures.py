"""Pictures of tables in messages, and what stands in their place until they are drawn."""

from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from io import BytesIO
from typing import Any, Protocol, TypeAlias

import discord
from discord import ui

from cogs.shared.alt_text import alt_text, fitting, picking_text
from cogs.shared.drawing import Describe, Draw, DrawingLine, Drawn, Need, Overtaken, PictureKey, drawing
from cogs.shared.layout import Parts
from cogs.shared.rendering import Renderer
from cogs.shared.results import ending, finished_sides, rating_change, side_name
from engines.contract import Game, View
from engines.result_scenes import Account, Line, ResultScene
from engines.rulebooks import Example
from engines.scenes import Picking, Scene
from engines.texts import Cards, Text, say
from pictures.lettering import Words
from pictures.picking import draw_picking
from pictures.result import Result, draw_result
from pictures.result_accounts import Finisher, own_account
from pictures.table import Changes, changes, draw_blank, draw_table
from sessions.snapshots import Snapshot
from sessions.tables.results import shown_rating


def result_to_draw(snapshot: Snapshot, renderer: Renderer) -> Result | None:
    """What to draw of a finished game; ``None`` if only its last position can be shown."""
    scene = snapshot.result
    if scene is None or not snapshot.results or snapshot.view is None:
        return None
    headline = scene.headline or snapshot.game.scene(snapshot.view).headline
    finishers = _finishers(snapshot)
    played = (
        _games(snapshot.scores, finishers, renderer) if len(snapshot.table.seats) == 2 <= len(snapshot.scores) else ""
    )
    return Result(
        scene=scene,
        finishers=finishers,
        headline=say("{games} · {headline}", headline=headline, games=played) if played else headline,
        sentence=_sentence(snapshot, scene),
        ending=ending(snapshot),
    )


def result_sentences(snapshot: Snapshot, result: Result, renderer: Renderer) -> Iterator[str]:
    """The same in plain sentences, the most important first."""
    best = [one for one in result.finishers if one.place == 1]
    names = ", ".join(side_name(one.seats, renderer) for one in best)
    yield f"{names}: {renderer.render(result.sentence)}"
    yield renderer.render(result.ending)
    accounts = result.scene.accounts
    for one in result.finishers:
        account = own_account(accounts, one)
        is_told = snapshot.view is None or (account.bar is not None and account.bar.is_score)
        points = "" if is_told else renderer.render(snapshot.game.score(snapshot.view, one.points))
        told = ", ".join(filter(None, (points, *_told(account, result.scene.columns_title, renderer))))
        yield f"{one.place}. {side_name(one.seats, renderer)}: {told}"


def _told(account: Account, title: Text | None, renderer: Renderer) -> Iterator[str]:
    """A player's account in words; ``title`` says what its cells hold."""
    if account.bar is not None:
        yield renderer.render(account.bar.text)
    for number, cell in enumerate(account.cells):
        points = f"{'+' if cell.points >= 0 else ''}{renderer.number(cell.points)}"
        said = (None if number else title, cell.text)
        yield " ".join([*(renderer.render(text) for text in said if text is not None), points])
    for line in account.lines:
        if line.cards:
            yield renderer.render(_line(line))
    if account.foot is not None:
        yield renderer.render(account.foot)


def _line(line: Line) -> Text:
    cards = Cards(line.cards)
    if line.label is not None:
        return say("{name}: {contents}", name=line.label, contents=say("{cards}", cards=cards))
    return say("out with {cards}", cards=cards) if line.is_done else say("{cards}", cards=cards)


def _finishers(snapshot: Snapshot) -> tuple[Finisher, ...]:
    """Sides, best first. Only whoever plays alone has a rating there: the words have those of partners."""
    found: list[Finisher] = []
    for result, *partners in finished_sides(snapshot.results, snapshot.sides):
        one = Finisher(result.seat, result.place, result.won, result.points, partners=tuple(p.seat for p in partners))
        if not partners and result.seat in snapshot.rated:
            one = replace(one, rating=shown_rating(result.rating), change=rating_change(result))
        found.append(one)
    return tuple(found)


def _sentence(snapshot: Snapshot, scene: ResultScene) -> Text:
    """How the winner won; by how much is told by the score. Or that several share the first place."""
    winners = finished_sides([result for result in snapshot.results if result.won], snapshot.sides)
    if all(result.won for result in snapshot.results) or not winners:
        return say("a draw")
    if len(winners) > 1:
        return say("share the win")
    told = say("win") if len(winners[0]) > 1 else say("wins")
    return told if scene.remark is None else say("{won} · {how}", won=told, how=scene.remark)


def _games(scores: Sequence[Sequence[float]], finishers: Sequence[Finisher], renderer: Renderer) -> str:
    """The scores of a match of two, game by game, with the winner of the match in front."""
    return ", ".join("–".join(renderer.number(game[one.seat]) for one in finishers) for game in scores)


FILE_NAME = "table.png"
"""Always the same, so that it gives nothing away."""
NO_CHANGES = Changes()
NEEDED = Need()
"""Somebody may look at it, but nobody waits for it."""
FOLLOWS = say("The picture follows.")
Follows: TypeAlias = Callable[[], Awaitable[Drawn | None]]
MOST_LEGEND = 1200
"""How many characters of a message say who the players are that a picture cannot name."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as PNG, and what it shows in words.

    ``legend`` says who is meant by each number that stands in the picture for a name. A blank one keeps the place of
    one that ``follows``, which waits for that: ``None`` if it cannot be drawn. It raises ``Overtaken``.
    """

    png: bytes
    alt: str
    name: str = FILE_NAME
    legend: tuple[str, ...] = ()
    follows: Follows | None = None

    @property
    def is_blank(self) -> bool:
        """Whether what it is to show is still being drawn."""
        return self.follows is not None

    @property
    def address(self) -> str:
        """Where the message that it is sent with finds it."""
        return f"attachment://{self.name}"

    def file(self) -> discord.File:
        """The upload for one request."""
        return discord.File(BytesIO(self.png), self.name)

    def gallery(self) -> ui.MediaGallery[Any]:
        """The upload in a message, without the legend that belongs below it (see ``below_each_other``)."""
        return ui.MediaGallery(discord.MediaGalleryItem(self.address, description=self.alt))


def below_each_other(*pictures: Picture) -> Parts:
    """The part of a message that shows these uploads, with who the players are whom they cannot name.

    Each has a gallery of its own: several in one are cut to squares.
    """
    legend = ""
    for line in dict.fromkeys(line for picture in pictures for line in picture.legend):
        longer = f"{legend} · {line}" if legend else f"-# {line}"
        if len(longer) > MOST_LEGEND:
            break
        legend = longer
    return [*(picture.gallery() for picture in pictures), legend]


def caption(item: ui.Item[Any], pictures: Iterable[Picture]) -> None:
    """Let the uploads in this part of a message say what their pictures show, now that these have come."""
    told = {picture.address: picture.alt for picture in pictures}
    for upload in item.items if isinstance(item, ui.MediaGallery) else ():
        upload.description = told[upload.media.url]


class Drawable(Protocol):
    """A game to draw: a table's snapshot, a moment of a replay, a step of a lesson."""

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        ...

    @property
    def scene(self) -> Scene | None:
        """What lies on the table."""
        ...

    @property
    def view(self) -> View[Any] | None:
        """What the reader may know; ``None`` before the cards are dealt."""
        ...

    @property
    def before(self) -> View[Any] | None:
        """What the reader knew before the latest turn, if there was one."""
        ...


@dataclass(frozen=True, slots=True)
class ShownExample:
    """The position of an example as its viewer sees it. ``before`` is the one before its last move."""

    game: Game[Any]
    view: View[Any]
    before: View[Any] | None

    @property
    def scene(self) -> Scene:
        """What lies on the table."""
        return self.game.scene(self.view)


def shown_example(game: Game[Any], example: Example) -> ShownExample:
    """The position of an example after its moves."""
    state, before = game.position(example.position), None
    for seat, move in example.moves:
        before = state.view(example.seat)
        state.act(seat, move)
    return ShownExample(game, state.view(example.seat), before)


class Pictures:
    """Draws tables, unless the bot shows all of them in words (then there is no ``line``).

    Where the ``need`` has little patience, a blank picture of the same size stands for one that is not there in time.
    """

    def __init__(self, line: DrawingLine | None) -> None:
        self._line = line

    async def draw(
        self, shown: Drawable, renderer: Renderer, footer: Text | None = None, need: Need = NEEDED
    ) -> Picture | None:
        """The table; what the latest turn has changed is highlighted.

        ``footer`` takes the place of what the table waits for. ``None`` if there is no picture, or it cannot be drawn.
        """
        if self._line is None or shown.view is None or (scene := shown.scene) is None:
            return None
        before = shown.game.scene(shown.before) if shown.before else None
        # Hands that have just been opened are no change.
        changed = changes(before, shown.game.scene(shown.view))
        return await self.draw_scene(shown.game.name, scene, renderer, footer, changed, need)

    async def draw_scene(
        self,
        title: str,
        scene: Scene,
        renderer: Renderer,
        footer: Text | None = None,
        changed: Changes = NO_CHANGES,
        need: Need = NEEDED,
    ) -> Picture | None:
        """The same for any scene below this title."""
        written, seats = renderer.written.plain, range(len(scene.places))
        below = written.render(footer) if footer else None
        key = PictureKey(title, scene, changed, tuple(map(written.player, seats)), written.locale, below)
        draw = draw_table, (title, scene, changed, written, below)
        made = partial(_picture, title, renderer, seats)
        return await self._draw(key, draw, (alt_text, (scene, written, footer)), made, need)

    async def draw_picking(
        self, title: str, picking: Picking, renderer: Renderer, need: Need = NEEDED
    ) -> Picture | None:
        """The cards of which a player picks some. They are among what the picture is remembered by, so it is theirs."""
        written = renderer.written.plain
        draw, describe = (draw_picking, (title, picking, written)), (picking_text, (picking, written))
        made = partial(_picture, title, renderer, ())
        return await self._draw(PictureKey(title, picking, written.locale), draw, describe, made, need)

    async def draw_result(self, snapshot: Snapshot, renderer: Renderer, need: Need = NEEDED) -> Picture | None:
        """A finished game: its result, or its last position if it has none to show."""
        result = result_to_draw(snapshot, renderer)
        if result is None:
            return await self.draw(snapshot, renderer, ending(snapshot), need)
        written, title = renderer.written.plain, snapshot.game.name
        seats = range(len(snapshot.table.seats))
        key = PictureKey(title, result, tuple(map(written.player, seats)), written.locale)
        sentences = tuple(result_sentences(snapshot, result, written))
        draw, describe = (draw_result, (title, result, written)), (fitting, (sentences,))
        return await self._draw(key, draw, describe, partial(_picture, title, renderer, seats), need)

    async def draw_other(
        self, key: Hashable, renderer: Renderer, draw: Draw, alt: str, players: Iterable[int]
    ) -> Picture | None:
        """What is no table of cards: ``draw`` draws what ``key`` and the names of this reader determine.

        ``players`` are those whom it shows, by the numbers by which the reader knows them.
        """
        names = tuple(sorted(renderer.names.items()))
        made = partial(_picture, "", renderer, players)
        return await self._draw(PictureKey(key, names, renderer.locale), draw, (str, (alt,)), made, NEEDED)

    async def _draw(
        self,
        key: Hashable,
        draw: Draw,
        describe: Describe,
        made: Callable[[Drawn | None, Follows | None], Picture],
        need: Need,
    ) -> Picture | None:
        """What has been drawn under this key, or is drawn now; ``None`` if that fails.

        Raises ``Overtaken`` if it is no longer needed when its turn comes, unless it is a prompt answer.
        """
        if self._line is None:
            return None
        job = drawing(draw, describe)
        try:
            drawn = await self._line.draw(key, job, need)
        except Overtaken:
            if not need.is_prompt:
                raise
        except TimeoutError:
            pass
        else:
            return None if drawn is None else made(drawn, None)
        return made(None, partial(self._line.draw, key, job, replace(need, patience=None)))


def _picture(
    title: str, renderer: Renderer, players: Iterable[int], drawn: Drawn | None, follows: Follows | None
) -> Picture:
    """A picture in a message; a blank one if it is not drawn yet."""
    coming = renderer.render(FOLLOWS)
    png, alt = drawn or (blank(title, coming), coming)
    return Picture(png, alt, legend=_legend(players, renderer), follows=follows)


def _legend(players: Iterable[int], renderer: Renderer) -> tuple[str, ...]:
    """Who is meant by each number that stands in a picture for a name whose letters its font lacks."""
    lacking = [player for player in players if not renderer.names.get(player, "").isascii()]
    if not lacking:
        return ()
    marked, words = replace(renderer, marked=True), Words(renderer.written.plain)
    numbered = [player for player in lacking if words.is_replaced(player)]
    return tuple(f"{words.name(player)}: {marked.player(player)}" for player in numbered)


blank = lru_cache(maxsize=None)(draw_blank)
