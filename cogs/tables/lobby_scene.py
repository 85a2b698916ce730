"""A table before the game: a scene that consists of seats, and what words and pictures say about it."""

from db.records import SeatRecord, TableRecord
from engines.kit.wording import names
from engines.scenes import Fact, Place, Scene
from engines.sides import partners
from engines.texts import Text, say, say_count
from opponents import Level
from sessions.snapshots import Snapshot


def lobby_scene(snapshot: Snapshot) -> Scene:
    """Who sits where, and the free seats. ``readiness`` says whether the game can start."""
    table = snapshot.table
    sitting = {seat.seat: Place(seat.seat, False, _facts(snapshot, seat)) for seat in table.seats}
    seats = range(snapshot.game.seats[-1])
    places = tuple(sitting.get(seat, Place(seat, False, is_free=True)) for seat in seats)
    return Scene(seats_taken(snapshot), (), places, None)


def seats_taken(snapshot: Snapshot) -> Text:
    """How many would play, out of how many can."""
    return say("Seats: {taken} of {most}", taken=taken(snapshot.table), most=snapshot.game.seats[-1])


def taken(table: TableRecord) -> int:
    """How many would play if the game started now."""
    return len(table.seats) - len(table.invited)


def readiness(snapshot: Snapshot) -> Text:
    """Whether the game can start."""
    sitting, fewest, most = taken(snapshot.table), snapshot.game.seats[0], snapshot.game.seats[-1]
    if sitting < fewest:
        missing = fewest - sitting
        return say_count("One more player is needed to start.", "{count} more players are needed to start.", missing)
    if snapshot.table.invited:
        return say("The game can start without those who have not answered.")
    if sitting < most:
        return say("Ready to start. More players can still join.")
    return say("The table is full; the game can start.")


def role(table: TableRecord, seat: SeatRecord) -> Text | None:
    """A computer's level, or whether somebody is invited or the host."""
    if seat in table.invited:
        return say("invited, no answer yet")
    if seat.computer is not None:
        return Level(seat.computer).label
    return say("host") if seat.user_id == table.host_id else None


def partnership(snapshot: Snapshot, seat: int) -> Text | None:
    """With whom whoever sits there would play; ``None`` if alone, or as long as nobody has sat down there."""
    sitting = {record.seat for record in snapshot.table.seats}
    others = sitting.intersection(partners(snapshot.game.sides(snapshot.game.seats[-1]), seat))
    return say("plays with {players}", players=names(sorted(others))) if others else None


def _facts(snapshot: Snapshot, seat: SeatRecord) -> tuple[Fact, ...]:
    """Partners and role. A picture cannot show the sign that marks computers by their names."""
    what = role(snapshot.table, seat)
    if what is not None and seat.user_id is None:
        what = say("computer, {level}", level=what)
    return tuple(Fact(text) for text in (partnership(snapshot, seat.seat), what) if text is not None)
