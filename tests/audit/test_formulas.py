"""What is printed, carried out on a tiny world word for word."""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from oracle import GRAY, GREEN, YELLOW, feedback, obeys
from worlds import tiny_lexicon, tiny_world

from audit.claims_by_hand import make_claim, make_evidence, make_games, number
from wordle_jax.api import play
from wordle_jax.audit.endgame import find_worse_candidates, is_candidate_optimal, mean_with_candidate, mean_with_other
from wordle_jax.audit.finding import Number, Truth, Words
from wordle_jax.audit.formulas import find_feedback, find_formula
from wordle_jax.audit.games import Games
from wordle_jax.audit.printed_lines import (
    PRINTED,
    count_words_kept_by_equations,
    count_words_wrong_by_hard_filter,
    share_removed_by_line_15,
)
from wordle_jax.audit.settings import Setting
from wordle_jax.audit.tree_nodes import entropy_of, walk_nodes
from wordle_jax.constraints.printed import measure_printed_forms

LEXICON, WORLD = tiny_lexicon("five"), tiny_world("five")
ANSWERS, GUESSES = LEXICON.answers, LEXICON.guesses


def keeps_by_equations(word: str, guess: str, tiles: list[int]) -> bool:
    """Eqs. 3 to 7 as printed."""
    for i, (letter, tile) in enumerate(zip(guess, tiles, strict=True)):
        coloured = sum(g == letter and t != GRAY for g, t in zip(guess, tiles, strict=True))
        if tile == GREEN and word[i] != letter:
            return False
        if tile == YELLOW and (word[i] == letter or letter not in word):
            return False
        if tile == GRAY and word.count(letter) > coloured:
            return False
        if word.count(letter) < coloured:
            return False
    return True


def test_words_that_the_equations_wrongly_keep() -> None:
    wrong = 0
    for guess, answer in product(ANSWERS, ANSWERS):
        tiles = feedback(guess, answer)
        wrong += sum(keeps_by_equations(w, guess, tiles) and feedback(guess, w) != tiles for w in ANSWERS)
    assert wrong > 0
    assert count_words_kept_by_equations(LEXICON, WORLD) == wrong


def test_words_that_the_filter_of_the_hybrid_source_gets_wrong() -> None:
    def keeps(word: str, guess: str, tiles: list[int]) -> bool:
        pairs = list(zip(word, guess, tiles, strict=True))
        return all(w == g for w, g, t in pairs if t == GREEN) and all(g in word for _, g, t in pairs if t == YELLOW)

    wrong = 0
    for guess, answer in product(ANSWERS, ANSWERS):
        tiles = feedback(guess, answer)
        wrong += sum(keeps(word, guess, tiles) != obeys(word, guess, tiles, "hard") for word in GUESSES)
    assert wrong > 0
    assert count_words_wrong_by_hard_filter(LEXICON, WORLD) == wrong


def test_forms_that_the_constraint_package_measures() -> None:
    letters = LEXICON.letters[LEXICON.answer_guess]
    codes = WORLD.matrix.codes[LEXICON.answer_guess]
    found = measure_printed_forms(letters, letters, codes, len(LEXICON.alphabet))
    assert PRINTED["algorithm2_line19"](LEXICON, WORLD) == found.answer_lost_in_order > 0
    assert PRINTED["algorithm2_line22"](LEXICON, WORLD) == found.wrong_words > 0
    everything = measure_printed_forms(LEXICON.letters, letters, WORLD.matrix.codes, len(LEXICON.alphabet))
    assert PRINTED["eq8"](LEXICON, WORLD) == everything.other_feedback > 0


def test_line_15_removes_nothing_and_would_tell_if_it_did() -> None:
    assert share_removed_by_line_15(LEXICON, WORLD) == 0
    shuffled = type(WORLD.matrix)(np.roll(WORLD.matrix.codes, 1, axis=1), WORLD.matrix.num_patterns)
    other = replace(WORLD, matrix=shuffled)
    assert share_removed_by_line_15(LEXICON, other) > 50


def test_two_passes_are_the_rule() -> None:
    assert PRINTED["two_pass_feedback"](LEXICON, WORLD) == 0
    shuffled = type(WORLD.matrix)(np.roll(WORLD.matrix.codes, 1, axis=1), WORLD.matrix.num_patterns)
    other = replace(WORLD, matrix=shuffled)
    assert PRINTED["two_pass_feedback"](LEXICON, other) > 0


def test_claims_of_formulas() -> None:
    evidence = make_evidence()
    wrong = int(PRINTED["eq8"](LEXICON, WORLD))
    assert find_formula(make_claim("formula:eq8 wrong_pairs"), evidence) == Truth(False, f"{wrong} wrong pairs")
    assert find_formula(make_claim("formula:two_pass_feedback wrong_pairs"), evidence) == Truth(True, "0 wrong pairs")
    assert find_formula(make_claim("formula:algorithm4_line15 removed_share", ">90"), evidence) == Number(0.0)
    differs = find_formula(make_claim("formula:algorithm4_line15 differs_from_eq19"), evidence)
    assert differs == Truth(False, "removes 0%")
    assert number(find_formula(make_claim("formula:pattern_table megabytes"), evidence)) == 27 * 16 / 1e6


def test_feedback() -> None:
    assert find_feedback(make_claim("feedback:three,abide", "bbbbg"), make_evidence()) == Words(("bbbbg",))
    assert find_feedback(make_claim("feedback_differs:three,abide", "bbbyg"), make_evidence()) == Truth(True, "bbbbg")
    assert find_feedback(make_claim("feedback_differs:three,abide", "bbbbg"), make_evidence()) == Truth(False, "bbbbg")


def test_words_that_a_guess_tells_apart() -> None:
    def found(how: str) -> Truth:
        truth = find_formula(make_claim(f"formula:{how}"), make_evidence())
        assert isinstance(truth, Truth)
        return truth

    assert found("separates guess=camel words=price,pride") == Truth(True, "ybbyb, bbbyb")
    assert not found("separates guess=soare words=batch,watch").is_true
    assert found("same_feedback guess=soare words=batch,watch").is_true
    assert not found("same_feedback guess=camel words=price,pride").is_true


def test_endgames_against_all_ways_to_part_candidates() -> None:
    def costs(parts: tuple[int, ...], *, wins: bool) -> int:
        """Guesses over all candidates: the first, which may win, and then each part word by word."""
        return int(wins) + sum(1 + n for size in parts for n in range(1, size + 1))

    # Two candidates: guessing one leaves the other; another word tells them apart.
    assert mean_with_candidate(2) == (1.5, 1.5)
    assert [costs((1,), wins=True) / 2, costs((1, 1), wins=False) / 2] == [1.5, mean_with_other(2)]
    # Three: the others apart or not.
    assert mean_with_candidate(3) == (costs((1, 1), wins=True) / 3, costs((2,), wins=True) / 3)
    assert mean_with_other(3) == costs((1, 1, 1), wins=False) / 3 == 2
    assert [is_candidate_optimal(n) for n in (1, 2, 3, 4)] == [True, True, True, False]


def test_three_candidates_of_which_each_leaves_the_others_alike() -> None:
    assert find_worse_candidates(LEXICON, WORLD) == ("bumpy", "dumpy", "jumpy")
    others = tiny_lexicon("accented")
    assert find_worse_candidates(others, tiny_world("accented")) is None


def test_endgame_claims() -> None:
    def found(how: str) -> object:
        return find_formula(make_claim(f"formula:endgame {how}"), make_evidence())

    assert found("candidates=2 guess=candidate") == Number(1.5)
    assert found("candidates=2 guess=other") == Number(2.0)
    assert found("candidates=3 optimal") == Truth(True)
    assert found("candidates=3 worst") == Truth(False, "bumpy, dumpy, jumpy")
    assert found("candidates=2 entropy_tie") == Truth(True, "1 and 1 bits")


@pytest.fixture(scope="module")
def entropy_games() -> Games:
    """The games of entropy on the tiny world."""
    records = play("entropy", LEXICON)
    return Games(records, LEXICON, 6, True)


def test_nodes_of_games(entropy_games: Games) -> None:
    nodes = list(walk_nodes(entropy_games))
    assert len(nodes[0][0]) == len(ANSWERS)
    # Each guess of each game is made at one node.
    assert sum(len(members) for members, _, _ in nodes) == entropy_games.records.num_guesses.sum()
    for members, guess, before in nodes:
        if before >= 0:
            shown = {tuple(feedback(GUESSES[before], ANSWERS[answer])) for answer in members.tolist()}
            assert len(shown) == 1
            assert entropy_of(WORLD, before, members) == 0
        sizes = Counter(tuple(feedback(GUESSES[guess], ANSWERS[answer])) for answer in members.tolist())
        share = np.array(list(sizes.values())) / len(members)
        assert entropy_of(WORLD, guess, members) == pytest.approx(-(share * np.log2(share)).sum())


def test_a_sixth_of_the_bits(entropy_games: Games) -> None:
    evidence = make_evidence({Setting("main", "entropy"): entropy_games})
    assert find_formula(make_claim("formula:theorem2 guess=best"), evidence) == Truth(True, "0 nodes with less")
    # At a second guess the first one, made again, tells nothing; with one answer left nothing is to be told.
    short = sum(len(members) > 1 and before >= 0 for members, _, before in walk_nodes(entropy_games))
    assert short > 0
    found = find_formula(make_claim("formula:theorem2 guess=any"), evidence)
    assert found == Truth(False, f"{short} nodes with less")


def test_a_margin_that_changes_choices() -> None:
    base, same = make_games([3, 4]), make_games([3, 4])
    settings = (Setting("main", "entropy"), Setting("main", "entropy", without="ties"))
    claim = make_claim("formula:epsilon_changes_choice")
    assert find_formula(claim, make_evidence(dict(zip(settings, (base, same), strict=True)))).is_true  # type: ignore[union-attr]
    other = make_games([3, 5])
    assert not find_formula(claim, make_evidence(dict(zip(settings, (base, other), strict=True)))).is_true  # type: ignore[union-attr]


def test_hybrid_scores_rank_as_the_recipe_plays() -> None:
    evidence = make_evidence()
    best = int(evidence.splits("english").measure("hybrid").argmax())
    assert evidence.computed_opener("hybrid", "english") == GUESSES[best]
    assert find_formula(make_claim(f"formula:hybrid_rank word={GUESSES[best]}"), evidence) == Number(1)
    assert number(find_formula(make_claim("formula:hybrid_rank word=xylyl"), evidence)) > 10
