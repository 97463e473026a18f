"""The server's process: an address, kernels that are warm, and an end by Ctrl-C."""

import errno
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from wordle_jax.background import start_thread
from wordle_jax.catalog import read_options
from wordle_jax.console import say
from wordle_jax.errors import UserError
from wordle_jax.interrupts import as_stopped, ending_at_once
from wordle_jax.lexicon import LexiconConfig
from wordle_jax.platform import configure_jax
from wordle_jax.schema import to_dataclass
from wordle_jax.web.app import make_app
from wordle_jax.web.config import WebConfig
from wordle_jax.web.desk import Desk

# Requests that wait or are worked on, and seconds that a browser may hold a silent connection or delay the end.
_MOST_AT_ONCE, _SILENT_SECONDS, _LAST_SECONDS = 100, 30, 2
_LOOPBACK = ("127.0.0.1", "localhost", "::1")

log = logging.getLogger(__name__)


def serve(config: WebConfig, *, lexicon_is_asked: bool = False) -> None:
    """Serve the page until Ctrl-C ends it, which is announced, or another signal.

    A list that somebody asked for is the one that the page opens with; otherwise it goes by the browser's language.
    Raises UserError for bad input and for an address that is taken, and Stopped for other signals.
    """
    named = config.lexicon.name if lexicon_is_asked else None
    desk = Desk(list_lexicons(config), config.prior.smoothing, named)
    with _listen(config.host, config.port) as listener:
        with ending_at_once():
            configure_jax(config.platform)
            desk.warm_first()
        start_thread(_warm_rest, desk)
        port = listener.getsockname()[1]
        shown = f"[{config.host}]" if ":" in config.host else config.host
        app = make_app(desk, [*_LOOPBACK, config.host, *config.names])
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                lifespan="off",
                limit_concurrency=_MOST_AT_ONCE,
                timeout_keep_alive=_SILENT_SECONDS,
                timeout_graceful_shutdown=_LAST_SECONDS,
                server_header=False,
            )
        )
        with _ending_by_ctrl_c():
            say(f"The page is at http://{shown}:{port}/ and Ctrl-C ends it.")
            server.run(sockets=[listener])


@contextmanager
def _ending_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C be the end of the block and no error."""
    try:
        yield
    except KeyboardInterrupt as error:
        if as_stopped(error).number != signal.SIGINT:
            raise
        log.info("ended by Ctrl-C")


def list_lexicons(config: WebConfig) -> dict[str, LexiconConfig]:
    """Return what the page offers, by name. Raises UserError for a list that is not shipped."""
    shipped = read_options("lexicon")
    lexicons = {config.lexicon.name: config.lexicon}
    for name in config.lexicons:
        if name not in shipped:
            raise UserError(f"lexicons: {name!r} is no shipped list; choose of {', '.join(shipped)}")
        lexicons.setdefault(name, to_dataclass(LexiconConfig, shipped[name]))
    return lexicons


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except socket.gaierror as error:
        raise UserError(f"host: {host!r} is no address of this machine; give 127.0.0.1") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UserError(
                f"port: {port} of {host} is taken; give another, such as port={port % 65535 + 1}"
            ) from error
        if error.errno == errno.EACCES:
            raise UserError(f"port: {port} is reserved for the system; give one above 1023") from error
        raise UserError(f"host: {host!r} cannot be served ({error.strerror}); give 127.0.0.1") from error


def _warm_rest(desk: Desk) -> None:
    """Warm the other lists while the first is in use already."""
    try:
        desk.warm_rest()
    except UserError as error:
        log.error("%s", error)  # which whoever asks for the list is told again
