"""Checks a tree by playing every answer, word by word: no matrix, no builder, no search has a part in it."""

from collections.abc import Sequence

from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.pattern import GRAY, GREEN, format_pattern, score_words
from wordle_jax.rules import RuleMode
from wordle_jax.tree.tree import Tree


def verify_tree(tree: Tree, lexicon: Lexicon) -> dict[str, int]:
    """Return the guesses that each answer takes, after every one was played by the rules.

    Raises UserError if the tree has no guess for some answer, breaks a rule, or counts otherwise.
    """
    taken = {}
    for answer in lexicon.answers:
        shown: list[tuple[str, int]] = []
        node = tree.root
        while True:
            if not 0 <= node.guess < lexicon.num_guesses:
                raise UserError(f"the tree guesses word {node.guess} of {lexicon.num_guesses}: there is none")
            guess = lexicon.guesses[node.guess]
            complaint = find_violation(guess, shown, tree.mode)
            if complaint:
                raise UserError(f"the tree breaks the {tree.mode} rules on the way to {answer!r}: {complaint}")
            code = score_words(guess, answer)
            shown.append((guess, code))
            if guess == answer:
                break
            branch = node.branches.get(code)
            if branch is None:
                tiles = format_pattern(code, lexicon.word_length)
                raise UserError(f"the tree has no guess for {answer!r} after {guess} {tiles}")
            node = branch
        taken[answer] = len(shown)
    told = {lexicon.guesses[guess]: number for guess, number in tree.guesses_of.items()}
    if told != taken:
        wrong = sorted(word for word in {*told, *taken} if told.get(word) != taken.get(word))
        raise UserError(f"the tree is wrong about {wrong[0]!r}: {told.get(wrong[0])}, played {taken.get(wrong[0])}")
    return taken


def find_violation(guess: str, shown: Sequence[tuple[str, int]], mode: RuleMode) -> str:
    """Return what a rule mode has against a guess after these guesses and their patterns; empty if nothing."""
    if mode == "normal":
        return ""
    for word, code in shown:
        tiles = [code // 3 ** (len(word) - 1 - i) % 3 for i in range(len(word))]
        if guess == word:
            return f"{guess} is guessed twice"
        for i, (letter, tile) in enumerate(zip(word, tiles, strict=True)):
            revealed = sum(other == letter and shown != GRAY for other, shown in zip(word, tiles, strict=True))
            if guess.count(letter) < revealed:
                return f"{guess} has fewer {letter} than {word} revealed"
            if tile == GREEN and guess[i] != letter:
                return f"{guess} moves the green {letter} of {word}"
            if mode == "ultra_hard" and tile != GREEN:
                if guess[i] == letter:
                    return f"{guess} has {letter} again where {word} did not find it"
                if tile == GRAY and guess.count(letter) > revealed:
                    return f"{guess} has more {letter} than {word} showed there are"
    return ""
