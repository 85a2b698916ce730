"""What the game shows, asks and says, based only on views and events, and how it parses typed moves."""

from collections.abc import Mapping, Sequence

from typing_extensions import override

from engines.cards import Card, suit
from engines.contract import NOT_YOUR_TURN, Event, Game, IllegalAction
from engines.kit.parsing import card_in_move
from engines.kit.questions import follow
from engines.kit.wording import SUIT_NAMES, names, not_held, turn_of
from engines.result_scenes import Account, Cell, ResultScene
from engines.scenes import Choice, Decision, Fact, Kind, Place, Question, Scene, Spread, Trick, TrickCard, Unseen, Zone
from engines.texts import Player, Text, cards, say, say_count
from open_spades.rules import PACK, SEATS, SIDES, TRICKS, Action, Bid, Play, partner, winning
from open_spades.state import HasBid, Opened, OpenSpadesView, Played, Scored, TrickWon


class OpenSpadesWords(Game[Action, OpenSpadesView]):
    """The player-facing half of the game: its scenes, questions and sentences."""

    @override
    def parse(self, text: str) -> Action:
        match text.upper().split():
            case ["BID", number] if number in map(str, range(TRICKS + 1)):
                return Bid(int(number))
            case ["PLAY", card]:
                return Play(card_in_move(card))
        raise IllegalAction(say("“{text}” is not a move. Write “bid 3” or “play 7C”.", text=text[:40]))

    @override
    def scene(self, view: OpenSpadesView) -> Scene:
        headline = say("Deal {number} of {deals} · spades are trumps", number=view.deal_no, deals=view.options.deals)
        zones = tuple(_hand(view, seat) for seat in range(SEATS))
        places = tuple(Place(seat, seat in view.to_act, _facts(view, seat)) for seat in range(SEATS))
        return Scene(headline, zones, places, _waiting(view), tuple(_tricks(view)))

    @override
    def ask(self, view: OpenSpadesView, path: Sequence[str]) -> Question | Decision[Action]:
        if not view.may_act:
            raise IllegalAction(NOT_YOUR_TURN)
        ahead = follow(view.actions(), lambda action: (str(action).split()[1],), path)
        if isinstance(ahead, Decision):
            return ahead
        choices = tuple(
            Choice(key, self.label(view, action), card=action.card if isinstance(action, Play) else None)
            for key, action in ahead.items()
        )
        if view.declarer is None:
            return Question(say("How many tricks do you bid?"), choices)
        if view.turn == view.seat:
            return Question(say("What do you play?"), choices)
        return Question(say("What do you play from {player}'s hand?", player=Player(view.turn)), choices)

    @override
    def label(self, view: OpenSpadesView, action: Action) -> Text:
        if isinstance(action, Bid):
            return say("Bid {number}", number=action.tricks)
        return say("Play {card}", card=cards([action.card]))

    @override
    def tell(self, event: Event, reader: int | None) -> Text:
        match event:
            case HasBid(seat, bid) if seat == reader:
                return say("You bid {number}.", number=bid)
            case HasBid(seat, bid):
                return say("{player} bids {number}.", player=Player(seat), number=bid)
            case Opened(seat, hand):
                shown, opened = cards(hand), Player(partner(seat))
                if seat == reader:
                    return say("You play for {partner} too, whose hand is {cards}.", partner=opened, cards=shown)
                player = Player(seat)
                return say(
                    "{player} plays for {partner} too, whose hand is {cards}.",
                    player=player,
                    partner=opened,
                    cards=shown,
                )
            case Played():
                return _played(event, reader)
            case TrickWon(seat):
                return (
                    say("You win the trick.")
                    if seat == reader
                    else say("{player} wins the trick.", player=Player(seat))
                )
            case Scored():
                one, other = (_scored(event, number) for number in range(len(SIDES)))
                return say("{one}; {other}.", one=one, other=other)
        raise TypeError(f"Open Spades has no such event: {event}")

    @override
    def scored(self, event: Event) -> Mapping[int, float]:
        return {seat: event.points[seat % 2] for seat in range(SEATS)} if isinstance(event, Scored) else {}

    @override
    def result(self, views: Sequence[OpenSpadesView], events: Sequence[Event]) -> ResultScene:
        deals = [event for event in events if isinstance(event, Scored)]
        return ResultScene(
            unit=say("points"),
            accounts=tuple(Account(side[0], cells=_cells(deals, number)) for number, side in enumerate(SIDES)),
            columns=tuple(say("{number}", number=number) for number in range(1, len(deals) + 1)),
            columns_title=say("Bid/tricks"),
        )

    @override
    def refusal(self, view: OpenSpadesView, action: Action) -> Text:
        if isinstance(action, Bid):
            return say("The bids are over.")
        if view.declarer is None:
            return say("Bid first, from 0 to 8 tricks.")
        if action.card in view.cards:
            return _must_follow(view.trick[0])
        if action.card in view.hand:
            return say("A card from {player}'s hand is played now.", player=Player(view.turn))
        return not_held(action.card)

    @override
    def refusals(self, view: OpenSpadesView) -> tuple[tuple[Card, Text], ...]:
        if view.declarer is None or not view.to_act:
            return ()
        if not view.may_act:
            return tuple((card, turn_of(view.to_act[0])) for card in view.hand)
        playable = [action.card for action in view.actions() if isinstance(action, Play)]
        return tuple((card, self.refusal(view, Play(card))) for card in view.hand if card not in playable)

    @override
    def unseen(self, view: OpenSpadesView) -> tuple[Unseen, ...]:
        seen = {*view.hand, *view.open_hand, *view.trick, *view.taken}
        hidden = tuple(card for card in PACK if card not in seen)
        return (Unseen(say("In the other hands"), hidden),) if hidden and view.seat is not None else ()

    @override
    def ending(self, view: OpenSpadesView) -> Text | None:
        if view.to_act:
            return None
        return say_count("{count} deal has been played.", "{count} deals have been played.", view.options.deals)


def _hand(view: OpenSpadesView, seat: int) -> Zone:
    name, held = say("{player}'s hand", player=Player(seat)), view.counts[seat]
    if seat == view.seat:
        return Zone(say("Your hand"), Spread.ROW, held, view.hand, owner=seat)
    if seat == view.dummy:
        return Zone(name, Spread.ROW, held, view.open_hand, owner=seat, notes=(say("open"),))
    return Zone(name, Spread.HIDDEN, held, owner=seat)


def _facts(view: OpenSpadesView, seat: int) -> tuple[Fact, ...]:
    """Cards, the side's tricks of its contract, the side's points, the seat's own bid, and the partner."""
    held, won, contract, bid = (
        view.counts[seat],
        view.won[seat] + view.won[partner(seat)],
        view.contract(seat),
        view.bids[seat],
    )
    points = view.totals[seat % 2]
    facts = [
        Fact(say_count("{count} card", "{count} cards", held), Kind.HAND, held),
        Fact(say("side: {won} of {contract} tricks", won=won, contract=contract), Kind.TRICKS, won, contract),
        Fact(say_count("{count} point", "{count} points", points), Kind.POINTS, points),
        Fact(say("no bid yet") if bid is None else say("bid {number}", number=bid)),
        Fact(say("with {player}", player=Player(partner(seat)))),
    ]
    return (*facts, Fact(say("dealer"), Kind.DEALER)) if seat == view.dealer else tuple(facts)


def _waiting(view: OpenSpadesView) -> Text | None:
    if not view.to_act:
        return None
    player = Player(view.to_act[0])
    if view.declarer is None:
        return say("{player} bids", player=player)
    if view.turn in view.to_act:
        return say("{player} plays a card", player=player)
    return say("{player} plays for {partner}", player=player, partner=Player(view.turn))


def _tricks(view: OpenSpadesView) -> Sequence[Trick]:
    """The trick in progress, and the one before, which its winner's place tells apart."""
    shown: list[Trick] = []
    if view.to_act and view.declarer is not None:
        shown.append(_trick(say("Trick {number}", number=len(view.taken) // SEATS + 1), view.leader, view.trick))
    if view.taken:
        last = view.taken[-SEATS:]
        shown.append(_trick(say("Last trick"), (view.leader - winning(last)) % SEATS, last, is_over=True))
    return shown


def _trick(name: Text, leader: int, played: Sequence[Card], *, is_over: bool = False) -> Trick:
    best = winning(played) if played else None
    parts = [TrickCard((leader + place) % SEATS, card, is_best=place == best) for place, card in enumerate(played)]
    parts += [TrickCard((leader + place) % SEATS) for place in range(len(played), SEATS)]
    return Trick(name, tuple(parts), suit(played[0]) if played else None, is_over=is_over)


def _played(event: Played, reader: int | None) -> Text:
    player, card, owner = Player(event.by), cards([event.card]), Player(event.seat)
    match event.by == event.seat, event.by == reader:
        case True, True:
            return say("You play {card}.", card=card)
        case True, False:
            return say("{player} plays {card}.", player=player, card=card)
        case False, True:
            return say("You play {card} from {owner}'s hand.", card=card, owner=owner)
    return say("{player} plays {card} from {owner}'s hand.", player=player, card=card, owner=owner)


def _scored(event: Scored, number: int) -> Text:
    won, contract, points = event.tricks[number], event.contracts[number], event.points[number]
    return say(
        "{side}: {won} of {contract} tricks, {points}",
        side=names(SIDES[number]),
        won=won,
        contract=contract,
        points=say_count("{count} point", "{count} points", points),
    )


def _cells(deals: Sequence[Scored], number: int) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            say("{bid}/{won}", bid=deal.contracts[number], won=deal.tricks[number]),
            deal.points[number],
            is_best=deal.tricks[number] >= deal.contracts[number],
        )
        for deal in deals
    )


def _must_follow(led: Card) -> Text:
    return say("This trick is in {suit}: follow suit.", suit=SUIT_NAMES[suit(led)])
