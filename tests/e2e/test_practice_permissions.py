"""Who may do what about a practice game: all of ``test_permission_matrix.py``, tried by its owner (host) and others."""

from collections.abc import Awaitable, Callable

import pytest

from playground.testing.room import Room
from tests.e2e import stages
from tests.e2e.permissions import cells, check
from tests.e2e.stages import Stage
from tests.e2e.test_permission_matrix import LOBBY
from tests.e2e.trials import Trials

PRACTISING = """
host         spectator  moderator  outsider
yes          yes        yes        yes              /play
yes          yes        yes        not-member       game of a challenge
view         view       view       view             /hand
yes          no-table   no-table   no-table         /move
none-over    none-over  none-over  none-over        /replay
view         view       view       self-challenged  Challenge to a game
started      private    private    private          Join, Leave, Start, add a computer, free a seat, remove a player,
                                                    choose the pace, change seats, short form,
                                                    long form, House rules, send house rules
view         private    private    private          Rules, table rules: page, table rules: menu, My hand, Go on,
                                                    Why not?, Hint, hint: the move, Unseen cards, Text, Log, Resign,
                                                    end: no, page of the log, next table, hand in /games,
                                                    which table: hand, More, Verify, which table: resign, ask to end,
                                                    which table: end, which table: table, which table: leave,
                                                    which table: remove, which table: invite, Forget the plan
no-rematch   private    private    private          Rematch, practise again
on           private    private    private          Replay, Costliest moves, mistakes, step of a replay,
                                                    menu of a replay, play on from a replay, offer a puzzle, Film,
                                                    post a film
nothing      private    private    private          Take back, Ask to take back
no-request   private    private    private          take back: allow, take back: refuse
playing      private    private    private          I'm back
a-player     private    private    private          Follow
not-daily    private    private    private          how others did, share a result
not-over     not-over   not-over   other-server     Beat my hand, beat: begin
not-over     private    private    private          let others try
yes          private    private    private          close: yes, end: yes, resign: yes, button of a hand,
                                                    menu of a hand, which table: move
nobody-late  private    private    private          late: wait, late: claim
at-once      private    private    private          late: computer
no-vote      private    private    private          vote: remove, vote: keep, vote: end, vote: play on
in-private   private    private    private          Show the table
alone        private    private    private          leave a game
not-here     private    private    private          ask to remove
lobby-only   private    private    private          invite
own-turn     private    private    private          Plan ahead, choose a plan
"""

PRACTISED = """
host        spectator  moderator  outsider
yes         yes        yes        yes              /play
yes         yes        yes        not-member       game of a challenge
view        view       view       view             /hand
no-table    no-table   no-table   no-table         /move
view        none-over  none-over  none-over        /replay
view        view       view       self-challenged  Challenge to a game
closed      private    private    private          Join, Leave, Start, add a computer, free a seat, remove a player,
                                                   choose the pace, change seats, short form,
                                                   long form, House rules, send house rules
over        private    private    private          leave a game, Take back, Ask to take back, Go on, Hint,
                                                   hint: the move, I'm back, Follow, Resign, resign: yes, late: wait,
                                                   late: claim, vote: remove, vote: keep, vote: end, vote: play on,
                                                   which table: move, ask to remove, Plan ahead, choose a plan,
                                                   Forget the plan
at-once     private    private    private          late: computer
view        private    private    private          which table: leave, Rules, table rules: page, table rules: menu,
                                                   My hand, Replay, Costliest moves, mistakes,
                                                   Why not?, Unseen cards, Text,
                                                   Log, end: no, page of the log, next table, hand in /games,
                                                   step of a replay, menu of a replay, which table: hand, More,
                                                   Verify, which table: resign, which table: remove, which table: end,
                                                   which table: table, which table: invite
yes         private    private    private          Rematch, practise again, play on from a replay
no-request  private    private    private          take back: allow, take back: refuse
not-daily   private    private    private          how others did, share a result
no-puzzle   private    private    private          offer a puzzle
none-seen   private    private    private          Film, post a film
has-played  private    private    other-server     Beat my hand, beat: begin
yes         private    private    private          let others try
ended       private    private    private          close: yes, end: yes, ask to end
stale       private    private    private          button of a hand, menu of a hand
in-private  private    private    private          Show the table
lobby-only  private    private    private          invite
"""


@pytest.mark.parametrize(
    ("stage", "table"),
    [pytest.param(stages.practising, PRACTISING, id="running"), pytest.param(stages.practised, PRACTISED, id="over")],
)
async def test_who_may_do_what(
    room: Room, trials: Trials, stage: Callable[[Room], Awaitable[Stage]], table: str
) -> None:
    await check(trials, await stage(room), table)


def test_every_table_has_every_row() -> None:
    for table in (PRACTISING, PRACTISED):
        assert set(cells(table)) == set(cells(LOBBY))
