"""One audit: games are gathered, claims are checked, and what comes of it is written to a directory."""

import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from wordle_jax.audit.check import Checked, check_claim
from wordle_jax.audit.claims import Claim, select_claims
from wordle_jax.audit.config import AuditConfig
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.play import Compose, gather_games, list_settings
from wordle_jax.audit.report import count_verdicts, show_report, write_report
from wordle_jax.console import show_status
from wordle_jax.interrupts import ending_at_once
from wordle_jax.platform import configure_jax
from wordle_jax.results import write_json
from wordle_jax.timing import describe_host


def run_audit(config: AuditConfig, compose: Compose, directory: Path) -> dict[str, Any]:
    """Check the claims that a configuration asks for; write the tables and return how many got which verdict.

    `compose` makes a run of what would be typed for a study. The games that are played stay in the directory, so that
    the same command goes on where it was stopped. Raises UserError for bad input.
    """
    claims = select_claims(*config.audit.chosen)
    with ending_at_once():
        configure_jax(config.platform)
    start = time.perf_counter()
    games = gather_games(list_settings(claims, config), config, compose, directory)
    seconds = {"games": time.perf_counter() - start}
    # Games are on disk, and a search in another thread would not hear of Ctrl-C.
    with ending_at_once():
        results, by_family = _check_all(claims, Evidence(config.audit, games))
    write_report(results, directory)
    write_json(directory / "timing.json", {"seconds": seconds | by_family, "host": describe_host()})
    show_report(results)
    print(f"results  {directory}", flush=True)
    return count_verdicts(results)["all"]


def _check_all(claims: list[Claim], evidence: Evidence) -> tuple[list[Checked], dict[str, float]]:
    """Return the verdicts, and the seconds by family of checks."""
    results, seconds = [], defaultdict[str, float](float)
    with show_status() as show:
        for claim in claims:
            show(f"{claim.id}: {claim.what}")
            start = time.perf_counter()
            results.append(check_claim(claim, evidence))
            seconds[claim.check.family] += time.perf_counter() - start
    return results, dict(seconds)
