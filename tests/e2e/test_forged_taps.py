"""Taps and choices that no Discord app would send: each is answered, and none does any harm.

``CARDROOM_FUZZ`` is the number of inputs of ``tests/fuzz``; for every 1,000 of them one input of
each kind is forged here.
"""

import json
import os
from random import Random

from playground.testing.people import slash, tap
from playground.testing.room import Room
from playground.testing.screens import message_of, read, texts
from playground.testing.secrecy import check_secrets
from tests.e2e.gateway import Gateway
from tests.fuzz.mutations import controls, mangled

COUNT = int(os.environ.get("CARDROOM_FUZZ", "6900")) // 1000
SAMPLE = 10
"""For each input of a kind, so many controls of all kinds are used as they are."""


async def test_forged_taps_are_answered(room: Room, gateway: Gateway) -> None:
    players = await room.deal("knotweed", 3, first=0)
    buttons = read(room.shown).buttons
    chance, everywhere = Random("forged taps"), [control.custom_id for control in controls()]
    everywhere.remove("privacy:delete")  # it does what it says
    known = [button.custom_id or "" for button in buttons]
    for player in players:
        hand = read(room.hand_of(player))
        known += [control.custom_id or "" for control in (*hand.buttons, *hand.menus)]
    known += chance.sample(everywhere, min(SAMPLE * COUNT, len(everywhere)))
    for number in range(COUNT + len(known)):
        forged = known[number] if number < len(known) else mangled(chance.choice(known), chance)
        # Some taps are real moves, after which the table's buttons have new ids.
        genuine = read(room.shown).button("My hand").custom_id
        gateway.forge(json.dumps(genuine), json.dumps(forged))
        person = chance.choice([*players, room.members["dan"]])
        answer = await tap(person, room.shown, "My hand")
        assert answer.acknowledged, f"{forged!r} was not answered"
        said = "" if answer.response is None else texts(answer)
        if "**Your hand**" in said and "-# Knotweed" in said and "🤖" not in said:  # not a game of their own
            room.keep_hand(person, answer)
        assert read(room.shown).button("My hand"), f"{forged!r} has changed the table's message"
        await check_secrets(room, players)
    assert (await room.seen()).trouble is None


async def test_forged_choices_are_answered(room: Room, gateway: Gateway) -> None:
    """In the menu of 3 Piles, which has the moves onto stacks."""
    people = await room.deal("three-piles", 2, first=0)
    (ann, _), chance = people, Random("forged choices")
    await room.type_move(ann, "draw")
    answers = []
    while len(answers) < COUNT and len(await room.moves()) == 1:  # a mangled value may be another choice
        await room.hand(ann)
        menu = read(room.hand_of(ann)).menus[0]
        value = menu.options[0].value
        forged = [mangled(value, chance) for _ in range(chance.randint(0, 3))]
        gateway.forge(f"[{json.dumps(value)}]", json.dumps(forged))
        answers.append(await ann.select(message_of(room.hand_of(ann)), [value], custom_id=menu.custom_id))
    assert all(answer.acknowledged for answer in answers)
    assert answers
    await check_secrets(room, people)


async def test_forged_words_are_answered(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    chance = Random("forged words")
    for _ in range(COUNT):
        before = await room.moves()
        answer = await slash(ann, room.channel, "move", action=mangled("draw", chance)[:6000])
        assert answer.acknowledged
        assert len(await room.moves()) <= len(before) + 1
    await check_secrets(room, [ann, bob])
