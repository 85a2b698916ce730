"""How long a game is said to take in its lobby."""

import pytest
from card_room import ANNA, BEN, CLARA, KNOTWEED, Room, refused

from engines import GAMES
from opponents import Level
from sessions.tables.length import expected_length, short_form
from sessions.tables.pace import Pace


@pytest.mark.parametrize(
    ("players", "computers", "options", "pace", "told"),
    [
        ((ANNA, BEN, CLARA), (), {}, Pace.DAYS_1, "about 5 weeks at two visits a day"),
        ((ANNA, BEN, CLARA), (), {"max_hands": 3}, Pace.DAYS_1, "about 3 weeks at two visits a day"),
        ((ANNA, BEN), (Level.EASY,), {"max_hands": 1}, Pace.DAYS_3, "about 5 days at two visits a day"),
        ((ANNA, BEN, CLARA), (), {}, Pace.LIVE_1, "about 60 minutes"),
    ],
)
async def test_the_length_fits_players_rules_and_pace(room: Room, players, computers, options, pace, told):
    table = await room.opened("counter", players, options, computers=computers, pace=pace)
    assert told in str(expected_length(GAMES["counter"], table))


async def test_nobody_waits_for_computers(room: Room):
    table = await room.opened("counter", [ANNA], {}, computers=[Level.EASY, Level.EASY])
    assert expected_length(GAMES["counter"], table) is None


@pytest.mark.parametrize(
    ("game", "computers", "options", "pace", "days"),
    [
        ("counter", (), {}, Pace.DAYS_1, 7),
        ("counter", (), {"target": 5}, Pace.NO_LIMIT, 7),
        ("counter", (Level.EASY,), {}, Pace.HOURS_12, 7),
        ("counter", (Level.EASY,), {"max_hands": 1}, Pace.DAYS_7, 7),
        ("counter", (), {}, Pace.LIVE_1, None),
        ("counter", (Level.EASY,), {"max_hands": 2, "target": 5}, Pace.DAYS_1, 7),
        (KNOTWEED, (), {"rounds": 5}, Pace.DAYS_1, None),
    ],
)
async def test_a_game_of_weeks_has_a_short_form(room: Room, game, computers, options, pace, days):
    table = await room.opened(game, [ANNA, BEN, CLARA], options, computers=computers, pace=pace)
    form = short_form(GAMES[game], table)
    assert (form and form.days) == days
    assert form is None or form.is_chosen == (options == {"max_hands": 1})


async def test_a_game_that_is_short_anyway_has_none(room: Room):
    table = await room.opened("counter", [ANNA, BEN], {"max_hands": 2}, computers=[Level.EASY])
    assert short_form(GAMES["counter"], table) is None


async def test_the_host_chooses_the_short_form_and_the_usual_one_again(room: Room):
    table = await room.opened("counter", [ANNA, BEN, CLARA], {"max_hands": 9, "target": 12})
    with refused("Only the host of the table can choose its house rules"):
        await room.terms.choose_form(table.id, BEN, short=True)
    assert (await room.rows(table))[0] == table
    for _ in range(2):  # a double tap does not return to the long form
        chosen = await room.terms.choose_form(table.id, ANNA, short=True)
        assert chosen.options == {"max_hands": 1, "target": 12}
    usual = await room.terms.choose_form(table.id, ANNA, short=False)
    assert usual.options == {"target": 12}
    assert (await room.rows(table))[0] == usual
    started = await room.lobby.start((await room.terms.choose_form(table.id, ANNA, short=True)).id, ANNA)
    view = (await room.service.views.snapshot(started.id, ANNA)).view
    assert view is not None
    assert view.dump()["options"]["max_hands"] == 1
    with refused("The game has already started"):
        await room.terms.choose_form(table.id, ANNA, short=False)
