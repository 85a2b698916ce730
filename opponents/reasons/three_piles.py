"""Why a 3 Piles move is good: what it adds to your piles, keeps open, and denies the opponent."""

from collections.abc import Sequence

from engines.cards import Card, rank, suit
from engines.texts import Player, Text, cards, say, say_count
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

    def why(self, view: ThreePilesView, action: Action) -> list[Text]:
        """What the card does where it goes, or why drawing is better than the open cards."""
        match action:
            case Take(stack, pile):
                card = view.stacks[stack][-1]
                return [
                    *_scoring(view.own_piles, pile, card),
                    *_denying(view, card),
                    *_future(view.own_piles[pile], card),
                ]
            case ToPile(card, pile):
                return [
                    *_scoring(view.own_piles, pile, card),
                    *_future(view.own_piles[pile], card),
                    *_comparing(view, pile, card),
                ]
            case ToStack(card, stack):
                return _giving_away(view, card, view.stacks[stack])
            case Draw():
                return _drawing(view)
            case _:
                return []

    def also(self, view: ThreePilesView, action: Action) -> list[Text]:
        """What goes on no pile loses no rank; a card may cover another one though it is worth as much itself."""
        if isinstance(action, Take | ToPile):
            return []
        found = [_without_loss(())]
        if isinstance(action, ToStack) and view.stacks[action.stack]:
            top = view.stacks[action.stack][-1]
            worth = _worth(view.piles[1 - view.turn], top)
            found += [_covering(view, top, worth)] if worth > 0 else []
        return found

    def measures(self, view: ThreePilesView, action: Action) -> list[Measure]:
        """What the turn scores and leaves to the opponent, and which ranks the piles still take."""
        own, hand = view.own_piles, [*view.hand]
        tops = {number: stack for number, stack in enumerate(view.stacks) if stack}
        match action:
            case Take(stack, pile):
                gained, own = gain(own, pile, tops[stack][-1]), _with_card(own, pile, tops[stack][-1])
                tops[stack] = tops[stack][:-1]
            case ToPile(card, pile):
                gained, own = gain(own, pile, card), _with_card(own, pile, card)
                hand.remove(card)
            case ToStack(card, stack):
                gained, tops[stack] = 0, (card,)
                hand.remove(card)
            case _:
                gained = 0
        found = [] if isinstance(action, Draw) else [Measure(say("Points in this turn"), gained)]
        if not isinstance(action, Draw) and (all(tops.values()) or not view.deck):  # else one is dealt to the stack
            found += self._offered(view, own, [stack[-1] for stack in tops.values() if stack])
        open_ranks = sum(mask.bit_count() for mask in fitting(own))
        found.append(Measure(say("Ranks that your piles still take then, counted pile by pile"), open_ranks))
        most = max((_worth(own, card) for card in hand), default=0)
        gaps = [[gap(own[pile], card) for pile in places] for card in hand if (places := _places(own, card))]
        return [
            *found,
            Measure(say("Most points that a card you keep can score then"), max(most, 0)),
            Measure(say("Cards you keep that fit your piles then"), len(gaps)),
            Measure(
                say("Ranks that the cards you keep would shut out, each on the pile where it shuts out fewest"),
                sum(map(min, gaps)),
                -1,
            ),
        ]

    def _offered(self, view: ThreePilesView, own: Sequence[Pile], tops: Sequence[Card]) -> list[Measure]:
        """What these open cards are to both players."""
        opponent, theirs = Player(1 - view.turn), view.piles[1 - view.turn]
        return [
            Measure(
                say("Most points that {player} can score with an open card then", player=opponent),
                max([0, *(_worth(theirs, card) for card in tops)]),
                -1,
            ),
            Measure(
                say("Open cards that fit {player}'s piles then", player=opponent),
                sum(bool(_places(theirs, card)) for card in tops),
                -1,
            ),
            Measure(say("Open cards that fit your piles then"), sum(bool(_places(own, card)) for card in tops)),
        ]

    def alike(self, view: ThreePilesView, one: Action, other: Action) -> bool:
        """Empty piles are interchangeable."""
        return _without_numbers(view, one) == _without_numbers(view, other)


def _without_numbers(view: ThreePilesView, action: Action) -> Action:
    """The action, with any empty pile replaced by the first empty one."""
    if not isinstance(action, Take | ToPile) or view.own_piles[action.pile]:
        return action
    first = next(number for number, pile in enumerate(view.own_piles) if not pile)
    return Take(action.stack, first) if isinstance(action, Take) else ToPile(action.card, first)


def _with_card(piles: Sequence[Pile], number: int, card: Card) -> list[Pile]:
    """The piles after one of them has accepted a card."""
    return [sorted((*pile, card)) if place == number else pile for place, pile in enumerate(piles)]


def _places(piles: Sequence[Pile], card: Card) -> list[int]:
    """The piles that accept a card (4.2)."""
    mask = fitting(piles)[rank(card)]
    return [number for number in range(len(piles)) if mask >> number & 1]


def _worth(piles: Sequence[Pile], card: Card) -> int:
    """The most points that a card can score immediately on any of these piles; 0 if it fits none."""
    return max((gain(piles, number, card) for number in _places(piles, card)), default=0)


def _scoring(piles: Sequence[Pile], number: int, card: Card) -> list[Text]:
    """The points that a card scores on a pile, by the three ways to score (7)."""
    after = _with_card(piles, number, card)
    found: list[Text] = []
    if closed(after[number]):
        found.append(say("It gives a pile both ace and king, for 3 points."))
    if piles[number] and score(after).longest > score(piles).longest:
        found.append(
            say_count(
                "It makes your longest pile longer: {count} card.",
                "It makes your longest pile longer: {count} cards.",
                len(after[number]),
            )
        )
    if suit(card) == DIAMONDS:
        found.append(say("{card} is a diamond: a sure point.", card=cards([card])))
    return found


def _future(pile: Pile, card: Card) -> list[Text]:
    """What a card means for the future of its pile."""
    shown = cards([card])
    if closed(sorted((*pile, card))):
        return []
    found: list[Text] = []
    if not pile:
        found.append(say("{card} starts an empty pile, where it shuts out no other rank.", card=shown))
    if rank(card) == ACE:
        found.append(say("With {card} the pile needs only a king for 3 more points.", card=shown))
    elif rank(card) == KING:
        found.append(say("With {card} the pile needs only an ace for 3 more points.", card=shown))
    skipped = gap(pile, card)
    if not pile:
        return found[::-1]
    if not skipped:
        found.append(_without_loss((card,)))
    elif skipped <= FEW_RANKS:
        found.append(
            say_count(
                "It shuts only {count} rank out of the pile.", "It shuts only {count} ranks out of the pile.", skipped
            )
        )
    return found


def _without_loss(group: Sequence[Card]) -> Text:
    """Says that a card shuts nothing out; none: whichever it is, to compare what is said."""
    return say("{card} goes right next to the end of the pile, so no rank is lost.", card=cards(group))


def _comparing(view: ThreePilesView, number: int, card: Card) -> list[Text]:
    """Why this card goes on this pile rather than on a stack, and rather than another card."""
    worth, skipped = _worth(view.piles[1 - view.turn], card), gap(view.own_piles[number], card)
    found: list[Text] = []
    if worth > 0:
        found.append(
            say_count(
                "On a stack {card} would be worth {count} point to {player}.",
                "On a stack {card} would be worth {count} points to {player}.",
                worth,
                card=cards([card]),
                player=Player(1 - view.turn),
            )
        )
    others = [
        gap(view.own_piles[action.pile], view.stacks[action.stack][-1] if isinstance(action, Take) else action.card)
        for action in view.actions()
        if isinstance(action, Take | ToPile) and action != ToPile(card, number)
    ]
    if skipped and others and skipped < min(others):
        found.append(say("Of all the cards you could add to a pile, it shuts out the fewest ranks."))
    return found


def _denying(view: ThreePilesView, card: Card) -> list[Text]:
    """What the opponent, who could have taken the card, loses."""
    worth = _worth(view.piles[1 - view.turn], card)
    if worth <= 0:
        return []
    return [
        say_count(
            "It keeps {card} from {player}, who would score {count} point with it.",
            "It keeps {card} from {player}, who would score {count} points with it.",
            worth,
            card=cards([card]),
            player=Player(1 - view.turn),
        )
    ]


def _drawing(view: ThreePilesView) -> list[Text]:
    """Why to take none of the face-up cards."""
    takes = [
        (gain(view.own_piles, number, stack[-1]), gap(view.own_piles[number], stack[-1]))
        for stack in view.stacks
        if stack
        for number in _places(view.own_piles, stack[-1])
    ]
    if not takes:
        return [say("None of the open cards fits your piles.")]
    most = max(gain for gain, _ in takes)
    if most <= 0:
        return [say("None of the open cards scores you a point: drawing is better.")]
    return [*_in_hand(view, most), *_losing(takes), *_waiting(view)]


def _in_hand(view: ThreePilesView, most: int) -> list[Text]:
    """Says that a card in hand does at least as much as the best face-up card, which scores ``most`` points."""
    held = max(view.hand, key=lambda card: _worth(view.own_piles, card))
    worth = _worth(view.own_piles, held)
    if worth > most:
        return [say("After drawing you can play {card}, which scores more than any open card.", card=cards([held]))]
    if worth == most:
        return [
            say("After drawing you can play {card}, which scores as much as the best open card.", card=cards([held]))
        ]
    return []


def _losing(takes: Sequence[tuple[int, int]]) -> list[Text]:
    """How many ranks the face-up cards that score would shut out; ``takes`` has the points and ranks of each take."""
    least = min(skipped for gain, skipped in takes if gain > 0)
    if not least:
        return []
    return [
        say_count(
            "Every open card that scores would shut at least {count} rank out of a pile.",
            "Every open card that scores would shut at least {count} ranks out of a pile.",
            least,
        )
    ]


def _waiting(view: ThreePilesView) -> list[Text]:
    """Says that the face-up cards can wait."""
    if any(_worth(view.piles[1 - view.turn], stack[-1]) > 0 for stack in view.stacks if stack):
        return []
    return [say("No open card is worth a point to {player}, so they can wait.", player=Player(1 - view.turn))]


def _giving_away(view: ThreePilesView, card: Card, stack: Pile) -> list[Text]:
    """Why to put a card on this stack."""
    theirs, shown, opponent = view.piles[1 - view.turn], cards([card]), Player(1 - view.turn)
    found: list[Text] = []
    if not _places(view.own_piles, card):
        found.append(say("{card} fits none of your piles.", card=shown))
    if stack and _worth(theirs, stack[-1]) > _worth(theirs, card):
        found.append(_covering(view, stack[-1], _worth(theirs, stack[-1])))
    if not _places(theirs, card):
        found.append(say("{card} fits none of {player}'s piles.", card=shown, player=opponent))
    elif _worth(theirs, card) <= 0:
        found.append(say("{card} scores nothing for {player} now.", card=shown, player=opponent))
    else:
        found += _least(view, card)
    return found


def _covering(view: ThreePilesView, top: Card, worth: int) -> Text:
    return say_count(
        "It covers {card}, with which {player} could score {count} point.",
        "It covers {card}, with which {player} could score {count} points.",
        worth,
        card=cards([top]),
        player=Player(1 - view.turn),
    )


def _least(view: ThreePilesView, card: Card) -> list[Text]:
    """Why to give away this card although the opponent can use it."""
    if _worth(view.own_piles, card) <= 0:
        return [say("{card} would add no point to your piles.", card=cards([card]))]
    theirs = [_worth(view.piles[1 - view.turn], other) for other in view.hand]
    worth = _worth(view.piles[1 - view.turn], card)
    if min(theirs) == worth < max(theirs):
        return [say("No card of yours is worth less to {player}.", player=Player(1 - view.turn))]
    return []
