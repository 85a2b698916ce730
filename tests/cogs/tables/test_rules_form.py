"""House rules in words and as a form: what it asks for, and what is read from it."""

import typing
from typing import Any

import pytest
from discord import ui
from pydantic.fields import FieldInfo

from cogs.rules.rules_screen import Rulebook, rules_pages
from cogs.shared.limits import FORM_FIELDS, FORM_LABEL_LIMIT, OPTION_LIMIT
from cogs.shared.options import bounds_of, changed_lines, kind_of, option_title, option_value, reads_of
from cogs.shared.rendering import Renderer
from cogs.tables.house_rules import read_rules, rules_fields
from cogs.tables.lobby_screen import lobby_screen
from db.records import Phase
from engines import GAMES
from engines.contract import GameOptions
from engines.texts import say
from sessions.shared.refusals import Refused
from tests.cogs.fake_game import fake_snapshot, fake_table
from tests.cogs.reading import text

READER = Renderer("en-US", {})
LANGUAGES = ("en-US", "de", "es-ES", "fr")


def as_sent(fields: list[ui.Label[Any]]) -> dict[str, Any]:
    """What Discord sends for a form in which nothing was changed."""
    sent: dict[str, Any] = {}
    for field in fields:
        match field.component:
            case ui.TextInput() as typed:
                sent[typed.custom_id] = typed.default or ""
            case ui.RadioGroup() as group:
                sent[group.custom_id] = next(option.value for option in group.options if option.default)
            case ui.CheckboxGroup() as group:
                sent[group.custom_id] = [option.value for option in group.options if option.default]
            case other:
                raise AssertionError(f"a field of another kind: {other}")
    return sent


def some_options(key: str) -> list[GameOptions]:
    """The usual house rules, the short form's, and others."""
    game = GAMES[key]
    seat = next(name for name in game.Options.model_fields if name in ("first", "dealer"))
    others: dict[str, dict[str, Any]] = {
        "counterweight": {"amendment": True, "best_of": 3, "idle_limit": 10},
        "counter": {"king_rule": "none", "target": 5},
        "knotweed": {"cheating": True, "decks": 2, "wins": 3},
        "card_duel": {"life": 5, "hand_limit": 0},
        "three_piles": {"target": 30, "max_games": 2},
    }
    return [game.Options(), game.Options(**(game.short_form or {})), game.Options(**{**others[key], seat: 1})]


@pytest.mark.parametrize("key", GAMES)
def test_a_form_sent_as_it_was_changes_nothing(key: str) -> None:
    for options in some_options(key):
        assert read_rules(GAMES[key], options, as_sent(rules_fields(GAMES[key], options, READER))) == options


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_discord_takes_the_form(key: str, language: str) -> None:
    fields = rules_fields(GAMES[key], GAMES[key].Options(), Renderer(language, {}))
    assert 0 < len(fields) <= FORM_FIELDS
    for field in fields:
        assert 0 < len(field.text) <= FORM_LABEL_LIMIT
        assert len(field.description or "") <= OPTION_LIMIT


@pytest.mark.parametrize(
    ("key", "filled", "changed"),
    [
        ("counter", {"target": " 12 "}, {"target": 12}),
        ("counter", {"target": ""}, {}),
        ("counter", {"king_rule": "none"}, {"king_rule": "none"}),
        ("counterweight", {"best_of": "5"}, {"best_of": 5}),
        ("counterweight", {"switches": ["amendment"]}, {"amendment": True}),
        ("counterweight", {"switches": ["amendment", "a rule that does not exist"]}, {"amendment": True}),
        ("counterweight", {"a rule that does not exist": "1"}, {}),
        ("counterweight", {}, {}),
    ],
)
def test_what_is_filled_in_is_set(key: str, filled: dict[str, Any], changed: dict[str, Any]) -> None:
    game = GAMES[key]
    assert read_rules(game, game.Options(), filled) == game.Options(**changed)


@pytest.mark.parametrize(
    ("key", "filled", "sentence"),
    [
        ("counter", {"target": "twelve"}, "Points that end the game has to be a number of at most 4 digits"),
        ("counter", {"target": "-7"}, "Points that end the game has to be a number of at most 4 digits"),
        ("counter", {"target": "12345"}, "Points that end the game has to be a number of at most 4 digits"),
        ("counter", {"target": "99"}, "Points that end the game can't be 99. Possible: 5–30."),
        ("counter", {"king_rule": "burn"}, "King led can't be burn. Possible: trumps stay, trick without trumps."),
        ("three_piles", {"target": "0"}, "Points needed to win a match can't be 0. Possible: 1 or more."),
        ("counterweight", {"best_of": "2"}, "Match can't be 2. Possible: one game, best of 3, best of 5, best of 7."),
    ],
)
def test_what_cannot_be_set_is_refused(key: str, filled: dict[str, Any], sentence: str) -> None:
    game = GAMES[key]
    with pytest.raises(Refused) as refused:
        read_rules(game, game.Options(), filled)
    assert sentence in READER.render(refused.value.text)


def test_a_house_rule_that_is_set_does_not_say_what_holds_without_it() -> None:
    shown = changed_lines(GAMES["knotweed"].Options, {"turn_cap": 4, "rounds": 2}, READER, explained=True)
    assert shown == ["**Turns in a round (at most): 4**", "**Rounds: 2** — How many rounds are played"]


def another_value(field: FieldInfo) -> Any:
    """A value other than the usual one."""
    if kind_of(field) is bool:
        return not field.default
    least = bounds_of(field).get("ge", 0)
    return next(value for value in (*typing.get_args(kind_of(field)), least, least + 1) if value != field.default)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_house_rule_has_a_name_in_every_language_wherever_it_is_shown(key: str, language: str) -> None:
    game, reader = GAMES[key], Renderer(language, {})
    rules = game.Options.model_fields
    chosen = {name: another_value(rule) for name, rule in rules.items()}
    lobby = fake_table(Phase.LOBBY, game=key, options=chosen, players=game.seats[0])
    told = text(lobby_screen(fake_snapshot(None, table=lobby, game=game), reader))
    rulebook = "\n".join(page.text for page in rules_pages(Rulebook(game, lobby), reader))
    labels = [field.text for field in rules_fields(game, game.Options(), reader)]
    for name, rule in rules.items():
        assert rule.title, f"{name} has no name"
        named, value = (reader.render(part) for part in (option_title(name, rule), option_value(chosen[name], rule)))
        assert f"**{reader.render(say('{name}: {value}', name=named, value=value))}**" in told
        assert f"- **{named}** (" in rulebook
        assert len(named) <= FORM_LABEL_LIMIT
        assert value != str(chosen[name]) or value.isdecimal(), "a word of the program"
        offered = [option for field in rules_fields(game, game.Options(), reader) for option in options_of(field)]
        assert named in [*labels, *offered] or name in ("first", "dealer"), "the form has not room for seats"
        assert not {str(one) for one in reads_of(rule)} & {*offered}


def options_of(field: ui.Label[Any]) -> list[str]:
    """What a field of a form offers to choose from."""
    return [option.label for option in getattr(field.component, "options", ())]


@pytest.mark.parametrize("key", GAMES)
def test_no_house_rule_that_is_set_speaks_of_being_left_out(key: str) -> None:
    options = GAMES[key].Options
    shown = "\n".join(changed_lines(options, dict.fromkeys(options.model_fields, 77), READER, explained=True))
    assert shown.count("77") == len(options.model_fields)
    assert "leave empty" not in shown
