"""Checks a certificate bottom-up: every bound is derived again, from the pattern matrix alone."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Int64

from wordle_jax.errors import UserError
from wordle_jax.lexicon import Lexicon
from wordle_jax.tree.certificate import Certificate, hash_weights
from wordle_jax.world import World

_SETS, _MEMBERS = 1 << 23, 1 << 28


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
    checks = len(claims) + len(openers)
    for claim in range(len(claims)):
        guess = kernel.check_claim(game, known, scratch, claims[claim], int(lower[claim]))
        if guess >= 0:
            word = lexicon.guesses[order[guess]]
            words = ", ".join(lexicon.answers[answer] for answer in claims[claim][:5].tolist())
            raise UserError(
                f"the certificate fails: it does not follow that {words}{', ...' if len(claims[claim]) > 5 else ''} "
                f"cost at least {lower[claim]} after {word}"
            )
        on_progress(claim + 1, checks)
    everyone = np.arange(world.num_answers, dtype=np.uint16)
    for done, guess in enumerate(openers):
        if not kernel.check_opener(game, known, scratch, everyone, guess, certificate.lower_bound):
            word = lexicon.guesses[order[guess]]
            raise UserError(f"the certificate fails: it does not follow that {word} costs {certificate.lower_bound}")
        on_progress(len(claims) + done + 1, checks)
    if known.count_in[kernel.IS_FULL]:
        raise UserError("the certificate needs more room than there is to check it")


def _check_form(certificate: Certificate, world: World) -> None:
    """Raise UserError unless the arrays are sets of answers, small ones first, with a bound each."""
    members, offsets, lower = certificate.members, certificate.offsets, certificate.lower
    whole = len(offsets) == len(lower) + 1 and offsets[0] == 0 and offsets[-1] == len(members)
    counts = np.diff(offsets)
    if whole and len(lower):
        inside = np.ones(len(members), bool)
        inside[offsets[:-1]] = False  # a first member follows no other of its set
        rising = np.diff(members.astype(np.int64), prepend=0) > 0
        whole = bool(
            counts.min() >= 3
            and (np.diff(counts) >= 0).all()
            and members.max() < world.num_answers
            and rising[inside].all()
        )
    if not whole:
        raise UserError("the certificate is damaged: its claims are no sets of answers, small ones first")
