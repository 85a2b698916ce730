"""The templates that state no fact about a position, by hand: advice, questions, names, and what only repeats a move.

Whoever writes a new sentence that states a fact gives it a check in the module of its game instead.
"""

COMMON = {
    "It's your turn.",  # a call, to those who may act
    # Names and values that stand alone.
    "{card}",
    "{cards}",
    "{choice} · {hint}",
    # A beat, compared with its events in tests/cogs/test_told_moves.py.
    "{line} {effect}",
    "{moves}, {move}",
    "{moves}.",
    "You: {moves}.",
    "{player}: {moves}.",
    "{card} drawn",
    "{cards} drawn",
    "a card drawn",
    "{count}",
    "{number}",
    "{pile}",
    "{player}",
    "{players}, {player}",
    "{players} and {player}",
    "{player}'s piles",
    "{player}'s cards",
    "Your hand",
    "Your piles",
    "clubs",
    "diamonds",
    "hearts",
    "spades",
}

JUDGEMENTS: dict[str, set[str]] = {
    "three_piles": {
        # Names.
        "Stacks",
        "Stack {number}",
        "Deck",
        "Pile {number}",
        "points",
        # Actions.
        "Draw a card",
        "Pass",
        "Put {card} on pile {pile}",
        "Put {card} on stack {stack}",
        "Draw a card, then play one",
        "{points} · {skipped}",
    },
    "counter": {
        # A beat.
        "You bid {tricks}",
        "{player} bids {tricks}",
        "You {card}",
        "{player} {card}",
        # Names.
        "Indicator",
        "Trumps",
        "Stack",
        "Last trick",
        "{tricks}",
        "{value}",
        "points",
        "Bid/tricks",
        "1–{last}",
        # Compared in tests/engines/test_results.py.
        "{bid}/{won}",
        # Questions and actions.
        "Exactly how many tricks?",
        "Which card will you play?",
        "Bid {count} trick",
        "Play {card}",
        "Play {card} and show {shown}",
        "Show none",
        "Show {card}",
        "show another, or void",  # the rule of fours
        "Bid a number from 0 to 10.",
        "You have chosen a card to pass.",
        "{player} has chosen a card to pass.",
        "You play {card}.",
        "{player} plays {card}.",
        "You play {card} and show {shown}.",
        "{player} plays {card} and shows {shown}.",
        # Rules.
        "You can show a four only while you play another four.",
        "Only a four can be shown.",
        "You cannot show the four that you play: show another one.",
        # Parts of a card's story, which is checked as a whole.
        "{before} → {step}",
        "{story}; {role}",
        "{value} (off-suit ten)",
        "{value} ({card} is in the trick)",
        "{value} (robs {cards})",
        "{value} (robbed by {card})",
        "{value} ({card} is worth 11)",
        "{value} (doubled lead)",
        "{value} (more cards above 9 than below)",
        "{value} (more cards below 9 than above)",
        "counts as a trump",
        "counts as {suit}",
        "an ordinary card because of {queen}",
        "void, cannot win",
        "victor, with {shown} shown",
        "trump",
        # Passed cards, which nobody else may see.
        "passed to {player}: {cards}",
        "received from {player}: {cards}",
    },
    "knotweed": {
        # A beat.
        "{cards} → {top} on pile {number}",
        "passed",
        "pile {number} discarded ({card})",
        # Names.
        "Draw pile",
        "Draw",
        "Play piles",
        "Discarded piles",
        "Discards",
        "Pile {number}",
        "points",
        "{count} cards of rank {rank}",
        # Plans, which are played only where they hold.
        "Accept every turn",
        "Accept every turn, unless it was a last card",
        "Pass whenever none of your cards fits",
        # Questions and actions.
        "Was this turn within the rules?",
        "How many cards will you draw?",
        "Accept or challenge {player}'s turn.",
        "Accept or challenge {player}'s turn: {plays}.",
        "Was this turn within the rules ({plays})?",
        "{cards} on {top}",
        "{plays}, {play}",
        "Play more, or end your turn?",
        "What will you play?",
        "End turn",
        "Pass",
        "Discard pile {pile}",
        "Challenge",
        "Accept",
        "costs nothing",  # a rule
        "You pass.",
        "{player} passes.",
        "You challenge {player}'s turn.",
        "You accept {player}'s turn.",
        # Rules and advice.
        "Compare each card with the one it covers. A wrong challenge is free.",
        "You cannot choose how many cards to draw: leave the number out.",
    },
    "card_duel": {
        # A beat.
        "stopped",
        "{card} attacks",
        "{card} attacks from the deck",
        "{card} defends",
        "{card} defends from the deck",
        "{card} hits",
        "{card} hits from the deck",
        # Names.
        "Exchange",
        "Last exchange",
        "games won",
        "damage",
        "Your deck",
        "Your cards",
        "Cards",
        "Your hand so far",
        "Hand",
        "Deck",
        "Discard pile",
        "Discard",
        "Damage",
        # Plans, which are played only where they hold.
        "Play your next card from the deck",
        "Stop the attack with your lowest card that can",
        "Stop the attack with your lowest card that can, otherwise play from the deck",
        # Actions.
        "Play without a hand",
        "Play this hand",
        "Reshuffle",  # the deck is empty
        "Start over",
        "Lowest cards",  # which cards these are is shown after the tap
        "Put {card} into the hand",
        "Finish the hand",
        "Play {card} from the hand",
        "You have chosen your hand.",
        "{player} has chosen a hand.",
    },
    "counterweight": {
        # A beat.
        "{card} begins {pile}",
        "{piles} collected: {count} card",
        "{card} on {pile}",
        "{card} up on {pile}",
        "{card} down on {pile}",
        "You pay {points}.",
        "{player} pays {points}.",
        # Names.
        "Permanent piles",
        "Stock",
        "Set aside",
        "Aside",
        "Hand",
        "games won",
        "penalty points",
        # A plan.
        "Always leave the cards where they are",
        # Questions and actions.
        "Which card begins your pile?",
        "Place a couple",
        "Start a pile instead",
        "Start a pile with {card}",
        "Collect {piles}",
        "Move nothing",
        "Begin a new pile with {card}",
        "Collect nothing",
        "Leave the cards where they are",
        "Move {card} to {pile}",
        "Move {card} to {pile} and {other_card} to {other_pile}",
        "You leave the cards where they are.",
        "{player} leaves the cards where they are.",
        "You move {card} to {pile}.",
        "{player} moves {card} to {pile}.",
        "You move {card} to {pile} and {other_card} to {other_pile}.",
        "{player} moves {card} to {pile} and {other_card} to {other_pile}.",
        "You collect nothing.",
        "{player} collects nothing.",
        # Rules.
        "A couple is made of two different cards.",
        "The two cards must go on two different piles.",
        "The two cards must end on two different piles.",
        "A card can move to one pile only.",
        "{pile} is a permanent pile: nobody can collect it.",
        "{pile} is not a permanent pile: cards move to P1 or P2.",
    },
}

OF_REASONS: dict[str, set[str]] = {
    "three_piles": set(),
    # Set positions in tests/opponents/reasons show these where they hold.
    "knotweed": {"The draw pile is empty, so a pass costs nothing."},
    "counterweight": {
        "Your last card fits no pile, so you have to begin a new one.",
        "Ways for you to place a couple then, if the piles stay as they are",
    },
    # Estimates, whose sum over all hands is tested.
    "counter": {
        "Your hand should win about {tricks} of the {all} tricks, mostly with {cards}.",
        "How far this bid is from the tricks that your hand should win",
        # Compared with the rules' table in tests/engines/counter.
        "Points if you make the bid",
        "How far the tricks you should win then are from those you want",
    },
    "card_duel": {"Attacking from the deck saves your hand for defence and damage."},
}
"""The same for the reasons of hints."""

ABOUT_NO_POSITION = {
    "“{text}” is not a card: write rank and suit, such as TD for the ten of diamonds.",
    "That choice is no longer there. Look at your hand again.",
    "Points by game",
    *("player {number}", "one game", "best of {games}", "at random"),  # values of house rules
    # Estimates of a computer: tests/opponents/test_reasons.py compares them with what it has considered.
    "I think this wins about {percent}% of the time; everything else I tried came out worse.",
    "I think this wins about {percent}% of the time; “{move}” is about as good.",
    "I think this wins about {percent}% of the time; “{move}” may be better, but I am not sure.",
    "I think this wins about {percent}% of the time; the next best, “{move}”, about {other}%.",
    "This should win; everything else I tried came out worse.",
    "This should win; the next best, “{move}”, wins about {other}% of the time.",
    "The first place is taken. I think this keeps you from being last about {percent}% of the time.",
    "The first place is taken. I think this keeps you from being last about {percent}% of the time; the next best, "
    "“{move}”, about {other}%.",
    "{measure}: {mine}; with “{move}”, {other}.",
    "Whatever I tried, there is little hope of winning.",
    "Whatever I tried, you should win from here.",
    "It is the only thing you can do now.",
    "Of everything you can do now, I would choose this.",
}
"""What the modules of all games say about something else than a position."""
