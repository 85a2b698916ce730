"""Members choose their seats where these decide who plays together; everybody else keeps theirs."""

import pytest
from card_room import ANNA, BEN, CLARA, DAN, KNOTWEED, PILES, Room, refuses

from db.records import Phase, TableRecord
from engines.knotweed.game import Knotweed
from opponents import Level

SIDES = ((0, 2), (1, 3))


@pytest.fixture
def partnerships(monkeypatch: pytest.MonkeyPatch) -> None:
    """Knotweed for four on two sides."""
    monkeypatch.setattr(Knotweed, "sides", lambda self, seats: SIDES)
    monkeypatch.setattr(Knotweed, "seats", range(4, 5))


def seated(table: TableRecord) -> dict[int, int | None]:
    return {seat.seat: seat.user_id for seat in table.seats}


async def opposite(room: Room) -> TableRecord:
    """A lobby in which Anna and Ben sit opposite each other."""
    table = await room.opened(KNOTWEED, [ANNA, BEN])
    return await room.service.terms.change_seat(table.id, BEN, 2, table.rev)


pytestmark = pytest.mark.usefixtures("partnerships")


async def test_friends_sit_opposite_each_other_and_others_fill_the_table(room: Room) -> None:
    table = await opposite(room)
    assert seated(table) == {0: ANNA, 2: BEN}
    await room.lobby.join(table.id, CLARA)
    table = await room.lobby.add_computers(table.id, ANNA, [Level.EASY])
    assert seated(table) == {0: ANNA, 1: CLARA, 2: BEN, 3: None}
    assert seated(await room.lobby.join(table.id, DAN)) == {0: ANNA, 1: CLARA, 2: BEN, 3: DAN}
    assert (await room.lobby.start(table.id, ANNA)).phase is Phase.PLAYING


async def test_players_change_seats_with_each_other_and_with_computers(room: Room) -> None:
    table = await opposite(room)
    table = await room.lobby.add_computers(table.id, ANNA, [Level.HARD, Level.EASY])
    table = await room.service.terms.change_seat(table.id, ANNA, 1, table.rev)
    assert seated(table) == {0: None, 1: ANNA, 2: BEN, 3: None}
    assert table.seats[0].computer == "hard"
    table = await room.service.terms.change_seat(table.id, ANNA, 2, table.rev)
    assert seated(table) == {0: None, 1: BEN, 2: ANNA, 3: None}
    assert table.host_id == ANNA


async def test_who_leaves_moves_nobody(room: Room) -> None:
    table = await opposite(room)
    await room.lobby.join(table.id, CLARA)
    table = await room.lobby.leave(table.id, ANNA)
    assert seated(table) == {1: CLARA, 2: BEN}
    assert seated(await room.lobby.join(table.id, DAN)) == {0: DAN, 1: CLARA, 2: BEN}


async def test_who_changes_seats_has_joined_and_looked(room: Room) -> None:
    table = await opposite(room)
    for user, wanted, rev, why in (
        (CLARA, 1, table.rev, "Only players at the table"),
        (BEN, 1, table.rev - 1, "The seats have just changed"),
        (BEN, 2, table.rev, "You already sit there"),
        (BEN, 4, table.rev, "The seats have just changed"),
    ):
        await refuses(why, room.service.terms.change_seat(table.id, user, wanted, rev))


async def test_partners_are_partners_in_the_rematch(room: Room) -> None:
    table = await opposite(room)
    for user in (CLARA, DAN):
        await room.lobby.join(table.id, user)
    await room.lobby.start(table.id, ANNA)
    for user in (CLARA, DAN):
        await room.seats.resign(table.id, user)
    again = await room.lobby.rematch(table.id, BEN)
    assert seated(again) == {0: ANNA, 1: CLARA, 2: BEN, 3: DAN}
    assert again.host_id == BEN


async def test_elsewhere_nobody_needs_to_change_seats(room: Room) -> None:
    table = await room.opened(PILES, [ANNA])
    await refuses("In this game everybody plays alone", room.service.terms.change_seat(table.id, ANNA, 1, table.rev))
