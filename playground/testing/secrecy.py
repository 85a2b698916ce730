"""Nobody reads a card that they may not know, on any screen."""

from typing import Any

from simcord import MemberActor

from db.records import Phase
from engines import GAMES, Game
from engines.contract import View
from engines.replay import replay
from engines.texts import draw_card
from playground.testing.people import public_messages
from playground.testing.room import Room
from playground.testing.screens import CARD, Seen, read
from playground.testing.watcher import Watcher
from sessions.snapshots import Snapshot

SEED_DIGITS = 32
"""How long the seeds of real games are."""


class Secrecy(Watcher):
    """Watches the table, what is written below it, and the hands of some players."""

    def __init__(self, room: Room, players: list[MemberActor]) -> None:
        self._room = room
        self._players = players

    async def after_step(self) -> None:
        """Nobody reads a card that is hidden from them."""
        await check_secrets(self._room, self._players)


async def check_secrets(room: Room, players: list[MemberActor]) -> None:
    """Neither the table, nor what is written below it, nor a player's hand message shows a card hidden from its reader.

    Hidden from somebody is what another player sees lying and they do not, unless the words of their own view (news,
    remarks about a zone, facts about a seat) tell of the card. After the end all hands lie open.
    """
    service, table_id = room.bot.service, (await room.table()).id
    everybody = await service.views.snapshot(table_id, None)
    if everybody.table.phase is Phase.FINISHED:
        return
    check_seed(room, players, everybody.table.seed or "")
    seen = {player.id: await service.views.snapshot(table_id, player.id) for player in players}
    public = _shown(everybody.game, everybody.view)
    own = {user: _shown(snapshot.game, snapshot.view) - public for user, snapshot in seen.items()}
    for seat in everybody.table.seats:
        if seat.user_id is None:
            own[-1 - seat.seat] = _shown(everybody.game, await _view_of(room, seat.seat)) - public
    for message in [message for message in public_messages(room.channel) if message.id >= room.shown.id]:
        leaked = cards_on(message) & (set().union(*own.values()) - _told(everybody))
        assert not leaked, f"everybody reads {leaked}"
    for player in players:
        others = set().union(*(cards for user, cards in own.items() if user != player.id))
        hand = cards_on(room.hand_of(player))
        leaked = hand & (others - own[player.id] - _told(seen[player.id]))
        assert not leaked, f"{player.name} reads {leaked}"
        if everybody.table.phase is Phase.PLAYING:
            assert own[player.id] <= hand, f"{player.name} does not see all of the own hand"


def check_seed(room: Room, players: list[MemberActor], seed: str) -> None:
    """Nobody reads the seed, from which every card follows. Those that tests choose are too short to be told apart."""
    if len(seed) < SEED_DIGITS:
        return
    for message in [*public_messages(room.channel), *map(room.hand_of, players)]:
        assert seed not in "\n".join(read(message).texts), "the seed is shown"


async def _view_of(room: Room, seat: int) -> View[Any]:
    """What a computer sees, from what is stored: nobody may ask the bot for that."""
    table = await room.table()
    game = GAMES[table.game]
    moves = [(move.seat, move.text) for move in await room.bot.store.games.moves(table.id)]
    options = game.Options.model_validate(table.options)
    state, _ = replay(game, len(table.seats), table.seed or "", options, moves)
    return state.view(seat)


def _shown(game: Game[Any], view: View[Any] | None) -> set[str]:
    """The cards that lie open for a viewer, as they are written."""
    assert view is not None
    scene = game.scene(view)
    played = {part.card for trick in scene.tricks for part in trick.cards if part.card is not None}
    return {draw_card(card) for card in played.union(*(zone.cards for zone in scene.zones))}


def _told(snapshot: Snapshot) -> set[str]:
    """The cards that the words of a viewer's own view name."""
    assert snapshot.view is not None
    scene = snapshot.game.scene(snapshot.view)
    words = [*snapshot.news, scene.headline, scene.waiting]
    for zone in scene.zones:
        words += [zone.name, *zone.notes]
    for place in scene.places:
        words += [fact.text for fact in place.facts]
    for trick in scene.tricks:
        words += [*trick.notes, *(note for part in trick.cards for note in part.notes)]
    return set(CARD.findall("\n".join(map(str, words))))


def cards_on(seen: Seen) -> set[str]:
    """All cards that are named on a screen, controls included."""
    screen = read(seen)
    card_emojis = [button.face for button in screen.buttons]
    for menu in screen.menus:
        card_emojis += [menu.face, *(f"{option.face} {option.description}" for option in menu.options)]
    return set(CARD.findall("\n".join([*screen.texts, *card_emojis, *(picture.alt for picture in screen.pictures)])))
