"""Texts in a reader's words: names that do no harm, cards drawn or written, languages."""

import re

import discord
import pytest

from cogs.shared.catalogue import Catalogue
from cogs.shared.rendering import CardEmojis, Renderer, bare_name, clip, safe_name
from engines.cards import parse_card
from engines.texts import Player, cards, say

SIX = parse_card("6C")


def renderer(name: str = "alice", **changes: object) -> Renderer:
    return Renderer("en-US", {0: name}, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "written",
    [r"\@​everyone", r"\<\@​123>", r"\<\@​&5>", r"\*\*bold\*\*", r"\_x\_", r"\_\_init\_\_", r"\`code\`",
     r"\|\|x\|\|", r"[a\](https\://b.example)", r"\<t:1:R>", r"\<:e:1>", r"\</play:1>", r"\~\~x\~\~", r"a\\b",
     r"discord.gg\/abc", r"discord.com/invite\/abc",
     # A push shows every backslash, so what does nothing inside a line has none.
     "# big", "> quote", "- list", "1. one", "J.R.", "under_score", "[DE] Max", "Max | Berlin (he)", "Ann <3", "~bob"],
)  # fmt: skip
def test_names_do_nothing_in_a_message(written: str) -> None:
    name = re.sub(r"\\(.)", r"\1", written).replace("\u200b", "")
    said = renderer(name).render(say("{player}", player=Player(0)))
    assert said == f"\u2068{written}\u2069"
    assert discord.utils.escape_mentions(said) == said


def test_names_stay_on_one_line_and_hide_nothing() -> None:
    assert bare_name("a\nb\u202ec\u200bd") == "a bcd"
    assert bare_name("👩\u200d🚀") == "👩\u200d🚀"
    assert bare_name("\u200b") == "?"
    unseen = (
        "\u3164",
        "\u2800 \u2800",
        "\u115f\u1160\uffa0",
        "\u200d \u200d",
        "\ufe0f",
        "\u0301",
        "\u17b4\U000e0100",
        "\U0001d159",
    )
    assert {bare_name(name) for name in unseen} == {"?"}
    assert bare_name("\u3164Ann\u2800") == "Ann"
    assert len(bare_name("x" * 40)) == 32
    assert bare_name("Z" + "\u0335\u0300" * 16 + "algo") == "Z" + "\u0335\u0300" * 2 + "algo", "a pile of marks"
    written = ("Nguye\u0302\u0303n", "क्षत्रिय", "น้ำ", "❤\ufe0f", "👩\u200d🚀", "محمّد")
    assert [bare_name(name) for name in written] == list(written)


def test_labels_have_names_and_cards_in_plain_letters() -> None:
    card_emojis = CardEmojis({SIX: "<:c6C:1>"})
    text = say("{player} plays {cards}", player=Player(0), cards=cards([SIX]))
    assert renderer("_a_", card_emojis=card_emojis).label(text, 80) == "\u2068_a_\u2069 plays 6♣\ufe0e"
    assert renderer("_a_", card_emojis=card_emojis).render(text) == "\u2068\\_a\\_\u2069 plays <:c6C:1>"
    assert renderer("_a_", card_emojis=card_emojis).label(text, 10) == "\u2068_a_\u2069 pla…"


def test_a_line_breaks_neither_in_a_sum_nor_before_the_place_of_a_card() -> None:
    assert renderer().render(say("2 piles: 3 × 2 + 1 = 7")) == "2 piles: 3\u202f×\u202f2\u202f+\u202f1\u202f=\u202f7"
    assert str(renderer().unbroken(say("6♣ → pile 1 · draw 3"))) == "6♣\ufe0e\xa0→\xa0pile\xa01 · draw\xa03"


@pytest.mark.parametrize("limit", range(1, 24))
def test_a_name_that_is_cut_stays_apart_from_the_text_around_it(limit: int) -> None:
    label = renderer("אבגדה וזחט").label(say("{player} plays", player=Player(0)), limit)
    assert len(label) <= limit
    assert label.count("\u2068") == label.count("\u2069")


def test_names_of_either_direction_leave_a_line_in_order() -> None:
    pairing = Renderer("en-US", {0: "אבג", 1: "محمد علي"}).render(
        say("{one} – {other}", one=Player(0), other=Player(1))
    )
    assert pairing == "\u2068אבג\u2069 – \u2068محمد علي\u2069"


def test_a_file_has_nothing_but_the_name() -> None:
    assert renderer("_a_").filed.player(0) == "_a_"


def test_suits_in_words_are_no_emojis() -> None:
    """Discord shows a bare black suit as an emoji that vanishes on its dark theme."""
    text = say("{suit} · 5♠ on {card}", suit="♠", card=cards([SIX]))
    assert renderer().render(text) == "♠\ufe0e · 5♠\ufe0e on 6♣\ufe0e"
    assert renderer().label(text, 80) == renderer().render(text)


def test_a_card_without_a_face_is_written() -> None:
    assert renderer(card_emojis=CardEmojis({})).card(SIX) == "6♣\ufe0e"
    assert renderer(card_emojis=CardEmojis({SIX: "<:c6C:1>"})).written.card(SIX) == "6♣\ufe0e"


def test_a_seat_without_a_name_has_its_number() -> None:
    assert renderer().player(3) == "player 4"


def test_clip_keeps_what_fits() -> None:
    assert clip("abc", 3) == "abc"
    assert clip("abcd", 3) == "ab…"


def test_safe_name_is_readable_again() -> None:
    assert safe_name("Zoë 🐟") == "\u2068Zoë 🐟\u2069"


def test_voice_speaks_its_readers_language() -> None:
    class German:
        def gettext(self, template: str) -> str:
            return {"{player} wins!": "{player} gewinnt!"}.get(template, template)

        def ngettext(self, one: str, many: str, count: int) -> str:
            return one if count == 1 else many

    catalogue = Catalogue({"de": German()})  # type: ignore[dict-item]
    text = say("{player} wins!", player=Player(0))
    assert Renderer("de", {0: "ann"}, catalogue=catalogue).render(text) == "\u2068ann\u2069 gewinnt!"
    assert Renderer("fr", {0: "ann"}, catalogue=catalogue).render(text) == "\u2068ann\u2069 wins!"
