"""The assistant for other programs: a line of JSON out for every line in."""

import json
from collections.abc import Iterable
from typing import Any

from wordle_jax.assist.advice import to_plain
from wordle_jax.assist.preparing import prepare
from wordle_jax.assist.session import Farewell, Session
from wordle_jax.errors import UserError


def answer_lines(session: Session, lines: Iterable[str]) -> int:
    """Print the reply to every line as JSON, and return how many lines made no sense; those reply with an error.

    A line is what a person would type, or a position as a JSON object, which is advised on and becomes the position.
    """
    prepare(session.assistant, session.position.boards)  # rather than have the first line wait for it
    refused = 0
    for line in lines:
        try:
            reply = _reply(session, line)
        except UserError as error:
            refused += 1
            _print({"kind": "error", "message": str(error)})
            continue
        if isinstance(reply, Farewell):
            break
        _print(to_plain(reply))
    return refused


def _reply(session: Session, line: str) -> Any:
    if not line.lstrip("\ufeff \t").startswith("{"):
        return session.reply(line.strip("\ufeff"))
    try:
        values = json.loads(line.strip("\ufeff"))
    except ValueError as error:
        raise UserError(f"this is no JSON object: {error}") from error
    if isinstance(values, dict):
        values = {"boards": session.position.boards} | values
    return session.advise_on(session.assistant.read_position(values))


def _print(plain: dict[str, Any]) -> None:
    print(json.dumps(plain, ensure_ascii=False), flush=True)
