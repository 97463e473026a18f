"""Claims and evidence made by hand, on twelve words or on a tiny world."""

from collections.abc import Mapping
from typing import Any

import yaml
from study.games import LEXICON, TURNS, make_records
from worlds import tiny_lexicon

from wordle_jax.audit.claims import Claim, parse_check
from wordle_jax.audit.config import AuditGroup
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Number, Unmeasured
from wordle_jax.audit.games import Games
from wordle_jax.audit.settings import Setting
from wordle_jax.audit.value import parse_value
from wordle_jax.lexicon import Lexicon
from wordle_jax.resources import conf_dir
from wordle_jax.schema import to_dataclass


def make_claim(how: str, value: str = "yes", *, unit: str = "guesses", kind: str = "measurement") -> Claim:
    """A claim that is checked in a way."""
    return Claim("paper-999", "", "", parse_value(value), unit, kind, parse_check(how), "", "")


def number(finding: Finding) -> float:
    """The number that was found."""
    assert isinstance(finding, Number)
    return finding.value


def read_config(**changes: Any) -> AuditGroup:
    """The settings of conf/audit.yaml, with changes."""
    node = yaml.safe_load((conf_dir() / "audit.yaml").read_text(encoding="utf-8"))["audit"]
    return to_dataclass(AuditGroup, node | changes, "audit")


def make_evidence(
    games: Mapping[Setting, Games | Unmeasured] | None = None, lexicon: Lexicon | None = None
) -> Evidence:
    """Evidence on a tiny world, english and spanish being the same, unless another lexicon is given."""
    words = lexicon or tiny_lexicon("five")
    return Evidence(read_config(), games or {}, lambda name: words)


def make_games(
    guesses: list[int | None],
    recoveries: list[int] | None = None,
    *,
    is_census: bool = True,
    lexicon: Lexicon = LEXICON,
) -> Games:
    """A game of each answer in turn, of so many guesses; None was not solved."""
    again = recoveries or [0] * len(guesses)
    records = make_records(
        [(answer % lexicon.num_answers, n, r) for answer, (n, r) in enumerate(zip(guesses, again, strict=True))]
    )
    return Games(records, lexicon, TURNS, is_census)
