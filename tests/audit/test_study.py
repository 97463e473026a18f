"""What claims say of games, on games made by hand; and which games they ask for."""

from dataclasses import replace

import numpy as np
import pytest
from study.games import LEXICON

from audit.claims_by_hand import make_claim, make_evidence, make_games, number, read_config
from wordle_jax.audit.claims import parse_check, select_claims
from wordle_jax.audit.families import FAMILIES
from wordle_jax.audit.finding import Finding, Number, Spread, Truth, Unmeasured, Words
from wordle_jax.audit.games import Games
from wordle_jax.audit.settings import PAPER, Setting
from wordle_jax.audit.study import find_games
from wordle_jax.audit.word import find_word_difficulty
from wordle_jax.lexicon import build_lexicon
from wordle_jax.pattern import parse_pattern

# crane is the most frequent of the twelve words, geese the rarest.
RANKED = build_lexicon(LEXICON.answers, LEXICON.answers, {w: 100.0 - i for i, w in enumerate(LEXICON.answers)})


def find(how: str, **games: Games) -> Finding:
    """What is found in games of study main, by solver."""
    by_setting = {Setting("main", solver): own for solver, own in games.items()}
    return find_games(make_claim(f"study:main {how}"), make_evidence(by_setting, RANKED))


def games_of(taken: list[int | None], **changes: object) -> Games:
    games = make_games(taken, lexicon=RANKED)
    return replace(games, records=replace(games.records, **changes)) if changes else games


THREES = games_of([3] * 12)
FOURS = games_of([4] * 12)


def test_groups_of_words() -> None:
    games = games_of([2, 2, 2, None, 3, 3, 3, 3, 3, None, None, 5])
    assert find("solver=a group=frequency:top success_rate", a=games) == Number(100)
    assert number(find("solver=a group=frequency:middle success_rate", a=games)) == pytest.approx(100 * 5 / 6)
    assert number(find("solver=a group=frequency:bottom success_rate", a=games)) == pytest.approx(100 / 3)
    # soare and raise, abide and geese have three vowels.
    assert find("solver=a group=vowels:3-5 success_rate", a=games) == Number(75)
    assert find("solver=a group=vowels:0-1 solved", a=games_of([3] * 12)) == Number(0)
    # speed, three and geese repeat a letter, geese two times more.
    assert find("solver=a group=repeated:1 solved", a=games) == Number(0)
    assert find("solver=a group=repeated:2 mean_solved", a=games) == Number(5)
    # raise, soare, abide and geese have no two consonants side by side.
    assert find("solver=a group=clusters:no solved", a=games) == Number(3)


def test_candidates_and_reduction_by_turn() -> None:
    games = games_of([2, 3, 3])
    candidates = np.full((3, 6), -1.0)
    candidates[0, :2], candidates[1, :3], candidates[2, :3] = (4, 1), (8, 2, 1), (6, 6, 1)
    games = replace(games, records=replace(games.records, candidates=candidates))
    assert find("solver=a candidates:1", a=games) == Number(6)
    assert find("solver=a median_candidates:2", a=games) == Number(2)
    assert find("solver=a candidates:3", a=games) == Number(1)
    assert find("solver=a reduction:1", a=games) == Number(50)


def test_bounds_of_intervals_take_the_words_for_a_sample() -> None:
    games = games_of([3, 4] * 6)
    low, high = (find(f"solver=a interval_{end}:mean_solved", a=games) for end in ("low", "high"))
    assert isinstance(low, Number)
    assert isinstance(high, Number)
    assert 3.1 < low.value < 3.5 < high.value < 3.9


def test_best_order_and_range_of_recipes() -> None:
    assert find("solvers=a,b,c best:mean_all", a=THREES, b=FOURS, c=THREES) == Words(("a", "c"))
    assert find("solvers=a,b best:success_rate", a=THREES, b=FOURS) == Words(("a", "b"))
    assert find("solvers=b,a order:mean_all", a=THREES, b=FOURS) == Truth(True, "b 4, a 3")
    assert find("solvers=a,b order:mean_all", a=THREES, b=FOURS) == Truth(False, "a 3, b 4")
    assert find("solvers=a,b order:success_rate", a=THREES, b=FOURS) == Truth(False, "a 100, b 100")  # none equal
    assert find("solvers=a,b range:share:3", a=THREES, b=FOURS) == Spread(0.0, 100.0)


def test_rankings() -> None:
    fast_and_rash = games_of([2] * 11 + [None])
    alike = "solvers=a,b same_ranking:success_rate,mean_solved"
    assert find(alike, a=fast_and_rash, b=THREES) == Truth(False)
    assert find(alike, a=games_of([4] * 11 + [None]), b=THREES) == Truth(True)


def test_significance() -> None:
    mixed = games_of([3, 3, 3, 3, 3, 4, 3, 3, 4, 3, 3, 3])
    assert find(
        "solver=a versus=b,c all_significant", a=mixed, b=games_of([4, 4, 5] * 4), c=games_of([5, 4, 4] * 4)
    ) == (Truth(True, "than b, c"))
    assert find("solver=a versus=b,c all_significant", a=mixed, b=mixed, c=games_of([5, 4, 4] * 4)) == Truth(
        False, "than c"
    )
    # More guesses are no better, however sure that is.
    assert find("solver=a versus=b all_significant", a=games_of([4, 4, 5] * 4), b=mixed) == Truth(False, "than none")
    assert find("solvers=a,b,c all_pairs_significant", a=mixed, b=mixed, c=games_of([4, 4, 5] * 4)) == Truth(
        False, "2 of 3 pairs"
    )


def test_gains() -> None:
    slow = games_of([6, 6, 6, 3, 3, 3, 3, 3, 3, 4, 4, 4])
    quick = games_of([4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 4])
    # Six guesses of eight are saved on the three words that take longest, which are the most frequent.
    assert find("solver=a versus=b gain_in_hard_words", a=quick, b=slow) == Truth(True, "+6 of +8 guesses")
    assert find("solver=a versus=b gain_by_frequency_quarter", a=quick, b=slow) == (
        Truth(False, "saved from frequent to rare: +6, +0, +0, +2")
    )
    rare = games_of([6, 6, 6, 3, 3, 3, 3, 3, 3, None, None, 4])
    assert find("solver=a versus=b gain_by_frequency_quarter", a=quick, b=rare).is_true  # type: ignore[union-attr]
    gain = find("solver=a versus=c gain_correlation:b", a=quick, b=quick, c=slow)
    assert number(gain) == pytest.approx(1)


def test_failures_and_rare_words() -> None:
    games = games_of([3] * 9 + [None, None, 4])
    assert find("solver=a failures_in_quarter:rare", a=games) == Truth(True, "2 of 2")
    assert find("solver=a failures_in_quarter:rare", a=games_of([None, *[3] * 9, None, 4])) == Truth(False, "1 of 2")
    # The rarest tenth of twelve words is geese alone.
    lost = games_of([3] * 11 + [None])
    assert find("solver=a versus=b only_first_solves_rare", a=THREES, b=lost) == Truth(True, "1 of 1 words")
    assert find("solver=a versus=b only_first_solves_rare", a=THREES, b=games_of([None, *[3] * 10, None])) == (
        Truth(False, "1 of 2 words")
    )


def test_hard_words_in_families() -> None:
    # mound, pound and wound share four letters; a family has four.
    assert find("solver=a six_guess_words_in_families", a=games_of([3, 3, 3, 3, 3, 6, 3, 3, 3, 3, 3, 3])) == (
        Truth(False, "0 of 1 words")
    )
    words = (*LEXICON.answers, "sound")
    larger = build_lexicon(words, words)
    games = make_games([3, 3, 3, 3, 3, 6, 3, 3, 3, 3, 3, 3, 6], lexicon=larger)
    assert find("solver=a six_guess_words_in_families", a=games) == Truth(True, "2 of 2 words")


def test_repeated_guesses_and_equal_games() -> None:
    guesses = np.full((2, 6), -1, np.int32)
    guesses[0, :3], guesses[1, :2] = (1, 2, 3), (4, 5)
    games = games_of([3, 2], guesses=guesses)
    assert find("solver=a repeats_no_guess", a=games) == Truth(True, "0 games with a guess twice")
    assert find("solver=a versus=b same_games", a=games, b=games) == Truth(True, "0 games differ")
    again = guesses.copy()
    again[1, :2] = 4
    other = games_of([3, 2], guesses=again)
    assert find("solver=a repeats_no_guess", a=other) == Truth(False, "1 games with a guess twice")
    assert find("solver=a versus=b same_games", a=games, b=other) == Truth(False, "1 games differ")


def test_rows_with_several_greens() -> None:
    shown = np.full((2, 6), -1, np.int32)
    two, one, won = parse_pattern("ggbyb"), parse_pattern("gbyyb"), parse_pattern("ggggg")
    shown[0, :3], shown[1, :3] = (one, two, won), (one, one, won)
    quarter = games_of([3, 3], observed_patterns=shown)
    both = shown.copy()
    both[1, 1] = two
    half = games_of([3, 3], observed_patterns=both)
    assert number(find("solver=a versus=b multi_green_ratio", a=half, b=quarter)) == pytest.approx(100)


def noisy(rate: str, solver: str = "a", study: str = "noise") -> Setting:
    return Setting(study, solver, noise=rate)


def test_noise() -> None:
    games = {
        noisy(rate, solver): games_of([3] * number + [None] * (12 - number))
        for rate, numbers in {"0": (12, 12), "0.05": (9, 8), "0.1": (8, 4), "0.15": (4, 3), "0.2": (3, 3)}.items()
        for solver, number in zip("ab", numbers, strict=True)
    } | {Setting("adversary", "a", budget="1"): games_of([3] * 8 + [None] * 4)}
    evidence = make_evidence(games, RANKED)

    def found(how: str) -> Finding:
        return find_games(make_claim(how), evidence)

    assert found("study:noise solver=a versus=b ahead_at:0.05,0.1") == Truth(True, "0.05: +8.3, 0.1: +33.3")
    assert found("study:noise solver=a versus=b ahead_at:0.05,0.2") == Truth(False, "0.05: +8.3, 0.2: +0.0")
    assert found("study:noise solvers=a,b widest_at:0.1").is_true  # type: ignore[union-attr]
    assert not found("study:noise solvers=a,b widest_at:0.05").is_true  # type: ignore[union-attr]
    assert number(found("study:noise solver=b noise=0.1 retained")) == pytest.approx(100 / 3)
    assert found("study:adversary solver=a budget=1 not_worse_than_noise:0.05") == Truth(False, "66.7% against 75.0%")
    assert found("study:adversary solver=a budget=1 not_worse_than_noise:0.1") == Truth(True, "66.7% against 66.7%")


def test_success_after_recoveries() -> None:
    one, other = make_games([3, None, 3], [1, 1, 0]), make_games([3, None, None], [1, 1, 1])
    how = "solver=a versus=b success_after_recovery_difference"
    assert find(how, a=one, b=other) == Truth(True, "50.0% against 33.3%")
    assert find(how, a=other, b=one) == Truth(False, "33.3% against 50.0%")


def test_a_difference_that_excludes_nought() -> None:
    sample = {name: make_games(guesses, is_census=False) for name, guesses in {
        "a": [3] * 12, "b": [3] * 2 + [None] * 10, "c": [3] * 11 + [None]
    }.items()}  # fmt: skip
    how = "solver=a versus={} paired_difference_excludes_zero"
    assert find(how.format("b"), **sample).is_true  # type: ignore[union-attr]
    assert not find(how.format("c"), **sample).is_true  # type: ignore[union-attr]


def test_weights() -> None:
    def weigh(weight: str) -> Setting:
        return Setting("main", "hybrid", entropy_weight=weight)

    games = {weigh(weight): FOURS for weight in read_config().weights} | {Setting("main", "hybrid"): FOURS}
    claim = make_claim("study:main solver=hybrid best_weight")
    assert find_games(claim, make_evidence(games)) == Truth(True, "best 0 with 4.0000")
    games[weigh("0.8")] = THREES
    assert find_games(claim, make_evidence(games)) == Truth(False, "best 0.8 with 3.0000")


def test_other_lists_and_changes() -> None:
    games = {
        Setting("spanish", "a", opener="aorta"): games_of([3] * 6 + [None] * 6),
        Setting("english_sample", "a"): games_of([3] * 9 + [None] * 3),
        Setting("main", "a", without="endgame"): FOURS,
        Setting("main", "a"): THREES,
    }
    evidence = make_evidence(games)
    gap = make_claim("study:spanish solver=a opener=aorta against=english_sample success_gap")
    assert find_games(gap, evidence) == Number(25)
    saved = make_claim("study:main solver=a without=endgame versus=a mean_difference")
    assert find_games(saved, evidence) == Number(1)


def test_games_that_were_not_played() -> None:
    evidence = make_evidence({Setting("noise_full", "a"): Unmeasured("not measured here: play it")})
    with pytest.raises(Unmeasured, match="not measured here: play it"):
        find_games(make_claim("study:noise_full solver=a success_rate"), evidence)


def test_difficulty_of_a_word() -> None:
    games = {Setting("main", s): make_games(g) for s, g in {"a": [1, 2, 3, 3], "b": [4, 6, 3, None]}.items()}
    evidence = make_evidence(games, LEXICON)

    def found(word: str, how: str) -> Finding:
        return find_word_difficulty(make_claim(f"word:{word} {how}"), evidence)

    assert found("crane", "solver=b guesses") == Number(4)
    assert found("soare", "solver=b guesses") == Number(7)
    assert found("slate", "solvers=a,b mean") == Number(4)
    # In all 5, 8, 6 and 10 guesses.
    assert [found(w, "solvers=a,b rank_hardest") for w in ("crane", "slate", "trace", "soare")] == [
        Number(rank) for rank in (4, 2, 3, 1)
    ]
    assert found("trace", "solvers=a,b rank_easiest") == Number(2)
    assert found("trace", "solvers=a,b worst_solver") == Words(("a", "b"))
    assert found("soare", "solvers=a,b worst_solver") == Words(("b",))


def list_games(how: str) -> list[Setting]:
    check = parse_check(how)
    return FAMILIES[check.family].list_games(check, read_config())


def test_claims_name_their_games() -> None:
    assert list_games("study:main solver=a versus=b,c all_significant") == [Setting("main", s) for s in "abc"]
    assert list_games("study:main solvers=paper best:mean_all") == [Setting("main", s) for s in PAPER]
    assert list_games("study:noise solver=a noise=0.2 retained") == [noisy("0.2"), noisy("0")]
    assert len(list_games("study:noise solvers=a,b widest_at:0.1")) == 10
    assert list_games("study:noise solver=a versus=b ahead_at:0.1") == [noisy("0.1", "a"), noisy("0.1", "b")]
    assert len(list_games("study:main solver=hybrid best_weight")) == 12
    assert list_games("study:main solver=a computed_opener") == []
    assert list_games("word:crane solver=a guesses") == [Setting("main", "a")]
    assert list_games("optimum:normal beats:a") == [Setting("main", "a")]
    assert list_games("opening:crane entropy") == []


def test_every_claim_of_games_names_them_in_words_of_the_configuration() -> None:
    config = read_config()
    for claim in select_claims((), (), ()):
        if claim.check.family in FAMILIES:
            for setting in FAMILIES[claim.check.family].list_games(claim.check, config):
                for key, value in setting.labels.items():
                    assert value in config.settings[key] or "any" in config.settings[key], claim.check.text
