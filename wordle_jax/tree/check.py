"""Checks a certificate bottom-up: every bound is derived again, from the pattern matrix and the rules alone."""

from collections.abc import Callable
from typing import Any

import numpy as np
from jaxtyping import Int32, Int64, UInt8

from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.rules import RuleMode
from wordle_jax.tree.certificate import Certificate, hash_weights
from wordle_jax.tree.claims import NEVER
from wordle_jax.world import World

_SETS, _MEMBERS = 1 << 23, 1 << 28
_STATES, _WORDS = 1 << 20, 1 << 28


def verify_certificate(
    certificate: Certificate,
    lexicon: Lexicon,
    world: World,
    weight: Int64[np.ndarray, " answer"],
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Check every claim, small sets first, and then every opener; `on_progress` is told checks done and all there are.

    Raises UserError for the first that does not follow, or for other weights than the certificate's.
    """
    from wordle_jax.tree import check_kernel as kernel

    if hash_weights(weight) != certificate.weight_sha256:
        raise UserError("the certificate is about other weights of the answers (prior, prior.smoothing)")
    claims, lower = certificate.claims, certificate.lower
    _check_form(certificate, world)
    # Guesses with many parts first: they bound the others from the start.
    parts = np.array([len(np.unique(row)) for row in world.matrix.codes])
    order = np.argsort(-parts, kind="stable")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    states = _make_states(kernel, world.letters[order], certificate.mode)
    padding = -world.num_guesses % kernel.SIDE_BY_SIDE
    game = kernel.Game(
        codes=np.ascontiguousarray(world.matrix.codes[order]),
        by_answer=np.ascontiguousarray(np.pad(world.matrix.codes[order].T, [(0, 0), (0, padding)], "edge")),
        answer_guess=place[world.answer_guess],
        weight=weight,
        win=world.matrix.num_patterns - 1,
    )
    known = kernel.Known(
        table=np.zeros(2 * _SETS + 1, np.int32),
        begin=np.zeros(_SETS, np.int64),
        end=np.zeros(_SETS, np.int64),
        state=np.zeros(_SETS, np.int64),
        left=np.zeros(_SETS, np.int64),
        bound=np.zeros(_SETS, np.int64),
        member=np.zeros(max(_MEMBERS, 2 * world.num_answers), np.uint16),
        count_in=np.zeros(3, np.int64),
    )
    by_pattern = np.zeros((4, world.matrix.num_patterns), np.int64)
    scratch = kernel.Scratch(
        size=by_pattern[0],
        weight=by_pattern[1],
        heaviest=by_pattern[2],
        place=by_pattern[3],
        pattern=np.zeros(world.matrix.num_patterns, np.int64),
        part=np.zeros((world.matrix.num_patterns, 4), np.int64),
        member=np.zeros(world.num_answers, np.uint16),
        bonus=np.zeros(world.num_guesses + padding, np.int64),
        saved=np.zeros(kernel.SIDE_BY_SIDE, np.int64),
        side_by_side=np.zeros((kernel.SIDE_BY_SIDE, world.matrix.num_patterns), np.int64),
    )
    openers = list(range(world.num_guesses))
    if certificate.opener is not None:
        openers = [int(place[lexicon.guess_index[certificate.opener]])]
    cores = _find_cores(kernel, certificate, world)
    checks = len(claims) + len(openers)
    state_of = [_follow(kernel, states, place[path[:, 0]], path[:, 1]) for path in certificate.paths]
    for claim, (left, path) in enumerate(zip(certificate.left.tolist(), certificate.path.tolist(), strict=True)):
        state = state_of[path]
        guess = kernel.check_claim(game, states, known, cores, scratch, claims[claim], state, left, int(lower[claim]))
        if guess >= 0:
            word = lexicon.guesses[order[guess]]
            words = ", ".join(lexicon.answers[answer] for answer in claims[claim][:5].tolist())
            raise UserError(
                f"the certificate fails: it does not follow that {words}{', ...' if len(claims[claim]) > 5 else ''} "
                f"{_say_cost(int(lower[claim]))} after {word}"
            )
        on_progress(claim + 1, checks)
    everyone = np.arange(world.num_answers, dtype=np.uint16)
    # As many guesses as answers are as good as any number.
    limit = certificate.max_guesses
    left = world.num_answers if limit is None else min(limit, world.num_answers)
    num = kernel.gather_cores(cores, everyone, left - 1) if certificate.lower_bound >= NEVER else 0
    for done, guess in enumerate(openers):
        if left > 0 and not kernel.check_opener(
            game, states, known, cores, num, scratch, everyone, left, guess, certificate.lower_bound,
            int(certificate.opener is None),
        ):  # fmt: skip
            word = lexicon.guesses[order[guess]]
            raise UserError(
                f"the certificate fails: it does not follow that {word} {_say_cost(certificate.lower_bound)}"
            )
        on_progress(len(claims) + done + 1, checks)
    if known.count_in[kernel.IS_FULL] or states.count_in[kernel.HAS_NO_ROOM]:
        raise UserError("the certificate needs more room than there is to check it")


def _say_cost(lower: int) -> str:
    return "cannot be done in time" if lower >= NEVER else f"costs at least {lower}"


def _make_states(kernel: Any, letters: UInt8[np.ndarray, "guess letter"], mode: RuleMode) -> Any:
    """Return the states of the rules: that all guesses are allowed is the first one."""
    num_guesses = len(letters)
    has = np.zeros((num_guesses, int(letters.max()) + 1), np.int64)
    np.add.at(has, (np.arange(num_guesses)[:, None], letters), 1)
    plain = mode == "normal"
    states = kernel.States(
        rules=("normal", "hard", "ultra_hard").index(mode),
        letter=letters.astype(np.int64),
        has=has,
        table=np.zeros(1 if plain else 2 * _STATES + 1, np.int32),
        begin=np.zeros(2 if plain else _STATES, np.int64),
        word=np.zeros(num_guesses if plain else _WORDS, np.int32),
        shown=np.zeros(has.shape[1], np.int64),
        count_in=np.array([1, num_guesses, 0], np.int64),
    )
    states.begin[1] = num_guesses
    states.word[:num_guesses] = np.arange(num_guesses)
    return states


def _find_cores(kernel: Any, certificate: Certificate, world: World) -> Any:
    """Return the claims that a set cannot be found in the guesses left, whatever was guessed before.

    They are claims like others: each is checked, and used for larger sets alone.
    """
    lengths = np.array([len(path) for path in certificate.paths], np.int64)
    is_core = (certificate.lower >= NEVER) & (lengths[certificate.path] == 0)
    sets = certificate.claims.take(np.flatnonzero(is_core))
    return kernel.Cores(
        begin=sets.offsets,
        left=certificate.left[is_core],
        member=sets.members,
        inside=np.zeros(len(sets), np.int64),
        is_member=np.zeros(world.num_answers, np.uint8),
    )


def _follow(kernel: Any, states: Any, guesses: Int64[np.ndarray, " turn"], patterns: Int32[np.ndarray, " turn"]) -> int:
    """Return the state after a history."""
    state = 0
    for guess, pattern in zip(guesses.tolist(), patterns.tolist(), strict=True):
        state = int(kernel.next_state(states, state, guess, pattern))
    return state


def _check_form(certificate: Certificate, world: World) -> None:
    """Raise UserError unless the arrays are sets of answers, small ones first, with a bound each, and histories."""
    members, offsets, left = certificate.members, certificate.offsets, certificate.left
    path, steps, ends = certificate.path, certificate.steps, certificate.ends
    whole = len(offsets) == len(certificate.lower) + 1 == len(left) + 1 == len(path) + 1
    whole = whole and _are_runs(offsets, len(members)) and _are_runs(ends, len(steps))
    counts = np.diff(offsets)
    if whole and len(left):
        inside = np.ones(len(members), bool)
        inside[offsets[:-1]] = False  # a first member follows no other of its set
        rising = np.diff(members.astype(np.int64), prepend=0) > 0
        whole = bool(
            counts.min() >= 3
            and (np.diff(counts) >= 0).all()
            and members.max() < world.num_answers
            and rising[inside].all()
            and (left >= 2).all()
            and (left <= counts).all()
            and 0 <= path.min() <= path.max() < len(ends) - 1
        )
    if whole and len(steps):
        most = np.array([world.num_guesses, world.matrix.num_patterns])
        whole = bool((steps >= 0).all() and (steps < most).all())
    if not whole:
        raise UserError("the certificate is damaged: its claims are no sets of answers, small ones first")


def _are_runs(ends: Int64[np.ndarray, " run_and_end"], length: int) -> bool:
    """Tell whether these are where runs of an array of that length begin, and where the last one ends."""
    return bool(len(ends) > 0 and ends[0] == 0 and ends[-1] == length and (np.diff(ends) >= 0).all())
