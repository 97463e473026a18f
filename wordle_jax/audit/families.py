"""The families of checks: who checks a claim, and which games that takes."""

from collections.abc import Callable
from dataclasses import dataclass

from wordle_jax.audit.arithmetic import find_agreement, find_arithmetic, find_share
from wordle_jax.audit.claims import Check, Claim
from wordle_jax.audit.config import AuditGroup
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding
from wordle_jax.audit.formulas import find_feedback, find_formula, list_formula_games
from wordle_jax.audit.openings import find_among_openings, find_opening
from wordle_jax.audit.propagators import find_propagation, list_propagation_games
from wordle_jax.audit.settings import Setting
from wordle_jax.audit.shown_rows import find_in_channel
from wordle_jax.audit.study import find_games, list_games
from wordle_jax.audit.trees import find_bound, find_optimum, find_tree, list_tree_games
from wordle_jax.audit.word import find_word_difficulty, list_word_games
from wordle_jax.audit.word_list import find_in_list


@dataclass(frozen=True)
class Family:
    """`find` returns what is so, `list_games` the games that it looks at."""

    find: Callable[[Claim, Evidence], Finding]
    list_games: Callable[[Check, AuditGroup], list[Setting]] = lambda check, config: []


FAMILIES = {
    "arithmetic": Family(lambda claim, _: find_arithmetic(claim)),
    "at_most": Family(lambda claim, _: find_arithmetic(claim)),
    "at_least": Family(lambda claim, _: find_arithmetic(claim)),
    "share_of": Family(lambda claim, _: find_share(claim)),
    "agree": Family(lambda claim, _: find_agreement(claim)),
    "study": Family(find_games, lambda check, config: list_games(check, config.rates, config.weights)),
    "word": Family(find_word_difficulty, lambda check, _: list_word_games(check)),
    "opening": Family(find_opening),
    "openings": Family(find_among_openings),
    "lexicon": Family(find_in_list),
    "channel": Family(find_in_channel),
    "optimum": Family(find_optimum, lambda check, _: list_tree_games(check)),
    "tree": Family(find_tree, lambda check, _: list_tree_games(check)),
    "bound": Family(find_bound),
    "propagation": Family(find_propagation, lambda check, _: list_propagation_games(check)),
    "formula": Family(find_formula, lambda check, _: list_formula_games(check)),
    "feedback": Family(find_feedback),
    "feedback_differs": Family(find_feedback),
}
