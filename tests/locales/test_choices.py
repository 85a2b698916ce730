"""The label of every choice can be read on a phone and needs no key, in each language."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from cogs.shared.catalogue import default_catalogue
from cogs.shared.rendering import Renderer
from engines import GAMES, Game
from engines.scenes import Choice
from engines.texts import Text, cards, say, say_count
from tests.cogs.test_every_game_screens import positions, questions

LANGUAGES = ("en-US", *default_catalogue().languages)
PHONE = 34
"""The characters of a label that fit a row of a phone."""
STEPS, EVERY = 150, 5
AS_TEXT = "\ufe0e"
PLACE = re.compile(r"→ (\S+ )*([PAB]\d+|\d+)")
ALONE = re.compile(r"\d+")
"""A bid: the question asks for a number."""
WORD = re.compile(r"[^\W\d_]{2,}|\+\d")

TEN, JACK = cards([36]), cards([37])


def couple(pile: str, other: str) -> Text:
    shown = {"card": TEN, "pile": pile, "other_card": JACK, "other_pile": other}
    return say("{card} → {pile}, {other_card} → {other_pile}", **shown)


def on_pile() -> tuple[Text, Text]:
    scored, skipped = say_count("+{count} pt", "+{count} pts", 5), say("skips {first}–{last}", first="2", last="Q")
    effect = say("{points} · {skipped}", points=scored, skipped=skipped)
    return say("{card} → pile {pile}", card=TEN, pile=3), effect


AVERAGE = "{count} card, average {average}", "{count} cards, average {average}"
LONGEST: tuple[tuple[Text, Text], ...] = (
    (couple("B10", "B12"), say("they pay {points}", points=12)),
    (couple("A3", "B4"), say("they {theirs}, you {mine}", theirs=4, mine=3)),
    (couple("A3", "B4"), say("both pay {points}", points=3)),
    (couple("B10", "B12"), say("you pay {points}", points=9)),
    (couple("B10", "B12"), say("you collect")),
    (say("Start a pile with {card}", card=TEN), say("draw 1")),
    (say("Collect {piles}", piles="B10, B12"), say("you {before} → {after}", before=33, after=13)),
    (say("Collect nothing"), say("you stay at {points}", points=133)),
    (say("{cards} → pile {number}", cards=cards([36, 37]), number=12), say("then draw {count}", count=3)),
    on_pile(),
    (say("{card} → stack {stack}", card=TEN, stack=3), say("covers {card}", card=JACK)),
    (say("Reshuffle"), say_count(*AVERAGE, 18, average=9.3)),
)
"""The longest labels that can come up, which games at random seldom reach."""


@cache
def choices(game: Game[Any]) -> tuple[Choice, ...]:
    """One choice of each wording, the one with the longest English text, from every question of some games."""
    longest: dict[tuple[str, ...], Choice] = {}
    for seats in {game.seats[0], game.seats[-1]}:
        for state, _ in positions(game, seats, STEPS, EVERY):
            for seat in state.to_act:
                for _, question in questions(game, state.view(seat)):
                    for choice in question.choices:
                        key = tuple(templates(choice.text))
                        if len(str(choice.text)) >= len(str(longest.get(key, ""))):
                            longest[key] = choice
    return tuple(longest.values())


def templates(text: Text) -> Iterator[str]:
    yield text.template
    for _, value in text.values:
        if isinstance(value, Text):
            yield from templates(value)


def written(text: Text, language: str) -> str:
    return Renderer(language, {}).plain.render(text).replace(AS_TEXT, "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_label_fits_a_phone_and_names_a_place_or_an_effect(game: Game[Any], language: str) -> None:
    shown = [written(choice.text, language) for choice in choices(game)]
    assert shown
    print("", *sorted(shown), sep="\n")
    assert [label for label in shown if len(label) > PHONE] == []
    unclear = [label for label in shown if not (PLACE.search(label) or ALONE.fullmatch(label) or WORD.search(label))]
    assert all(is_a_card(label) for label in unclear), unclear


def is_a_card(label: str) -> bool:
    """A card of Counter with what it is worth now, or one to pass."""
    return re.fullmatch(r"(10|[2-9AJQK])[♣♦♥♠]( · [\d½]+)?", label) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_below_a_cup_is_not_cut_and_a_cost_is_no_gain(language: str) -> None:
    members = say_count("1 member", "{count} members", 24)
    assert len(written(say("{members} · 2 per member beaten on a deal, 1 per tie", members=members), language)) <= 54
    assert "+" not in "".join(written(say(f"{who} pay {{points}}", points=4), language) for who in ("they", "you"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("label", "effect"), LONGEST, ids=str)
def test_the_longest_labels_fit(label: Text, effect: Text, language: str) -> None:
    shown = written(Choice("key", label, effect).text, language)
    assert len(shown) <= PHONE, shown
