"""Why a Knotweed move is good: how many cards it sheds, what that costs, and what else could be played."""

from collections.abc import Iterator

from engines.cards import Card, pack
from engines.knotweed.actions import Accept, Action, Challenge, Discard, End, Pass, Play
from engines.knotweed.rules import FULL_PENALTY, cost, fits, penalty, plan_turn
from engines.knotweed.view import KnotweedView
from engines.texts import Player, Text, cards, say, say_count
from opponents.reasons.base import Measure, Reasons, Scale

_AS_A_PASS = say("A pass would cost you the same.")
_SHORT = say("It draws fewer cards than are due, and anybody who notices can challenge it.")
"""About too small a penalty, where cheating is allowed (11.1)."""


class KnotweedReasons(Reasons[Action]):
    """Counts the cards and penalties of a turn, using the best turns that the policy finds."""

    scales = (
        Scale(("It sheds {count} card",), {"count": 1, "cost": -1}),
        Scale(("Then you can shed {count} more card",), {"count": 1}),
        Scale(("You draw {count} card for this turn", "This turn costs you nothing"), {"count": -1}),
    )

    def also(self, view: KnotweedView, action: Action) -> Iterator[Text]:
        """A play may leave the penalty of the turn as it is."""
        if not isinstance(action, Play) or not fits(view.tops[action.pile], action.cards):
            return
        due = max(view.due_so_far, cost(view.tops[action.pile], action.cards))
        if not view.plays and due == FULL_PENALTY:
            yield _AS_A_PASS
        yield _cost_of_turn(min(due, view.draw))

    def measures(self, view: KnotweedView, action: Action) -> Iterator[Measure]:
        """How many cards stay in hand, how many ranks they have, and the penalty, if the turn is played best."""
        due, lying = view.due_so_far, {number: pile.top for number, pile in view.piles.items()}
        match action:
            case Play() if fits(view.tops[action.pile], action.cards):
                hand, tops = _without(view, action)
                due = max(due, cost(view.tops[action.pile], action.cards))
                ways = {ceiling: plan_turn(hand, tops, ceiling)[1] for ceiling in range(due, FULL_PENALTY + 1)}
                left = min(
                    0 if shed == len(hand) else len(hand) - shed + min(ceiling, view.draw)
                    for ceiling, shed in ways.items()
                )
                del lying[action.pile]
            case End() | Pass():
                hand = list(view.hand)
                due = FULL_PENALTY if isinstance(action, Pass) else due
                left = len(hand) + min(due if action.take is None else action.take, view.draw)
            case _:
                return
        placed = action.cards if isinstance(action, Play) else ()  # each is on top of a pile of its own
        tops = (*lying.values(), *placed)
        fitting, others = (sum(any(fits(top, [card]) for top in tops) for card in some) for some in (hand, pack()))
        cheap = sum(any(cost(top, [card]) < FULL_PENALTY for top in tops) for card in pack())
        soon, ranks = plan_turn(hand, dict(enumerate(tops)), FULL_PENALTY)[1], {card >> 2 for card in hand}
        yield Measure(say("Fewest cards that you can hold after this turn"), left, -1)
        yield Measure(say("Penalty of this turn so far"), due, -1)
        yield Measure(say("Different ranks that you keep (fewer make larger groups)"), len(ranks), -1)
        yield Measure(say("Cards you keep that fit a pile then, open or closed"), fitting)
        yield Measure(say("Cards that you could shed in your next turn, if the piles stayed as they are"), soon)
        yield Measure(say("Cards the next player could play below the full penalty (fewer is better)"), cheap, -1)
        yield Measure(say("Different cards the next player could play (fewer is better)"), others, -1)

    def why(self, view: KnotweedView, action: Action) -> Iterator[Text]:
        """What a play sheds, or why to play nothing more."""
        match action:
            case Play():
                yield from _playing(view, action)
            case End(take):
                yield from _ending(view, view.penalty if take is None else take)
            case Pass(take):
                yield from _passing(view, FULL_PENALTY if take is None else take)
            case Discard():
                yield say("Your place in this round is settled, whichever piles go.")
            case Challenge() | Accept():
                yield from _judging(view, isinstance(action, Challenge))


def _without(view: KnotweedView, play: Play) -> tuple[list[Card], dict[int, Card]]:
    """The hand and the piles that are left to play on after a play in this turn."""
    hand = list(view.hand)
    for card in play.cards:
        hand.remove(card)
    return hand, {number: top for number, top in view.tops.items() if number != play.pile}


def _playing(view: KnotweedView, play: Play) -> Iterator[Text]:
    """What a play sheds and costs (5.2), or that it is the last one (6.1, 6.2)."""
    top, count = view.tops[play.pile], len(play.cards)
    if not fits(top, play.cards):
        yield say("It does not fit {top}, and anybody who notices can challenge it.", top=cards([top]))
    elif count < len(view.hand):
        price = cost(top, play.cards)
        yield _price(view, count, price)
        yield from _rest_of_turn(view, play, max(price, view.due_so_far))
    elif all(made.fits for made in view.plays):
        yield (
            say("You get rid of your last cards: you are out, without a penalty.")
            if view.out
            else say("You get rid of your last cards: you are out first, and that wins the round.")
        )


def _price(view: KnotweedView, count: int, price: int) -> Text:
    """The cards that a play sheds, and how the penalty of the turn changes (5.2)."""
    due = view.due_so_far
    if price > due:
        return say_count(
            "It sheds {count} card, for a penalty of {cost}.",
            "It sheds {count} cards, for a penalty of {cost}.",
            count,
            cost=price,
        )
    if due:
        return say_count(
            "It sheds {count} card, and the penalty for this turn stays at {due}.",
            "It sheds {count} cards, and the penalty for this turn stays at {due}.",
            count,
            due=due,
        )
    return say_count("It sheds {count} card at no cost.", "It sheds {count} cards at no cost.", count)


def _rest_of_turn(view: KnotweedView, play: Play, due: int) -> Iterator[Text]:
    """What else can be shed this turn without raising the penalty."""
    hand, tops = _without(view, play)
    more = plan_turn(hand, tops, due)[1]
    if plan_turn(hand, tops, FULL_PENALTY)[1] == len(hand):
        yield say("Then you can play all your other cards and go out in this turn.")
    elif more:
        yield say_count(
            "Then you can shed {count} more card in this turn without raising the penalty.",
            "Then you can shed {count} more cards in this turn without raising the penalty.",
            more,
        )
    elif not view.plays and due == FULL_PENALTY:
        yield _AS_A_PASS


def _gains(view: KnotweedView, due: int) -> dict[int, int]:
    """The most cards that can still be shed for each penalty from ``due`` on."""
    return {ceiling: plan_turn(view.hand, view.tops, ceiling)[1] for ceiling in range(due, FULL_PENALTY + 1)}


def _ending(view: KnotweedView, take: int) -> Iterator[Text]:
    """Why the turn goes no further, and what it costs (5)."""
    due, takes, gains = view.penalty, min(take, view.draw), _gains(view, view.penalty)
    if takes < min(due, view.draw):
        yield _SHORT
        return
    if not gains[FULL_PENALTY]:
        yield say("Nothing else in your hand fits an open pile.")
    elif all(
        shed < len(view.hand) and shed <= min(ceiling, view.draw) - takes  # going out costs nothing (5.3)
        for ceiling, shed in gains.items()
    ):
        yield say("Whatever else you could play would cost at least as many cards as it sheds.")
    yield _cost_of_turn(takes)


def _cost_of_turn(takes: int) -> Text:
    if takes:
        return say_count("You draw {count} card for this turn.", "You draw {count} cards for this turn.", takes)
    return say("This turn costs you nothing.")


def _passing(view: KnotweedView, take: int) -> Iterator[Text]:
    """Why to play nothing (3.2, 5.1)."""
    gains = _gains(view, 0)
    if min(take, view.draw) < min(FULL_PENALTY, view.draw):
        yield _SHORT
        return
    if not gains[FULL_PENALTY]:
        yield say("Nothing in your hand fits an open pile.")
    elif not gains[FULL_PENALTY - 1] and gains[FULL_PENALTY] < len(view.hand):  # going out costs nothing (5.3)
        yield say("Whatever you could play costs as much as a pass, and you keep your cards together.")
    if not view.draw:
        yield say("The draw pile is empty, so a pass costs nothing.")


def _judging(view: KnotweedView, challenges: bool) -> Iterator[Text]:
    """Whether the turn just played broke the rules, which everybody can see (11.3)."""
    taken = view.taken[view.turn]
    wrong = next((made for made in view.plays if not made.fits), None)
    due = penalty(view.plays) if view.counts[view.turn] else 0
    is_wrong = wrong is not None or (taken < due and view.draw > 0)
    if challenges and wrong is not None:
        yield say_count(
            "{cards} fits neither the rank nor the suit of {top}: the challenge is right.",
            "{cards} fit neither the rank nor the suit of {top}: the challenge is right.",
            len(wrong.cards),
            cards=cards(wrong.cards),
            top=cards([wrong.on]),
        )
    elif challenges and is_wrong:
        yield say_count(
            "{player} drew {taken} instead of {count} penalty card: the challenge is right.",
            "{player} drew {taken} instead of {count} penalty cards: the challenge is right.",
            due,
            player=Player(view.turn),
            taken=taken,
        )
    elif not challenges and not is_wrong:
        yield say("The turn was within the rules: there is nothing to challenge.")
