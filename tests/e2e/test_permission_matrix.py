"""Who may do what: every command and control, tried by every kind of member before, during and after a game.

A column is a role. A row ends with the actions that it is about (``ACTIONS`` in ``stages.py``), in as many lines as
they need. ``word: actions`` is a row in which this comes of them for everybody here, and outsiders read ``elsewhere``;
``all word: actions`` one without this exception. A cell says what comes of them:

- ``yes``: it is done, and something changes in the database.
- ``view``: it shows or asks something, to this member alone, and changes nothing.
- any other word: it is refused, changes nothing, and this member alone reads the sentence in ``REFUSALS``
  (``permissions.py``).

A new command or control is named in ``LOBBY``, ``RUNNING`` and ``FINISHED``, and in the tables of
``test_practice_permissions.py``, or in ``ANYWHERE`` if it is not about a table.
"""

import re
from collections.abc import Awaitable, Callable

import discord
import pytest
from discord import app_commands

from cogs.shared.controls import Control
from playground.testing.room import Room
from tests.cogs.test_released_buttons import POSTED
from tests.e2e import stages
from tests.e2e.permissions import cells, check
from tests.e2e.stages import ACTIONS, Challenge, Command, Stage, Use
from tests.e2e.trials import Trials

LOBBY = """
host        player      spectator    moderator    outsider
yes         yes         yes          yes          not-member       game of a challenge
not-yet     not-yet     not-yet      not-yet      no-table         /move
no-cards    no-cards    no-seat-yet  no-seat-yet  view             /hand
view        view        view         view         self-challenged  Challenge to a game
seated      seated      yes          yes          elsewhere        Join
yes         yes         no-seat      no-seat      elsewhere        Leave
yes         yes         join-first   join-first   elsewhere        Start, add a computer, free a seat, invite
no-cards    no-cards    no-seat-yet  no-seat-yet  elsewhere        My hand, Why not?, Unseen cards, button of a hand,
    menu of a hand, next table, hand in /games, which table: hand
not-yet     not-yet     no-seat      no-seat      elsewhere        Costliest moves, mistakes, offer a puzzle
no-request  no-request  deciders     deciders     elsewhere        take back: allow, take back: refuse
a-player    a-player    yes          yes          elsewhere        Follow
not-over    not-over    not-over     not-over     other-server     Beat my hand, beat: begin
yes         host-only   join-first   join-first   elsewhere        remove a player
yes         host-only   host-only    host-only    elsewhere        choose the pace, send house rules
view        host-only   host-only    host-only    elsewhere        House rules
no-short    host-only   host-only    host-only    elsewhere        short form, long form
no-partner  no-partner  join-first   join-first   elsewhere        change seats
yes         host-only   host-only    yes          elsewhere        close: yes, end: yes
not-yet     not-yet     deciders     deciders     elsewhere        late: wait, late: claim
view        host-only   host-only    view         elsewhere        ask to end
all yes: /play
all none-over: /replay
not-yet: leave a game, Replay, Take back, Ask to take back, Go on, Hint, hint: the move, I'm back, Resign, resign: yes,
    vote: remove, vote: keep, vote: end, vote: play on, step of a replay, menu of a replay, play on from a replay, Film,
    post a film, which table: move, ask to remove, Plan ahead, choose a plan, Forget the plan
view: which table: leave, which table: invite, Rules, table rules: page, table rules: menu, Text, Log, end: no,
    page of the log, More, which table: resign, which table: remove, which table: table, which table: end
no-rematch: Rematch, practise again
none-dealt: Verify
not-daily: how others did, share a result
for-practice: let others try
at-once: late: computer
yes: Show the table
"""

RUNNING = """
host        player      replaced    resigned    spectator  moderator  outsider
yes         yes         yes         yes         yes        yes        not-member       game of a challenge
view        view        view        given-up    watching   watching   view             /hand
yes         turn        away        given-up    no-seat    no-seat    no-table         /move
on          on          on          on          on         on         none-over        /replay
view        view        view        view        view       view       self-challenged  Challenge to a game
view        view        view        given-up    watching   watching   elsewhere        My hand, Why not?, Unseen cards,
    next table, hand in /games, which table: hand
on          on          on          given-up    no-seat    no-seat    elsewhere        Costliest moves, mistakes,
    offer a puzzle
nothing     nothing     away        given-up    no-seat    no-seat    elsewhere        Take back, Ask to take back
no-request  no-request  no-request  no-request  deciders   deciders   elsewhere        take back: allow,
    take back: refuse
view        view        away        given-up    no-seat    no-seat    elsewhere        Go on, Forget the plan
no-hint     no-hint     away        given-up    no-seat    no-seat    elsewhere        Hint, hint: the move
playing     playing     yes         given-up    no-seat    no-seat    elsewhere        I'm back
a-player    a-player    a-player    yes         yes        yes        elsewhere        Follow
view        view        view        given-up    no-seat    no-seat    elsewhere        Resign
not-over    not-over    not-over    not-over    not-over   not-over   other-server     Beat my hand, beat: begin
one-vote    one-vote    players     players     players    yes        elsewhere        end: yes
all-only    all-only    players     players     players    yes        elsewhere        close: yes
no-vote     no-vote     away        given-up    no-seat    no-seat    elsewhere        vote: end, vote: play on
yes         yes         yes         given-up    no-seat    no-seat    elsewhere        resign: yes
yes         yes         away        given-up    deciders   deciders   elsewhere        late: wait, late: claim
yes         yes         away        given-up    no-seat    no-seat    elsewhere        vote: remove, vote: keep,
    leave a game, ask to remove
yes         stale       stale       given-up    watching   watching   elsewhere        button of a hand, menu of a hand
yes         turn        away        given-up    no-seat    no-seat    elsewhere        which table: move
view        view        players     players     players    view       elsewhere        ask to end
own-turn    view        away        given-up    no-seat    no-seat    elsewhere        Plan ahead
own-turn    yes         away        given-up    no-seat    no-seat    elsewhere        choose a plan
all yes: /play
started: Join, Leave, Start, add a computer, free a seat, remove a player, choose the pace, change seats, short form,
    long form, House rules, send house rules
view: Rules, table rules: page, table rules: menu, Text, Log, end: no, page of the log, More, Verify,
    which table: resign, which table: leave, which table: remove, which table: table, which table: end,
    which table: invite
no-rematch: Rematch, practise again
on: Replay, step of a replay, menu of a replay, play on from a replay, Film, post a film
not-daily: how others did, share a result
for-practice: let others try
at-once: late: computer
yes: Show the table
lobby-only: invite
"""

FINISHED = """
host        player      replaced    resigned    spectator  moderator  outsider
yes         yes         yes         yes         yes        yes        not-member       game of a challenge
over        over        over        over        over       over       no-table         /move
view        view        view        view        watching   watching   view             /hand
view        view        view        view        view       view       none-over        /replay
view        view        view        view        view       view       self-challenged  Challenge to a game
view        view        view        view        watching   watching   elsewhere        My hand, Why not?, Unseen cards,
    next table, hand in /games, which table: hand
yes         yes         yes         yes         strangers  strangers  elsewhere        Rematch
view        view        view        given-up    no-seat    no-seat    elsewhere        Costliest moves, mistakes
no-puzzle   no-puzzle   no-puzzle   given-up    no-seat    no-seat    elsewhere        offer a puzzle
no-request  no-request  no-request  no-request  deciders   deciders   elsewhere        take back: allow,
    take back: refuse
has-played  has-played  has-played  has-played  view       view       other-server     Beat my hand
has-played  has-played  has-played  has-played  yes        yes        other-server     beat: begin
view        view        view        view        yes        yes        elsewhere        step of a replay,
    menu of a replay, Verify
over        over        over        over        deciders   deciders   elsewhere        late: wait, late: claim
stale       stale       stale       stale       watching   watching   elsewhere        button of a hand, menu of a hand
all yes: /play
closed: Join, Leave, Start, add a computer, free a seat, remove a player, choose the pace, change seats, short form,
    long form, House rules, send house rules
over: leave a game, Take back, Ask to take back, Go on, Hint, hint: the move, I'm back, Follow, Resign, resign: yes,
    vote: remove, vote: end, vote: play on, vote: keep, which table: move, ask to remove, Plan ahead, choose a plan,
    Forget the plan
view: which table: leave, Rules, table rules: page, table rules: menu, Replay, Text, Log, end: no, page of the log,
    More, which table: resign, which table: remove, which table: end, which table: table, which table: invite
no-rematch: practise again
no-film: Film, post a film
not-daily: how others did, share a result
for-practice: let others try
ended: close: yes, end: yes, ask to end
at-once: late: computer
yes: Show the table, play on from a replay
lobby-only: invite
"""

ANYWHERE = """
host       player     replaced   resigned   spectator  moderator  outsider
no-league  no-league  no-league  no-league  no-league  no-league  not-member  league: replacement, league: add,
    league: appoint
all view: /games, /leaderboard, /rules, /help, /league list, page of /games, data: show, data: ask, data: ask again,
    data: keep, rules in /help, page of rules, contents of rules, page of a leaderboard, found in the rules,
    commands in /help, my latest games, a theme of mine, Learn, step of a lesson, lesson: show me, lesson: why not?,
    lesson: unseen cards, button in a lesson, menu in a lesson, /settings, data: open, league: keep, cup: keep
yes        yes        yes        yes        view       view       view        data: delete
all yes: data: export, /practice, /daily, /league create, /league evening, /league cup, data: hide, end of a lesson,
    first game, Play a computer, own setting: pings, own setting: calls, own setting: wishes, own setting: away
all no-page: post a leaderboard
all solved: solve a puzzle
all past-day: begin the day
all no-league: league: join, league: leave, league: start, league: mine, league: words, league: tools, league: askout,
    league: out, league: cancel, league: export, league: next, league: tool, league: page, league: which, league: undo,
    match: find, match: anew, match: offer, match: here, match: putoff, match: alone, match: play, league: season
all no-cup: cup: play, cup: results, cup: file, cup: askcancel, cup: cancel
all no-name: send a new league
all no-reason: send a reason
all form: league: why
all managers: a server's setting, page of the server, hours of the server, page of roles, role for an honour,
    page of the week, channel of the week, page of numbers
"""
"""Tried during the game. What a deletion still does afterwards falls into an attempt that changes something, too."""


@pytest.mark.thorough(samples=3)
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
    await check(trials, await stage(room), cells(table))


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


async def test_every_control_of_the_released_version_has_a_handler(room: Room) -> None:
    handled = room.bot.control_handlers.handled
    kinds = {kind.prefix: kind for kind, _ in handled}
    for custom_id in POSTED:
        control = kinds[custom_id.split(":")[0]].read(custom_id)
        assert control is not None
        assert {(type(control), control.subject), (type(control), None)} & handled
