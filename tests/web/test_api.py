"""What the server answers, to right questions and to odd ones."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from web.served import open_client, write_lists
from wordle_jax.pattern import format_pattern, score_words
from wordle_jax.web.app import make_app
from wordle_jax.web.desk import Desk
from wordle_jax.web.requests import TILES

PATHS = ("assist", "search", "rate", "hint", "words", "new_game", "play", "review")
KIND = {"lexicon": "english"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, english) -> TestClient:
    return open_client(write_lists(tmp_path_factory.mktemp("lists"), english))


def ask(client: TestClient, path: str, values: object) -> dict[str, Any]:
    response = client.post(f"/api/{path}", json=values)
    assert response.status_code == 200, response.text
    return response.json()


def refusal(client: TestClient, path: str, values: object, status: int = 422) -> str:
    # Halves of characters can be escaped alone.
    content, headers = json.dumps(values).encode(), {"Content-Type": "application/json"}
    response = client.post(f"/api/{path}", content=content, headers=headers)
    assert (response.status_code, list(response.json())) == (status, ["error"]), response.text
    message = response.json()["error"]
    assert "\n" not in message
    return message


def position(*rows: tuple[str, str], **more: object) -> dict[str, Any]:
    turns = [{"guess": guess, "tiles": [tiles]} for guess, tiles in rows]
    return {"kind": KIND, "position": {"turns": turns} | more}


def tiles(guess: str, answer: str) -> str:
    return format_pattern(score_words(guess, answer))


def test_the_page_offers_its_lists_and_choices(client):
    choices = client.get("/api/choices").json()
    assert [lexicon["name"] for lexicon in choices["lexicons"]] == ["english", "spanish"]
    assert "ñ" in choices["lexicons"][1]["alphabet"]
    assert choices["solvers"][0] == "entropy"
    assert choices["most_boards"] == 8
    assert choices["named"] is None


def test_advice_is_that_of_the_position(client, english):
    first = ask(client, "assist", position())
    assert (first["status"], first["turn"], len(first["suggestions"])) == ("open", 1, 10)
    advice = ask(client, "assist", position(("crane", tiles("crane", "abide"))))
    board = advice["boards"][0]
    assert "abide" in [candidate["word"] for candidate in board["likeliest"]]
    assert board["candidates"] < first["boards"][0]["candidates"]
    assert "no c, n, r" in board["reasons"]
    assert advice["why"]
    # The same entry as digits, in capitals, or with squares.
    for same in ("00102", "BBYBG", "⬛⬛🟨⬛🟩"):
        assert ask(client, "assist", position(("CRANE", same)))["boards"] == advice["boards"]


def test_a_solved_game_a_contradiction_and_ways_out(client):
    assert ask(client, "assist", position(("crane", "ggggg")))["status"] == "solved"
    rows = (("crane", "ggggg"), ("slate", "bbbbb"))
    advice = ask(client, "assist", position(("crane", "bbbbb"), ("slate", "yyyyy")))
    contradiction = advice["boards"][0]["contradiction"]
    assert advice["status"] == "contradiction"
    assert contradiction["entry"] == 2
    assert contradiction["mistakes"]
    assert "the game was solved with entry 1 (crane)" in refusal(client, "assist", position(*rows))
    tolerant = ask(client, "assist", position(("crane", "bbbbb"), ("slate", "yyyyy"), is_tolerant=True))
    assert (tolerant["status"], tolerant["belief"]) == ("open", "soft")
    # caput may be guessed, but is no answer unless the list is widened.
    known = (("crane", tiles("crane", "caput")), ("slate", tiles("slate", "caput")), ("jumpy", tiles("jumpy", "caput")))
    assert ask(client, "assist", position(*known))["status"] == "contradiction"
    widened = ask(client, "assist", position(*known, is_widened=True))
    assert [candidate["word"] for candidate in widened["boards"][0]["likeliest"]] == ["caput"]


def test_boards_rules_and_wrong_tiles(client):
    turn = {"guess": "crane", "tiles": ["bbybg", "bbbbb"]}
    advice = ask(client, "assist", {"kind": KIND, "position": {"boards": 2, "turns": [turn]}})
    assert len(advice["boards"]) == 2
    hard = KIND | {"mode": "hard"}
    message = refusal(client, "assist", position(("crane", "gbbbb"), ("slate", "bbbbb")) | {"kind": hard})
    assert "c is green at place 1" in message
    noisy = ask(client, "assist", position(("crane", "ggggy")) | {"kind": KIND | {"tiles": "noise_5"}})
    assert noisy["belief"] == "soft"
    assert "fifth tile cannot be yellow" in refusal(client, "assist", position(("crane", "ggggy")))


def test_a_word_is_rated_a_letter_hinted_and_all_words_are_listed(client):
    asked = position(("crane", "bbybg"))
    rating = ask(client, "rate", asked | {"word": "SLATE"})
    assert rating["suggestion"]["guess"] == "slate"
    assert rating["best"]["entropy_bits"] >= rating["suggestion"]["entropy_bits"]
    assert "zzzzz" in refusal(client, "rate", asked | {"word": "zzzzz"})
    (board,) = ask(client, "words", asked)["boards"]
    assert len(board["words"]) == ask(client, "assist", asked)["boards"][0]["candidates"]
    letter = ask(client, "hint", asked)["letter"]
    assert letter not in "crane"
    assert any(letter in candidate["word"] for candidate in board["words"])
    assert ask(client, "search", asked)["worst_case"]["guesses"] >= 1


def test_a_game_is_its_code_and_guesses(client):
    game = ask(client, "new_game", {"kind": KIND, "source": "words", "words": ["abide"]})
    assert "abide" not in game["code"]
    view = ask(client, "play", {"code": game["code"], "guesses": ["speed"]})
    assert view["boards"][0]["rows"] == [{"guess": "speed", "tiles": "bbyby"}]
    assert (view["status"], view["boards"][0]["answer"], view["share"]) == ("playing", None, None)
    assert view["marks"] == {"s": "b", "p": "b", "e": "y", "d": "y"}
    won = ask(client, "play", {"code": game["code"], "guesses": ["speed", "abide"], "title": "a  game"})
    assert (won["status"], won["share"]) == ("won", "wordle_jax a game 2/6\n\n⬛⬛🟨⬛🟨\n🟩🟩🟩🟩🟩")
    other = ask(client, "play", {"code": game["code"], "guesses": ["abide"], "palette": "high_contrast"})
    assert other["share"].endswith("🟧🟧🟧🟧🟧")
    assert ask(client, "play", {"code": game["code"], "gave_up": True})["boards"][0]["answer"] == "abide"


def test_every_source_of_a_game(client):
    daily = {"kind": KIND, "source": "daily", "date": "2026-05-01"}
    assert ask(client, "new_game", daily) == ask(client, "new_game", daily)
    assert ask(client, "new_game", daily)["title"] == "english 2026-05-01"
    random = {"kind": KIND, "boards": 4}
    assert ask(client, "new_game", random)["code"] != ask(client, "new_game", random)["code"]
    adversary = ask(client, "new_game", {"kind": KIND, "source": "adversary"})
    assert ask(client, "play", {"code": adversary["code"], "guesses": ["crane"]})["open_answers"] > 1
    lies = ask(client, "new_game", {"kind": KIND | {"tiles": "lie"}, "source": "words", "words": ["abide"]})
    view = ask(client, "play", {"code": lies["code"], "guesses": ["crane"]})
    assert view["lies"] == 1
    shown = view["boards"][0]["rows"][0]["tiles"]
    assert sum(a != b for a, b in zip(shown, tiles("crane", "abide"), strict=True)) == 1
    spanish = ask(client, "new_game", {"kind": {"lexicon": "spanish"}, "source": "words", "words": ["SUEN\u0303O"]})
    view = ask(client, "play", {"code": spanish["code"], "guesses": ["sueno"]})
    assert view["boards"][0]["rows"][0]["tiles"] == "gggbg"


@pytest.mark.parametrize("kind", TILES)
def test_a_game_has_the_tiles_that_are_asked_for(client, kind):
    game = ask(client, "new_game", {"kind": KIND | {"tiles": kind}})
    view = ask(client, "play", {"code": game["code"], "guesses": ["crane"]})
    assert (view["tiles"], view["tells_truth"]) == (kind, kind == "true")


def test_games_and_grids_are_reviewed(client):
    game = ask(client, "review", {"lexicon": "english", "answer": "abide", "guesses": ["crane", "slate", "abide"]})
    assert (game["kind"], game["is_solved"], [turn["tiles"] for turn in game["turns"]]) == (
        "game", True, ["bbybg", "bbybg", "ggggg"],
    )  # fmt: skip
    unknown = ask(client, "review", {"lexicon": "english", "guesses": ["crane bbybg"]})
    assert "abide" in unknown["left"]
    grid = ask(
        client,
        "review",
        {"lexicon": "english", "grid": "Wordle 1,234 2/6\n\n⬛⬛🟨⬛🟨\n🟩🟩🟩🟩🟩", "answer": "abide"},
    )
    assert (grid["kind"], len(grid["rows"]), grid["asked"]["word"]) == ("grid", 2, "abide")
    assert grid["num_agreeing"] >= len(grid["answers"]) > 0


@pytest.mark.parametrize(
    ("path", "values", "said"),
    [
        ("assist", {}, "kind has no value"),
        ("assist", {"kind": KIND}, "position has no value; give a group of keys boards, turns"),
        ("assist", {"kind": KIND, "position": []}, "position: is no group"),
        ("assist", {"kind": KIND, "position": {"boards": 0}}, "boards: is 0; give 1 to 8"),
        ("assist", {"kind": KIND, "position": {"boards": 9}}, "boards: is 9; give 1 to 8"),
        ("assist", {"kind": KIND, "position": {"boards": 1e9}}, "give 1 to 8"),
        ("assist", {"kind": KIND, "position": {"turns": "crane"}}, "turns"),
        ("assist", {"kind": KIND, "position": {"turns": [{"guess": "crane"}]}}, "tiles has no value"),
        ("assist", {"kind": KIND, "position": {"turns": [{"guess": "crane", "tiles": ["bb"]}]}}, "2 tiles"),
        ("assist", {"kind": KIND, "position": {"turns": [{"guess": "crane", "tiles": [None]}]}}, "no tiles"),
        ("assist", {"kind": KIND, "position": {"turns": [{"guess": "", "tiles": ["bbbbb"]}]}}, "not a word"),
        ("assist", {"kind": KIND, "position": {"turnz": []}}, "did you mean turns"),
        ("assist", {"kind": {"lexicon": "../etc"}, "position": {}}, "not served here"),
        ("assist", {"kind": KIND | {"tiles": "all"}, "position": {}}, "choose one of true"),
        ("assist", {"kind": KIND | {"mode": "soft"}, "position": {}}, "choose one of normal"),
        ("assist", {"kind": KIND, "position": {}, "solver": "best"}, "no solver"),
        ("assist", {"kind": KIND, "position": {}, "solver": "../entropy"}, "no solver"),
        ("assist", {"kind": KIND | {"mode": "hard"}, "position": {"boards": 2}}, "rules.mode"),
        ("rate", {"kind": KIND, "position": {}, "word": ""}, "not a word"),
        ("rate", {"kind": KIND, "position": {}, "word": "\ud800"}, "word"),
        ("rate", {"kind": KIND, "position": {}, "\ud800": 1}, "no such key"),
        ("rate", {"kind": KIND, "position": {}, "word": "x" * 2001}, "2,001 characters"),
        ("new_game", {"kind": KIND, "source": "moon"}, "choose one of random"),
        ("new_game", {"kind": KIND, "source": "words"}, "has none"),
        ("new_game", {"kind": KIND, "source": "words", "words": ["caput"]}, "not one of its answers"),
        ("new_game", {"kind": KIND, "source": "daily", "date": "soon"}, "is no date"),
        ("new_game", {"kind": KIND, "source": "adversary", "boards": 2}, "boards"),
        ("new_game", {"kind": KIND | {"tiles": "lie"}, "source": "adversary"}, "play.adversary"),
        ("new_game", {"kind": {"lexicon": "spanish"}, "boards": 11}, "boards: is 11"),
        ("play", {"code": "nonsense"}, "no code of a game"),
        ("play", {"code": "english-abc"}, "damaged or incomplete"),
        ("play", {"code": "klingon-abc"}, "not served here"),
        ("play", {"code": "english-abc", "guesses": ["a"] * 101}, "101 entries"),
        ("review", {"lexicon": "english"}, "guesses: has none"),
        ("review", {"lexicon": "english", "guesses": ["crane"]}, "has no tiles"),
        ("review", {"lexicon": "english", "guesses": ["crane"], "answer": "zzzzz"}, "answer"),
        ("review", {"lexicon": "english", "grid": "no squares"}, "grid"),
        ("review", {"lexicon": "english", "grid": "🟩🟩"}, "2 tiles"),
        ("review", {"lexicon": "english", "grid": "🟩🟩🟩🟩🟩", "guesses": ["crane"]}, "give one of them"),
    ],
)  # fmt: skip
def test_odd_questions_get_one_line(client, path, values, said):
    assert said in refusal(client, path, values)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"7", b'"x"', b"\xff\xfe", b"[" * 30000, b"1" * 9999])
def test_what_is_no_json_object_is_refused(client, path, body):
    response = client.post(f"/api/{path}", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422)
    assert list(response.json()) == ["error"]
    assert "\n" not in response.json()["error"]


def test_a_body_that_is_too_long_is_refused_however_it_is_sent(client):
    long = json.dumps({"kind": KIND, "position": {}, "solver": "x" * 70_000}).encode()
    pieces = (long[i : i + 1000] for i in range(0, len(long), 1000))
    for content in (long, pieces):
        response = client.post("/api/assist", content=content, headers={"Content-Type": "application/json"})
        assert response.status_code == 413
        assert "65,536 bytes" in response.json()["error"]


def test_other_sites_cannot_ask_by_a_name_of_theirs(client):
    assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200
    for host in ("evil.example", "127.0.0.1.evil.example", ""):
        assert client.get("/", headers={"Host": host}).status_code == 400


def test_every_answer_forbids_what_the_page_does_not_need(client):
    for response in (client.get("/"), client.get("/api/choices"), client.get("/nothing"), client.post("/api/play")):
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "server" not in response.headers


def test_the_page_holds_no_program_and_no_style_of_its_own(client):
    page = client.get("/").text
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page
    assert " onclick" not in page
    assert "http" not in page
    assert client.get("/main.js").headers["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/nothing", "/../app.py", "/%2e%2e/app.py", "/api/nothing"])
def test_what_is_not_there_is_one_line(client, path):
    response = client.get(path)
    assert response.status_code == 404
    assert list(response.json()) == ["error"]


def test_a_bug_is_told_in_one_line(client, monkeypatch):
    def fail(*_: object) -> None:
        raise RuntimeError("first\nsecond")

    monkeypatch.setattr("wordle_jax.web.desk.decode_match", fail)
    assert refusal(client, "play", {"code": "english-abc"}, 500) == "this is a bug: RuntimeError: first; see run.log"


def test_nobody_waits_for_the_searches_and_reviews_of_others(tmp_path, english):
    class SlowDesk(Desk):
        """One that searches and reviews until it may end."""

        def search(self, request: Any) -> dict[str, Any]:
            return self.wait()

        def review(self, request: Any) -> dict[str, Any]:
            return self.wait()

        def wait(self) -> dict[str, Any]:
            assert may_end.wait(30)
            return {}

    may_end = threading.Event()
    client = TestClient(make_app(SlowDesk(write_lists(tmp_path, english), 0.02), ["testserver"]))
    with ThreadPoolExecutor() as others:
        slow = [others.submit(ask, client, "search", position()) for _ in range(3)]
        slow += [others.submit(ask, client, "review", {"lexicon": "english", "guesses": ["crane"]}) for _ in range(3)]
        try:
            assert ask(client, "assist", position(("crane", "bbybg")))["status"] == "open"
            assert ask(client, "rate", position() | {"word": "slate"})["suggestion"]["guess"] == "slate"
            code = ask(client, "new_game", {"kind": KIND, "source": "random"})["code"]
            assert ask(client, "play", {"code": code, "guesses": ["crane"]})["status"] in ("playing", "won")
            assert not any(one.done() for one in slow)
        finally:
            may_end.set()
        assert [one.result() for one in slow] == [{}] * 6
