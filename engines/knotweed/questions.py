"""How a player is asked for an action: pile, rank, cards (Annex C).

A turn is never listed as a whole. With few plays possible they are offered at once; otherwise the
player picks a pile first, then one of its plays or, if these are many, a rank and its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from engines.cards import CARD_TEXTS, RANKS, Card, suit, write_cards
from engines.contract import IllegalAction
from engines.knotweed import plays
from engines.knotweed.actions import ANSWERS, Action, Discard, Play, end, pass_
from engines.knotweed.refusals import misfit
from engines.knotweed.turns import Phase
from engines.knotweed.wording import cost_hint, end_label, group_words, label, pass_label, play_hint
from engines.picks import no_such_pick
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.knotweed.view import KnotweedView

SHORT_LIST = 8
"""Up to so many plays are offered one by one, without asking for the pile, or the rank, first."""

MENU_SIZE = 25
"""A menu of Discord has at most so many options; beyond it, piles are discarded one by one."""


@dataclass
class Menu:
    """A question with one pick; each choice leads to another question or to the decision."""

    question: Text
    choices: list[Choice] = field(default_factory=list)
    ways: dict[str, Callable[[], Step]] = field(default_factory=dict)

    def add(self, choice: Choice, way: Callable[[], Step]) -> None:
        """One more choice and where it leads."""
        self.choices.append(choice)
        self.ways[choice.key] = way

    def prompt(self) -> Question:
        """What is asked."""
        return Question(self.question, tuple(self.choices))


@dataclass
class Selection:
    """A question with several picks at once; ``decide`` makes the decision of the numbers of the choices picked."""

    prompt: Question
    decide: Callable[[list[int]], Decision[Action]]


Step: TypeAlias = Menu | Selection | Decision[Action]


def ask(view: KnotweedView, path: Sequence[str]) -> Question | Decision[Action]:
    """What is asked after the picks in ``path``, or the decision that they are.

    Raises ``IllegalAction`` for picks that are not offered or cards that do not fit together.
    """
    if not view.may_act:
        raise IllegalAction(say("It is not your turn."))
    step, rest = _start(view), list(path)
    while rest:
        match step:
            case Menu() if rest[0] in step.ways:
                step = step.ways[rest.pop(0)]()
            case Selection():
                step, rest = step.decide(_numbers(step.prompt, rest)), []
            case _:
                raise no_such_pick()
    match step:
        case Menu():
            return step.prompt()
        case Selection():
            return step.prompt
        case Decision():
            return step


def _numbers(prompt: Question, picks: Sequence[str]) -> list[int]:
    """The places of the picks among the choices, in order."""
    keys = [choice.key for choice in prompt.choices]
    if len(set(picks)) != len(picks) or not set(picks) <= set(keys) or not prompt.least <= len(picks) <= prompt.most:
        raise no_such_pick()
    return sorted(keys.index(pick) for pick in picks)


def _decide(action: Action) -> Decision[Action]:
    return Decision((action,))


def _start(view: KnotweedView) -> Menu | Selection:
    match view.phase:
        case Phase.CHALLENGE:
            return _ask_to_judge(view)
        case Phase.PRUNE:
            return _ask_to_prune(view)
        case _:
            return _ask_for_play(view)


def _ask_to_judge(view: KnotweedView) -> Menu:
    menu = Menu(say("Was this turn by the rules?"))
    for answer in ANSWERS:
        menu.add(Choice(str(answer), label(view, answer)), partial(_decide, answer))
    return menu


def _ask_to_prune(view: KnotweedView) -> Menu | Selection:
    """All piles at once if they fit a menu, otherwise one after the other (6.3)."""
    question = say_count(
        "Discard {count} pile of {all}", "Discard {count} piles of {all}", view.to_prune, all=len(view.piles)
    )
    choices = [
        Choice(
            f"p{pile.number}",
            say("Pile {number}: {top}", number=pile.number, top=cards([pile.top])),
            say_count("{count} card", "{count} cards", pile.size),
            card=pile.top,
        )
        for pile in view.piles
    ]
    numbers = [pile.number for pile in view.piles]
    if len(numbers) > MENU_SIZE:
        menu = Menu(question)
        for choice, number in zip(choices, numbers, strict=True):
            menu.add(choice, partial(_decide, Discard(number)))
        return menu

    def decide(picked: list[int]) -> Decision[Action]:
        return Decision(tuple(Discard(numbers[index]) for index in picked))

    return Selection(Question(question, tuple(choices), view.to_prune, view.to_prune), decide)


def _ask_for_play(view: KnotweedView) -> Menu:
    """The turn: end it or pass, play, each on offer only if possible."""
    menu = Menu(say("Play more, or end your turn?") if view.laid else say("What do you play?"))
    if view.laid:
        _offer_closing(view, menu)
    options = {top: _ranks(view, top[1]) for top in view.tops}
    total = sum(ways for ranks in options.values() for _, _, ways in ranks)
    for top, ranks in options.items():
        if not ranks:
            continue
        if total <= SHORT_LIST:
            _offer_plays(view, menu, top, ranks, f"p{top[0]}-")
        else:
            _offer_pile(view, menu, top, ranks)
    if not view.laid:
        _offer_closing(view, menu)
    return menu


def _offer_closing(view: KnotweedView, menu: Menu) -> None:
    """End or pass; where cheating is allowed, the number of cards is asked next (11.1)."""
    key, make, word = ("end", end, end_label) if view.laid else ("pass", pass_, pass_label)
    weight = Weight.MAIN if view.laid else Weight.PLAIN
    due = view.penalty
    if not view.options.cheating or not due:
        take = 0 if view.options.cheating else None
        menu.add(Choice(key, word(due), weight=weight), partial(_decide, make(take)))
        return
    count = Menu(say("How many cards do you take? {due} are due.", due=due))
    for take in range(due, -1, -1):
        choice = Choice(str(take), word(take), weight=Weight.MAIN if take == due else Weight.PLAIN)
        count.add(choice, partial(_decide, make(take)))
    menu.add(Choice(key, say("End turn") if view.laid else say("Pass"), weight=weight), lambda: count)


Rank: TypeAlias = tuple[plays.Group, int, int]
"""The cards of a rank in hand, the suit that must be among those played, and how many choices there are."""


def _ranks(view: KnotweedView, top: Card) -> list[Rank]:
    """The ranks of the hand of which something can be played on ``top``."""
    ranks: list[Rank] = []
    for rank, group in plays.by_rank(view.hand).items():
        needed = plays.ANY_SUIT if view.options.cheating else plays.suit_needed(top, rank)
        ways = plays.count_choices(group, needed)
        if ways:
            ranks.append((group, needed, ways))
    return ranks


def _offer_pile(view: KnotweedView, menu: Menu, top: plays.Top, ranks: list[Rank]) -> None:
    number, card = top
    cheapest = min(_cheapest(card, rank) for rank in ranks)
    menu.add(
        Choice(
            f"p{number}",
            say("Pile {number}: {top}", number=number, top=cards([card])),
            say("from cost {cost}", cost=cheapest),
            card=card,
        ),
        lambda: _ask_on_pile(view, top, ranks),
    )


def _cheapest(top: Card, rank: Rank) -> int:
    """The least that cards of this rank cost on ``top``: that of the whole group, which fits if any card does."""
    return plays.cost(top, rank[0])


def _ask_on_pile(view: KnotweedView, top: plays.Top, ranks: list[Rank]) -> Menu:
    number, card = top
    menu = Menu(say("What do you play on pile {number} ({top})?", number=number, top=cards([card])))
    if sum(ways for _, _, ways in ranks) <= SHORT_LIST:
        _offer_plays(view, menu, top, ranks, "")
        return menu
    for rank in ranks:
        group = rank[0]
        menu.add(
            Choice(
                f"r{RANKS[group[0] >> 2]}",
                say("{cards}", cards=group_words(group)),
                cost_hint(view, _cheapest(card, rank)),
            ),
            partial(_ask_for_cards, view, top, rank),
        )
    return menu


def _offer_plays(view: KnotweedView, menu: Menu, top: plays.Top, ranks: list[Rank], prefix: str) -> None:
    """Every play on the pile, one by one."""
    number, card = top
    for group, needed, _ in ranks:
        for play in plays.plays_on(number, group, needed):
            key = prefix + "-".join(write_cards(play.cards))
            text = say("{cards}", cards=cards(play.cards))
            if prefix:
                text = say("Play {cards} on pile {number}", cards=text, number=number)
            only = play.cards[0] if len(play.cards) == 1 else None
            menu.add(Choice(key, text, play_hint(view, play, card), card=only), partial(_decide, play))


def _ask_for_cards(view: KnotweedView, top: plays.Top, rank: Rank) -> Step:
    """Which cards of the rank; not asked if there is only one way."""
    group, needed, ways = rank
    number, card = top
    if ways == 1:
        return _decide(plays.plays_on(number, group, needed)[0])
    needs_suit = needed != plays.ANY_SUIT
    question = (
        say(
            "Which cards go on pile {number}? At least one must be of the suit of {top}.",
            number=number,
            top=cards([card]),
        )
        if needs_suit
        else say("Which cards go on pile {number} ({top})?", number=number, top=cards([card]))
    )

    def decide(picked: list[int]) -> Decision[Action]:
        chosen = tuple(group[index] for index in picked)
        if needs_suit and not plays.fits(card, chosen):
            raise IllegalAction(misfit(chosen, number, card))
        return _decide(Play(number, chosen))

    return Selection(Question(question, _card_choices(group, needed), 1, len(group)), decide)


def _card_choices(group: plays.Group, suit_needed: int) -> tuple[Choice, ...]:
    """A choice for each card; marked are those of which one is needed (4.4). Identical cards have own keys (12.1)."""
    choices: list[Choice] = []
    for index, card in enumerate(group):
        copy = index - group.index(card) + 1
        key = CARD_TEXTS[card] if copy == 1 else f"{CARD_TEXTS[card]}-{copy}"
        hint = say("fits the pile") if suit(card) == suit_needed else None
        choices.append(Choice(key, say("{card}", card=cards([card])), hint, card=card))
    return tuple(choices)
