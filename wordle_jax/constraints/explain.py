"""Says in plain sentences what a state allows."""

import numpy as np
from jaxtyping import Bool, Int

from wordle_jax.constraints.state import ConstraintState, unpack_letters

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def explain(state: ConstraintState, alphabet: str) -> list[str]:
    """Return what a state says, one sentence a fact, contradictions first.

    A position that may hold every letter of the word is passed over, and so is a minimum that known positions
    already meet.

    Args:
        state: one state, propagated or not.
        alphabet: the letters in index order.
    """
    may_hold = np.asarray(unpack_letters(state.domains, len(alphabet)))
    min_count, max_count = np.asarray(state.min_count, int), np.asarray(state.max_count, int)
    is_known = may_hold & (may_hold.sum(axis=1) == 1)[:, None]
    return [
        *_say_contradictions(may_hold, is_known, min_count, max_count, alphabet),
        *_say_positions(may_hold, max_count > 0, alphabet),
        *_say_counts(is_known, min_count, max_count, alphabet),
    ]


def _say_positions(
    may_hold: Bool[np.ndarray, "position letter"], occurs: Bool[np.ndarray, " letter"], alphabet: str
) -> list[str]:
    sentences = []
    for position, domain in enumerate(may_hold, start=1):
        allowed, excluded = _pick(alphabet, domain), _pick(alphabet, occurs & ~domain)
        if len(allowed) == 1:
            sentences.append(f"position {position} is {allowed[0]}")
        elif allowed and excluded:
            is_short = len(allowed) <= len(excluded)
            choice = f"one of {', '.join(allowed)}" if is_short else f"not {', '.join(excluded)}"
            sentences.append(f"position {position} is {choice}")
    return sentences


def _say_counts(
    is_known: Bool[np.ndarray, "position letter"],
    min_count: Int[np.ndarray, " letter"],
    max_count: Int[np.ndarray, " letter"],
    alphabet: str,
) -> list[str]:
    sentences, absent = [], []
    for letter, least, most, known in zip(alphabet, min_count, max_count, is_known.sum(axis=0), strict=True):
        if least > most:
            continue  # said as a contradiction
        if most == 0:
            absent.append(letter)
        elif least == most:
            sentences.append(f"exactly {NUMBERS[least]} {letter}")
        else:
            bounds = [f"at least {NUMBERS[least]}"] if least > known else []
            bounds += [f"at most {NUMBERS[most]}"] if most < len(is_known) else []
            sentences += [f"{' and '.join(bounds)} {letter}"] if bounds else []
    return [*sentences, f"no {', '.join(absent)}"] if absent else sentences


def _say_contradictions(
    may_hold: Bool[np.ndarray, "position letter"],
    is_known: Bool[np.ndarray, "position letter"],
    min_count: Int[np.ndarray, " letter"],
    max_count: Int[np.ndarray, " letter"],
    alphabet: str,
) -> list[str]:
    """Return why no word is left, by the first kind of reason that applies; the later may follow from it."""
    crossed = [
        f"at least {NUMBERS[least]} {letter}, yet {'at most ' if most else ''}{NUMBERS[most]} {letter}"
        for letter, least, most in zip(alphabet, min_count, max_count, strict=True)
        if least > most
    ]
    required = [f"{NUMBERS[count]} {letter}" for letter, count in zip(alphabet, min_count, strict=True) if count]
    no_room = [f"{NUMBERS[len(may_hold)]} positions have no room for {', '.join(required)}"]
    empty = [f"no letter is left for position {i + 1}" for i in np.flatnonzero(~may_hold.any(axis=1))]
    too_few = [
        f"at least {NUMBERS[min_count[i]]} {alphabet[i]}, which can stand {_list_places(places, 'only ')}"
        for i, places in enumerate(may_hold.T)
        if places.sum() < min_count[i]
    ]
    too_many = [
        f"at most {NUMBERS[max_count[i]]} {alphabet[i]}, which stands {_list_places(places)}"
        for i, places in enumerate(is_known.T)
        if places.sum() > max_count[i]
    ]
    has_room = min_count.sum() <= len(may_hold)
    reasons = crossed or (no_room if not has_room else []) or empty or too_few + too_many
    return [f"contradiction: {reason}" for reason in reasons]


def _pick(alphabet: str, is_in: Bool[np.ndarray, " letter"]) -> list[str]:
    return [letter for letter, chosen in zip(alphabet, is_in, strict=True) if chosen]


def _list_places(is_place: Bool[np.ndarray, " position"], only: str = "") -> str:
    places = [str(i + 1) for i in np.flatnonzero(is_place)]
    return f"{only}at position{'s' * (len(places) > 1)} {', '.join(places)}" if places else "nowhere"
