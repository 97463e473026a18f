"""Recipes: a solver is a choice of belief, guess pool, score, tie-break, endgame, opener and recovery.

Every solver is one file in conf/solver; a new one needs no new code. The defaults here are the neutral choice.
"""

from dataclasses import dataclass
from typing import Literal

from wordle_jax.channel import ChannelConfig
from wordle_jax.errors import UserError
from wordle_jax.scores import ScoreName

COMPUTED = "computed"
# Scores of the sizes of parts, which can be added up over two steps.
PART_SCORES = ("entropy", "expected_size", "largest_part", "parts", "least_guesses")
# Scores of weights that are nearly equal are worked out again in float64, which must not be all of them.
_WIDEST_TIE = 0.01
_LARGEST_BOUND = 0.1


@dataclass(frozen=True)
class PoolStage:
    """The guesses considered up to a turn.

    `candidates` takes the live candidates, all or so many of the most frequent. `explorers` adds the guesses
    with the highest first-guess entropy, all guesses or so many. `until` is the last turn of the stage,
    counted from 1; the last stage has none.
    """

    candidates: int | Literal["all"] = "all"
    explorers: int | Literal["all"] = 0
    until: int | None = None


@dataclass(frozen=True)
class Recipe:
    """A solver. See conf/solver for the recipes of the sources, with where each choice comes from.

    pool            guesses considered, by turn
    score           what is minimised, see scores.py
    prior           weight of the answers: "frequency" also weighs `entropy`, and breaks ties between candidates
    candidate_at    with so few candidates left, only they are considered
    opener          a word, or "computed": the recipe's own choice at the first turn
    recovery        with no candidate left, go on with so many most frequent answers not yet guessed; or "fewest_lies":
                    with those that the fewest of all tiles shown contradict
    tie_tolerance   scores this near to the best count as equal, in the score's own unit
    propagator      constraint propagator whose work is reported beside the games; it does not change them
    lookahead       so many guesses with the best score are rated by two steps, see lookahead.py; 0: none
    path            of a saved tree, for score "tree": it is played, and nothing is scored
    belief          "hard": the candidates that agree with all feedback; "soft": a weight for every answer

    For a soft belief alone:

    assumes           the channel that it expects: "truth", that of the game; "unknown", any rate of wrong tiles; or one
    shortlist         so many guesses with the best cheap score are rated under the channel
    likeliest         and so many of the likeliest answers
    support_bound     largest share of a belief that ratings may leave out
    plans_last_turns  whether the last turn but one maximises the chance to win in the two
    """

    name: str
    pool: tuple[PoolStage, ...]
    score: ScoreName
    prior: Literal["uniform", "frequency"] = "uniform"
    candidate_at: int = 0
    opener: str = COMPUTED
    recovery: int | Literal["fewest_lies"] = 500
    tie_tolerance: float = 0.0
    mass_power: int = 2
    entropy_weight: float = 0.6
    frequency_weight: float = 0.4
    letter_source: Literal["guesses_by_frequency", "answers"] = "guesses_by_frequency"
    propagator: Literal["none", "forward_checking", "mac", "gcc_light"] = "none"
    lookahead: int = 0
    path: str | None = None
    belief: Literal["hard", "soft"] = "hard"
    assumes: Literal["truth", "unknown"] | ChannelConfig = "truth"
    shortlist: int = 96
    likeliest: int = 32
    support_bound: float = 1e-4
    plans_last_turns: bool = True

    def stage(self, turn: int) -> PoolStage:
        """Return the pool at a turn, counted from 1."""
        return next(s for s in self.pool if s.until is None or turn <= s.until)

    @property
    def is_deterministic(self) -> bool:
        """Whether the same belief always gets the same guess."""
        return self.score != "random"

    @property
    def uses_masses(self) -> bool:
        """Whether the score depends on the weights of the candidates and not only on their number."""
        return self.score == "posterior_mass" or (self.score == "entropy" and self.prior == "frequency")


def check_recipe(recipe: Recipe) -> None:
    """Raise UserError if the parts of a recipe do not fit together."""

    def require(condition: bool, key: str, problem: str) -> None:
        if not condition:
            raise UserError(f"solver.{key}: {problem}")

    stages = recipe.pool
    require(bool(stages), "pool", "has no stage; give at least one, such as [{candidates: all}]")
    ends = [stage.until for stage in stages]
    require(ends[-1] is None, "pool", "the last stage must have no `until`, so that every turn has a pool")
    for i, stage in enumerate(stages):
        where = f"pool[{i}]"
        for key, size in (("candidates", stage.candidates), ("explorers", stage.explorers)):
            require(size == "all" or size >= 0, f"{where}.{key}", f"is {size}; give 0 or more, or all")
        has_any = stage.candidates != 0 or stage.explorers != 0
        require(has_any, where, "considers no guess; give candidates or explorers")
        if i + 1 < len(stages):
            require(stage.until is not None and stage.until >= 1, f"{where}.until", "give its last turn, from 1")
    finite = [end for end in ends if end is not None]
    require(finite == sorted(set(finite)), "pool", f"the stages must end in increasing turns, not {finite}")
    if recipe.score in ("random", "letter_frequency"):
        only = all(stage.explorers == 0 for stage in stages)
        require(only, "pool", f"score={recipe.score} chooses among candidates: leave out explorers")
    if recipe.score == "random":
        unbounded = all(stage.candidates == "all" for stage in stages)
        require(unbounded, "pool", "score=random draws from all candidates: give [{candidates: all}]")
    if recipe.belief == "soft":
        is_soft = recipe.score in ("entropy", "posterior_mass", "win_chance")
        require(is_soft, "score", f"is {recipe.score}; with belief=soft give win_chance, entropy or posterior_mass")
        whole = stages == (PoolStage(0, "all"),)
        require(whole, "pool", "with belief=soft give [{candidates: 0, explorers: all}]; see shortlist")
        require(recipe.mass_power == 2, "mass_power", "with belief=soft give 2")
        for key in ("candidate_at", "tie_tolerance"):
            require(getattr(recipe, key) == 0, key, "with belief=soft give 0")
        require(recipe.recovery == Recipe.recovery, "recovery", "a belief=soft never starts again; leave it out")
    else:
        require(recipe.score != "win_chance", "score", "win_chance is for belief=soft; give entropy")
        require(recipe.assumes == "truth", "assumes", "what to expect of feedback is for belief=soft; give truth")
    is_tree = recipe.score == "tree"
    require(not is_tree or recipe.path is not None, "path", "has no value; give the tree.json that is to be played")
    require(is_tree or recipe.path is None, "path", "names the file of a saved tree, for score=tree alone")
    for key in ("shortlist", "likeliest"):
        require(getattr(recipe, key) >= 1, key, f"is {getattr(recipe, key)}; give at least 1 guess")
    bound = recipe.support_bound
    require(0 <= bound <= _LARGEST_BOUND, "support_bound", f"is {bound}; give 0 to {_LARGEST_BOUND}")
    require(recipe.candidate_at >= 0, "candidate_at", f"is {recipe.candidate_at}; give 0 or more candidates")
    enough = recipe.recovery == "fewest_lies" or recipe.recovery >= 1
    require(enough, "recovery", f"is {recipe.recovery}; give at least 1 word, or fewest_lies")
    follows = recipe.propagator == "none" or recipe.recovery != "fewest_lies"
    require(follows, "propagator", "takes every row for true until it starts anew; with recovery=fewest_lies give none")
    require(recipe.lookahead >= 0, "lookahead", f"is {recipe.lookahead}; give 0 or more guesses")
    if recipe.lookahead:
        require(recipe.belief == "hard", "lookahead", "is for belief=hard; give 0")
        sized = recipe.score in PART_SCORES and not recipe.uses_masses
        require(sized, "lookahead", f"adds up sizes: give a score of {', '.join(PART_SCORES)} with prior=uniform, or 0")
        require(recipe.tie_tolerance == 0, "tie_tolerance", f"is {recipe.tie_tolerance}; with lookahead give 0")
    require(recipe.tie_tolerance >= 0, "tie_tolerance", f"is {recipe.tie_tolerance}; give 0 or more")
    if recipe.uses_masses:
        too_wide = recipe.tie_tolerance > _WIDEST_TIE
        require(not too_wide, "tie_tolerance", f"is {recipe.tie_tolerance}; give at most {_WIDEST_TIE} with weights")
    require(recipe.mass_power in (2, 3), "mass_power", f"is {recipe.mass_power}; give 2 or 3")
    for key in ("entropy_weight", "frequency_weight"):
        weight = getattr(recipe, key)
        require(0 <= weight <= 1, key, f"is {weight}; give 0 to 1")
