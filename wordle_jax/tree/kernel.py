"""The inner loops of the search for the best tree: bounds, memo, and the search over guesses.

Everything is counted in integers. An answer has a weight (1 where the total of guesses is minimised), and a tree
costs the sum over answers of weight times guesses. Answers are numbered by falling weight, so that the first
member of a part is its heaviest. A set of candidates with weight W whose heaviest weighs m costs at least 2W - m:
one is guessed at once, the others one guess later. A guess that splits a set into parts whose heaviest weigh
M in sum costs at least 3W - M - h, h its own weight if it is a candidate: 3n - k - h for n candidates in k parts.

Where failures are allowed at a price, an answer that takes more guesses than there are costs so much more. With one
guess left all but one of a set fail, with none all; with two left, all but one of each part of a guess.

`look` gives a set the least of these bounds over all guesses, `search` the exact cost of a guess or the proof
that it is at least beta. What was found out about a set stays in the memo.
"""

from typing import Any, NamedTuple

import numpy as np

from wordle_jax.tree.claims import NEVER
from wordle_jax.tree.compiled import compiled, inner

# A whole number of 64 bits to the compiler; there are two types of it to the type checker.
Whole = Any

# Guesses that are rated side by side: few enough that what is known of them stays in the fastest cache.
BLOCK = 256
# The cost of a set that cannot be found in the guesses left.
IMPOSSIBLE = NEVER
# From so many candidates on it is quicker to note the patterns seen than to compare all pairs.
_MANY = 40
_GUESS_BITS = 20
# Places in Memo.counter.
ENTRIES, POOLED, NODES, RATINGS, STATE, COUNTERS = range(6)
# Values of its STATE.
RUNNING, ASKED_TO_STOP, MEMO_FULL, LEGAL_FULL = range(4)
# Columns of Memo.entry: the key besides the members; it costs at least LOWER, and just that if EXACT, with GUESS.
# BOUND is what the ratings of its guesses alone gave.
OFFSET, SIZE, LEGAL, LEFT, LOWER, EXACT, GUESS, BOUND, ENTRY_COLUMNS = range(9)
# Columns of Work.part. The entry is 0 where the bound is known to be attained without one.
PART_START, PART_SIZE, PART_PATTERN, PART_LOWER, PART_ENTRY, PART_COLUMNS = range(6)
# Columns of Work.frame: a node of the search, the guess at hand, and how far it is.
F_ENTRY, F_START, F_SIZE, F_LEGAL, F_LEFT, F_BEST, F_BEST_GUESS, F_HEAP, F_TRIED = range(9)
F_GUESS, F_COST, F_PART, FRAME_COLUMNS = range(9, 13)
# Rule modes.
NORMAL, HARD, ULTRA_HARD = range(3)


class Problem(NamedTuple):
    """What is searched, read only. Guesses are numbered by falling number of parts of the whole list."""

    by_answer: np.ndarray  # [answer, guess] patterns, guesses padded to whole blocks
    by_guess: np.ndarray  # [guess, answer] patterns
    answer_guess: np.ndarray  # [answer]
    weight: np.ndarray  # [answer]
    mark: np.ndarray  # [answer] random uint64, of which a set's hash is made
    log: np.ndarray  # [count] count · log2 count, in whole units
    letters: np.ndarray  # [guess, letter], for the rules alone
    letter_count: np.ndarray  # [guess, alphabet]
    win: int  # the pattern of the answer itself
    most_parts: int  # no guess has more
    is_uniform: bool  # all weights are 1
    mode: int
    top: int  # so many guesses are tried at a node, best bound first
    candidates_at: int  # with so few candidates only they are tried
    by_entropy: bool  # guesses are tried by falling entropy instead
    any_tree: bool  # the first tree found will do: only whether there is one matters
    bound_only: bool  # a guess gets the sum of its parts' bounds; nothing is searched
    failure_cost: int  # what an answer costs more that takes too many guesses; 0: no tree may have one


class Cores(NamedTuple):
    """Sets that no tree finds in so many guesses, nor any set that holds one; for the rules that do not look back."""

    member: np.ndarray  # of all cores, one after the other
    end: np.ndarray  # [1 + core] where each ends, that before the first at 0
    left: np.ndarray  # [core] the guesses
    kept_by: np.ndarray  # [guess, word] a bit for each core that the guess leaves in one part
    counter: np.ndarray  # cores


class Memo(NamedTuple):
    """What is known of sets of candidates: key (members, legal guesses, guesses left), kept whole."""

    slot: np.ndarray  # hash table of entries, 0 where free
    entry: np.ndarray  # [entry, column]
    pool: np.ndarray  # members of all entries, one after the other
    counter: np.ndarray
    cores: Cores


class Legal(NamedTuple):
    """The sets of guesses that the rules allow, each once; set 0 is all guesses."""

    slot: np.ndarray  # hash table of sets by content, 0 where free
    offset: np.ndarray  # [set and end]
    pool: np.ndarray  # guesses of all sets, each in increasing order
    step_slot: np.ndarray  # hash table of steps, 0 where free
    step: np.ndarray  # [step, 2] set, guess and pattern in one number; the set that is legal afterwards
    counter: np.ndarray  # sets, steps


class Work(NamedTuple):
    """Scratch space of one thread."""

    frame: np.ndarray  # [depth, column]
    members: np.ndarray  # [depth, answer] the parts of a node's guess, one after the other
    part: np.ndarray  # [depth, part, column]
    heap: np.ndarray  # [depth, guess] guesses to be tried, the best on top
    guess: np.ndarray  # [2, guess] bound, weight as a candidate
    answer: np.ndarray  # [2, answer] weight of the members at hand, their rows in the block at hand
    block: np.ndarray  # [answer, BLOCK] patterns of guesses that are no block of the list
    total: np.ndarray  # [BLOCK]
    same: np.ndarray  # [BLOCK]
    seen: np.ndarray  # [BLOCK, pattern]
    tally: np.ndarray  # [2, pattern] members with a pattern, patterns found
    is_member: np.ndarray  # [answer] of the set at hand
    core: np.ndarray  # [answer] what a core is looked for in
    inside: np.ndarray  # [depth, word] a bit for each core that is of use to a node
    letter: np.ndarray  # [2, alphabet or letter] times a letter was shown, tiles


@inner
def add_part_maxima(
    codes: np.ndarray, columns: np.ndarray, value: np.ndarray, n: Whole, first: Whole, work: Work
) -> None:
    """Set work.total[b] to the sum over the parts of guess first + b of the weight of their heaviest members."""
    total, same, seen = work.total, work.same, work.seen
    for b in range(BLOCK):
        total[b] = 0
    if n >= _MANY:
        for b in range(BLOCK):
            for p in range(seen.shape[1]):
                seen[b, p] = 0
        for i in range(n - 1, -1, -1):  # so that the heaviest is noted last
            row = codes[columns[i], first : first + BLOCK]
            for b in range(BLOCK):
                seen[b, row[b]] = value[i]
        for b in range(BLOCK):
            s = np.int32(0)
            for p in range(seen.shape[1]):
                s += seen[b, p]
            total[b] = s
        return
    for i in range(n):
        row = codes[columns[i], first : first + BLOCK]
        for b in range(BLOCK):
            same[b] = 0
        for j in range(0, i, 4):
            # Four at a time, some of them twice at the end: what is loaded and stored weighs more.
            r0 = codes[columns[j], first : first + BLOCK]
            r1 = codes[columns[min(j + 1, i - 1)], first : first + BLOCK]
            r2 = codes[columns[min(j + 2, i - 1)], first : first + BLOCK]
            r3 = codes[columns[min(j + 3, i - 1)], first : first + BLOCK]
            for b in range(BLOCK):
                x = row[b]
                same[b] |= np.uint8(x == r0[b]) | np.uint8(x == r1[b]) | np.uint8(x == r2[b]) | np.uint8(x == r3[b])
        weight = np.int32(value[i])
        for b in range(BLOCK):
            total[b] += weight * np.int32(1 - same[b])


@inner
def extent(problem: Problem, legal: Legal, legal_set: Whole) -> tuple[Whole, Whole]:
    """Return where a set of legal guesses begins in their pool, and how many they are; set 0 is not in the pool."""
    if legal_set == 0:
        return np.int64(0), np.int64(problem.by_guess.shape[0])
    return legal.offset[legal_set], legal.offset[legal_set + 1] - legal.offset[legal_set]


@inner
def place_of(legal: Legal, legal_set: Whole, guess: Whole) -> Whole:
    """Return where a guess stands in a set of legal guesses that holds it."""
    if legal_set == 0:
        return guess
    low, high = legal.offset[legal_set], legal.offset[legal_set + 1]
    start = low
    while high - low > 1:
        middle = (low + high) // 2
        if legal.pool[middle] <= guess:
            low = middle
        else:
            high = middle
    return low - start


@inner
def rate(
    problem: Problem,
    legal: Legal,
    work: Work,
    members: np.ndarray,
    n: Whole,
    legal_set: Whole,
    left: Whole,
    is_enough: Whole,
) -> tuple[Whole, Whole]:
    """Bound every legal guess in work.guess[0]; return (least bound, its guess).

    Ends early at a bound that is enough.
    """
    bounds, bonus = work.guess[0], work.guess[1]
    value, columns = work.answer[0], work.answer[1]
    begin, num = extent(problem, legal, legal_set)
    weight = np.int64(0)
    for i in range(n):
        value[i] = problem.weight[members[i]]
        weight += value[i]
        bonus[place_of(legal, legal_set, problem.answer_guess[members[i]])] = value[i]
        columns[i] = members[i] if legal_set == 0 else i
    # With one guess left it may find one candidate in time, with two it and the next find one in each part.
    late = np.int64(problem.failure_cost)
    per_weight, per_part, per_win = 3 + late * (left <= 2), 1 + late * (left == 2), 1 + late * (left == 1)
    best, best_place = np.int64(IMPOSSIBLE), np.int64(-1)
    for first in range(0, num, BLOCK):
        width = min(BLOCK, num - first)
        codes, at = problem.by_answer, np.int64(first)
        if legal_set != 0:
            codes, at = work.block, np.int64(0)
            for b in range(width):
                row = problem.by_guess[legal.pool[begin + first + b]]
                for i in range(n):
                    work.block[i, b] = row[members[i]]
        add_part_maxima(codes, columns, value, n, at, work)
        for b in range(width):
            bound = per_weight * weight - per_part * work.total[b] - per_win * bonus[first + b]
            # With two guesses left all candidates must be told apart if none may be late.
            is_too_late = left == 2 and late == 0 and work.total[b] != weight
            if is_too_late or (n <= problem.candidates_at and bonus[first + b] == 0):
                bound = np.int64(IMPOSSIBLE)
            bounds[first + b] = bound
            if bound < best:
                best, best_place = bound, np.int64(first + b)
        if best <= is_enough:
            break
    for i in range(n):
        bonus[place_of(legal, legal_set, problem.answer_guess[members[i]])] = 0
    if legal_set != 0 and best_place >= 0:
        best_place = np.int64(legal.pool[begin + best_place])
    return best, best_place


@inner
def find_perfect(problem: Problem, work: Work, members: np.ndarray, n: Whole) -> Whole:
    """Return the heaviest candidate, as a guess, that tells all others apart; -1 if there is none."""
    count = work.tally[0]
    for c in range(n):
        if problem.weight[members[c]] != problem.weight[members[0]]:
            return np.int64(-1)
        guess = problem.answer_guess[members[c]]
        row = problem.by_guess[guess]
        k = 0
        while k < n and count[row[members[k]]] == 0:
            count[row[members[k]]] = 1
            k += 1
        for i in range(k):
            count[row[members[i]]] = 0
        if k == n:
            return np.int64(guess)
    return np.int64(-1)


@inner
def legal_after(
    problem: Problem, legal: Legal, memo: Memo, work: Work, before: Whole, guess: Whole, pattern: Whole
) -> Whole:
    """Return the set of guesses that are legal after one more guess and its pattern."""
    if problem.mode == NORMAL:
        return np.int64(0)
    factor = np.uint64(0x9E3779B97F4A7C15)
    key = (before * problem.by_guess.shape[0] + guess) * (problem.win + 1) + pattern
    mask = np.uint64(legal.step_slot.size - 1)
    at = ((np.uint64(key) * factor) >> np.uint64(24)) & mask
    while legal.step_slot[at] != 0:
        if legal.step[legal.step_slot[at], 0] == key:
            return legal.step[legal.step_slot[at], 1]
        at = (at + np.uint64(1)) & mask

    start = legal.offset[legal.counter[0]]
    first, num = extent(problem, legal, before)
    is_full = legal.counter[0] + 2 >= legal.offset.size or legal.counter[1] + 1 >= legal.step.shape[0]
    if is_full or start + num > legal.pool.size:
        memo.counter[STATE] = LEGAL_FULL
        return np.int64(0)
    length = problem.letters.shape[1]
    revealed, tiles = work.letter[0], work.letter[1]
    rest = pattern
    for i in range(length):
        revealed[problem.letters[guess, i]] = 0
    for i in range(length - 1, -1, -1):
        tiles[i] = rest % 3
        rest //= 3
        revealed[problem.letters[guess, i]] += 1 if tiles[i] != 0 else 0
    kept = start
    content = np.uint64(num)
    for x in range(num):
        word = np.int64(x)
        if before != 0:
            word = np.int64(legal.pool[first + x])
        is_legal = word != guess
        for i in range(length):
            letter = problem.letters[guess, i]
            has = problem.letter_count[word, letter]
            same = problem.letters[word, i] == letter
            is_legal &= has >= revealed[letter]
            if tiles[i] == 2:
                is_legal &= same
            elif problem.mode == ULTRA_HARD:
                is_legal &= not same and (tiles[i] != 0 or has <= revealed[letter])
        if is_legal:
            legal.pool[kept] = word
            kept += 1
            content = (content ^ np.uint64(word)) * factor
            content ^= content >> np.uint64(29)

    mask = np.uint64(legal.slot.size - 1)
    place = content & mask
    found = np.int64(0)
    while legal.slot[place] != 0 and found == 0:
        other = np.int64(legal.slot[place])
        begin = legal.offset[other]
        if legal.offset[other + 1] - begin == kept - start:
            i = 0
            while i < kept - start and legal.pool[begin + i] == legal.pool[start + i]:
                i += 1
            if i == kept - start:
                found = other
        place = (place + np.uint64(1)) & mask
    if found == 0:
        found = legal.counter[0]
        legal.counter[0] += 1
        legal.offset[found + 1] = kept
        legal.slot[place] = found
    step = legal.counter[1]
    legal.counter[1] += 1
    legal.step_slot[at] = step
    legal.step[step, 0] = key
    legal.step[step, 1] = found
    return found


@inner
def find_entry(
    problem: Problem, memo: Memo, members: np.ndarray, n: Whole, legal_set: Whole, left: Whole
) -> tuple[Whole, Whole]:
    """Return (place in the hash table, entry of the set), the entry 0 if it has none."""
    h = np.uint64(legal_set) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(left)
    for i in range(n):
        h ^= problem.mark[members[i]]
    mask = np.uint64(memo.slot.size - 1)
    at = (h ^ (h >> np.uint64(32))) & mask
    while memo.slot[at] != 0:
        entry = np.int64(memo.slot[at])
        key = memo.entry[entry]
        if key[SIZE] == n and key[LEGAL] == legal_set and key[LEFT] == left:
            start = key[OFFSET]
            i = 0
            while i < n and memo.pool[start + i] == members[i]:
                i += 1
            if i == n:
                return at, entry
        at = (at + np.uint64(1)) & mask
    return at, np.int64(0)


@compiled
def note_core(problem: Problem, cores: Cores, members: np.ndarray, left: Whole) -> None:
    """Keep a set that cannot be found in so many guesses, if there is room, and which guesses leave it in one part."""
    core = cores.counter[0]
    start, num = cores.end[core], members.size
    if core >= cores.left.size or start + num > cores.member.size:
        return
    cores.counter[0] += 1
    for i in range(num):
        cores.member[start + i] = members[i]
    cores.end[core + 1], cores.left[core] = start + num, left
    first = problem.by_answer[members[0]]
    for guess in range(problem.by_guess.shape[0]):
        i = 1
        while i < num and problem.by_answer[members[i], guess] == first[guess]:
            i += 1
        if i == num:
            cores.kept_by[guess, core >> 6] |= np.uint64(1) << np.uint64(core & 63)


@compiled
def drop_cores(cores: Cores, num: Whole) -> None:
    """Forget all cores but the first ones."""
    if num == cores.counter[0]:
        return
    for guess in range(cores.kept_by.shape[0]):
        for word in range(num >> 6, (cores.counter[0] + 63) >> 6):
            kept = np.uint64(0)
            if word == num >> 6:
                kept = (np.uint64(1) << np.uint64(num & 63)) - np.uint64(1)
            cores.kept_by[guess, word] &= kept
    cores.counter[0] = num


@inner
def add_core(problem: Problem, memo: Memo, legal: Legal, work: Work, members: np.ndarray, n: Whole) -> None:
    """Keep a small part of a set that no guess tells all apart, of which that is true already.

    Of every set that holds it, it is true as well. The last member without which it is not true of those before is
    found by halving, and so on with those before it.
    """
    tried = work.core
    kept, rest, enough = np.int64(0), np.int64(n), np.int64(IMPOSSIBLE - 1)
    while True:
        low, high = np.int64(0), rest  # with `high` of the rest it is true, with fewer than `low` it is not
        while low < high:
            middle = (low + high) // 2
            for i in range(middle):
                tried[kept + i] = members[i]
            if kept + middle < 2:
                low = middle + 1
                continue
            bound, _ = rate(problem, legal, work, tried, kept + middle, np.int64(0), np.int64(2), enough)
            if bound >= IMPOSSIBLE:
                high = middle
            else:
                low = middle + 1
        if low == 0:
            break
        tried[kept] = members[low - 1]
        kept += 1
        rest = low - 1
    note_core(problem, memo.cores, tried[:kept], np.int64(2))


@inner
def gather_cores(cores: Cores, work: Work, depth: Whole, members: np.ndarray, left: Whole) -> Whole:
    """Note in work.inside[depth] the cores in a set that cannot be found in so many guesses; return their number."""
    for i in range(members.size):
        work.is_member[members[i]] = 1
    for word in range(work.inside.shape[1]):
        work.inside[depth, word] = 0
    num = 0
    for core in range(cores.counter[0]):
        if cores.left[core] < left:
            continue
        i, end = cores.end[core], cores.end[core + 1]
        while i < end and work.is_member[cores.member[i]] == 1:
            i += 1
        if i == end:
            work.inside[depth, core >> 6] |= np.uint64(1) << np.uint64(core & 63)
            num += 1
    for i in range(members.size):
        work.is_member[members[i]] = 0
    return num


@inner
def leaves_core(cores: Cores, work: Work, depth: Whole, guess: Whole) -> Whole:
    """Tell whether a guess leaves in one part one of the cores that are noted at a depth."""
    found = np.uint64(0)
    for word in range((cores.counter[0] + 63) >> 6):
        found |= cores.kept_by[guess, word] & work.inside[depth, word]
    return found != 0


@compiled
def holds_core(cores: Cores, work: Work, members: np.ndarray, left: Whole) -> Whole:
    """Tell whether a set holds a core, so that it cannot be found in so many guesses."""
    return gather_cores(cores, work, np.int64(0), members, left) > 0


@inner
def late_cost(problem: Problem, n: Whole, left: Whole) -> Whole:
    """Return what a part of n candidates costs at least for those that take more guesses than are left."""
    if left >= 2:
        return np.int64(0)
    return problem.failure_cost * (np.int64(n) - (left == 1))


@inner
def look(
    problem: Problem,
    memo: Memo,
    legal: Legal,
    work: Work,
    members: np.ndarray,
    n: Whole,
    before: Whole,
    guess: Whole,
    pattern: Whole,
    left: Whole,
) -> tuple[Whole, Whole]:
    """Return (lower bound, entry) of a part of three or more; entry 0 says that a perfect candidate attains it.

    The part is what `guess` and `pattern` leave, where the guesses of the set `before` were legal.
    """
    if left < 2 and problem.failure_cost == 0:
        return np.int64(IMPOSSIBLE), np.int64(0)
    least = late_cost(problem, n, left) - problem.weight[members[0]]
    for i in range(n):
        least += 2 * problem.weight[members[i]]
    if find_perfect(problem, work, members, n) >= 0:
        return least, np.int64(0)
    legal_set = legal_after(problem, legal, memo, work, before, guess, pattern)
    left = max(0, min(left, n))  # a useful guess leaves at least one candidate fewer
    at, entry = find_entry(problem, memo, members, n, legal_set, left)
    if entry != 0:
        return np.int64(memo.entry[entry, LOWER]), entry
    if memo.counter[ENTRIES] + 1 >= memo.entry.shape[0] or memo.counter[POOLED] + n > memo.pool.size:
        memo.counter[STATE] = MEMO_FULL
    if memo.counter[STATE] != RUNNING:
        return least, np.int64(0)
    memo.counter[ENTRIES] += 1
    entry = np.int64(memo.counter[ENTRIES])
    memo.slot[at] = entry
    known = memo.entry[entry]
    start = memo.counter[POOLED]
    memo.counter[POOLED] += n
    for i in range(n):
        memo.pool[start + i] = members[i]
    if problem.any_tree and left >= 3:
        # Its parts may be told apart or not: a rating does not say.
        known[OFFSET], known[SIZE], known[LEGAL], known[LEFT] = start, n, legal_set, left
        known[LOWER], known[BOUND], known[GUESS], known[EXACT] = least, least, -1, 0
        return least, entry
    memo.counter[RATINGS] += 1
    # Where all weights are 1 and no candidate is perfect, nothing is below 2n.
    is_enough = least + 1 if problem.is_uniform else least
    bound, best = rate(problem, legal, work, members, n, legal_set, left, is_enough)
    known[OFFSET], known[SIZE], known[LEGAL], known[LEFT] = start, n, legal_set, left
    known[LOWER], known[BOUND], known[GUESS], known[EXACT] = bound, bound, best, 1
    if best >= 0:
        # The bound is attained if no part has three candidates or more.
        row, count = problem.by_guess[best], work.tally[0]
        for i in range(n):
            count[row[members[i]]] += 1
            if count[row[members[i]]] == 3:
                known[EXACT] = 0
        for i in range(n):
            count[row[members[i]]] = 0
    elif problem.any_tree and left == 2 and problem.mode == NORMAL and problem.candidates_at == 0:
        add_core(problem, memo, legal, work, members, n)
    return bound, entry


@inner
def split(
    problem: Problem, work: Work, depth: Whole, members: np.ndarray, n: Whole, guess: Whole, left: Whole
) -> tuple[Whole, Whole]:
    """Write the parts of three candidates or more, by size; return (their number, bound from sizes)."""
    row = problem.by_guess[guess]
    count, found = work.tally[0], work.tally[1]
    part = work.part[depth]
    num_found = 0
    bound = np.int64(0)
    for i in range(n):
        pattern = row[members[i]]
        weight = problem.weight[members[i]]
        bound += 3 * weight
        if count[pattern] == 0:
            found[num_found] = pattern
            num_found += 1
            bound -= 2 * weight if pattern == problem.win else weight
        count[pattern] += 1
    parts = 0
    # They are searched from the last to the first. Small ones are cheap, and what they add narrows the rest; where any
    # tree will do, and no rules make small ones hard, large ones show soonest that there is none.
    large_first = problem.any_tree and problem.mode == NORMAL and left >= 4
    for x in range(num_found):
        pattern = found[x]
        size = count[pattern]
        if left <= 0 and size == n:
            bound = np.int64(IMPOSSIBLE)  # the same set is left, and no fewer guesses: there is no end to that
        elif problem.failure_cost > 0:
            bound += late_cost(problem, size, left - (pattern != problem.win))
        elif (size >= 2 and left <= 2) or (left == 1 and pattern != problem.win):
            bound = np.int64(IMPOSSIBLE)
        if size < 3:
            count[pattern] = 0
            continue
        if problem.is_uniform and size > problem.most_parts:
            bound += size - problem.most_parts  # no guess tells so many apart
        y = parts
        while y > 0 and (part[y - 1, PART_SIZE] < size) != large_first:
            part[y, PART_SIZE] = part[y - 1, PART_SIZE]
            part[y, PART_PATTERN] = part[y - 1, PART_PATTERN]
            y -= 1
        part[y, PART_SIZE] = size
        part[y, PART_PATTERN] = pattern
        parts += 1
    place = np.int64(0)
    for x in range(parts):
        part[x, PART_START] = place
        count[part[x, PART_PATTERN]] = place + 1
        place += part[x, PART_SIZE]
    for i in range(n):
        at = count[row[members[i]]]
        if at > 0:
            work.members[depth, at - 1] = members[i]
            count[row[members[i]]] = at + 1
    for x in range(parts):
        count[part[x, PART_PATTERN]] = 0
    return parts, bound


@inner
def bound_parts(
    problem: Problem,
    memo: Memo,
    legal: Legal,
    work: Work,
    depth: Whole,
    members: np.ndarray,
    n: Whole,
    legal_set: Whole,
    left: Whole,
    guess: Whole,
    beta: Whole,
) -> tuple[Whole, Whole]:
    """Write the parts of a guess with a lower bound each; return (their number, lower bound of the whole).

    Ends early, with parts left out, once the bound is not below beta.
    """
    if problem.any_tree and left >= 3 and leaves_core(memo.cores, work, depth, guess):
        return np.int64(0), np.int64(IMPOSSIBLE)
    known = memo.cores.counter[0]
    parts, cost = split(problem, work, depth, members, n, guess, left)
    for x in range(parts):
        if cost >= beta:
            break
        part = work.part[depth, x]
        start, size = part[PART_START], part[PART_SIZE]
        own = work.members[depth, start : start + size]
        lower, entry = look(problem, memo, legal, work, own, size, legal_set, guess, part[PART_PATTERN], left - 1)
        cost += lower - late_cost(problem, size, left - 1) + problem.weight[own[0]]
        for i in range(size):
            cost -= 2 * problem.weight[own[i]]
        if problem.is_uniform and size > problem.most_parts:
            cost -= size - problem.most_parts
        part[PART_LOWER], part[PART_ENTRY] = lower, entry
    for core in range(known, memo.cores.counter[0]):
        work.inside[depth, core >> 6] |= np.uint64(1) << np.uint64(core & 63)
    return parts, cost


@inner
def sift_down(heap: np.ndarray, at: Whole, num: Whole) -> None:
    """Let the number at a place of a heap sink to where it belongs."""
    key = heap[at]
    while 2 * at + 1 < num:
        child = 2 * at + 1
        if child + 1 < num and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = key


@inner
def gather_guesses(
    problem: Problem,
    legal: Legal,
    work: Work,
    depth: Whole,
    members: np.ndarray,
    n: Whole,
    legal_set: Whole,
    left: Whole,
    beta: Whole,
) -> Whole:
    """Make work.heap[depth] the heap of guesses whose bound is below beta; return their number."""
    rate(problem, legal, work, members, n, legal_set, left, np.int64(-1))
    heap, count = work.heap[depth], work.tally[0]
    begin, num = extent(problem, legal, legal_set)
    kept = np.int64(0)
    for place in range(num):
        rank = np.int64(work.guess[0, place])
        if rank >= beta:
            continue
        guess = np.int64(place)
        if legal_set != 0:
            guess = np.int64(legal.pool[begin + place])
        if problem.by_entropy:
            row = problem.by_guess[guess]
            rank = np.int64(0)
            for i in range(n):
                count[row[members[i]]] += 1
            for i in range(n):
                rank += problem.log[count[row[members[i]]]]
                count[row[members[i]]] = 0
        heap[kept] = (rank << _GUESS_BITS) | guess
        kept += 1
    for at in range(kept // 2 - 1, -1, -1):
        sift_down(heap, np.int64(at), kept)
    return kept


@compiled
def search(
    problem: Problem, memo: Memo, legal: Legal, work: Work, everyone: np.ndarray, left: Whole, guess: Whole, beta: Whole
) -> Whole:
    """Return what the tree costs that opens with a guess if that is below beta, else a lower bound that is not.

    With a guess of -1 it is the best tree over all guesses, of a set `everyone` that need not be all answers.
    If memo.counter[STATE] is not RUNNING afterwards the result means nothing. What the memo holds always does.
    """
    frame = work.frame
    depth = np.int64(0)
    frame[0, F_ENTRY], frame[0, F_START], frame[0, F_SIZE] = 0, 0, everyone.size
    frame[0, F_LEGAL], frame[0, F_LEFT] = 0, left
    frame[0, F_BEST], frame[0, F_BEST_GUESS] = beta, -1
    frame[0, F_HEAP], frame[0, F_TRIED] = 1, 0
    work.heap[0, 0] = guess  # with bound 0: it is tried
    if problem.any_tree:
        gather_cores(memo.cores, work, depth, everyone, left - 1)
    if guess < 0:
        frame[0, F_HEAP] = gather_guesses(problem, legal, work, depth, everyone, everyone.size, np.int64(0), left, beta)
    frame[0, F_PART], frame[0, F_COST] = -1, IMPOSSIBLE  # the next guess is due
    members = everyone
    while memo.counter[STATE] == RUNNING:
        node = frame[depth]
        if node[F_COST] < node[F_BEST] and node[F_PART] >= 0:
            # The guess may still be the best: its next part.
            part = work.part[depth, node[F_PART]]
            entry = part[PART_ENTRY]
            beta = node[F_BEST] - (node[F_COST] - part[PART_LOWER])
            known = memo.entry[entry]
            if entry == 0 or known[EXACT] == 1 or known[LOWER] >= beta:
                if entry != 0:
                    node[F_COST] += known[LOWER] - part[PART_LOWER]
                node[F_PART] -= 1
                continue
            if depth + 1 == frame.shape[0]:
                node[F_COST] = IMPOSSIBLE  # deeper than any tree worth having
                continue
            memo.counter[NODES] += 1
            start, size = part[PART_START], part[PART_SIZE]
            members = work.members[depth, start : start + size]
            depth += 1
            child = frame[depth]
            child[F_ENTRY], child[F_START], child[F_SIZE] = entry, start, size
            child[F_LEGAL], child[F_LEFT] = known[LEGAL], known[LEFT]
            child[F_BEST], child[F_BEST_GUESS] = beta, -1
            if problem.any_tree:
                gather_cores(memo.cores, work, depth, members, known[LEFT] - 1)
            child[F_HEAP] = gather_guesses(
                problem, legal, work, depth, members, size, np.int64(known[LEGAL]), np.int64(known[LEFT]), beta
            )
            child[F_TRIED], child[F_PART], child[F_COST] = 0, -1, IMPOSSIBLE
            continue
        if node[F_COST] < node[F_BEST]:
            node[F_BEST], node[F_BEST_GUESS] = node[F_COST], node[F_GUESS]
            # Nothing is better than the bound, and one tree may be all that is wanted.
            if problem.any_tree or (depth > 0 and node[F_BEST] == memo.entry[node[F_ENTRY], LOWER]):
                node[F_HEAP] = 0
        num = node[F_HEAP]
        heap = work.heap[depth]
        if num > 0 and node[F_TRIED] < problem.top and (problem.by_entropy or heap[0] >> _GUESS_BITS < node[F_BEST]):
            node[F_GUESS] = heap[0] & ((1 << _GUESS_BITS) - 1)
            heap[0] = heap[num - 1]
            node[F_HEAP] = num - 1
            sift_down(heap, np.int64(0), num - 1)
            node[F_TRIED] += 1
            parts, cost = bound_parts(
                problem, memo, legal, work, depth, members, node[F_SIZE], node[F_LEGAL], node[F_LEFT], node[F_GUESS],
                node[F_BEST],
            )  # fmt: skip
            node[F_PART], node[F_COST] = parts - 1, cost
            if depth == 0 and guess >= 0 and (cost >= beta or problem.bound_only):
                return cost
            continue
        # The node is done.
        if depth == 0:
            return node[F_BEST] if node[F_BEST_GUESS] >= 0 or guess < 0 else node[F_COST]
        known = memo.entry[node[F_ENTRY]]
        if node[F_BEST_GUESS] >= 0:
            known[LOWER], known[EXACT], known[GUESS] = node[F_BEST], 1, node[F_BEST_GUESS]
        else:
            # Budgets near IMPOSSIBLE mean that there is no tree at all.
            known[LOWER] = max(known[LOWER], node[F_BEST] if 2 * node[F_BEST] < IMPOSSIBLE else IMPOSSIBLE)
        depth -= 1
        node = frame[depth]
        part = work.part[depth, node[F_PART]]
        node[F_COST] += known[LOWER] - part[PART_LOWER]
        node[F_PART] -= 1
        members = everyone
        if depth > 0:
            members = work.members[depth - 1, node[F_START] : node[F_START] + node[F_SIZE]]
    return np.int64(IMPOSSIBLE)


@compiled
def count_together(problem: Problem, work: Work, members: np.ndarray, together: np.ndarray) -> None:
    """Count for each member of a set the members, itself included, that guesses leave in a part with it."""
    count = work.tally[0]
    for guess in range(problem.by_guess.shape[0]):
        row = problem.by_guess[guess]
        for member in members:
            count[row[member]] += 1
        for i in range(members.size):
            together[i] += count[row[members[i]]]
        for member in members:
            count[row[member]] = 0
