"""What is said in Counterweight, computed from the cards by the second reading of its rules."""

from collections.abc import Mapping
from functools import partial
from itertools import combinations, pairwise, permutations
from typing import Any

from tests.reference.counterweight import Placement, higher, is_couple, same_rank, same_suit
from tests.sentences.walk import RESULT, Facts, Said

OWNERS = "AB"
PERMANENT = ("P1", "P2")


def owned(at: Mapping[str, Any], seat: int) -> dict[str, list[str]]:
    return {name: pile for name, pile in at["piles"].items() if name[0] == OWNERS[seat]}


def penalty(at: Mapping[str, Any], seat: int) -> int:
    """7.3."""
    piles = owned(at, seat)
    return sum(map(len, piles.values())) * len(piles) + len(at["hands"][seat]) + len(at["limbo"][seat])


def tops(it: Said) -> dict[str, str]:
    return {name: pile[-1] for name, pile in it.now["piles"].items()}


def matches(card: str, top: str) -> bool:
    return same_rank(card, top) or same_suit(card, top)


def couples(it: Said, hand: list[str] | None = None) -> list[tuple[Placement, ...]]:
    """Everything that a hand could place: couples, or the last card alone."""
    held = it.now["hands"][it.now["turn"]] if hand is None else hand
    shown = tops(it)
    if len(held) == 1:
        return [(Placement(held[0], pile),) for pile, top in shown.items() if matches(held[0], top)]
    return [
        (Placement(one, pile), Placement(other, other_pile))
        for one, other in combinations(held, 2)
        for pile, other_pile in permutations(shown, 2)
        if is_couple(Placement(one, pile), Placement(other, other_pile), shown)
    ]


def in_couples(it: Said, card: str) -> bool:
    return any(card in [placed.card for placed in couple] for couple in couples(it, it.own))


def turn(it: Said) -> bool:
    return it.now["phase"] == "move" and it.seat == it.now["turn"]


def placed(it: Said) -> list[Placement]:
    """The placements that an action or a choice names."""
    words = str(it.about).split(".")[-1].replace("-", " ").split()
    if words and words[0] in ("couple", "single", "relocate"):
        words = words[1:]
    pairs = [Placement(card, pile) for card, pile in zip(words[::2], words[1::2], strict=False)]
    return [pair for pair in pairs if len(pair.card) == 2 and pair.card in [*it.own, *moved_cards(it)]]


def moved_cards(it: Said) -> list[str]:
    return [card for card, _ in it.now["placed"]]


def after_collecting(it: Said, names: list[str]) -> int:
    """The penalty if these piles were in the hand."""
    kept = {name: pile for name, pile in it.now["piles"].items() if name not in names}
    taken = [card for name in names for card in it.now["piles"][name]]
    hands = [[*hand, *taken] if seat == it.reader else hand for seat, hand in enumerate(it.now["hands"])]
    return penalty({**it.now, "piles": kept, "hands": hands}, it.reader)


def may_collect(it: Said) -> list[str]:
    return [pile for _, pile in it.now["placed"] if pile in owned(it.now, it.now["turn"])]


def on(it: Said, who: int | None) -> bool:
    """Whether some couple puts a card on a pile of this seat (``None``: only on permanent piles)."""
    piles = {pile for couple in couples(it) for _, pile in couple}
    if who is None:
        return piles <= {"P1", "P2"}
    return bool(piles & owned(it.now, who).keys())


def new_pile_cost(it: Said) -> bool:
    piles = owned(it.now, it.reader)
    cards = sum(map(len, piles.values())) + 1
    values = (it.values["cards"], it.values["piles"], it.values["points"])
    return not couples(it) and values == (cards, len(piles) + 1, cards * (len(piles) + 1))


def last_card(it: Said, *, own: bool | None, rank: bool | None, by_suit: bool | None) -> bool:
    """Whether the last card goes by rank, or by suit with a card to draw."""
    ranks = [same_rank(each.card, tops(it)[each.pile]) for (each,) in couples(it)]
    draws = [not is_rank and bool(it.now["stock"]) for is_rank in ranks]
    found = {"own": bool(owned(it.now, it.reader)), "rank": not all(draws), "suit": any(draws)}
    wanted = {"own": own, "rank": rank, "suit": by_suit}
    return len(it.own) == 1 and all(wanted[name] in (None, found[name]) for name in wanted)


def consequence(it: Said, check: str) -> bool:
    """The remark on a couple in a menu."""
    pairs = [(card, tops(it)[pile]) for card, pile in placed(it)]
    draws = len(pairs) == 1 and not same_rank(*pairs[0]) and bool(it.now["stock"])
    empties = len(pairs) == len(it.own) and not draws
    ups = [higher(card, top) for card, top in pairs]
    by_rank = all(same_rank(card, top) for card, top in pairs)
    return {
        "out": empties and not owned(it.now, it.reader),
        "collect": empties and bool(owned(it.now, it.reader)),
        "draw": draws,
        "ranks": by_rank and not empties,
        "up": not by_rank and not empties and not draws and ups[:1] == [True],
        "down": not by_rank and not empties and not draws and ups[:1] == [False],
    }[check]


def tolls(it: Said) -> tuple[int, int]:
    """What a couple adds to the penalty of the opponent and of the player, whose hand it leaves."""
    piles = {name: list(pile) for name, pile in it.now["piles"].items()}
    for card, name in placed(it):
        piles[name].append(card)
    other, own = 1 - it.reader, it.reader
    after = {**it.now, "piles": piles}
    return penalty(after, other) - penalty(it.now, other), penalty(after, own) - penalty(it.now, own)


def target(it: Said, name: str) -> str:
    """The card that another would cover on this pile; cards that may still move do not count."""
    return next(card for card in reversed(it.now["piles"][name]) if card not in moved_cards(it))


def paid(it: Said) -> tuple[int, int]:
    """The penalty without and with what a choice collects, after its couple if it places one."""
    names = [part for part in str(it.about).split("-") if part in owned(it.now, it.reader)]
    piles = {name: list(pile) for name, pile in it.now["piles"].items()}
    hands = [list(hand) for hand in it.now["hands"]]
    if len(str(it.about).split("-")) > 3:
        names = names[len([name for _, name in placed(it) if name in owned(it.now, it.reader)]) :]
        for card, name in placed(it):
            piles[name].append(card)
            hands[it.reader].remove(card)
    before = penalty({**it.now, "piles": piles, "hands": hands}, it.reader)
    kept = {name: pile for name, pile in piles.items() if name not in names}
    hands[it.reader] += [card for name in names for card in piles[name]]
    return before, penalty({**it.now, "piles": kept, "hands": hands}, it.reader)


def saved(it: Said) -> int:
    """What moving cards off one's own piles saves."""
    piles = {name: list(pile) for name, pile in it.now["piles"].items()}
    for card, name in placed(it):
        piles[next(before for each, before in it.now["placed"] if each == card)].remove(card)
        piles[name].append(card)
    return penalty(it.now, it.reader) - penalty({**it.now, "piles": piles}, it.reader)


def shown_on(it: Said) -> bool:
    """A label names the piles' top cards."""
    told = {it.values["pile"]: it.values["top"]}
    if "other_pile" in it.values:
        told[it.values["other_pile"]] = it.values["other_top"]
    return all([tops(it)[pile]] == top for pile, top in told.items())


def size(it: Said, extra: int) -> bool:
    """The number of cards in the piles that a label names; ``extra`` cards will still be put on each."""
    names = it.values["piles"].split(", ")
    return sum(len(it.now["piles"][name]) + extra for name in names) == it.values["count"]


def alone(it: Said, ways: set[str] | None) -> bool:
    """Why a card is in no couple: how it fits the top cards by itself."""
    card = str(it.about)
    found: set[str] = set()
    for top in tops(it).values():
        if same_rank(card, top):
            found.add("rank")
        elif same_suit(card, top):
            found.add("up" if higher(card, top) else "down")
    return not in_couples(it, card) and (ways is None or found == ways)


def both(it: Said, go_up: bool) -> bool:
    """Whether both cards of a refused couple go the same way, where they would lie."""
    under = dict(tops(it))
    if it.now["phase"] == "relocate":
        for _, pile in it.now["placed"]:
            under[pile] = it.now["piles"][pile][-2]
    target = dict(placed(it)) if it.now["phase"] != "relocate" else dict(it.now["placed"]) | dict(placed(it))
    pairs = [(card, under[target[card]]) for card in it.values["cards"]]
    return all(same_suit(card, top) and higher(card, top) == go_up for card, top in pairs)


def mixed(it: Said) -> bool:
    (ranked,), (suited,) = it.values["ranked"], it.values["suited"]
    (top,), (other,) = it.values["top"], it.values["other"]
    return same_rank(ranked, top) and same_suit(suited, other)


def no_match(it: Said) -> bool:
    (top,) = it.values["top"]
    return not matches(it.card, top) and top in it.now["piles"][it.values["pile"]][-2:]


def waits(it: Said, *, last: bool, stock: bool) -> bool:
    """Whether the player who is waited for has one card or more, may begin a pile, and can place a couple if not."""
    held = it.now["hands"][it.values["player"]]
    return (
        it.now["turn"] == it.values["player"]
        and (len(held) == 1) == last
        and bool(it.now["stock"]) == stock
        and (stock or bool(couples(it, held)))
    )


def in_next_hand(it: Said, card: str) -> bool:
    return card in [*it.own, *it.now["limbo"][it.reader]]


def planned_couple(it: Said) -> bool:
    one, other = Placement(it.card, it.values["pile"]), Placement(it.values["other_card"][0], it.values["other_pile"])
    return (
        shown_on(it) and is_couple(one, other, tops(it)) and all(in_next_hand(it, each.card) for each in (one, other))
    )


def without_progress(it: Said) -> int:
    """How many turns have ended since one in which a card was drawn or came to lie on a permanent pile (7.1c)."""
    ended = 0
    for then, after in reversed(list(pairwise(it.past))):
        if then["game_no"] != after["game_no"]:
            return ended
        left, right = (len(at["stock"]) - sum(len(at["piles"][pile]) for pile in PERMANENT) for at in (then, after))
        if right < left:
            return ended if then["turn"] != after["turn"] else max(0, ended - 1)
        ended += then["turn"] != after["turn"]
    return ended


def final_wins(it: Said) -> bool:
    """How many games of a match were won, counted game by game."""
    ends = [at for at, then in pairwise(it.past) if at["game_no"] != then["game_no"]]
    won = it.values["wins"] if "wins" in it.values else it.values["count"]
    return it.now["wins"][it.reader] == won and len(ends) == it.now["game_no"]


def final_points(it: Said) -> bool:
    """The penalty of the only game, or of all of them."""
    options = it.now["options"]
    total = it.now["totals"][it.reader] if options["games"] else penalty(it.now, it.reader)
    return total == it.values["count"]


# Events


def same_game(it: Said) -> bool:
    return it.now["game_no"] == it.before["game_no"]


def told_placing(it: Said) -> bool:
    """An event about placing: each card lay in the hand, on top of what is named, and lies there now."""
    pairs = [(it.values["card"], it.values["top"], it.values["pile"])]
    if "other_card" in it.values:
        pairs.append((it.values["other_card"], it.values["other_top"], it.values["other_pile"]))
    return all(
        [it.before["piles"][pile][-1]] == top
        and card[0] in [*it.before["hands"][it.actor], *it.before["limbo"][it.actor]]
        for card, top, pile in pairs
    )


def began(it: Said, forced: bool) -> bool:
    assert it.actor is not None
    hand = [*it.before["hands"][it.actor]]
    seen = Said("", {}, it.before, it.actor)
    return it.card in hand and (not forced or not couples(seen, hand))


def collected(it: Said, *, forced: bool = False) -> bool:
    """What an event tells about collecting: the number of cards, with those just placed on them."""
    names = it.values["piles"].split(", ")
    new = [pile for _, pile in [*it.before["placed"]]] if it.before["phase"] != "move" else []
    before = sum(len(it.before["piles"][name]) for name in names)
    words = str(it.about).split()
    added = sum(word in names for word in words) if words[0] in ("couple", "single") else 0
    gone = sum(word in new for word in words[2::2]) if words[0] == "relocate" else 0
    return (it.who == it.before["turn"] and before + added - gone == it.values["count"]) or (
        forced and words[0] == "relocate"
    )


def final(it: Said) -> bool:
    """The penalty of a finished game; after it, if the next one has not been dealt."""
    return not same_game(it) or penalty(it.now, it.who) == it.values["count"]


def decided(it: Said, winner: int | None) -> bool:
    if not same_game(it):
        return True
    mine, theirs = penalty(it.now, 0), penalty(it.now, 1)
    return winner == (None if mine == theirs else 0 if mine < theirs else 1)


def next_game(it: Said) -> bool:
    return (it.now["game_no"] + 1, it.now["starter"]) == (it.values["number"], it.who)


def out(it: Said) -> bool:
    at = it.now
    return (bool(it.before) and not same_game(it)) or not [
        *at["hands"][it.who],
        *at["limbo"][it.who],
        *owned(at, it.who),
    ]


FACTS: Facts = {
    # first_game
    "A card on your pile costs you {count} point, on a permanent one nothing.": lambda it: (
        len(owned(it.now, it.reader)) == it.values["count"]
    ),
    "A couple empties your hand, but then you must collect all your piles.": lambda it: (
        len(it.own) == 2 and bool(couples(it)) and bool(owned(it.now, it.reader))
    ),
    "A couple takes you out: no cards and no piles, and you win.": lambda it: (
        len(it.own) == 2 and bool(couples(it)) and not owned(it.now, it.reader)
    ),
    "Collecting {piles} brings you from {now} to {after} penalty points.": lambda it: (
        penalty(it.now, it.reader) == it.values["now"]
        and after_collecting(it, it.values["piles"].split(", ")) == it.values["after"] < it.values["now"]
        and all(it.values["after"] <= after_collecting(it, [pile]) for pile in may_collect(it))
    ),
    "They cost the same in your hand, but with a pile you cannot go out.": lambda it: (
        after_collecting(it, sorted(set(may_collect(it)))) == penalty(it.now, it.reader)
    ),
    "You have no couple. Begin a pile with any card; then you draw one.": lambda it: not couples(it),
    "You have no couple. Start a pile that another of your cards will fit on.": lambda it: (
        not couples(it) and any(matches(one, other) for one, other in combinations(it.own, 2))
    ),
    "You have no couple. One more pile: {cards} × {piles} = {points} penalty points.": (new_pile_cost),
    "Your last card matches by suit only, so you draw another one.": partial(
        last_card, own=None, rank=False, by_suit=True
    ),
    "With an empty hand you must collect all your piles: you are not out yet.": partial(
        last_card, own=True, rank=True, by_suit=None
    ),
    "By rank you are out and win; by suit you draw another card.": partial(
        last_card, own=False, rank=True, by_suit=True
    ),
    "Place your last card and you are out: you win.": partial(last_card, own=False, rank=True, by_suit=False),
    "Without a couple the game ends. Penalty points: you {own}, {other} {theirs}.": (
        lambda it: (
            not it.now["stock"]
            and (penalty(it.now, it.reader), penalty(it.now, it.values["other"]))
            == (it.values["own"], it.values["theirs"])
        )
    ),
    "Cards in your piles count {count} times. Add to a pile and you may collect it.": lambda it: (
        len(owned(it.now, it.reader)) == it.values["count"] > 1 and on(it, it.seat)
    ),
    "{other} may move what you put on their piles to P1 or P2, if it fits.": lambda it: (
        it.now["options"]["amendment"] and on(it, it.values["other"])
    ),
    "A card on the pile of {other} costs them {count} point, on P1 and P2 nothing.": lambda it: (
        len(owned(it.now, it.values["other"])) == it.values["count"]
        and on(it, it.values["other"])
        and not it.now["options"]["amendment"]
    ),
    "Put a card on your own pile to collect it: without piles you can go out.": lambda it: (
        len(owned(it.now, it.reader)) == 1 and on(it, it.seat)
    ),
    "Cards on P1 and P2 cost nothing. Keep a couple for your next turn.": lambda it: on(it, None),
    # questions
    "No couple: start a pile": lambda it: turn(it) and not couples(it),
    "Place {couple}: collect?": lambda it: len(couples(it)) == 1,
    "All {count} couples": lambda it: 0 < it.values["count"] <= 2 * len(couples(it)),
    "{count} couple": lambda it: (
        sum(str(it.about) in [each.card for each in couple] for couple in couples(it)) == it.values["count"]
    ),
    "{card} → {pile}": lambda it: matches(it.card, target(it, it.values["pile"])),
    "{card} → {pile}, {other_card} → {other_pile}": lambda it: (
        matches(it.card, target(it, it.values["pile"]))
        and matches(it.values["other_card"][0], target(it, it.values["other_pile"]))
    ),
    "draw 1": lambda it: bool(it.now["stock"]),
    "you draw 1": partial(consequence, check="draw"),
    "you collect": partial(consequence, check="collect"),
    "you go out": partial(consequence, check="out"),
    "free": lambda it: tolls(it) == (0, 0),
    "they pay {points}": lambda it: tolls(it) == (it.values["points"], 0),
    "you pay {points}": lambda it: tolls(it) == (0, it.values["points"]),
    "both pay {points}": lambda it: tolls(it) == (it.values["points"],) * 2,
    "they {theirs}, you {mine}": lambda it: tolls(it) == (it.values["theirs"], it.values["mine"]),
    "you {before} → {after}": lambda it: paid(it) == (it.values["before"], it.values["after"]),
    "you stay at {points}": lambda it: paid(it) == (it.values["points"], it.values["points"]),
    "you save {points}": lambda it: saved(it) == it.values["points"],
    "Move cards to P1 or P2?": lambda it: it.now["phase"] == "relocate",
    "Which piles will you collect?": lambda it: it.now["phase"] == "collect" or len(couples(it)) == 1,
    "Where does your last card go?": lambda it: len(it.own) == 1 and bool(couples(it)),
    "Choose one card of the couple": lambda it: len(couples(it)) > 25,
    "Which couple with {card}?": lambda it: in_couples(it, it.card),
    # words
    "Place {card} on {top} ({pile})": shown_on,
    "Place {card} on {top} ({pile}) and {other_card} on {other_top} ({other_pile})": shown_on,
    "Collect {piles} ({count} card)": partial(size, extra=0),
    "{count} game of the match has been played.": lambda it: it.now["options"]["games"] == it.values["count"],
    "The match is over after {count} game.": lambda it: it.now["game_no"] + 1 == it.values["count"],
    "{player} has no cards or piles left and goes out.": out,
    "The stock is empty and {player} cannot place a couple.": lambda it: (
        (bool(it.before) and not same_game(it))
        or (not it.now["stock"] and not couples(it, it.now["hands"][it.values["player"]]))
    ),
    "{count} turn without progress: the game ends.": lambda it: it.now["options"]["idle_limit"] == it.values["count"],
    # refusals
    "First say whether you move the cards on your piles to permanent piles: “relocate” leaves them.": lambda it: (
        it.now["phase"] == "relocate"
    ),
    "First say whether you move the cards on your piles.": lambda it: it.now["phase"] == "relocate",
    "You have placed your cards: now say which piles you collect; “collect” takes none.": lambda it: (
        it.now["phase"] == "collect"
    ),
    "You have placed your cards for this turn.": lambda it: it.now["phase"] == "collect",
    "No pile shows this rank or this suit.": partial(alone, ways=set()),
    "Fits by rank only, and no second card fits another pile by rank.": partial(alone, ways={"rank"}),
    "Can only go up, and no second card can go down on another pile.": partial(alone, ways={"up"}),
    "Can only go down, and no second card can go up on another pile.": partial(alone, ways={"down"}),
    "Fits, but no second card makes a couple with it.": partial(alone, ways=None),
    "A single card may be placed only if it is your last one: place two cards.": lambda it: len(it.own) > 1,
    "{card} has neither the rank nor the suit of {top} on {pile}.": no_match,
    "{cards} both go up: one must be higher and the other lower than the card it covers.": partial(both, go_up=True),
    "{cards} both go down: one must be higher and the other lower than the card it covers.": partial(both, go_up=False),
    "{ranked} matches {top} by rank, but {suited} matches {other} by suit: both must match in the same way.": mixed,
    "A new pile needs a card to draw, and the stock is empty.": lambda it: not it.now["stock"],
    "You may begin a new pile only if you can't place a couple, but you can: “{move}”.": lambda it: bool(couples(it)),
    "You may begin a new pile only if your last card fits nowhere, but it does: “{move}”.": lambda it: (
        len(it.own) == 1 and bool(couples(it)) and not it.now["options"]["free_new_pile"]
    ),
    "You can collect only right after placing a card on a pile of your own.": lambda it: it.now["phase"] != "collect",
    "{pile} is {player}'s pile: you can collect only your own.": lambda it: (
        it.values["pile"] in owned(it.now, it.values["player"]) and it.values["player"] != it.seat
    ),
    "{pile} received no card this turn, so you cannot collect it.": lambda it: (
        it.values["pile"] not in [pile for _, pile in it.now["placed"]]
    ),
    "Moving cards to permanent piles is a house rule, and this table plays without it.": lambda it: (
        not it.now["options"]["amendment"]
    ),
    "Only the opponent of the player who has just placed a couple may move its cards.": lambda it: (
        it.now["phase"] != "relocate"
    ),
    "{card} is not a card of the couple just placed.": lambda it: it.card not in moved_cards(it),
    "{card} does not lie on a pile of yours.": lambda it: (
        dict(it.now["placed"])[it.card] not in owned(it.now, it.reader)
    ),
    "{card} was placed by rank, so it can move only to a card of its rank.": lambda it: same_rank(
        it.card, it.now["piles"][dict(it.now["placed"])[it.card]][-2]
    ),
    "{card} was placed by suit, so it can move only to a card of its suit.": lambda it: same_suit(
        it.card, it.now["piles"][dict(it.now["placed"])[it.card]][-2]
    ),
    "There is no pile {pile}. The piles are: {piles}.": lambda it: (
        it.values["pile"] not in it.now["piles"] and set(it.values["piles"].split(", ")) == set(it.now["piles"])
    ),
    # scene
    "just placed": lambda it: str(it.about).split()[-1] in moved_cards(it),
    "in hand next turn": lambda it: set(str(it.about).split()) == set(it.now["limbo"][it.seat]),
    "{count} card": lambda it: (
        (sum(map(len, owned(it.now, it.reader).values())) if it.about == RESULT else len(it.own)) == it.values["count"]
    ),
    "{count} penalty point now": lambda it: penalty(it.now, it.reader) == it.values["count"],
    "{points} in the match": lambda it: it.now["totals"][it.seat] == it.values["points"],
    "games won: {wins}": lambda it: it.now["wins"][it.seat] == it.values["wins"],
    "piles cost {cards} × {piles} = {points}": lambda it: (
        (sum(map(len, owned(it.now, it.reader).values())), len(owned(it.now, it.reader)))
        == (it.values["cards"], it.values["piles"])
        and it.values["cards"] * it.values["piles"] == it.values["points"]
    ),
    "{count} card left to draw": lambda it: len(it.now["stock"]) == it.values["count"],
    "No cards left": lambda it: not it.now["stock"],
    "Game {number} of {games}": lambda it: (
        (it.now["game_no"] + 1, it.now["options"]["games"]) == (it.values["number"], it.values["games"])
    ),
    "Game {number}, best of {games}": lambda it: (
        (it.now["game_no"] + 1, it.now["options"]["best_of"]) == (it.values["number"], it.values["games"])
    ),
    "{count} turn without progress · {limit} end the game": lambda it: (
        (without_progress(it), it.now["options"]["idle_limit"]) == (it.values["count"], it.values["limit"])
    ),
    "{player} may move cards of the couple to permanent piles": lambda it: (
        (it.to_act, it.now["phase"]) == ((it.values["player"],), "relocate")
    ),
    "{player} decides what to collect": lambda it: (it.to_act, it.now["phase"]) == ((it.values["player"],), "collect"),
    "{player} places a couple": partial(waits, last=False, stock=False),
    "{player} places a couple or begins a pile": partial(waits, last=False, stock=True),
    "{player} places their last card": partial(waits, last=True, stock=False),
    "{player} places their last card or begins a pile": partial(waits, last=True, stock=True),
    # plans
    "Begin a new pile with {card} if no couple fits": lambda it: in_next_hand(it, it.card),
    "{card} on {top} ({pile}), {other_card} on {other_top} ({other_pile}); collect nothing": planned_couple,
    "{card} on {top} ({pile}), {other_card} on {other_top} ({other_pile}); collect {piles}": lambda it: (
        planned_couple(it) and set(it.values["piles"].split(", ")) <= owned(it.now, it.reader).keys()
    ),
    # result
    "{count} in hand": lambda it: len([*it.own, *it.now["limbo"][it.reader]]) == it.values["count"],
    "no piles, no cards left": out,
    "{count} pile": lambda it: len(owned(it.now, it.reader)) == it.values["count"],
    "{piles} × {cards} = {points}": lambda it: penalty(it.now, it.reader) == it.values["points"] and not it.own,
    "{piles} × {cards} + {left} = {points}": lambda it: penalty(it.now, it.reader) == it.values["points"],
    "{count} win": final_wins,
    "{wins} wins": final_wins,
    "{count} penalty point": final_points,
    # narration
    **dict.fromkeys(
        (
            "You place your last card, {card}, on {top} ({pile}).",
            "{player} places their last card, {card}, on {top} ({pile}).",
            "You place {card} on {top} ({pile}) and {other_card} on {other_top} ({other_pile}).",
            "{player} places {card} on {top} ({pile}) and {other_card} on {other_top} ({other_pile}).",
        ),
        told_placing,
    ),
    "You have no couple and begin pile {pile} with {card}.": partial(began, forced=True),
    "{player} has no couple and begins pile {pile} with {card}.": partial(began, forced=True),
    "You begin pile {pile} with {card}.": partial(began, forced=False),
    "{player} begins pile {pile} with {card}.": partial(began, forced=False),
    "You draw {card}.": lambda it: it.card in it.before["stock"],
    "{player} draws a card.": lambda it: bool(it.before["stock"]),
    "You collect {piles}: {count} card.": collected,
    "{player} collects {piles}: {count} card.": collected,
    "Your hand is empty, so you must collect {piles}: {count} card.": partial(collected, forced=True),
    "{player} has an empty hand and must collect {piles}: {count} card.": partial(collected, forced=True),
    "You pick up {count} set-aside card.": lambda it: len(it.before["limbo"][it.seat]) == it.values["count"],
    "{player} picks up {count} set-aside card.": lambda it: (
        len(it.before["limbo"][it.values["player"]]) == it.values["count"]
    ),
    "You have no cards or piles left, so you go out.": out,
    "The stock is empty and you cannot place a couple.": lambda it: (
        not same_game(it) or (not it.now["stock"] and not couples(it, it.own))
    ),
    "You have {count} penalty point.": final,
    "{player} has {count} penalty point.": final,
    "The game is a draw.": lambda it: decided(it, None),
    "You win the game.": lambda it: decided(it, it.seat),
    "{player} wins the game.": lambda it: decided(it, it.values["player"]),
    "Games won: {one} {first}, {two} {second}.": lambda it: it.now["wins"] == [it.values["first"], it.values["second"]],
    "Penalty points in the match: {one} {first}, {two} {second}.": lambda it: (
        it.now["totals"] == [it.values["first"], it.values["second"]]
    ),
    "Game {number} is dealt. You start.": next_game,
    "Game {number} is dealt. {player} starts.": next_game,
}
