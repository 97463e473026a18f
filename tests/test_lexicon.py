"""Lexicons: the shipped ones as configured, and lists of one's own with all that may be wrong in them."""

import itertools
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from omegaconf import OmegaConf

from wordle_jax import lexicon as lexicon_module
from wordle_jax.errors import UserError
from wordle_jax.lexicon import (
    Lexicon,
    LexiconConfig,
    build_lexicon,
    find_answer,
    find_word,
    load_lexicon,
)
from wordle_jax.resources import conf_dir, data_dir
from wordle_jax.schema import to_dataclass


def shipped_config(name: str) -> LexiconConfig:
    return to_dataclass(LexiconConfig, OmegaConf.to_container(OmegaConf.load(conf_dir() / "lexicon" / f"{name}.yaml")))


@pytest.fixture(scope="module")
def english() -> Lexicon:
    return load_lexicon(shipped_config("english"))


@pytest.fixture(scope="module")
def spanish() -> Lexicon:
    return load_lexicon(shipped_config("spanish"))


def load_custom(folder: Path, answers: str, guesses: str | None = None, frequency: str | None = None) -> Lexicon:
    paths = {}
    for name, content in (("answers", answers), ("guesses", guesses), ("frequency", frequency)):
        if content is not None:
            (folder / f"{name}.txt").write_text(content, "utf-8")
            paths[name] = str(folder / f"{name}.txt")
    return load_lexicon(replace(shipped_config("custom"), **paths))


@pytest.mark.parametrize(
    ("name", "title", "answers", "guesses", "letters"),
    [
        ("english", "English", 2_315, 12_972, 26),
        ("english_nyt", "English (NYT guesses)", 2_315, 14_855, 26),
        ("english_wide", "English (every word an answer)", 14_855, 14_855, 26),
        ("spanish", "Spanish (hunspell-es)", 9_088, 9_088, 27),
    ],
)
def test_shipped_lexicons(name: str, title: str, answers: int, guesses: int, letters: int) -> None:
    lexicon = load_lexicon(shipped_config(name))
    assert (lexicon.name, lexicon.title) == (name, title)
    assert (lexicon.num_answers, lexicon.num_guesses, len(lexicon.alphabet)) == (answers, guesses, letters)
    assert lexicon.word_length == 5
    assert list(lexicon.answers) == sorted(lexicon.answers)
    assert list(lexicon.guesses) == sorted(lexicon.guesses)
    assert lexicon.digest == load_lexicon(shipped_config(name)).digest


def test_every_lexicon_config_is_tested() -> None:
    names = {path.stem for path in (conf_dir() / "lexicon").glob("*.yaml")}
    assert names == {"english", "english_nyt", "english_wide", "spanish", "custom"}
    assert shipped_config("custom").answers == "???"


def test_words_of_the_cases(english: Lexicon, spanish: Lexicon) -> None:
    for word in ("unify", "shown"):
        assert english.answers[find_answer(english, word)] == word
    for word in ("balsa", "maven"):
        assert english.guesses[find_word(english, word)] == word
        assert word not in english.answers
    for text in ("sueño", "suen\u0303o", "SUEÑO", " sueño "):
        assert spanish.answers[find_answer(spanish, text)] == "sueño"
    # ñ is not n: another word with another letter.
    assert find_word(spanish, "sueno") != find_word(spanish, "sueño")
    assert spanish.answers[find_answer(spanish, "cañón")] == "cañon"
    assert spanish.answers[find_answer(spanish, "árbol")] == "arbol"


def test_frequencies_of_shipped_words(english: Lexicon, spanish: Lexicon) -> None:
    assert english.frequency_per_million[find_word(english, "carry")] == 77.6
    assert english.answer_frequency[find_answer(english, "cause")] == 224
    assert english.frequency_per_million[find_word(english, "aahed")] == 0
    assert (spanish.answer_frequency == 0).sum() == 2_545


def test_indices_and_letters_match_the_words(english: Lexicon, spanish: Lexicon) -> None:
    for lexicon in (english, spanish):
        assert lexicon.alphabet == "".join(sorted(set("".join(lexicon.guesses))))
        assert lexicon.letters.shape == (lexicon.num_guesses, 5)
        spelled = ["".join(lexicon.alphabet[letter] for letter in row) for row in lexicon.letters.tolist()]
        assert tuple(spelled) == lexicon.guesses
        for answer, guess in enumerate(lexicon.answer_guess.tolist()):
            assert lexicon.guesses[guess] == lexicon.answers[answer]
            assert lexicon.guess_answer[guess] == answer
        assert (lexicon.guess_answer >= 0).sum() == lexicon.num_answers
        np.testing.assert_array_equal(lexicon.answer_frequency, lexicon.frequency_per_million[lexicon.answer_guess])


def test_custom_lists_keep_their_order(tmp_path: Path) -> None:
    lexicon = load_custom(
        tmp_path,
        answers="\ufeffslate\r\nCRANE\r\n",
        guesses="zonal\nslate\n\nabide\ncrane\nslate\n",
        frequency="word\tper_million\nabide\t1.5\ncrane\t2\nthe\t50000\n",
    )
    assert (lexicon.name, lexicon.title) == ("custom", "Custom list")
    assert lexicon.answers == ("slate", "crane")
    assert lexicon.guesses == ("zonal", "slate", "abide", "crane")
    assert lexicon.alphabet == "abcdeilnorstz"
    assert lexicon.frequency_per_million.tolist() == [0, 0, 1.5, 2]
    assert lexicon.answer_frequency.tolist() == [0, 2]
    assert lexicon.answer_guess.tolist() == [1, 3]
    assert lexicon.guess_answer.tolist() == [-1, 0, -1, 1]


def test_without_guesses_the_answers_are_the_guesses(tmp_path: Path) -> None:
    lexicon = load_custom(tmp_path, "abc\nabd\n")
    assert lexicon.guesses == lexicon.answers == ("abc", "abd")
    assert lexicon.frequency_per_million.tolist() == [0, 0]
    assert lexicon.letters.tolist() == [[0, 1, 2], [0, 1, 3]]


FREQUENCIES = "word\tper_million\nabd\t2\nabe\t1\nabf\t1\nabg\t3\n"


@pytest.mark.parametrize(
    ("number", "kept"),
    [(1, "abg"), (2, "abd abg"), (3, "abd abe abg"), (5, "abc abd abe abf abg"), (None, "abc abd abe abf abg")],
)
def test_most_frequent_answers_are_kept_in_their_order(tmp_path: Path, number: int | None, kept: str) -> None:
    lists = load_custom(tmp_path, "abc\nabd\nabe\nabf\nabg\n", frequency=FREQUENCIES)
    paths = {"answers": str(tmp_path / "answers.txt"), "frequency": str(tmp_path / "frequency.txt")}
    config = replace(shipped_config("custom"), **paths, most_frequent=number)
    lexicon = load_lexicon(config)
    assert lexicon.answers == lexicon.guesses == tuple(kept.split())
    assert lexicon.title == ("Custom list" if number is None else f"Custom list, {number} most frequent")
    assert (lexicon.digest == lists.digest) == (len(lexicon.answers) == 5)
    (tmp_path / "guesses.txt").write_text("abc\nabd\nabe\nabf\nabg\nabh\n", "utf-8")
    with_guesses = load_lexicon(replace(config, guesses=str(tmp_path / "guesses.txt")))
    assert (with_guesses.answers, with_guesses.num_guesses) == (lexicon.answers, 6)


@pytest.mark.parametrize("number", [0, 3])
def test_there_must_be_as_many_answers_as_are_kept(tmp_path: Path, number: int) -> None:
    (tmp_path / "words.txt").write_text("abc\nabd\n", "utf-8")
    config = replace(shipped_config("custom"), answers=str(tmp_path / "words.txt"), most_frequent=number)
    with pytest.raises(UserError, match=f"most_frequent: is {number}; give 1 to 2, the answers there are, or null"):
        load_lexicon(config)


@pytest.mark.parametrize("length", range(3, 9))
def test_lengths_that_can_be_played(tmp_path: Path, length: int) -> None:
    lexicon = load_custom(tmp_path, f"{'слово' * 2:.{length}}\n{'ñandú' * 2:.{length}}\n")
    assert lexicon.word_length == length
    assert lexicon.letters.shape == (2, length)


def test_accents_stay_where_they_make_letters(tmp_path: Path) -> None:
    path = tmp_path / "german.txt"
    path.write_text("SCHÖN\nschon\n", "utf-8")
    config = replace(shipped_config("custom"), answers=str(path))
    assert load_lexicon(config).answers == ("schon",)
    kept = load_lexicon(replace(config, strip_accents=False))
    assert kept.answers == ("schön", "schon")
    assert find_word(kept, "Scho\u0308n") == 0


def test_path_is_relative_to_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.txt").write_text("abc\n")
    (tmp_path / "mine.tsv").write_text("word\tper_million\nabc\t3\n")
    monkeypatch.chdir(tmp_path)
    config = replace(shipped_config("custom"), answers="mine.txt", frequency="mine.tsv")
    assert load_lexicon(config).frequency_per_million.tolist() == [3]
    # A table of one's own beside shipped lists needs no checksum.
    english = replace(shipped_config("english"), frequency="mine.tsv")
    assert not load_lexicon(english).frequency_per_million.any()


@pytest.mark.parametrize(
    ("answers", "guesses", "problem"),
    [
        (
            "crane\nabode\nslat\n",
            None,
            "{answers}, line 3: 'slat' has 4 letters, the first answer has 5",
        ),
        (
            "crane\n\nslates\n",
            None,
            "{answers}, line 3: 'slates' has 6 letters, the first answer has 5",
        ),
        (
            "crane\n",
            "crane\nslates\n",
            "{guesses}, line 2: 'slates' has 6 letters, the first answer has 5",
        ),
        (
            "ab\n",
            None,
            "{answers}, line 1: 'ab' has 2, words of 3 to 8 letters can be played",
        ),
        (
            "\nabcdefghi\n",
            None,
            "{answers}, line 2: 'abcdefghi' has 9, words of 3 to 8 letters can be played",
        ),
        (
            "crane\ncr4ne\n",
            None,
            "{answers}, line 2: 'cr4ne' has '4', which is not a letter",
        ),
        (
            "crane\n",
            "crane\nsla-e\n",
            "{guesses}, line 2: 'sla-e' has '-', which is not a letter",
        ),
        (
            "crane\nslate\n",
            "crane\n",
            "{answers}, line 2: 'slate' is not among the guesses {folder}guesses.txt",
        ),
        ("", None, "{answers} has no words: one word a line is needed"),
        ("crane\n", "\n\n", "{guesses} has no words: one word a line is needed"),
    ],
)
def test_malformed_lists(tmp_path: Path, answers: str, guesses: str | None, problem: str) -> None:
    folder = f"{tmp_path / 'x'}"[:-1]
    with pytest.raises(UserError) as error:
        load_custom(tmp_path, answers, guesses)
    paths = {name: f"lexicon.{name}: {folder}{name}.txt" for name in ("answers", "guesses")}
    assert str(error.value) == problem.format(folder=folder, **paths)


def test_malformed_frequencies(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"frequency\.txt, line 2: 'crane\\t-1' is not"):
        load_custom(tmp_path, "crane\n", frequency="word\tper_million\ncrane\t-1\n")


@pytest.mark.parametrize("field", ["answers", "guesses", "frequency"])
def test_missing_files(tmp_path: Path, field: str) -> None:
    (tmp_path / "words.txt").write_text("crane\n")
    config = replace(shipped_config("custom"), answers=str(tmp_path / "words.txt"))
    with pytest.raises(UserError, match=r"there is no file none\.txt"):
        load_lexicon(replace(config, **{field: "none.txt"}))


def test_no_answers_at_all() -> None:
    with pytest.raises(UserError, match=r"lexicon\.answers names no file"):
        load_lexicon(replace(shipped_config("custom"), answers=""))


def test_alphabet_has_a_limit(tmp_path: Path) -> None:
    letters = [chr(0x4E00 + i) for i in range(66)]
    lines = ["".join(letters[i : i + 3]) for i in range(0, 66, 3)]
    with pytest.raises(UserError, match="the lists have 66 letters, at most 64 can be played"):
        load_custom(tmp_path, "\n".join(lines))
    lines[-1] = "".join([letters[63], letters[0], letters[0]])
    assert len(load_custom(tmp_path, "\n".join(lines)).alphabet) == 64


def test_altered_list_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = shipped_config("spanish")
    (tmp_path / "spanish").mkdir()
    for name in ("words.txt", "frequency.tsv"):
        (tmp_path / "spanish" / name).write_bytes((data_dir() / "spanish" / name).read_bytes())
    monkeypatch.setattr(lexicon_module, "data_dir", lambda: tmp_path)
    assert load_lexicon(config).num_answers == 9_088
    with (tmp_path / "spanish" / "frequency.tsv").open("a") as file:
        file.write("\n")
    with pytest.raises(UserError, match=r"spanish.frequency\.tsv is not the list that was shipped"):
        load_lexicon(config)


def test_digest_names_what_affects_play() -> None:
    base = build_lexicon(["abc", "abd"], ["abc", "abd", "xyz"], {"abd": 1.5})
    same = build_lexicon(["abc", "abd"], ["abc", "abd", "xyz"], {"abd": 1.5, "zzz": 9.0}, name="n", title="t")
    others = [
        build_lexicon(["abd", "abc"], ["abc", "abd", "xyz"], {"abd": 1.5}),
        build_lexicon(["abc", "abd"], ["abd", "abc", "xyz"], {"abd": 1.5}),
        build_lexicon(["abc", "abd"], ["abc", "abd"], {"abd": 1.5}),
        build_lexicon(["abc", "abd", "xyz"], None, {"abd": 1.5}),
        build_lexicon(["abc", "abd"], ["abc", "abd", "xyz"], {"abd": 1.25}),
        build_lexicon(["abc", "abd"], ["abc", "abd", "xyz"]),
    ]
    assert same.digest == base.digest
    assert len({base.digest, *(other.digest for other in others)}) == 1 + len(others)


@given(st.lists(st.text("abñ", min_size=3, max_size=3), min_size=1, unique=True))
def test_letters_spell_the_words_of_any_list(words: list[str]) -> None:
    lexicon = build_lexicon(words)
    assert ["".join(lexicon.alphabet[i] for i in row) for row in lexicon.letters.tolist()] == words
    assert [find_answer(lexicon, word.upper()) for word in words] == list(range(len(words)))


def test_unknown_words(english: Lexicon) -> None:
    for text, message in [
        ("craen", "'craen' is not a word of the lexicon English: did you mean crane, raven, crank?"),
        (" ", "'' is not a word of the lexicon English"),
        ("12345", "'12345' is not a word of the lexicon English"),
        ("q" * 99, f"'{'q' * 37}...' is not a word of the lexicon English"),
    ]:
        with pytest.raises(UserError) as error:
            find_word(english, text)
        assert str(error.value) == message


def test_guess_that_is_no_answer(english: Lexicon) -> None:
    with pytest.raises(UserError) as error:
        find_answer(english, "Balsa")
    assert str(error.value) == "'balsa' may be guessed in the lexicon English but is not one of its answers"
    with pytest.raises(UserError, match="'xxxxx' is not a word"):
        find_answer(english, "xxxxx")


def test_lexicon_travels_to_workers(english: Lexicon) -> None:
    sent = pickle.loads(pickle.dumps(english))
    assert sent.digest == english.digest
    np.testing.assert_array_equal(sent.letters, english.letters)


def test_more_answers_than_scores_can_count_are_refused() -> None:
    words = ["".join(letters) for letters in itertools.islice(itertools.product("abcdefghijklmno", repeat=4), 46_341)]
    assert build_lexicon(words[:-1]).num_answers == 46_340
    with pytest.raises(UserError, match="the list has 46341 answers, at most 46340 can be played"):
        build_lexicon(words)
