"""Addresses where there is no Ray are told apart before Ray is asked."""

import socket
import threading

import pytest

from wordle_jax.address import check_address
from wordle_jax.errors import UserError


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("head", "executor.address: 'head' is no address; give HOST:PORT"),
        (":6379", "executor.address: ':6379' is no address; give HOST:PORT"),
        ("ray://127.0.0.1:1", "executor.address: 'ray://127.0.0.1:1' is no address; give HOST:PORT"),
        ("127.0.0.1:1", "executor.address: nobody answers at 127.0.0.1:1 ("),
        ("a..b:1", "executor.address: nobody answers at a..b:1 ("),
        (f"{'a' * 300}:1", "executor.address: nobody answers at aaa"),
        ("[::1]:1", "executor.address: nobody answers at [::1]:1 ("),
        ("127.0.0.1:99999", "executor.address: nobody answers at 127.0.0.1:99999 ("),
    ],
)
def test_address_where_there_is_no_ray(address: str, error: str) -> None:
    with pytest.raises(UserError) as caught:
        check_address(address)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n", b"\x00\x00\x00"])
def test_what_answers_is_not_ray(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(100)
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(UserError) as caught:
            check_address(address)
        thread.join()
    assert (
        str(caught.value)
        == f"executor.address: what answers at {address} is not Ray; its head mostly has the port 6379"
    )
