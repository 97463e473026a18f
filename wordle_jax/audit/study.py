"""The family `study`: which games a claim is about, and what they say."""

from collections.abc import Callable

from wordle_jax.audit.claims import Check, Claim, split
from wordle_jax.audit.evidence import Evidence
from wordle_jax.audit.finding import Finding, Number, Truth, Words
from wordle_jax.audit.one_run import OTHERS, measure_games
from wordle_jax.audit.settings import Setting, read_setting, read_solvers
from wordle_jax.audit.several_runs import beats_all, compare_all, differ_most
from wordle_jax.audit.two_runs import compare, correlate, guesses_saved


def find_games(claim: Claim, evidence: Evidence) -> Finding:
    """Return what the games say. Raises Unmeasured where there are none."""
    check = claim.check
    solvers = read_solvers(check)
    if check.measure in _SPECIAL:
        return _SPECIAL[check.measure](check, evidence)
    if solvers:
        return compare_all(
            {solver: evidence.games(read_setting(check, solver=solver)) for solver in solvers},
            check.measure,
            check.parameter,
        )
    games = evidence.games(read_setting(check))
    others = _others(check)
    if others:
        return compare(games, evidence.games(others[0]), check.measure, check.parameter)
    if "group" in check.arguments:
        games = games.restrict(check.arguments["group"])
    if check.measure in OTHERS:
        return OTHERS[check.measure](games, check.parameter)
    scaled_to = check.arguments.get("of")
    return measure_games(games, check.measure, check.parameter, None if scaled_to is None else int(scaled_to))


def list_games(check: Check, rates: tuple[str, ...], weights: tuple[str, ...]) -> list[Setting]:
    """Return the settings that a check needs, when it varies the rate of wrong tiles or the weight of entropy."""
    solvers = read_solvers(check) or (check.arguments["solver"],)
    if check.measure == "widest_at":
        return [read_setting(check, solver=solver, noise=rate) for rate in rates for solver in solvers]
    if check.measure == "ahead_at":
        return [read_setting(check, solver=s, noise=r) for r in split(check.parameter) for s in _pair(check)]
    if check.measure == "computed_opener":
        return []
    own = [read_setting(check, solver=solver) for solver in solvers]
    if check.measure == "best_weight":
        own += [read_setting(check, entropy_weight=weight) for weight in weights]
    if check.measure == "gain_correlation":
        own.append(read_setting(check, solver=check.parameter))
    if check.measure == "retained":
        own.append(read_setting(check, noise="0"))
    if check.measure == "not_worse_than_noise":
        own.append(_noisy(check))
    return own + _others(check)


def _others(check: Check) -> list[Setting]:
    """The settings that it is compared with; what is changed about the solver is changed of itself alone."""
    if "against" in check.arguments:
        return [Setting(check.arguments["against"], check.arguments["solver"])]
    return [read_setting(check, solver=solver, without="") for solver in check.listed("versus")]


def _pair(check: Check) -> tuple[str, str]:
    return check.arguments["solver"], check.arguments["versus"]


def _noisy(check: Check) -> Setting:
    return Setting("noise", check.arguments["solver"], noise=check.parameter)


def _success(evidence: Evidence, setting: Setting) -> float:
    return measure_games(evidence.games(setting), "success_rate", "").value


def _all_significant(check: Check, evidence: Evidence) -> Truth:
    others = {setting.solver: evidence.games(setting) for setting in _others(check)}
    return beats_all(evidence.games(read_setting(check)), others)


def _widest_at(check: Check, evidence: Evidence) -> Truth:
    games = {
        rate: {s: evidence.games(read_setting(check, solver=s, noise=rate)) for s in read_solvers(check)}
        for rate in evidence.rates
    }
    return differ_most(games, check.parameter)


def _ahead_at(check: Check, evidence: Evidence) -> Truth:
    shown, is_ahead = [], True
    for rate in split(check.parameter):
        one, other = (_success(evidence, read_setting(check, solver=s, noise=rate)) for s in _pair(check))
        is_ahead &= one > other
        shown.append(f"{rate}: {one - other:+.1f}")
    return Truth(is_ahead, ", ".join(shown))


def _best_weight(check: Check, evidence: Evidence) -> Truth:
    def mean(setting: Setting) -> float:
        return measure_games(evidence.games(setting), "mean_all", "").value

    means = {weight: mean(read_setting(check, entropy_weight=weight)) for weight in evidence.weights}
    best = min(means, key=lambda weight: means[weight])
    return Truth(mean(read_setting(check)) <= means[best], f"best {best} with {means[best]:.4f}")


def _gain_correlation(check: Check, evidence: Evidence) -> Number:
    base = evidence.games(_others(check)[0])
    one, two = (evidence.games(read_setting(check, **change)) for change in ({}, {"solver": check.parameter}))
    return Number(correlate(guesses_saved(one, base), guesses_saved(two, base)))


def _retained(check: Check, evidence: Evidence) -> Finding:
    return compare(evidence.games(read_setting(check)), evidence.games(read_setting(check, noise="0")), "retained", "")


def _not_worse_than_noise(check: Check, evidence: Evidence) -> Truth:
    one, other = _success(evidence, read_setting(check)), _success(evidence, _noisy(check))
    return Truth(one >= other, f"{one:.1f}% against {other:.1f}%")


def _computed_opener(check: Check, evidence: Evidence) -> Words:
    lexicon = "spanish" if check.subject == "spanish" else "english"
    return Words((evidence.computed_opener(check.arguments["solver"], lexicon),))


_SPECIAL: dict[str, Callable[[Check, Evidence], Finding]] = {
    "all_significant": _all_significant,
    "widest_at": _widest_at,
    "ahead_at": _ahead_at,
    "best_weight": _best_weight,
    "gain_correlation": _gain_correlation,
    "retained": _retained,
    "not_worse_than_noise": _not_worse_than_noise,
    "computed_opener": _computed_opener,
}
