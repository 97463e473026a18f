"""Hard families: which words they hold, and the way to each."""

import pytest
from worlds import read_recipe, set_match, shrink, tiny_lexicon, tiny_world

from wordle_jax.lexicon import build_lexicon
from wordle_jax.pattern import format_pattern, score_words
from wordle_jax.tree.build import build_tree
from wordle_jax.tree.families import describe_families, find_families
from wordle_jax.tree.tree import Node, Tree
from wordle_jax.tree.verify import verify_tree


def chain(words: str) -> tuple:
    """A list of words, and the tree that guesses them in the order given, whatever it sees."""
    order = words.split()
    lexicon = build_lexicon(sorted(order), sorted(order), {}, name="chain", strip_accents=False)

    def build(left: list[str]) -> Node:
        guess = left[0]
        branches: dict = {}
        for word in left[1:]:
            branches.setdefault(score_words(guess, word), []).append(word)
        below = {code: build(some) for code, some in branches.items()}
        return Node(lexicon.guess_index[guess], {**below, score_words(guess, guess): None})

    tree = Tree(lexicon.digest, "normal", build(order))
    verify_tree(tree, lexicon)
    return tree, lexicon


def test_words_that_share_all_letters_but_one_are_a_family() -> None:
    tree, lexicon = chain("bound found hound mound batch hatch pixie")
    # bound bgggg: found hound mound; bound gbbbb: batch; bound bbbbb: hatch pixie
    assert tree.guesses_of[lexicon.guess_index["mound"]] == 4
    assert describe_families(find_families(tree, lexicon, 3)) == (
        "_ound  hound mound, but not bound found\n"
        "  hound 3  bound bgggg 3  found bgggg 2\n"
        "  mound 4  bound bgggg 3  found bgggg 2  hound bgggg 1\n"
        "pixie  pixie\n"
        "  pixie 3  bound bbbbb 2  hatch bbbbb 1\n"
    )
    assert [family.shared for family in find_families(tree, lexicon, 4)] == ["_ound"]
    assert find_families(tree, lexicon, 5) == []
    assert describe_families([]) == "no word takes so many guesses\n"


def test_each_word_goes_to_the_family_with_most_hard_words_then_with_most_answers() -> None:
    tree, lexicon = chain("aaaaa bcade bcafe bcase bcash fcade gcade")
    families = {family.shared: (tuple(family.ways), family.members) for family in find_families(tree, lexicon, 1)}
    assert families == {
        "_cade": (("bcade", "fcade", "gcade"), ("bcade", "fcade", "gcade")),
        "bca_e": (("bcafe", "bcase"), ("bcade", "bcafe", "bcase")),
        "bcas_": (("bcash",), ("bcase", "bcash")),
        "aaaaa": (("aaaaa",), ("aaaaa",)),
    }


@pytest.mark.parametrize("name", ["five", "three", "accented"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_hard_word_is_in_one_family_and_its_way_is_what_is_played(name: str, number: int) -> None:
    lexicon, world = tiny_lexicon(name), tiny_world(name)
    match = set_match(lexicon, world, shrink(read_recipe("frequency")))
    tree = build_tree(match.table.setup, world)
    taken = verify_tree(tree, lexicon)
    families = find_families(tree, lexicon, number)
    words = [word for family in families for word in family.ways]
    assert sorted(words) == sorted(word for word, guesses in taken.items() if guesses >= number)
    sizes = [len(family.ways) for family in families]
    assert sizes == sorted(sizes, reverse=True)
    for family in families:
        assert set(family.ways) <= set(family.members) <= set(lexicon.answers)
        for word, way in family.ways.items():
            game = match.oracle.play(word)
            left = lexicon.answers
            assert [step.guess for step in way] == game.guesses[:-1]
            for step in way:
                assert step.tiles == format_pattern(score_words(step.guess, word), lexicon.word_length)
                left = [
                    other
                    for other in left
                    if score_words(step.guess, other) == score_words(step.guess, word) and other != step.guess
                ]
                assert step.left == len(left)
