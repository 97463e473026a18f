"""Whether a Ray listens at an address, found out by a word with it: Ray itself would try for minutes."""

import socket

from wordle_jax.errors import UserError

_CONNECT_SECONDS = 5.0
# To ask a server for HTTP/2, which Ray speaks: the preface and an empty frame of settings, which it answers by its own.
_HTTP2_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
_HTTP2_SETTINGS = 4


def check_address(address: str, where: str = "executor.address") -> None:
    """Raise UserError unless something that may be a Ray listens at HOST:PORT; `where` names the setting."""
    host, _, port = address.rpartition(":")
    if not (host and port.isdecimal()) or "/" in host:
        raise UserError(f"{where}: {address!r} is no address; give HOST:PORT")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS) as connection:
            connection.settimeout(_CONNECT_SECONDS)
            connection.sendall(_HTTP2_PREFACE)
            answer = connection.recv(len(_HTTP2_PREFACE))
    except (OSError, OverflowError, UnicodeError) as error:
        raise UserError(f"{where}: nobody answers at {address} ({error}); is Ray started there?") from error
    if answer[3:4] != bytes([_HTTP2_SETTINGS]):
        raise UserError(f"{where}: what answers at {address} is not Ray; its head mostly has the port 6379")
