"""Why an action is not allowed now, as a friendly opponent would put it."""

from collections.abc import Mapping, Sequence

from engines.cards import Card
from engines.contract import GAME_OVER
from engines.counterweight import actions
from engines.counterweight.rules import DOWN, FITS, NO_FIT, SAME_RANK, UP, couples, covered, table_order
from engines.counterweight.view import CounterweightView
from engines.counterweight.words import label, pile_names
from engines.kit.wording import not_held, turn_of
from engines.texts import Player, Text, cards, say


def why_not(view: CounterweightView, action: actions.Action) -> Text:
    """Why an action is not legal now for the seat that may act."""
    if isinstance(action, actions.Relocate):
        return _no_relocation(view, action)
    if view.phase == actions.RELOCATE:
        return say("First say whether you move the cards on your piles to permanent piles: “relocate” leaves them.")
    if isinstance(action, actions.Collect):
        return _no_collection(view, action)
    if view.phase == actions.COLLECT:
        return say("You have placed your cards: now say which piles you collect; “collect” takes none.")
    return _no_new_pile(view, action) if isinstance(action, actions.New) else _no_couple(view, action)


def unplayable(view: CounterweightView) -> tuple[tuple[Card, Text], ...]:
    """The cards in hand that no legal action can use now, and why."""
    if view.may_act and view.phase == actions.MOVE:
        legal = view.actions()
        playable = {action.card for action in legal if isinstance(action, actions.New)}
        playable.update(card for action in legal if isinstance(action, actions.Place) for card, _ in action.placed)
        return tuple((card, _alone(view, card)) for card in view.hand if card not in playable)
    if not view.may_act:
        why = turn_of(view.to_act[0]) if view.to_act else GAME_OVER
    elif view.phase == actions.RELOCATE:
        why = say("First say whether you move the cards on your piles.")
    else:
        why = say("You have placed your cards for this turn.")
    return tuple((card, why) for card in view.hand)


def _alone(view: CounterweightView, card: Card) -> Text:
    """Why a card is in no couple although others are."""
    ways = {FITS[pile[-1]][card] for pile in view.piles.values()} - {NO_FIT}
    if not ways:
        return say("No pile shows this rank or this suit.")
    if ways == {SAME_RANK}:
        return say("Fits by rank only, and no second card fits another pile by rank.")
    if ways == {UP}:
        return say("Can only go up, and no second card can go down on another pile.")
    if ways == {DOWN}:
        return say("Can only go down, and no second card can go up on another pile.")
    return say("Fits, but no second card makes a couple with it.")


def _no_couple(view: CounterweightView, action: actions.Place) -> Text:
    """4.1, 4.3 and 4.5."""
    placed = action.placed
    if len(placed) == 2 and placed[0].card == placed[1].card:
        return say("A couple is made of two different cards.")
    for card, pile in placed:
        if card not in view.hand:
            return not_held(card)
        if pile not in view.piles:
            return _no_such_pile(view, pile)
    if len(placed) == 1 and len(view.hand) > 1:
        return say("A single card may be placed only if it is your last one: place two cards.")
    if len({pile for _, pile in placed}) < len(placed):
        return say("The two cards must go on two different piles.")
    return _misfit(placed, {pile: cards[-1] for pile, cards in view.piles.items()})


def _misfit(placed: Sequence[actions.Placement], tops: Mapping[actions.Pile, Card]) -> Text:
    """Why cards placed on these tops would not be a couple (4.3)."""
    ways = [FITS[tops[pile]][card] for card, pile in placed]
    for (card, pile), way in zip(placed, ways, strict=True):
        if way == NO_FIT:
            shown = {"card": cards([card]), "top": cards([tops[pile]]), "pile": actions.pile_label(pile)}
            return say("{card} has neither the rank nor the suit of {top} on {pile}.", **shown)
    both = cards(card for card, _ in placed)
    if ways == [UP, UP]:
        return say("{cards} both go up: one must be higher and the other lower than the card it covers.", cards=both)
    if ways == [DOWN, DOWN]:
        return say("{cards} both go down: one must be higher and the other lower than the card it covers.", cards=both)
    ranked, suited = sorted(placed, key=lambda placement: FITS[tops[placement.pile]][placement.card])
    return say(
        "{ranked} matches {top} by rank, but {suited} matches {other} by suit: both must match in the same way.",
        ranked=cards([ranked.card]),
        top=cards([tops[ranked.pile]]),
        suited=cards([suited.card]),
        other=cards([tops[suited.pile]]),
    )


def _no_new_pile(view: CounterweightView, action: actions.New) -> Text:
    """3.3, 5.1 and 5.2."""
    if action.card not in view.hand:
        return not_held(action.card)
    if not view.stock:
        return say("A new pile needs a card to draw, and the stock is empty.")
    example = label(view, couples(view.hand, view.piles)[0])
    if len(view.hand) == 1:
        return say("You may begin a new pile only if your last card fits nowhere, but it does: “{move}”.", move=example)
    return say("You may begin a new pile only if you can't place a couple, but you can: “{move}”.", move=example)


def _no_collection(view: CounterweightView, action: actions.Collect) -> Text:
    """6.1."""
    if view.phase != actions.COLLECT:
        return say("You can collect only right after placing a card on a pile of your own.")
    for pile in action.piles:
        name = actions.pile_label(pile)
        if pile not in view.piles:
            return _no_such_pile(view, pile)
        owner = actions.pile_owner(pile)
        if owner is None:
            return say("{pile} is a permanent pile: nobody can collect it.", pile=name)
        if owner != view.seat:
            return say("{pile} is {player}'s pile: you can collect only your own.", pile=name, player=Player(owner))
    touched = {pile for _, pile in view.placed}
    untouched = next(pile for pile in action.piles if pile not in touched)
    return say("{pile} received no card this turn, so you cannot collect it.", pile=actions.pile_label(untouched))


def _no_relocation(view: CounterweightView, action: actions.Relocate) -> Text:
    """8.1 to 8.3 and 8.5."""
    if not view.options.amendment:
        return say("Moving cards to permanent piles is a house rule, and this table plays without it.")
    if view.phase != actions.RELOCATE:
        return say("Only the opponent of the player who has just placed a couple may move its cards.")
    lies = dict(view.placed)
    for card, pile in action.moved:
        if card not in lies:
            return say("{card} is not a card of the couple just placed.", card=cards([card]))
        if actions.pile_owner(lies[card]) != view.seat:
            return say("{card} does not lie on a pile of yours.", card=cards([card]))
        if pile not in actions.PERMANENT:
            return say("{pile} is not a permanent pile: cards move to P1 or P2.", pile=actions.pile_label(pile))
        if pile not in view.piles:
            return _no_such_pile(view, pile)
    moved = dict(action.moved)
    if len(moved) < len(action.moved):
        return say("A card can move to one pile only.")
    return _no_target(view, tuple(actions.Placement(card, moved.get(card, pile)) for card, pile in view.placed))


def _no_target(view: CounterweightView, placed: Sequence[actions.Placement]) -> Text:
    """Why the couple would not have been legal where its cards would end up."""
    if len(placed) == 2 and placed[0].pile == placed[1].pile:
        return say("The two cards must end on two different piles.")
    tops = covered(view.piles, view.placed)
    if len(placed) == 2 or FITS[tops[placed[0].pile]][placed[0].card] == NO_FIT:
        return _misfit(placed, tops)
    ((card, pile),) = view.placed
    if FITS[tops[pile]][card] == SAME_RANK:
        return say("{card} was placed by rank, so it can move only to a card of its rank.", card=cards([card]))
    return say("{card} was placed by suit, so it can move only to a card of its suit.", card=cards([card]))


def _no_such_pile(view: CounterweightView, pile: actions.Pile) -> Text:
    piles = pile_names(sorted(view.piles, key=table_order))
    return say("There is no pile {pile}. The piles are: {piles}.", pile=actions.pile_label(pile), piles=piles)
