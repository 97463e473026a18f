"""The family `word`: how hard one answer is for the solvers."""

import numpy as np
from jaxtyping import Int64

from wordle_jax.audit.claims import Check, Claim
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Number, Words
from wordle_jax.audit.settings import Setting, read_solvers


def find_word_difficulty(claim: Claim, evidence: Evidence) -> Finding:
    """Return the guesses for a word, or where it stands among all answers. Raises Unmeasured without the games."""
    check = claim.check
    games = [evidence.games(setting) for setting in list_word_games(check)]
    answer = games[0].lexicon.answers.index(check.subject)
    taken: Int64[np.ndarray, "solver answer"] = np.stack([own.guesses for own in games])
    if check.measure == "worst_solver":
        longest = taken[:, answer].max()
        return Words(tuple(s for s, n in zip(read_solvers(check), taken[:, answer], strict=True) if n == longest))
    total = taken.sum(axis=0)
    if check.measure == "rank_hardest":
        return Number(1 + int((total > total[answer]).sum()))
    if check.measure == "rank_easiest":
        return Number(1 + int((total < total[answer]).sum()))
    assert check.measure in ("guesses", "mean"), check.text
    return Number(float(taken[:, answer].mean()))


def list_word_games(check: Check) -> list[Setting]:
    """Return the settings that a check needs."""
    solvers = read_solvers(check) or (check.arguments["solver"],)
    return [Setting("main", solver) for solver in solvers]
