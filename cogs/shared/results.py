"""How a game ended: places, points, ratings and the reason. Partners who finished together are one line."""

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import groupby
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import Detail, Parts, medal, row, rule
from cogs.shared.rendering import Renderer
from cogs.shared.same_cards import CupButton, CupVerb, MatchButton, MatchVerb, beat_button, board_parts
from cogs.shared.table_parts import Verb, table_button, unrated_line
from db.purpose_records import DayTry, DealTry, LessonEnding, PracticeGame, Purpose
from db.records import ResultRecord, SeatRecord
from engines.kit.wording import in_wins, listed, names
from engines.sides import Sides
from engines.texts import Player, Text, say
from sessions.deals import can_be_dealt_again
from sessions.replays.key_moments import Estimates
from sessions.replays.replays import Eye, Moment
from sessions.snapshots import Snapshot
from sessions.tables.results import NEWCOMER, shown_rating

SCORE_WIDTH = 30
"""How many monospaced characters a phone shows beside a name."""
TURNING_POINT = "turning"
AFTER_LESSON = say(
    "You have finished the lesson. Play your first game against an easy computer, or type /play in a channel to open a "
    "table for others."
)


class ReplayButton(Control, prefix="replay"):
    """Shows a finished game after ``number`` moves, as ``seat`` saw it (``None``: as everybody did; "all": all hands).

    ``way`` tells apart buttons that lead to the same moment. The one for the turning point opens the replay.
    """

    table: int
    number: int
    seat: Eye
    way: str


def result_parts(
    snapshot: Snapshot, renderer: Renderer, detail: Detail = Detail.FULL, *, below_picture: bool = False
) -> Parts:
    """A heading with the winners, every player's place, the scores and the turning point.

    A picture names the game and says why it is over. One of the result says who came where, too, and ratings stand only
    below the table in the channel.
    """
    reason = "" if _forfeit(snapshot) else f"\n-# {renderer.render(snapshot.trouble or ending(snapshot))}"
    named = f"{winners_heading(snapshot, renderer)}{reason}"
    heading = f"### 🏁 {how_it_ended(snapshot, renderer)}" if below_picture else named
    result = snapshot.result if below_picture else None
    scores = [] if detail is Detail.BARE or (result and result.columns) else score_table(snapshot, renderer)
    is_told = result is not None and snapshot.table.purpose.is_private
    return [
        heading,
        *([] if is_told else [rule(), "\n".join(place_lines(snapshot, renderer))]),
        unrated_line(snapshot, renderer),
        *([rule(), "\n".join(scores)] if scores else []),
        *([rule(), renderer.render(AFTER_LESSON)] if isinstance(snapshot.table.purpose, LessonEnding) else []),
        *_turning_point(snapshot, renderer),
        *board_parts(snapshot.board, snapshot.game, snapshot.view, renderer),
    ]


def score_table(snapshot: Snapshot, renderer: Renderer) -> list[str]:
    """What each side scored in each hand, round or game, a line for each; nothing if there was only one.

    The names come after the monospaced numbers, so that no script disturbs the columns.
    """
    if len(snapshot.scores) < 2:
        return []
    groups = finished_sides(snapshot.results, snapshot.sides)
    columns = [
        [str(number), *(renderer.number(points[group[0].seat]) for group in groups)]
        for number, points in enumerate(snapshot.scores, 1)
    ]
    names = ["", *(f" **{names_of(group, renderer)}**" for group in groups)]
    lines = [f"**{renderer.render(snapshot.game.scores_title)}**"]
    for block in _blocks(columns):
        padded = [[text.rjust(max(map(len, column))) for text in column] for column in block]
        lines += [f"`{' '.join(numbers)}`{name}" for *numbers, name in zip(*padded, names, strict=True)]
    return lines


def _blocks(columns: Sequence[Sequence[str]]) -> list[list[Sequence[str]]]:
    """The columns in groups that fit side by side on a phone."""
    blocks: list[list[Sequence[str]]] = []
    room = 0
    for column in columns:
        wide = max(map(len, column)) + 1
        if wide > room:
            blocks.append([])
            room = SCORE_WIDTH
        blocks[-1].append(column)
        room -= wide
    return blocks


def _turning_point(snapshot: Snapshot, renderer: Renderer) -> Parts:
    """The move that decided the game, and a button that opens the replay there."""
    key = snapshot.turning_point
    if key is None:
        return []
    if key.told is None:
        shown = {"number": key.number, "player": Player(key.seat), "action": key.action}
        happened = say("Turning point, move {number}, {player}: {action}", **shown)
    else:
        happened = say("Turning point, move {number}: {told}", number=key.number, told=key.told)
    lines = [happened] if key.estimates is None else [happened, chances(key.estimates)]
    button = ReplayButton(snapshot.table.id, key.number, None, TURNING_POINT)
    return [
        rule(),
        "\n".join(f"-# {renderer.render(line)}" for line in lines),
        row(button.button(say("See the turning point"), renderer, emoji="🔎")),
    ]


def chances(estimates: Estimates) -> Text:
    """How a move changed what a computer expected."""
    before, after = round(100 * estimates.before), round(100 * estimates.after)
    return say("{player}'s chances: {before}% → {after}%", player=Player(estimates.seat), before=before, after=after)


def result_buttons(snapshot: Snapshot, renderer: Renderer) -> list[ui.Item[Any]]:
    """Buttons to play again and to look back at the game, if it can still be read; others if all play the same deal."""
    match snapshot.table.purpose:
        case DayTry():
            primary = discord.ButtonStyle.primary
            others = table_button(snapshot, renderer, Verb.DAY, say("How the others did"), primary, emoji="🗓️")
            return [others, table_button(snapshot, renderer, Verb.SHARE, say("Share"), emoji="📣")]
        case DealTry(cup=int(cup)):
            return _cup_buttons(snapshot, cup, renderer)
        case DealTry(match=int(match)):
            return [MatchButton(match, MatchVerb.PLAY).button(say("Next deal"), renderer, discord.ButtonStyle.primary)]
        case purpose:
            return _buttons_to_go_on(snapshot, purpose, renderer)


def _buttons_to_go_on(snapshot: Snapshot, purpose: Purpose, renderer: Renderer) -> list[ui.Item[Any]]:
    verb = Verb.AGAIN if purpose.is_private else Verb.REMATCH
    label, emoji = (say("Play your first game"), "🎴") if isinstance(purpose, LessonEnding) else (say("Rematch"), "🔁")
    rematch = table_button(snapshot, renderer, verb, label, discord.ButtonStyle.primary, emoji=emoji)
    if snapshot.view is None:
        return [rematch]
    replay = table_button(snapshot, renderer, Verb.REPLAY, say("Replay"), emoji="🎞️")
    review = table_button(snapshot, renderer, Verb.REVIEW, say("My costliest moves"), emoji="🎯")
    mistakes = table_button(snapshot, renderer, Verb.MISTAKES, say("Learn from my mistakes"), emoji="🎓")
    return [rematch, replay, review, mistakes, *_dealing_again(snapshot, renderer)]


def _dealing_again(snapshot: Snapshot, renderer: Renderer) -> list[ui.Item[Any]]:
    """For everybody: a button to try the cards of a game. For who played it alone: one to invite the others to them."""
    if not can_be_dealt_again(snapshot.table):
        return []
    if isinstance(snapshot.table.purpose, PracticeGame):
        return [table_button(snapshot, renderer, Verb.DARE, say("Let others try"), emoji="⚔️")]
    return [beat_button(snapshot.table.id, renderer)] if snapshot.seat is None else []


def _cup_buttons(snapshot: Snapshot, cup: int, renderer: Renderer) -> list[ui.Item[Any]]:
    """Buttons to play the next deal of a cup and to compare; when everybody may know the deal, one to look back."""
    buttons: list[ui.Item[Any]] = [
        CupButton(cup, CupVerb.PLAY).button(say("Next deal"), renderer, discord.ButtonStyle.primary),
        CupButton(cup, CupVerb.RESULTS).button(say("Results"), renderer),
    ]
    if snapshot.deal is not None and snapshot.deal.seed is not None:
        buttons.append(table_button(snapshot, renderer, Verb.REPLAY, say("Replay"), emoji="🎞️"))
    return buttons


def winners_heading(snapshot: Snapshot, renderer: Renderer) -> str:
    """Which game is over, and who won."""
    return f"## 🏁 {snapshot.game.name}\n### {how_it_ended(snapshot, renderer)}"


def how_it_ended(snapshot: Snapshot, renderer: Renderer) -> str:
    """How the game was won, told to its reader; or who won, and by how much if a single side did."""
    told = verdict(snapshot)
    if told is not None:
        return renderer.render(told)
    by, own = margin(snapshot), _own_end(snapshot)
    winners = [result for result in snapshot.results if result.won]
    if by is None:
        won = winners_line(snapshot.results, renderer, snapshot.sides)
    elif len(winners) > 1:
        won = renderer.render(say("{players} win by {margin}!", players=names_of(winners, renderer), margin=by))
    else:
        won = renderer.render(say("{player} wins by {margin}!", player=Player(winners[0].seat), margin=by))
    return f"{renderer.render(own)} {won}" if own else won


def verdict(snapshot: Snapshot) -> Text | None:
    """How the game was won, or who gave it up, told to its reader; ``None`` if naming the winners has to do."""
    winners = [result.seat for result in snapshot.results if result.won]
    told, gone = None, any(seat.is_away or seat.resigned for seat in snapshot.table.seats)
    if not gone and snapshot.outcome is not None and snapshot.view is not None:
        told = snapshot.game.verdict(snapshot.view, snapshot.outcome, snapshot.reader)
    return told or _forfeit(snapshot) or (_own_win(snapshot, winners) if snapshot.reader in winners else None)


def _forfeit(snapshot: Snapshot) -> Text | None:
    """One of two players is gone, as the other one and everybody are told."""
    seats, winners = snapshot.table.seats, [result.seat for result in snapshot.results if result.won]
    gone = [seat for seat in seats if seat.is_away or seat.resigned]
    if not (len(seats) == 2 and len(winners) == len(gone) == 1 and winners[0] != gone[0].seat):
        return None
    winner, loser = winners[0], gone[0]
    told = {"player": Player(winner), "loser": Player(loser.seat)}
    match _absence(loser, snapshot), snapshot.reader:
        case Absence.LATE, None:
            return say("{player} won: {loser} ran out of time.", **told)
        case Absence.RESIGNED, None:
            return say("{player} won: {loser} gave up.", **told)
        case Absence.LATE, reader if reader == winner:
            return say("You won: {loser} ran out of time.", **told)
        case Absence.RESIGNED, reader if reader == winner:
            return say("You won: {loser} gave up.", **told)
        case Absence.LATE, _:
            return say("Your time ran out: {player} wins.", **told)
        case Absence.RESIGNED, _:
            return say("You gave up: {player} wins.", **told)
        case _:
            return None


def _own_win(snapshot: Snapshot, winners: Sequence[int]) -> Text:
    """The reader has won, alone, with partners, or as one of several sides."""
    others = [seat for seat in winners if seat != snapshot.reader]
    if not others:
        by = margin(snapshot)
        return say("You won.") if by is None else say("You won by {margin}.", margin=by)
    if any({snapshot.reader, *others}.issubset(side) for side in snapshot.sides):
        return say("You won with {players}.", players=names(others))
    return say("You share the win with {players}.", players=names(others))


def _own_end(snapshot: Snapshot) -> Text | None:
    """What became of a reader who has not won; ``None`` for everybody, and if nobody has won and all stayed."""
    own = next((seat for seat in snapshot.table.seats if seat.seat == snapshot.reader), None)
    if own is None:
        return None
    if own.is_away or own.resigned:
        return _absence(own, snapshot).value[1]
    place = next(result.place for result in snapshot.results if result.seat == own.seat)
    seats = len(snapshot.results)
    shown = say("Your place: {place} of {seats}.", place=place, seats=seats) if seats > 2 else say("You lost.")
    return shown if any(result.won for result in snapshot.results) else None


def margin(snapshot: Snapshot) -> Text | None:
    """By how much a single side won, if the game came to its natural end; ``None`` for wins in a match."""
    winners = [result for result in snapshot.results if result.won]
    others = [result for result in snapshot.results if not result.won]
    if snapshot.outcome is None or snapshot.view is None or not others:
        return None
    if len(finished_sides(winners, snapshot.sides)) != 1:
        return None
    second = min(others, key=lambda result: result.place)
    lead = abs(winners[0].points - second.points)
    told = snapshot.game.lead(snapshot.view, lead)
    return told if lead and told != in_wins(lead) else None


def winners_line(results: Sequence[ResultRecord], renderer: Renderer, sides: Sides) -> str:
    """Who won: one player, partners, several sides with a shared win, or nobody."""
    match finished_sides([result for result in results if result.won], sides):
        case []:
            return renderer.render(say("Nobody wins."))
        case [(winner,)]:
            return renderer.render(say("{player} wins!", player=Player(winner.seat)))
        case [partners]:
            return renderer.render(say("{players} win!", players=names_of(partners, renderer)))
        case winners:
            shared = listed([say("{player}", player=names_of(side, renderer)) for side in winners])
            return renderer.render(say("Shared win: {players}", players=shared))


def ending(finished: Snapshot | Moment) -> Text:
    """Why the game is over: it came to its natural end, or too few played on."""
    own = finished.game.ending(finished.view) if finished.view else None
    if own is not None:
        return own
    table = finished.table
    if not table.purpose.has_stand_ins:
        return say("The match was forfeited.")
    gone = [seat.seat for seat in table.seats if seat.resigned]
    sides = finished.game.sides(len(table.seats))
    if sum(any(not table.seats[seat].resigned for seat in side) for side in sides) == 1:
        if len(gone) == 1:
            return say("The game ended because {player} gave up.", player=Player(gone[0]))
        return say("The game ended because all but one gave up.")
    match table.present:
        case []:
            return say("The game ended because only computers were left.")
        case [last]:
            return say(
                "The game ended because the others were gone and {player}'s time ran out.", player=Player(last.seat)
            )
        case _:
            return say("The game ended because nobody played in time.")


def place_lines(snapshot: Snapshot, renderer: Renderer) -> list[str]:
    """A line for every side, best first: place, names, points after a natural end, and ratings if they are shown."""
    scored = snapshot.view if snapshot.outcome is not None else None
    absences = {seat.seat: _absence(seat, snapshot).value[0] for seat in snapshot.table.seats if seat.is_away}
    lines: list[str] = []
    for group in finished_sides(snapshot.results, snapshot.sides):
        facts = [snapshot.game.score(scored, group[0].points)] if scored is not None else []
        own = {
            result.seat: [
                *([_rating(snapshot, result)] if result.seat in snapshot.rated else []),
                *([absences[result.seat]] if result.seat in absences else []),
            ]
            for result in group
        }
        if len(group) == 1:
            facts += own.pop(group[0].seat)
        line = f"{medal(group[0].place)} **{group[0].place}. {names_of(group, renderer)}**"
        lines.append(_with_facts(line, " — ", facts, renderer))
        lines += [
            _with_facts(f"-# {renderer.player(seat)}", " · ", told, renderer) for seat, told in own.items() if told
        ]
    return lines


def _with_facts(line: str, sign: str, facts: Sequence[Text], renderer: Renderer) -> str:
    told = " · ".join(renderer.render(fact) for fact in facts)
    return f"{line}{sign}{told}" if told else line


def _rating(snapshot: Snapshot, result: ResultRecord) -> Text:
    """The player's new rating and its change. Games against computers have separate ratings."""
    rating = shown_rating(result.rating)
    change = f"{rating_change(result):+d}".replace("-", "−")
    if snapshot.table.has_computer_players:
        return say("practice rating {rating} ({change})", rating=rating, change=change)
    return say("rating {rating} ({change})", rating=rating, change=change)


def rating_change(result: ResultRecord) -> int:
    """How a player's shown rating has changed."""
    return shown_rating(result.rating) - shown_rating(result.before or NEWCOMER)


class Absence(Enum):
    """Why a player was not there at the end, as others and as the player are told."""

    FORFEITED = say("forfeited"), say("You forfeited.")
    LATE = say("ran out of time"), say("Your time ran out.")
    RESIGNED = say("gave up"), say("You gave up.")
    LEFT = say("left; a computer played on"), say("A computer finished the game for you.")


def _absence(seat: SeatRecord, snapshot: Snapshot) -> Absence:
    if any(clock.seat == seat.seat and clock.late_since is not None for clock in snapshot.table.clocks):
        return Absence.LATE
    if seat.resigned:
        return Absence.RESIGNED
    return Absence.LEFT if snapshot.table.purpose.has_stand_ins else Absence.FORFEITED


def finished_sides(results: Iterable[ResultRecord], sides: Sides) -> list[tuple[ResultRecord, ...]]:
    """The results by sides, best first. A player who came later than the partners, having left, stands alone."""
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    ordered = sorted(results, key=lambda result: (result.place, side_of[result.seat], result.seat))
    together = groupby(ordered, key=lambda result: (result.place, side_of[result.seat]))
    groups = [tuple(group) for _, group in together]
    return sorted(groups, key=lambda group: (group[0].place, group[0].seat))


def side_name(seats: Iterable[int], renderer: Renderer) -> str:
    """The players at these seats as one: "alice & bob"."""
    return " & ".join(map(renderer.player, seats))


def names_of(group: Sequence[ResultRecord], renderer: Renderer) -> str:
    """The players of a line of results."""
    return side_name((result.seat for result in group), renderer)
