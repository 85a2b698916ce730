"""Positions of the real games as screens get them, for players with long names and cards drawn as emojis."""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from cogs.shared.rendering import CardEmojis, Renderer
from db.records import Phase
from engines import Game
from engines.cards import CARD_TEXTS
from engines.contract import Event, State
from sessions.snapshots import Snapshot
from tests.cogs.fake_game import LONG_NAME, REQUEST, fake_snapshot, fake_table, results_of

EMOJIS = CardEmojis({card: f"<:c{CARD_TEXTS[card]}_abcdef:{10**18 + card}>" for card in range(52)})
READER = Renderer("en-US", dict.fromkeys(range(8), LONG_NAME), EMOJIS)
LATEST = 10
"""How many events screens tell."""


def snapshot(state: State[Any], seat: int | None, news: Sequence[Event], before: State[Any] | None = None) -> Snapshot:
    """What this seat, or everybody, is shown of a position."""
    return fake_snapshot(
        state.view(seat),
        table=fake_table(Phase.FINISHED, 8) if state.outcome else fake_table(Phase.PLAYING, 8, take_backs=(REQUEST,)),
        game=state.game,
        news=tuple(state.game.tell(event, seat) for event in news if event.visible_to(seat))[-LATEST:],
        can_take_back=True,
        outcome=state.outcome,
        results=results_of(state.outcome) if state.outcome else (),
        before=before.view(None) if before else None,
    )


def crowding(state: State[Any]) -> int:
    """How much there is to show: the cards of the fullest hand and the zones of the table."""
    scenes = [state.game.scene(state.view(seat)) for seat in state.to_act or (None,)]
    return max(sum(1 + len(zone.cards) for zone in scene.zones) for scene in scenes)


def crowded_positions(
    game: Game[Any], seats: int, options: Any, stretch: int
) -> Iterator[tuple[State[Any], list[Any]]]:
    """The most crowded position of every ``stretch`` moves of random games, and the last position of each game.

    Each comes with the latest events. There is no end of games.
    """
    for number in count():
        chance, news = Random(number), []
        state = game.deal(seats=seats, seed=str(number), options=options)
        most, fullest = 0, (state, news)
        for step in count(1):
            if not state.to_act:
                break
            seat = chance.choice(state.to_act)
            news = (news + state.act(seat, chance.choice(state.actions(seat))))[-3 * LATEST :]
            if (crowd := crowding(state)) >= most:
                most, fullest = crowd, (state.clone(), news)
            if step % stretch == 0:
                yield fullest
                most = 0
        yield state, news
