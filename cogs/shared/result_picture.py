"""What the picture of a finished game shows: who won, by how much, and what decided it."""

from collections.abc import Iterator, Sequence

from cogs.shared.rendering import Renderer
from cogs.shared.results import ending, margin, rating_change
from engines.result_scenes import Account, Line, ResultScene
from engines.texts import Cards, Text, say
from pictures.result import Result
from pictures.result_standing import Finisher
from sessions.snapshots import Snapshot
from sessions.tables.ratings import shown_rating


def result_of(snapshot: Snapshot, renderer: Renderer) -> Result | None:
    """What to draw of a finished game; ``None`` if only its last position can be shown."""
    scene = snapshot.result
    if scene is None or not snapshot.results or snapshot.view is None:
        return None
    headline = scene.headline or snapshot.game.scene(snapshot.view).headline
    played = _games(snapshot.scores, renderer) if len(snapshot.table.seats) == 2 else ""
    return Result(
        scene=scene,
        finishers=_finishers(snapshot),
        headline=say("{headline} · {games}", headline=headline, games=played) if played else headline,
        sentence=_sentence(snapshot, scene),
        ending=ending(snapshot),
    )


def result_sentences(snapshot: Snapshot, result: Result, renderer: Renderer) -> Iterator[str]:
    """The same in plain sentences, the most important first."""
    best = [one for one in result.finishers if one.place == 1]
    names = ", ".join(renderer.player(one.seat) for one in best)
    yield f"{names}: {renderer.render(result.sentence)}"
    yield renderer.render(result.ending)
    accounts = {account.seat: account for account in result.scene.accounts}
    for one in result.finishers:
        points = renderer.render(snapshot.game.score(snapshot.view, one.points)) if snapshot.view else ""
        told = ", ".join(filter(None, (points, *_told(accounts[one.seat], renderer))))
        yield f"{one.place}. {renderer.player(one.seat)}: {told}"


def _told(account: Account, renderer: Renderer) -> Iterator[str]:
    """A player's account in words."""
    if account.bar is not None:
        yield renderer.render(account.bar.text)
    for cell in account.cells:
        yield " ".join([*([renderer.render(cell.text)] if cell.text else []), f"+{renderer.number(cell.points)}"])
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
    return tuple(
        Finisher(
            result.seat,
            result.place,
            result.won,
            result.points,
            *((shown_rating(result.rating), rating_change(result)) if result.seat in snapshot.rated else ()),
        )
        for result in sorted(snapshot.results, key=lambda result: (result.place, result.seat))
    )


def _sentence(snapshot: Snapshot, scene: ResultScene) -> Text:
    """By how much the winner won, and how; or that several share the first place."""
    winners = [result for result in snapshot.results if result.won]
    if not winners:
        return say("a draw")
    if len(winners) > 1:
        return say("share the win")
    by = margin(snapshot)
    told = say("wins") if by is None else say("wins by {margin}", margin=by)
    return told if scene.remark is None else say("{won} · {how}", won=told, how=scene.remark)


def _games(scores: Sequence[Sequence[float]], renderer: Renderer) -> str:
    """The scores of a match of two, game by game."""
    if len(scores) < 2:
        return ""
    return ", ".join(":".join(renderer.number(points) for points in game) for game in scores)
