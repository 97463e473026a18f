"""Reviews against a slow judge that tries every way to go on, and against a game worked out by hand."""

import math
import random

import pytest
from oracle import feedback, obeys
from worlds import tiny_lexicon, tiny_world

from review.oracle import SlowJudge, luck, split
from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.prior import ONE_COUNT_PER_MILLION
from wordle_jax.review import endgame
from wordle_jax.review.judge import Judge
from wordle_jax.world import build_world


def judge_of(name, mode="normal"):
    return Judge(tiny_lexicon(name), tiny_world(name), mode)


def tiles_of(guess, answer):
    return "".join("byg"[tile] for tile in feedback(guess, answer))


def draw_game(lexicon, draw, mode):
    """An answer and some legal guesses, the last of which may be it."""
    answer = draw.choice(lexicon.answers)
    guesses, history = [], []
    for _ in range(draw.randint(1, 4)):
        legal = SlowJudge(lexicon.answers, lexicon.guesses, mode).legal(history)
        guess = draw.choice(legal)
        guesses.append(guess)
        history.append((guess, feedback(guess, answer)))
        if guess == answer:
            break
    return answer, guesses


@pytest.mark.parametrize("name", ["five", "three"])
@pytest.mark.parametrize("mode", ["normal", "hard", "ultra_hard"])
def test_every_number_is_that_of_the_slow_judge(name, mode):
    lexicon, draw = tiny_lexicon(name), random.Random(f"{name} {mode}")
    slow, fast = SlowJudge(lexicon.answers, lexicon.guesses, mode), judge_of(name, mode)
    for _ in range(12):
        answer, guesses = draw_game(lexicon, draw, mode)
        review = fast.review(guesses, answer)
        candidates, history = tuple(lexicon.answers), []
        for turn, guess in zip(review.turns, guesses, strict=True):
            legal = slow.legal(history)
            parts = split(guess, candidates)
            part = parts[tuple(feedback(guess, answer))]
            assert (turn.guess, turn.tiles) == (guess, tiles_of(guess, answer))
            assert (turn.before, turn.after) == (len(candidates), len(part))
            assert turn.bits == pytest.approx(math.log2(len(candidates) / len(part)))
            expected = sum(len(p) / len(candidates) * math.log2(len(candidates) / len(p)) for p in parts.values())
            assert turn.expected_bits == pytest.approx(expected)
            assert turn.luck == luck(guess, answer, candidates)
            assert turn.is_candidate == (guess in candidates)
            best = slow.cost(candidates, legal)
            lost = (slow.cost_of(guess, candidates, legal) - best) / len(candidates)
            assert (turn.method, turn.lost) == ("search", pytest.approx(lost))
            assert turn.skill == max(0, math.floor(99 * (1 - lost) + 0.5 + 1e-9))
            assert slow.cost_of(turn.best, candidates, legal) == best
            assert turn.best == guess or lost > 0
            assert turn.line[-1] == answer
            history.append((guess, feedback(guess, answer)))
            candidates = tuple(part)
        assert review.is_solved == (guesses[-1] == answer)
        assert set(review.left) == set(candidates)
        skills = [turn.skill for turn in review.turns]
        assert review.skill == math.floor(sum(skills) / len(skills) + 0.5)
        assert review.luck == math.floor(sum(turn.luck for turn in review.turns) / len(review.turns) + 0.5)


@pytest.mark.parametrize(("name", "mode"), [("five", "normal"), ("five", "hard"), ("three", "ultra_hard")])
def test_the_best_lines_of_all_answers_are_a_best_tree(name, mode):
    lexicon = tiny_lexicon(name)
    slow, fast = SlowJudge(lexicon.answers, lexicon.guesses, mode), judge_of(name, mode)
    useless = max(lexicon.guesses, key=lambda guess: len(max(split(guess, lexicon.answers).values(), key=len)))
    lines = [fast.review([useless], answer).turns[0].line for answer in lexicon.answers]
    assert len({line[0] for line in lines}) == 1
    assert sum(map(len, lines)) == slow.cost(tuple(lexicon.answers), tuple(lexicon.guesses))


@pytest.mark.parametrize("name", ["five", "three", "accented"])
def test_where_there_are_too_many_candidates_bits_decide(name, monkeypatch):
    monkeypatch.setattr(endgame, "MOST_SEARCHED", 1)
    lexicon = tiny_lexicon(name)
    slow, fast = SlowJudge(lexicon.answers, lexicon.guesses, "normal"), judge_of(name)
    best = max(slow.value(guess, lexicon.answers) for guess in lexicon.guesses)
    for guess in lexicon.guesses:
        turn = fast.review([guess], lexicon.answers[0]).turns[0]
        lost = 1 - slow.value(guess, lexicon.answers) / best
        assert turn.method == "bits"
        assert turn.lost == pytest.approx(lost, abs=1e-4)  # bits are added in units of 2**-16
        assert abs(turn.skill - 99 * (1 - lost)) < 0.51
        assert slow.value(turn.best, lexicon.answers) == pytest.approx(best, abs=1e-4)
        assert turn.line[-1] == lexicon.answers[0]


def test_a_search_that_would_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(endgame, "_PAIRS", 2)
    turn = judge_of("five", "hard").review(["xylyl"], "abide").turns[0]
    assert turn.method == "bits"


def test_a_game_worked_out_by_hand():
    """Four words: bumpy, dumpy, jumpy and abide may be it, jibed may be guessed too. It is jumpy.

    dumpy first. It shows bbbyb to abide, bgggg to bumpy and jumpy, ggggg to itself: parts of 1, 2 and 1. Bits expected:
    2/4·log2(4/2) + 2·1/4·log2(4) = 1.5; two of four are left, 1 bit. Luck: none would have left more than two, and
    bumpy and jumpy as many: (0 + 2/2)/4 is 25 of 100. Guesses in total: 4 for dumpy itself, 1 more for abide, 1 and 2
    for bumpy and jumpy: 8. abide first shows bybbb to bumpy, bbbyb to dumpy and bbbbb to jumpy: 4 and 1 for each of the
    three is 7, and less cannot be, as one word alone is found at once. So dumpy loses 1/4 of a guess: skill 74 of 99.
    Then bumpy or jumpy: 1 and 2 guesses, whichever comes first: skill 99. bumpy would have left nothing to bumpy and
    leaves one to jumpy: luck (0 + 1/2)/2 is 25. At last jumpy, all alone: luck (0 + 1/2)/1 is 50.
    """
    answers = ["bumpy", "dumpy", "jumpy", "abide"]
    lexicon = build_lexicon(answers, [*answers, "jibed"])
    review = Judge(lexicon, build_world(lexicon, ONE_COUNT_PER_MILLION)).review(["dumpy", "bumpy", "jumpy"], "jumpy")
    one, two, three = review.turns
    assert (one.tiles, one.before, one.after, one.bits, one.expected_bits, one.luck) == ("bgggg", 4, 2, 1.0, 1.5, 25)
    assert (one.best, one.lost, one.skill, one.line) == ("abide", 0.25, 74, ("abide", "jumpy"))
    assert (two.tiles, two.before, two.after, two.bits, two.expected_bits, two.luck) == ("bgggg", 2, 1, 1.0, 1.0, 25)
    assert (two.best, two.lost, two.skill) == ("bumpy", 0.0, 99)
    assert (three.tiles, three.before, three.after, three.bits, three.luck) == ("ggggg", 1, 1, 0.0, 50)
    assert (review.is_solved, review.luck, review.skill, review.left) == (True, 33, 91, ("jumpy",))


def test_a_guess_that_tells_nothing_loses_a_whole_guess():
    turn = judge_of("five").review(["xylyl", "xylyl"], "abide").turns[1]
    assert (turn.lost, turn.skill, turn.bits, turn.luck) == (1.0, 0, 0.0, 50)
    assert turn.notes == ("xylyl was guessed before",)


def test_an_illegal_guess_is_noted_and_not_rated():
    turn = judge_of("five", "hard").review(["speed", "mamma", "abide"], "abide").turns[1]
    assert (turn.skill, turn.lost) == (None, None)
    assert turn.notes == ("hard mode does not allow mamma: e was revealed",)
    assert obeys(turn.best, "speed", feedback("speed", "abide"), "hard")


def test_a_word_of_no_list_is_noted_and_still_tells_something():
    review = judge_of("five").review(["zzizz", "abide"], "abide")
    turn = review.turns[0]
    assert turn.notes == ("zzizz is not a word of Custom list",)
    assert (turn.skill, turn.tiles) == (None, "bbgbb")
    left = [word for word in tiny_lexicon("five").answers if feedback("zzizz", word) == feedback("zzizz", "abide")]
    assert turn.after == review.turns[1].before == len(left)
    assert review.skill == review.turns[1].skill


def test_tiles_stand_for_an_answer_that_is_not_known():
    known = judge_of("five").review(["speed", "sease"], "abide")
    unknown = judge_of("five").review(["speed bbyby", "SEASE 00102"])
    assert unknown.answer is None
    for one, two in zip(known.turns, unknown.turns, strict=True):
        assert (one.before, one.after, one.luck, one.skill, one.best) == (
            two.before,
            two.after,
            two.luck,
            two.skill,
            two.best,
        )
        assert two.line == (two.best,)
    assert unknown.left == known.left


@pytest.mark.parametrize(
    ("guesses", "answer", "message"),
    [
        ([], "abide", "guesses: has none"),
        (["cran"], "abide", r"guesses\[0\]: 'cran' is no word of 5 letters"),
        (["speed", "12345"], "abide", r"guesses\[1\]: '12345' is no word"),
        (["speed"], None, r"guesses\[0\]: speed has no tiles; give them, as in 'speed bybbg', or the answer"),
        (["speed bbyb"], None, r"guesses\[0\]: feedback 'bbyb' has 4 tiles"),
        (["speed ggggg"], "abide", r"guesses\[0\]: speed shows bbyby to abide, not ggggg"),
        (["abide", "speed"], "abide", r"guesses\[1\]: speed comes after the word was found"),
        (
            ["speed"],
            "crate",
            "answer: 'crate' may be guessed .* is not one of its answers; another lexicon may have it",
        ),
        (["speed"], "zzzzz", "answer: 'zzzzz' is not a word"),
        (["crate ggggy"], None, r"guesses\[0\]: crate ggggy: no word can answer that: the fifth tile cannot be yellow"),
        (["speed bbbbb", "speed ygggg"], None, r"guesses\[1\]: speed ygggg"),
        (["mamma bbbbb", "three yyyyb"], None, r"guesses\[1\]: three yyyyb: none of the \d+ words left before it"),
    ],
)
def test_what_cannot_be_a_game_is_refused(guesses, answer, message):
    with pytest.raises(UserError, match=message):
        judge_of("five").review(guesses, answer)


def test_the_opening_of_the_original_game(english, english_world):
    review = Judge(english, english_world).review(["crane", "slate", "abide"], "abide")
    crane, slate, abide = review.turns
    assert (crane.before, crane.after, round(crane.expected_bits, 4), crane.method) == (2315, 49, 5.7428, "bits")
    assert crane.best == "soare"  # of the highest entropy, 5.8860 bits
    assert crane.skill == round(99 * (2315 * 5.7428 + 1) / (2315 * 5.8860))
    assert [turn.method for turn in (slate, abide)] == ["search", "search"]
    assert (slate.before, slate.after, abide.before, abide.after) == (49, 15, 15, 1)
