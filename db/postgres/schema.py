"""Creates the tables and triggers in a PostgreSQL database, or brings them up to date."""

import logging
from typing import NamedTuple

from alembic import command
from sqlalchemy import Connection

from db.drivers.migrate import checked_revision, configuration, scripts_in, upgrade
from db.drivers.revision import MIGRATIONS
from db.schema import metadata

_log = logging.getLogger(__name__)


class Trigger(NamedTuple):
    """Refuses an ``event``, such as a deletion of a row, with ``message`` if ``condition`` is true."""

    event: str
    condition: str
    message: str


_PHASE_OF_NEW = "(SELECT phase FROM tables WHERE id = NEW.table_id)"
_PHASE_OF_OLD = "(SELECT phase FROM tables WHERE id = OLD.table_id)"
_IS_KEPT = "(SELECT guild_id FROM tables WHERE id = OLD.table_id) NOT IN (SELECT guild_id FROM departures)"
"""The condition for a row that belongs to a server where the bot still is."""
_IS_NOT_FOLDED = "OLD.table_id NOT IN (SELECT table_id FROM folded_games)"
"""The condition for a row of a game that is still stored with its moves."""

TRIGGERS: dict[str, Trigger] = {
    # Tables: from the lobby to the game to its end, and never back.
    "tables_open_in_lobby": Trigger("INSERT ON tables", "NEW.phase <> 'lobby'", "a table opens as a lobby"),
    "tables_phases": Trigger(
        "UPDATE OF phase ON tables",
        "OLD.phase || ' ' || NEW.phase NOT IN ('lobby playing', 'playing finished', 'lobby closed', 'playing closed')",
        "a table goes from lobby to game to its end",
    ),
    "tables_revisions": Trigger("UPDATE OF rev ON tables", "NEW.rev <> OLD.rev + 1", "revisions count up one by one"),
    "tables_deal_is_fixed": Trigger(
        "UPDATE OF guild_id, game, options, seed, rules_version, started_at ON tables",
        "OLD.phase <> 'lobby'",
        "what a game was dealt from does not change",
    ),
    "tables_pace_is_fixed": Trigger(
        "UPDATE OF pace ON tables", "OLD.phase <> 'lobby'", "the pace of a game does not change"
    ),
    "tables_stay_private": Trigger(
        "UPDATE OF private ON tables", "OLD.private <> NEW.private", "a table stays private or public"
    ),
    "tables_start_with_seats": Trigger(
        "UPDATE OF phase ON tables",
        "NEW.phase = 'playing'"
        " AND (SELECT count(*) = 0 OR count(*) <> max(seat) + 1 FROM seats WHERE table_id = NEW.id)",
        "the seats of a game are numbered from 0 without gaps",
    ),
    "tables_finish_with_results": Trigger(
        "UPDATE OF phase ON tables",
        "NEW.phase = 'finished' AND (SELECT count(*) FROM results WHERE table_id = NEW.id)"
        " <> (SELECT count(*) FROM seats WHERE table_id = NEW.id)",
        "a finished game has a result for each seat",
    ),
    # Seats: who plays is settled when the game starts.
    "seats_taken_in_lobby": Trigger("INSERT ON seats", f"{_PHASE_OF_NEW} <> 'lobby'", "seats are taken in the lobby"),
    "private_tables_have_one_member": Trigger(
        "INSERT ON seats",
        "NEW.user_id IS NOT NULL AND EXISTS"
        " (SELECT 1 FROM tables WHERE id = NEW.table_id AND private = 1 AND host_id <> NEW.user_id)",
        "a private table has one member",
    ),
    "seats_left_in_lobby": Trigger(
        "DELETE ON seats", f"{_PHASE_OF_OLD} <> 'lobby' AND {_IS_KEPT}", "seats are left in the lobby"
    ),
    "seats_changed_in_lobby": Trigger(
        "UPDATE OF table_id, seat ON seats",
        f"{_PHASE_OF_OLD} <> 'lobby' OR NEW.table_id <> OLD.table_id",
        "seats are changed in the lobby",
    ),
    "seats_resigned_in_game": Trigger(
        "UPDATE OF resigned ON seats",
        f"{_PHASE_OF_OLD} <> 'playing' OR NEW.resigned < OLD.resigned",
        "who gives up does so in the game and for good",
    ),
    "seats_keep_their_player": Trigger(
        "UPDATE OF user_id ON seats",
        "OLD.user_id IS NULL OR NEW.user_id IS NULL OR OLD.user_id < 0 OR NEW.user_id >= 0",
        "a seat keeps its player",
    ),
    "seats_handed_over_in_game": Trigger(
        "UPDATE OF computer ON seats", f"{_PHASE_OF_OLD} <> 'playing'", "seats are handed over in the game"
    ),
    "clocks_run_in_game": Trigger("INSERT ON clocks", f"{_PHASE_OF_NEW} <> 'playing'", "clocks run in a game"),
    # Moves: written once, in order, and kept.
    "moves_in_game": Trigger("INSERT ON moves", f"{_PHASE_OF_NEW} <> 'playing'", "moves are made in a game"),
    "moves_in_order": Trigger(
        "INSERT ON moves",
        "NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM moves WHERE table_id = NEW.table_id)",
        "moves are numbered without gaps",
    ),
    "moves_are_fixed": Trigger(
        "UPDATE OF table_id, number, rev, seat, text, made_at ON moves", "true", "moves do not change"
    ),
    "moves_taken_back_in_game": Trigger(
        "UPDATE OF taken_back ON moves",
        f"{_PHASE_OF_OLD} <> 'playing' OR NEW.taken_back < OLD.taken_back",
        "moves are taken back in the game and for good",
    ),
    "moves_are_kept": Trigger("DELETE ON moves", f"{_IS_KEPT} AND {_IS_NOT_FOLDED}", "moves are kept"),
    # Thoughts: written with their move, and kept.
    "thoughts_in_game": Trigger(
        "INSERT ON thoughts", f"{_PHASE_OF_NEW} <> 'playing'", "thoughts belong to moves of a game"
    ),
    "thoughts_are_fixed": Trigger("UPDATE ON thoughts", "true", "thoughts do not change"),
    "thoughts_are_kept": Trigger("DELETE ON thoughts", f"{_IS_KEPT} AND {_IS_NOT_FOLDED}", "thoughts are kept"),
    "only_finished_games_are_folded": Trigger(
        "INSERT ON folded_games", f"{_PHASE_OF_NEW} <> 'finished'", "only a finished game is folded"
    ),
    # Results: written as the game ends.
    "results_of_game": Trigger(
        "INSERT ON results", f"{_PHASE_OF_NEW} <> 'playing'", "results are those of a game that ends"
    ),
    "results_are_fixed": Trigger("UPDATE ON results", "true", "results do not change"),
    "results_are_kept": Trigger("DELETE ON results", _IS_KEPT, "results are kept"),
}


def statements(name: str) -> tuple[str, str]:
    """The statements that create a trigger: first its function, which has the same name."""
    trigger = TRIGGERS[name]
    kept = "OLD" if trigger.event.startswith("DELETE") else "NEW"
    function = f"""
        CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF {trigger.condition} THEN
                RAISE EXCEPTION '{trigger.message}' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN {kept};
        END $$"""
    # A condition that reads no other rows is tested without a call of the function.
    when = "" if "SELECT" in trigger.condition else f"WHEN ({trigger.condition}) "
    return function, f"CREATE TRIGGER {name} BEFORE {trigger.event} FOR EACH ROW {when}EXECUTE FUNCTION {name}()"


FUNCTIONS = (
    "CREATE FUNCTION json_type(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS "
    "'SELECT json_typeof(value::json)'",
    "CREATE FUNCTION json_valid(value text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS "
    "'SELECT value::json IS NOT NULL'",
)
"""The functions of SQLite that constraints call. ``::json`` itself refuses what is not JSON."""


def bring_up_to_date(connection: Connection, place: str) -> None:
    """Create the tables, or apply the migrations that are lacking, all or nothing. Raises ``DatabaseError``."""
    scripts = scripts_in(MIGRATIONS)
    current = checked_revision(connection, place, scripts)
    if current == scripts.get_current_head():
        return
    if current is not None:
        _log.warning(
            "The database %s is brought from schema %s to %s. Only a backup that you have made before leads back: "
            "unlike a file, a database on a server is not backed up first.",
            place,
            current,
            scripts.get_current_head(),
        )
        upgrade(connection, MIGRATIONS)
        return
    for statement in FUNCTIONS:
        connection.exec_driver_sql(statement)
    metadata.create_all(connection)
    for name in TRIGGERS:
        for statement in statements(name):
            connection.exec_driver_sql(statement)
    command.stamp(configuration(MIGRATIONS, connection), "head")
