"""Taking back a move that others have seen: when a player may ask to, and what everybody is told about it."""

from datetime import timedelta

from db.records import SeatRecord, TableRecord, TakeBackRecord, TakeBackStatus
from engines.texts import Player, Text, say, say_count
from sessions.tables.live import LiveGame, Note
from sessions.tables.pace import Pace

LIVE_TIME = timedelta(minutes=5)
"""How long the others have to answer at a live pace."""
TIME = timedelta(hours=12)
"""How long they have at any other pace."""

MOST_NAMED = 2
"""With more players than this, only their number is told."""

NOTHING = say("There is nothing you can take back now.")


def answering_time(table: TableRecord) -> timedelta:
    """How long the others have to answer a request at this table."""
    return LIVE_TIME if Pace(table.pace).is_live else TIME


def others_asked(table: TableRecord, seat: int) -> tuple[SeatRecord, ...]:
    """The players who are asked when ``seat`` wants to take back a move. Computers always agree."""
    return tuple(other for other in table.present if other.seat != seat)


def why_not_ask(table: TableRecord, live: LiveGame, seat: int) -> Text | None:
    """Why this seat cannot ask to take back its latest decision; ``None`` if it can."""
    decision = live.decisions.get(seat)
    if decision is None or not others_asked(table, seat):
        return NOTHING
    if table.take_back_request is not None:
        return say("A request to take back a move is open already. It has to be answered first.")
    if _is_refused(table, seat, decision.rev):
        return say("You have asked for that already and the answer was no, so this move stays.")
    aftermath = decision.aftermath
    aftermath.follow(live.moves[decision.first :])
    if decision.is_simultaneous or aftermath.decided_together:
        return say("Players are deciding at the same time, or have done so since, so this move stays.")
    if aftermath.came_to_light:
        return say("Cards have been revealed since then, so this move stays.")
    return None


def _is_refused(table: TableRecord, seat: int, rev: int) -> bool:
    refused = (asked for asked in table.take_backs if asked.status is TakeBackStatus.REFUSED)
    return any(asked.seat == seat and asked.undone_from == rev for asked in refused)


def notes_of(table: TableRecord) -> tuple[Note, ...]:
    """What everybody is told about past requests, oldest first."""
    ended = (asked for asked in table.take_backs if asked.status is not TakeBackStatus.OPEN)
    return tuple(Note(asked.rev, text) for asked in ended for text in _told(asked))


def moves_going_back(request: TakeBackRecord) -> tuple[Text, ...]:
    """Whose moves are taken back along with that of the player who asks: a sentence each, or one for many."""
    if len(request.undone) > MOST_NAMED:
        return (
            say_count(
                "That takes back what one other player did after it, too.",
                "That takes back what {count} other players did after it, too.",
                len(request.undone),
            ),
        )
    return tuple(
        say("That takes back what {player} did after it, too.", player=Player(seat)) for seat in request.undone
    )


def _told(request: TakeBackRecord) -> tuple[Text, ...]:
    player = Player(request.seat)
    match request.status:
        case TakeBackStatus.GRANTED:
            return (_granted(request), *moves_going_back(request))
        case TakeBackStatus.EXPIRED:
            return (say("{player} asked to take back a move, but not everybody answered in time.", player=player),)
        case TakeBackStatus.OVERTAKEN:
            return (say("{player} asked to take back a move, but the game went on.", player=player),)
        case _:
            other = Player(request.seat if request.refused_by is None else request.refused_by)
            return (say("{player} asked to take back a move, but {other} did not agree.", player=player, other=other),)


def _granted(request: TakeBackRecord) -> Text:
    player, agreed = Player(request.seat), [Player(seat) for seat in sorted(request.agreed)]
    match agreed:
        case [other]:
            return say("{player} took back a move; {other} agreed.", player=player, other=other)
        case [first, second]:
            return say(
                "{player} took back a move; {first} and {second} agreed.", player=player, first=first, second=second
            )
        case _:
            return say_count(
                "{player} took back a move; one other player agreed.",
                "{player} took back a move; all {count} other players agreed.",
                len(agreed),
                player=player,
            )
