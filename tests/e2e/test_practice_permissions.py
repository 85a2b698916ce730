"""Who may do what about a practice game: all of ``test_permission_matrix.py``, tried by its owner (host) and others.

``word: actions`` is a row in which this comes of them for the owner, and everybody else reads ``private``.
"""

from collections.abc import Awaitable, Callable

import pytest

from playground.testing.room import Room
from tests.e2e import stages
from tests.e2e.permissions import cells, check
from tests.e2e.stages import Stage
from tests.e2e.test_permission_matrix import LOBBY
from tests.e2e.trials import Trials

PRACTISING = """
host       spectator  moderator  outsider
yes        yes        yes        yes              /play
yes        yes        yes        not-member       game of a challenge
view       view       view       view             /hand
yes        no-table   no-table   no-table         /move
none-over  none-over  none-over  none-over        /replay
view       view       view       self-challenged  Challenge to a game
not-over   not-over   not-over   other-server     Beat my hand, beat: begin
started: Join, Leave, Start, add a computer, free a seat, remove a player, choose the pace, change seats, short form,
    long form, House rules, send house rules
view: Rules, table rules: page, table rules: menu, My hand, Go on, Why not?, Hint, hint: the move, Unseen cards, Text,
    Log, Resign, end: no, page of the log, next table, hand in /games, which table: hand, More, Verify,
    which table: resign, ask to end, which table: end, which table: table, which table: leave, which table: remove,
    which table: invite, Forget the plan
no-rematch: Rematch, practise again
on: Replay, Costliest moves, mistakes, step of a replay, menu of a replay, play on from a replay, offer a puzzle, Film,
    post a film
nothing: Take back, Ask to take back
no-request: take back: allow, take back: refuse
playing: I'm back
a-player: Follow
not-daily: how others did, share a result
not-over: let others try
yes: close: yes, end: yes, resign: yes, button of a hand, menu of a hand, which table: move
nobody-late: late: wait, late: claim
at-once: late: computer
no-vote: vote: remove, vote: keep, vote: end, vote: play on
in-private: Show the table
alone: leave a game
not-here: ask to remove
lobby-only: invite
own-turn: Plan ahead, choose a plan
"""

PRACTISED = """
host        spectator  moderator  outsider
yes         yes        yes        yes              /play
yes         yes        yes        not-member       game of a challenge
view        view       view       view             /hand
no-table    no-table   no-table   no-table         /move
view        none-over  none-over  none-over        /replay
view        view       view       self-challenged  Challenge to a game
has-played  private    private    other-server     Beat my hand, beat: begin
closed: Join, Leave, Start, add a computer, free a seat, remove a player, choose the pace, change seats, short form,
    long form, House rules, send house rules
over: leave a game, Take back, Ask to take back, Go on, Hint, hint: the move, I'm back, Follow, Resign, resign: yes,
    late: wait, late: claim, vote: remove, vote: keep, vote: end, vote: play on, which table: move, ask to remove,
    Plan ahead, choose a plan, Forget the plan
at-once: late: computer
view: which table: leave, Rules, table rules: page, table rules: menu, My hand, Replay, Costliest moves, mistakes,
    Why not?, Unseen cards, Text, Log, end: no, page of the log, next table, hand in /games, step of a replay,
    menu of a replay, which table: hand, More, Verify, which table: resign, which table: remove, which table: end,
    which table: table, which table: invite
yes: Rematch, practise again, play on from a replay, let others try
no-request: take back: allow, take back: refuse
not-daily: how others did, share a result
no-puzzle: offer a puzzle
none-seen: Film, post a film
ended: close: yes, end: yes, ask to end
stale: button of a hand, menu of a hand
in-private: Show the table
lobby-only: invite
"""


@pytest.mark.parametrize(
    ("stage", "table"),
    [pytest.param(stages.practising, PRACTISING, id="running"), pytest.param(stages.practised, PRACTISED, id="over")],
)
async def test_who_may_do_what(
    room: Room, trials: Trials, stage: Callable[[Room], Awaitable[Stage]], table: str
) -> None:
    await check(trials, await stage(room), cells(table, "private"))


def test_every_table_has_every_row() -> None:
    for table in (PRACTISING, PRACTISED):
        assert set(cells(table, "private")) == set(cells(LOBBY))
