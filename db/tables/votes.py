"""Votes on removing players and on ending games."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from db.drivers.statements import TABLE_IDS, of_tables
from db.records import Vote
from db.schema.tables import cast_votes, votes
from db.tables.pings import call_to_answer, note_answered, require_revision

_VOTES = select(votes).where(of_tables(votes.c.table_id))


def votes_by_table(connection: Connection, table_ids: Sequence[int]) -> dict[int, Vote]:
    """The votes at these tables."""
    found = connection.execute(_VOTES, {TABLE_IDS: table_ids}).all()
    at_these = cast_votes.c.table_id.in_([row.table_id for row in found])
    cast = connection.execute(select(cast_votes).where(at_these).order_by(cast_votes.c.seat)).all()
    return {
        row.table_id: Vote(
            row.seat,
            row.asked_by,
            row.ends_at,
            in_favour=tuple(vote.seat for vote in cast if vote.table_id == row.table_id and vote.removes),
            against=tuple(vote.seat for vote in cast if vote.table_id == row.table_id and not vote.removes),
        )
        for row in found
    }


def save_at(connection: Connection, table_id: int, rev: int, vote: Vote | None) -> None:
    """Store the vote at a table, if any. Raises ``Stale`` if the table has another revision."""
    require_revision(connection, table_id, rev)
    save_vote(connection, table_id, vote)


def save_vote(connection: Connection, table_id: int, vote: Vote | None) -> None:
    """Replace the vote at a table; ``None`` if there is none any more."""
    connection.execute(delete(cast_votes).where(cast_votes.c.table_id == table_id))
    was_open = connection.execute(delete(votes).where(votes.c.table_id == table_id)).rowcount > 0
    if vote is None:
        if was_open:
            note_answered(connection, table_id)
        return
    if not was_open:
        call_to_answer(connection, table_id)
    connection.execute(
        insert(votes).values(table_id=table_id, seat=vote.seat, asked_by=vote.asked_by, ends_at=vote.ends_at)
    )
    cast = dict.fromkeys(vote.in_favour, True) | dict.fromkeys(vote.against, False)
    connection.execute(
        insert(cast_votes), [{"table_id": table_id, "seat": seat, "removes": removes} for seat, removes in cast.items()]
    )
