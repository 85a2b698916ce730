"""Who may do what: every command and control, tried by every kind of member before, during and after a game.

A row is something that can be tried (``ACTIONS`` in ``stages.py``), a column is a role. A cell says what comes of it:

- ``yes``: it is done, and something changes in the database.
- ``view``: it shows or asks something, to this member alone, and changes nothing.
- any other word: it is refused, changes nothing, and this member alone reads the sentence in ``REFUSALS``.

A new command or control needs a row in ``LOBBY``, ``RUNNING`` and ``FINISHED``, or one in ``ANYWHERE`` if it is not
about a table.
"""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import discord
import pytest
from discord import app_commands

from cogs.shared.controls import Control
from tests.e2e import stages
from tests.e2e.conftest import DATABASE
from tests.e2e.room import Room
from tests.e2e.stages import ACTIONS, ROLES, Challenge, Command, Stage, Use
from tests.e2e.trials import Trials

REFUSALS = {
    # Who you are
    "no-seat": "You have no seat at this table.",
    "no-seat-yet": "You have no seat here yet. Tap Join, and wait for the cards.",
    "watching": "You are not playing in this game; the table shows what everybody may see.",
    "away": "A computer is playing for you. Tap “I'm back” in your hand to take your seat back.",
    "given-up": "You have given this game up; a computer plays your seat.",
    "elsewhere": "That table is on another server.",
    "join-first": "Only players at the table can do that. Tap Join first.",
    "seated": "You already have a seat at this table.",
    "a-player": "You have a seat at this table, so you will see how the game ends.",
    "playing": "You're already playing your own seat.",
    "host-only": "Only the host of the table",
    "deciders": "Only the players at this table can decide that.",
    "strangers": "Only those who played can ask for a rematch. /play opens a new table for everybody.",
    "managers": "Only members who may manage this server can choose",
    "self-invited": "You can't invite yourself. Tap Join at the table.",
    "self-challenged": "You can't challenge yourself. /play opens a table that others can join.",
    # What there is
    "no-table": "There is no table in this channel yet. /play opens one.",
    "none-over": "No game has been finished in this channel yet. /play opens a table.",
    "one-table": "There is already a table in this channel: /table shows it.",
    # When
    "not-yet": "The game has not started yet",
    "no-cards": "There are no cards yet. Start the game when everybody is here.",
    "started": "The game has already started. /table shows it.",
    "lobby-only": "You can only invite members to a table that has not started.",
    "on": "The game is still on; a replay would show hidden cards.",
    "turn": "It is not your turn.",
    "late": "It is your time that has run out, so the others decide. You can still play: tap My hand.",
    "stale": "That button is out of date; your hand has been refreshed.",
    "nothing": "There is nothing that you can take back now.",
    "no-hint": "Hints are for practice against computers only. Here they would be unfair.",
    "no-rematch": "A rematch needs a finished game.",
    "over": "This game is over.",
    "closed": "This table is closed. Open a new one with /play.",
    "ended": "This table is already closed. Open a new one with /play.",
}
"""How the sentences begin."""

LOBBY = """
                     host         player       spectator    moderator    outsider
/play                one-table    one-table    one-table    one-table    yes
/table               yes          yes          yes          yes          no-table
/leave               yes          yes          no-seat      no-seat      no-table
/resign              not-yet      not-yet      not-yet      not-yet      no-table
/end                 view         host-only    host-only    view         no-table
/remove              yes          host-only    join-first   join-first   no-table
/invite              yes          yes          join-first   join-first   self-invited
/hand                no-cards     no-cards     no-seat-yet  no-seat-yet  no-table
/move                not-yet      not-yet      not-yet      not-yet      no-table
/replay              none-over    none-over    none-over    none-over    none-over
Challenge to a game  view         view         view         view         self-challenged
Join                 seated       seated       yes          yes          elsewhere
Leave                yes          yes          no-seat      no-seat      elsewhere
Start                yes          yes          join-first   join-first   elsewhere
Rules                view         view         view         view         elsewhere
My hand              no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
Rematch              no-rematch   no-rematch   no-rematch   no-rematch   elsewhere
Replay               not-yet      not-yet      not-yet      not-yet      elsewhere
Take back            not-yet      not-yet      not-yet      not-yet      elsewhere
Go on                not-yet      not-yet      not-yet      not-yet      elsewhere
Why not?             no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
Hint                 not-yet      not-yet      not-yet      not-yet      elsewhere
Unseen cards         no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
I'm back             not-yet      not-yet      not-yet      not-yet      elsewhere
Text                 view         view         view         view         elsewhere
Log                  view         view         view         view         elsewhere
Follow               a-player     a-player     yes          yes          elsewhere
add a computer       yes          yes          join-first   join-first   elsewhere
free a seat          yes          yes          join-first   join-first   elsewhere
remove a player      yes          host-only    join-first   join-first   elsewhere
choose the pace      yes          host-only    host-only    host-only    elsewhere
close: yes           yes          host-only    host-only    yes          elsewhere
end: yes             yes          host-only    host-only    yes          elsewhere
resign: yes          not-yet      not-yet      not-yet      not-yet      elsewhere
end: no              view         view         view         view         elsewhere
late: wait           not-yet      not-yet      deciders     deciders     elsewhere
late: computer       not-yet      not-yet      deciders     deciders     elsewhere
late: claim          not-yet      not-yet      deciders     deciders     elsewhere
vote: remove         not-yet      not-yet      not-yet      not-yet      elsewhere
vote: keep           not-yet      not-yet      not-yet      not-yet      elsewhere
page of the log      view         view         view         view         elsewhere
button of a hand     no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
menu of a hand       no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
next table           no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
hand in /games       no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
step of a replay     not-yet      not-yet      not-yet      not-yet      elsewhere
menu of a replay     not-yet      not-yet      not-yet      not-yet      elsewhere
which table: hand    no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
which table: move    not-yet      not-yet      not-yet      not-yet      elsewhere
which table: table   yes          yes          yes          yes          elsewhere
which table: leave   yes          yes          no-seat      no-seat      elsewhere
which table: resign  not-yet      not-yet      not-yet      not-yet      elsewhere
which table: end     view         host-only    host-only    view         elsewhere
which table: remove  yes          host-only    join-first   join-first   elsewhere
which table: invite  yes          yes          join-first   join-first   elsewhere
game of a challenge  one-table    one-table    one-table    one-table    yes
"""

RUNNING = """
                     host         player       replaced     resigned     spectator    moderator    outsider
/play                one-table    one-table    one-table    one-table    one-table    one-table    yes
/table               yes          yes          yes          yes          yes          yes          no-table
/leave               yes          yes          away         given-up     no-seat      no-seat      no-table
/resign              view         view         view         given-up     no-seat      no-seat      no-table
/end                 view         host-only    host-only    host-only    host-only    view         no-table
/remove              yes          yes          away         given-up     no-seat      no-seat      no-table
/invite              lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   self-invited
/hand                view         view         view         given-up     watching     watching     no-table
/move                yes          turn         away         given-up     no-seat      no-seat      no-table
/replay              on           on           on           on           on           on           none-over
Challenge to a game  view         view         view         view         view         view         self-challenged
Join                 started      started      started      started      started      started      elsewhere
Leave                started      started      started      started      started      started      elsewhere
Start                started      started      started      started      started      started      elsewhere
Rules                view         view         view         view         view         view         elsewhere
My hand              view         view         view         given-up     watching     watching     elsewhere
Rematch              no-rematch   no-rematch   no-rematch   no-rematch   no-rematch   no-rematch   elsewhere
Replay               on           on           on           on           on           on           elsewhere
Take back            nothing      nothing      away         given-up     no-seat      no-seat      elsewhere
Go on                view         view         away         given-up     no-seat      no-seat      elsewhere
Why not?             view         view         view         given-up     watching     watching     elsewhere
Hint                 no-hint      no-hint      away         given-up     no-seat      no-seat      elsewhere
Unseen cards         view         view         view         given-up     watching     watching     elsewhere
I'm back             playing      playing      yes          given-up     no-seat      no-seat      elsewhere
Text                 view         view         view         view         view         view         elsewhere
Log                  view         view         view         view         view         view         elsewhere
Follow               a-player     a-player     a-player     yes          yes          yes          elsewhere
add a computer       started      started      started      started      started      started      elsewhere
free a seat          started      started      started      started      started      started      elsewhere
remove a player      started      started      started      started      started      started      elsewhere
choose the pace      started      started      started      started      started      started      elsewhere
close: yes           yes          host-only    host-only    host-only    host-only    yes          elsewhere
end: yes             yes          host-only    host-only    host-only    host-only    yes          elsewhere
resign: yes          yes          yes          yes          given-up     no-seat      no-seat      elsewhere
end: no              view         view         view         view         view         view         elsewhere
late: wait           late         yes          away         given-up     deciders     deciders     elsewhere
late: computer       late         yes          away         given-up     deciders     deciders     elsewhere
late: claim          late         yes          away         given-up     deciders     deciders     elsewhere
vote: remove         yes          yes          away         given-up     no-seat      no-seat      elsewhere
vote: keep           yes          yes          away         given-up     no-seat      no-seat      elsewhere
page of the log      view         view         view         view         view         view         elsewhere
button of a hand     yes          stale        stale        given-up     watching     watching     elsewhere
menu of a hand       yes          stale        stale        given-up     watching     watching     elsewhere
next table           view         view         view         given-up     watching     watching     elsewhere
hand in /games       view         view         view         given-up     watching     watching     elsewhere
step of a replay     on           on           on           on           on           on           elsewhere
menu of a replay     on           on           on           on           on           on           elsewhere
which table: hand    view         view         view         given-up     watching     watching     elsewhere
which table: move    yes          turn         away         given-up     no-seat      no-seat      elsewhere
which table: table   yes          yes          yes          yes          yes          yes          elsewhere
which table: leave   yes          yes          away         given-up     no-seat      no-seat      elsewhere
which table: resign  view         view         view         given-up     no-seat      no-seat      elsewhere
which table: end     view         host-only    host-only    host-only    host-only    view         elsewhere
which table: remove  yes          yes          away         given-up     no-seat      no-seat      elsewhere
which table: invite  lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   elsewhere
game of a challenge  one-table    one-table    one-table    one-table    one-table    one-table    yes
"""

FINISHED = """
                     host         player       replaced     resigned     spectator    moderator    outsider
/play                yes          yes          yes          yes          yes          yes          yes
/table               yes          yes          yes          yes          yes          yes          no-table
/leave               closed       closed       closed       closed       closed       closed       no-table
/resign              over         over         over         over         over         over         no-table
/end                 ended        ended        ended        ended        ended        ended        no-table
/remove              over         over         over         over         over         over         no-table
/invite              lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   self-invited
/hand                view         view         view         given-up     watching     watching     no-table
/move                over         over         over         over         over         over         no-table
/replay              view         view         view         view         view         view         none-over
Challenge to a game  view         view         view         view         view         view         self-challenged
Join                 closed       closed       closed       closed       closed       closed       elsewhere
Leave                closed       closed       closed       closed       closed       closed       elsewhere
Start                closed       closed       closed       closed       closed       closed       elsewhere
Rules                view         view         view         view         view         view         elsewhere
My hand              view         view         view         given-up     watching     watching     elsewhere
Rematch              yes          yes          yes          yes          strangers    strangers    elsewhere
Replay               view         view         view         view         view         view         elsewhere
Take back            over         over         over         over         over         over         elsewhere
Go on                over         over         over         over         over         over         elsewhere
Why not?             view         view         view         given-up     watching     watching     elsewhere
Hint                 over         over         over         over         over         over         elsewhere
Unseen cards         view         view         view         given-up     watching     watching     elsewhere
I'm back             over         over         over         over         over         over         elsewhere
Text                 view         view         view         view         view         view         elsewhere
Log                  view         view         view         view         view         view         elsewhere
Follow               over         over         over         over         over         over         elsewhere
add a computer       closed       closed       closed       closed       closed       closed       elsewhere
free a seat          closed       closed       closed       closed       closed       closed       elsewhere
remove a player      closed       closed       closed       closed       closed       closed       elsewhere
choose the pace      closed       closed       closed       closed       closed       closed       elsewhere
close: yes           ended        ended        ended        ended        ended        ended        elsewhere
end: yes             ended        ended        ended        ended        ended        ended        elsewhere
resign: yes          over         over         over         over         over         over         elsewhere
end: no              view         view         view         view         view         view         elsewhere
late: wait           over         over         over         over         deciders     deciders     elsewhere
late: computer       over         over         over         over         deciders     deciders     elsewhere
late: claim          over         over         over         over         deciders     deciders     elsewhere
vote: remove         over         over         over         over         over         over         elsewhere
vote: keep           over         over         over         over         over         over         elsewhere
page of the log      view         view         view         view         view         view         elsewhere
button of a hand     stale        stale        stale        given-up     watching     watching     elsewhere
menu of a hand       stale        stale        stale        given-up     watching     watching     elsewhere
next table           view         view         view         given-up     watching     watching     elsewhere
hand in /games       view         view         view         given-up     watching     watching     elsewhere
step of a replay     view         view         view         view         view         view         elsewhere
menu of a replay     view         view         view         view         view         view         elsewhere
which table: hand    view         view         view         given-up     watching     watching     elsewhere
which table: move    over         over         over         over         over         over         elsewhere
which table: table   yes          yes          yes          yes          yes          yes          elsewhere
which table: leave   closed       closed       closed       closed       closed       closed       elsewhere
which table: resign  over         over         over         over         over         over         elsewhere
which table: end     ended        ended        ended        ended        ended        ended        elsewhere
which table: remove  over         over         over         over         over         over         elsewhere
which table: invite  lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   elsewhere
game of a challenge  yes          yes          yes          yes          yes          yes          yes
"""

ANYWHERE = """
                       host         player       replaced     resigned     spectator    moderator    outsider
/games                 view         view         view         view         view         view         view
/notify                yes          yes          yes          yes          yes          yes          yes
/leaderboard           view         view         view         view         view         view         view
/stats                 view         view         view         view         view         view         view
/rules                 view         view         view         view         view         view         view
/help                  view         view         view         view         view         view         view
/away                  yes          yes          yes          yes          yes          yes          yes
/settings pictures     yes          yes          yes          yes          yes          yes          yes
/settings pings        yes          yes          yes          yes          yes          yes          yes
/settings invitations  yes          yes          yes          yes          yes          yes          yes
/settings timezone     yes          yes          yes          yes          yes          yes          yes
/settings server       managers     managers     managers     managers     managers     managers     managers
page of /games         view         view         view         view         view         view         view
a server's setting     managers     managers     managers     managers     managers     managers     managers
rules in /help         view         view         view         view         view         view         view
page of rules          view         view         view         view         view         view         view
contents of rules      view         view         view         view         view         view         view
page of a leaderboard  view         view         view         view         view         view         view
"""
"""Tried during the game."""


def cells(table: str) -> dict[str, dict[str, str]]:
    """What a table expects, by action and role. In the lobby nobody has been replaced or has resigned yet."""
    heading, *lines = [re.split(r"\s{2,}", line.strip()) for line in table.strip("\n").splitlines()]
    roles = heading[1:] if heading[0] == "" else heading
    assert set(roles) <= set(ROLES)
    return {action: dict(zip(roles, words, strict=True)) for action, *words in lines}


@pytest.fixture
def trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trials:
    return Trials(tmp_path / DATABASE, monkeypatch)


@pytest.mark.parametrize(
    ("stage", "table"),
    [
        pytest.param(stages.lobby, LOBBY, id="lobby"),
        pytest.param(stages.running, RUNNING, id="running"),
        pytest.param(stages.finished, FINISHED, id="finished"),
        pytest.param(stages.running, ANYWHERE, id="anywhere"),
    ],
)
async def test_who_may_do_what(
    room: Room, trials: Trials, stage: Callable[[Room], Awaitable[Stage]], table: str
) -> None:
    staged = await stage(room)
    trials.save()
    expected = cells(table)
    wrong = [
        f"{action} by {role}: {expected[action][role]} is expected, but {came}"
        for action in expected
        for role in staged.people
        if (came := await differs(trials, staged, role, action, expected[action][role]))
    ]
    assert not wrong, "\n".join(wrong)


async def differs(trials: Trials, stage: Stage, role: str, action: str, expected: str) -> str:
    """What comes of a trial, if it is not what is expected."""
    told, changed = await trials.attempt(stage, role, action)
    came = f"they read {told!r}, and {'something' if changed else 'nothing'} changes"
    if expected in REFUSALS:
        return "" if told.startswith(REFUSALS[expected]) and not changed else came
    is_refusal = trials.refused or told.startswith(tuple(REFUSALS.values()))
    return came if is_refusal or changed != (expected == "yes") else ""


def test_every_table_has_every_row() -> None:
    general = set(cells(ANYWHERE))
    for table in (LOBBY, RUNNING, FINISHED):
        assert set(cells(table)) | general == set(ACTIONS)
        assert not set(cells(table)) & general


async def test_every_command_has_a_row(room: Room) -> None:
    tree = room.bot.tree
    registered = {f"/{command.qualified_name}" for command in tree.walk_commands() if not _is_group(command)}
    registered |= {menu.name for menu in tree.get_commands(type=discord.AppCommandType.user)}
    # The subcommands of /play differ by their game only.
    registered = {"/play" if name.startswith("/play ") else name for name in registered}
    assert registered == {name for name, what in ACTIONS.items() if isinstance(what, Command | Challenge)}


def _is_group(command: object) -> bool:
    return isinstance(command, app_commands.Group)


async def test_every_control_has_a_row(room: Room) -> None:
    """Every kind of control, and each thing that a control can be about."""
    stage = await stages.lobby(room)
    tried = [what.control(stage) for what in ACTIONS.values() if isinstance(what, Use)]
    handled = room.bot.control_handlers.handled
    covered = {(type(control), control.subject) for control in tried} | {(type(control), None) for control in tried}
    assert handled <= covered
    used = {kind for kind in Control.__subclasses__() if kind.__module__.startswith("cogs.")}
    assert used == {type(control) for control in tried}
