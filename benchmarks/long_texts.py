"""How long the longest texts that members can type hold up everybody else.

    python -m benchmarks.long_texts

Each text is cut to what the option lets through, and looked up in the rules of all games, in every language; nothing
that is typed makes more work. Prints milliseconds of processor time in the event loop as a Markdown table. **Aim:** 50
at most.
"""

from random import Random
from time import thread_time

from cogs.rules.rules_screen import Rulebook, rules_pages
from cogs.rules.search import find, suggestion, terms
from cogs.shared.catalogue import default_catalogue
from cogs.shared.limits import TYPED_LIMIT
from cogs.shared.rendering import Renderer
from engines import GAMES

TIMES = 20
CATALOGUE = default_catalogue()
CHANCE = Random("long texts")
TEXTS = {
    "what happens when I play a jack": "what happens when I play a jack",
    "words of five letters": " ".join("".join(CHANCE.choices("abcdefghijklmnoprstuw", k=5)) for _ in range(1000)),
    "words of one letter": "a " * 3000,
    "İ": "İ" * 3000,
    "(a+)+$": "(a+)+$" * 1000,
    "zero-width spaces": "\u200b" * 6000,
}


def look_up(typed: str, language: str) -> float:
    """The milliseconds that a search takes, with the word that is suggested where nothing is found."""
    begun = thread_time()
    renderer = Renderer(language, {}, catalogue=CATALOGUE)
    books = [Rulebook(game) for game in GAMES.values()]
    find(books, typed[:TYPED_LIMIT], renderer)
    pages = [(page.heading, page.text) for book in books for page in rules_pages(book, renderer)]
    suggestion(pages, typed[:TYPED_LIMIT])
    terms(pages)
    return (thread_time() - begun) * 1000


def main() -> None:
    """Measure and print."""
    print("| text | the first time | median | longest |", "|---|--:|--:|--:|", sep="\n")
    for name, typed in TEXTS.items():
        taken = [look_up(typed, language) for _ in range(TIMES) for language in ("en-US", "de", "es-ES", "fr")]
        again = sorted(taken[4:])
        print(f"| {name} | {max(taken[:4]):.0f} ms | {again[len(again) // 2]:.1f} ms | {again[-1]:.1f} ms |")


if __name__ == "__main__":
    main()
