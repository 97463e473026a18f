"""What claims say of several recipes on the same words."""

from collections.abc import Mapping
from itertools import combinations, pairwise

import numpy as np

from wordle_jax.audit.finding import Finding, Spread, Truth, Words
from wordle_jax.audit.games import Games
from wordle_jax.audit.one_run import measure_games
from wordle_jax.audit.tally import is_better, split_measure, split_measures
from wordle_jax.audit.two_runs import is_significantly_better, paired_t_test


def compare_all(games: Mapping[str, Games], name: str, parameter: str) -> Finding:
    """Return what is wanted of the games of several recipes, by recipe and in the order in which the claim has them."""
    if name == "all_pairs_significant":
        return _all_pairs_significant(games)
    if name == "same_ranking":
        return _same_ranking(games, parameter)
    measure = split_measure(parameter)
    values = {solver: measure_games(own, *measure).value for solver, own in games.items()}
    if name == "best":
        best = [s for s, value in values.items() if not any(is_better(measure[0], v, value) for v in values.values())]
        return Words(tuple(best))
    if name == "range":
        return Spread(min(values.values()), max(values.values()))
    assert name == "order", name
    rising = list(values.values())
    is_order = all(is_better(measure[0], b, a) for a, b in pairwise(rising))
    return Truth(is_order, ", ".join(f"{solver} {value:.4g}" for solver, value in values.items()))


def beats_all(one: Games, others: Mapping[str, Games]) -> Truth:
    """Return whether a run needs significantly fewer guesses than each other."""
    beaten = [solver for solver, other in others.items() if is_significantly_better(one, other)]
    return Truth(len(beaten) == len(others), f"than {', '.join(beaten) or 'none'}")


def differ_most(games: Mapping[str, Mapping[str, Games]], rate: str) -> Truth:
    """Return whether the best and worst recipe, by noise, differ most in success at a rate."""
    gaps = {}
    for noise, by_solver in games.items():
        rates = [measure_games(own, "success_rate", "").value for own in by_solver.values()]
        gaps[noise] = max(rates) - min(rates)
    is_widest = all(gaps[rate] > gap for noise, gap in gaps.items() if noise != rate)
    return Truth(is_widest, ", ".join(f"{noise}: {gap:.1f}" for noise, gap in gaps.items()))


def _all_pairs_significant(games: Mapping[str, Games]) -> Truth:
    pairs = list(combinations(games, 2))
    alike = [pair for pair in pairs if paired_t_test(games[pair[0]], games[pair[1]])[2] >= 0.05]
    return Truth(not alike, f"{len(pairs) - len(alike)} of {len(pairs)} pairs")


def _same_ranking(games: Mapping[str, Games], measures: str) -> Truth:
    """Whether each measure has the recipes in the same order, equals counting as equal."""
    rankings = []
    for name, parameter in split_measures(measures):
        sign = -1 if is_better(name, 1.0, 0.0) else 1
        values = [sign * measure_games(own, name, parameter).value for own in games.values()]
        rankings.append(np.unique(values, return_inverse=True)[1].tolist())
    return Truth(all(ranking == rankings[0] for ranking in rankings))
