"""The constraints and the propagators once more, slow and obvious: words are tuples, domains sets."""

from collections import Counter, deque
from dataclasses import dataclass
from itertools import product

import numpy as np

from wordle_jax.constraints import unpack_letters

GRAY, YELLOW, GREEN = 0, 1, 2


def score(guess, answer):
    """The tiles of a guess: greens first, then yellows from the left while letters remain."""
    spare = Counter(a for g, a in zip(guess, answer, strict=True) if g != a)
    tiles = []
    for g, a in zip(guess, answer, strict=True):
        if g == a:
            tiles.append(GREEN)
        elif spare[g] > 0:
            spare[g] -= 1
            tiles.append(YELLOW)
        else:
            tiles.append(GRAY)
    return tuple(tiles)


def encode(tiles):
    """The pattern code of tiles."""
    code = 0
    for tile in tiles:
        code = 3 * code + tile
    return code


def all_words(num_letters, length):
    return list(product(range(num_letters), repeat=length))


def all_tiles(length):
    """Every row of tiles, in the order of its code."""
    return list(product((GRAY, YELLOW, GREEN), repeat=length))


@dataclass
class State:
    domains: list
    least: list
    most: list

    @property
    def letters(self):
        return range(len(self.least))


def start(num_letters, length):
    return State([set(range(num_letters)) for _ in range(length)], [0] * num_letters, [length] * num_letters)


def extract(guess, tiles, num_letters):
    """The constraints of one pattern, from the tiles in the order in which they are given."""
    state = start(num_letters, len(guess))
    confirmed = Counter(letter for letter, tile in zip(guess, tiles, strict=True) if tile == GREEN)
    for position, (letter, tile) in enumerate(zip(guess, tiles, strict=True)):
        if tile == GREEN:
            state.domains[position] = {letter}
            continue
        state.domains[position].discard(letter)
        if tile == YELLOW:
            confirmed[letter] += 1
        else:
            state.most[letter] = min(state.most[letter], confirmed[letter])
    for letter in state.letters:
        state.least[letter] = confirmed[letter]
        if state.most[letter] == 0:
            for domain in state.domains:
                domain.discard(letter)
    return state


def merge(one, other):
    return State(
        [a & b for a, b in zip(one.domains, other.domains, strict=True)],
        [max(a, b) for a, b in zip(one.least, other.least, strict=True)],
        [min(a, b) for a, b in zip(one.most, other.most, strict=True)],
    )


def allows(state, word):
    """Whether a word satisfies all constraints."""
    counts = Counter(word)
    fits = all(letter in domain for letter, domain in zip(word, state.domains, strict=True))
    return fits and all(state.least[x] <= counts[x] <= state.most[x] for x in state.letters)


def misses_letter(state):
    return any(state.least[x] > 0 and all(x not in d for d in state.domains) for x in state.letters)


def forward_checking(state, constraints):
    """The state and whether it is contradictory; the same for the other propagators."""
    merged = merge(state, constraints)
    return merged, not all(merged.domains) or misses_letter(merged)


def are_partners(state, x, y):
    """Whether letters x and y may stand at two positions, by the bounds on letters alone."""
    if any(least > most for least, most in zip(state.least, state.most, strict=True)):
        return False
    pair = Counter([x, y])
    if any(pair[letter] > state.most[letter] for letter in pair):
        return False
    still_to_place = sum(max(0, state.least[letter] - pair[letter]) for letter in state.letters)
    return still_to_place <= len(state.domains) - 2


def mac(state, constraints):
    """AC-3 with its queue of arcs, as in algorithm 3."""
    merged = merge(state, constraints)
    positions = range(len(merged.domains))
    queue = deque((i, j) for i in positions for j in positions if i != j)
    while queue and all(merged.domains):
        i, j = queue.popleft()
        unsupported = {x for x in merged.domains[i] if not any(are_partners(merged, x, y) for y in merged.domains[j])}
        if unsupported:
            merged.domains[i] -= unsupported
            queue.extend((k, i) for k in positions if k not in (i, j))
    return merged, not all(merged.domains) or misses_letter(merged)


def gcc_light(state, constraints):
    """One rule at a time, from the first letter again after each change."""
    merged = merge(state, constraints)
    while not breaks_bounds(merged):
        if not apply_one_bound(merged):
            return merged, False
    return merged, True


def breaks_bounds(state):
    for x in state.letters:
        possible = sum(x in domain for domain in state.domains)
        known = sum(domain == {x} for domain in state.domains)
        if state.least[x] > state.most[x] or possible < state.least[x] or known > state.most[x]:
            return True
    return not all(state.domains)


def apply_one_bound(state):
    for x in state.letters:
        holders = [domain for domain in state.domains if x in domain]
        undecided = [domain for domain in holders if domain != {x}]
        if undecided and len(holders) - len(undecided) == state.most[x]:
            undecided[0].discard(x)
            return True
        if undecided and len(holders) == state.least[x]:
            undecided[0].intersection_update({x})
            return True
    return False


def count_revisions(state, constraints, name):
    """How often a domain becomes smaller if all are looked at together, again and again, up to a conflict."""
    merged = merge(state, constraints)
    shrink, conflicts = {
        "forward_checking": (lambda state: state.domains, lambda state: True),
        "mac": (revise_all, lambda state: not all(state.domains)),
        "gcc_light": (bound_all, breaks_bounds),
    }[name]
    total = sum(a != b for a, b in zip(state.domains, merged.domains, strict=True))
    while not conflicts(merged):
        smaller = shrink(merged)
        num_changed = sum(a != b for a, b in zip(smaller, merged.domains, strict=True))
        if num_changed == 0:
            break
        total += num_changed
        merged = State(smaller, merged.least, merged.most)
    return total


def revise_all(state):
    return [
        {
            x
            for x in domain
            if all(any(are_partners(state, x, y) for y in other) for other in state.domains if other is not domain)
        }
        for domain in state.domains
    ]


def bound_all(state):
    known = Counter(x for domain in state.domains if len(domain) == 1 for x in domain)
    possible = Counter(x for domain in state.domains for x in domain)
    needed = {x for x in state.letters if 0 < state.least[x] == possible[x]}
    full = {x for x in state.letters if known[x] == state.most[x]}
    smaller = []
    for domain in state.domains:
        kept = domain if len(domain) == 1 else domain - full
        here = domain & needed
        smaller.append(kept & here if len(here) == 1 else kept if not here else set())
    return smaller


def to_oracle(state):
    """A state of the package as a state of this file."""
    may_hold = np.asarray(unpack_letters(state.domains, len(state.min_count)))
    domains = [set(np.flatnonzero(row).tolist()) for row in may_hold]
    return State(domains, np.asarray(state.min_count).tolist(), np.asarray(state.max_count).tolist())
