"""The command: what it prints and refuses, and how it ends."""

import signal
import socket
import threading
from pathlib import Path

import httpx
import pytest
from command_line import write_words
from hydra import compose, initialize_config_dir
from omegaconf import OmegaConf

from web.served import start_server
from wordle_jax.entry import run_entry_point
from wordle_jax.errors import UserError
from wordle_jax.lexicon import LexiconConfig
from wordle_jax.pattern import format_pattern, score_words
from wordle_jax.resources import conf_dir
from wordle_jax.schema import to_dataclass
from wordle_jax.web.__main__ import task
from wordle_jax.web.config import WebConfig
from wordle_jax.web.desk import Desk
from wordle_jax.web.requests import AssistRequest, GameKind
from wordle_jax.web.serve import list_lexicons, serve

WORDS = ("crane", "slate", "abide", "speed", "essay", "crank", "jumpy", "bumpy")


@pytest.fixture
def small(tmp_path: Path) -> dict[str, object]:
    return {"name": "small", "title": "Small", "answers": str(write_words(tmp_path / "small.txt", list(WORDS)))}


def tiles(guess: str, answer: str) -> str:
    return format_pattern(score_words(guess, answer))


def asked(small: dict[str, object], **more: object) -> WebConfig:
    return to_dataclass(WebConfig, {"lexicon": small} | more)


def test_lists_come_in_order_and_once(small):
    assert list(list_lexicons(asked(small, lexicons=["spanish", "english", "spanish"]))) == [
        "small", "spanish", "english",
    ]  # fmt: skip
    with pytest.raises(UserError, match="lexicons: 'klingon' is no shipped list; choose of english"):
        list_lexicons(asked(small, lexicons=["klingon"]))


@pytest.mark.parametrize("port", [-1, 65_536])
def test_a_port_that_is_none_is_refused(small, port):
    with pytest.raises(UserError, match=f"port: is {port}; give 1 to 65535"):
        asked(small, port=port)


def test_a_port_that_is_taken_is_named_with_another(small):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"port: {port} of 127.0.0.1 is taken; give another, such as port="):
            serve(asked(small, port=port))


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.7"])
def test_an_address_of_another_machine_is_refused(small, host):
    with pytest.raises(UserError, match="host: "):
        serve(asked(small, host=host, port=0))


def test_the_command_is_composed_and_explains_itself(capsys):
    assert run_entry_point(task, "web", ["--help"], config_name="web") == 0
    assert "python -m wordle_jax.web lexicon=spanish port=8080" in capsys.readouterr().out
    with initialize_config_dir(str(conf_dir()), version_base="1.3"):
        config = OmegaConf.to_container(compose("web", ["lexicon=spanish"]), resolve=True)
    web = to_dataclass(WebConfig, config)
    assert list(list_lexicons(web)) == ["spanish", "english", "english_nyt"]
    assert (web.host, web.port) == ("127.0.0.1", 8000)


@pytest.mark.parametrize(("arguments", "is_asked"), [([], False), (["lexicon=english"], True), (["port=0"], False)])
def test_a_list_counts_as_named_if_the_command_line_names_it(monkeypatch, tmp_path, arguments, is_asked):
    calls: list[tuple[str, bool]] = []

    def note(config: WebConfig, *, lexicon_is_asked: bool) -> None:
        calls.append((config.lexicon.name, lexicon_is_asked))

    monkeypatch.setattr("wordle_jax.web.serve.serve", note)
    directory = f"hydra.run.dir={tmp_path / 'out'}"
    assert run_entry_point(task, "web", [directory, *arguments], config_name="web") == 0
    assert calls == [("english", is_asked)]


def test_the_page_is_told_which_list_was_named(small):
    lists = list_lexicons(asked(small))
    assert Desk(lists, 0.02, "small").choices()["named"] == "small"
    assert Desk(lists, 0.02).choices()["named"] is None


@pytest.mark.parametrize(("number", "status", "last"), [
    (signal.SIGINT, 0, ""),
    (signal.SIGTERM, 143, "error: ended by SIGTERM"),
])  # fmt: skip
def test_the_announced_ctrl_c_is_no_error(small, tmp_path, number, status, last):
    with start_server(tmp_path / "out", to_dataclass(LexiconConfig, small)) as (process, address):
        assert httpx.get(f"{address}api/choices", trust_env=False).json()["named"] == "small"
        process.send_signal(number)
        assert process.wait(20) == status
        assert process.stdout is not None
        told = process.stdout.read()
    assert told.startswith(last)
    assert bool(told) == bool(last)


def test_a_list_that_cannot_be_read_is_named_at_the_start(small):
    with pytest.raises(UserError, match=r"lexicon\.answers"):
        serve(asked(small | {"answers": "nothing.txt"}, port=0))


def test_many_at_once_get_the_answers_that_each_alone_gets(small):
    requests = [
        AssistRequest(GameKind("small"), {"turns": [{"guess": guess, "tiles": [tiles(guess, answer)]}]})
        for guess in WORDS
        for answer in WORDS[:4]
    ]
    alone = [Desk({"small": to_dataclass(LexiconConfig, small)}, 0.02).assist(request) for request in requests]
    desk = Desk({"small": to_dataclass(LexiconConfig, small)}, 0.02)
    together: dict[int, object] = {}

    def work(number: int) -> None:
        together[number] = desk.assist(requests[number])

    threads = [threading.Thread(target=work, args=[number]) for number in range(len(requests))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [together[number] for number in range(len(requests))] == alone
