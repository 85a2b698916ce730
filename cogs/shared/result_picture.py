"""What the picture of a finished game shows: who won, by how much, and what decided it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cogs.shared.rendering import Renderer
from cogs.shared.results import ending, finished_sides, margin, rating_change, side_name
from engines.result_scenes import Account, Line, ResultScene
from engines.texts import Cards, Text, say
from pictures.result import Result
from pictures.result_standing import Finisher, own_account
from sessions.snapshots import Snapshot
from sessions.tables.results import shown_rating


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
    names = ", ".join(side_name(one.seats, renderer) for one in best)
    yield f"{names}: {renderer.render(result.sentence)}"
    yield renderer.render(result.ending)
    accounts = result.scene.accounts
    for one in result.finishers:
        account = own_account(accounts, one)
        is_told = snapshot.view is None or (account.bar is not None and account.bar.is_score)
        points = "" if is_told else renderer.render(snapshot.game.score(snapshot.view, one.points))
        told = ", ".join(filter(None, (points, *_told(account, renderer))))
        yield f"{one.place}. {side_name(one.seats, renderer)}: {told}"


def _told(account: Account, renderer: Renderer) -> Iterator[str]:
    """A player's account in words."""
    if account.bar is not None:
        yield renderer.render(account.bar.text)
    for cell in account.cells:
        points = f"{'+' if cell.points >= 0 else ''}{renderer.number(cell.points)}"
        yield f"{renderer.render(cell.text)} {points}" if cell.text else points
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
    """By how much the winner won, and how; or that several share the first place."""
    winners = finished_sides([result for result in snapshot.results if result.won], snapshot.sides)
    if not winners:
        return say("a draw")
    if len(winners) > 1:
        return say("share the win")
    by = margin(snapshot)
    if len(winners[0]) > 1:
        told = say("win") if by is None else say("win by {margin}", margin=by)
    else:
        told = say("wins") if by is None else say("wins by {margin}", margin=by)
    return told if scene.remark is None else say("{won} · {how}", won=told, how=scene.remark)


def _games(scores: Sequence[Sequence[float]], renderer: Renderer) -> str:
    """The scores of a match of two, game by game."""
    if len(scores) < 2:
        return ""
    return ", ".join("–".join(renderer.number(points) for points in game) for game in scores)
