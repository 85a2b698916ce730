"""How Knotweed asks for a move (Annex C).

Whole turns are never listed. If all plays fit in a menu, they are offered one by one. Otherwise the player chooses a
pile first; if that still leaves too many plays, a rank, and then if necessary the cards.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain
from typing import NamedTuple, TypeAlias

from engines.cards import CARD_TEXTS, RANKS, Card, rank, suit, write_cards
from engines.contract import NOT_YOUR_TURN, YOUR_TURN, IllegalAction
from engines.kit.questions import OUT_OF_DATE
from engines.knotweed import rules
from engines.knotweed.actions import CHALLENGE, PRUNE, Accept, Action, Challenge, Discard, End, Pass, Play
from engines.knotweed.rules import ANY_SUIT, Group
from engines.knotweed.view import KnotweedView
from engines.knotweed.words import goes_out, misfit, what_it_takes
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import SUIT_SIGNS, Player, Text, cards, draw_card, say

MENU_SIZE = 25
"""The most options in a Discord menu; up to this many plays are offered one by one."""
MOST_SIGNS = 6
"""So many cards of a rank are written with a suit sign for each on a button."""

Path: TypeAlias = Sequence[str]
Asked: TypeAlias = Question | Decision[Action]
Offer: TypeAlias = tuple[Choice, Callable[[Path], Asked]]
"""A choice, and what to ask next, given the rest of the path."""


class Playable(NamedTuple):
    """The cards of one rank in hand, some of which can be played on a pile."""

    pile: int
    top: Card
    group: Group
    suit_needed: int
    """The suit that the played cards must include."""
    ways: int
    """The number of distinct plays."""


def ask(view: KnotweedView, path: Path) -> Asked:
    """The next question after these choices, or the actions that they lead to.

    Raises ``IllegalAction`` for choices that are not offered or cards that do not fit together.
    """
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    if view.phase == CHALLENGE:
        accept = Choice(str(Accept()), say("Accept"), weight=Weight.MAIN)
        challenge = Choice(str(Challenge()), say("Challenge"), say("costs nothing"))
        offers = zip((accept, challenge), view.actions(), strict=True)
        question = say("Was this turn within the rules?")  # 11.2
        if view.plays:
            question = say("Was this turn within the rules ({plays})?", plays=_plays(view))
        return _one_of(question, [_offer(*offer) for offer in offers], path)
    if view.phase == PRUNE:
        return _ask_to_prune(view, path)
    return _ask_for_play(view, path)


def call(view: KnotweedView) -> Text:
    """What those who may act are called to do."""
    if view.phase != CHALLENGE:
        return YOUR_TURN
    player = Player(view.turn)
    if not view.plays:
        return say("Accept or challenge {player}'s turn.", player=player)
    return say("Accept or challenge {player}'s turn: {plays}.", player=player, plays=_plays(view))


def _plays(view: KnotweedView) -> Text:
    """The plays of a turn with the cards that they covered."""
    plays = (say("{cards} on {top}", cards=cards(play.cards), top=cards([play.on])) for play in view.plays)
    return reduce(lambda row, play: say("{plays}, {play}", plays=row, play=play), plays)


def _one_of(question: Text, offers: Iterable[Offer], path: Path) -> Asked:
    """A single-answer question, or what follows the first answer in ``path``."""
    ways = {choice.key: (choice, way) for choice, way in offers}
    if not path:
        return Question(question, tuple(choice for choice, _ in ways.values()))
    if path[0] not in ways:
        raise IllegalAction(OUT_OF_DATE)
    return ways[path[0]][1](path[1:])


def _several_of(question: Question, path: Path) -> list[int]:
    """The indexes of the chosen keys among the choices, in order."""
    keys = [choice.key for choice in question.choices]
    if not question.least <= len(set(path)) == len(path) <= question.most or not set(path) <= set(keys):
        raise IllegalAction(OUT_OF_DATE)
    return sorted(map(keys.index, path))


def _offer(choice: Choice, action: Action) -> Offer:
    """A choice that completes an action."""
    return choice, partial(_decide, action)


def _decide(action: Action, path: Path) -> Asked:
    if path:
        raise IllegalAction(OUT_OF_DATE)
    return Decision((action,))


def _ask_to_prune(view: KnotweedView, path: Path) -> Asked:
    """Ask for one pile at a time, one tap each (6.3). A path may also name several."""
    text = say("Discard a pile: {count} must go", count=view.to_prune)
    choices = tuple(
        Choice(f"p{number}", say("Discard pile {number}: {top}", number=number, top=cards([pile.top])))
        for number, pile in view.piles.items()
    )
    if not path:
        return Question(text, choices)
    piles, chosen = [*view.piles], _several_of(Question(text, choices, 1, view.to_prune), path)
    return Decision(tuple(Discard(piles[place]) for place in chosen))


def _ask_for_play(view: KnotweedView, path: Path) -> Asked:
    piles = [on_pile for pile, top in view.tops.items() if (on_pile := [*_playable(view, pile, top)])]
    playable = [*chain.from_iterable(piles)]
    if sum(there.ways for there in playable) <= MENU_SIZE:
        offers = _each_play(view, playable, names_pile=True)
    else:
        begins_on = [play.pile for play in view.best_turn[:1]]
        piles.sort(key=lambda on_pile: on_pile[0].pile not in begins_on)
        offers = [_offer_pile(view, on_pile) for on_pile in piles]
    text = say("Play more, or end your turn?") if view.plays else say("What will you play?")
    close = [_offer_close(view)]  # a pass is the last resort
    return _one_of(text, [*close, *offers] if view.plays else [*offers, *close], path)


def _playable(view: KnotweedView, pile: int, top: Card) -> Iterator[Playable]:
    """What can be played on a pile, rank by rank."""
    for held, group in rules.by_rank(view.hand).items():
        needed = ANY_SUIT if view.options.cheating else rules.suit_needed(top, held)
        if ways := rules.count_choices(group, needed):
            yield Playable(pile, top, group, needed, ways)


def _offer_close(view: KnotweedView) -> Offer:
    """Offer to end or pass; where cheating is allowed, ask for the number of cards next (11.1)."""
    key, close, name = ("end", End, say("End turn")) if view.plays else ("pass", Pass, say("Pass"))
    cheating, due = view.options.cheating, view.penalty
    if not cheating or not due:
        taken = min(due, view.draw)
        drawn = say("draw {count}", count=taken) if taken else say("draw nothing")
        return _offer(Choice(key, name, drawn, weight=Weight.MAIN), close(0 if cheating else None))
    question = say("How many cards will you draw?")
    takes = [
        _offer(Choice(str(take), say("Draw {count} of {due}", count=take, due=due), weight=Weight.MAIN), close(take))
        for take in range(due, -1, -1)
    ]
    return Choice(key, name, weight=Weight.MAIN), partial(_one_of, question, takes)


def _offer_pile(view: KnotweedView, on_pile: Sequence[Playable]) -> Offer:
    pile, top = on_pile[0].pile, on_pile[0].top
    # A whole group fits if any of its cards does, so it costs no more than any part of it.
    cheapest = min(rules.cost(top, playable.group) for playable in on_pile)
    least = min(max(view.due_so_far, cheapest), view.draw)
    hint = say("draw {count} or more", count=least) if least else say("can be free")
    if not any(rules.fits(top, playable.group) for playable in on_pile):
        hint = say("nothing fits")
    choice = Choice(f"p{pile}", say("Pile {number}: {top}", number=pile, top=cards([top])), hint)
    return choice, partial(_ask_on_pile, view, on_pile)


def _ask_on_pile(view: KnotweedView, on_pile: Sequence[Playable], path: Path) -> Asked:
    pile, top = on_pile[0].pile, on_pile[0].top
    question = say("What goes on pile {number} ({top})?", number=pile, top=cards([top]))
    if sum(playable.ways for playable in on_pile) <= MENU_SIZE:
        return _one_of(question, _each_play(view, on_pile, names_pile=False), path)
    return _one_of(question, [_offer_rank(view, playable) for playable in on_pile], path)


def _each_play(view: KnotweedView, on_pile: Iterable[Playable], *, names_pile: bool) -> list[Offer]:
    """Every play on these piles: first those that go out, then those of the best turn, then by cost, of equal cost the
    most cards, and last those that do not fit. So what the tip of a first game names is a button.
    """
    plays = [
        (playable.top, play)
        for playable in on_pile
        for play in rules.plays_on(playable.pile, playable.group, playable.suit_needed)
    ]
    plays.sort(key=lambda found: _place_in_list(view, *found))
    places = Counter(play.cards for _, play in plays)
    return [
        _offer(_play_choice(view, top, play, names_pile=names_pile, names_top=places[play.cards] > 1), play)
        for top, play in plays
    ]


def _place_in_list(view: KnotweedView, top: Card, play: Play) -> tuple[bool, int, bool, int, int]:
    turn, fits = view.best_turn, rules.fits(top, play.cards)
    place = turn.index(play) if play in turn else len(turn)
    return not (fits and goes_out(view, play)), place, not fits, rules.cost(top, play.cards), -len(play.cards)


def _play_choice(view: KnotweedView, top: Card, play: Play, *, names_pile: bool, names_top: bool) -> Choice:
    """``names_top``: the same cards may go to several piles, which differ in the card that would be covered."""
    key = f"p{play.pile}-" * names_pile + "-".join(write_cards(play.cards))
    fits = rules.fits(top, play.cards)
    if fits and goes_out(view, play):
        return Choice(key, _goes_on(play.cards, play.pile), say("you go out"))
    is_short = len(play.cards) < 3 and fits
    goes_on = _goes_on(play.cards, play.pile, top if names_top and is_short else None)
    return Choice(key, goes_on, what_it_takes(view, top, play.cards))


def _goes_on(group: Group, pile: int, top: Card | None = None) -> Text:
    """Where cards go. A rank is written once for more than two, or above the pile's ``top``: ``10♣♦ → pile 1 (9♦)``."""
    signs = "".join(SUIT_SIGNS[suit(card)] for card in group)
    if len(group) > MOST_SIGNS:
        signs = "".join(f"{sign}×{count}" for sign, count in Counter(signs).items())
    played = f"{draw_card(group[0])[:-1]}{signs}"
    if top is not None:
        return say("{cards} → pile {number} ({top})", cards=played, number=pile, top=cards([top]))
    return say("{cards} → pile {number}", cards=cards(group) if len(group) < 3 else played, number=pile)


def _offer_rank(view: KnotweedView, playable: Playable) -> Offer:
    key, group = f"r{RANKS[rank(playable.group[0])]}", playable.group
    choice = Choice(key, _goes_on(group, playable.pile), what_it_takes(view, playable.top, group))
    return choice, partial(_ask_for_cards, view, playable)


def _ask_for_cards(view: KnotweedView, playable: Playable, path: Path) -> Asked:
    """Ask which cards of a rank to play, unless there is only one way. Identical cards have separate keys (12.1)."""
    pile, top, group, suit_needed, ways = playable
    if ways == 1:
        return _decide(rules.plays_on(pile, group, suit_needed)[0], path)
    text = say("What goes on pile {number} ({top})?", number=pile, top=cards([top]))
    if ways <= MENU_SIZE:
        return _one_of(text, _each_play(view, [playable], names_pile=False), path)
    question = Question(text, tuple(_card_choices(playable)), 1, len(group))
    if not path:
        return question
    chosen = tuple(group[place] for place in _several_of(question, path))
    if suit_needed != ANY_SUIT and not rules.fits(top, chosen):
        raise IllegalAction(misfit(chosen, pile, top))
    return Decision((Play(pile, chosen),))


def _card_choices(playable: Playable) -> Iterator[Choice]:
    """A choice for each card; the ones that can make the group fit the pile are marked (4.4)."""
    group = playable.group
    suit_needed = rules.suit_needed(playable.top, rank(group[0]))
    for place, card in enumerate(group):
        copy = place - group.index(card) + 1
        key = CARD_TEXTS[card] if copy == 1 else f"{CARD_TEXTS[card]}-{copy}"
        hint = say("fits the pile") if suit(card) == suit_needed else None
        yield Choice(key, say("{card}", card=cards([card])), hint, card)
