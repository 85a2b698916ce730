"""What the game shows, asks and says, based only on views and events, and how it parses typed moves."""

from collections.abc import Sequence

from typing_extensions import override

from crazy_eights.rules import DRAW, EIGHT, PASS, Action, Play, fits
from crazy_eights.state import Acted, CrazyEightsView, Dealt, Drew, DrewUnseen
from engines.cards import SUITS, Card, rank
from engines.contract import NOT_YOUR_TURN, Event, Game, IllegalAction
from engines.kit.parsing import card_in_move
from engines.kit.questions import follow
from engines.kit.wording import SUIT_NAMES, not_held, target_reached, turn_of
from engines.scenes import Choice, Decision, Fact, Kind, Place, Question, Scene, Spread, Weight, Zone
from engines.texts import Player, Text, cards, say, say_count


class CrazyEightsWords(Game[Action, CrazyEightsView]):
    """The player-facing half of the game: its scenes, questions and sentences."""

    @override
    def parse(self, text: str) -> Action:
        match text.upper().split():
            case [("DRAW" | "PASS") as word]:
                return DRAW if word == "DRAW" else PASS
            case ["PLAY", card]:
                return Play(card_in_move(card))
            case ["PLAY", card, ("C" | "D" | "H" | "S") as suit]:
                return Play(card_in_move(card), SUITS.index(suit))
        typed = text[:40]
        raise IllegalAction(
            say("“{text}” is not a move. Write “play 5C”, “play 8C H” to name hearts, “draw” or “pass”.", text=typed)
        )

    @override
    def scene(self, view: CrazyEightsView) -> Scene:
        notes = () if view.suit is None else (say("{suit} must follow", suit=SUIT_NAMES[view.suit]),)
        name = say("Discards")
        zones = [
            Zone(name, Spread.STACK, len(view.discard), view.discard, notes=notes, short=name),
            Zone(say("Draw pile"), Spread.HIDDEN, view.draw, short=say("Draw")),
        ]
        places: list[Place] = []
        for seat, count in enumerate(view.counts):
            if seat == view.seat:
                zones.append(Zone(say("Your hand"), Spread.ROW, count, tuple(sorted(view.hand)), owner=seat))
            else:
                zones.append(Zone(say("{player}'s hand", player=Player(seat)), Spread.HIDDEN, count, owner=seat))
            held = Fact(say_count("{count} card", "{count} cards", count), Kind.HAND, count)
            total = Fact(self.score(view, view.totals[seat]), Kind.PENALTY, view.totals[seat])
            places.append(Place(seat, seat in view.to_act, (held, total)))
        headline = say_count("{count} card in the draw pile", "{count} cards in the draw pile", view.draw)
        waiting = say("{player} plays, draws or passes", player=Player(view.turn)) if view.to_act else None
        return Scene(headline, tuple(zones), tuple(places), waiting)

    @override
    def ask(self, view: CrazyEightsView, path: Sequence[str]) -> Question | Decision[Action]:
        if not view.may_act:
            raise IllegalAction(NOT_YOUR_TURN)
        ahead = follow(view.actions(), lambda action: tuple(str(action).removeprefix("play ").split()), path)
        if isinstance(ahead, Decision):
            return ahead
        if path:
            suits = tuple(Choice(key, SUIT_NAMES[SUITS.index(key)]) for key in ahead)
            return Question(say("Which suit do you name?"), suits)
        return Question(say("What do you do?"), tuple(self._choice(view, *option) for option in ahead.items()))

    def _choice(self, view: CrazyEightsView, key: str, action: Action) -> Choice:
        if not isinstance(action, Play):
            return Choice(key, self.label(view, action), weight=Weight.MAIN)
        hint = say("then name a suit") if action.suit is not None else None
        return Choice(key, say("Play {card}", card=cards([action.card])), hint, action.card)

    @override
    def label(self, view: CrazyEightsView, action: Action) -> Text:
        if not isinstance(action, Play):
            return say("Draw a card") if action == DRAW else say("Pass")
        if action.suit is None:
            return say("Play {card}", card=cards([action.card]))
        return say("Play {card} and name {suit}", card=cards([action.card]), suit=SUIT_NAMES[action.suit])

    @override
    def tell(self, event: Event, reader: int | None) -> Text:
        match event:
            case Acted(seat, Play(card, None)) if seat == reader:
                return say("You play {card}.", card=cards([card]))
            case Acted(seat, Play(card, None)):
                return say("{player} plays {card}.", player=Player(seat), card=cards([card]))
            case Acted(seat, Play(card, int(suit))) if seat == reader:
                return say("You play {card} and name {suit}.", card=cards([card]), suit=SUIT_NAMES[suit])
            case Acted(seat, Play(card, int(suit))):
                player, name = Player(seat), SUIT_NAMES[suit]
                return say("{player} plays {card} and names {suit}.", player=player, card=cards([card]), suit=name)
            case Acted(seat):
                return say("You pass.") if seat == reader else say("{player} passes.", player=Player(seat))
            case Drew(_, card):
                return say("You draw {card}.", card=cards([card]))
            case DrewUnseen(seat):
                return say("{player} draws a card.", player=Player(seat))
            case Dealt(starter) if starter == reader:
                return say("The next cards are dealt. You start.")
            case Dealt(starter):
                return say("The next cards are dealt. {player} starts.", player=Player(starter))
        raise TypeError(f"Crazy Eights has no such event: {event}")

    @override
    def refusal(self, view: CrazyEightsView, action: Action) -> Text:
        if action == PASS:
            return say("You can pass only after drawing, or if you can neither draw nor play.")
        if not isinstance(action, Play):
            return say("You have drawn a card this turn.") if view.drew else say("There is no card left to draw.")
        if action.card not in view.hand:
            return not_held(action.card)
        if rank(action.card) == EIGHT:
            return say("Name a suit with the eight, as in “play 8C H” for hearts.")
        return say("Only an eight names a suit.") if action.suit is not None else _no_fit(view, action.card)

    @override
    def refusals(self, view: CrazyEightsView) -> tuple[tuple[Card, Text], ...]:
        if not view.may_act:
            return tuple((card, turn_of(view.turn)) for card in view.hand)
        return tuple((card, _no_fit(view, card)) for card in view.hand if not fits(card, view.discard[-1], view.suit))

    @override
    def ending(self, view: CrazyEightsView) -> Text | None:
        if view.to_act:
            return None
        return target_reached(view.options.target) if view.options.target else say("A player has no cards left.")

    @override
    def score(self, view: CrazyEightsView, points: float) -> Text:
        return say_count("{count} penalty point", "{count} penalty points", int(points))


def _no_fit(view: CrazyEightsView, card: Card) -> Text:
    if view.suit is not None:
        return say("{card} does not fit: play {suit} or an eight.", card=cards([card]), suit=SUIT_NAMES[view.suit])
    return say("{card} has neither the suit nor the rank of {top}.", card=cards([card]), top=cards(view.discard[-1:]))
