"""Checks how a game asks for moves, what else a player reads while choosing one, and what players can plan."""

import re
from random import Random
from typing import Any

from engines.cards import CARD_TEXTS
from engines.contract import Game, IllegalAction, State, View
from engines.scenes import Decision, PlanOffer, Question
from engines.texts import Advice

LABEL_LIMIT = 80
"""Discord limits a button's label to 80 characters."""
HELP_LIMIT = 80
"""The most characters in a tip: two lines on a phone."""
MENU_LIMIT = 26
"""The most characters of a menu's name that a phone shows."""
QUESTION_LIMIT = 32
"""The most characters of a question, besides what is filled in: one line on a phone."""
PATH_LIMIT = 70
"""A path of choices shares a custom id of at most 100 characters with table, revision and page."""
FILLED_IN = re.compile(r"\{\w+\}")
KEY = re.compile(r"[A-Za-z0-9-]+")


def check_offers(state: State[Any], chance: Random) -> None:
    """Labels, refusals and the fallback follow the contract."""
    game = state.game
    for seat in state.to_act:
        view, actions = state.view(seat), state.actions(seat)
        harmless = game.fallback(view)
        assert harmless in actions, f"fallback() gives seat {seat} {str(harmless)!r}, which is not legal"
        for action in chance.sample(actions, min(5, len(actions))):
            label = str(game.label(view, action))
            assert 0 < len(label) <= LABEL_LIMIT, f"the label of {str(action)!r} has not 1 to 80 characters: “{label}”"
            assert game.parse(str(action)) == action, f"parse({str(action)!r}) gives {game.parse(str(action))!r}"
        check_help(game, view)
        for card, reason in game.refusals(view):
            assert 0 <= card < len(CARD_TEXTS), f"refusals() names a card that there is not: {card}"
            assert str(reason), f"refusals() has no reason for {CARD_TEXTS[card]}"


def check_help(game: Game[Any], view: View[Any]) -> None:
    """The tip for beginners is short, and only a seat that may act gets one."""
    tip = game.beginner_help(view)
    assert view.may_act or not tip, f"seat {view.seat} may not act, but is told “{tip}”"
    while tip is not None:
        assert len(str(tip)) <= HELP_LIMIT, f"a line of help has more than {HELP_LIMIT} characters: “{tip}”"
        if not isinstance(tip, Advice):
            return
        assert tip.moves, f"“{tip}” recommends no move"
        assert set(tip.moves) <= set(view.actions()), f"“{tip}” recommends a move that is not legal"
        tip = tip.otherwise


def check_questions(state: State[Any], chance: Random) -> None:
    """Random answers to a seat's questions lead to actions that can be played."""
    for seat in state.to_act:
        decision = answer(state.game, state.view(seat), chance)
        trial = state.clone()
        for action in decision.actions:
            assert action in trial.actions(seat), f"the choices of seat {seat} led to {str(action)!r}: it is not legal"
            trial.act(seat, action)


def answer(game: Game[Any], view: View[Any], chance: Random) -> Decision[Any]:
    """Answer at random until the choices lead to a decision."""
    path: tuple[str, ...] = ()
    asked = game.ask(view, path)
    while isinstance(asked, Question):
        check_question(asked)
        path, asked = _choose(game, view, asked, path, chance)
        if isinstance(asked, Question) and asked.at is not None:
            path = asked.at
        assert len(".".join(path)) < PATH_LIMIT, f"a path has {PATH_LIMIT} characters or more: {path}"
    assert asked.actions, f"the path {path} comes to a decision without an action"
    return asked


def check_question(asked: Question) -> None:
    """A question respects Discord's limits."""
    told = f"the question “{asked.text}”"
    keys = [choice.key for choice in asked.choices]
    assert keys, f"{told} has no choices"
    assert len(FILLED_IN.sub("", asked.text.template)) <= QUESTION_LIMIT, f"{told} takes two lines of a phone"
    assert len(str(asked.menu or "")) <= MENU_LIMIT, f"{told} has a menu that a phone cuts off: “{asked.menu}”"
    assert len(set(keys)) == len(keys), f"{told} has two choices with one key: {keys}"
    assert 0 <= asked.least <= asked.most <= len(keys), (
        f"{told} asks for {asked.least} to {asked.most} of {len(keys)} choices"
    )
    for choice in asked.choices:
        assert KEY.fullmatch(choice.key), f"{told} has the key {choice.key!r}: only letters, digits and - are allowed"
        label = str(choice.label)
        assert 0 < len(label) <= LABEL_LIMIT, f"{told} has a label of not 1 to 80 characters: {label}"


def _choose(
    game: Game[Any], view: View[Any], asked: Question, path: tuple[str, ...], chance: Random
) -> tuple[tuple[str, ...], Question | Decision[Any]]:
    """Choose at random; if a combination of choices is not allowed, try another."""
    for _ in range(100):
        count = chance.randint(max(1, asked.least), min(asked.most, max(4, asked.least)))
        chosen = sorted(chance.sample(range(len(asked.choices)), count))
        longer = (*path, *(asked.choices[place].key for place in chosen))
        try:
            return longer, game.ask(view, longer)
        except IllegalAction as refusal:
            if asked.most == 1:
                told = f"the question “{asked.text}” offers {longer[-1]!r}, which is refused: {refusal}"
                raise AssertionError(told) from refusal
    raise AssertionError(f"no answer to the question “{asked.text}” leads anywhere")


KEY_LIMIT = 100
"""Discord limits the value of an option to 100 characters."""
PLAN_LABEL_LIMIT = 100
LOOKS = 0.5
"""How often, at a decision of somebody else, a seat looks at what it can plan."""


class Plans:
    """Lets every seat plan at random in a random game, and checks each plan when its decision comes."""

    def __init__(self, game: Game[Any], chance: Random) -> None:
        self._game = game
        self._chance = chance
        self._kept: dict[int, PlanOffer] = {}
        self.applied: set[str] = set()
        """The keys of the plans that have been carried out on a copy."""

    def look(self, state: State[Any], seat: int, action: Any) -> None:
        """Check the plan of the seat that is about to act, and let others plan."""
        kept = self._kept.get(seat)
        if kept is not None and self._check(state, seat, kept) and not kept.standing:
            del self._kept[seat]
        other = self._chance.choice(range(state.seats))
        if other not in state.to_act and self._chance.random() < LOOKS:
            offers = check_plan_offers(self._game, state.view(other))
            if offers and (other not in self._kept or self._chance.random() < 0.2):
                self._kept[other] = self._chance.choice(offers)

    def _check(self, state: State[Any], seat: int, plan: PlanOffer) -> bool:
        """Whether the plan was about this decision. What it plays has to be legal, action by action."""
        actions = self._game.planned(state.view(seat), plan.key)
        trial = state.clone()
        for action in actions or ():
            assert action in trial.actions(seat), f"the plan {plan.key!r} plays {str(action)!r}, which is not legal"
            trial.act(seat, action)
        if actions:
            self.applied.add(plan.key)
        return actions is not None


def check_plan_offers(game: Game[Any], view: View[Any]) -> tuple[PlanOffer, ...]:
    """The plans that a seat can make. None are offered to a seat that may act, or to spectators."""
    offers = tuple(game.plans(view))
    keys = [offer.key for offer in offers]
    assert not (offers and (view.may_act or view.seat is None)), f"seat {view.seat} is offered plans: {keys}"
    assert len(set(keys)) == len(keys), f"two plans have the same key: {keys}"
    for offer in offers:
        assert 0 < len(offer.key) <= KEY_LIMIT, f"a plan has a key of not 1 to {KEY_LIMIT} characters: {offer.key!r}"
        label = str(offer.label)
        assert 0 < len(label) <= PLAN_LABEL_LIMIT, (
            f"a plan has a label of not 1 to {PLAN_LABEL_LIMIT} characters: “{label}”"
        )
    return offers
