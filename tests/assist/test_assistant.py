"""What the assistant says of positions, against words counted in plain Python."""

from dataclasses import replace

import numpy as np
import pytest
from oracle import obeys
from worlds import WORLD_NAMES, hard_recipe_names, tiny_lexicon

from tests.assist.helpers import (
    TILES,
    candidates,
    english_assistant,
    entropy,
    parts,
    play,
    show,
    tiny_assistant,
    wrong_tiles,
)
from wordle_jax.assist.order import order_guesses
from wordle_jax.assist.position import Position, Turn
from wordle_jax.assist.worst_case import is_searched
from wordle_jax.belief import join_sets
from wordle_jax.catalog import load_recipe
from wordle_jax.channel import ChannelConfig, dense_matrix, make_channel, tile_flip
from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.pattern import parse_pattern
from wordle_jax.world import build_world

# Positions of the tiny world of five letters, with the words that may be left.
GAMES = [
    (["crate"], "three"),
    (["soare"], "dumpy"),
    (["xylyl"], "jumpy"),
    (["sense"], "geese"),
    (["annex", "raise"], "ninny"),
]

# What some solvers want least of, of a guess and the words that are left.
WANTED = {
    "entropy": lambda guess, left: -entropy(guess, left),
    "minimax": lambda guess, left: max(parts(guess, left).values()),
    "most_parts": lambda guess, left: -len(parts(guess, left)),
    "expected_size": lambda guess, left: sum(size**2 for size in parts(guess, left).values()),
}


@pytest.fixture(scope="module")
def english_entropy(english, english_world):
    return english_assistant(english, english_world)


def advise(assistant, position):
    return assistant.advise(position, searches=False)


@pytest.mark.parametrize(("guesses", "answer"), GAMES)
def test_candidates_are_those_that_show_all_rows(guesses, answer):
    assistant, position = tiny_assistant(), play(guesses, answer)
    board = advise(assistant, position).boards[0]
    left = candidates(assistant.lexicon, position.rows(0))
    assert board.candidates == len(left)
    assert {candidate.word for candidate in board.likeliest} == set(left)
    frequency = {
        word: assistant.lexicon.answer_frequency[assistant.lexicon.answers.index(word)] + 0.02 for word in left
    }
    for candidate in board.likeliest:
        assert candidate.probability == pytest.approx(frequency[candidate.word] / sum(frequency.values()))
    probabilities = [candidate.probability for candidate in board.likeliest]
    assert probabilities == sorted(probabilities, reverse=True)
    assert board.bits == pytest.approx(-sum(p * np.log2(p) for p in probabilities))


@pytest.mark.parametrize(("guesses", "answer"), GAMES)
@pytest.mark.parametrize("solver", ["entropy", "minimax", "most_parts", "expected_size"])
def test_numbers_of_a_suggestion(guesses, answer, solver):
    assistant, position = tiny_assistant(solver=solver), play(guesses, answer)
    left = candidates(assistant.lexicon, position.rows(0))
    advice = advise(assistant, position)
    chance = {candidate.word: candidate.probability for candidate in advice.boards[0].likeliest}
    for suggestion in advice.suggestions:
        sizes = parts(suggestion.guess, left).values()
        assert suggestion.entropy_bits == pytest.approx(entropy(suggestion.guess, left), abs=1e-9)
        assert (suggestion.parts, suggestion.worst_case) == (len(sizes), max(sizes))
        assert suggestion.expected_left == pytest.approx(sum(size**2 for size in sizes) / len(left))
        assert suggestion.is_candidate == (suggestion.guess in left)
        assert suggestion.win_chance == pytest.approx(chance.get(suggestion.guess, 0.0))


@pytest.mark.parametrize(("guesses", "answer"), GAMES)
def test_suggestions_come_by_what_the_solver_wants(guesses, answer):
    position = play(guesses, answer)
    for solver, score in WANTED.items():
        assistant = tiny_assistant(solver=solver)
        left = candidates(assistant.lexicon, position.rows(0))
        if len(left) <= 2:
            continue
        shown = [suggestion.guess for suggestion in advise(assistant, position).suggestions]
        scores = [score(guess, left) for guess in assistant.lexicon.guesses]
        assert [score(guess, left) for guess in shown] == pytest.approx(sorted(scores)[: len(shown)])
        assert len(set(shown)) == 10


@pytest.mark.parametrize("solver", [name for name in hard_recipe_names() if name != "random"])
@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_the_first_suggestion_is_what_the_solver_plays(solver, mode):
    assistant = tiny_assistant(solver=solver, mode=mode)
    lexicon, player = assistant.lexicon, assistant.players.hard(assistant.recipe)
    for guesses, answer in GAMES:
        position = play(guesses, answer)
        left = [lexicon.answers.index(word) for word in candidates(lexicon, position.rows(0))]
        legal = None
        if mode == "hard":
            legal = np.array(
                [
                    all(
                        word != guess and obeys(word, guess, [TILES.index(tile) for tile in tiles], mode)
                        for guess, tiles in position.rows(0)
                    )
                    for word in lexicon.guesses
                ]
            )[None]
        belief = join_sets([np.array(left, np.int32)])
        expected = lexicon.guesses[player.decide(belief, len(guesses) + 1, legal)[0]]
        best = advise(assistant, position).suggestions[0]
        if best.guess == expected:
            continue
        # A likelier word of the same score.
        words = candidates(lexicon, position.rows(0))
        assert {best.guess, expected} <= set(words)
        assert best.win_chance > assistant.rate(position, expected).suggestion.win_chance
        score = WANTED.get(solver, lambda guess, left: sorted(parts(guess, left).values()))
        assert score(best.guess, words) == score(expected, words)


@pytest.mark.parametrize("world", WORLD_NAMES)
def test_the_opening_is_the_solvers(world):
    assistant = tiny_assistant(world)
    lexicon = assistant.lexicon
    advice = advise(assistant, Position())
    player = assistant.players.hard(assistant.recipe)
    assert advice.suggestion == lexicon.guesses[player.decide(player.start(), 1)[0]]
    shown = [entropy(suggestion.guess, lexicon.answers) for suggestion in advice.suggestions]
    every = sorted((entropy(guess, lexicon.answers) for guess in lexicon.guesses), reverse=True)
    assert shown == pytest.approx(every[:10])


def test_the_opening_book_ranks_as_the_kernels_do(english_entropy):
    opening = [suggestion.guess for suggestion in advise(english_entropy, Position()).suggestions]
    player = english_entropy.players.hard(english_entropy.recipe)
    ranked = player.rank(player.start(), 1, 10)
    assert opening == [english_entropy.lexicon.guesses[guess] for guess in ranked]
    assert opening[:3] == ["soare", "roate", "raise"]


@pytest.mark.parametrize("solver", hard_recipe_names())
@pytest.mark.parametrize(("likely", "unlikely"), [("cable", "fable"), ("fable", "cable")])
def test_of_equal_words_the_likelier_comes_first(solver, likely, unlikely):
    lexicon = build_lexicon(["sable", "fable", "cable"], frequency={likely: 97.0, unlikely: 3.0, "sable": 9.0})
    tiny = tiny_assistant(solver=solver)
    assistant = replace(tiny, lexicon=lexicon, world=build_world(lexicon, 0.02))
    advice = advise(assistant, play(["sable"], unlikely))
    assert [suggestion.guess for suggestion in advice.suggestions[:2]] == [likely, unlikely]
    assert advice.suggestion == likely
    assert assistant.rate(play(["sable"], unlikely), likely).rank == 1


@pytest.mark.parametrize("solver", [*hard_recipe_names(), "noise_aware"])
@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_the_last_guess_is_the_likeliest_word(solver, noise):
    for guesses, answer in GAMES:
        position = play(guesses, answer)
        assistant = tiny_assistant(solver=solver, noise=noise, max_guesses=len(guesses) + 1)
        advice = assistant.advise(position)
        likeliest = [candidate.word for candidate in advice.boards[0].likeliest]
        shown = [suggestion.win_chance for suggestion in advice.suggestions]
        assert advice.suggestion == likeliest[0]
        assert shown == sorted(shown, reverse=True)
        assert min(shown) > 0
        if advice.belief == "hard":
            assert {suggestion.guess for suggestion in advice.suggestions} == set(likeliest[:10])
        assert advice.worst_case is None
        assert not is_searched(advice)


def test_the_last_guess_of_boards_solves_most():
    assistant = tiny_assistant(max_guesses=2)
    position = play(["xylyl", "xylyl"], "crate", "dumpy")
    advice = advise(assistant, position)
    assert advice.turn == advice.max_turns
    chances = [suggestion.win_chance for suggestion in advice.suggestions]
    each = [{c.word: c.probability for c in listed.words} for listed in assistant.list_words(position)]
    words = {word for one in each for word in one}
    expected = sorted((sum(one.get(word, 0.0) for one in each) for word in words), reverse=True)
    assert chances == pytest.approx(expected[:10])


@pytest.mark.parametrize("solver", ["entropy", "noise_aware"])
def test_a_last_guess_that_cannot_win_is_still_one(solver):
    assistant = tiny_assistant(solver=solver, max_guesses=2)
    knowledge = assistant._know(play(["crate"], "three"), [0], assistant.recipe)
    legal = np.zeros(assistant.lexicon.num_guesses, bool)
    legal[np.flatnonzero(assistant.lexicon.guess_answer < 0)[0]] = True
    assert order_guesses(knowledge, 10, legal).tolist() == np.flatnonzero(legal).tolist()


@pytest.mark.parametrize("solver", ["minimax", "most_parts"])
def test_equal_guesses_follow_by_entropy(solver):
    assistant = tiny_assistant(solver=solver)
    lexicon = assistant.lexicon
    player = assistant.players.hard(assistant.recipe)
    for number in (10, lexicon.num_guesses):
        first, *others = (lexicon.guesses[guess] for guess in player.rank(player.start(), 1, number))
        assert first == lexicon.guesses[player.decide(player.start(), 1)[0]]

        def key(word):
            sizes = parts(word, lexicon.answers)
            score = max(sizes.values()) if solver == "minimax" else -len(sizes)
            return score, word not in lexicon.answers, -round(entropy(word, lexicon.answers), 9)

        expected = sorted(map(key, lexicon.guesses))
        expected.remove(key(first))
        assert [key(word) for word in others] == expected[: number - 1]


# --- boards


def test_boards_add_up():
    assistant = tiny_assistant()
    position = play(["soare"], "dumpy", "essay", "stage")
    rows = [position.rows(board) for board in range(3)]
    lefts = [candidates(assistant.lexicon, row) for row in rows]
    advice = advise(assistant, position)
    assert [board.candidates for board in advice.boards] == [len(left) for left in lefts]
    assert advice.max_turns == 8
    if all(len(left) > 1 for left in lefts):
        totals = [sum(entropy(guess, left) for left in lefts) for guess in assistant.lexicon.guesses]
        assert advice.suggestions[0].entropy_bits == pytest.approx(max(totals))
    for suggestion in advice.suggestions:
        assert suggestion.entropy_bits == pytest.approx(sum(entropy(suggestion.guess, left) for left in lefts))
        assert suggestion.parts == sum(len(parts(suggestion.guess, left)) for left in lefts)
        assert suggestion.worst_case == sum(max(parts(suggestion.guess, left).values()) for left in lefts)


def test_a_word_that_is_certain_is_guessed_first_and_solved_boards_count_no_more():
    assistant = tiny_assistant()
    position = play(["essay", "ninny"], "ninny", "essay", "dumpy")
    advice = advise(assistant, position)
    assert [board.status for board in advice.boards] == ["solved", "solved", "open"]
    assert [board.answer for board in advice.boards] == ["ninny", "essay", None]
    alone = advise(assistant, play(["essay", "ninny"], "dumpy"))
    assert advice.boards[2] == alone.boards[0]
    certain = play(["sense"], "shine", "dumpy")
    left = [candidates(assistant.lexicon, certain.rows(board)) for board in range(2)]
    assert left[0] == ["shine"]
    assert len(left[1]) > 1
    assert advise(assistant, certain).suggestion == "shine"


def test_several_boards_have_normal_rules():
    with pytest.raises(UserError, match=r"^rules.mode: is hard, which one board has"):
        tiny_assistant(mode="hard").advise(Position(2))


# --- how games end


def test_a_game_is_solved_lost_or_open():
    assistant = tiny_assistant(max_guesses=2)
    assert advise(assistant, play(["dumpy"], "dumpy")).status == "solved"
    lost = advise(assistant, play(["crate", "soare"], "dumpy"))
    assert (lost.status, lost.suggestions) == ("lost", ())
    assert lost.boards[0].candidates == len(candidates(assistant.lexicon, play(["crate", "soare"], "dumpy").rows(0)))
    assert "all 2 guesses are used up" in lost.notes
    assert advise(assistant, play(["crate"], "dumpy")).status == "open"


def test_a_word_that_is_no_answer_may_solve_a_board():
    assistant = tiny_assistant()
    assert "raise" not in assistant.lexicon.answers
    advice = advise(assistant, play(["crate", "raise"], "raise"))
    assert (advice.status, advice.boards[0].answer) == ("solved", "raise")


# --- contradictions


def test_the_entry_that_contradicts_is_named(english_entropy):
    position = Position().after(Turn("crane", ("ggggg",))).after(Turn("slate", ("bbbbb",)))
    advice = advise(english_entropy, position)
    assert (advice.status, advice.suggestions) == ("contradiction", ())
    contradiction = advice.boards[0].contradiction
    assert (contradiction.entry, contradiction.left_before) == (2, 1)
    assert contradiction.sentence == "entry 2 (slate bbbbb) contradicts crane, the only word left before it"
    assert contradiction.reasons[0] == "contradiction: at least one a, yet no a"
    assert advise(english_entropy, position.undone()).status == "solved"


def test_a_word_outside_the_list_is_found_by_widening(english_entropy):
    position = play(["crane", "balms"], "balsa")
    advice = advise(english_entropy, position)
    contradiction = advice.boards[0].contradiction
    words = [word for word in english_entropy.lexicon.guesses if all(show(g, word) == t for g, t in position.rows(0))]
    assert "balsa" in words
    assert contradiction.num_other_words == len(words)
    assert set(contradiction.other_words) <= set(words)
    wide = advise(english_entropy, replace(position, is_widened=True))
    assert wide.status == "open"
    assert {candidate.word for candidate in wide.boards[0].likeliest} == set(words)
    assert wide.lexicon == "English, every word an answer"


def test_there_is_nothing_to_widen_where_every_guess_is_an_answer():
    wide = tiny_assistant("three").widened
    with pytest.raises(UserError, match="nothing to widen"):
        _ = wide.widened


def test_an_impossible_row_is_refused_with_its_tile(english_entropy):
    with pytest.raises(UserError, match="crane ggggy: no word can answer that: the fifth tile cannot be yellow"):
        english_entropy.read("crane ggggy", Position())
    turn = english_entropy.read("crane ggggy", Position(is_tolerant=True))
    assert turn == Turn("crane", ("ggggy",))


def test_mistyped_tiles_are_found(english_entropy):
    position = play(["crane", "shout"], "abide")
    wrong = Position(turns=(Turn("crane", ("ybybg",)), position.turns[1]))
    contradiction = advise(english_entropy, wrong).boards[0].contradiction
    lexicon = english_entropy.lexicon
    lies = {answer: wrong_tiles(wrong.rows(0), answer) for answer in lexicon.answers}
    fewest = min(map(len, lies.values()))
    sets = {tiles for tiles in lies.values() if len(tiles) == fewest}
    prior = dict(zip(lexicon.answers, english_entropy.world.prior, strict=True))
    mass = {tiles: sum(prior[answer] for answer in lexicon.answers if lies[answer] == tiles) for tiles in sets}
    best = sorted(sets, key=lambda tiles: -mass[tiles])[:3]
    found = [
        tuple((tile.entry, tile.place, tile.shown, tile.instead) for tile in mistake.tiles)
        for mistake in contradiction.mistakes
    ]
    assert found == best
    for mistake, tiles in zip(contradiction.mistakes, best, strict=True):
        words = [answer for answer in lexicon.answers if lies[answer] == tiles]
        assert mistake.words == len(words)
        assert set(mistake.likeliest) <= set(words)
        assert mistake.share == pytest.approx(mass[tiles] / sum(mass.values()))


def test_a_tolerant_belief_goes_on(english_entropy):
    position = play(["crane", "shout"], "abide")
    wrong = Position(turns=(Turn("crane", ("ybybg",)), position.turns[1]), is_tolerant=True)
    advice = advise(english_entropy, wrong)
    assert (advice.status, advice.belief, advice.solver) == ("open", "soft", "noise_aware")
    assert "abide" in {word.word for word in english_entropy.list_words(wrong)[0].words}
    assert len(advice.suggestions) == 10
    assert advice.boards[0].mistakes


def test_a_word_that_was_guessed_is_no_mistake(english_entropy):
    rows = Position(turns=(Turn("crane", ("ggggg",)), Turn("slate", ("bbbbb",))))
    for mistake in advise(english_entropy, rows).boards[0].contradiction.mistakes:
        assert not {"crane", "slate"} & set(mistake.likeliest)


# --- tiles that may be wrong


def test_the_soft_belief_is_that_of_bayes():
    assistant = tiny_assistant(noise=0.1)
    lexicon = assistant.lexicon
    position = play(["crate", "soare"], "stage")
    flip = dense_matrix(tile_flip(0.1, 5))
    weight = {}
    for answer, prior in zip(lexicon.answers, assistant.world.prior, strict=True):
        shown = [(parse_pattern(show(guess, answer)), parse_pattern(tiles)) for guess, tiles in position.rows(0)]
        weight[answer] = prior * np.prod([flip[true, seen] for true, seen in shown])
    total = sum(weight.values())
    board = advise(assistant, position).boards[0]
    order = sorted(weight, key=lambda answer: -weight[answer])
    assert [candidate.word for candidate in board.likeliest] == order[: board.candidates]
    for candidate in board.likeliest:
        assert candidate.probability == pytest.approx(weight[candidate.word] / total)
    held = sum(candidate.probability for candidate in board.likeliest)
    assert held >= 0.99 > held - board.likeliest[-1].probability


@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("guesses", [[], ["crate"], ["crate", "soare"], ["crate", "soare", "speed", "mamma"]])
def test_where_tiles_may_be_wrong_bits_and_chance_add_up(guesses, mode):
    assistant = tiny_assistant(solver="noise_aware", noise=0.1, mode=mode)
    position = play(guesses, "jumpy")
    legal = assistant.referee.legal(position)
    words = [word for index, word in enumerate(assistant.lexicon.guesses) if legal is None or legal[index]]
    rated = [assistant.rate(position, word).suggestion for word in words]
    values = sorted((one.entropy_bits + one.win_chance for one in rated), reverse=True)
    shown = advise(assistant, position).suggestions
    assert [one.entropy_bits + one.win_chance for one in shown] == pytest.approx(values[:10], abs=1e-8)
    assert len({one.guess for one in shown}) == len(shown)


def test_a_word_that_is_all_but_certain_is_guessed(english, english_world):
    assistant = english_assistant(english, english_world, noise=0.05)
    position = play(["amiss", "raise", "slate"], "aside")
    (board,) = advise(assistant, position).boards
    assert board.likeliest[0].word == "aside"
    assert board.likeliest[0].probability > 0.99
    player = assistant.players.soft(load_recipe("noise_aware"), 6)
    belief = player.start()
    for turn, (guess, tiles) in enumerate(position.rows(0), 1):
        index = np.array([english.guess_index[guess]], np.int32)
        belief = player.observe(belief, index, np.array([parse_pattern(tiles)], np.int32), turn)
    assert english.guesses[player.rank(belief, 4, 1)[0]] != "aside"
    assert advise(assistant, position).suggestion == "aside"


def test_columns_agree_where_tiles_may_be_wrong():
    assistant = tiny_assistant(noise=0.1)
    position = play(["crate"], "stage")
    advice = advise(assistant, position)
    held = [candidate.word for candidate in advice.boards[0].likeliest]
    assert len(held) == advice.boards[0].candidates
    for suggestion in advice.suggestions:
        sizes = parts(suggestion.guess, held).values()
        assert (suggestion.parts, suggestion.worst_case) == (len(sizes), max(sizes))
        assert suggestion.expected_left == pytest.approx(sum(size**2 for size in sizes) / len(held))


def test_information_is_less_where_tiles_may_be_wrong():
    position = play(["crate"], "stage")
    for suggestion in advise(tiny_assistant(noise=0.2), position).suggestions:
        assert suggestion.entropy_bits < tiny_assistant().rate(Position(), suggestion.guess).suggestion.entropy_bits


def test_a_soft_solver_without_noise_knows_what_a_hard_one_does():
    position = play(["crate"], "stage")
    soft, hard = (advise(tiny_assistant(solver=solver), position).boards[0] for solver in ("noise_aware", "entropy"))
    assert soft.candidates == hard.candidates
    for one, other in zip(soft.likeliest, hard.likeliest, strict=True):
        assert one.word == other.word
        assert one.probability == pytest.approx(other.probability)


def test_a_solver_that_takes_tiles_for_true_is_replaced():
    advice = advise(tiny_assistant(noise=0.1), Position())
    assert advice.solver == "noise_aware"
    assert advice.notes[0].startswith("entropy takes every tile for true")


def test_several_boards_share_a_soft_guess():
    assistant = tiny_assistant(noise=0.1)
    position = play(["crate"], "stage", "dumpy")
    advice = advise(assistant, position)
    singles = [advise(assistant, play(["crate"], answer)) for answer in ("stage", "dumpy")]
    assert [board.likeliest for board in advice.boards] == [single.boards[0].likeliest for single in singles]
    scores = [suggestion.entropy_bits + suggestion.win_chance for suggestion in advice.suggestions]
    assert scores == sorted(scores, reverse=True)


# --- all green, though tiles may be wrong


def chance_of_green(flip, guess, answer):
    """How likely a guess shows nothing but green: for certain if it wins."""
    return 1.0 if guess == answer else flip[parse_pattern(show(guess, answer)), parse_pattern("ggggg")]


@pytest.mark.parametrize("solver", ["noise_aware", "entropy"])
@pytest.mark.parametrize(("guesses", "green"), [([], "dumpy"), (["crate"], "stage"), (["soare", "sense"], "essay")])
def test_a_green_row_is_as_sure_as_bayes_says(guesses, green, solver):
    assistant, flip = tiny_assistant(noise=0.1, solver=solver), dense_matrix(tile_flip(0.1, 5))
    before = play(guesses, green)
    weight = {}
    for answer, prior in zip(assistant.lexicon.answers, assistant.world.prior, strict=True):
        shown = [(parse_pattern(show(guess, answer)), parse_pattern(tiles)) for guess, tiles in before.rows(0)]
        weight[answer] = prior * np.prod([flip[true, seen] for true, seen in shown])
    share = {answer: weight[answer] * chance_of_green(flip, green, answer) for answer in weight}
    advice = advise(assistant, before.after(Turn(green, ("ggggg",))))
    (board,) = advice.boards
    assert (advice.status, board.status, board.answer) == ("doubtful", "doubtful", green)
    assert board.certainty == pytest.approx(share[green] / sum(share.values()))
    assert 0 < board.certainty < 1
    # What is suggested is for the case that the game goes on.
    others = {answer: part for answer, part in share.items() if answer != green}
    for candidate in board.likeliest:
        assert candidate.probability == pytest.approx(others[candidate.word] / sum(others.values()))
    assert advice.suggestions


def test_a_green_row_is_sure_where_no_other_word_can_show_it():
    # Two lies a row, and no word is so near to xylyl or to mamma.
    assistant = replace(tiny_assistant(), channel=make_channel(ChannelConfig("lies", k=2), 5))
    before = Position(turns=(Turn("soare", ("bbbyy",)),))
    (one,) = advise(assistant, before.after(Turn("ninny", ("ggggg",)))).boards
    assert one.certainty == pytest.approx(1.0)
    (other,) = advise(assistant, before.after(Turn("raise", ("ggggg",)))).boards
    assert other.certainty == 0.0  # no answer of the list


def test_a_green_row_of_an_adversary():
    # One lie in five rows of five tiles, each in two ways, or none: 51 ways, all alike likely.
    assistant = replace(tiny_assistant(), channel=make_channel(ChannelConfig("adversary", budget=1), 5))
    prior = dict(zip(assistant.lexicon.answers, assistant.world.prior, strict=True))
    near = [answer for answer in prior if sum(tile != "g" for tile in show("dumpy", answer)) == 1]
    assert near == ["bumpy", "jumpy"]
    (board,) = advise(assistant, Position(turns=(Turn("dumpy", ("ggggg",)),))).boards
    others = sum(prior[answer] for answer in near) / 51
    assert board.certainty == pytest.approx(prior["dumpy"] / (prior["dumpy"] + others))


def test_a_word_that_was_guessed_in_vain_does_not_win_later():
    assistant = tiny_assistant(noise=0.1)
    position = Position(turns=(Turn("dumpy", ("gggbg",)), Turn("dumpy", ("ggggg",))))
    assert advise(assistant, position).boards[0].certainty == 0.0


def test_the_person_says_that_a_green_row_was_it():
    assistant = tiny_assistant(noise=0.1)
    green = Position(turns=(Turn("dumpy", ("ggggg",)),))
    found = replace(green, found=(0,))
    advice = advise(assistant, found)
    assert (advice.status, advice.suggestions, advice.boards[0].certainty) == ("solved", (), 1.0)
    with pytest.raises(UserError, match=r"^the game was solved with entry 1 \(dumpy\); undo takes it back$"):
        assistant.read("crate 00000", found)
    assert found.undone() == green
    turns = [{"guess": "dumpy", "tiles": ["22222"]}]
    assert assistant.read_position({"turns": turns, "found": [0]}) == found
    assert green.undone() == Position()
    on = green.after(assistant.read("crate 00000", green))
    assert advise(assistant, on).status == "open"
    assert "dumpy" not in {word.word for word in assistant.list_words(on)[0].words}


def test_a_green_row_at_the_end_leaves_no_guess():
    assistant = tiny_assistant(noise=0.1, max_guesses=1)
    advice = advise(assistant, Position(turns=(Turn("dumpy", ("ggggg",)),)))
    assert (advice.status, advice.suggestions) == ("doubtful", ())
    assert "all 1 guesses are used up" in advice.notes


def test_a_tolerant_game_doubts_green_rows_too():
    green = Position(turns=(Turn("dumpy", ("ggggg",)),))
    assert advise(tiny_assistant(), green).status == "solved"
    assert advise(tiny_assistant(), replace(green, is_tolerant=True)).status == "doubtful"


def test_of_several_boards_a_green_one_is_over_unless_it_is_given_tiles():
    assistant = tiny_assistant(noise=0.1)
    position = Position(3).after(Turn("dumpy", ("ggggg", "bbbbb", "bbbbb")))
    advice = advise(assistant, position)
    assert [board.status for board in advice.boards] == ["doubtful", "open", "open"]
    assert advice.status == "open"
    alone = Position(2).after(Turn("dumpy", ("bbbbb", "bbbbb")))
    assert advice.suggestions == advise(assistant, alone).suggestions
    over = position.after(assistant.read("crate bbbbb bbbbb", position))
    assert over.turns[-1].tiles == (None, "bbbbb", "bbbbb")
    assert advise(assistant, over).boards[0].status == "solved"
    on = position.after(assistant.read("crate bbbby bbbbb bbbbb", position))
    assert on.turns[-1].tiles == ("bbbby", "bbbbb", "bbbbb")
    assert [board.status for board in advise(assistant, on).boards] == ["open"] * 3
    # The first is over, the second doubtful: either two rows or one.
    doubtful = over.after(Turn("ninny", (None, "ggggg", "bbbbb")))
    assert assistant.read("crate bbbbb", doubtful).tiles == (None, None, "bbbbb")
    assert assistant.read("crate bbbby bbbbb", doubtful).tiles == (None, "bbbby", "bbbbb")


# --- hard rules


def test_an_illegal_word_is_refused_with_the_letter(english, english_world):
    assistant = english_assistant(english, english_world, mode="hard")
    position = Position()
    for text in ("crane ybbbb", "cacti ggyyb"):
        position = position.after(assistant.read(text, position))
    with pytest.raises(UserError, match="caput is illegal under hard rules after cacti ggyyb: 2 c were revealed"):
        assistant.read("caput 00000", position)
    with pytest.raises(UserError, match="it was guessed before"):
        assistant.read("cacti 00000", position)


def test_only_legal_words_are_suggested():
    assistant = tiny_assistant(mode="ultra_hard")
    position = play(["crate"], "three")
    ((guess, tiles),) = position.rows(0)
    for suggestion in advise(assistant, position).suggestions:
        assert obeys(suggestion.guess, guess, [TILES.index(tile) for tile in tiles], "ultra_hard")


def test_where_noise_forbids_every_word_all_are_considered():
    assistant = tiny_assistant(mode="hard", noise=0.1)
    position = Position(turns=(Turn("xylyl", ("ggggg",)), Turn("mamma", ("ggggg",)), Turn("crate", ("bbbbb",))))
    assert any("all are considered" in note for note in advise(assistant, position).notes)


# --- what people ask


def test_any_word_is_rated(english_entropy):
    position = play(["crane"], "abide")
    rating = english_entropy.rate(position, "TRACE")
    left = candidates(english_entropy.lexicon, position.rows(0))
    assert rating.suggestion.entropy_bits == pytest.approx(entropy("trace", left))
    better = sum(entropy(guess, left) > entropy("trace", left) + 1e-9 for guess in english_entropy.lexicon.guesses)
    assert rating.rank > better
    assert rating.best.guess == advise(english_entropy, position).suggestion
    assert rating.notes == ("not the answer: crane would have shown yggbg, not bbybg",)
    with pytest.raises(UserError, match="is not a word"):
        english_entropy.rate(position, "xxxxx")


def test_what_cannot_win_has_a_reason(english_entropy):
    noisy = tiny_assistant(noise=0.1)
    green = Position(turns=(Turn("dumpy", ("ggggg",)),))
    rating = noisy.rate(green, "dumpy")
    assert rating.suggestion.win_chance == 0
    assert rating.notes == ("dumpy was guessed before",)
    assert "is not one of its answers" in english_entropy.rate(Position(), "aahed").notes[0]


def test_nothing_is_rated_once_all_is_done():
    with pytest.raises(UserError, match="nothing left to guess"):
        tiny_assistant().rate(play(["dumpy"], "dumpy"), "dumpy")


@pytest.mark.parametrize(("guesses", "answer"), GAMES)
def test_a_hint_is_the_likeliest_new_letter(guesses, answer):
    assistant, position = tiny_assistant(), play(guesses, answer)
    (listed,) = assistant.list_words(position)
    share = {}
    for candidate in listed.words:
        for letter in set(candidate.word) - set("".join(guesses)):
            share[letter] = share.get(letter, 0.0) + candidate.probability
    hint = assistant.hint(position)
    if not share:
        assert hint is None
    else:
        assert hint.share == pytest.approx(max(share.values()))
        assert share[hint.letter] == pytest.approx(hint.share)


def test_reasons_are_the_constraints():
    reasons = advise(tiny_assistant(), play(["crate"], "stage")).boards[0].reasons
    assert "position 3 is a" in reasons
    assert "position 5 is e" in reasons
    assert "position 4 is not t" in reasons
    assert "no c, r" in reasons


# --- CASES


@pytest.mark.parametrize(
    ("rows", "left", "holds"),
    [
        (["speed bbyby"], 70, "abide"),
        (["sease yyyyb"], None, "essay"),
        (["crane ggggb"], 1, "crank"),
        (["rigor bgggg"], 1, "vigor"),
        (["crane bbybg"], None, "abide"),
    ],
)
def test_cases(english_entropy, rows, left, holds):
    position = Position()
    for row in rows:
        position = position.after(english_entropy.read(row, position))
    words = {candidate.word for candidate in english_entropy.list_words(position)[0].words}
    assert holds in words
    assert left is None or len(words) == left


def test_a_row_that_no_word_answers_keeps_the_game(english_entropy):
    position = Position()
    with pytest.raises(UserError, match="no word can answer that"):
        position = position.after(english_entropy.read("rigor ygggg", position))
    assert position == Position()


def test_a_lie_is_told(english_entropy):
    # The truth for abide is bbybg: a plain filter keeps 2 answers and loses it.
    position = Position(turns=(Turn("crane", ("ybybg",)),))
    assert advise(english_entropy, position).boards[0].candidates == 2
    words = {word.word for word in english_entropy.list_words(replace(position, is_tolerant=True))[0].words}
    assert "abide" in words


def test_the_same_position_has_the_same_advice():
    position = play(["crate"], "stage")
    assert advise(tiny_assistant(), position) == advise(tiny_assistant(), position)
    assert tiny_lexicon("five") is tiny_assistant().lexicon
