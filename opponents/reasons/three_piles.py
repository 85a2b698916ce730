"""Why a 3 Piles move is good: what it adds to your piles, keeps open, and denies the opponent."""

from collections.abc import Iterator, Sequence

from engines.cards import Card, rank, suit
from engines.texts import Player, Text, Value, cards, say, say_count
from engines.three_piles.actions import Action, Draw, Take, ToPile, ToStack
from engines.three_piles.rules import ACE, DIAMONDS, KING, closed, fitting, gain, gap, score
from engines.three_piles.view import ThreePilesView
from opponents.reasons.base import Measure, Reasons, Scale

Pile = Sequence[Card]

FEW_RANKS = 2
"""Shutting out up to this many ranks is no great loss."""


class ThreePilesReasons(Reasons[Action]):
    """Counts points before and after a card, with the game's own scoring."""

    scales = (
        Scale(("It makes your longest pile longer",), {"count": 1}),
        Scale(("On a stack {card} would be worth", "It keeps {card} from"), {"count": 1}),
        Scale(("It covers {card}, with which",), {"count": 1}),
        Scale(("It shuts only", "{card} goes right next to the end", "{card} starts an empty pile"), {"count": -1}),
    )

    def why(self, view: ThreePilesView, action: Action) -> Iterator[Text]:
        """What the card does where it goes, or why drawing is better than the open cards."""
        if isinstance(action, Take | ToPile):
            card, pile = view.moved(action), view.own_piles[action.pile]
            yield from _scoring(view.own_piles, action.pile, card)
            if isinstance(action, Take):
                yield from _denying(view, card)
            yield from _future(pile, card)
            if isinstance(action, ToPile):
                yield from _comparing(view, action)
        elif isinstance(action, ToStack):
            yield from _giving_away(view, action.card, view.stacks[action.stack])
        elif isinstance(action, Draw):
            yield from _drawing(view)

    def also(self, view: ThreePilesView, action: Action) -> Iterator[Text]:
        """What goes on no pile loses no rank; a card may cover another one though it is worth as much itself."""
        if isinstance(action, Take | ToPile):
            return
        yield _without_loss(())
        if isinstance(action, ToStack) and view.stacks[action.stack]:
            top = view.stacks[action.stack][-1]
            worth = _worth(view.piles[1 - view.turn], top)
            if worth > 0:
                yield _covering(view, top, worth)

    def measures(self, view: ThreePilesView, action: Action) -> Iterator[Measure]:
        """What the turn scores and leaves to the opponent, and which ranks the piles still take."""
        own, hand, gained = view.own_piles, [*view.hand], 0
        tops = {number: stack for number, stack in enumerate(view.stacks) if stack}
        if isinstance(action, Take | ToPile):
            card = view.moved(action)
            gained, own = gain(own, action.pile, card), _with_card(own, action.pile, card)
        if isinstance(action, Take):
            tops[action.stack] = tops[action.stack][:-1]
        if isinstance(action, ToStack):
            tops[action.stack] = (action.card,)
        if isinstance(action, ToPile | ToStack):
            hand.remove(action.card)
        if not isinstance(action, Draw):
            yield Measure(say("Points in this turn"), gained)
            if all(tops.values()) or not view.deck:  # else one is dealt to the stack
                yield from self._offered(view, own, [stack[-1] for stack in tops.values() if stack])
        open_ranks = sum(mask.bit_count() for mask in fitting(own))
        yield Measure(say("Ranks that your piles still take then, counted pile by pile"), open_ranks)
        most = max((_worth(own, card) for card in hand), default=0)
        yield Measure(say("Most points that a card you keep can score then"), max(most, 0))
        gaps = [[gap(own[pile], card) for pile in places] for card in hand if (places := _places(own, card))]
        yield Measure(say("Cards you keep that fit your piles then"), len(gaps))
        lost = say("Ranks that the cards you keep would shut out, each on the pile where it shuts out fewest")
        yield Measure(lost, sum(map(min, gaps)), -1)

    def _offered(self, view: ThreePilesView, own: Sequence[Pile], tops: Sequence[Card]) -> Iterator[Measure]:
        opponent, theirs = Player(1 - view.turn), view.piles[1 - view.turn]
        most = max([0, *(_worth(theirs, card) for card in tops)])
        yield Measure(say("Most points that {player} can score with an open card then", player=opponent), most, -1)
        fit = sum(bool(_places(theirs, card)) for card in tops)
        yield Measure(say("Open cards that fit {player}'s piles then", player=opponent), fit, -1)
        yield Measure(say("Open cards that fit your piles then"), sum(bool(_places(own, card)) for card in tops))

    def alike(self, view: ThreePilesView, one: Action, other: Action) -> bool:
        """Empty piles are interchangeable."""
        return _without_numbers(view, one) == _without_numbers(view, other)


def _shown(view: ThreePilesView, card: Card) -> dict[str, Value]:
    return {"card": cards([card]), "player": Player(1 - view.turn)}


def _without_numbers(view: ThreePilesView, action: Action) -> Action:
    """The action, with any empty pile replaced by the first empty one."""
    if not isinstance(action, Take | ToPile) or view.own_piles[action.pile]:
        return action
    first = next(number for number, pile in enumerate(view.own_piles) if not pile)
    return Take(action.stack, first) if isinstance(action, Take) else ToPile(action.card, first)


def _with_card(piles: Sequence[Pile], number: int, card: Card) -> list[Pile]:
    return [sorted((*pile, card)) if place == number else pile for place, pile in enumerate(piles)]


def _places(piles: Sequence[Pile], card: Card) -> list[int]:
    """The piles that accept a card (4.2)."""
    mask = fitting(piles)[rank(card)]
    return [number for number in range(len(piles)) if mask >> number & 1]


def _worth(piles: Sequence[Pile], card: Card) -> int:
    """The most points that a card can score immediately on any of these piles; 0 if it fits none."""
    return max((gain(piles, number, card) for number in _places(piles, card)), default=0)


def _scoring(piles: Sequence[Pile], number: int, card: Card) -> Iterator[Text]:
    """The points that a card scores on a pile, by the three ways to score (7)."""
    after = _with_card(piles, number, card)
    if closed(after[number]):
        yield say("It gives a pile both ace and king, for 3 points.")
    if piles[number] and score(after).longest > score(piles).longest:
        yield say_count(
            "It makes your longest pile longer: {count} card.",
            "It makes your longest pile longer: {count} cards.",
            len(after[number]),
        )
    if suit(card) == DIAMONDS:
        yield say("{card} is a diamond: a sure point.", card=cards([card]))


def _future(pile: Pile, card: Card) -> Iterator[Text]:
    shown, skipped = cards([card]), gap(pile, card)
    if closed(sorted((*pile, card))):
        return
    if rank(card) == ACE:
        yield say("With {card} the pile needs only a king for 3 more points.", card=shown)
    elif rank(card) == KING:
        yield say("With {card} the pile needs only an ace for 3 more points.", card=shown)
    if not pile:
        yield say("{card} starts an empty pile, where it shuts out no other rank.", card=shown)
    elif not skipped:
        yield _without_loss((card,))
    elif skipped <= FEW_RANKS:
        yield say_count(
            "It shuts only {count} rank out of the pile.", "It shuts only {count} ranks out of the pile.", skipped
        )


def _without_loss(group: Sequence[Card]) -> Text:
    """Says that a card shuts nothing out; none: whichever it is, to compare what is said."""
    return say("{card} goes right next to the end of the pile, so no rank is lost.", card=cards(group))


def _comparing(view: ThreePilesView, play: ToPile) -> Iterator[Text]:
    worth, skipped = _worth(view.piles[1 - view.turn], play.card), gap(view.own_piles[play.pile], play.card)
    if worth > 0:
        yield say_count(
            "On a stack {card} would be worth {count} point to {player}.",
            "On a stack {card} would be worth {count} points to {player}.",
            worth,
            **_shown(view, play.card),
        )
    others = [
        gap(view.own_piles[action.pile], view.moved(action))
        for action in view.actions()
        if isinstance(action, Take | ToPile) and action != play
    ]
    if skipped and others and skipped < min(others):
        yield say("Of all the cards you could add to a pile, it shuts out the fewest ranks.")


def _denying(view: ThreePilesView, card: Card) -> Iterator[Text]:
    """What the opponent, who could have taken the card, loses."""
    worth = _worth(view.piles[1 - view.turn], card)
    if worth > 0:
        yield say_count(
            "It keeps {card} from {player}, who would score {count} point with it.",
            "It keeps {card} from {player}, who would score {count} points with it.",
            worth,
            **_shown(view, card),
        )


def _drawing(view: ThreePilesView) -> Iterator[Text]:
    tops = [stack[-1] for stack in view.stacks if stack]
    takes = [
        (gain(view.own_piles, number, top), gap(view.own_piles[number], top))
        for top in tops
        for number in _places(view.own_piles, top)
    ]
    most = max((points for points, _ in takes), default=0)
    if most <= 0:
        yield (
            say("None of the open cards scores you a point: drawing is better.")
            if takes
            else say("None of the open cards fits your piles.")
        )
        return
    held = max(view.hand, key=lambda card: _worth(view.own_piles, card))
    worth, card = _worth(view.own_piles, held), cards([held])
    if worth > most:
        yield say("After drawing you can play {card}, which scores more than any open card.", card=card)
    elif worth == most:
        yield say("After drawing you can play {card}, which scores as much as the best open card.", card=card)
    least = min(skipped for points, skipped in takes if points > 0)
    if least:
        yield say_count(
            "Every open card that scores would shut at least {count} rank out of a pile.",
            "Every open card that scores would shut at least {count} ranks out of a pile.",
            least,
        )
    if not any(_worth(view.piles[1 - view.turn], top) > 0 for top in tops):
        yield say("No open card is worth a point to {player}, so they can wait.", player=Player(1 - view.turn))


def _giving_away(view: ThreePilesView, card: Card, stack: Pile) -> Iterator[Text]:
    theirs, shown = view.piles[1 - view.turn], _shown(view, card)
    worth = _worth(theirs, card)
    if not _places(view.own_piles, card):
        yield say("{card} fits none of your piles.", card=shown["card"])
    if stack and _worth(theirs, stack[-1]) > worth:
        yield _covering(view, stack[-1], _worth(theirs, stack[-1]))
    if not _places(theirs, card):
        yield say("{card} fits none of {player}'s piles.", **shown)
    elif worth <= 0:
        yield say("{card} scores nothing for {player} now.", **shown)
    elif _worth(view.own_piles, card) <= 0:
        yield say("{card} would add no point to your piles.", card=shown["card"])
    elif min(others := [_worth(theirs, other) for other in view.hand]) == worth < max(others):
        yield say("No card of yours is worth less to {player}.", player=shown["player"])


def _covering(view: ThreePilesView, top: Card, worth: int) -> Text:
    return say_count(
        "It covers {card}, with which {player} could score {count} point.",
        "It covers {card}, with which {player} could score {count} points.",
        worth,
        **_shown(view, top),
    )
