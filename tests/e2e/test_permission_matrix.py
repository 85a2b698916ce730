"""Who may do what: every command and control, tried by every kind of member before, during and after a game.

A row is something that can be tried (``ACTIONS`` in ``stages.py``), a column is a role. A cell says what comes of it:

- ``yes``: it is done, and something changes in the database.
- ``view``: it shows or asks something, to this member alone, and changes nothing.
- any other word: it is refused, changes nothing, and this member alone reads the sentence in ``REFUSALS``
  (``permissions.py``).

A new command or control needs a row in ``LOBBY``, ``RUNNING`` and ``FINISHED``, and in the tables of
``test_practice_permissions.py``, or one in ``ANYWHERE`` if it is not about a table.
"""

import re
from collections.abc import Awaitable, Callable

import discord
import pytest
from discord import app_commands

from cogs.shared.controls import Control
from playground.testing.room import Room
from tests.e2e import stages
from tests.e2e.permissions import cells, check
from tests.e2e.stages import ACTIONS, Challenge, Command, Stage, Use
from tests.e2e.trials import Trials

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
/verify              none-dealt   none-dealt   none-dealt   none-dealt   none-dealt
Challenge to a game  view         view         view         view         self-challenged
Join                 seated       seated       yes          yes          elsewhere
Leave                yes          yes          no-seat      no-seat      elsewhere
Start                yes          yes          join-first   join-first   elsewhere
Rules                view         view         view         view         elsewhere
table rules: page    view         view         view         view         elsewhere
table rules: menu    view         view         view         view         elsewhere
My hand              no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
Rematch              no-rematch   no-rematch   no-rematch   no-rematch   elsewhere
Replay               not-yet      not-yet      not-yet      not-yet      elsewhere
Costliest moves      not-yet      not-yet      no-seat      no-seat      elsewhere
Take back            not-yet      not-yet      not-yet      not-yet      elsewhere
Ask to take back     not-yet      not-yet      not-yet      not-yet      elsewhere
take back: allow     no-request   no-request   deciders     deciders     elsewhere
take back: refuse    no-request   no-request   deciders     deciders     elsewhere
Go on                not-yet      not-yet      not-yet      not-yet      elsewhere
Why not?             no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
Hint                 not-yet      not-yet      not-yet      not-yet      elsewhere
hint: the move       not-yet      not-yet      not-yet      not-yet      elsewhere
Unseen cards         no-cards     no-cards     no-seat-yet  no-seat-yet  elsewhere
I'm back             not-yet      not-yet      not-yet      not-yet      elsewhere
Text                 view         view         view         view         elsewhere
Log                  view         view         view         view         elsewhere
Follow               a-player     a-player     yes          yes          elsewhere
Resign               not-yet      not-yet      not-yet      not-yet      elsewhere
practise again       no-rematch   no-rematch   no-rematch   no-rematch   elsewhere
how others did       not-daily    not-daily    not-daily    not-daily    elsewhere
share a result       not-daily    not-daily    not-daily    not-daily    elsewhere
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
/verify              view         view         view         view         view         view         none-dealt
Challenge to a game  view         view         view         view         view         view         self-challenged
Join                 started      started      started      started      started      started      elsewhere
Leave                started      started      started      started      started      started      elsewhere
Start                started      started      started      started      started      started      elsewhere
Rules                view         view         view         view         view         view         elsewhere
table rules: page    view         view         view         view         view         view         elsewhere
table rules: menu    view         view         view         view         view         view         elsewhere
My hand              view         view         view         given-up     watching     watching     elsewhere
Rematch              no-rematch   no-rematch   no-rematch   no-rematch   no-rematch   no-rematch   elsewhere
Replay               on           on           on           on           on           on           elsewhere
Costliest moves      on           on           on           given-up     no-seat      no-seat      elsewhere
Take back            nothing      nothing      away         given-up     no-seat      no-seat      elsewhere
Ask to take back     nothing      nothing      away         given-up     no-seat      no-seat      elsewhere
take back: allow     no-request   no-request   no-request   no-request   deciders     deciders     elsewhere
take back: refuse    no-request   no-request   no-request   no-request   deciders     deciders     elsewhere
Go on                view         view         away         given-up     no-seat      no-seat      elsewhere
Why not?             view         view         view         given-up     watching     watching     elsewhere
Hint                 no-hint      no-hint      away         given-up     no-seat      no-seat      elsewhere
hint: the move       no-hint      no-hint      away         given-up     no-seat      no-seat      elsewhere
Unseen cards         view         view         view         given-up     watching     watching     elsewhere
I'm back             playing      playing      yes          given-up     no-seat      no-seat      elsewhere
Text                 view         view         view         view         view         view         elsewhere
Log                  view         view         view         view         view         view         elsewhere
Follow               a-player     a-player     a-player     yes          yes          yes          elsewhere
Resign               view         view         view         given-up     no-seat      no-seat      elsewhere
practise again       no-rematch   no-rematch   no-rematch   no-rematch   no-rematch   no-rematch   elsewhere
how others did       not-daily    not-daily    not-daily    not-daily    not-daily    not-daily    elsewhere
share a result       not-daily    not-daily    not-daily    not-daily    not-daily    not-daily    elsewhere
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
/hand                view         view         view         view         watching     watching     no-table
/move                over         over         over         over         over         over         no-table
/replay              view         view         view         view         view         view         none-over
/verify              view         view         view         view         view         view         none-dealt
Challenge to a game  view         view         view         view         view         view         self-challenged
Join                 closed       closed       closed       closed       closed       closed       elsewhere
Leave                closed       closed       closed       closed       closed       closed       elsewhere
Start                closed       closed       closed       closed       closed       closed       elsewhere
Rules                view         view         view         view         view         view         elsewhere
table rules: page    view         view         view         view         view         view         elsewhere
table rules: menu    view         view         view         view         view         view         elsewhere
My hand              view         view         view         view         watching     watching     elsewhere
Rematch              yes          yes          yes          yes          strangers    strangers    elsewhere
Replay               view         view         view         view         view         view         elsewhere
Costliest moves      view         view         view         given-up     no-seat      no-seat      elsewhere
Take back            over         over         over         over         over         over         elsewhere
Ask to take back     over         over         over         over         over         over         elsewhere
take back: allow     no-request   no-request   no-request   no-request   deciders     deciders     elsewhere
take back: refuse    no-request   no-request   no-request   no-request   deciders     deciders     elsewhere
Go on                over         over         over         over         over         over         elsewhere
Why not?             view         view         view         view         watching     watching     elsewhere
Hint                 over         over         over         over         over         over         elsewhere
hint: the move       over         over         over         over         over         over         elsewhere
Unseen cards         view         view         view         view         watching     watching     elsewhere
I'm back             over         over         over         over         over         over         elsewhere
Text                 view         view         view         view         view         view         elsewhere
Log                  view         view         view         view         view         view         elsewhere
Follow               over         over         over         over         over         over         elsewhere
Resign               over         over         over         over         over         over         elsewhere
practise again       no-rematch   no-rematch   no-rematch   no-rematch   no-rematch   no-rematch   elsewhere
how others did       not-daily    not-daily    not-daily    not-daily    not-daily    not-daily    elsewhere
share a result       not-daily    not-daily    not-daily    not-daily    not-daily    not-daily    elsewhere
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
button of a hand     stale        stale        stale        stale        watching     watching     elsewhere
menu of a hand       stale        stale        stale        stale        watching     watching     elsewhere
next table           view         view         view         view         watching     watching     elsewhere
hand in /games       view         view         view         view         watching     watching     elsewhere
step of a replay     view         view         view         view         view         view         elsewhere
menu of a replay     view         view         view         view         view         view         elsewhere
which table: hand    view         view         view         view         watching     watching     elsewhere
which table: move    over         over         over         over         over         over         elsewhere
which table: table   yes          yes          yes          yes          yes          yes          elsewhere
which table: leave   closed       closed       closed       closed       closed       closed       elsewhere
which table: resign  over         over         over         over         over         over         elsewhere
which table: end     ended        ended        ended        ended        ended        ended        elsewhere
which table: remove  over         over         over         over         over         over         elsewhere
which table: invite  lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   lobby-only   elsewhere
game of a challenge  yes          yes          yes          yes          yes          yes          yes
"""

UNSEEN = """
                   host         player       mover        replaced     resigned     spectator    moderator    outsider
Take back          nothing      nothing      yes          away         given-up     no-seat      no-seat      elsewhere
Ask to take back   nothing      nothing      outdated     away         given-up     no-seat      no-seat      elsewhere
take back: allow   no-request   no-request   no-request   no-request   no-request   deciders     deciders     elsewhere
take back: refuse  no-request   no-request   no-request   no-request   no-request   deciders     deciders     elsewhere
"""
"""Taking back a move that nobody has to agree to."""

SEEN = """
                   host         player       mover        replaced     resigned     spectator    moderator    outsider
Take back          nothing      nothing      ask-first    away         given-up     no-seat      no-seat      elsewhere
Ask to take back   nothing      nothing      yes          away         given-up     no-seat      no-seat      elsewhere
take back: allow   no-request   no-request   no-request   no-request   no-request   deciders     deciders     elsewhere
take back: refuse  no-request   no-request   no-request   no-request   no-request   deciders     deciders     elsewhere
"""
"""Taking back a move that the others have seen."""

ASKED = """
                   host         player       mover        replaced     resigned     spectator    moderator    outsider
Take back          nothing      nothing      asked        away         given-up     no-seat      no-seat      elsewhere
Ask to take back   nothing      nothing      asked        away         given-up     no-seat      no-seat      elsewhere
take back: allow   yes          yes          own-request  away         given-up     deciders     deciders     elsewhere
take back: refuse  yes          yes          own-request  away         given-up     deciders     deciders     elsewhere
"""
"""While the mover asks to take it back."""

ANYWHERE = """
                       host         player       replaced     resigned     spectator    moderator    outsider
/games                 view         view         view         view         view         view         view
/practice              yes          yes          yes          yes          yes          yes          yes
/daily                 yes          yes          yes          yes          yes          yes          yes
/notify                yes          yes          yes          yes          yes          yes          yes
/privacy               view         view         view         view         view         view         view
/leaderboard           view         view         view         view         view         view         view
/stats                 view         view         view         view         view         view         view
/rules                 view         view         view         view         view         view         view
/help                  view         view         view         view         view         view         view
/away                  yes          yes          yes          yes          yes          yes          yes
/settings pictures     yes          yes          yes          yes          yes          yes          yes
/settings help         yes          yes          yes          yes          yes          yes          yes
/settings pings        yes          yes          yes          yes          yes          yes          yes
/settings invitations  yes          yes          yes          yes          yes          yes          yes
/settings timezone     yes          yes          yes          yes          yes          yes          yes
/settings server       managers     managers     managers     managers     managers     managers     managers
page of /games         view         view         view         view         view         view         view
a server's setting     managers     managers     managers     managers     managers     managers     managers
data: export           view         view         view         view         view         view         view
data: hide             yes          yes          yes          yes          yes          yes          yes
data: show             view         view         view         view         view         view         view
data: ask              view         view         view         view         view         view         view
data: ask again        view         view         view         view         view         view         view
data: delete           yes          yes          yes          yes          view         view         view
data: keep             view         view         view         view         view         view         view
rules in /help         view         view         view         view         view         view         view
page of rules          view         view         view         view         view         view         view
contents of rules      view         view         view         view         view         view         view
page of a leaderboard  view         view         view         view         view         view         view
/learn                 view         view         view         view         view         view         view
Learn                  view         view         view         view         view         view         view
step of a lesson       view         view         view         view         view         view         view
lesson: show me        view         view         view         view         view         view         view
lesson: why not?       view         view         view         view         view         view         view
lesson: unseen cards   view         view         view         view         view         view         view
button in a lesson     view         view         view         view         view         view         view
menu in a lesson       view         view         view         view         view         view         view
end of a lesson        yes          yes          yes          yes          yes          yes          yes
first game             yes          yes          yes          yes          yes          yes          yes
"""
"""Tried during the game."""


@pytest.mark.parametrize(
    ("stage", "table"),
    [
        pytest.param(stages.lobby, LOBBY, id="lobby"),
        pytest.param(stages.running, RUNNING, id="running"),
        pytest.param(stages.finished, FINISHED, id="finished"),
        pytest.param(stages.unseen, UNSEEN, id="unseen"),
        pytest.param(stages.seen, SEEN, id="seen"),
        pytest.param(stages.asked, ASKED, id="asked"),
        pytest.param(stages.running, ANYWHERE, id="anywhere"),
    ],
)
async def test_who_may_do_what(
    room: Room, trials: Trials, stage: Callable[[Room], Awaitable[Stage]], table: str
) -> None:
    await check(trials, await stage(room), table)


def test_every_table_has_every_row() -> None:
    general = set(cells(ANYWHERE))
    for table in (LOBBY, RUNNING, FINISHED):
        assert set(cells(table)) | general == set(ACTIONS)
        assert not set(cells(table)) & general


async def test_every_command_has_a_row(room: Room) -> None:
    tree = room.bot.tree
    registered = {f"/{command.qualified_name}" for command in tree.walk_commands() if not _is_group(command)}
    registered |= {menu.name for menu in tree.get_commands(type=discord.AppCommandType.user)}
    # The subcommands of /play and /practice differ by their game only.
    registered = {re.sub(r"^(/play|/practice) .*", r"\1", name) for name in registered}
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
