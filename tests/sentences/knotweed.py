"""What is said in Knotweed, computed from the cards by the second reading of its rules."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, pairwise

from tests.reference.knotweed import cost, fits
from tests.sentences.walk import Facts, Said

FULL = 3


def tops(it: Said) -> dict[int, str]:
    return {int(number): pile[-1] for number, pile in it.now["piles"].items()}


def open_tops(it: Said) -> dict[int, str]:
    return {number: top for number, top in tops(it).items() if number not in it.now["closed"]}


def ways(it: Said) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """Every play of the player whose turn it is: pile, cards and cost."""
    hand = it.now["hands"][it.now["turn"]]
    for rank in {card[0] for card in hand}:
        group = [card for card in hand if card[0] == rank]
        for size in range(1, len(group) + 1):
            for chosen in set(combinations(group, size)):
                for number, top in open_tops(it).items():
                    if fits(top, chosen):
                        yield number, chosen, cost(top, list(chosen))


def can_play_twice(it: Said) -> bool:
    """Whether the cards that are left after some play of a single card fit on another pile."""
    hand = it.now["hands"][it.now["turn"]]
    for played in set(hand):
        rest = list(hand)
        rest.remove(played)
        here = [number for number, top in open_tops(it).items() if fits(top, (played,))]
        there = {number for number, top in open_tops(it).items() for card in rest if fits(top, (card,))}
        if any(there - {number} for number in here):
            return True
    return False


def due(it: Said) -> int:
    """The penalty of the turn so far: its most expensive play."""
    return max((cost(play["on"], play["cards"]) for play in it.now["plays"]), default=FULL)


def takes(it: Said, number: int) -> bool:
    """Whether this many cards are taken for what is due now."""
    wanted = str(it.about).split(".")[-1].split()
    asked = next((int(word) for word in wanted if word.isdigit()), None)
    return number == min(due(it) if asked is None else asked, len(it.now["draw"]))


def named(it: Said) -> tuple[int, tuple[str, ...], int]:
    """The play that a tip names, with its cost."""
    number = it.values["pile"] if "pile" in it.values else it.values["number"]
    cards = tuple(it.values["cards"])
    found = [way for way in ways(it) if way[0] == number and sorted(way[1]) == sorted(cards)]
    assert found, "no such play"
    return found[0]


def can_shed(it: Said, wanted: int, most: int) -> bool:
    """Whether a turn that goes on with the play named can shed so many cards for at most this penalty."""
    number, first, price = named(it)
    whole = [
        way for way in ways(it) if way[2] <= most and len(way[1]) == sum(card[0] == way[1][0][0] for card in it.own)
    ]

    piles = sorted({pile for pile, *_ in whole} - {number})

    @cache
    def most_shed(done: int, ranks: frozenset[str]) -> int:
        """The most cards that the piles after so many can take, without these ranks."""
        if done == len(piles):
            return 0
        plays = (
            len(cards) + most_shed(done + 1, ranks | {cards[0][0]})
            for pile, cards, _ in whole
            if pile == piles[done] and cards[0][0] not in ranks
        )
        return max((most_shed(done + 1, ranks), *plays))

    return price <= most and len(first) + most_shed(0, frozenset(first[0][0])) >= wanted


def group_of(it: Said) -> tuple[str, list[str]]:
    """The top card and the cards that a choice in a question is about; of a rank, all that the player holds."""
    keys = str(it.about).split(".")
    pile, cards = None, list[str]()
    for key in keys:
        for part in key.split("-"):
            if part[0] == "p" and part[1:].isdigit():
                pile = int(part[1:])
            elif part[0] == "r":
                cards = [card for card in it.own if card[0] == part[1]]
            elif not part.isdigit():
                cards.append(part) if not any("r" in each[:1] for each in keys) else None
    if any(key[:1] == "r" for key in keys[:-1]):
        cards = [part for part in keys[-1].split("-") if not part.isdigit()]
    assert pile is not None
    return tops(it)[pile], cards


def least_taken(it: Said) -> int:
    """The fewest cards that ending the turn would take after a play on the pile of a choice."""
    number = int(str(it.about)[1:])
    cheapest = min(price for pile, _, price in ways(it) if pile == number)
    return min(max(due(it) if it.now["plays"] else 0, cheapest), len(it.now["draw"]))


def taken_after(it: Said) -> int:
    """What ending the turn would take after a play."""
    top, cards = group_of(it)
    return min(max(due(it) if it.now["plays"] else 0, cost(top, cards)), len(it.now["draw"]))


def written(cards: list[str]) -> list[str] | str:
    """Cards of a rank as a label has them: from three on, the rank once and the suits."""
    if len(cards) < 3:
        return cards
    suits = ["♣♦♥♠"["CDHS".index(card[1])] for card in cards]
    if len(cards) > 6:
        suits = [f"{sign}×{count}" for sign, count in Counter(suits).items()]
    return cards[0][0].replace("T", "10") + "".join(suits)


def goes_out(it: Said) -> bool:
    top, cards = group_of(it)
    return sorted(cards) == sorted(it.own) and fits(top, cards)


def misfit(it: Said) -> bool:
    return (
        not fits(tops(it)[it.values["pile"]], it.values["cards"]) and [tops(it)[it.values["pile"]]] == it.values["top"]
    )


def labelled(it: Said, out: bool) -> bool:
    """The label of a play: whether it names the cards, the pile, and going out if it empties the hand."""
    word, pile, *cards = str(it.about).split()
    return (word, int(pile)) == ("play", it.values["pile"]) and (sorted(cards) == sorted(it.own)) == out


def planned(it: Said) -> int | None:
    """The cost of a play that a plan names, on the pile as it lies now; ``None`` if it does not fit."""
    top, named_cards = tops(it)[it.values["pile"]], it.values["cards"]
    cards = named_cards if isinstance(named_cards, list) else str(it.about).split("/")[-1].split("+")[0].split()[2:]
    return cost(top, cards) if [top] == it.values["top"] and fits(top, cards) else None


def pile_names(it: Said) -> str:
    return ", ".join(it.now["piles"])


def same_round(it: Said) -> bool:
    return it.now["round"] == it.before["round"] and it.now["ending"] is None


def played(it: Said) -> bool:
    """What an event tells about a play: its cards, pile and cost."""
    word, pile, *cards = str(it.about).split()
    top = it.before["piles"][pile][-1]
    told = (sorted(it.values["cards"]), it.values["pile"], it.values.get("top", [top])) == (
        sorted(cards),
        int(pile),
        [top],
    )
    return (
        word == "play" and told and it.actor == it.who and it.values.get("count", cost(top, cards)) == cost(top, cards)
    )


def took(it: Said, count: int, seat: int | None) -> bool:
    """Whether the hand of this seat grew by so many cards, unless the next round was dealt."""
    assert seat is not None
    if it.about in ("challenge", "accept"):  # the cards of an undone turn come back as well
        return not same_round(it) or it.now["taken"][seat] - it.before["taken"][seat] == count
    return not same_round(it) or len(it.now["hands"][seat]) - len(it.before["hands"][seat]) == count


def taken_last_turn(it: Said) -> int:
    """By how much the hand of this seat grew when its latest turn ended, looking back through the game."""
    for then, after in reversed(list(pairwise(it.past))):
        if then["turn"] == it.seat and then["turns"] < after["turns"] and then["round"] == after["round"]:
            return max(0, len(after["hands"][it.reader]) - len(then["hands"][it.reader]))
    return 0


def out_at(it: Said) -> bool:
    return not same_round(it) or it.now["out"][it.values["place"] - 1] == it.who


def pruned(it: Said) -> bool:
    pile = it.before["piles"][str(it.values["pile"])]
    return (len(pile), [pile[-1]], it.actor) == (it.values["count"], it.values["top"], it.who)


def undone(it: Said, seat: int) -> bool:
    """Whether these are the cards that the player had played in the turn, and now holds again."""
    played_cards = [card for play in it.before["plays"] for card in play["cards"]]
    told = sorted(it.values["cards"]) == sorted(played_cards) and seat == it.before["turn"]
    return told and (not same_round(it) or set(played_cards) <= set(it.now["hands"][seat]))


def cheated(it: Said) -> bool:
    """Whether the turn that was judged had a play that does not fit, or too small a penalty."""
    was = it.before
    owed = max(cost(play["on"], play["cards"]) for play in was["plays"]) if was["plays"] else FULL
    short = was["taken"][was["turn"]] < owed and bool(was["draw"]) and bool(was["hands"][was["turn"]])
    return short or any(not fits(play["on"], play["cards"]) for play in was["plays"])


FACTS: Facts = {
    # first_game
    "Your place is safe. The piles that you leave serve the next player first.": lambda it: (
        it.now["phase"] == "prune" and it.seat in it.now["out"]
    ),
    "If a play that does not fit is challenged, you take it back and draw 3.": lambda it: it.now["options"]["cheating"],
    "You can play all the cards you have and go out: then it costs nothing.": lambda it: any(
        len(cards) == len(it.own) for _, cards, _ in ways(it)
    ),
    "The draw pile is empty, so no play and no pass costs you a card.": lambda it: not it.now["draw"],
    "The draw pile holds only {count} card: you draw no more, whatever you play.": lambda it: (
        len(it.now["draw"]) == it.values["count"] < FULL
    ),
    "None of your cards fits a pile, so you can only pass and draw {count} card.": lambda it: (
        not list(ways(it)) and it.values["count"] == min(FULL, len(it.now["draw"])) > 0 and not it.now["plays"]
    ),
    "Every pile is closed until your turn is over: you can only end it.": lambda it: not open_tops(it),
    "None of your cards fits an open pile: you can only end your turn.": lambda it: (
        bool(open_tops(it)) and not list(ways(it)) and bool(it.now["plays"])
    ),
    "So far you draw nothing. Any other play makes you draw: is it worth it?": lambda it: (
        min(price for *_, price in ways(it)) > due(it) == 0
    ),
    "Any other play makes you draw more than {due}: is it worth it?": lambda it: (
        min(price for *_, price in ways(it)) > due(it) == it.values["due"]
    ),
    "{cards} on pile {pile}: still only {due}, but others get new piles.": (
        lambda it: named(it)[2] <= due(it) == it.values["due"] and len(it.values["cards"]) > 1
    ),
    "You can play {cards} on pile {pile} and still draw nothing.": lambda it: named(it)[2] == due(it) == 0,
    "You can play {cards} on pile {pile} at no extra cost: you still draw {due}.": lambda it: (
        named(it)[2] <= due(it) == it.values["due"]
    ),
    "Play {cards} on pile {pile}: free, but others get new piles.": lambda it: (
        named(it)[2] == 0 and len(it.values["cards"]) > 1
    ),
    "Play {cards} on pile {pile}: free, because the rank is the same.": lambda it: (
        named(it)[2] == 0 and tops(it)[it.values["pile"]][0] == it.values["cards"][0][0]
    ),
    "{cards} on pile {pile}: {out} cards for only {cost}, but others get new piles.": (
        lambda it: named(it)[2] == it.values["cost"] < it.values["out"] == len(it.values["cards"])
    ),
    "Any play costs 3, as much as a pass, but a second one would be free.": lambda it: (
        {price for *_, price in ways(it)} == {FULL} and can_play_twice(it)
    ),
    "Any play costs 3, as much as a pass, but you get rid of a card.": lambda it: (
        {price for *_, price in ways(it)} == {FULL} and not can_play_twice(it)
    ),
    "{cards} on pile {pile} costs {cost}. A pass costs 3.": lambda it: (
        named(it)[2] == it.values["cost"] and not it.now["plays"]
    ),
    "You can go out this turn. Begin with {cards} on pile {pile}.": lambda it: can_shed(it, len(it.own), FULL),
    "You can shed {out} cards and draw only {cost}. Begin with {cards} on pile {pile}.": lambda it: can_shed(
        it, it.values["out"], it.values["cost"]
    ),
    # questions and words
    "{cards} → pile {number}": lambda it: written(group_of(it)[1]) == it.values["cards"],
    "{cards} → pile {number} ({top})": lambda it: [tops(it)[it.values["number"]]] == it.values["top"],
    "Discard pile {number}: {top}": lambda it: [tops(it)[it.values["number"]]] == it.values["top"],
    "Discard a pile: {count} must go": lambda it: it.now["to_prune"] == it.values["count"],
    "Draw {count} of {due}": lambda it: (
        str(it.about).endswith(f".{it.values['count']}") and it.values["due"] == due(it) >= it.values["count"]
    ),
    "draw {count}": lambda it: takes(it, it.values["count"]),
    "draw nothing": lambda it: takes(it, 0),
    "draw {count} or more": lambda it: least_taken(it) == it.values["count"] > 0,
    "can be free": lambda it: least_taken(it) == 0,
    "free": lambda it: fits(*group_of(it)) and taken_after(it) == 0,
    "then draw {count}": lambda it: fits(*group_of(it)) and taken_after(it) == it.values["count"],
    "you go out": goes_out,
    "Pile {number}: {top}": lambda it: [tops(it)[it.values["number"]]] == it.values["top"],
    "What goes on pile {number} ({top})?": lambda it: [tops(it)[it.values["number"]]] == it.values["top"],
    "nothing fits": lambda it: not [way for way in ways(it) if way[0] == int(str(it.about)[1:])],
    "fits the pile": lambda it: str(it.about).split(".")[-1][1] == group_of(it)[0][1],
    "does not fit": lambda it: not fits(*group_of(it)),
    "End turn (draw {count})": lambda it: takes(it, it.values["count"]),
    "End turn (draw nothing)": lambda it: takes(it, 0),
    "Pass (draw {count})": lambda it: takes(it, it.values["count"]),
    "Pass (draw nothing)": lambda it: takes(it, 0),
    "Play {cards} on pile {pile} and go out": partial(labelled, out=True),
    "Play {cards} on pile {pile}": partial(labelled, out=False),
    "Play {cards} on pile {pile}, costs {cost}": lambda it: (
        labelled(it, False) and cost(tops(it)[it.values["pile"]], str(it.about).split()[2:]) == it.values["cost"]
    ),
    "Play {cards} on {top} (pile {pile})": lambda it: (
        labelled(it, False) and [tops(it)[it.values["pile"]]] == it.values["top"]
    ),
    "{cards} has neither the rank nor the suit of {top} on pile {pile}.": misfit,
    "None of {cards} matches the rank or the suit of {top} on pile {pile}.": misfit,
    # plans
    "Play {cards} on {top} (pile {pile}), costs {cost}, and end the turn": lambda it: planned(it) == it.values["cost"],
    "Play {cards} on {top} (pile {pile}) and go out": lambda it: (
        planned(it) is not None and len(it.values["cards"]) == len(it.own)
    ),
    # result
    "out first": lambda it: it.now["out"] != [],
    # refusals
    "You have not played a card this turn: pass instead.": lambda it: not it.now["plays"],
    "You have made a play: end your turn instead of passing.": lambda it: bool(it.now["plays"]),
    "Only a player who has just gone out discards piles.": lambda it: it.now["phase"] != "prune",
    "There is no finished turn to judge now.": lambda it: it.now["phase"] != "challenge",
    "Turns can be challenged only with the house rule that allows cheating.": lambda it: (
        not it.now["options"]["cheating"]
    ),
    "First judge {player}'s turn: accept it or challenge it.": lambda it: (
        (it.now["phase"], it.now["turn"]) == ("challenge", it.values["player"])
    ),
    "{player}'s turn is still being judged.": lambda it: (
        (it.now["phase"], it.now["turn"]) == ("challenge", it.values["player"])
    ),
    "You have gone out: discard {count} more pile first.": lambda it: it.now["to_prune"] == it.values["count"] > 0,
    "You can draw from 0 to {due} cards now, not {take}.": lambda it: due(it) == it.values["due"] < it.values["take"],
    "Say how many cards you draw, from 0 to {due}.": lambda it: due(it) == it.values["due"],
    "There is no pile {pile}. The play piles are: {piles}.": lambda it: (
        it.values["pile"] not in tops(it) and it.values["piles"] == pile_names(it)
    ),
    "You already played on pile {pile} this turn.": lambda it: (
        it.values["pile"] in [play["pile"] for play in it.now["plays"]]
    ),
    "You made pile {pile} this turn: it opens for the next player.": lambda it: any(
        it.values["pile"] in play["opened"] for play in it.now["plays"]
    ),
    "You hold {card} only once.": lambda it: it.own.count(it.card) == it.values["count"],
    "All cards of a group must have the same rank, and {cards} do not.": lambda it: (
        len({card[0] for card in it.values["cards"]}) == len(it.values["cards"])
    ),
    "All piles are closed for the rest of your turn.": lambda it: not open_tops(it),
    "{card} has neither the rank nor the suit of any open pile.": lambda it: (
        not any(fits(top, [it.card]) for top in open_tops(it).values())
    ),
    # scene
    "Turn {turn} of {cap}": lambda it: it.values["turn"] == min(it.now["turns"] + 1, it.values["cap"]),
    "Round {round} of {rounds} · turn {turn} of {cap}": lambda it: (
        (it.now["round"], it.now["options"]["rounds"]) == (it.values["round"], it.values["rounds"])
    ),
    "Round {round}, first to win {wins} · turn {turn} of {cap}": lambda it: (
        (it.now["round"], it.now["options"]["wins"]) == (it.values["round"], it.values["wins"])
    ),
    "{count} point": lambda it: it.now["points"][it.seat] == it.values["count"],
    "{points} points": lambda it: it.now["points"][it.seat] == it.values["points"],
    "{count} card": lambda it: len(it.own) == it.values["count"],
    "out, place {place}": lambda it: it.now["out"][it.values["place"] - 1] == it.seat,
    "drew {count}": lambda it: it.now["options"]["cheating"] or taken_last_turn(it) == it.values["count"],
    "{count} round won": lambda it: (
        it.values["count"] == (max(it.now["wins"]) if it.seat is None else it.now["wins"][it.seat])
    ),
    "card of {loser}": lambda it: len(it.now["hands"][it.values["loser"]]) == it.values["count"],
    "on {card}": lambda it: it.card in [play["on"] for play in it.now["plays"]],
    "The others may challenge {player}'s turn": lambda it: it.now["turn"] == it.values["player"],
    "{player} is out and discards {count} pile": lambda it: (
        it.values["player"] in it.now["out"] and it.now["to_prune"] == it.values["count"]
    ),
    "{player} plays or passes": lambda it: it.now["turn"] == it.values["player"] and not it.now["plays"],
    "{player} plays again or ends the turn": lambda it: bool(it.now["plays"]),
    "{player} plays again, or ends the turn and draws nothing": lambda it: not min(due(it), len(it.now["draw"])),
    "{player} plays again, or ends the turn and draws {due}": lambda it: (
        min(due(it), len(it.now["draw"])) == it.values["due"]
    ),
    # endings
    "Everybody passed and the draw pile is empty: the round ends.": lambda it: (
        not (it.before or it.now)["draw"] and not (it.before or it.now)["plays"]
    ),
    "The limit of {count} turn has been reached: the round ends.": lambda it: (
        it.values["count"] == (it.now["options"]["turn_cap"] or 50 * len(it.now["hands"]))
    ),
    "Only one player has cards left: the round ends.": lambda it: (
        bool(it.before) or sum(map(bool, it.now["hands"])) == 1
    ),
    "{count} round has been played.": lambda it: it.now["round"] == it.values["count"],
    "A player has won {count} round.": lambda it: max(it.now["wins"]) == it.values["count"],
    # narration
    "You play {cards} on pile {pile} (costs {count} card).": played,
    "{player} plays {cards} on pile {pile} (costs {count} card).": played,
    "You play {cards} on {top} (pile {pile}).": played,
    "{player} plays {cards} on {top} (pile {pile}).": played,
    "Pile {piles} is new.": lambda it: (
        not same_round(it)
        or all(pile in it.now["piles"] and pile not in it.before["piles"] for pile in it.values["piles"].split(", "))
    ),
    "You draw {cards}.": lambda it: took(it, len(it.values["cards"]), it.seat),
    "{player} draws {count} card.": lambda it: took(it, it.values["count"], it.values["player"]),
    "You draw no cards.": lambda it: took(it, 0, it.seat),
    "{player} draws no cards.": lambda it: took(it, 0, it.values["player"]),
    "You have played your last card.": lambda it: not same_round(it) or not it.own,
    "{player} has played their last card.": lambda it: not same_round(it) or not it.now["hands"][it.values["player"]],
    "Your challenge is right: {cheat} cheated.": lambda it: cheated(it) and it.before["turn"] == it.values["cheat"],
    "{player}'s challenge is right: you cheated.": lambda it: cheated(it) and it.before["turn"] == it.seat,
    "{player}'s challenge is right: {cheat} cheated.": lambda it: (
        cheated(it) and it.before["turn"] == it.values["cheat"]
    ),
    "The turn is undone: {cards} goes back to your hand.": lambda it: undone(it, it.reader),
    "The turn is undone: {cards} goes back to {player}'s hand.": lambda it: undone(it, it.values["player"]),
    "Your challenge was wrong.": lambda it: not cheated(it),
    "{player}'s challenge was wrong.": lambda it: not cheated(it),
    "Your turn stands.": lambda it: it.before["turn"] == it.seat,
    "{player}'s turn stands.": lambda it: it.before["turn"] == it.values["player"],
    "You are out: place {place}.": out_at,
    "{player} is out: place {place}.": out_at,
    "You discard pile {pile}: {top} only.": pruned,
    "{player} discards pile {pile}: {top} only.": pruned,
    "The draw pile was empty: all piles are shuffled, and {card} is the only play pile.": lambda it: (
        not same_round(it) or list(it.now["piles"].values()) == [[it.card]]
    ),
    "You win round {round}.": lambda it: it.before["round"] == it.values["round"],
    "{player} wins round {round}.": lambda it: it.before["round"] == it.values["round"],
    "You share the win in round {round} with {players}.": lambda it: it.before["round"] == it.values["round"],
    "{players} share the win in round {round}.": lambda it: it.before["round"] == it.values["round"],
    "Round {round}: you begin, {card} is turned up.": lambda it: (
        (it.now["round"], it.now["turn"]) == (it.values["round"], it.seat) and it.card in tops(it).values()
    ),
    "Round {round}: {player} begins, {card} is turned up.": lambda it: (
        (it.now["round"], it.now["turn"]) == (it.values["round"], it.values["player"]) and it.card in tops(it).values()
    ),
}
