"""Why a Knotweed move is good: how many cards it sheds, what that costs, and what else could be played."""

from collections.abc import Mapping, Sequence

from engines.cards import Card, pack
from engines.knotweed.actions import Accept, Action, Challenge, Discard, End, Pass, Play
from engines.knotweed.rules import FULL_PENALTY, cost, fits, penalty, plan_turn
from engines.knotweed.view import KnotweedView
from engines.texts import Player, Text, cards, say, say_count
from opponents.reasons.base import Measure, Reasons, Scale

_AS_A_PASS = say("A pass would cost you the same.")


class KnotweedReasons(Reasons[Action]):
    """Counts the cards and penalties of a turn, using the best turns that the policy finds."""

    scales = (
        Scale(("It sheds {count} card",), {"count": 1, "cost": -1}),
        Scale(("Then you can shed {count} more card",), {"count": 1}),
        Scale(("You draw {count} card for this turn", "This turn costs you nothing"), {"count": -1}),
    )

    def also(self, view: KnotweedView, action: Action) -> list[Text]:
        """A play may leave the penalty of the turn as it is."""
        if not isinstance(action, Play) or not fits(view.tops[action.pile], action.cards):
            return []
        due = max(view.penalty if view.plays else 0, cost(view.tops[action.pile], action.cards))
        alone = [_AS_A_PASS] if not view.plays and due == FULL_PENALTY else []
        return [*alone, _cost_of_turn(min(due, view.draw))]

    def measures(self, view: KnotweedView, action: Action) -> list[Measure]:
        """How many cards stay in hand, how many ranks they have, and the penalty, if the turn is played best."""
        due, lying = view.penalty if view.plays else 0, {number: pile.top for number, pile in view.piles.items()}
        match action:
            case Play() if fits(view.tops[action.pile], action.cards):
                hand, tops = _without(view, action)
                due = max(due, cost(view.tops[action.pile], action.cards))
                left = _least_left(view, hand, tops, due)
                del lying[action.pile]
            case End() | Pass():
                hand = list(view.hand)
                due = FULL_PENALTY if isinstance(action, Pass) else due
                left = len(hand) + min(due if action.take is None else action.take, view.draw)
            case _:
                return []
        placed = action.cards if isinstance(action, Play) else ()  # each is on top of a pile of its own
        tops = (*lying.values(), *placed)
        fitting, others = (sum(any(fits(top, [card]) for top in tops) for card in some) for some in (hand, pack()))
        cheap = sum(any(cost(top, [card]) < FULL_PENALTY for top in tops) for card in pack())
        soon, ranks = plan_turn(hand, dict(enumerate(tops)), FULL_PENALTY)[1], {card >> 2 for card in hand}
        return [
            Measure(say("Fewest cards that you can hold after this turn"), left, -1),
            Measure(say("Penalty of this turn so far"), due, -1),
            Measure(say("Different ranks that you keep (fewer make larger groups)"), len(ranks), -1),
            Measure(say("Cards you keep that fit a pile then, open or closed"), fitting),
            Measure(say("Cards that you could shed in your next turn, if the piles stayed as they are"), soon),
            Measure(say("Cards the next player could play below the full penalty (fewer is better)"), cheap, -1),
            Measure(say("Different cards the next player could play (fewer is better)"), others, -1),
        ]

    def why(self, view: KnotweedView, action: Action) -> list[Text]:
        """What a play sheds, or why to play nothing more."""
        match action:
            case Play():
                return _playing(view, action)
            case End(take):
                return _ending(view, view.penalty if take is None else take)
            case Pass(take):
                return _passing(view, FULL_PENALTY if take is None else take)
            case Discard():
                return [say("Your place in this round is settled, whichever piles go.")]
            case Challenge() | Accept():
                return _judging(view, isinstance(action, Challenge))


def _without(view: KnotweedView, play: Play) -> tuple[list[Card], dict[int, Card]]:
    """The hand and the piles that are left to play on after a play in this turn."""
    hand = list(view.hand)
    for card in play.cards:
        hand.remove(card)
    return hand, {number: top for number, top in view.tops.items() if number != play.pile}


def _least_left(view: KnotweedView, hand: Sequence[Card], tops: Mapping[int, Card], due: int) -> int:
    """The fewest cards in hand after this turn, with the penalty, if it goes on with this hand and these piles."""
    ways = {ceiling: plan_turn(hand, tops, ceiling)[1] for ceiling in range(due, FULL_PENALTY + 1)}
    return min(0 if shed == len(hand) else len(hand) - shed + min(ceiling, view.draw) for ceiling, shed in ways.items())


def _playing(view: KnotweedView, play: Play) -> list[Text]:
    """What a play sheds and costs, or that it is the last one."""
    top = view.tops[play.pile]
    if not fits(top, play.cards):
        return [say("It does not fit {top}, and anybody who notices can challenge it.", top=cards([top]))]
    count = len(play.cards)
    if count == len(view.hand):
        return [_going_out(view)] if all(made.fits for made in view.plays) else []
    price = cost(top, play.cards)
    return [_price(view, count, price), *_rest_of_turn(view, play, price)]


def _going_out(view: KnotweedView) -> Text:
    """6.1, 6.2."""
    if not view.out:
        return say("You get rid of your last cards: you are out first, and that wins the round.")
    return say("You get rid of your last cards: you are out, without a penalty.")


def _price(view: KnotweedView, count: int, price: int) -> Text:
    """The cards that a play sheds, and how the penalty of the turn changes (5.2)."""
    due = view.penalty if view.plays else 0
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


def _rest_of_turn(view: KnotweedView, play: Play, price: int) -> list[Text]:
    """What else can be shed this turn without raising the penalty."""
    hand, tops = _without(view, play)
    due = max(price, view.penalty if view.plays else 0)
    if plan_turn(hand, tops, FULL_PENALTY)[1] == len(hand):
        return [say("Then you can play all your other cards and go out in this turn.")]
    _, more = plan_turn(hand, tops, due)
    if not more:
        alone = not view.plays and due == FULL_PENALTY
        return [_AS_A_PASS] if alone else []
    return [
        say_count(
            "Then you can shed {count} more card in this turn without raising the penalty.",
            "Then you can shed {count} more cards in this turn without raising the penalty.",
            more,
        )
    ]


def _gains(view: KnotweedView, due: int) -> dict[int, int]:
    """The most cards that can still be shed for each penalty from ``due`` on."""
    return {ceiling: plan_turn(view.hand, view.tops, ceiling)[1] for ceiling in range(due, FULL_PENALTY + 1)}


def _ending(view: KnotweedView, take: int) -> list[Text]:
    """Why the turn goes no further, and what it costs (5)."""
    due, takes = view.penalty, min(take, view.draw)
    if takes < min(due, view.draw):
        return [_short()]
    gains = _gains(view, due)
    found: list[Text] = []
    if not gains[FULL_PENALTY]:
        found.append(say("Nothing else in your hand fits an open pile."))
    elif all(_is_dear(view, shed, ceiling, takes) for ceiling, shed in gains.items()):
        found.append(say("Whatever else you could play would cost at least as many cards as it sheds."))
    return [*found, _cost_of_turn(takes)]


def _cost_of_turn(takes: int) -> Text:
    if takes:
        return say_count("You draw {count} card for this turn.", "You draw {count} cards for this turn.", takes)
    return say("This turn costs you nothing.")


def _is_dear(view: KnotweedView, shed: int, ceiling: int, takes: int) -> bool:
    """Whether shedding this many cards is not worth a higher penalty; going out costs nothing (5.3)."""
    return shed < len(view.hand) and shed <= min(ceiling, view.draw) - takes


def _passing(view: KnotweedView, take: int) -> list[Text]:
    """Why to play nothing (3.2, 5.1)."""
    if min(take, view.draw) < min(FULL_PENALTY, view.draw):
        return [_short()]
    found: list[Text] = []
    gains = _gains(view, 0)
    if not gains[FULL_PENALTY]:
        found.append(say("Nothing in your hand fits an open pile."))
    elif not gains[FULL_PENALTY - 1] and gains[FULL_PENALTY] < len(view.hand):  # going out costs nothing (5.3)
        found.append(say("Whatever you could play costs as much as a pass, and you keep your cards together."))
    if not view.draw:
        found.append(say("The draw pile is empty, so a pass costs nothing."))
    return found


def _short() -> Text:
    """Explains taking too small a penalty where cheating is allowed (11.1)."""
    return say("It draws fewer cards than are due, and anybody who notices can challenge it.")


def _judging(view: KnotweedView, challenges: bool) -> list[Text]:
    """Whether the turn just played broke the rules, which everybody can see (11.3)."""
    player, taken = Player(view.turn), view.taken[view.turn]
    wrong = next((made for made in view.plays if not made.fits), None)
    due = penalty(view.plays) if view.counts[view.turn] else 0
    cut_short = taken < due and view.draw > 0
    if wrong is None and not cut_short:
        return [] if challenges else [say("The turn was within the rules: there is nothing to challenge.")]
    if not challenges:
        return []
    if wrong is not None:
        return [
            say_count(
                "{cards} fits neither the rank nor the suit of {top}: the challenge is right.",
                "{cards} fit neither the rank nor the suit of {top}: the challenge is right.",
                len(wrong.cards),
                cards=cards(wrong.cards),
                top=cards([wrong.on]),
            )
        ]
    return [
        say_count(
            "{player} drew {taken} instead of {count} penalty card: the challenge is right.",
            "{player} drew {taken} instead of {count} penalty cards: the challenge is right.",
            due,
            player=player,
            taken=taken,
        )
    ]
