"""How 3 Piles asks for a move: one question for the card and where it goes.

What scores most and keeps a pile the most open is offered first.
"""

from collections.abc import Sequence

from engines.cards import CARD_TEXTS, RANKS, Card, rank
from engines.contract import NOT_YOUR_TURN, IllegalAction
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question
from engines.texts import Text, cards, say, say_count
from engines.three_piles.actions import PASS, THREE, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.rules import fitting, gain, gap, unlike
from engines.three_piles.view import ThreePilesView
from engines.three_piles.words import label

MOST_POINTS = 100
"""More than any card scores."""
BEFORE_COVER = 3
"""The moves that stand before the best stack to cover."""
RANK_NAMES = tuple("10" if name == "T" else name for name in RANKS)


def ask(view: ThreePilesView, path: Sequence[str]) -> Question | Decision[Action]:
    """The next question after these choices, or the action that they lead to."""
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    ahead = follow(_offered(view), _path_to, path)
    if isinstance(ahead, Decision):
        return ahead
    choices = tuple(_choice(view, key, action) for key, action in ahead.items())
    return Question(_question(view), choices)


def foremost(view: ThreePilesView) -> list[Action]:
    """The moves that always have buttons; a menu may have the others."""
    return _offered(view)[: BEFORE_COVER + 1]


def _offered(view: ThreePilesView) -> list[Action]:
    """The legal actions, with only the first of several interchangeable empty piles (Annex C), the best ones first.

    Among the first are a neighbour, which shuts nothing out, and the best stack to cover; other cards for stacks come
    before other stacks for the same card.
    """
    return view.remembered("offered", lambda: _in_order(view))


def _in_order(view: ThreePilesView) -> list[Action]:
    accept = fitting(view.own_piles), fitting(view.piles[1 - view.turn])
    uses = [_use(view, accept[1], stack) for stack in view.stacks]
    actions = unlike(view.actions(), view.own_piles)
    found = sorted(actions, key=lambda action: _place_in_list(view, action, accept, uses))
    covers = [action for action in found if isinstance(action, ToStack)]
    first = {action.card: action for action in reversed(covers)}
    covers.sort(key=lambda action: first[action.card] != action)
    others = [action for action in found if not isinstance(action, ToStack)]
    neighbour = next((action for action in others if _is_neighbour(view, action)), None)
    if neighbour in others[BEFORE_COVER:]:
        others.remove(neighbour)
        others.insert(BEFORE_COVER - 1, neighbour)
    return [*others[:BEFORE_COVER], *covers[:1], *others[BEFORE_COVER:], *covers[1:]]


def _is_neighbour(view: ThreePilesView, action: Action) -> bool:
    """Whether the action puts a card next to one of its pile."""
    pile = view.own_piles[action.pile] if isinstance(action, Take | ToPile) else ()
    return isinstance(action, Take | ToPile) and bool(pile) and not gap(pile, view.moved(action))


def _place_in_list(
    view: ThreePilesView, action: Action, accept: Sequence[Sequence[int]], uses: Sequence[int]
) -> tuple[int, int, int, Card]:
    """Drawing, then what scores most and shuts out fewest ranks of its pile, then stacks.

    On a stack, cards that fit none of the own piles come first, then those that the opponent cannot use; they cover
    what scores most for the opponent. ``accept`` are the piles that take each rank, the player's and the opponent's,
    and ``uses`` what the opponent could score with each stack.
    """
    if isinstance(action, ToStack):
        mine, theirs = (bool(piles[rank(action.card)]) for piles in accept)
        return mine, theirs, -uses[action.stack], action.card
    if not isinstance(action, Take | ToPile):
        return -MOST_POINTS, 0, 0, 0
    card, pile = view.moved(action), view.own_piles[action.pile]
    return -gain(view.own_piles, action.pile, card), gap(pile, card), not pile, card


def _use(view: ThreePilesView, accept: Sequence[int], stack: Sequence[Card]) -> int:
    """The points that the opponent could score with the top card of a stack."""
    piles = view.piles[1 - view.turn]
    fits = ((pile, top) for top in stack[-1:] for pile in THREE if accept[rank(top)] >> pile & 1)
    return max((gain(piles, pile, top) for pile, top in fits), default=0)


def _path_to(action: Action) -> tuple[str, ...]:
    """The choice that leads to an action."""
    if isinstance(action, Take):
        return (f"take-{action.stack}-{action.pile}",)
    if isinstance(action, ToPile):
        return (f"{CARD_TEXTS[action.card]}-pile-{action.pile}",)
    if isinstance(action, ToStack):
        return (f"{CARD_TEXTS[action.card]}-stack-{action.stack}",)
    return (str(action),)


def _question(view: ThreePilesView) -> Text:
    if view.drawn is not None:
        return say("You drew {card}. What goes where?", card=cards([view.drawn]))
    actions = view.actions()
    can_take = any(isinstance(action, Take) for action in actions)
    if view.deck:
        return say("Take a card, or draw one?") if can_take else say("No top card fits. Draw a card.")
    if view.hand:
        return say("Take a card, or play one?") if can_take else say("Which card goes where?")
    return say("There is nothing you can do now.") if actions == [PASS] else say("Which card will you take?")


def _choice(view: ThreePilesView, key: str, action: Action) -> Choice:
    if isinstance(action, Draw):
        return Choice(key, say("Draw a card, then play one"))
    if isinstance(action, ToStack):
        where = say("{card} → stack {stack}", card=cards([action.card]), stack=action.stack + 1)
        covered = view.stacks[action.stack][-1:]
        return Choice(key, where, say("covers {card}", card=cards(covered)) if covered else None)
    if not isinstance(action, Take | ToPile):
        return Choice(key, label(view, action))
    card, pile = view.moved(action), view.own_piles[action.pile]
    shown = {"card": cards([card]), "pile": action.pile + 1}
    where = say("{card} → pile {pile}", **shown) if pile else say("{card} → new pile {pile}", **shown)
    return Choice(key, where, _effect(view, action.pile, card))


def _effect(view: ThreePilesView, number: int, card: Card) -> Text | None:
    """What a card on an own pile scores at once (7), and which ranks it shuts out of the pile for good (4.2).

    If another pile would take it without a gap, too, what it lies next to.
    """
    points, pile = gain(view.own_piles, number, card), view.own_piles[number]
    skipped, fits = _skipped(pile, card), fitting(view.own_piles)[rank(card)]
    alike = [at for at, other in enumerate(view.own_piles) if other and fits >> at & 1 and not gap(other, card)]
    if number in alike and len(alike) > 1:
        skipped = say("next to {card}", card=cards([pile[0] if card < pile[0] else pile[-1]]))
    scored = say_count("+{count} pt", "+{count} pts", points)
    if skipped is None:
        return scored if points else None
    return say("{points} · {skipped}", points=scored, skipped=skipped) if points else skipped


def _skipped(pile: Sequence[Card], card: Card) -> Text | None:
    """The ranks between a fitting card and the nearer end of its pile."""
    lost = gap(pile, card)
    if not lost:
        return None
    low, high = (rank(card), rank(pile[0])) if card < pile[0] else (rank(pile[-1]), rank(card))
    first, last = RANK_NAMES[low + 1], RANK_NAMES[high - 1]
    return say("skips {rank}", rank=first) if lost == 1 else say("skips {first}–{last}", first=first, last=last)
