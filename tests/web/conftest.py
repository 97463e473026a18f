"""A server of the page, and the page in a browser."""

from collections.abc import Iterator

import pytest
from browser import WIDTHS, Watched
from playwright.sync_api import Browser

from web.page import open_page
from web.served import serving, write_lists


@pytest.fixture(scope="session")
def lists(tmp_path_factory: pytest.TempPathFactory, english):
    return write_lists(tmp_path_factory.mktemp("lists"), english)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, lists) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("run") / "out", lists["english"]) as address:
        yield address


@pytest.fixture(params=WIDTHS)
def watched(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Watched]:
    """The page at both widths; at the end nothing has failed, and nothing was fetched from elsewhere."""
    yield from open_page(browser, address, request.param)


@pytest.fixture
def desktop(browser: Browser, address: str) -> Iterator[Watched]:
    """The page at one width, for what does not depend on it."""
    yield from open_page(browser, address, "desktop")
