"""What is said in Counter, computed by the second reading of its rules."""

from functools import partial
from itertools import pairwise

from engines.texts import Text
from tests.reference.counter import points
from tests.reference.counter_tricks import Play, Trick, led_suit, playable, plays_of, resolve
from tests.sentences.walk import Facts, Said

SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
TEN = 10


def suit(it: Said) -> str:
    """The suit that it names."""
    named = it.values["suit"]
    assert isinstance(named, Text)
    return SUITS[named.template]


def seats(it: Said) -> int:
    return len(it.now["hands"])


def target(it: Said) -> int:
    """10.1."""
    return it.now["options"]["target"] or 12 - seats(it)


def since_when_ahead(it: Said) -> int:
    """The hand from which the winner had more points than anybody else to the end."""
    standing = [then["scores"] for at, then in pairwise(it.past) if at["hand_no"] != then["hand_no"]]
    standing.append(it.now["scores"])
    winner = standing[-1].index(max(standing[-1]))
    led = [all(points < scores[winner] for seat, points in enumerate(scores) if seat != winner) for scores in standing]
    return len(led) - next((back for back, leads in enumerate(reversed(led)) if not leads), len(led)) + 1


def trump(it: Said) -> str:
    return it.now["face_up"][-1][1]


def trick_of(it: Said, *more: tuple[str, str | None]) -> Trick:
    """The trick on the table, if it ended now or after more cards."""
    cards = [*zip(it.now["trick"], it.now["showing"], strict=True), *more]
    plays = [Play(place, card, shown) for place, (card, shown) in enumerate(cards)]
    return resolve(plays, trump(it), it.now["mult"], last=False, king_rule=it.now["options"]["king_rule"])


def has(cards: list[str], rank: str) -> int:
    return sum(card[0] == rank for card in cards)


def player_at(it: Said, place: int | None) -> int | None:
    """The player whose card lies at this place of the trick on the table."""
    return None if place is None else (it.now["turn"] - len(it.now["trick"]) + place) % seats(it)


def lowest_wins(it: Said, trick: list[str]) -> bool:
    return has(trick, "7") % 2 == 1 and trick[0][0] != "K"


def missing(it: Said) -> int:
    return it.now["bids"][it.seat] - it.now["won"][it.seat]


def left(it: Said) -> int:
    return TEN + 1 - it.now["trick_no"]


def is_lost(it: Said) -> bool:
    return not 0 <= missing(it) <= left(it)


def led(it: Said) -> str | None:
    return led_suit(it.now["trick"][0], trump(it)) if it.now["trick"] else None


def following(it: Said) -> list[str]:
    return [card for card in it.own if card[1] == led(it)]


def own_plays(it: Said) -> dict[str, bool]:
    """For each play that the reader may make: whether it is ahead."""
    place = len(it.now["trick"])
    found: dict[str, bool] = {}
    for text in plays_of(it.own, led(it)):
        _, card, *shown = text.split()
        found[text] = trick_of(it, (card, shown[0] if shown else None)).winner == place
    return found


def plays_last(it: Said) -> bool:
    return len(it.now["trick"]) == seats(it) - 1


def winning_cards(it: Said) -> bool:
    """Whether the named cards are those that win for the last player, and some others lose."""
    won = {text.split()[1] for text, wins in own_plays(it).items() if wins}
    return plays_last(it) and won == set(it.values["cards"]) and not all(own_plays(it).values())


def unknown(it: Said) -> bool:
    """Whether the cards listed are all that lie face down or in other hands, but for those seen there."""
    listed = set(str(it.about).split())
    elsewhere = {card for seat, hand in enumerate(it.now["hands"]) if seat != it.seat for card in hand}
    seen = {card for cards in (*it.now["shown"], *it.now["passed"]) for card in cards}
    return not listed & {*it.own, *it.now["trick"], *it.now["face_up"]} and elsewhere - listed <= seen


def wins_so_far(it: Said) -> bool:
    place = trick_of(it).winner
    return place is not None and (player_at(it, place), it.now["trick"][place]) == (it.values["player"], it.card)


def needs(it: Said) -> bool:
    return missing(it) == it.values["count"] > 0


def wants_no_more(it: Said) -> bool:
    return missing(it) == 0


def earns(it: Said) -> set[int]:
    """The numbers of tricks with which a lost bid still scores."""
    won = it.now["won"][it.seat]
    return {
        all_won for all_won in range(won, won + left(it) + 1) if points(seats(it), it.now["bids"][it.seat], all_won)
    }


def card_of(it: Said) -> tuple[str, str | None]:
    """The card that a choice is about, and the four shown with it."""
    card, *shown = str(it.about).split(".")
    return card, None if shown in ([], ["plain"]) else shown[0]


def hinted(it: Said, card: str, shown: str | None) -> Trick:
    return trick_of(it, (card, shown))


def worth(it: Said) -> str:
    """The value of the card of a choice, if the trick ended with it."""
    value = hinted(it, *card_of(it)).values[-1]
    return "½" if value == 0.5 else f"{value:g}"


def victor_or_void(it: Said, wins: bool) -> bool:
    trick = hinted(it, *card_of(it))
    return not has(it.now["trick"], "Q") and (trick.winner == len(it.now["trick"])) == wins


def must_follow(it: Said, *, two: bool, special: bool) -> bool:
    """Whether a card is refused for the suit that it does not have, and the others named are those that have it."""
    return (
        suit(it) == led(it)
        and set(it.values["own"]) == set(following(it))
        and (it.now["trick"][0][0] == "2") == two
        and (not special or it.card in it.own)
        and not set(following(it)) <= {"8" + suit(it)}
    )


# Events: the trick that a move completed


def done(it: Said) -> tuple[list[Play], Trick]:
    """The trick that the move of an event ended."""
    was = it.before
    _, card, *shown = str(it.about).split()
    cards = [*zip(was["trick"], was["showing"], strict=True), (card, shown[0] if shown else None)]
    first = (was["turn"] - len(was["trick"])) % len(was["hands"])
    plays = [Play((first + place) % len(was["hands"]), *cards[place]) for place in range(len(cards))]
    assert len(plays) == len(was["hands"])
    rule = was["options"]["king_rule"]
    return plays, resolve(plays, was["face_up"][-1][1], was["mult"], last=was["trick_no"] == TEN, king_rule=rule)


def made_by_king(it: Said) -> bool:
    """Whether the suit of the winning card is trumps only because of the king that was led."""
    plays, trick = done(it)
    assert trick.winner is not None
    made = plays[trick.winner].card[1]
    return (
        plays[0].card[0] == "K"
        and (plays[0].card,) == tuple(it.values["king"])
        and made == suit(it) == trick.trump != it.before["face_up"][-1][1]
    )


def won_with(it: Said, how: str, seat: int | None = None) -> bool:
    plays, trick = done(it)
    if trick.winner is None:
        return False
    play, all_cards = plays[trick.winner], [each.card for each in plays]
    is_victor = play.card[0] == "4" and play.shown is not None and not has(all_cards, "Q")
    kinds = {
        "victor": is_victor,
        "lowest": not is_victor and lowest_wins(it, all_cards),
        "trump": not is_victor and not lowest_wins(it, all_cards) and trick.trumps[trick.winner],
    }
    expected = kinds[how] if how in kinds else not any(kinds.values())
    return expected and play.seat == (it.seat if seat is None else seat) and play.card == it.card


def sevens(it: Said) -> bool:
    return it.values["sevens"] == [play.card for play in done(it)[0] if play.card[0] == "7"]


def leads_next(it: Said) -> bool:
    """Whether a lone six gives this player the lead, or without one nobody has won and the leader leads again."""
    plays, trick = done(it)
    if "six" in it.values:
        return trick.six is not None and (plays[trick.six].seat, [plays[trick.six].card]) == (it.who, it.values["six"])
    return trick.six is None and trick.winner is None and plays[0].seat == it.who


def scored(it: Said) -> bool:
    """What a hand scored, by the table of points."""
    plays, trick = done(it)
    tricks = it.before["won"][it.who] + (trick.winner is not None and plays[trick.winner].seat == it.who)
    bid = it.before["bids"][it.who]
    earned = points(len(it.before["hands"]), bid, tricks)
    return (it.values["bid"], it.values["won"], it.values["points"]) == (bid, tricks, earned)


def told_value(it: Said) -> bool:
    """The value at the end of a card's story."""
    plays, trick = done(it)
    (place,) = [place for place, play in enumerate(plays) if play.card == it.card]
    told = str(it.values["story"]).split(";")[0].split(" → ")[-1].split(" ")[0]
    worth = trick.values[place]
    role = str(it.values["story"]).partition("; ")[2]
    kept = not role.startswith("counts as")
    return told == ("½" if worth == 0.5 else f"{worth:g}") and (trick.suits[place] == plays[place].card[1]) == kept


def deals(it: Said) -> bool:
    is_on_top = (it.now["face_up"][-1], it.card[1]) == (it.card, suit(it))
    return is_on_top and (it.now["hand_no"], it.now["dealer"]) == (it.values["number"], it.who)


def note(it: Said, check: str) -> bool:
    """A note at the trick on the table, or at the last one."""
    if it.about == "now":
        cards, trick, indicator = it.now["trick"], trick_of(it), trump(it)
    else:
        last = it.now["last_trick"]
        plays = [Play(place, *both) for place, both in enumerate(zip(last["cards"], last["showing"], strict=True))]
        rule = it.now["options"]["king_rule"]
        cards, indicator = last["cards"], last["trump"]
        trick = resolve(plays, indicator, last["mult"], last=last["last"], king_rule=rule)
    match check:
        case "lowest":
            victors = not has(cards, "Q") and any(
                card[0] == "4" and shown
                for card, shown in zip(
                    cards, it.now["showing"] if it.about == "now" else it.now["last_trick"]["showing"], strict=True
                )
            )
            return lowest_wins(it, cards) and not victors and trick.winner is not None
        case "none":
            return trick.trump is None
        case "nobody":
            return trick.winner is None
        case _:
            return trick.trump == suit(it) != indicator


FACTS: Facts = {
    # first_game
    "Two 4s can win together: show one as you play the other.": lambda it: has(it.own, "4") > 1,
    "You hold {count} trump, counting 2s. {players} players share ten tricks.": lambda it: (
        len({card for card in it.own if card[1] == trump(it)} | {card for card in it.own if card[0] == "2"})
        == it.values["count"]
    ),
    "You hold no trumps. {players} players share ten tricks.": lambda it: (
        not any(trump(it) == card[1] or card[0] == "2" for card in it.own) and it.values["players"] == seats(it)
    ),
    "You can't make your bid any more, but no trick at all still scores 1 point.": lambda it: (
        is_lost(it) and 0 in earns(it)
    ),
    "You can't make your bid any more. You only score with {enough} tricks or more.": lambda it: (
        is_lost(it) and min(earns(it)) == max(it.values["enough"], it.now["won"][it.seat])
    ),
    "This hand scores you nothing: keep the others from making their bids.": lambda it: not earns(it),
    "You still need {count} trick: pass a card that will not help you to win.": needs,
    "You have the tricks you bid: pass the card most likely to win another.": wants_no_more,
    "Your lead counts double, and you want no more tricks: lead very low.": lambda it: (
        wants_no_more(it) and it.now["mult"] == 2
    ),
    "You have the tricks you bid: lead a card that others can beat.": wants_no_more,
    "You need every trick left: lead the card that is hardest to beat.": lambda it: missing(it) == left(it),
    "You still need {count} of {left} tricks. Lead high to win, low to wait.": lambda it: (
        needs(it) and left(it) == it.values["left"]
    ),
    "You play last and cannot win this trick: keep cards that can win later.": lambda it: (
        plays_last(it) and not any(own_plays(it).values())
    ),
    "You play last and cannot win this trick: drop one that might win later.": lambda it: (
        plays_last(it) and not any(own_plays(it).values())
    ),
    "You play last, and whatever you play wins this trick.": lambda it: plays_last(it) and all(own_plays(it).values()),
    "You play last: {cards} can win, and you still need {count}.": lambda it: winning_cards(it) and needs(it),
    "You play last and want no more tricks: {cards} would win this one.": lambda it: (
        winning_cards(it) and wants_no_more(it)
    ),
    "Because of a 7, the lowest value wins. Another 7 would turn that around.": lambda it: (
        lowest_wins(it, it.now["trick"]) and trick_of(it).winner is not None
    ),
    "You hold no {suit}, so you may play any card. You still need {count} trick.": lambda it: (
        suit(it) == led(it) and not following(it) and needs(it)
    ),
    "You hold no {suit}: a chance to get rid of a dangerous card.": lambda it: (
        suit(it) == led(it) and not following(it)
    ),
    "Your only card of the led suit is an 8: you may play it or any other.": lambda it: (
        [card[0] for card in following(it)] == ["8"] and len(playable(it.own, led(it))) > 1
    ),
    "Nobody wins this trick so far: a 4 without another one shown cannot win.": lambda it: trick_of(it).winner is None,
    "{player} wins so far with {card}. You still need {count} trick.": lambda it: wins_so_far(it) and needs(it),
    "{player} wins so far with {card}. You want no more tricks: let it win.": lambda it: (
        wins_so_far(it) and wants_no_more(it)
    ),
    # questions
    "All {count} cards": lambda it: len(it.legal) >= it.values["count"],
    "worth {value}": lambda it: worth(it) == it.values["value"],
    "worth {value} as {suit}": lambda it: (
        worth(it) == it.values["value"]
        and hinted(it, *card_of(it)).suits[-1] == "CDHS"["♣♦♥♠".index(it.values["suit"])]
    ),
    "worth {value} as a trump": lambda it: worth(it) == it.values["value"] and hinted(it, *card_of(it)).trumps[-1],
    "{worth} · best": lambda it: hinted(it, *card_of(it)).winner == len(it.now["trick"]) > 0,
    "Lead a card: it counts double.": lambda it: it.now["mult"] == 2 and not it.now["trick"],
    "Which card will you lead?": lambda it: it.now["mult"] == 1 and not it.now["trick"],
    "What will you pass to {player}?": lambda it: (it.reader + 1) % seats(it) == it.values["player"],
    "void": lambda it: victor_or_void(it, False) if it.about not in ("now", "last") else True,
    "victor": lambda it: victor_or_void(it, True) if it.about not in ("now", "last") else True,
    "Show another four with {card}?": lambda it: has(it.own, "4") > 1,
    # words
    "Pass {card} to {player}": lambda it: (it.reader + 1) % seats(it) == it.values["player"],
    "The target of {count} point has been reached.": lambda it: max(it.now["scores"]) >= it.values["count"],
    "The limit of {count} hand has been reached.": lambda it: it.now["hand_no"] == it.values["count"],
    # unseen cards
    "In other hands or not dealt": unknown,
    # plans
    "Lead {card} if it is your lead": lambda it: it.card in it.own,
    "Play {card} if you need not follow suit": lambda it: it.card in it.own,
    "Play {card} if {suit} are led": lambda it: it.card in it.own and it.card[1] == suit(it),
    # result
    "{players} players · {count} hand · {target} points end the game": lambda it: (
        (it.values["players"], it.values["count"], it.values["target"]) == (seats(it), it.now["hand_no"], target(it))
    ),
    "ahead for good from hand {number}": lambda it: since_when_ahead(it) == it.values["number"],
    # refusals
    "Bids are final.": lambda it: it.now["phase"] != "bid",
    "First say how many tricks you will win: bid a number from 0 to 10.": lambda it: it.now["phase"] == "bid",
    "Cards are passed only after a trick with a five, and not after the tenth trick.": lambda it: (
        it.now["phase"] == "play"
    ),
    "There was a five in the trick: first choose a card to pass to {player}.": lambda it: (
        has(it.now["last_trick"]["cards"], "5") > 0 and (it.reader + 1) % seats(it) == it.values["player"]
    ),
    "You do not hold {card}, so you cannot show it.": lambda it: it.card not in it.own,
    "You must follow {suit}: you hold {own}.": partial(must_follow, two=False, special=False),
    "You must follow {suit}: you hold {own}. In your hand {card} has only its printed suit.": partial(
        must_follow, two=False, special=True
    ),
    "{two} was led, so you must follow with trumps, {suit}: you hold {own}.": partial(
        must_follow, two=True, special=False
    ),
    "{two} was led, so you must follow with trumps, {suit}: you hold {own}. "
    "In your hand {card} has only its printed suit.": partial(must_follow, two=True, special=True),
    # scene
    "Hand {hand} · trick {trick} of 10 · to {target} points": lambda it: (
        (it.now["hand_no"], it.now["trick_no"]) == (it.values["hand"], it.values["trick"])
        and it.values["target"] == target(it)
    ),
    "{suit} are trumps": lambda it: note(it, "trumps") if it.about in ("now", "last") else suit(it) == trump(it),
    "Trick {number}": lambda it: it.now["trick_no"] == it.values["number"],
    "nobody wins": lambda it: note(it, "nobody"),
    "no trumps": lambda it: note(it, "none"),
    "the lowest value wins": lambda it: note(it, "lowest"),
    "chosen to pass: {card}": lambda it: it.now["passing"][it.actor] == [it.card],
    "{count} card": lambda it: len(it.own) == it.values["count"],
    "won {won}, bid {bid}": lambda it: all(
        it.now[key][it.seat] == it.values[key.removesuffix("s")] for key in ("won", "bids")
    ),
    "{count} more to win": lambda it: it.now["bids"][it.actor] - it.now["won"][it.actor] == it.values["count"],
    "{count} too many": lambda it: it.now["won"][it.actor] - it.now["bids"][it.actor] == it.values["count"],
    "bid reached": lambda it: it.now["won"][it.actor] == it.now["bids"][it.actor],
    "last hand +{points}: bid {bid}, won {won}": lambda it: (
        it.now["last_hand"][it.seat] == [bid := it.values["bid"], won := it.values["won"]]
        and points(len(it.now["hands"]), bid, won) == it.values["points"]
    ),
    "{count} point": lambda it: it.now["scores"][it.seat] == it.values["count"],
    "dealer": lambda it: it.now["dealer"] == it.seat,
    "chosen": lambda it: bool(it.now["passing"][it.seat]),
    "choosing": lambda it: it.now["phase"] == "pass" and not it.now["passing"][it.seat],
    "showed {cards}": lambda it: set(it.values["cards"]) <= set(it.now["shown"][it.seat]) - {*it.now["trick"]},
    "{player} bids": lambda it: (it.now["phase"], it.now["turn"]) == ("bid", it.values["player"]),
    "{player} chooses a card to pass": lambda it: it.to_act == (it.values["player"],) and it.now["phase"] == "pass",
    "{count} players choose a card to pass": lambda it: len(it.to_act) == it.values["count"],
    "{player} plays a card": lambda it: it.to_act == (it.values["player"],) and bool(it.now["trick"]),
    "{player} leads": lambda it: it.to_act == (it.values["player"],) and not it.now["trick"],
    # narration
    "You bid {count} trick.": lambda it: it.about == f"bid {it.values['count']}",
    "{player} bids {count} trick.": lambda it: it.about == f"bid {it.values['count']}",
    "{card}: {story}.": told_value,
    "Your {card}: {story}.": told_value,
    "{player}'s {card}: {story}.": told_value,
    "{king} was led: this trick has no trump suit.": lambda it: done(it)[1].trump is None,
    "{king} was led: {suit} are trumps in this trick.": lambda it: (
        done(it)[1].trump == suit(it) and done(it)[0][0].card[0] == "K"
    ),
    "{king} was led, so {sevens} has no power.": lambda it: sevens(it) and done(it)[0][0].card[0] == "K",
    "Nobody wins the trick: no card that could win is a trump or of the led suit.": lambda it: (
        done(it)[1].winner is None
    ),
    "You win the trick with the victor four {card}.": partial(won_with, how="victor"),
    "{player} wins the trick with the victor four {card}.": lambda it: won_with(it, "victor", it.values["player"]),
    "You win the trick with {card}: because of {sevens}, the lowest value wins.": lambda it: (
        won_with(it, "lowest") and sevens(it)
    ),
    "{player} wins the trick with {card}: because of {sevens}, the lowest value wins.": lambda it: (
        won_with(it, "lowest", it.values["player"]) and sevens(it)
    ),
    "You win the trick with the trump {card}.": partial(won_with, how="trump"),
    "{player} wins the trick with the trump {card}.": lambda it: won_with(it, "trump", it.values["player"]),
    "You win the trick with {card}: {king} made {suit} trumps.": lambda it: won_with(it, "trump") and made_by_king(it),
    "{player} wins the trick with {card}: {king} made {suit} trumps.": lambda it: (
        won_with(it, "trump", it.values["player"]) and made_by_king(it)
    ),
    "You win the trick with {card}.": partial(won_with, how="suit"),
    "{player} wins the trick with {card}.": lambda it: won_with(it, "suit", it.values["player"]),
    "You lead again.": leads_next,
    "{player} leads again.": leads_next,
    "{six} alone has the lowest value: you lead next, and that lead counts double.": leads_next,
    "{six} alone has the lowest value: {player} leads next, and that lead counts double.": leads_next,
    "{jack} makes {suit} the trump suit from now on.": lambda it: (
        [it.now["face_up"][-1]] == it.values["jack"] and trump(it) == suit(it)
    ),
    "Because of {five}, everybody passes a card to the left.": lambda it: (
        it.now["phase"] == "pass" and it.values["five"][0] in [play.card for play in done(it)[0]]
    ),
    "Everybody has passed a card to the left.": lambda it: not any(it.now["passing"]) and it.now["phase"] == "play",
    "You pass {card} to {player}.": lambda it: it.card in it.now["hands"][it.values["player"]],
    "You receive {card} from {player}.": lambda it: (
        it.card in it.own
        and (it.card in {*it.before["hands"][it.values["player"]], *it.before["passing"][it.values["player"]]})
    ),
    "You bid {bid}, won {won}: +{points}.": scored,
    "{player} bid {bid}, won {won}: +{points}.": scored,
    "You deal hand {number} and turn up {card}: {suit} are trumps.": deals,
    "{player} deals hand {number} and turns up {card}: {suit} are trumps.": deals,
    "Nobody won {count} trick.": lambda it: (
        TEN - sum(it.before["won"]) - (done(it)[1].winner is not None) == it.values["count"]
    ),
}
