"""A finished game as /replay shows it, compared with the game by the rules alone."""

from typing import Any

from simcord import InteractionResult, MemberActor

from engines import GAMES
from engines.cards import CARD_TEXTS
from engines.contract import State
from engines.texts import draw_card
from playground.testing.people import press
from playground.testing.room import Room
from playground.testing.screens import read, texts


async def positions(room: Room) -> list[State[Any]]:
    """The latest game of the channel after each of its moves, by the rules alone."""
    table = await room.table()
    game = GAMES[table.game]
    options = game.Options.model_validate(table.options)
    found = [game.deal(seats=len(table.seats), seed=table.seed or "", options=options)]
    for move in await room.bot.store.games.moves(table.id):
        after = found[-1].clone()
        after.act(move.seat, move.text)
        found.append(after)
    return found


def large(result: InteractionResult) -> list[str]:
    """The cards that are shown large."""
    lines = [line for line in texts(result).splitlines() if line.startswith("# ")]
    return sorted(lines[0].replace("\ufe0e", "").split()[1:]) if lines else []


def hand(state: State[Any], seat: int) -> list[str]:
    """The cards in the hand of a seat, as they are shown."""
    return sorted(draw_card(CARD_TEXTS.index(text)) for text in state.view(seat).dump()["hand"])


async def look_through(person: MemberActor, shown: InteractionResult, game: list[State[Any]], seat: int | None) -> None:
    """Step from the first position to the last: every one shows what the seat held."""
    last = len(game) - 1
    for number, state in enumerate(game):
        assert f"Move {number} of {last}" in texts(shown)
        assert large(shown) == ([] if seat is None else hand(state, seat))
        assert ("🏁" in texts(shown)) == (number == last)
        if number < last:
            await press(person, shown, "Next")
    assert [button.face for button in read(shown).buttons if button.disabled] == ["▶️ Next", "⏭️ Last"]
