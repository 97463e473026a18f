"""A conversation: what each line does, and what it says to other programs."""

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from tests.assist.helpers import tiny_assistant
from wordle_jax.assist.advice import Advice, Explanation, Hint, Rating, WordLists
from wordle_jax.assist.position import Position, Turn
from wordle_jax.assist.script import answer_lines
from wordle_jax.assist.session import COMMANDS, Farewell, Help, Session
from wordle_jax.assist.show import show_reply
from wordle_jax.assist.terminal import tell_once
from wordle_jax.assist.why import explain_advice
from wordle_jax.errors import UserError
from wordle_jax.lexicon import build_lexicon
from wordle_jax.world import build_world


@pytest.fixture
def session():
    return Session(tiny_assistant())


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", Advice),
        ("show", Advice),
        ("crate 00000", Advice),
        ("00000", Advice),
        ("? stage", Rating),
        ("?stage", Rating),
        ("list", WordLists),
        ("LIST", WordLists),
        ("explain", Explanation),
        ("hint", Hint),
        ("help", Help),
        ("quit", Farewell),
        ("exit", Farewell),
        ("restart", Advice),
        ("solver minimax", Advice),
        ("tolerate", Advice),
        ("widen", Advice),
    ],
)
def test_every_line_has_its_reply(session, line, kind):
    assert isinstance(session.reply(line), kind)


def test_every_command_is_told_and_known(session):
    session.reply("dumpy ggggg")
    for form in COMMANDS:
        line = form.replace("WORD", "stage").replace("NAME", "minimax")
        if line.startswith("?") or line == "hint":  # there is nothing to guess in a game that is solved
            session.reply("restart")
            assert session.reply(line) is not None
            session.reply("dumpy ggggg")
        else:
            assert session.reply(line) is not None
    assert set(COMMANDS) == set(session.reply("help").commands)


def test_turns_are_entered_and_taken_back(session):
    opening = session.reply("")
    first = session.reply("crate 00212")
    assert session.position == Position(turns=(Turn("crate", ("bbgyg",)),))
    session.reply(f"{first.suggestion} 00000")
    assert len(session.position.turns) == 2
    assert session.reply("undo") == first
    assert session.reply("undo") == opening
    with pytest.raises(UserError, match="there is no entry to undo"):
        session.reply("undo")


def test_tiles_alone_are_those_of_the_suggestion(session):
    suggestion = session.reply("").suggestion
    session.reply("bbbbb")
    assert session.position.turns == (Turn(suggestion, ("bbbbb",)),)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("?", "which word"),
        ("? nope1", "is not a word"),
        ("solver", "which solver"),
        ("solver nobody", "'nobody' is no solver; choose one of"),
        ("solver tree", "needs a value"),
        ("undo 3", "undo stands alone; got '3'"),
        ("list all", "list stands alone"),
        ("undo", "no entry to undo"),
        ("crate", "crate has no tiles"),
        ("crate ggggy", "no word can answer that"),
    ],
)
def test_what_makes_no_sense_changes_nothing(session, line, problem):
    before = session.reply("")
    with pytest.raises(UserError, match=problem):
        session.reply(line)
    assert session.position == Position()
    assert session.reply("") == before


def test_another_solver_suggests_from_then_on(session):
    session.reply("crate 00212")
    assert session.reply("solver minimax").solver == "minimax"
    assert session.reply("undo").solver == "minimax"


def test_a_contradiction_is_met_in_three_ways(session):
    session.reply("dumpy gggbb")
    assert session.reply("crate 22222").status == "contradiction"
    assert session.reply("undo").status != "solved"
    session.reply("crate 22222")
    assert session.reply("tolerate").belief == "soft"
    assert session.reply("restart").belief == "hard"
    session.reply("crate gybbb")
    assert session.reply("widen").lexicon.endswith("every word an answer")
    with pytest.raises(UserError, match="already"):
        session.reply("widen")
    session.reply("tolerate")
    with pytest.raises(UserError, match="already"):
        session.reply("tolerate")


def test_nothing_is_entered_after_the_end(session):
    solved = session.reply("dumpy ggggg")
    with pytest.raises(UserError, match=r"^the game was solved with entry 1 \(dumpy\); undo takes it back$"):
        session.reply("crate 00000")
    assert session.reply("") == solved
    session.reply("undo")
    for _ in range(6):
        last = session.reply("crate 00000")
    with pytest.raises(UserError, match=r"^all 6 guesses are used up; undo takes the last entry back$"):
        session.reply("crate 00000")
    assert session.reply("") == last
    assert len(session.reply("undo").boards[0].rows) == 5


def test_green_tiles_that_may_be_wrong_end_nothing():
    session = Session(tiny_assistant(noise=0.1))
    green = session.reply("dumpy ggggg")
    assert green.status == "doubtful"
    assert "dumpy is the answer with a chance of 56%" in shown(green)
    assert "If that was it, say solved" in shown(green)
    solved = session.reply("solved")
    assert "dumpy it is" in shown(solved)
    with pytest.raises(UserError, match="the game was solved with entry 1"):
        session.reply("crate 00000")
    assert session.reply("undo") == green
    assert session.reply("crate 00000").turn == 3
    assert "raise is no answer of the list" in shown(session.reply("raise ggggg"))
    session.reply("undo")
    with pytest.raises(UserError, match=r"^the last row is not all green: enter the word first, such as \w+ ggggg$"):
        session.reply("solved")


def test_undo_goes_back_through_all_that_was_done():
    session = Session(tiny_assistant(noise=0.1), boards=3)
    states = []
    for line in ("crate 02001 bbbbb ggggg", "solved", "soare bbbbb bbbbb", "widen", "dumpy bbbbb bbbbb"):
        states.append((session.position, session.reply("")))
        session.reply(line)
    assert session.position.turns[1].tiles[2] is None
    for position, advice in reversed(states):
        assert session.reply("undo") == advice
        assert session.position == position
    with pytest.raises(UserError, match="no entry to undo"):
        session.reply("undo")


def test_undo_takes_tolerance_and_wider_lists_back(session):
    entered = session.reply("crate 00212")
    session.reply("tolerate")
    assert session.reply("undo") == entered
    session.reply("widen")
    assert session.reply("undo") == entered
    session.reply("tolerate")
    session.reply("restart")
    with pytest.raises(UserError, match="no entry to undo"):
        session.reply("undo")


def test_undo_goes_back_through_a_position_that_was_given(session):
    turns = tuple(Turn(guess, ("bbbbb",)) for guess in ("crate", "soare"))
    session.reply("dumpy bbbbb")
    session.advise_on(Position(turns=turns))
    session.reply("undo")
    assert session.position.turns == turns[:1]
    session.reply("undo")
    assert session.position == Position()


def test_there_is_nothing_to_tolerate_where_tiles_may_be_wrong():
    session = Session(tiny_assistant(noise=0.1))
    with pytest.raises(UserError, match=r"^tiles may be wrong already"):
        session.reply("tolerate")


def test_of_green_boards_one_may_be_said_to_be_it():
    session = Session(tiny_assistant(noise=0.1), boards=3)
    green = session.reply("crate ggggg bbbbb ggggg")
    assert [board.status for board in green.boards] == ["doubtful", "open", "doubtful"]
    assert "say solved 1 or solved 3, or solved for all of them" in " ".join(shown(green).split())
    one = session.reply("solved 3")
    assert [board.status for board in one.boards] == ["doubtful", "open", "solved"]
    assert "say solved 1, or leave" in " ".join(shown(one).split())
    both = session.reply("solved")
    assert [board.status for board in both.boards] == ["solved", "open", "solved"]
    assert "say solved" not in shown(both)
    assert session.reply("solved") == both
    assert session.reply("undo") == one
    assert session.reply("solved 1 3") == both
    assert session.reply("undo") == one
    for line, problem in [
        ("solved 2", "board 2 is not all green in its last row: enter the word first"),
        ("solved 1 2", "board 2 is not all green"),
        ("solved 4", "solved: '4' is no board; give 1 to 3"),
        ("solved now", "solved: 'now' is no board"),
    ]:
        with pytest.raises(UserError, match=problem):
            session.reply(line)
    session.reply("undo")
    session.reply("undo")
    with pytest.raises(UserError, match=r"^no board is all green in its last row"):
        session.reply("solved")


def test_nobody_need_say_that_true_green_tiles_were_it(session):
    green = session.reply("dumpy ggggg")
    assert session.reply("solved") == green
    assert session.reply("undo").turn == 1


def test_what_is_known_is_explained_where_tiles_may_be_wrong():
    session = Session(tiny_assistant(noise=0.1))
    assert session.reply("explain").boards == (("nothing is known yet",),)
    board = session.reply("crate 00212").boards[0]
    assert not board.mistakes
    nothing_certain, held = session.reply("explain").boards[0]
    assert nothing_certain == "tiles may be wrong, so nothing is certain"
    assert held.startswith(f"{board.candidates} words hold 99% of the belief; the likeliest is")
    assert board.likeliest[0].word in held


def test_the_last_guess_is_explained():
    session = Session(tiny_assistant(max_guesses=1))
    advice = session.reply("")
    (sentence,) = session.reply("explain").suggestion
    assert sentence.startswith(f"{advice.suggestion} is the likeliest word for the last guess: ")
    boards = Session(tiny_assistant(max_guesses=1), boards=2)
    boards.reply("xylyl 00000 00000")
    (sentence,) = boards.reply("explain").suggestion
    assert "may be expected to solve most boards" in sentence


def test_one_answer_is_no_plural(session):
    best = session.reply("").suggestions[0]
    one = replace(session.reply(""), suggestions=(replace(best, parts=1),))
    assert "one answer whatever the word" in explain_advice(one).suggestion[0]


def test_numbers_are_whole_where_there_is_little_room():
    advice = Session(tiny_assistant(), boards=4).reply("")
    for width in (60, 46):
        text = shown(advice, width)
        assert max(map(len, text.splitlines())) <= width
        for suggestion in advice.suggestions:
            bits = f"{suggestion.entropy_bits:.2f}"
            assert any(suggestion.guess in line and bits in line for line in text.splitlines())


def test_who_suggests_is_told_once():
    session, told = Session(tiny_assistant(noise=0.1)), set()
    first = tell_once(session.reply(""), told)
    assert any("takes every tile for true" in note for note in first.notes)
    assert tell_once(session.reply("crate 00212"), told).notes == ()
    other = tell_once(session.reply("solver minimax"), told)
    assert any(note.startswith("minimax takes every tile for true") for note in other.notes)
    assert tell_once(session.reply("help"), told) == session.reply("help")


def test_nothing_is_said_of_who_suggests_where_nothing_is_suggested():
    session = Session(tiny_assistant(noise=0.1))
    session.reply("dumpy ggggg")
    assert session.reply("solved").notes == ()


def test_other_words_of_a_green_board_are_for_the_case_that_it_goes_on():
    session = Session(tiny_assistant(noise=0.1))
    text = shown(session.reply("dumpy ggggg"))
    assert "if not, " in text
    assert "of the belief" in text
    assert "else" not in text


def shown(reply, width=80):
    console = Console(file=io.StringIO(), width=width, highlight=False)
    show_reply(console, reply, "standard")
    return console.file.getvalue()


def test_what_is_shown_pretends_nothing(session):
    for _ in range(5):
        session.reply("crate 00000")
    text = shown(session.reply("crate 22222"))
    assert "no guess is left" in text
    assert "guess 7" not in text
    assert "tolerate forgives a tile" in text
    assert "widen" not in text
    soft = shown(Session(tiny_assistant(noise=0.1)).reply(""))
    assert "hold 99% of the belief" in soft
    assert "words left" not in soft


def test_a_worst_case_beyond_the_guesses_is_remarked():
    session = Session(tiny_assistant(max_guesses=2))
    assert "more than the 2 that are left" in " ".join(shown(session.reply("")).split())


def test_a_contradictory_board_is_left_out():
    session = Session(tiny_assistant(), boards=2)
    session.reply("crate 00000 00000")
    advice = session.reply("crate 00000 00212")
    assert [board.status for board in advice.boards] == ["open", "contradiction"]
    assert advice.worst_case is None
    note = "leaves out board 2, whose entries contradict each other"
    assert f"what is suggested {note}" in advice.notes
    assert session.reply("hint").notes == (f"the hint {note}",)


def test_solvers_are_named_in_any_case(session):
    assert session.reply("solver MINIMAX").solver == "minimax"


def test_words_may_have_the_names_of_commands():
    lexicon = build_lexicon(["hint", "list", "undo", "quit", "help"])
    assistant = tiny_assistant()
    session = Session(
        type(assistant)(lexicon, build_world(lexicon, 0.02), assistant.recipe, assistant.rules, assistant.channel, 0.02)
    )
    session.reply("hint 0000")
    assert session.position.turns == (Turn("hint", ("bbbb",)),)
    assert isinstance(session.reply("quit"), Farewell)


def test_boards_are_explained_one_by_one():
    session = Session(tiny_assistant(), boards=2)
    session.reply("crate 00000 00212")
    explanation = session.reply("explain")
    assert "no a, c, e, r, t" in explanation.boards[0]
    assert "position 5 is e" in explanation.boards[1]
    assert "on 2 boards" in explanation.suggestion[0]


def test_the_only_word_is_said_to_be_it(session):
    session.reply("sense 10202")
    advice = session.reply("")
    if advice.boards[0].candidates == 1:
        assert explain_advice(advice).suggestion == (f"{advice.suggestion} is the only word left",)


def test_the_search_may_wait():
    session = Session(tiny_assistant())
    session.allow_search(False)
    assert session.reply("crate 00000").worst_case is None
    session.allow_search(True)
    assert session.reply("").worst_case is not None


# --- for other programs


def converse(*lines, boards=1):
    """The replies to lines as another program reads them, and how many lines made no sense."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", out)
        refused = answer_lines(Session(tiny_assistant(), boards), [f"{line}\n" for line in lines])
    return [json.loads(line) for line in out.getvalue().splitlines()], refused


def test_a_line_is_answered_by_a_line():
    replies, refused = converse("", "crate 00212", "? stage", "list", "hint", "explain", "help", "nope", "undo")
    kinds = ["advice", "advice", "rating", "word_lists", "hint", "explanation", "help", "error", "advice"]
    assert [reply["kind"] for reply in replies] == kinds
    assert refused == 1
    assert replies[7]["message"].startswith("'nope' is not a word")
    assert replies[0] == replies[8]


def test_nothing_is_answered_after_the_farewell():
    assert converse("quit", "nope") == ([], 0)
    assert converse() == ([], 0)


def test_a_position_is_a_line_too():
    (one, two, three), _ = converse("crate 00212", "restart", '{"turns": [{"guess": "CRATE", "tiles": ["00212"]}]}')
    assert one == three
    assert two["turn"] == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "this is no JSON object"),
        ('{"turns": 3}', "turns: 3 is not a list"),
        ('{"turns": [{"guess": "crate", "tiles": ["ggggy"]}]}', "entry 1: crate ggggy: no word can answer that"),
        ('{"turns": [{"guess": "crate", "tiles": ["ggggb"]}], "found": [0]}', "found: 0 is no board whose last tiles"),
        ('{"turns": [{"guess": "crate", "tiles": ["ggggg"]}], "found": [1]}', "found: 1 is no board whose last tiles"),
        ('{"boards": 99}', "boards: is 99; give 1 to 8"),
    ],
)
def test_a_line_that_is_no_position_is_an_error(line, problem):
    (reply,), refused = converse(line)
    assert refused == 1
    assert reply["message"].startswith(problem)


def test_a_position_has_the_boards_of_the_game():
    (reply,), _ = converse('{"turns": [{"guess": "crate", "tiles": ["00000", "00212"]}]}', boards=2)
    assert len(reply["boards"]) == 2
