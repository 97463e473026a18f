"""The loops that check a certificate. They know nothing of the search: the pattern matrix is all they start from.

A set of one costs its weight w, a set of two the heavier's weight and twice the other's. A guess that splits a set
into parts costs at least the weight of the set, for itself, and what the parts cost, the winning one nothing. A part
of weight W costs at least 2W less its heaviest member; or the least such sum over all guesses; or what was claimed
of it and found right.

Guesses are those that the rules allow at the time: a state is a set of them, and state 0 all. With one guess left
no set but a single word can be found, with two left the guess must tell all candidates apart. As many guesses
as candidates are as good as any number: a guess after which no candidate is ruled out only makes things worse.
"""

from typing import Any, NamedTuple

import numpy as np

from wordle_jax.tree.claims import NEVER
from wordle_jax.tree.compiled import compiled, inlined, inner

# To the compiler a whole number of 64 bits.
Whole = Any
# Guesses that are looked at together where candidates are few.
SIDE_BY_SIDE = 16
_FEW = 64
# What `count_in` of Known says.
SETS, MEMBERS, IS_FULL = range(3)
# What `count_in` of States says.
STATES, WORDS, HAS_NO_ROOM = range(3)
# Rules.
NORMAL, HARD, ULTRA_HARD = range(3)


class Game(NamedTuple):
    """What trees are about."""

    codes: np.ndarray  # [guess, answer]
    by_answer: np.ndarray  # [answer, guess] the same, padded to a multiple of SIDE_BY_SIDE guesses
    answer_guess: np.ndarray  # [answer]
    weight: np.ndarray  # [answer]
    win: int


class Known(NamedTuple):
    """Lower bounds of sets that were derived so far, each kept with its members."""

    table: np.ndarray  # number of the set, 0 where free
    begin: np.ndarray  # [set]
    end: np.ndarray  # [set]
    state: np.ndarray  # [set]
    left: np.ndarray  # [set]
    bound: np.ndarray  # [set]
    member: np.ndarray
    count_in: np.ndarray


class States(NamedTuple):
    """The sets of guesses that the rules allow at some time, each kept once."""

    rules: int
    letter: np.ndarray  # [guess, place]
    has: np.ndarray  # [guess, letter] how often
    table: np.ndarray  # number of the state and one, 0 where free
    begin: np.ndarray  # [state and end]
    word: np.ndarray  # guesses of all states, each in increasing order
    shown: np.ndarray  # [letter] scratch space
    count_in: np.ndarray


class Cores(NamedTuple):
    """Claimed sets that cannot be found in so many guesses, all allowed: of a set that holds one it is true as well."""

    begin: np.ndarray  # [core and end]
    left: np.ndarray  # [core]
    member: np.ndarray
    inside: np.ndarray  # [core] scratch space: those in the set at hand
    is_member: np.ndarray  # [answer] scratch space


class Scratch(NamedTuple):
    """Space for one guess's parts: by pattern, and the members part by part."""

    size: np.ndarray  # [pattern]
    weight: np.ndarray  # [pattern]
    heaviest: np.ndarray  # [pattern]
    pattern: np.ndarray  # [part]
    place: np.ndarray  # [pattern]
    part: np.ndarray  # [part, 4] begin, end, what it is assumed to cost, whether that is final
    member: np.ndarray  # [answer]
    bonus: np.ndarray  # [guess] its weight if it is a candidate, padded as well
    saved: np.ndarray  # [SIDE_BY_SIDE]
    side_by_side: np.ndarray  # [SIDE_BY_SIDE, pattern]


@inlined
def words_of(states: States, state: Whole) -> np.ndarray:
    """Return the guesses of a state."""
    return states.word[states.begin[state] : states.begin[state + 1]]


@inner
def is_allowed(states: States, word: Whole, guess: Whole, pattern: Whole) -> Whole:
    """Tell (1 or 0) whether the rules allow a word after a guess was answered by a pattern, read from its end.

    `states.shown` says how often the pattern showed each letter of the guess.
    """
    if word == guess:
        return 0
    for i in range(states.letter.shape[1] - 1, -1, -1):
        tile, pattern = pattern % 3, pattern // 3
        letter = states.letter[guess, i]
        stays = states.letter[word, i] == letter
        if states.has[word, letter] < states.shown[letter] or (tile == 2 and not stays):
            return 0
        is_surplus = tile == 0 and states.has[word, letter] > states.shown[letter]
        if states.rules == ULTRA_HARD and tile < 2 and (stays or is_surplus):
            return 0
    return 1


@compiled
def next_state(states: States, state: Whole, guess: Whole, pattern: Whole) -> Whole:
    """Return the state after one more guess and its pattern."""
    if states.rules == NORMAL:
        return np.int64(0)
    for i in range(states.letter.shape[1]):
        states.shown[states.letter[guess, i]] = 0
    rest = pattern
    for i in range(states.letter.shape[1] - 1, -1, -1):
        states.shown[states.letter[guess, i]] += rest % 3 > 0
        rest //= 3
    begin = states.count_in[WORDS]
    before = words_of(states, state)
    if begin + before.size > states.word.size or states.count_in[STATES] + 2 > states.begin.size:
        states.count_in[HAS_NO_ROOM] = 1
        return np.int64(0)  # all guesses: what is proved with more of them holds with fewer
    end = begin
    key = np.uint64(14695981039346656037)
    for word in before:
        if is_allowed(states, word, guess, pattern):
            states.word[end] = word
            end += 1
            key = (key ^ np.uint64(word)) * np.uint64(1099511628211)
            key ^= key >> np.uint64(31)
    place = key % np.uint64(states.table.size)
    while states.table[place] != 0:
        number = np.int64(states.table[place]) - 1
        other = words_of(states, number)
        if other.size == end - begin:
            i = 0
            while i < other.size and other[i] == states.word[begin + i]:
                i += 1
            if i == other.size:
                return number
        place = (place + np.uint64(1)) % np.uint64(states.table.size)
    number = states.count_in[STATES]
    states.table[place] = number + 1
    states.begin[number], states.begin[number + 1] = begin, end
    states.count_in[STATES], states.count_in[WORDS] = number + 1, end
    return number


@inner
def where_is(known: Known, members: np.ndarray, state: Whole, left: Whole) -> tuple[Whole, Whole]:
    """Return (place in the table, number of the set or 0)."""
    key = (np.uint64(14695981039346656037) + np.uint64(state)) * np.uint64(1099511628211) + np.uint64(left)
    for answer in members:
        key = (key ^ np.uint64(answer)) * np.uint64(1099511628211)
        key ^= key >> np.uint64(31)
    place = key % np.uint64(known.table.size)
    while known.table[place] != 0:
        number = np.int64(known.table[place])
        begin, end = known.begin[number], known.end[number]
        if end - begin == members.size and known.state[number] == state and known.left[number] == left:
            is_same = True
            for i in range(members.size):
                if known.member[begin + i] != members[i]:
                    is_same = False
                    break
            if is_same:
                return place, number
        place = (place + np.uint64(1)) % np.uint64(known.table.size)
    return place, np.int64(0)


@inner
def note(known: Known, members: np.ndarray, state: Whole, left: Whole, bound: Whole) -> None:
    """Keep a lower bound of a set, or raise the one that is kept."""
    place, number = where_is(known, members, state, left)
    if number != 0:
        known.bound[number] = max(known.bound[number], bound)
        return
    begin = known.count_in[MEMBERS]
    number = known.count_in[SETS] + 1
    if number >= known.begin.size or begin + members.size > known.member.size:
        known.count_in[IS_FULL] = 1
        return
    known.table[place] = number
    known.begin[number], known.end[number], known.bound[number] = begin, begin + members.size, bound
    known.state[number], known.left[number] = state, left
    for i in range(members.size):
        known.member[begin + i] = members[i]
    known.count_in[SETS], known.count_in[MEMBERS] = number, begin + members.size


@inner
def most_saved_by_rows(
    game: Game, scratch: Scratch, members: np.ndarray, weight: Whole, words: np.ndarray, all_apart: Whole
) -> Whole:
    """Return the most that one of some words saves; one is given up when it cannot save more than another.

    With `all_apart` only those count that tell all members apart; -1 if there is none.
    """
    heaviest = scratch.heaviest
    most = np.int64(-1)
    for guess in words:
        row = game.codes[guess]
        saved, ahead, used = scratch.bonus[guess], weight, 0
        for answer in members:
            if saved + ahead <= most:  # even if all that are ahead have parts of their own
                break
            mine, before = game.weight[answer], heaviest[row[answer]]
            if all_apart and before > 0:
                break
            if mine > before:
                saved += mine - before
                heaviest[row[answer]] = mine
            ahead -= mine
            used += 1
        for i in range(used):
            heaviest[row[members[i]]] = 0
        if used == members.size and saved > most:
            most = saved
    return most


@inner
def most_saved_by_columns(game: Game, scratch: Scratch, members: np.ndarray) -> Whole:
    """Return the same some guesses at a time, as their patterns for one answer lie side by side in memory."""
    saved, heaviest = scratch.saved, scratch.side_by_side
    most = np.int64(0)
    for first in range(0, game.by_answer.shape[1], SIDE_BY_SIDE):
        for b in range(SIDE_BY_SIDE):
            saved[b] = scratch.bonus[first + b]
        for answer in members:
            column = game.by_answer[answer, first : first + SIDE_BY_SIDE]
            mine = game.weight[answer]
            for b in range(SIDE_BY_SIDE):
                before = heaviest[b, column[b]]
                after = max(before, mine)
                heaviest[b, column[b]] = after
                saved[b] += after - before
        for answer in members:
            column = game.by_answer[answer, first : first + SIDE_BY_SIDE]
            for b in range(SIDE_BY_SIDE):
                heaviest[b, column[b]] = 0
        for b in range(SIDE_BY_SIDE):
            most = max(most, saved[b])
    return most


@inner
def bound_from_parts(
    game: Game, states: States, scratch: Scratch, members: np.ndarray, state: Whole, left: Whole
) -> Whole:
    """Return the least lower bound over all guesses of a set of three or more, from their parts' weights alone.

    A guess costs at least the weight of the set, once for itself, and twice the weight of each part less its
    heaviest member; the winning part costs nothing. That is three times the weight less what is saved: the heaviest
    member of each part, and the guess itself once more if it is a candidate.
    """
    weight = np.int64(0)
    for answer in members:
        weight += game.weight[answer]
        scratch.bonus[game.answer_guess[answer]] = game.weight[answer]
    most = np.int64(0)
    if state == 0 and left > 2 and members.size < _FEW:
        most = most_saved_by_columns(game, scratch, members)
    else:
        most = most_saved_by_rows(game, scratch, members, weight, words_of(states, state), left <= 2)
    for answer in members:
        scratch.bonus[game.answer_guess[answer]] = 0
    return 3 * weight - most if most >= 0 else np.int64(NEVER)


@inner
def bound_of(
    game: Game, states: States, known: Known, scratch: Scratch, members: np.ndarray, state: Whole, left: Whole
) -> Whole:
    """Return the lower bound that is known of a set of three or more; what follows from its parts if none is.

    What it costs at least with any number of guesses it costs with few.
    """
    left = min(left, members.size)
    _, number = where_is(known, members, state, left)
    bound = np.int64(0)
    if number != 0:
        bound = np.int64(known.bound[number])
    else:
        bound = bound_from_parts(game, states, scratch, members, state, left)
        note(known, members, state, left, bound)
    if left < members.size:
        _, number = where_is(known, members, state, np.int64(members.size))
        if number != 0:
            bound = max(bound, known.bound[number])
    return bound


@inner
def costs_at_least(
    game: Game,
    states: States,
    known: Known,
    scratch: Scratch,
    members: np.ndarray,
    state: Whole,
    left: Whole,
    guess: Whole,
    lower: Whole,
    is_one_of_all: Whole,
) -> Whole:
    """Tell (1 or 0) whether a set costs at least so much if a guess comes first.

    `is_one_of_all` says that all other guesses are looked at too. So one that tells nothing is out: the tree after it
    opens with one of those, and alone costs less.
    """
    row = game.codes[guess]
    size, weight, heaviest, place = scratch.size, scratch.weight, scratch.heaviest, scratch.place
    num = 0
    for answer in members:
        pattern = row[answer]
        if size[pattern] == 0:
            scratch.pattern[num] = pattern
            num += 1
        size[pattern] += 1
        weight[pattern] += game.weight[answer]
        heaviest[pattern] = max(heaviest[pattern], game.weight[answer])
    total = np.int64(0)
    at = np.int64(0)
    for x in range(num):
        pattern = scratch.pattern[x]
        total += weight[pattern]
        if pattern != game.win:
            total += 2 * weight[pattern] - heaviest[pattern]
            if left <= 1 or (left == 2 and size[pattern] > 1):
                total = np.int64(NEVER)
        place[pattern] = at
        at += size[pattern]
    if num == 1 and scratch.pattern[0] != game.win and is_one_of_all == 1:
        total = lower
    if total < lower:
        for answer in members:
            pattern = row[answer]
            scratch.member[place[pattern]] = answer
            place[pattern] += 1
        # What the parts cost at least is needed only as long as the sum falls short. Its own scratch space is the
        # next bound's, so that this guess's is cleared before.
        for x in range(num):
            pattern = scratch.pattern[x]
            scratch.part[x, 0], scratch.part[x, 1] = place[pattern] - size[pattern], place[pattern]
            scratch.part[x, 2] = 2 * weight[pattern] - heaviest[pattern]
            scratch.part[x, 3] = pattern == game.win or size[pattern] < 3
    for x in range(num):
        pattern = scratch.pattern[x]
        size[pattern], weight[pattern], heaviest[pattern] = 0, 0, 0
    # Large parts first: their bounds say most.
    while total < lower:
        largest = -1
        for x in range(num):
            if scratch.part[x, 3] == 0 and (
                largest < 0
                or scratch.part[x, 1] - scratch.part[x, 0] > scratch.part[largest, 1] - scratch.part[largest, 0]
            ):
                largest = x
        if largest < 0:
            return 0
        begin, end, assumed, _ = scratch.part[largest]
        scratch.part[largest, 3] = 1
        after = next_state(states, state, guess, np.int64(scratch.pattern[largest]))
        total += bound_of(game, states, known, scratch, scratch.member[begin:end], after, left - 1) - assumed
    return 1


@compiled
def gather_cores(cores: Cores, members: np.ndarray, left: Whole) -> Whole:
    """Note the cores that a set holds, and which are not the set itself, for so many guesses; return their number."""
    for answer in members:
        cores.is_member[answer] = 1
    num = 0
    for core in range(cores.begin.size - 1):
        i, end = cores.begin[core], cores.begin[core + 1]
        if end - i >= members.size or cores.left[core] < left:
            continue
        while i < end and cores.is_member[cores.member[i]] == 1:
            i += 1
        if i == end:
            cores.inside[num] = core
            num += 1
    for answer in members:
        cores.is_member[answer] = 0
    return num


@inner
def keeps_core(game: Game, cores: Cores, num: Whole, guess: Whole) -> Whole:
    """Tell (1 or 0) whether one of so many noted cores is in one part of a guess."""
    row = game.codes[guess]
    for x in range(num):
        begin, end = cores.begin[cores.inside[x]], cores.begin[cores.inside[x] + 1]
        pattern = row[cores.member[begin]]
        i = begin + 1
        while i < end and row[cores.member[i]] == pattern:
            i += 1
        if i == end:
            return 1
    return 0


@inner
def keeps_pair(game: Game, scratch: Scratch, members: np.ndarray, guess: Whole) -> Whole:
    """Tell (1 or 0) whether two members are in one part of a guess."""
    row = game.codes[guess]
    num = 0
    while num < members.size and scratch.size[row[members[num]]] == 0:
        scratch.size[row[members[num]]] = 1
        num += 1
    for i in range(num):
        scratch.size[row[members[i]]] = 0
    return 1 if num < members.size else 0


@compiled
def check_claim(
    game: Game,
    states: States,
    known: Known,
    cores: Cores,
    scratch: Scratch,
    members: np.ndarray,
    state: Whole,
    left: Whole,
    lower: Whole,
) -> Whole:
    """Return the first guess for which it does not follow that a set costs at least so much; -1 if it is proved.

    A claim that is proved is known from then on. After a guess that leaves a core in one part the guesses that follow
    it do not suffice, if the core says so of as many; nor does the last guess for two words in one part.
    """
    num = np.int64(0)
    if lower >= NEVER and left > 2:
        num = gather_cores(cores, members, left - 1)
    for guess in words_of(states, state):
        if lower >= NEVER and left == 2 and keeps_pair(game, scratch, members, np.int64(guess)) == 1:
            continue
        if num > 0 and keeps_core(game, cores, num, np.int64(guess)) == 1:
            continue
        if costs_at_least(game, states, known, scratch, members, state, left, np.int64(guess), lower, 1) == 0:
            return np.int64(guess)
    note(known, members, state, left, lower)
    return np.int64(-1)


@compiled
def check_opener(
    game: Game,
    states: States,
    known: Known,
    cores: Cores,
    num: Whole,
    scratch: Scratch,
    members: np.ndarray,
    left: Whole,
    guess: Whole,
    lower: Whole,
    is_one_of_all: Whole,
) -> Whole:
    """Tell (1 or 0) whether a set, in which so many cores are noted, costs at least so much if a guess comes first."""
    if keeps_core(game, cores, num, guess) == 1:
        return np.int64(1)
    return costs_at_least(game, states, known, scratch, members, np.int64(0), left, guess, lower, is_one_of_all)
