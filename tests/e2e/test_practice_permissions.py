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
                     host            spectator       moderator       outsider
/play                yes             yes             yes             yes
/table               no-table        no-table        no-table        no-table
/leave               alone           no-table        no-table        no-table
/resign              view            no-table        no-table        no-table
/end                 view            no-table        no-table        no-table
/remove              not-here        no-table        no-table        no-table
/invite              lobby-only      no-table        no-table        self-invited
/hand                view            no-table        no-table        no-table
/move                yes             no-table        no-table        no-table
/replay              none-over       none-over       none-over       none-over
/verify              none-dealt      none-dealt      none-dealt      none-dealt
Challenge to a game  view            view            view            self-challenged
Join                 started         private         private         private
Leave                started         private         private         private
Start                started         private         private         private
Rules                view            private         private         private
table rules: page    view            private         private         private
table rules: menu    view            private         private         private
My hand              view            private         private         private
Rematch              no-rematch      private         private         private
Replay               on              private         private         private
Costliest moves      on              private         private         private
Take back            nothing         private         private         private
Ask to take back     nothing         private         private         private
take back: allow     no-request      private         private         private
take back: refuse    no-request      private         private         private
Go on                view            private         private         private
Why not?             view            private         private         private
Hint                 view            private         private         private
hint: the move       view            private         private         private
Unseen cards         view            private         private         private
I'm back             playing         private         private         private
Text                 view            private         private         private
Log                  view            private         private         private
Follow               a-player        private         private         private
Resign               view            private         private         private
practise again       no-rematch      private         private         private
how others did       not-daily       private         private         private
share a result       not-daily       private         private         private
add a computer       started         private         private         private
free a seat          started         private         private         private
remove a player      started         private         private         private
choose the pace      started         private         private         private
close: yes           yes             private         private         private
end: yes             yes             private         private         private
resign: yes          yes             private         private         private
end: no              view            private         private         private
late: wait           nobody-late     private         private         private
late: computer       nobody-late     private         private         private
late: claim          nobody-late     private         private         private
vote: remove         no-vote         private         private         private
vote: keep           no-vote         private         private         private
page of the log      view            private         private         private
button of a hand     yes             private         private         private
menu of a hand       yes             private         private         private
next table           view            private         private         private
hand in /games       view            private         private         private
step of a replay     on              private         private         private
menu of a replay     on              private         private         private
which table: hand    view            private         private         private
which table: move    yes             private         private         private
which table: table   in-private      private         private         private
which table: leave   alone           private         private         private
which table: resign  view            private         private         private
which table: end     view            private         private         private
which table: remove  not-here        private         private         private
which table: invite  lobby-only      private         private         private
game of a challenge  yes             yes             yes             yes
"""

PRACTISED = """
                     host            spectator       moderator       outsider
/play                yes             yes             yes             yes
/table               no-table        no-table        no-table        no-table
/leave               no-table        no-table        no-table        no-table
/resign              no-table        no-table        no-table        no-table
/end                 no-table        no-table        no-table        no-table
/remove              no-table        no-table        no-table        no-table
/invite              no-table        no-table        no-table        self-invited
/hand                no-table        no-table        no-table        no-table
/move                no-table        no-table        no-table        no-table
/replay              none-over       none-over       none-over       none-over
/verify              none-dealt      none-dealt      none-dealt      none-dealt
Challenge to a game  view            view            view            self-challenged
Join                 closed          private         private         private
Leave                closed          private         private         private
Start                closed          private         private         private
Rules                view            private         private         private
table rules: page    view            private         private         private
table rules: menu    view            private         private         private
My hand              view            private         private         private
Rematch              yes             private         private         private
Replay               view            private         private         private
Costliest moves      view            private         private         private
Take back            over            private         private         private
Ask to take back     over            private         private         private
take back: allow     no-request      private         private         private
take back: refuse    no-request      private         private         private
Go on                over            private         private         private
Why not?             view            private         private         private
Hint                 over            private         private         private
hint: the move       over            private         private         private
Unseen cards         view            private         private         private
I'm back             over            private         private         private
Text                 view            private         private         private
Log                  view            private         private         private
Follow               over            private         private         private
Resign               over            private         private         private
practise again       yes             private         private         private
how others did       not-daily       private         private         private
share a result       not-daily       private         private         private
add a computer       closed          private         private         private
free a seat          closed          private         private         private
remove a player      closed          private         private         private
choose the pace      closed          private         private         private
close: yes           ended           private         private         private
end: yes             ended           private         private         private
resign: yes          over            private         private         private
end: no              view            private         private         private
late: wait           over            private         private         private
late: computer       over            private         private         private
late: claim          over            private         private         private
vote: remove         over            private         private         private
vote: keep           over            private         private         private
page of the log      view            private         private         private
button of a hand     stale           private         private         private
menu of a hand       stale           private         private         private
next table           view            private         private         private
hand in /games       view            private         private         private
step of a replay     view            private         private         private
menu of a replay     view            private         private         private
which table: hand    view            private         private         private
which table: move    over            private         private         private
which table: table   in-private      private         private         private
which table: leave   closed          private         private         private
which table: resign  over            private         private         private
which table: end     ended           private         private         private
which table: remove  over            private         private         private
which table: invite  lobby-only      private         private         private
game of a challenge  yes             yes             yes             yes
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
