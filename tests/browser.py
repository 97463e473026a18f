"""A headless Chromium that tests of pages look through."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

# Desktop and phone, in CSS pixels.
WIDTHS = {"desktop": (1280, 900), "phone": (375, 667)}
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# A page that a test opens is of this machine; the browser itself asks for more unless it is told not to.
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def launch_browser() -> Iterator[Browser]:
    """Start the Chromium of this machine; without one skip the test, but not in CI."""
    path = next((found for found in map(shutil.which, _NAMES) if found), None)
    if path is None:
        assert not os.environ.get("CI"), f"no browser: install one of {', '.join(_NAMES)}"
        pytest.skip(f"needs a browser: install one of {', '.join(_NAMES)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Watched:
    """A page, and what went wrong in it: errors of scripts, messages of the console, what it tried to fetch."""

    page: Page
    errors: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)


@contextmanager
def watch_page(browser: Browser, width: str) -> Iterator[Watched]:
    """Open an empty page of a width by its name."""
    across, down = WIDTHS[width]
    page = browser.new_page(viewport={"width": across, "height": down}, has_touch=width == "phone")
    watched = Watched(page)
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    page.on("console", lambda message: watched.errors.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: watched.fetched.append(request.url))
    yield watched
    page.close()


def measure(page: Page, selector: str, script: str) -> Any:
    """What a function of JavaScript finds of all elements that are shown; the page draws nothing in between."""
    return page.evaluate(
        f"selector => ({script})([...document.querySelectorAll(selector)].filter(e => e.checkVisibility()))", selector
    )


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
