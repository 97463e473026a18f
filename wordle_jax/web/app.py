"""The addresses of the server: the page with its files, and questions and answers in JSON."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from fastapi import Body, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.trustedhost import TrustedHostMiddleware
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordle_jax.errors import UserError, first_line
from wordle_jax.platform import available_cores
from wordle_jax.schema import to_dataclass
from wordle_jax.web.desk import Desk
from wordle_jax.web.requests import (
    AssistRequest,
    NewGameRequest,
    PlayRequest,
    RateRequest,
    ReviewRequest,
    check_size,
)

_STATIC = Path(__file__).with_name("static")
_MOST_BYTES = 1 << 16
# Nothing but what this server sends, and nothing that is written into the page itself.
_POLICY = "; ".join(
    f"{name} {value}"
    for name, value in {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }.items()
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    # A browser asks whether a file has changed, so that a new version is seen at once.
    "Cache-Control": "no-cache",
}

T = TypeVar("T")
log = logging.getLogger(__name__)


def make_app(desk: Desk, names: Sequence[str]) -> FastAPI:
    """Return the application; browsers may ask for it by these names, so that no other site gets at it by one."""
    app = FastAPI(title="wordle_jax", openapi_url=None)
    # Kernels use all cores each: more of them at once would only make every answer late. Searches and reviews, which
    # take longer, let nobody wait who wants a suggestion or plays, nor each other.
    pool = ThreadPoolExecutor(available_cores())
    search_pool, review_pool = ThreadPoolExecutor(1), ThreadPoolExecutor(1)

    def answer(path: str, kind: type[T], work: Callable[[T], dict[str, Any]], pool: ThreadPoolExecutor = pool) -> None:
        async def endpoint(values: dict[str, Any] = Body()) -> JSONResponse:  # noqa: B008
            check_size(values)
            request = to_dataclass(kind, values)
            return JSONResponse(await asyncio.get_running_loop().run_in_executor(pool, work, request))

        app.post(f"/api/{path}")(endpoint)

    answer("assist", AssistRequest, desk.assist)
    answer("search", AssistRequest, desk.search, search_pool)
    answer("rate", RateRequest, desk.rate)
    answer("hint", AssistRequest, desk.hint)
    answer("words", AssistRequest, desk.words)
    answer("new_game", NewGameRequest, desk.new_game)
    answer("play", PlayRequest, desk.play)
    answer("review", ReviewRequest, desk.review, review_pool)

    @app.get("/api/choices")
    async def choices() -> JSONResponse:
        return JSONResponse(await asyncio.get_running_loop().run_in_executor(pool, desk.choices))

    app.mount("/", StaticFiles(directory=_STATIC, html=True))
    _explain_errors(app)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(dict.fromkeys(names)))
    app.add_middleware(_Guard)
    return app


def _explain_errors(app: FastAPI) -> None:
    """Let every error be one line."""

    @app.exception_handler(UserError)
    async def refuse(_: Request, error: UserError) -> JSONResponse:
        return _complain(422, str(error))

    @app.exception_handler(RequestValidationError)
    async def refuse_body(_: Request, error: RequestValidationError) -> JSONResponse:
        return _complain(422, "the request is no JSON object; see docs/web.md")

    @app.exception_handler(StarletteHTTPException)
    async def refuse_request(_: Request, error: HTTPException) -> JSONResponse:
        return _complain(error.status_code, str(error.detail))

    @app.exception_handler(Exception)
    async def confess(_: Request, error: Exception) -> JSONResponse:
        return _complain(500, f"this is a bug: {type(error).__name__}: {first_line(error)}; see run.log")


def _complain(status: int, message: str) -> JSONResponse:
    line = " ".join(message.splitlines()).encode("utf-8", "backslashreplace").decode()
    return JSONResponse({"error": line}, status)


class _Guard:
    """Refuses bodies that are too long, however they are sent, and adds the headers that every answer has."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(k.lower().encode(), v.encode()) for k, v in _HEADERS.items()]
            await send(message)

        body, more = b"", True
        while more and len(body) <= _MOST_BYTES:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
        if len(body) > _MOST_BYTES:
            await _complain(413, f"the request has more than {_MOST_BYTES:,} bytes")(scope, receive, send_on)
            return
        given = False

        async def receive_again() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receive_again, send_on)
