"""Ports for servers that tests start."""

import random
import socket
from contextlib import ExitStack, suppress

# Below those that Linux gives to whoever asks for any: one of these is not taken by a connection before it is used.
_FIRST, _LAST = 20_000, 32_000


def find_ports(number: int) -> list[int]:
    """Return so many different ports of this machine that nobody listens at."""
    draw, ports = random.SystemRandom(), []
    with ExitStack() as held:
        while len(ports) < number:
            port = draw.randint(_FIRST, _LAST)
            with suppress(OSError):  # it is taken
                held.enter_context(socket.create_server(("127.0.0.1", port)))
                ports.append(port)
    return ports
