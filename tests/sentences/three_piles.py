"""What is said in 3 Piles, computed from the cards."""

from itertools import pairwise

from tests.reference.three_piles import RANKS, fits, score
from tests.sentences.walk import Facts, Said


def takes(it: Said, seat: int | None = None) -> bool:
    """Whether a top card fits a pile of the seat, by default the one whose turn it is."""
    piles = it.now["piles"][it.now["turn"] if seat is None else seat]
    return any(stack and fits(stack[-1], pile) for stack in it.now["stacks"] for pile in piles)


def chooses(it: Said, *, deck: bool, hand: bool | None = None, take: bool | None = None) -> bool:
    """Whether a turn begins and these are there."""
    held = bool(it.now["hands"][it.now["turn"]])
    return it.now["phase"] == "choose" and all(
        wanted is None or wanted == found
        for wanted, found in ((deck, bool(it.now["deck"])), (hand, held), (take, takes(it)))
    )


def gaps(it: Said) -> list[tuple[int, str, int]]:
    """For each card that can be added to an own pile: the ranks that it skips, the card, and the pile."""
    found: list[tuple[int, str, int]] = []
    stacks = [stack[-1] for stack in it.now["stacks"] if stack]
    candidates = [*(stacks if it.now["phase"] == "choose" else ()), *(it.own if plays(it) else ())]
    for card in candidates:
        for number, pile in enumerate(it.now["piles"][it.reader]):
            if fits(card, pile):
                ranks = sorted(RANKS.index(each[0]) for each in [*pile, card])
                at = RANKS.index(card[0])
                near = [abs(a - b) - 1 for a, b in pairwise(ranks) if at in (a, b)]
                found.append((min(near, default=0), card, number + 1))
    return found


def plays(it: Said) -> bool:
    """Whether the player may play a card from the hand."""
    return it.now["phase"] == "play" or not it.now["deck"]


def least(it: Said) -> int:
    """The fewest ranks that a card can skip on a pile that is not empty."""
    return min(gap for gap, _, number in gaps(it) if it.now["piles"][it.reader][number - 1])


def added(it: Said) -> tuple[int, list[str]]:
    """What a card named in a tip skips, and the pile with it."""
    number = it.values["pile"]
    (gap,) = {gap for gap, card, pile in gaps(it) if (card, pile) == (it.card, number)}
    return gap, [*it.now["piles"][it.reader][number - 1], it.card]


def choice_on(it: Said) -> tuple[str, int, list[str]]:
    """The card of a choice, the number of the own pile that it goes on, and what lies there."""
    first, *between, place = str(it.about).split("-")
    card = it.now["stacks"][int(between[0])][-1] if first == "take" else first
    return card, int(place) + 1, it.now["piles"][it.reader][int(place)]


def gained(it: Said) -> int:
    """What the card of a choice adds to the score of the own piles."""
    card, number, _ = choice_on(it)
    after = [[*pile, card] if place == number else pile for place, pile in enumerate(it.now["piles"][it.reader], 1)]
    return score(after) - score(it.now["piles"][it.reader])


def skipped(it: Said) -> list[str]:
    """The ranks between the card of a choice and the pile that it goes on."""
    card, _, pile = choice_on(it)
    held = sorted(RANKS.index(each[0]) for each in pile)
    at = RANKS.index(card[0])
    between = range(at + 1, held[0]) if at < held[0] else range(held[-1] + 1, at)
    return ["10" if RANKS[place] == "T" else RANKS[place] for place in between]


def span(it: Said) -> list[str]:
    """The pile that a refusal or a remark is about, from its lowest card to its highest."""
    assert it.about is not None
    number = it.values["pile"] - 1 if "pile" in it.values else int(it.about.replace("-", " ").split()[-1])
    return sorted(it.now["piles"][it.reader][number], key=lambda card: RANKS.index(card[0]))


def holds(it: Said) -> bool:
    """Whether the card fits the pile."""
    return fits(it.card, span(it))


def moved(it: Said, source: str, target: str) -> bool:
    """Whether the card of an event left one place and lies in another."""
    assert it.actor is not None
    places = {
        "hand": lambda at: at["hands"][it.actor],
        "stack": lambda at: at["stacks"][it.values["stack"] - 1],
        "pile": lambda at: at["piles"][it.actor][it.values["pile"] - 1],
        "deck": lambda at: at["deck"],
    }
    there = it.now if it.now["game_no"] == it.before["game_no"] else None
    return it.card in places[source](it.before) and (there is None or it.card in places[target](there))


def ended(it: Said) -> list[int]:
    """The points of both seats for a game that the move ended, from the piles before it and the card that it added."""
    assert it.about is not None
    assert it.actor is not None
    piles = [[list(pile) for pile in own] for own in it.before["piles"]]
    word, *rest = it.about.split()
    if word == "take":
        piles[it.actor][int(rest[1])].append(it.before["stacks"][int(rest[0])][-1])
    elif word == "pile":
        piles[it.actor][int(rest[1])].append(rest[0])
    return [score(own) for own in piles]


def scored(it: Said) -> bool:
    parts = it.values["longest"] + it.values["ace_king"] + it.values["diamonds"]
    return it.values["count"] == ended(it)[it.who] == parts


def won(it: Said) -> bool:
    points = ended(it)
    return points[it.who] - points[1 - it.who] == it.values["count"] > 0


def target_reached(it: Said) -> bool:
    totals = it.now["totals"]
    return max(totals) >= it.now["options"]["target"] == it.values["count"] and totals[0] != totals[1]


FACTS: Facts = {
    # first_game
    "With {card}, pile {pile} would hold an ace and a king: 3 points.": lambda it: (
        {"A", "K"} <= {card[0] for card in added(it)[1]}
    ),
    "{card} is a diamond, worth 1 point, and leaves no gap in pile {pile}.": lambda it: (
        it.card[1] == "D" and added(it)[0] == 0
    ),
    "{card} joins pile {pile} without a gap.": lambda it: added(it)[0] == 0 and len(added(it)[1]) > 1,
    "An empty pile takes any card. The longer your longest pile, the better.": lambda it: (
        it.seat is not None and [] in it.now["piles"][it.seat]
    ),
    "{card} leaves no gap in pile {pile}, but it closes that end for good.": lambda it: (
        added(it)[0] == 0 and len(added(it)[1]) > 1 and it.card[0] in "AK"
    ),
    "Each card of your longest pile scores 1, an ace with a king 3, a diamond 1.": lambda it: least(it) == 0,
    "Gaps can never be filled. The smallest you can leave now is {gap}.": lambda it: it.values["gap"] == least(it) > 0,
    "Any card you take leaves a gap of {gap} or more for good. You can also draw.": lambda it: (
        it.values["gap"] == least(it) > 1 and bool(it.now["deck"]) and it.now["phase"] == "choose"
    ),
    "Nothing fits your piles. {player} can take whatever you put on a stack.": lambda it: (
        not gaps(it) and all(any(fits(card, pile) for pile in it.now["piles"][it.values["player"]]) for card in it.own)
    ),
    "Nothing fits your piles. {card} on a stack is safe: {player} cannot use it.": lambda it: (
        not gaps(it)
        and it.card in it.own
        and not any(fits(it.card, pile) for pile in it.now["piles"][it.values["player"]])
    ),
    # questions
    "{card} → pile {pile}": lambda it: choice_on(it)[:2] == (it.card, it.values["pile"]) and bool(choice_on(it)[2]),
    "{card} → new pile {pile}": lambda it: choice_on(it) == (it.card, it.values["pile"], []),
    "{card} → stack {stack}": lambda it: str(it.about) == f"{it.card}-stack-{it.values['stack'] - 1}",
    "+{count} pt": lambda it: gained(it) == it.values["count"],
    "next to {card}": lambda it: (
        not skipped(it) and abs(RANKS.index(it.card[0]) - RANKS.index(choice_on(it)[0][0])) == 1
    ),
    "skips {rank}": lambda it: skipped(it) == [it.values["rank"]],
    "skips {first}–{last}": lambda it: (
        len(skipped(it)) > 1 and (skipped(it)[0], skipped(it)[-1]) == (it.values["first"], it.values["last"])
    ),
    "You drew {card}. What goes where?": lambda it: it.now["phase"] == "play" and it.own[-1] == it.card,
    "Take a card, or draw one?": lambda it: chooses(it, deck=True, take=True),
    "No top card fits. Draw a card.": lambda it: chooses(it, deck=True, take=False),
    "Take a card, or play one?": lambda it: chooses(it, deck=False, hand=True, take=True),
    "Which card goes where?": lambda it: chooses(it, deck=False, hand=True, take=False),
    "There is nothing you can do now.": lambda it: chooses(it, deck=False, hand=False, take=False),
    "Which card will you take?": lambda it: chooses(it, deck=False, hand=False, take=True),
    "covers {card}": lambda it: it.now["stacks"][int(str(it.about)[-1])][-1] == it.card,
    # words
    "{low} to {high}": lambda it: span(it)[0] in it.values["low"] and span(it)[-1] in it.values["high"],
    "Take {card} for pile {pile}": lambda it: (
        it.card == it.now["stacks"][int(str(it.about).replace("-", " ").split()[1])][-1]
    ),
    "Nobody can draw, play or take a card.": lambda it: (
        not it.now["deck"] and not any(it.now["hands"]) and not takes(it, 0) and not takes(it, 1)
    ),
    "The target of {count} point has been reached.": target_reached,
    "The limit of {count} game has been reached.": lambda it: (
        it.now["game_no"] + 1 == it.values["count"] == it.now["options"]["max_games"]
    ),
    # plans
    "Take {card} for pile {pile} if it is still there": lambda it: (
        it.card in [stack[-1] for stack in it.now["stacks"] if stack] and holds(it)
    ),
    "Draw, then put {card} on pile {pile}": lambda it: bool(it.now["deck"]) and it.card in it.own and holds(it),
    "Draw, then put {card} on stack {stack}": lambda it: bool(it.now["deck"]) and it.card in it.own,
    # result
    "{count} point": lambda it: (
        it.values["count"]
        == (it.now["totals"][it.reader] if it.now["options"]["target"] else score(it.now["piles"][it.reader]))
    ),
    "A–K": lambda it: any({"A", "K"} <= {card[0] for card in pile} for pile in it.now["piles"][it.reader]),
    "longest {longest} · A–K {ace_king} · ♦ {diamonds}": lambda it: (
        score(it.now["piles"][it.reader]) == it.values["longest"] + it.values["ace_king"] + it.values["diamonds"]
        and it.values["longest"] == max(map(len, it.now["piles"][it.reader]))
        and it.values["diamonds"] == sum(card[1] == "D" for pile in it.now["piles"][it.reader] for card in pile)
    ),
    # refusals
    "You can play a card from your hand only after drawing: draw first.": lambda it: chooses(it, deck=True, take=False),
    "You can play a card from your hand only after drawing: draw first, or take a card from a stack.": lambda it: (
        chooses(it, deck=True, take=True)
    ),
    "You cannot pass: draw a card.": lambda it: chooses(it, deck=True, take=False),
    "You cannot pass: take a card from a stack, or draw one.": lambda it: chooses(it, deck=True, take=True),
    "You cannot pass while you hold cards: every card can be put on a stack.": lambda it: chooses(
        it, deck=False, hand=True
    ),
    "You cannot pass: {card} fits your pile {pile}, so you must take a card.": lambda it: (
        chooses(it, deck=False, hand=False, take=True) and fits(it.card, span(it))
    ),
    "{count} card left to draw": lambda it: len(it.now["deck"]) == it.values["count"],
    "No cards left": lambda it: not it.now["deck"],
    "The deck is empty: there is nothing left to draw.": lambda it: not it.now["deck"],
    "Stack {stack} is empty.": lambda it: not it.now["stacks"][it.values["stack"] - 1],
    "You have drawn a card: now play one from your hand.": lambda it: it.now["phase"] == "play",
    "Pile {pile} holds an ace and a king: nothing else fits.": lambda it: (
        {"A", "K"} <= {card[0] for card in span(it)} and it.about not in it.legal
    ),
    "{card} does not fit pile {pile}: it holds {span}.": lambda it: not fits(it.card, span(it)),
    # scene
    "Game {number} of a match to {target}": lambda it: (
        (it.now["game_no"] + 1, it.now["options"]["target"]) == (it.values["number"], it.values["target"])
    ),
    "{count} point in this game": lambda it: score(it.now["piles"][it.seat]) == it.values["count"],
    "{count} point so far": lambda it: score(it.now["piles"][it.seat]) == it.values["count"],
    "{count} card": lambda it: len(it.own) == it.values["count"],
    "{count} point in the match": lambda it: it.now["totals"][it.seat] == it.values["count"],
    "{player} has drawn and plays a card": lambda it: (
        (it.now["phase"], it.now["turn"]) == ("play", it.values["player"])
    ),
    "{player} takes a card or draws": lambda it: chooses(it, deck=True, take=True),
    "{player} draws": lambda it: chooses(it, deck=True, take=False),
    "{player} takes a card or plays one": lambda it: chooses(it, deck=False, hand=True, take=True),
    "{player} plays a card": lambda it: chooses(it, deck=False, hand=True, take=False),
    "{player} takes a card": lambda it: chooses(it, deck=False, hand=False, take=True),
    "{player} passes": lambda it: chooses(it, deck=False, hand=False, take=False),
    # narration
    "You draw {card}.": lambda it: moved(it, "deck", "hand"),
    "{player} draws a card.": lambda it: len(it.now["deck"]) == len(it.before["deck"]) - 1,
    "You take {card} from stack {stack} for pile {pile}.": lambda it: moved(it, "stack", "pile"),
    "{player} takes {card} from stack {stack} for pile {pile}.": lambda it: moved(it, "stack", "pile"),
    "You play {card} on pile {pile}.": lambda it: moved(it, "hand", "pile"),
    "{player} plays {card} on pile {pile}.": lambda it: moved(it, "hand", "pile"),
    "You put {card} on stack {stack}.": lambda it: moved(it, "hand", "stack"),
    "{player} puts {card} on stack {stack}.": lambda it: moved(it, "hand", "stack"),
    "You can neither play nor take a card, so you pass.": lambda it: not it.before["hands"][it.actor],
    "{player} can neither play nor take a card and passes.": lambda it: not it.before["hands"][it.values["player"]],
    "{card} is turned up on stack {stack}.": lambda it: (
        it.now["stacks"][it.values["stack"] - 1] == [it.card] and it.card in it.before["deck"]
    ),
    "You score {count} point: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.": scored,
    "{player} scores {count} point: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.": scored,
    "The game is a draw.": lambda it: ended(it)[0] == ended(it)[1],
    "You win the game by {count} point.": won,
    "{player} wins the game by {count} point.": won,
    "Match score: {one} {first}, {two} {second}.": lambda it: (
        [it.values["first"], it.values["second"]]
        == [had + new for had, new in zip(it.before["totals"], ended(it), strict=True)]
    ),
    "Game {number} is dealt. You start.": lambda it: (
        (it.now["game_no"] + 1, it.now["turn"]) == (it.values["number"], it.seat)
    ),
    "Game {number} is dealt. {player} starts.": lambda it: (
        (it.now["game_no"] + 1, it.now["turn"]) == (it.values["number"], it.values["player"])
    ),
}
