"""What is said in Card Duel, computed from the cards."""

from functools import partial
from itertools import accumulate, pairwise
from statistics import fmean

from tests.reference.card_duel import total, value
from tests.sentences.walk import Facts, Said


def options(it: Said, name: str) -> int:
    return it.now["options"][name]


def hurt(it: Said, seat: int) -> int:
    """The damage that a seat has taken: what lies in front of it."""
    return total(it.now["damage"][seat])


def without_damage(it: Said) -> int:
    """How many attacks have been stopped since a card did damage, looking back through the game."""
    stopped = 0
    for then, after in reversed(list(pairwise(it.past))):
        if then["game_no"] != after["game_no"] or then["damage"] != after["damage"]:
            break
        stopped += then["phase"] == "defend" and after["phase"] != "damage"
    return stopped


def deck(it: Said) -> list[str]:
    return it.now["decks"][it.seat]


def next_deck(it: Said) -> list[str]:
    """Where the next card from the deck comes from (7.2)."""
    return deck(it) or it.now["discards"][it.seat]


def pool(it: Said) -> list[str]:
    return it.now["pools"][it.seat]


def room(it: Said) -> int:
    return options(it, "hand_limit") - total(it.own)


def attack(it: Said) -> int:
    """The value to stop."""
    assert it.now["phase"] == "defend"
    return value(it.now["table"]["attack"])


def fits_more(it: Said) -> bool:
    return any(value(card) <= room(it) for card in pool(it))


def roomy(it: Said) -> bool:
    return room(it) == it.values["room"] and fits_more(it)


def chosen(it: Said, *, before: bool = False) -> list[str]:
    """The cards that the taps so far put into the hand: it begins with the lowest worth two thirds of the limit.

    ``before``: without the last tap, which the button that says something would be.
    """
    ordered = sorted(pool(it), key=lambda each: (value(each), "23456789TJQKA".index(each[0]), "CDHS".index(each[1])))
    hand = [] if it.own else lowest(ordered, room(it) * 2 // 3)
    for key in str(it.about or "").split(".")[: -1 if before else None]:
        same = [card for card in ordered if key == f"v{value(card)}"]
        more = [card for card in same if card not in hand][:1]
        if key == "empty":
            hand = []
        elif key == "lowest":
            hand = lowest(ordered, room(it))
        elif more and value(more[0]) <= room(it) - total(hand):
            hand = [*hand, *more]
        else:
            hand = [card for card in hand if card not in same]
    return hand


def lowest(ordered: list[str], left: int) -> list[str]:
    """The lowest cards that fit together."""
    return [card for card, so_far in zip(ordered, accumulate(map(value, ordered)), strict=True) if so_far <= left]


def left_out(it: Said) -> list[int]:
    """What the cards are worth that would become the deck."""
    hand = chosen(it)
    return [value(card) for card in pool(it) if card not in hand]


def left(it: Said) -> int:
    """What may still be added."""
    return room(it) - total(chosen(it))


def sum_so_far(it: Said) -> bool:
    return total([*it.own, *chosen(it)]) == it.values["total"] <= it.values["limit"] == options(it, "hand_limit")


def number_of_value(it: Said) -> bool:
    """How many cards of the button's value are in the hand."""
    worth = int(about_card(it).removeprefix("v"))
    in_hand = [card for card in [*it.own, *chosen(it, before=True)] if value(card) == worth]
    there = [card for card in [*it.own, *pool(it)] if value(card) == worth]
    rank = {"A": 11}.get(it.values["rank"], it.values["rank"])
    return (rank, len(in_hand), len(there)) == (worth, it.values["count"], it.values["there"])


def stops(it: Said, card: str) -> bool:
    return value(card) >= attack(it)


def counted(it: Said, least: int) -> bool:
    return (sum(value(card) >= least for card in deck(it)), len(deck(it))) == (it.values["some"], it.values["all"])


def about_card(it: Said) -> str:
    return str(it.about).split(".")[-1]


def better_in_deck(it: Said) -> bool:
    best = max(map(value, it.own))
    return value(it.card) == best and counted(it, best + 1)


def empty_deck(it: Said) -> bool:
    return not deck(it) and len(it.now["discards"][it.seat]) == it.values["count"] > 0


def supplied(it: Said, step: str, source: str, mine: bool) -> bool:
    """What an event tells about a card: by whom, for what, and from where it was played."""
    seat = it.seat if mine else it.values["player"]
    cards = it.before["hands"][seat]
    from_hand = str(it.about) == f"hand {it.card}"
    return (it.before["phase"], from_hand, it.actor) == (step, source == "hand", seat) and (
        it.card in cards
    ) == from_hand


def struck(it: Said) -> bool:
    """The damage of an event: that of the card played, on top of what lay there."""
    before = total(it.before["damage"][it.who])
    return (before + it.values["damage"], it.values["life"]) == (it.values["total"], options(it, "life")) and (
        it.who != it.actor
    )


def damage_after(it: Said) -> list[int]:
    """The damage of both seats at the end of a game, with the card that ended it."""
    hit = [total(row) for row in it.before["damage"]]
    assert it.about is not None
    if it.before["phase"] == "damage":
        assert it.actor is not None
        card = it.about.split()[1] if it.about != "deck" else (it.before["decks"][it.actor] or ["?"])[0]
        hit[1 - it.actor] += value(card) if card != "?" else 0
    return hit


def game_won(it: Said) -> bool:
    if it.about == "deck" and not it.before["decks"][it.actor]:
        return it.values["less"] < it.values["more"]  # the card came from a reshuffle
    hit = damage_after(it)
    return (hit[it.who], hit[1 - it.who]) == (it.values["less"], it.values["more"]) and hit[it.who] < hit[1 - it.who]


def listed(it: Said) -> list[str]:
    """The cards under a heading."""
    return sorted(str(it.about).split())


def others(it: Said) -> list[str]:
    """The cards that an opponent can still play."""
    return [*it.now["hands"][it.values["player"]], *it.now["decks"][it.values["player"]]]


def waiting(it: Said, seat: int | None) -> list[str]:
    """While hands are chosen: the cards of a seat that are not in its hand, if they will be its deck."""
    assert seat is not None
    is_own = seat == it.seat
    return it.now["pools"][seat] if it.now["phase"] == "build" and (it.now["done"][seat] or not is_own) else []


def next_game(it: Said) -> bool:
    return (it.now["game_no"] + 1, it.now["dealer"]) == (it.values["number"], it.who)


FACTS: Facts = {
    # first_game
    "Your hand stays empty in this game: every card comes from your deck.": lambda it: not it.own,
    "Your deck and discard pile are empty: you can only play from your hand.": lambda it: (
        not deck(it) and not it.now["discards"][it.seat]
    ),
    "No other card fits: finish your hand. The rest become your deck.": lambda it: not fits_more(it),
    "What you leave becomes your deck: low cards in your hand cannot spoil it.": lambda it: (
        not it.own and fits_more(it)
    ),
    "Room for {room} more. High cards that you leave make your deck stronger.": roomy,
    "Your deck is empty: choosing it first brings back {count} discarded card.": empty_deck,
    "Every card in your deck stops {attack}: keep those in your hand.": lambda it: (
        bool(deck(it)) and all(stops(it, card) for card in deck(it))
    ),
    "{card} is enough to stop {attack}: equal or higher holds.": lambda it: it.card in it.own and stops(it, it.card),
    "No card in your hand stops {attack}. Cards in your deck that do: {some} of {all}.": lambda it: (
        not any(stops(it, card) for card in it.own) and counted(it, attack(it)) and it.values["some"] > 0
    ),
    "Nothing you have stops {attack}: give away a card that you can spare.": lambda it: (
        not any(stops(it, card) for card in [*it.own, *deck(it)]) and bool(deck(it))
    ),
    "Every card in your deck is worth more than the best in your hand.": lambda it: (
        min(map(value, deck(it))) > max(map(value, it.own))
    ),
    "Cards in your deck above {card}, the best in your hand: {some} of {all}.": better_in_deck,
    "Cards in your deck that do more than {card}, the best in hand: {some} of {all}.": better_in_deck,
    "{card} is enough to win this game: {player} loses with {left} more damage.": lambda it: (
        value(it.card) >= options(it, "life") - hurt(it, it.values["player"]) == it.values["left"] and it.card in it.own
    ),
    # questions and words
    "Tap cards: total value {total} of {limit}": sum_so_far,
    "{rank}: {count} of {there}": number_of_value,
    "{value} damage": lambda it: value(about_card(it)) == it.values["value"],
    "{enough} of {count} stop it": lambda it: (
        (sum(stops(it, card) for card in next_deck(it)), len(next_deck(it)))
        == (it.values["enough"], it.values["count"])
    ),
    "{count} card, average {average}": lambda it: (
        len(next_deck(it)) == it.values["count"]
        and abs(total(next_deck(it)) / len(next_deck(it)) - it.values["average"]) < 0.051
    ),
    "Your hand is ready; your opponent is still choosing.": lambda it: it.now["done"][it.seat],
    "Which card attacks?": lambda it: it.now["phase"] == "attack",
    "{card} attacks ({value}). Defend with what?": lambda it: (
        (it.now["table"]["attack"], attack(it)) == (it.card, it.values["value"])
    ),
    "Which card does the damage?": lambda it: (
        it.now["table"]["defence"] is None or value(it.now["table"]["attack"]) > value(it.now["table"]["defence"])
    ),
    "stops it": lambda it: stops(it, about_card(it)),
    "too low": lambda it: not stops(it, about_card(it)),
    "worth {value}": lambda it: value(about_card(it)) == it.values["value"],
    "Your hand: {count} card": lambda it: len([*it.own, *chosen(it)]) == it.values["count"],
    "ø {average}": lambda it: abs(fmean(left_out(it)) - it.values["average"]) < 0.051,
    "No other card fits": lambda it: min(left_out(it), default=99) > left(it),
    "You still have room for any card": lambda it: max(left_out(it), default=0) <= left(it),
    "One more up to {value} still fits": lambda it: (
        it.values["value"] == left(it) < 11 and min(left_out(it), default=99) <= left(it)
    ),
    "Deck ({count} card left)": lambda it: len(deck(it)) == it.values["count"],
    "Reshuffle discard pile ({count} card) and play the top card": empty_deck,
    "You have no cards left": lambda it: not [*it.own, *deck(it), *it.now["discards"][it.seat]],
    "That would make {value}, and the limit is {limit}.": lambda it: (
        it.values["value"] > it.values["limit"] == options(it, "hand_limit")
        and (len(about_card(it)) > 2 or total([*it.own, about_card(it)]) == it.values["value"])
    ),
    "{count} exchange in a row has done no damage.": lambda it: it.values["count"] == options(it, "idle_limit"),
    "{player} has taken {damage} damage; the limit is {life}.": lambda it: (
        hurt(it, it.values["player"]) == it.values["damage"] >= it.values["life"] == options(it, "life")
    ),
    "The match is over after {count} game.": lambda it: it.now["game_no"] + 1 == it.values["count"],
    "{points} damage": lambda it: hurt(it, it.reader) == it.values["points"],
    "{count} win": lambda it: it.now["points"][it.reader] == it.values["count"],
    "{wins} wins": lambda it: it.now["points"][it.reader] == it.values["wins"],
    # unseen cards
    "Your deck, in unknown order": lambda it: listed(it) == sorted([*deck(it), *waiting(it, it.seat)]),
    "{player}'s hand or deck": lambda it: listed(it) == sorted([*others(it), *waiting(it, it.values["player"])]),
    "{player}'s deck": lambda it: listed(it) == sorted(it.now["decks"][it.values["player"]]),
    # plans
    "Do the damage with {card}": lambda it: it.card in it.own and it.now["phase"] == "defend",
    "Attack with {card}": lambda it: it.card in it.own and it.now["attacker"] == it.seat,
    # refusals
    "You are still choosing your hand: add cards to it, or finish it.": lambda it: (
        it.now["phase"] == "build" and not it.now["done"][it.seat]
    ),
    "{card} is already in your hand.": lambda it: it.card in it.own,
    "{card} is not among your cards.": lambda it: it.card not in [*it.own, *pool(it)],
    "The hands are chosen and cannot be changed until the next game.": lambda it: it.now["phase"] != "build",
    "{card} is somewhere in your deck: you can only play the top card.": lambda it: it.card in deck(it),
    "{card} is on the table until the exchange is over.": lambda it: it.card in it.now["table"].values(),
    "{card} has done damage: it never comes back.": lambda it: (
        it.card in [card for row in it.now["damage"] for card in row]
    ),
    "{card} is in your discard pile: it comes back only with a reshuffle.": lambda it: (
        it.card in it.now["discards"][it.seat]
    ),
    "You have no cards left to play.": lambda it: (
        it.before != {} or not [*it.own, *deck(it), *it.now["discards"][it.seat]]
    ),
    "Your deck and your discard pile are empty: play a card from your hand.": lambda it: (
        not [*deck(it), *it.now["discards"][it.seat]] and bool(it.own)
    ),
    "You must defend: any card will do, however low.": lambda it: it.now["phase"] == "defend",
    "Your attack has succeeded: play the card that does the damage.": lambda it: it.now["phase"] == "damage",
    "You must attack: play a card from your hand or your deck.": lambda it: (
        it.now["phase"] == "attack" and bool([*it.own, *deck(it), *it.now["discards"][it.seat]])
    ),
    # scene
    "Out at {life} damage": lambda it: options(it, "life") == it.values["life"],
    "Game {number}, best of {games} · out at {life} damage": lambda it: (
        (it.now["game_no"] + 1, options(it, "best_of"), options(it, "life"))
        == (it.values["number"], it.values["games"], it.values["life"])
    ),
    "{count} of {limit} exchanges without damage": lambda it: (
        (without_damage(it), options(it, "idle_limit")) == (it.values["count"], it.values["limit"])
    ),
    "Game {number}, best of {games} · {count} of {limit} exchanges without damage": lambda it: (
        (without_damage(it), options(it, "idle_limit")) == (it.values["count"], it.values["limit"])
    ),
    "attacking": lambda it: it.now["attacker"] == it.seat,
    "defending": lambda it: it.now["attacker"] != it.seat,
    "{count} card in hand": lambda it: len(it.own) == it.values["count"],
    "{count} card in the deck": lambda it: len(deck(it)) == it.values["count"],
    "{damage} of {life} damage": lambda it: hurt(it, it.reader) == it.values["damage"],
    "{count} reshuffle": lambda it: it.now["reshuffles"][it.seat] == it.values["count"],
    "match score {points}": lambda it: it.now["points"][it.seat] == it.values["points"],
    "hand chosen": lambda it: it.now["done"][it.seat],
    "no hand yet": lambda it: not it.now["done"][it.seat],
    "Both players choose their hands": lambda it: it.to_act == (0, 1) and it.now["phase"] == "build",
    "{player} chooses a hand": lambda it: it.to_act == (it.values["player"],) and it.now["phase"] == "build",
    "{player} attacks": lambda it: (it.now["attacker"], it.now["phase"]) == (it.values["player"], "attack"),
    "{player} defends against {card}": lambda it: (
        (1 - it.now["attacker"], it.now["table"]["attack"]) == (it.values["player"], it.card)
    ),
    "{player} plays a damage card": lambda it: (it.now["attacker"], it.now["phase"]) == (it.values["player"], "damage"),
    # narration
    "You put {card} into your hand: {total} of {limit}.": lambda it: (
        (it.card in it.own and total(it.own) == it.values["total"]) or it.now["phase"] != "build"
    ),
    "You hold {count} card; the others are shuffled into your deck.": lambda it: (
        len(it.own) == it.values["count"] and len(deck(it)) == 26 - len(it.own)
    ),
    "{player} holds {count} card; the others are shuffled into their deck.": lambda it: (
        len(it.now["hands"][it.values["player"]]) == it.values["count"]
    ),
    "You attack first.": lambda it: it.now["attacker"] == it.seat,
    "{player} attacks first.": lambda it: it.now["attacker"] == it.values["player"],
    "You reshuffle your discard pile of {count} card.": lambda it: (
        len(it.before["discards"][it.seat]) == it.values["count"] and not it.before["decks"][it.seat]
    ),
    "{player} reshuffles their discard pile of {count} card.": lambda it: (
        len(it.before["discards"][it.values["player"]]) == it.values["count"]
    ),
    **{
        said.format(step=word, source=source): partial(supplied, step=step, source=source, mine=mine)
        for step, own, other in (
            ("attack", "attack", "attacks"),
            ("defend", "defend", "defends"),
            ("damage", "do damage", "does damage"),
        )
        for source in ("hand", "deck")
        for said, word, mine in (
            ("You {step} with {{card}} from your {source}.", own, True),
            ("{{player}} {step} with {{card}} from their {source}.", other, False),
        )
    },
    "{player} has no cards left to play.": lambda it: not it.before["hands"][it.values["player"]],
    "You stop the attack and attack next.": lambda it: it.now["attacker"] == it.seat,
    "{player} stops the attack and attacks next.": lambda it: it.now["attacker"] == it.values["player"],
    "Your attack succeeds, so you play the damage card.": lambda it: (
        (it.now["phase"], it.now["attacker"]) == ("damage", it.seat)
    ),
    "The attack succeeds, so {player} plays the damage card.": lambda it: (
        (it.now["phase"], it.now["attacker"]) == ("damage", it.values["player"])
    ),
    "You take {damage} damage: {total} of {life}.": struck,
    "{player} takes {damage} damage: {total} of {life}.": struck,
    "The game is a draw.": lambda it: damage_after(it)[0] == damage_after(it)[1],
    "You win the game with {less} damage to {more}.": game_won,
    "{player} wins the game with {less} damage to {more}.": game_won,
    "Match score: {one} {first}, {two} {second}.": lambda it: (
        it.now["points"] == [it.values["first"], it.values["second"]]
    ),
    "Game {number} is dealt. You attack first.": next_game,
    "Game {number} is dealt. {player} attacks first.": next_game,
}
