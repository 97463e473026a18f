"""Players: the choice of every recipe at a belief, down to the last tie-break."""

import numpy as np
import pytest
from oracle import Oracle
from worlds import find_real_nodes, hard_recipe_names, read_recipe, set_match, shrink, tiny_lexicon, tiny_world

from wordle_jax.belief import BeliefSets, join_sets
from wordle_jax.opening import rank_explorers
from wordle_jax.player import Player
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import Recipe

CHOOSING = [name for name in hard_recipe_names() if name != "random"]


def find_answers(lexicon, *words):
    return np.array(sorted(lexicon.answers.index(word) for word in words), np.int32)


def decide_words(lexicon, world, recipe, words, turn=4, legal=None):
    """The guess of a recipe for the candidates given; legal words, or None for all."""
    player = Player(to_dataclass(Recipe, recipe), world, rank_explorers(world))
    mask = None
    if legal is not None:
        mask = np.zeros((1, world.num_guesses), bool)
        mask[0, [lexicon.guess_index[word] for word in legal]] = True
    return lexicon.guesses[int(player.decide(join_sets([find_answers(lexicon, *words)]), turn, mask)[0])]


# --- the real world ----------------------------------------------------------------------------------------


class EnglishOracle(Oracle):
    """An oracle that looks patterns up in the matrix, which is compared with its own elsewhere."""

    def __init__(self, recipe, lexicon, world):
        frequency = dict(zip(lexicon.guesses, lexicon.frequency_per_million.tolist(), strict=True))
        super().__init__(recipe, lexicon.answers, lexicon.guesses, frequency)
        self.matrix = world.matrix.codes
        self.column = {word: a for a, word in enumerate(lexicon.answers)}
        self.words, self.columns = None, None

    def codes(self, guess, words):
        if words is not self.words:
            self.words, self.columns = words, [self.column[word] for word in words]
        return self.matrix[self.place[guess]][self.columns].tolist()


@pytest.fixture(scope="module")
def english_explorers(english_world):
    return rank_explorers(english_world)


def test_explorers_are_the_guesses_of_highest_entropy(english, english_world, english_explorers):
    """Exactly, in products of c**c: the table of logarithms changes no place among the first hundred."""
    oracle = EnglishOracle(read_recipe("csp_aware"), english, english_world)
    some = english_explorers[:400].tolist()
    oracle.guesses = [english.guesses[g] for g in sorted(some)]
    assert oracle.explorers(100) == [english.guesses[g] for g in some[:100]]
    bits = np.array([entropy_of(row) for row in english_world.matrix.codes])
    assert bits[english_explorers[:100]].min() >= np.delete(bits, english_explorers[:100]).max()
    assert [english.guesses[g] for g in some[:3]] == ["soare", "roate", "raise"]


def entropy_of(codes):
    shares = np.bincount(codes) / len(codes)
    shares = shares[shares > 0]
    return -(shares * np.log2(shares)).sum()


@pytest.mark.parametrize("name", CHOOSING)
def test_every_recipe_chooses_like_the_oracle_in_real_games(name, english, english_world, english_explorers):
    recipe = read_recipe(name)
    if "lookahead" in recipe:
        recipe["lookahead"] = 3  # plain Python takes long to look ahead
    oracle = EnglishOracle(recipe, english, english_world)
    oracle.known_ranking = [english.guesses[g] for g in english_explorers[:100]]
    player = Player(to_dataclass(Recipe, recipe), english_world, english_explorers[:100])
    nodes = find_real_nodes(english, english_world)
    legal = None
    if recipe["pool"][0].get("explorers") == "all":
        # All guesses take plain Python long: some, and the candidates, are enough to choose among.
        legal = np.zeros((len(nodes), english.num_guesses), bool)
        legal[:, :: 1 + english.num_guesses // 800] = True
        for b in range(len(nodes)):
            legal[b, english_world.answer_guess[nodes[b]]] = True
    for turn in {stage.get("until", 4) for stage in recipe["pool"]}:
        chosen = player.decide(nodes, turn, legal)
        for b, guess in enumerate(chosen.tolist()):
            candidates = [english.answers[a] for a in nodes[b]]
            allowed = None if legal is None else [english.guesses[g] for g in np.flatnonzero(legal[b])]
            assert english.guesses[guess] == oracle.choose(candidates, turn, allowed), f"node {b}, turn {turn}"


# --- parameters of recipes ---------------------------------------------------------------------------------

VARIANTS = [
    ("entropy", {"candidate_at": 0}),
    ("entropy", {"candidate_at": 3}),
    ("entropy", {"candidate_at": 100}),
    ("entropy", {"tie_tolerance": 0.001}),
    ("entropy", {"tie_tolerance": 0.3}),
    ("minimax", {"tie_tolerance": 1.0}),
    ("expected_size", {"tie_tolerance": 0.25}),
    ("most_parts", {"tie_tolerance": 2.0}),
    ("bayes_entropy", {"tie_tolerance": 0.2}),
    ("bayes_entropy", {"candidate_at": 4}),
    ("probabilistic_csp", {"mass_power": 3}),
    ("probabilistic_csp", {"prior": "uniform"}),
    ("csp_aware", {"prior": "frequency"}),
    ("entropy", {"prior": "frequency", "pool": [{"candidates": "all", "explorers": 3}]}),
    ("hybrid", {"entropy_weight": 1.0, "frequency_weight": 0.0}),
    ("hybrid", {"entropy_weight": 0.0, "frequency_weight": 1.0}),
    ("hybrid", {"pool": [{"candidates": 4, "explorers": 5}], "tie_tolerance": 0.05}),
    ("frequency", {"pool": [{"candidates": 3}]}),
    ("frequency", {"tie_tolerance": 0.05}),
    ("most_parts", {"score": "least_guesses"}),
    ("classical_entropy", {"score": "least_guesses", "tie_tolerance": 0.2}),
    ("lookahead", {"lookahead": 27, "candidate_at": 0}),
    ("lookahead", {"score": "expected_size", "lookahead": 5}),
    ("lookahead", {"score": "largest_part", "prior": "frequency"}),
    ("lookahead", {"score": "parts", "pool": [{"candidates": 4, "explorers": 5, "until": 2}, {"candidates": "all"}]}),
    ("lookahead", {"score": "least_guesses", "lookahead": 1}),
    ("lookahead", {"score": "least_guesses", "lookahead": 27}),
    ("minimax", {"opener": "stage", "pool": [{"candidates": 2, "explorers": 2, "until": 2}, {"explorers": "all"}]}),
]


@pytest.mark.parametrize(("name", "changes"), VARIANTS)
def test_parameters_mean_the_same_to_the_oracle(name, changes):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    recipe = shrink(read_recipe(name, **changes))
    match = set_match(lexicon, world, recipe)
    generator = np.random.default_rng(0)
    sets = [np.sort(generator.choice(16, size, replace=False)).astype(np.int32) for size in list(range(1, 17)) * 2]
    for turn in (1, 3):
        chosen = match.table.player.decide(join_sets(sets), turn)
        for members, guess in zip(sets, chosen.tolist(), strict=True):
            candidates = [lexicon.answers[a] for a in members]
            assert lexicon.guesses[guess] == match.oracle.choose(candidates, turn), (candidates, turn)


# --- by hand -----------------------------------------------------------------------------------------------


def test_jumpy_or_jibed():
    """Of bumpy, dumpy and jumpy: jibed splits all three, a candidate only two parts and may win at once."""
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    three = ("bumpy", "dumpy", "jumpy")
    for name in ("entropy", "minimax", "expected_size", "most_parts"):
        assert decide_words(lexicon, world, read_recipe(name), three) == "jibed"
    assert decide_words(lexicon, world, read_recipe("entropy", candidate_at=3), three) == "bumpy"
    assert decide_words(lexicon, world, read_recipe("classical_entropy"), three) == "bumpy"


def test_ties_go_to_a_candidate_then_to_the_likelier_then_to_the_first():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    # Most guesses split these two. abide stands before three and is the rarer; speed stands before both.
    both = ("abide", "three")
    for name in ("entropy", "minimax", "expected_size", "most_parts", "classical_entropy"):
        assert decide_words(lexicon, world, read_recipe(name), both) == "abide", name
        assert decide_words(lexicon, world, read_recipe(name, prior="frequency"), both) == "three", name
    for name in ("bayes_entropy", "probabilistic_csp"):
        assert decide_words(lexicon, world, read_recipe(name), both) == "three", name
        assert decide_words(lexicon, world, read_recipe(name, prior="uniform"), both) == "abide", name
    assert decide_words(lexicon, world, read_recipe("entropy"), both, legal=["crate", "speed"]) == "speed"


def test_rules_narrow_the_choice():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    three = ("bumpy", "dumpy", "jumpy")
    entropy = read_recipe("entropy")
    assert decide_words(lexicon, world, entropy, three, legal=["dumpy", "mamma"]) == "dumpy"
    # The only candidate left is guessed if it may be, else the best of what may be.
    assert decide_words(lexicon, world, entropy, ("dumpy",), legal=["dumpy", "jibed"]) == "dumpy"
    assert decide_words(lexicon, world, entropy, ("dumpy",), legal=["speed", "jibed"]) == min(
        ["speed", "jibed"], key=lexicon.guesses.index
    )


@pytest.mark.parametrize("name", CHOOSING)
def test_where_the_rules_forbid_the_pool_any_legal_guess_is_considered(name):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    recipe = shrink(read_recipe(name))
    match = set_match(lexicon, world, recipe)
    legal = [word for word in lexicon.guesses if word in ("mamma", "xylyl", "level", "crate", "speed")]
    for words in (("bumpy", "dumpy", "jumpy"), ("geese", "eerie"), ("three",), lexicon.answers[:9]):
        candidates = sorted(words)
        for turn in (2, 4):
            expected = match.oracle.choose(candidates, turn, legal)
            assert decide_words(lexicon, world, recipe, words, turn, legal) == expected


def test_beliefs_are_decided_alike_in_any_company():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    generator = np.random.default_rng(3)
    sets = [np.sort(generator.choice(16, size, replace=False)).astype(np.int32) for size in [1, 2, 3, 5, 8, 9, 15] * 5]
    mask = generator.random((len(sets), world.num_guesses)) < 0.4
    mask[:, 0] = True
    for name in CHOOSING:
        player = set_match(lexicon, world, shrink(read_recipe(name))).table.player
        for legal in (None, mask):
            together = player.decide(join_sets(sets), 2, legal)
            backwards = player.decide(join_sets(sets[::-1]), 2, None if legal is None else legal[::-1])
            np.testing.assert_array_equal(backwards[::-1], together)
            for b in (0, 3, 13, 34):
                alone = player.decide(join_sets([sets[b]]), 2, None if legal is None else legal[b : b + 1])
                assert alone[0] == together[b]


def test_what_is_prepared_changes_no_choice():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    for name in CHOOSING:
        prepared = set_match(lexicon, world, shrink(read_recipe(name))).table.player
        prepared.prepare()
        plain = set_match(lexicon, world, shrink(read_recipe(name))).table.player
        some = join_sets([np.arange(size, dtype=np.int32) for size in (1, 2, 7, 15)])
        np.testing.assert_array_equal(prepared.decide(some, 2), plain.decide(some, 2))


# --- drawing -----------------------------------------------------------------------------------------------


def draw_words(lexicon, world, sets, belief, bits, legal=None):
    player = Player(to_dataclass(Recipe, read_recipe("random")), world, np.zeros(0, np.int32))
    beliefs: BeliefSets = join_sets([find_answers(lexicon, *words) for words in sets])
    drawn = player.draw(beliefs, np.array(belief, np.int64), np.array(bits, np.uint32), legal)
    return [lexicon.guesses[g] for g in drawn]


def test_a_draw_divides_the_numbers_evenly():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    sets = [("essay", "bumpy", "three"), ("melee",)]
    third = 2**32 / 3
    bits = [0, int(third), int(third) + 1, int(2 * third), int(2 * third) + 1, 2**32 - 1, 0, 2**32 - 1]
    expected = ["bumpy", "bumpy", "essay", "essay", "three", "three", "melee", "melee"]
    assert draw_words(lexicon, world, sets, [0] * 6 + [1] * 2, bits) == expected
    even = np.linspace(0, 2**32 - 1, 3000).astype(np.uint32)
    drawn = draw_words(lexicon, world, sets, [0] * 3000, even)
    assert [drawn.count(word) for word in ("bumpy", "essay", "three")] == [1000] * 3


def test_a_draw_keeps_to_the_rules():
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    legal = np.zeros((2, world.num_guesses), bool)
    legal[0, [lexicon.guess_index[word] for word in ("essay", "three", "jibed")]] = True
    legal[1, [lexicon.guess_index[word] for word in ("mamma", "crate")]] = True
    sets = [("essay", "bumpy", "three"), ("melee", "speed")]
    bits = [0, 2**31 - 1, 2**31, 2**32 - 1]
    assert draw_words(lexicon, world, sets, [0] * 4, bits, legal) == ["essay", "essay", "three", "three"]
    # No candidate of the second may be guessed.
    others = sorted(["mamma", "crate"], key=lexicon.guesses.index)
    assert draw_words(lexicon, world, sets, [1] * 4, bits, legal) == [word for word in others for _ in range(2)]


@pytest.mark.parametrize("name", [name for name in CHOOSING if read_recipe(name)["score"] != "letter_frequency"])
def test_a_tolerance_without_bounds_leaves_the_choice_to_the_tie_break(name):
    lexicon, world = tiny_lexicon("five"), tiny_world("five")
    recipe = shrink(read_recipe(name, tie_tolerance=1e300, prior="uniform"))
    words = lexicon.answers[:5]
    first_in_list = min(words, key=lexicon.guesses.index)
    assert decide_words(lexicon, world, recipe, words) == first_in_list
